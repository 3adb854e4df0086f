//! num-integer: the extended Euclidean algorithm over num-bigint integers.

use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

use super::Library;
use crate::inputs::{bls12_381_order, each, padded};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "num-integer",
    version: env!("CBAS_VERSION_NUM_INTEGER"),
    role: "second modular inverse, by the extended Euclidean algorithm",
};

// Signed integers: the Bezout coefficient is negative half of the time, and `extended_gcd` panics on unsigned ones.
static ORDER: LazyLock<BigInt> = LazyLock::new(|| BigInt::from_biguint(Sign::Plus, bls12_381_order().clone()));

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::ModInv = operation.kind else { return None };
    let order: &'static BigInt = &ORDER;
    Some(Workload::new(
        operation,
        &LIBRARY,
        each(|input| BigInt::from_bytes_be(Sign::Plus, input.field(0))),
        move |value: &BigInt| value.extended_gcd(order).x.mod_floor(order),
        |inverse| padded(&inverse.to_biguint().unwrap_or_else(BigUint::default), 32),
    ))
}
