//! num-integer: the extended Euclidean algorithm over num-bigint integers.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

use super::Library;
use crate::inputs::{self, bls12_381_order, to_bytes};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "num-integer",
    version: env!("CBAS_VERSION_NUM_INTEGER"),
    role: "second modular inverse, by the extended Euclidean algorithm",
};

pub(super) fn workloads() -> Vec<Workload> {
    // Signed integers: the Bezout coefficient is negative half of the time, and `extended_gcd`
    // panics on unsigned ones.
    let order = BigInt::from_biguint(Sign::Plus, bls12_381_order().clone());
    let order: &'static BigInt = Box::leak(Box::new(order));
    vec![Workload::new(
        "mod-inv",
        &LIBRARY,
        |seed| inputs::mod_inv(seed).iter().map(|value| BigInt::from_bytes_be(Sign::Plus, value)).collect(),
        move |value: &BigInt| value.extended_gcd(order).x.mod_floor(order),
        |inverse| to_bytes::<32>(&inverse.to_biguint().unwrap_or_else(BigUint::default)).to_vec(),
    )]
}
