//! Modular arithmetic of OpenSSL's big numbers. None is flagged as secret (`BN_FLG_CONSTTIME`), as by default, so the
//! library may take ways that depend on the values.

use std::sync::LazyLock;

use openssl::bn::BigNum;

use super::{LIBRARY, integer, with_context};
use crate::inputs::{bls12_381_order, each, p256_order};
use crate::library::integer_bytes::trimmed;
use crate::operation::{Kind, Modulus, Operation};
use crate::workload::Workload;

static BLS12_381_ORDER: LazyLock<BigNum> = LazyLock::new(|| integer(&bls12_381_order().to_bytes_be()));
static P256_ORDER: LazyLock<BigNum> = LazyLock::new(|| integer(&p256_order().to_bytes_be()));

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::ModInv => inverse(operation, &BLS12_381_ORDER),
        Kind::EcInv => inverse(operation, &P256_ORDER),
        Kind::ModMul(Modulus::GroupOrder) => {
            let r: &'static BigNum = &BLS12_381_ORDER;
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BigNum; 2]| product(a, b, r), encode_scalar)
        }
        Kind::ModMul(_) => {
            let pool = each(|input| [0, 1, 2].map(|i| integer(input.field(i))));
            let product = |[modulus, a, b]: &[BigNum; 3]| product(a, b, modulus);
            Workload::new(operation, library, pool, product, |product| trimmed(product.to_vec()))
        }
        Kind::EcOrderMul => {
            let n: &'static BigNum = &P256_ORDER;
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BigNum; 2]| product(a, b, n), encode_scalar)
        }
        Kind::EcOrderAdd => {
            let n: &'static BigNum = &P256_ORDER;
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            let sum = move |[a, b]: &[BigNum; 2]| {
                let mut sum = BigNum::new().expect("memory for an integer");
                with_context(|context| sum.mod_add(a, b, n, context)).expect("a sum of valid inputs");
                sum
            };
            Workload::new(operation, library, pool, sum, encode_scalar)
        }
        // The library makes its Montgomery form of the modulus anew in every call.
        Kind::ModExp(_) => {
            let pool = each(|input| [0, 1, 2].map(|i| integer(input.field(i))));
            let power = |[modulus, base, exponent]: &[BigNum; 3]| {
                let mut power = BigNum::new().expect("memory for an integer");
                with_context(|context| power.mod_exp(base, exponent, modulus, context)).expect("odd moduli");
                power
            };
            Workload::new(operation, library, pool, power, |power| trimmed(power.to_vec()))
        }
        _ => return None,
    })
}

fn product(a: &BigNum, b: &BigNum, modulus: &BigNum) -> BigNum {
    let mut product = BigNum::new().expect("memory for an integer");
    with_context(|context| product.mod_mul(a, b, modulus, context)).expect("a product of valid inputs");
    product
}

/// Inverses modulo a prime.
fn inverse(operation: &'static Operation, modulus: &'static BigNum) -> Workload {
    let invert = move |value: &BigNum| {
        let mut inverse = BigNum::new().expect("memory for an integer");
        with_context(|context| inverse.mod_inverse(value, modulus, context))
            .expect("the modulus is prime and the value is not 0");
        inverse
    };
    Workload::new(operation, &LIBRARY, each(|input| integer(input.field(0))), invert, encode_scalar)
}

/// 32 big-endian bytes.
fn encode_scalar(value: &BigNum) -> Vec<u8> {
    value.to_vec_padded(32).expect("scalars have at most 32 bytes")
}
