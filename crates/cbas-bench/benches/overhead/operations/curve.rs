//! P-256 on p256. All but the addition, which the compiler would inline into each loop in its own way, are the functions that
//! the adapter calls.

use cbas_bench::inputs::Input;
use cbas_bench::library::outlined;
use cbas_bench::operation::{Kind, Operation};
use ff::PrimeField;
use p256::{CompressedPoint, ProjectivePoint, Scalar};

use super::{Bare, each, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    match operation.kind {
        Kind::EcMul | Kind::EcMulSmall => {
            over(each(inputs, |i| (point(i.scalar(0)), scalar(i.scalar(1)))), |(p, k)| outlined::p256_mul(p, k))
        }
        Kind::EcAdd => over(each(inputs, |i| (point(i.scalar(0)), point(i.scalar(1)))), |(p, q)| p + q),
        Kind::EcMulBase => over(each(inputs, |i| scalar(i.scalar(0))), outlined::p256_mul_base),
        Kind::EcInv => over(each(inputs, |i| scalar(i.scalar(0))), outlined::p256_order_inv),
        Kind::EcOrderMul => {
            over(each(inputs, |i| [0, 1].map(|at| scalar(i.scalar(at)))), |[a, b]| outlined::p256_order_mul(a, b))
        }
        Kind::EcOrderAdd => {
            over(each(inputs, |i| [0, 1].map(|at| scalar(i.scalar(at)))), |[a, b]| outlined::p256_order_add(a, b))
        }
        Kind::EcEncode => over(each(inputs, |i| point(i.scalar(0))), outlined::p256_encode),
        Kind::EcDecode => {
            over(each(inputs, |i| CompressedPoint::try_from(i.field(0)).expect("33 bytes")), outlined::p256_decode)
        }
        _ => None,
    }
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::GENERATOR * scalar(k)
}
