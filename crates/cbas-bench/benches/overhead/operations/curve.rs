//! P-256 on p256.

use cbas_bench::inputs::Input;
use cbas_bench::operation::{Kind, Operation};
use ff::PrimeField;
use group::{Group, GroupEncoding};
use p256::{AffinePoint, CompressedPoint, ProjectivePoint, Scalar};

use super::{Bare, each, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    match operation.kind {
        Kind::EcMul | Kind::EcMulSmall => {
            over(each(inputs, |i| (point(i.scalar(0)), scalar(i.scalar(1)))), |(p, k)| p * k)
        }
        Kind::EcAdd => over(each(inputs, |i| (point(i.scalar(0)), point(i.scalar(1)))), |(p, q)| p + q),
        Kind::EcMulBase => over(each(inputs, |i| scalar(i.scalar(0))), ProjectivePoint::mul_by_generator),
        Kind::EcInv => {
            over(each(inputs, |i| scalar(i.scalar(0))), |value: &Scalar| value.invert().expect("the value is not 0"))
        }
        Kind::EcOrderMul => over(each(inputs, |i| [0, 1].map(|at| scalar(i.scalar(at)))), |[a, b]| a * b),
        Kind::EcOrderAdd => over(each(inputs, |i| [0, 1].map(|at| scalar(i.scalar(at)))), |[a, b]| a + b),
        Kind::EcEncode => over(each(inputs, |i| point(i.scalar(0))), |p: &ProjectivePoint| p.to_bytes()),
        Kind::EcDecode => over(
            each(inputs, |i| CompressedPoint::try_from(i.field(0)).expect("33 bytes")),
            |bytes: &CompressedPoint| AffinePoint::from_bytes(bytes).into_option(),
        ),
        _ => None,
    }
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::GENERATOR * scalar(k)
}
