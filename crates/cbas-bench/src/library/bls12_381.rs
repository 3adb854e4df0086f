//! bls12_381: a second, pure Rust implementation, on the ff/group 0.14 traits.

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar, multi_miller_loop,
    pairing,
};
use group::{Curve, Group};

use super::{Library, gt_bytes, outlined};
use crate::inputs::{Input, each, pairs, powers};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "bls12_381",
    version: locked::version("bls12_381", ""),
    role: "second BLS12-381 implementation, pure Rust: checks blstrs; default for hashing to a scalar",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let own = [pairings, target_group, first_group, second_group].iter().find_map(|group| group(operation));
    // The crate's documentation: all operations are constant time unless noted, and none of these is noted. SHA-512 is
    // another crate's, which claims nothing.
    own.map(Workload::claiming_constant_time).or_else(|| hash_to_scalar(operation))
}

fn pairings(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Pairing => Workload::new(operation, library, affine_pairs, |(p, q)| pairing(p, q), gt_bytes::encode),
        Kind::MillerLoop => Workload::new(operation, library, affine_pairs, miller_loop, |value| {
            gt_bytes::encode(&value.final_exponentiation())
        }),
        Kind::FinalExp => {
            let pool = |inputs: &[Input]| affine_pairs(inputs).iter().map(miller_loop).collect();
            Workload::new(operation, library, pool, MillerLoopResult::final_exponentiation, gt_bytes::encode)
        }
        Kind::PairingProduct { .. } => {
            Workload::new(operation, library, affine_products, |pairs| product(pairs), gt_bytes::encode)
        }
        _ => return None,
    })
}

fn target_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::GtExp => Workload::new(operation, library, gt_powers, |(base, k)| base * k, gt_bytes::encode),
        // The group is written additively: this `+` is a product in the field extension.
        Kind::GtMul => Workload::new(operation, library, gt_pairs, |(a, b)| a + b, gt_bytes::encode),
        _ => return None,
    })
}

fn first_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G1Mul => {
            let pool = each(|input| (g1(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, k)| p * k, encode_g1)
        }
        Kind::G1Add => {
            let pool = each(|input| (g1(input.scalar(0)), g1(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode_g1)
        }
        Kind::HashToG1 => {
            Workload::new(operation, library, <[Input]>::to_vec, hash_to_curve::<G1Projective>, encode_g1)
        }
        // Products are left as they come: with Z != 1.
        Kind::G1Encode => {
            let pool = each(|input| g1(input.scalar(0)));
            let encode = |point: &G1Projective| point.to_affine().to_compressed();
            Workload::new(operation, library, pool, encode, |bytes| bytes.to_vec())
        }
        Kind::G1Decode => {
            let pool = each(|input| <[u8; 48]>::try_from(input.field(0)).expect("48 bytes of a point"));
            let decode = |bytes: &[u8; 48]| Option::<G1Affine>::from(G1Affine::from_compressed(bytes));
            Workload::new(operation, library, pool, decode, |point| {
                point.map_or_else(Vec::new, |point| point.to_compressed().to_vec())
            })
        }
        _ => return None,
    })
}

fn second_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G2Mul => {
            let pool = each(|input| (g2(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, k)| p * k, encode_g2)
        }
        Kind::G2Add => {
            let pool = each(|input| (g2(input.scalar(0)), g2(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| p + q, encode_g2)
        }
        Kind::HashToG2 => {
            Workload::new(operation, library, <[Input]>::to_vec, hash_to_curve::<G2Projective>, encode_g2)
        }
        Kind::G2Encode => {
            let pool = each(|input| g2(input.scalar(0)));
            let encode = |point: &G2Projective| point.to_affine().to_compressed();
            Workload::new(operation, library, pool, encode, |bytes| bytes.to_vec())
        }
        Kind::G2Decode => {
            let pool = each(|input| <[u8; 96]>::try_from(input.field(0)).expect("96 bytes of a point"));
            let decode = |bytes: &[u8; 96]| Option::<G2Affine>::from(G2Affine::from_compressed(bytes));
            Workload::new(operation, library, pool, decode, |point| {
                point.map_or_else(Vec::new, |point| point.to_compressed().to_vec())
            })
        }
        _ => return None,
    })
}

fn hash_to_scalar(operation: &'static Operation) -> Option<Workload> {
    let Kind::HashToScalar = operation.kind else { return None };
    let hash = |[message, tag]: &[Vec<u8>; 2]| outlined::hash_to_scalar(message, tag);
    let encode = |scalar: &Scalar| scalar.to_bytes().into_iter().rev().collect();
    Some(Workload::new(operation, &LIBRARY, each(Input::own), hash, encode))
}

/// The crate shows no other Miller loop than that over prepared points: it stores the lines of Q and reads them back,
/// which `pairing` does not.
fn miller_loop((p, q): &(G1Affine, G2Affine)) -> MillerLoopResult {
    multi_miller_loop(&[(p, &G2Prepared::from(*q))])
}

/// The two vectors are what the interface asks for; they cost less than a thousandth of two pairings.
fn product(pairs: &[(G1Affine, G2Affine)]) -> Gt {
    let prepared: Vec<G2Prepared> = pairs.iter().map(|(_, q)| G2Prepared::from(*q)).collect();
    let terms: Vec<_> = pairs.iter().map(|(p, _)| p).zip(&prepared).collect();
    multi_miller_loop(&terms).final_exponentiation()
}

fn hash_to_curve<G: HashToCurve<ExpandMsgXmd<sha2_10::Sha256>>>(input: &Input) -> G {
    G::hash_to_curve([input.field(0)], input.field(1))
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    let mut little_endian = *bytes;
    little_endian.reverse();
    Scalar::from_bytes(&little_endian).expect("inputs are below the group order")
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Projective::generator() * scalar(k)
}

fn g2(k: &[u8; 32]) -> G2Projective {
    G2Projective::generator() * scalar(k)
}

fn affine_products(inputs: &[Input]) -> Vec<Vec<(G1Affine, G2Affine)>> {
    pairs(inputs, |k| g1(k).to_affine(), |k| g2(k).to_affine())
}

fn affine_pairs(inputs: &[Input]) -> Vec<(G1Affine, G2Affine)> {
    affine_products(inputs).into_iter().flatten().collect()
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

fn encode_g2(point: &G2Projective) -> Vec<u8> {
    point.to_affine().to_compressed().to_vec()
}
