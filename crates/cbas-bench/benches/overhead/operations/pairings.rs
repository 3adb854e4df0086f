//! BLS12-381 on blstrs.

use blstrs::{Bls12, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar};
use cbas_bench::inputs::{Input, pairs, powers};
use cbas_bench::operation::{Kind, Operation};
use group13::{Curve, Group};
use pairing13::{MillerLoopResult as _, MultiMillerLoop};

use super::{Bare, each, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    match operation.kind {
        Kind::Pairing => over(each(inputs, pair), |(p, q)| blstrs::pairing(p, q)),
        Kind::MillerLoop => over(each(inputs, pair), miller_loop),
        Kind::FinalExp => {
            let values = each(inputs, |input| miller_loop(&pair(input)));
            over(values, MillerLoopResult::final_exponentiation)
        }
        Kind::PairingProduct { .. } => over(products(inputs), |pairs| {
            let prepared: Vec<G2Prepared> = pairs.iter().map(|(_, q)| G2Prepared::from(*q)).collect();
            let terms: Vec<_> = pairs.iter().map(|(p, _)| p).zip(&prepared).collect();
            Bls12::multi_miller_loop(&terms).final_exponentiation()
        }),
        Kind::GtExp => {
            let exponents = each(inputs, |input| scalar(input.scalar(1)));
            over(gt(inputs, 0).into_iter().zip(exponents).collect(), |(base, k): &(Gt, Scalar)| base * k)
        }
        Kind::GtMul => over(gt(inputs, 0).into_iter().zip(gt(inputs, 1)).collect(), |(a, b): &(Gt, Gt)| a + b),
        Kind::G1Mul => over(each(inputs, |i| (g1(i.scalar(0)), scalar(i.scalar(1)))), |(p, k)| p * k),
        Kind::G1Add => over(each(inputs, |i| (g1(i.scalar(0)), g1(i.scalar(1)))), |(p, q)| p + q),
        Kind::G2Mul => over(each(inputs, |i| (g2(i.scalar(0)), scalar(i.scalar(1)))), |(p, k)| p * k),
        Kind::G2Add => over(each(inputs, |i| (g2(i.scalar(0)), g2(i.scalar(1)))), |(p, q)| p + q),
        Kind::HashToG1 => over(inputs.to_vec(), |i| G1Projective::hash_to_curve(i.field(0), i.field(1), &[])),
        Kind::HashToG2 => over(inputs.to_vec(), |i| G2Projective::hash_to_curve(i.field(0), i.field(1), &[])),
        Kind::G1Encode => over(each(inputs, |i| g1(i.scalar(0))), |p: &G1Projective| p.to_affine().to_compressed()),
        Kind::G2Encode => over(each(inputs, |i| g2(i.scalar(0))), |p: &G2Projective| p.to_affine().to_compressed()),
        Kind::G1Decode => over(each(inputs, |i| <[u8; 48]>::try_from(i.field(0)).unwrap()), |bytes| {
            Option::<G1Affine>::from(G1Affine::from_compressed(bytes))
        }),
        Kind::G2Decode => over(each(inputs, |i| <[u8; 96]>::try_from(i.field(0)).unwrap()), |bytes| {
            Option::<G2Affine>::from(G2Affine::from_compressed(bytes))
        }),
        _ => None,
    }
}

fn miller_loop((p, q): &(G1Affine, G2Affine)) -> MillerLoopResult {
    Bls12::multi_miller_loop(&[(p, &G2Prepared::from(*q))])
}

fn pair(input: &Input) -> (G1Affine, G2Affine) {
    (g1(input.scalar(0)).to_affine(), g2(input.scalar(1)).to_affine())
}

fn products(inputs: &[Input]) -> Vec<Vec<(G1Affine, G2Affine)>> {
    pairs(inputs, |k| g1(k).to_affine(), |k| g2(k).to_affine())
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_bytes_be(bytes).expect("inputs are below the group order")
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Projective::generator() * scalar(k)
}

fn g2(k: &[u8; 32]) -> G2Projective {
    G2Projective::generator() * scalar(k)
}

fn gt(inputs: &[Input], field: usize) -> Vec<Gt> {
    let scalars: Vec<[u8; 32]> = each(inputs, |input| *input.scalar(field));
    powers(&scalars, |s| Gt::generator() * scalar(s), |a, b| a + b)
}
