//! The operations of the study written by hand, without the adapters: inputs, and one call.

use std::hint::black_box;

use blstrs::{G1Projective, G2Projective, Gt};
use cbas_bench::inputs::{Input, bls12_381_modulus, bls12_381_order, draw, powers};
use cbas_bench::operation;
use group13::{Curve, Group};
use num_bigint::BigUint;
use p256::ProjectivePoint;

use super::SEED;

/// One operation.
pub struct Timed {
    /// `operation/library`.
    pub id: &'static str,
    /// Its operation.
    pub operation: &'static str,
    /// Its library.
    pub library: &'static str,
    /// Makes a loop over the calls.
    pub bare: fn() -> Box<dyn FnMut(u32)>,
}

/// For each operation its inputs and its call, in a bare loop.
macro_rules! operations {
    ($($name:ident: $operation:literal on $library:literal, $inputs:expr, $call:expr;)*) => {
        /// All of them.
        pub const OPERATIONS: &[Timed] = &[$(Timed {
            id: concat!($operation, "/", $library),
            operation: $operation,
            library: $library,
            bare: $name,
        }),*];

        $(fn $name() -> Box<dyn FnMut(u32)> {
            let inputs = $inputs;
            let mut next = 0;
            Box::new(move |count| {
                for _ in 0..count {
                    black_box($call(black_box(&inputs[next])));
                    next = if next + 1 == inputs.len() { 0 } else { next + 1 };
                }
            })
        })*
    };
}

operations! {
    pairing: "pairing" on "blstrs",
        drawn("pairing", |input| (g1(input.scalar(0)).to_affine(), g2(input.scalar(1)).to_affine())),
        |(p, q): &_| blstrs::pairing(p, q);
    gt_exp: "gt-exp" on "blstrs",
        gt("gt-exp", 0).into_iter().zip(drawn("gt-exp", |input| scalar(input.scalar(1)))).collect::<Vec<_>>(),
        |(base, k): &(Gt, blstrs::Scalar)| base * k;
    gt_mul: "gt-mul" on "blstrs",
        gt("gt-mul", 0).into_iter().zip(gt("gt-mul", 1)).collect::<Vec<_>>(),
        |(a, b): &(Gt, Gt)| a + b;
    mod_inv: "mod-inv" on "num-bigint",
        drawn("mod-inv", |input| integer(input.field(0))),
        |value: &BigUint| value.modinv(bls12_381_order()).expect("r is prime");
    mod_exp_255: "mod-exp-255" on "num-bigint",
        drawn("mod-exp-255", |input| (integer(input.field(1)), integer(input.field(2)))),
        |(base, exponent): &(BigUint, BigUint)| base.modpow(exponent, bls12_381_order());
    mod_exp_381: "mod-exp-381" on "num-bigint",
        drawn("mod-exp-381", |input| (integer(input.field(1)), integer(input.field(2)))),
        |(base, exponent): &(BigUint, BigUint)| base.modpow(exponent, bls12_381_modulus());
    ec_mul: "ec-mul" on "p256",
        drawn("ec-mul", |input| (point(input.scalar(0)), p256_scalar(input.scalar(1)))),
        |(p, k): &(ProjectivePoint, p256::Scalar)| p * k;
    ec_add: "ec-add" on "p256",
        drawn("ec-add", |input| (point(input.scalar(0)), point(input.scalar(1)))),
        |(p, q): &(ProjectivePoint, ProjectivePoint)| p + q;
}

fn drawn<T>(operation: &str, make: impl Fn(&Input) -> T) -> Vec<T> {
    draw(operation::find(operation).expect("an operation of the study"), SEED).iter().map(make).collect()
}

fn scalar(bytes: &[u8; 32]) -> blstrs::Scalar {
    blstrs::Scalar::from_bytes_be(bytes).expect("inputs are below the group order")
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Projective::generator() * scalar(k)
}

fn g2(k: &[u8; 32]) -> G2Projective {
    G2Projective::generator() * scalar(k)
}

fn gt(operation: &str, field: usize) -> Vec<Gt> {
    let scalars: Vec<[u8; 32]> = drawn(operation, |input| *input.scalar(field));
    powers(&scalars, |s| Gt::generator() * scalar(s), |a, b| a + b)
}

fn integer(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn p256_scalar(bytes: &[u8; 32]) -> p256::Scalar {
    use ff::PrimeField;
    p256::Scalar::from_repr((*bytes).into()).expect("inputs are below the group order")
}

fn point(k: &[u8; 32]) -> ProjectivePoint {
    ProjectivePoint::GENERATOR * p256_scalar(k)
}
