//! Modular arithmetic of miracl: its big numbers of one curve size, and the finite fields of its RSA and DH.

use miracl_core::bls12381::big::{BIG, MODBYTES};
use miracl_core::bls12381::rom;

use super::LIBRARY;
use crate::inputs::{Input, each};
use crate::library::integer_bytes::trimmed;
use crate::operation::{Kind, ModExp, Modulus, Operation};
use crate::workload::Workload;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        // The binary method, which the library documents as not safe against side channels.
        Kind::ModInv => {
            let r = BIG::new_ints(&rom::CURVE_ORDER);
            let invert = move |value: &BIG| {
                let mut inverse = *value;
                inverse.invmodp(&r);
                inverse
            };
            Workload::new(operation, library, each(|input| integer(input.field(0))), invert, encode_scalar)
        }
        // A product and a division by shifts and subtractions; the library keeps Montgomery forms for its curve fields.
        Kind::ModMul(Modulus::GroupOrder) => {
            let r = BIG::new_ints(&rom::CURVE_ORDER);
            let pool = each(|input| [0, 1].map(|i| integer(input.field(i))));
            Workload::new(operation, library, pool, move |[a, b]: &[BIG; 2]| BIG::modmul(a, b, &r), encode_scalar)
        }
        Kind::ModExp(sizes) => power(operation, sizes)?,
        _ => return None,
    })
}

/// The function of the library for powers of these sizes: the smallest type that holds modulus and exponent. There is
/// none for moduli above 2048 bits with exponents that a machine word does not hold.
fn power(operation: &'static Operation, sizes: ModExp) -> Option<Workload> {
    let (modulus, exponent) = (sizes.modulus.bits(), sizes.exponent.bits());
    match (modulus, modulus.max(exponent)) {
        (_, ..=384) => Some(big_power(operation)),
        (1025..=2048, _) if exponent < isize::BITS => Some(word_power_2048(operation)),
        (2049..=4096, _) if exponent < isize::BITS => Some(word_power_4096(operation)),
        (_, ..=1024) => Some(field_power_1024(operation)),
        (_, ..=2048) => Some(field_power_2048(operation)),
        _ => None,
    }
}

/// The plain loop over big numbers, `BIG::powmod`: what the reference study's T_meo* fits.
fn big_power(operation: &'static Operation) -> Workload {
    let pool = each(|input| [0, 1, 2].map(|i| integer(input.field(i))));
    let power = |[modulus, base, exponent]: &[BIG; 3]| {
        let mut base = *base;
        base.powmod(exponent, modulus)
    };
    Workload::new(operation, &LIBRARY, pool, power, |power| trimmed(encode(power)))
}

/// Powers with an exponent of one machine word in the type for RSA moduli, as RSA verification has them.
macro_rules! word_power {
    ($name:ident, $field:ident) => {
        fn $name(operation: &'static Operation) -> Workload {
            use miracl_core::$field::ff::DF;
            const BYTES: usize = miracl_core::$field::ff::DL * miracl_core::$field::big::MODBYTES;
            let integer = |input: &Input, field: usize| {
                let mut value = DF::new();
                value.frombytes(&left_padded::<BYTES>(input.field(field)));
                value
            };
            let word = |bytes: &[u8]| bytes.iter().fold(0, |value, &byte| value << 8 | isize::from(byte));
            let pool = each(move |input| (integer(input, 0), integer(input, 1), word(input.field(2))));
            let power = |(modulus, base, exponent): &(DF, DF, isize)| {
                let mut power = DF::new();
                power.copy(base);
                power.power(*exponent, modulus);
                power
            };
            Workload::new(operation, &LIBRARY, pool, power, |power| {
                let (mut copy, mut bytes) = (DF::new(), [0; BYTES]);
                copy.copy(power);
                copy.tobytes(&mut bytes);
                trimmed(bytes)
            })
        }
    };
}

word_power!(word_power_2048, rsa2048);
word_power!(word_power_4096, rsa4096);

/// Powers in the type for primes of RSA, which is also that of finite-field Diffie-Hellman. `pow`, documented as the
/// faster one that is not safe against side channels, squares once for every bit of the type: short exponents are as
/// dear as long ones.
macro_rules! field_power {
    ($name:ident, $field:ident) => {
        fn $name(operation: &'static Operation) -> Workload {
            use miracl_core::$field::ff::SF;
            const BYTES: usize = miracl_core::$field::ff::SL * miracl_core::$field::big::MODBYTES;
            let integer = |input: &Input, field: usize| {
                let mut value = SF::new();
                value.frombytes(&left_padded::<BYTES>(input.field(field)));
                value
            };
            let pool = each(move |input| [0, 1, 2].map(|field| integer(input, field)));
            let power = |[modulus, base, exponent]: &[SF; 3]| {
                let mut power = SF::new();
                power.copy(base);
                power.pow(exponent, modulus);
                power
            };
            Workload::new(operation, &LIBRARY, pool, power, |power| {
                let (mut copy, mut bytes) = (SF::new(), [0; BYTES]);
                copy.copy(power);
                copy.tobytes(&mut bytes);
                trimmed(bytes)
            })
        }
    };
}

field_power!(field_power_1024, rsa2048);
field_power!(field_power_2048, rsa4096);

fn integer(bytes: &[u8]) -> BIG {
    BIG::frombytes(&left_padded::<MODBYTES>(bytes))
}

fn left_padded<const LENGTH: usize>(bytes: &[u8]) -> [u8; LENGTH] {
    let mut padded = [0; LENGTH];
    padded[LENGTH - bytes.len()..].copy_from_slice(bytes);
    padded
}

fn encode(value: &BIG) -> [u8; MODBYTES] {
    let mut bytes = [0; MODBYTES];
    value.tobytes(&mut bytes);
    bytes
}

fn encode_scalar(value: &BIG) -> Vec<u8> {
    encode(value)[MODBYTES - 32..].to_vec()
}
