//! blstrs: BLS12-381 in C and assembly (blst) behind the ff/group 0.13 traits.

use blstrs::{G1Affine, G1Projective, G2Affine, G2Projective, Gt, Scalar, pairing};
use ff13::PrimeField;
use group13::{Curve, Group};

use super::{Library, gt_bytes};
use crate::inputs::{Input, each, elements, powers};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "blstrs",
    version: env!("CBAS_VERSION_BLSTRS"),
    role: "default for BLS12-381; blst (C and assembly) behind Rust traits",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Pairing => Workload::new(operation, library, affine_pairs, |(p, q)| pairing(p, q), gt_bytes::encode),
        Kind::GtExp => Workload::new(operation, library, gt_powers, |(base, k)| base * k, gt_bytes::encode),
        // The group is written additively: this `+` is a product in the field extension.
        Kind::GtMul => Workload::new(operation, library, gt_pairs, |(a, b)| a + b, gt_bytes::encode),
        Kind::G1Mul => {
            let pool = each(|input| (g1(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, k)| p * k, encode_g1)
        }
        Kind::G1Add => {
            let pool = each(|input| (g1(input.scalar(0)), g1(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode_g1)
        }
        Kind::HashToG1 => Workload::new(
            operation,
            library,
            <[Input]>::to_vec,
            |input| G1Projective::hash_to_curve(input.field(0), input.field(1), &[]),
            encode_g1,
        ),
        _ => return None,
    })
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    let mut little_endian = *bytes;
    little_endian.reverse();
    Scalar::from_repr(little_endian).expect("inputs are below the group order")
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Projective::generator() * scalar(k)
}

fn g2(k: &[u8; 32]) -> G2Projective {
    G2Projective::generator() * scalar(k)
}

fn affine_pairs(inputs: &[Input]) -> Vec<(G1Affine, G2Affine)> {
    let p = elements(inputs.iter().map(|input| input.scalar(0)), |k| g1(k).to_affine());
    let q = elements(inputs.iter().map(|input| input.scalar(1)), |k| g2(k).to_affine());
    p.into_iter().zip(q).collect()
}

/// The elements g^s of the scalars s in one field.
fn gt(inputs: &[Input], field: usize) -> Vec<Gt> {
    powers(inputs.iter().map(|input| input.scalar(field)), |s| Gt::generator() * scalar(s), |a, b| a + b)
}

fn gt_powers(inputs: &[Input]) -> Vec<(Gt, Scalar)> {
    gt(inputs, 0).into_iter().zip(inputs.iter().map(|input| scalar(input.scalar(1)))).collect()
}

fn gt_pairs(inputs: &[Input]) -> Vec<(Gt, Gt)> {
    gt(inputs, 0).into_iter().zip(gt(inputs, 1)).collect()
}

fn encode_g1(point: &G1Projective) -> Vec<u8> {
    point.to_affine().to_compressed().to_vec()
}
