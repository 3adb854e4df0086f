//! p256 0.14: NIST P-256 in pure Rust, constant time.

use ff::PrimeField;
use group::{Group, GroupEncoding};
use p256::{CompressedPoint, ProjectivePoint, Scalar};

use super::{Library, outlined};
use crate::inputs::{Input, each};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "p256",
    version: locked::version("p256", "0.14"),
    role: "default for P-256; pure Rust, constant time",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let workload = match operation.kind {
        // A short scalar has no faster way here: it is multiplied by as an integer of full width.
        Kind::EcMul | Kind::EcMulSmall => {
            Workload::new(operation, library, each(product), |(p, k)| outlined::p256_mul(p, k), encode)
        }
        Kind::EcAdd => {
            let pool = each(|input| (point(input.scalar(0)), point(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode)
        }
        // From the table of multiples of the base point, which `generator() * k` does not use.
        Kind::EcMulBase => Workload::new(operation, library, base_scalars, outlined::p256_mul_base, encode),
        Kind::EcInv => {
            let pool = each(|input| scalar(input.scalar(0)));
            Workload::new(operation, library, pool, outlined::p256_order_inv, encode_scalar)
        }
        Kind::EcOrderMul => {
            Workload::new(operation, library, each(scalars), |[a, b]| outlined::p256_order_mul(a, b), encode_scalar)
        }
        Kind::EcOrderAdd => {
            Workload::new(operation, library, each(scalars), |[a, b]| outlined::p256_order_add(a, b), encode_scalar)
        }
        // Products are left as they come: with Z != 1.
        Kind::EcEncode => {
            let pool = each(|input| point(input.scalar(0)));
            Workload::new(operation, library, pool, outlined::p256_encode, |bytes| bytes.to_vec())
        }
        Kind::EcDecode => {
            // Without a claim: `AffinePoint::from_bytes` is documented as not constant time in the identity.
            return Some(Workload::new(operation, library, each(compressed), outlined::p256_decode, |point| {
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

/// Scalars of the base point, and its table made before anything is timed.
fn base_scalars(inputs: &[Input]) -> Vec<Scalar> {
    std::hint::black_box(ProjectivePoint::mul_by_generator(&Scalar::ONE));
    inputs.iter().map(|input| scalar(input.scalar(0))).collect()
}

fn compressed(input: &Input) -> CompressedPoint {
    input.field(0).try_into().expect("a compressed point has 33 bytes")
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    point.to_bytes().to_vec()
}

fn encode_scalar(scalar: &Scalar) -> Vec<u8> {
    scalar.to_repr().to_vec()
}
