//! Hashes, HMAC and AES-GCM on the RustCrypto crates, and hashing to a scalar of bls12_381.

use aes_gcm::Aes128Gcm;
use aes_gcm::aead::Aead;
use bls12_381::Scalar;
use cbas_bench::inputs::Input;
use cbas_bench::operation::{Kind, Operation};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256, Sha512};

use super::{Bare, over};

pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    match operation.kind {
        Kind::HashToScalar => over(inputs.to_vec(), |input| {
            let mut hash = Sha512::new();
            hash.update(input.field(1));
            hash.update(input.field(0));
            Scalar::from_bytes_wide(&hash.finalize().into())
        }),
        Kind::Hash256 => over(inputs.to_vec(), |input| Sha256::digest(input.field(0))),
        Kind::Hmac256 => over(inputs.to_vec(), |input| {
            let mut mac = Hmac::<Sha256>::new_from_slice(input.field(0)).expect("keys have any length");
            mac.update(input.field(1));
            mac.finalize().into_bytes()
        }),
        Kind::AesGcmEnc => over(inputs.to_vec(), |input| {
            let (cipher, nonce) = aes_128_gcm(input);
            cipher.encrypt(nonce, input.field(2)).expect("a short message")
        }),
        Kind::AesGcmDec => over(inputs.to_vec(), |input| {
            let (cipher, nonce) = aes_128_gcm(input);
            cipher.decrypt(nonce, input.field(2)).expect("a ciphertext of this key")
        }),
        _ => None,
    }
}

fn aes_128_gcm(input: &Input) -> (Aes128Gcm, &aes_gcm::Nonce<aes_gcm::aead::consts::U12>) {
    let cipher = Aes128Gcm::new_from_slice(input.field(0)).expect("16 bytes");
    (cipher, input.field(1).try_into().expect("12 bytes"))
}
