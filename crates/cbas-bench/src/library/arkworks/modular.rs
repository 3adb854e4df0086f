//! Modular arithmetic of arkworks, in the fields of BLS12-381.

use ark_bls12_381::{Fq, Fr};
use ark_ff::{BigInteger, Field, PrimeField};

use super::LIBRARY;
use crate::inputs::each;
use crate::library::integer_bytes::trimmed;
use crate::operation::{Kind, ModExp, Modulus, Operation};
use crate::workload::Workload;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::ModInv => {
            let inverse = |value: &Fr| value.inverse().expect("the value is not 0");
            Workload::new(operation, library, each(|input| element(input.field(0))), inverse, encode)
        }
        Kind::ModMul(Modulus::GroupOrder) => {
            let pool = each(|input| [0, 1].map(|i| element(input.field(i))));
            Workload::new(operation, library, pool, |[a, b]: &[Fr; 2]| *a * b, encode)
        }
        Kind::ModExp(ModExp { modulus: Modulus::GroupOrder, .. }) => power::<Fr>(operation),
        Kind::ModExp(ModExp { modulus: Modulus::BaseField, .. }) => power::<Fq>(operation),
        _ => return None,
    })
}

/// Powers in a field, whose modulus is a constant of the library.
fn power<F: PrimeField>(operation: &'static Operation) -> Workload {
    let pool = each(|input| (element::<F>(input.field(1)), limbs(input.field(2))));
    let power = |(base, exponent): &(F, Vec<u64>)| base.pow(exponent);
    Workload::new(operation, &LIBRARY, pool, power, |power| trimmed(encode(power)))
}

fn element<F: PrimeField>(bytes: &[u8]) -> F {
    F::from_be_bytes_mod_order(bytes)
}

/// Little-endian 64-bit limbs of a big-endian integer.
fn limbs(bytes: &[u8]) -> Vec<u64> {
    bytes.rchunks(8).map(|limb| limb.iter().fold(0, |value, &byte| value << 8 | u64::from(byte))).collect()
}

fn encode<F: PrimeField>(value: &F) -> Vec<u8> {
    value.into_bigint().to_bytes_be()
}
