//! blst's own interface to pairings, as its Rust binding has it: loops over points as they come, and a context for products
//! that shares the squarings of up to eight loops, which blstrs does not offer.
//!
//! The binding claims nothing about constant time, and the loop over several points is one for public inputs.

use blst::{blst_fp12, blst_p1_affine, blst_p2_affine};
use blstrs::{G1Projective, G2Projective, Scalar};
use group13::{Curve, Group};

use super::Library;
use super::gt_bytes::encode_blst as encode;
use crate::inputs::{Input, pairs};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "blst",
    version: locked::version("blst", ""),
    role: "blst's own pairings, without blstrs: products share the squarings of their loops",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Pairing => {
            let pairing = |pair: &(blst_p1_affine, blst_p2_affine)| miller_loop(pair).final_exp();
            Workload::new(operation, library, single, pairing, encode)
        }
        Kind::MillerLoop => Workload::new(operation, library, single, miller_loop, |value| encode(&value.final_exp())),
        Kind::FinalExp => {
            let pool = |inputs: &[Input]| single(inputs).iter().map(miller_loop).collect();
            Workload::new(operation, library, pool, blst_fp12::final_exp, encode)
        }
        Kind::PairingProduct { .. } => Workload::new(operation, library, products, |pairs| product(pairs), encode),
        _ => return None,
    })
}

fn miller_loop((p, q): &(blst_p1_affine, blst_p2_affine)) -> blst_fp12 {
    blst_fp12::miller_loop(q, p)
}

/// The context takes a domain tag for messages that it would hash; none is hashed here.
fn product(pairs: &[(blst_p1_affine, blst_p2_affine)]) -> blst_fp12 {
    let mut context = blst::Pairing::new(true, &[]);
    for (p, q) in pairs {
        context.raw_aggregate(q, p);
    }
    context.commit();
    context.as_fp12().final_exp()
}

fn products(inputs: &[Input]) -> Vec<Vec<(blst_p1_affine, blst_p2_affine)>> {
    let scalar = |bytes: &[u8; 32]| Scalar::from_bytes_be(bytes).expect("inputs are below the group order");
    let p = |k: &[u8; 32]| *(G1Projective::generator() * scalar(k)).to_affine().as_ref();
    let q = |k: &[u8; 32]| *(G2Projective::generator() * scalar(k)).to_affine().as_ref();
    pairs(inputs, p, q)
}

fn single(inputs: &[Input]) -> Vec<(blst_p1_affine, blst_p2_affine)> {
    products(inputs).into_iter().flatten().collect()
}
