//! p256: NIST P-256 in pure Rust, constant time.

use ff::{FromUniformBytes, PrimeField};
use group::{Group, GroupEncoding};
use p256::{ProjectivePoint, Scalar};

use super::{CurveEngine, CurveOrder, DecodeError, ScalarField};

/// NIST P-256 of the crate p256.
#[derive(Debug, Clone, Copy, Default)]
pub struct P256;

impl ScalarField for P256 {
    type Scalar = Scalar;
    type Order = CurveOrder;

    fn scalar_from_wide(&self, bytes: &[u8; 64]) -> Scalar {
        Scalar::from_uniform_bytes(bytes)
    }

    fn scalar_encode(&self, scalar: &Scalar) -> [u8; 32] {
        scalar.to_repr().into()
    }
}

impl CurveEngine for P256 {
    type Point = ProjectivePoint;

    fn library(&self) -> &'static str {
        "p256"
    }

    fn generator(&self) -> ProjectivePoint {
        ProjectivePoint::generator()
    }

    fn identity(&self) -> ProjectivePoint {
        ProjectivePoint::identity()
    }

    fn is_identity(&self, point: &ProjectivePoint) -> bool {
        point.is_identity().into()
    }

    fn neg(&self, point: &ProjectivePoint) -> ProjectivePoint {
        -point
    }

    fn mul(&self, point: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
        point * k
    }

    fn add(&self, p: &ProjectivePoint, q: &ProjectivePoint) -> ProjectivePoint {
        p + q
    }

    fn encode(&self, point: &ProjectivePoint) -> Vec<u8> {
        point.to_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Result<ProjectivePoint, DecodeError> {
        let mut encoding = <ProjectivePoint as GroupEncoding>::Repr::default();
        if bytes.len() != encoding.len() {
            return Err(DecodeError::Length { expected: encoding.len(), found: bytes.len() });
        }
        encoding.copy_from_slice(bytes);
        let point: Option<ProjectivePoint> = ProjectivePoint::from_bytes(&encoding).into();
        let point = point.ok_or(DecodeError::NotOnCurve)?;
        if self.is_identity(&point) { Err(DecodeError::Identity) } else { Ok(point) }
    }

    fn invert(&self, scalar: &Scalar) -> Option<Scalar> {
        scalar.invert().into()
    }
}
