//! blstrs: BLS12-381 in C and assembly (blst) behind the ff/group 0.13 traits.
//!
//! Neither blstrs nor its binding of blst claims constant time, and a power in the target group branches on every bit.

use blstrs::{
    Bls12, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar, pairing,
};
use ff13::Field;
use group13::{Curve, Group};
use pairing13::{MillerLoopResult as _, MultiMillerLoop};

use super::{Library, gt_bytes};
use crate::inputs::{Input, each, pairs, powers};
use crate::locked;
use crate::operation::{Exponent, Kind, ModExp, Modulus, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "blstrs",
    version: locked::version("blstrs", ""),
    role: "default for BLS12-381; blst (C and assembly) behind Rust traits",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    [pairings, target_group, first_group, second_group, scalar_field].iter().find_map(|group| group(operation))
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
            let hash = |input: &Input| G1Projective::hash_to_curve(input.field(0), input.field(1), &[]);
            Workload::new(operation, library, <[Input]>::to_vec, hash, encode_g1)
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
            let hash = |input: &Input| G2Projective::hash_to_curve(input.field(0), input.field(1), &[]);
            Workload::new(operation, library, <[Input]>::to_vec, hash, encode_g2)
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

/// Arithmetic modulo r in the scalar field.
fn scalar_field(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let encode = |value: &Scalar| value.to_bytes_be().to_vec();
    Some(match operation.kind {
        Kind::ModInv => {
            let inverse = |value: &Scalar| value.invert().expect("the value is not 0");
            Workload::new(operation, library, each(|input| scalar(input.scalar(0))), inverse, encode)
        }
        Kind::ModMul(Modulus::GroupOrder) => {
            let pool = each(|input| (scalar(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(a, b)| a * b, encode)
        }
        Kind::ModExp(ModExp { modulus: Modulus::GroupOrder, exponent: Exponent::Random(255) }) => {
            let pool = each(|input| (scalar(input.scalar(1)), limbs(input.scalar(2))));
            let power = |(base, exponent): &(Scalar, [u64; 4])| base.pow_vartime(exponent);
            Workload::new(operation, library, pool, power, |power| {
                // As integers of any length are compared: without leading zeros.
                power.to_bytes_be().into_iter().skip_while(|&byte| byte == 0).collect()
            })
        }
        _ => return None,
    })
}

/// blstrs has no other Miller loop than that over prepared points: it stores the lines of Q and reads them back, which
/// `pairing` does not.
fn miller_loop((p, q): &(G1Affine, G2Affine)) -> MillerLoopResult {
    Bls12::multi_miller_loop(&[(p, &G2Prepared::from(*q))])
}

/// The two vectors are what the interface asks for; they cost less than a thousandth of two pairings.
fn product(pairs: &[(G1Affine, G2Affine)]) -> Gt {
    let prepared: Vec<G2Prepared> = pairs.iter().map(|(_, q)| G2Prepared::from(*q)).collect();
    let terms: Vec<_> = pairs.iter().map(|(p, _)| p).zip(&prepared).collect();
    Bls12::multi_miller_loop(&terms).final_exponentiation()
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_bytes_be(bytes).expect("inputs are below the group order")
}

/// Little-endian 64-bit limbs of a big-endian integer.
fn limbs(bytes: &[u8; 32]) -> [u64; 4] {
    std::array::from_fn(|i| {
        let end = 32 - 8 * i;
        u64::from_be_bytes(bytes[end - 8..end].try_into().expect("eight bytes"))
    })
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
