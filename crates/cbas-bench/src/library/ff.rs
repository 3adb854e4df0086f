//! ff: inversion, product and power through the `Field` trait, here on the scalar field of bls12_381.

use bls12_381::Scalar;
use ff::{Field, PrimeField};

use super::Library;
use super::integer_bytes::trimmed;
use crate::inputs::each;
use crate::locked;
use crate::operation::{Exponent, Kind, ModExp, Modulus, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "ff",
    version: locked::version("ff", "0.14"),
    role: "field arithmetic modulo r through the Field trait (bls12_381's scalar field)",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        // Claims: README of bls12_381, which implements the trait: all its operations but those noted otherwise.
        Kind::ModInv => {
            let inverse = |value: &Scalar| Field::invert(value).expect("the value is not 0");
            Workload::new(operation, library, each(|input| scalar(input.scalar(0))), inverse, encode)
                .claiming_constant_time()
        }
        Kind::ModMul(Modulus::GroupOrder) => {
            let pool = each(|input| [0, 1].map(|i| scalar(input.scalar(i))));
            Workload::new(operation, library, pool, |[a, b]: &[Scalar; 2]| a * b, encode).claiming_constant_time()
        }
        Kind::ModExp(ModExp { modulus: Modulus::GroupOrder, exponent: Exponent::Random(255) }) => {
            let pool = each(|input| (scalar(input.scalar(1)), limbs(input.scalar(2))));
            let power = |(base, exponent): &(Scalar, [u64; 4])| Field::pow_vartime(base, exponent);
            Workload::new(operation, library, pool, power, |power| trimmed(encode(power)))
        }
        _ => return None,
    })
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
