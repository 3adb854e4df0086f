//! num-integer: the extended Euclidean algorithm over num-bigint integers.

use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

use super::Library;
use crate::inputs::{bls12_381_order, each, p256_order, padded};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "num-integer",
    version: locked::version("num-integer", ""),
    role: "second modular inverse, by the extended Euclidean algorithm",
};

// Signed integers: the Bezout coefficient is negative half of the time, and `extended_gcd` panics on unsigned ones.
static BLS12_381_ORDER: LazyLock<BigInt> = LazyLock::new(|| signed(bls12_381_order()));
static P256_ORDER: LazyLock<BigInt> = LazyLock::new(|| signed(p256_order()));

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let modulus: &'static BigInt = match operation.kind {
        Kind::ModInv => &BLS12_381_ORDER,
        Kind::EcInv => &P256_ORDER,
        _ => return None,
    };
    Some(Workload::new(
        operation,
        &LIBRARY,
        each(|input| BigInt::from_bytes_be(Sign::Plus, input.field(0))),
        move |value: &BigInt| value.extended_gcd(modulus).x.mod_floor(modulus),
        |inverse| padded(&inverse.to_biguint().unwrap_or_default(), 32),
    ))
}

fn signed(value: &BigUint) -> BigInt {
    BigInt::from_biguint(Sign::Plus, value.clone())
}
