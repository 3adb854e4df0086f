//! crypto-bigint: fixed-size integers, constant-time Montgomery arithmetic.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Odd, U256, U384};

use super::Library;
use crate::inputs::{self, bls12_381_modulus, bls12_381_order, to_bytes};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "crypto-bigint",
    version: env!("CBAS_VERSION_CRYPTO_BIGINT"),
    role: "constant-time modular inverse and power: what a secret exponent needs",
};

pub(super) fn workloads() -> Vec<Workload> {
    let r = params_256();
    let p = params_384();
    vec![
        Workload::new(
            "mod-inv",
            &LIBRARY,
            move |seed| inputs::mod_inv(seed).iter().map(|value| form_256(value, &r)).collect(),
            |value: &FixedMontyForm<4>| value.invert().expect("the value is not 0"),
            |inverse| inverse.retrieve().to_be_bytes().as_ref().to_vec(),
        ),
        Workload::new(
            "mod-exp-255",
            &LIBRARY,
            move |seed| {
                let pairs = inputs::mod_exp_255(seed);
                pairs.iter().map(|(base, k)| (form_256(base, &r), U256::from_be_slice(k))).collect()
            },
            |(base, exponent): &(FixedMontyForm<4>, U256)| base.pow(exponent),
            |power| power.retrieve().to_be_bytes().as_ref().to_vec(),
        ),
        Workload::new(
            "mod-exp-381",
            &LIBRARY,
            move |seed| {
                let pairs = inputs::mod_exp_381(seed);
                pairs
                    .iter()
                    .map(|(base, k)| (FixedMontyForm::new(&U384::from_be_slice(base), &p), U384::from_be_slice(k)))
                    .collect()
            },
            |(base, exponent): &(FixedMontyForm<6>, U384)| base.pow(exponent),
            |power| power.retrieve().to_be_bytes().as_ref().to_vec(),
        ),
    ]
}

fn params_256() -> FixedMontyParams<4> {
    let modulus = U256::from_be_slice(&to_bytes::<32>(bls12_381_order()));
    FixedMontyParams::new_vartime(Odd::new(modulus).expect("r is odd"))
}

fn params_384() -> FixedMontyParams<6> {
    let modulus = U384::from_be_slice(&to_bytes::<48>(bls12_381_modulus()));
    FixedMontyParams::new_vartime(Odd::new(modulus).expect("p is odd"))
}

fn form_256(value: &[u8; 32], params: &FixedMontyParams<4>) -> FixedMontyForm<4> {
    FixedMontyForm::new(&U256::from_be_slice(value), params)
}
