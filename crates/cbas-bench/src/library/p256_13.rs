//! p256 0.13: the previous version, with another field implementation and product algorithm.

use ff13::PrimeField;
use group13::{Group, GroupEncoding};
use p256_13::{ProjectivePoint, Scalar};

use super::Library;
use crate::inputs::{Input, each};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "p256-0.13",
    version: env!("CBAS_VERSION_P256_13"),
    role: "previous version of p256: checks it, and its variable-base product is faster",
};

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
