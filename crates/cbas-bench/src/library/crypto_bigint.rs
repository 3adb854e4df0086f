//! crypto-bigint: fixed-size integers, constant-time Montgomery arithmetic.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Odd, U256, Uint};

use super::Library;
use crate::inputs::{Input, bls12_381_order, each, padded};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "crypto-bigint",
    version: env!("CBAS_VERSION_CRYPTO_BIGINT"),
    role: "constant-time modular arithmetic: what a secret exponent needs",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let workload = match operation.kind {
        Kind::ModInv => {
            let r = parameters::<4>(&padded(bls12_381_order(), 32));
            Workload::new(
                operation,
                library,
                each(move |input| FixedMontyForm::new(&U256::from_be_slice(input.field(0)), &r)),
                |value: &FixedMontyForm<4>| value.invert().expect("the value is not 0"),
                |inverse| inverse.retrieve().to_be_bytes().as_ref().to_vec(),
            )
        }
        Kind::ModExp(sizes) => match sizes.modulus.bits().max(sizes.exponent.bits()).div_ceil(64) {
            4 => power::<4>(operation),
            6 => power::<6>(operation),
            16 => power::<16>(operation),
            32 => power::<32>(operation),
            48 => power::<48>(operation),
            _ => return None,
        },
        _ => return None,
    };
    // The crate's documentation: constant time but for functions called vartime.
    Some(workload.claiming_constant_time())
}

/// Powers with everything in integers of `LIMBS` words. The base is brought into Montgomery form beforehand.
fn power<const LIMBS: usize>(operation: &'static Operation) -> Workload {
    Workload::new(
        operation,
        &LIBRARY,
        |inputs: &[Input]| {
            let Some(first) = inputs.first() else { return Vec::new() };
            let shared = (first.field(0).to_vec(), parameters::<LIMBS>(first.field(0)));
            let form = |input: &Input| {
                let params = if input.field(0) == shared.0 { shared.1 } else { parameters(input.field(0)) };
                (FixedMontyForm::new(&integer(input.field(1)), &params), integer(input.field(2)))
            };
            inputs.iter().map(form).collect()
        },
        |(base, exponent): &(FixedMontyForm<LIMBS>, Uint<LIMBS>)| base.pow(exponent),
        |power| {
            // As integers of any length are compared: without leading zeros.
            let bytes = power.retrieve().to_words().into_iter().rev().flat_map(u64::to_be_bytes);
            bytes.skip_while(|&byte| byte == 0).collect()
        },
    )
}

fn integer<const LIMBS: usize>(bytes: &[u8]) -> Uint<LIMBS> {
    let mut padded = vec![0; 8 * LIMBS - bytes.len()];
    padded.extend_from_slice(bytes);
    Uint::from_be_slice(&padded)
}

fn parameters<const LIMBS: usize>(modulus: &[u8]) -> FixedMontyParams<LIMBS> {
    FixedMontyParams::new_vartime(Odd::new(integer(modulus)).expect("moduli are odd"))
}
