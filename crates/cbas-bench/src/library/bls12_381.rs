//! bls12_381: a second, pure Rust implementation, on the ff/group 0.14 traits.

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Projective, Gt, Scalar, pairing};
use group::{Curve, Group};
use sha2::{Digest, Sha512};

use super::{Library, gt_bytes};
use crate::inputs::{self, bls12_381_order};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "bls12_381",
    version: env!("CBAS_VERSION_BLS12_381"),
    role: "second BLS12-381 implementation, pure Rust: checks blstrs; default for hashing to a scalar",
};

pub(super) fn workloads() -> Vec<Workload> {
    vec![
        Workload::new("pairing", &LIBRARY, pairing_inputs, |(p, q)| pairing(p, q), gt_bytes::encode),
        Workload::new("gt-exp", &LIBRARY, gt_exp_inputs, |(base, k)| base * k, gt_bytes::encode),
        // The group is written additively: this `+` is a product in the field extension.
        Workload::new("gt-mul", &LIBRARY, gt_mul_inputs, |(a, b)| a + b, gt_bytes::encode),
        Workload::new("g1-mul", &LIBRARY, g1_mul_inputs, |(p, k)| p * k, encode_g1),
        Workload::new("g1-add", &LIBRARY, g1_add_inputs, |(p, q)| p + q, encode_g1),
        Workload::new("hash-to-g1", &LIBRARY, |seed| inputs::messages(seed, "hash-to-g1"), hash_to_g1, encode_g1),
        Workload::new(
            "hash-to-scalar",
            &LIBRARY,
            |seed| inputs::messages(seed, "hash-to-scalar"),
            hash_to_scalar,
            |scalar| scalar.to_bytes().into_iter().rev().collect(),
        ),
    ]
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    let mut little_endian = *bytes;
    little_endian.reverse();
    Scalar::from_bytes(&little_endian).expect("inputs are below the group order")
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

fn hash_to_g1(message: &[u8; 64]) -> G1Projective {
    <G1Projective as HashToCurve<ExpandMsgXmd<sha2_10::Sha256>>>::hash_to_curve(
        [message.as_slice()],
        super::HASH_TO_G1_TAG,
    )
}

/// SHA-512 of tag and message, reduced modulo r: 257 surplus bits leave no measurable bias.
fn hash_to_scalar(message: &[u8; 64]) -> Scalar {
    let mut hash = Sha512::new();
    hash.update(super::HASH_TO_SCALAR_TAG);
    hash.update(message);
    Scalar::from_bytes_wide(&hash.finalize().into())
}
