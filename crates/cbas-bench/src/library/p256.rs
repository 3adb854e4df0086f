//! p256 0.14: NIST P-256 in pure Rust, constant time.

use ff::PrimeField;
use group::{Group, GroupEncoding};
use p256::{ProjectivePoint, Scalar};

use super::Library;
use crate::inputs::{self, p256_order};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "p256", version: env!("CBAS_VERSION_P256"), role: "default for P-256; pure Rust, constant time" };

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
