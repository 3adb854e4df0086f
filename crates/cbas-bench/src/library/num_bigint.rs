//! num-bigint: arbitrary-size integers, variable time.

use num_bigint::BigUint;
use sha2::{Digest, Sha512};

use super::Library;
use crate::inputs::{self, bls12_381_modulus, bls12_381_order, to_bytes};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "num-bigint",
    version: env!("CBAS_VERSION_NUM_BIGINT"),
    role: "default for modular inverse and power; not constant time",
};

pub(super) fn workloads() -> Vec<Workload> {
    let (r, p) = (bls12_381_order(), bls12_381_modulus());
    vec![
        Workload::new(
            "mod-inv",
            &LIBRARY,
            |seed| inputs::mod_inv(seed).iter().map(|value| BigUint::from_bytes_be(value)).collect(),
            move |value: &BigUint| value.modinv(r).expect("r is prime and the value is not 0"),
            |inverse| to_bytes::<32>(inverse).to_vec(),
        ),
        Workload::new(
            "mod-exp-255",
            &LIBRARY,
            |seed| integers(&inputs::mod_exp_255(seed)),
            move |(base, exponent)| base.modpow(exponent, r),
            |power| to_bytes::<32>(power).to_vec(),
        ),
        Workload::new(
            "mod-exp-381",
            &LIBRARY,
            |seed| integers(&inputs::mod_exp_381(seed)),
            move |(base, exponent)| base.modpow(exponent, p),
            |power| to_bytes::<48>(power).to_vec(),
        ),
        Workload::new(
            "hash-to-scalar",
            &LIBRARY,
            |seed| inputs::messages(seed, "hash-to-scalar"),
            move |message| hash_to_scalar(message, r),
            |scalar| to_bytes::<32>(scalar).to_vec(),
        ),
    ]
}

fn integers<const N: usize>(pairs: &[([u8; N], [u8; N])]) -> Vec<(BigUint, BigUint)> {
    pairs.iter().map(|(a, b)| (BigUint::from_bytes_be(a), BigUint::from_bytes_be(b))).collect()
}

/// SHA-512 read as a little-endian integer, as `from_bytes_wide` of bls12_381 reads it.
fn hash_to_scalar(message: &[u8; 64], order: &BigUint) -> BigUint {
    let mut hash = Sha512::new();
    hash.update(super::HASH_TO_SCALAR_TAG);
    hash.update(message);
    BigUint::from_bytes_le(&hash.finalize()) % order
}
