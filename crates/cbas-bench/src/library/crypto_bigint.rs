//! crypto-bigint: constant-time Montgomery arithmetic, on integers of fixed size where the operation names one.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams, FixedMontyForm, FixedMontyParams};
use crypto_bigint::{BoxedUint, Odd, Uint};
use num_bigint::BigUint;

use super::Library;
use super::integer_bytes::trimmed;
use crate::inputs::{Input, bls12_381_order, each, p256_order, padded};
use crate::locked;
use crate::operation::{Kind, ModExp, Modulus, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "crypto-bigint",
    version: locked::version("crypto-bigint", "0.7"),
    role: "constant-time modular arithmetic: what a secret exponent needs",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let workload = match operation.kind {
        Kind::ModInv => inverse(operation, bls12_381_order()),
        Kind::EcInv => inverse(operation, p256_order()),
        Kind::ModMul(Modulus::GroupOrder) => {
            Workload::new(operation, &LIBRARY, scalars(bls12_381_order()), |[a, b]| a * b, encode_scalar)
        }
        Kind::ModMul(Modulus::Random(2048)) => product_2048(operation),
        Kind::EcOrderMul => Workload::new(operation, &LIBRARY, scalars(p256_order()), |[a, b]| a * b, encode_scalar),
        Kind::EcOrderAdd => Workload::new(operation, &LIBRARY, scalars(p256_order()), |[a, b]| a + b, encode_scalar),
        Kind::ModExp(sizes) => power(operation, sizes),
        _ => return None,
    };
    // README and crate documentation: constant time but for functions called vartime. Lengths of exponents are public.
    Some(workload.claiming_constant_time())
}

/// Inverses modulo a prime of at most 256 bits, of values in Montgomery form.
fn inverse(operation: &'static Operation, modulus: &BigUint) -> Workload {
    let modulus = fixed_params::<4>(&padded(modulus, 32));
    let pool = each(move |input| FixedMontyForm::new(&fixed(input.field(0)), &modulus));
    let invert = |value: &FixedMontyForm<4>| value.invert().expect("the value is not 0");
    Workload::new(operation, &LIBRARY, pool, invert, encode_scalar)
}

/// Two values modulo a prime of at most 256 bits, in Montgomery form.
fn scalars(modulus: &BigUint) -> impl Fn(&[Input]) -> Vec<[FixedMontyForm<4>; 2]> + Send + Sync + use<> {
    let modulus = fixed_params::<4>(&padded(modulus, 32));
    each(move |input| [0, 1].map(|i| FixedMontyForm::new(&fixed(input.field(i)), &modulus)))
}

/// Products of values that are in Montgomery form beforehand.
fn product_2048(operation: &'static Operation) -> Workload {
    let pool = |inputs: &[Input]| {
        let form = |input: &Input, params: &FixedMontyParams<32>| {
            [1, 2].map(|i| FixedMontyForm::<32>::new(&fixed(input.field(i)), params))
        };
        with_shared_modulus(inputs, fixed_params, form)
    };
    Workload::new(operation, &LIBRARY, pool, |[a, b]| a * b, |product| trimmed(encode(product)))
}

/// Powers, in integers of fixed size for the sizes of the catalogue and in allocated ones for all others.
fn power(operation: &'static Operation, sizes: ModExp) -> Workload {
    let limbs = sizes.modulus.bits().div_ceil(64);
    if sizes.exponent.bits().div_ceil(64) > limbs {
        return boxed_power(operation, sizes);
    }
    match limbs {
        4 => fixed_power::<4>(operation, sizes),
        6 => fixed_power::<6>(operation, sizes),
        16 => fixed_power::<16>(operation, sizes),
        32 => fixed_power::<32>(operation, sizes),
        48 => fixed_power::<48>(operation, sizes),
        _ => boxed_power(operation, sizes),
    }
}

/// Powers with everything in integers of `LIMBS` words. The base is brought into Montgomery form beforehand.
fn fixed_power<const LIMBS: usize>(operation: &'static Operation, sizes: ModExp) -> Workload {
    let bits = sizes.exponent.bits();
    Workload::new(
        operation,
        &LIBRARY,
        |inputs: &[Input]| {
            let form = |input: &Input, params: &FixedMontyParams<LIMBS>| {
                (FixedMontyForm::new(&fixed(input.field(1)), params), fixed(input.field(2)))
            };
            with_shared_modulus(inputs, fixed_params, form)
        },
        move |(base, exponent): &(FixedMontyForm<LIMBS>, Uint<LIMBS>)| base.pow_bounded_exp(exponent, bits),
        |power| trimmed(encode(power)),
    )
}

/// The same in integers that know their size at run time only.
fn boxed_power(operation: &'static Operation, sizes: ModExp) -> Workload {
    let bits = sizes.exponent.bits();
    let precision = sizes.modulus.bits().next_multiple_of(64);
    Workload::new(
        operation,
        &LIBRARY,
        move |inputs: &[Input]| {
            let params = |modulus: &[u8]| {
                BoxedMontyParams::new_vartime(Odd::new(boxed(modulus, precision)).expect("odd moduli"))
            };
            let form = |input: &Input, params: &BoxedMontyParams| {
                let exponent = boxed(input.field(2), bits.next_multiple_of(64));
                (BoxedMontyForm::new(boxed(input.field(1), precision), params), exponent)
            };
            with_shared_modulus(inputs, params, form)
        },
        move |(base, exponent): &(BoxedMontyForm, BoxedUint)| base.pow_bounded_exp(exponent, bits),
        |power| trimmed(power.retrieve().to_be_bytes()),
    )
}

/// Inputs with the parameters of their modulus in field 0, which are made once while the modulus stays the same.
fn with_shared_modulus<P, I>(inputs: &[Input], params: impl Fn(&[u8]) -> P, form: impl Fn(&Input, &P) -> I) -> Vec<I> {
    let same_modulus = inputs.chunk_by(|a, b| a.field(0) == b.field(0));
    same_modulus
        .flat_map(|inputs| {
            let params = params(inputs[0].field(0));
            inputs.iter().map(|input| form(input, &params)).collect::<Vec<_>>()
        })
        .collect()
}

fn fixed<const LIMBS: usize>(bytes: &[u8]) -> Uint<LIMBS> {
    let mut padded = vec![0; 8 * LIMBS - bytes.len()];
    padded.extend_from_slice(bytes);
    Uint::from_be_slice(&padded)
}

fn fixed_params<const LIMBS: usize>(modulus: &[u8]) -> FixedMontyParams<LIMBS> {
    FixedMontyParams::new_vartime(Odd::new(fixed(modulus)).expect("moduli are odd"))
}

fn boxed(bytes: &[u8], precision: u32) -> BoxedUint {
    BoxedUint::from_be_slice(bytes, precision).expect("inputs have the stated sizes")
}

/// Big-endian bytes, as many as the type has.
fn encode<const LIMBS: usize>(value: &FixedMontyForm<LIMBS>) -> Vec<u8> {
    value.retrieve().to_words().into_iter().rev().flat_map(u64::to_be_bytes).collect()
}

fn encode_scalar(value: &FixedMontyForm<4>) -> Vec<u8> {
    encode(value)
}
