//! Arithmetic modulo integers on num-bigint.

use cbas_bench::inputs::{Input, bls12_381_order};
use cbas_bench::operation::{Kind, Modulus, Operation};
use num_bigint::BigUint;

use super::{Bare, each, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    let r = bls12_381_order();
    match operation.kind {
        Kind::ModInv => over(each(inputs, |input| integer(input.field(0))), move |value: &BigUint| {
            value.modinv(r).expect("r is prime")
        }),
        Kind::ModMul(Modulus::GroupOrder) => {
            over(each(inputs, |input| [0, 1].map(|field| integer(input.field(field)))), move |[a, b]: &[BigUint; 2]| {
                a * b % r
            })
        }
        Kind::ModMul(_) => {
            let integers = each(inputs, |input| [0, 1, 2].map(|field| integer(input.field(field))));
            over(integers, |[modulus, a, b]: &[BigUint; 3]| a * b % modulus)
        }
        Kind::ModExp(_) => {
            let integers = each(inputs, |input| [0, 1, 2].map(|field| integer(input.field(field))));
            over(integers, |[modulus, base, exponent]: &[BigUint; 3]| base.modpow(exponent, modulus))
        }
        _ => None,
    }
}

fn integer(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}
