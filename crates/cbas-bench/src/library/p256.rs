//! p256 0.14: NIST P-256 in pure Rust, constant time.

use ff::PrimeField;
use group::{Group, GroupEncoding};
use p256::{ProjectivePoint, Scalar};

use super::Library;
use crate::inputs::{Input, each};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "p256", version: env!("CBAS_VERSION_P256"), role: "default for P-256; pure Rust, constant time" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let workload = match operation.kind {
        Kind::EcMul => Workload::new(operation, library, each(product), |(p, k)| p * k, encode),
        Kind::EcAdd => {
            let pool = each(|input| (point(input.scalar(0)), point(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode)
        }
        _ => return None,
    };
    // The crate's documentation: all its arithmetic is constant time but for functions called vartime.
    Some(workload.claiming_constant_time())
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::generator() * scalar(k)
}

fn product(input: &Input) -> (ProjectivePoint, Scalar) {
    (point(input.scalar(0)), scalar(input.scalar(1)))
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    point.to_bytes().to_vec()
}
