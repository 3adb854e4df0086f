//! Hashes, HMAC and AES-GCM on the RustCrypto crates, and hashing to a scalar of bls12_381: so short that the very
//! functions of the adapters are called, for two copies that the compiler inlined would be compared otherwise.

use cbas_bench::inputs::Input;
use cbas_bench::library::outlined;
use cbas_bench::operation::{Kind, Operation};

use super::{Bare, each, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    match operation.kind {
        Kind::HashToScalar => {
            over(each(inputs, Input::own), |[m, tag]: &[Vec<u8>; 2]| outlined::hash_to_scalar(m, tag))
        }
        Kind::Hash256 => over(each(inputs, Input::own), |[m]: &[Vec<u8>; 1]| outlined::sha_256(m)),
        Kind::Hmac256 => over(each(inputs, Input::own), |[key, m]: &[Vec<u8>; 2]| outlined::hmac_sha_256(key, m)),
        Kind::AesGcmEnc => over(each(inputs, Input::own), |[key, nonce, m]: &[Vec<u8>; 3]| {
            outlined::aes_128_gcm_encrypt(key, nonce, m)
        }),
        Kind::AesGcmDec => over(each(inputs, Input::own), |[key, nonce, sealed]: &[Vec<u8>; 3]| {
            outlined::aes_128_gcm_decrypt(key, nonce, sealed)
        }),
        _ => None,
    }
}
