//! blstrs: BLS12-381 in C and assembly (blst) behind the ff/group 0.13 traits.

use blstrs::{G1Affine, G1Projective, G2Affine, G2Projective, Gt, Scalar, pairing};
use ff13::PrimeField;
use group13::{Curve, Group};

use super::{Library, gt_bytes};
use crate::inputs::{self, bls12_381_order};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "blstrs",
    version: env!("CBAS_VERSION_BLSTRS"),
    role: "default for BLS12-381; blst (C and assembly) behind Rust traits",
};

pub(super) fn workloads() -> Vec<Workload> {
    vec![
        Workload::new("pairing", &LIBRARY, pairing_inputs, |(p, q)| pairing(p, q), gt_bytes::encode),
        Workload::new("gt-exp", &LIBRARY, gt_exp_inputs, |(base, k)| base * k, gt_bytes::encode),
        // The group is written additively: this `+` is a product in the field extension.
        Workload::new("gt-mul", &LIBRARY, gt_mul_inputs, |(a, b)| a + b, gt_bytes::encode),
        Workload::new("g1-mul", &LIBRARY, g1_mul_inputs, |(p, k)| p * k, encode_g1),
        Workload::new("g1-add", &LIBRARY, g1_add_inputs, |(p, q)| p + q, encode_g1),
        Workload::new(
            "hash-to-g1",
            &LIBRARY,
            |seed| inputs::messages(seed, "hash-to-g1"),
            |message: &[u8; 64]| G1Projective::hash_to_curve(message, super::HASH_TO_G1_TAG, &[]),
            encode_g1,
        ),
    ]
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    let mut little_endian = *bytes;
    little_endian.reverse();
    Scalar::from_repr(little_endian).expect("inputs are below the group order")
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Projective::generator() * scalar(k)
}

fn pairing_inputs(seed: u64) -> Vec<(G1Affine, G2Affine)> {
    inputs::scalar_pairs(seed, "pairing", bls12_381_order())
        .iter()
        .map(|(a, b)| (g1(a).to_affine(), (G2Projective::generator() * scalar(b)).to_affine()))
        .collect()
}

fn gt_walk(seed: u64, label: &str) -> Vec<Gt> {
    let [start, step] = inputs::two_scalars(seed, label, bls12_381_order());
    let generator = Gt::generator();
    inputs::walk(generator * scalar(&start), &(generator * scalar(&step)), |a, b| a + b)
}

fn gt_exp_inputs(seed: u64) -> Vec<(Gt, Scalar)> {
    let exponents = inputs::scalars(seed, "gt-exp exponent", bls12_381_order());
    gt_walk(seed, "gt-exp").into_iter().zip(exponents.iter().map(scalar)).collect()
}

fn gt_mul_inputs(seed: u64) -> Vec<(Gt, Gt)> {
    inputs::neighbours(&gt_walk(seed, "gt-mul"))
}

fn g1_mul_inputs(seed: u64) -> Vec<(G1Projective, Scalar)> {
    let pairs = inputs::scalar_pairs(seed, "g1-mul", bls12_381_order());
    pairs.iter().map(|(a, k)| (g1(a), scalar(k))).collect()
}

fn g1_add_inputs(seed: u64) -> Vec<(G1Projective, G1Projective)> {
    let pairs = inputs::scalar_pairs(seed, "g1-add", bls12_381_order());
    pairs.iter().map(|(a, b)| (g1(a), g1(b))).collect()
}

fn encode_g1(point: &G1Projective) -> Vec<u8> {
    point.to_affine().to_compressed().to_vec()
}
