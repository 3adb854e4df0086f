//! p256 0.13: the previous version, with another field implementation and product algorithm.

use ff13::PrimeField;
use group13::{Group, GroupEncoding};
use p256_13::elliptic_curve::ops::MulByGenerator;
use p256_13::{AffinePoint, CompressedPoint, ProjectivePoint, Scalar};

use super::Library;
use crate::inputs::{Input, each};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "p256-0.13",
    version: locked::version("p256", "0.13"),
    role: "previous version of p256: checks it, and its variable-base product is faster",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let workload = match operation.kind {
        // A short scalar has no faster way here: it is multiplied by as an integer of full width.
        Kind::EcMul | Kind::EcMulSmall => Workload::new(operation, library, each(product), |(p, k)| p * k, encode),
        Kind::EcAdd => {
            let pool = each(|input| (point(input.scalar(0)), point(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode)
        }
        // The library's function for the base point has no table in this version.
        Kind::EcMulBase => {
            let pool = each(|input| scalar(input.scalar(0)));
            Workload::new(operation, library, pool, ProjectivePoint::mul_by_generator, encode)
        }
        Kind::EcInv => {
            let invert = |value: &Scalar| value.invert().expect("the value is not 0");
            Workload::new(operation, library, each(|input| scalar(input.scalar(0))), invert, encode_scalar)
        }
        Kind::EcOrderMul => Workload::new(operation, library, each(scalars), |[a, b]| a * b, encode_scalar),
        Kind::EcOrderAdd => Workload::new(operation, library, each(scalars), |[a, b]| a + b, encode_scalar),
        // Products are left as they come: with Z != 1.
        Kind::EcEncode => {
            let pool = each(|input| point(input.scalar(0)));
            Workload::new(operation, library, pool, |p: &ProjectivePoint| p.to_bytes(), |bytes| bytes.to_vec())
        }
        Kind::EcDecode => {
            let decode = |bytes: &CompressedPoint| Option::from(AffinePoint::from_bytes(bytes));
            // Without a claim: `AffinePoint::from_bytes` is documented as not constant time in the identity.
            return Some(Workload::new(operation, library, each(compressed), decode, |point: &Option<AffinePoint>| {
                point.map(|point| point.to_bytes().to_vec()).unwrap_or_default()
            }));
        }
        _ => return None,
    };
    // The crate's README: operations that depend on secrets are constant time. Functions called vartime are not used.
    Some(workload.claiming_constant_time())
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn scalars(input: &Input) -> [Scalar; 2] {
    [0, 1].map(|field| scalar(input.scalar(field)))
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::generator() * scalar(k)
}

fn product(input: &Input) -> (ProjectivePoint, Scalar) {
    (point(input.scalar(0)), scalar(input.scalar(1)))
}

fn compressed(input: &Input) -> CompressedPoint {
    <[u8; 33]>::try_from(input.field(0)).expect("a compressed point has 33 bytes").into()
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    point.to_bytes().to_vec()
}

fn encode_scalar(scalar: &Scalar) -> Vec<u8> {
    scalar.to_repr().to_vec()
}
