//! p256 0.13: the previous version, with another field implementation and product algorithm.

use ff13::PrimeField;
use group13::{Group, GroupEncoding};
use p256_13::{ProjectivePoint, Scalar};

use super::Library;
use crate::inputs::{self, p256_order};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "p256-0.13",
    version: env!("CBAS_VERSION_P256_13"),
    role: "previous version of p256: checks it, and its variable-base product is faster",
};

pub(super) fn workloads() -> Vec<Workload> {
    vec![
        Workload::new("ec-mul", &LIBRARY, ec_mul_inputs, |(p, k)| p * k, encode),
        Workload::new("ec-add", &LIBRARY, ec_add_inputs, |(p, q)| p + q, encode),
    ]
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::generator() * scalar(k)
}

fn ec_mul_inputs(seed: u64) -> Vec<(ProjectivePoint, Scalar)> {
    let pairs = inputs::scalar_pairs(seed, "ec-mul", p256_order());
    pairs.iter().map(|(a, k)| (point(a), scalar(k))).collect()
}

fn ec_add_inputs(seed: u64) -> Vec<(ProjectivePoint, ProjectivePoint)> {
    let pairs = inputs::scalar_pairs(seed, "ec-add", p256_order());
    pairs.iter().map(|(a, b)| (point(a), point(b))).collect()
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    point.to_bytes().to_vec()
}
