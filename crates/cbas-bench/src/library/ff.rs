//! ff: inversion and power through the `Field` trait, here on the scalar field of bls12_381.

use bls12_381::Scalar;
use ff::{Field, PrimeField};

use super::Library;
use crate::inputs;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "ff",
    version: env!("CBAS_VERSION_FF"),
    role: "field inversion and power modulo r through the Field trait (bls12_381's scalar field)",
};

pub(super) fn workloads() -> Vec<Workload> {
    vec![
        Workload::new(
            "mod-inv",
            &LIBRARY,
            |seed| inputs::mod_inv(seed).iter().map(scalar).collect(),
            |value: &Scalar| Field::invert(value).expect("the value is not 0"),
            encode,
        ),
        Workload::new(
            "mod-exp-255",
            &LIBRARY,
            |seed| inputs::mod_exp_255(seed).iter().map(|(base, k)| (scalar(base), limbs(k))).collect(),
            |(base, exponent): &(Scalar, [u64; 4])| Field::pow_vartime(base, exponent),
            encode,
        ),
    ]
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    let mut little_endian = *bytes;
    little_endian.reverse();
    Scalar::from_repr(little_endian).expect("inputs are below the modulus")
}

/// Little-endian 64-bit limbs of a big-endian integer.
fn limbs(bytes: &[u8; 32]) -> [u64; 4] {
    std::array::from_fn(|i| {
        let end = 32 - 8 * i;
        u64::from_be_bytes(bytes[end - 8..end].try_into().expect("eight bytes"))
    })
}

fn encode(value: &Scalar) -> Vec<u8> {
    value.to_repr().into_iter().rev().collect()
}
