//! num-bigint: arbitrary-size integers, variable time.

use num_bigint::BigUint;
use sha2::{Digest, Sha512};

use super::Library;
use super::integer_bytes::trimmed;
use crate::inputs::{Input, bls12_381_order, each, p256_order, padded};
use crate::locked;
use crate::operation::{Kind, Modulus, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "num-bigint",
    version: locked::version("num-bigint", "0.5"),
    role: "default for modular arithmetic; not constant time",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let (r, n) = (bls12_381_order(), p256_order());
    let encode_scalar = |value: &BigUint| padded(value, 32);
    Some(match operation.kind {
        Kind::ModInv => inverse(operation, r),
        Kind::EcInv => inverse(operation, n),
        Kind::ModMul(Modulus::GroupOrder) => {
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BigUint; 2]| a * b % r, encode_scalar)
        }
        Kind::ModMul(_) => {
            let pool = each(|input| [0, 1, 2].map(|i| integer(input.field(i))));
            let product = |[modulus, a, b]: &[BigUint; 3]| a * b % modulus;
            Workload::new(operation, library, pool, product, |product| trimmed(product.to_bytes_be()))
        }
        Kind::EcOrderMul => {
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BigUint; 2]| a * b % n, encode_scalar)
        }
        Kind::EcOrderAdd => {
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BigUint; 2]| (a + b) % n, encode_scalar)
        }
        Kind::ModExp(_) => {
            let pool = each(|input| [0, 1, 2].map(|i| integer(input.field(i))));
            let power = |[modulus, base, exponent]: &[BigUint; 3]| base.modpow(exponent, modulus);
            Workload::new(operation, library, pool, power, |power| trimmed(power.to_bytes_be()))
        }
        Kind::HashToScalar => {
            Workload::new(operation, library, <[Input]>::to_vec, move |input| hash_to_scalar(input, r), encode_scalar)
        }
        _ => return None,
    })
}

/// Inverses modulo a prime.
fn inverse(operation: &'static Operation, modulus: &'static BigUint) -> Workload {
    let invert = move |value: &BigUint| value.modinv(modulus).expect("the modulus is prime and the value is not 0");
    Workload::new(operation, &LIBRARY, each(|input| integer(input.field(0))), invert, |inverse| padded(inverse, 32))
}

fn integer(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// SHA-512 read as a little-endian integer, as `from_bytes_wide` of bls12_381 reads it.
fn hash_to_scalar(input: &Input, order: &BigUint) -> BigUint {
    let mut hash = Sha512::new();
    hash.update(input.field(1));
    hash.update(input.field(0));
    BigUint::from_bytes_le(&hash.finalize()) % order
}
