//! aws-lc: AWS-LC, in C and assembly, through aws-lc-rs.

use aws_lc_rs::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::cipher::{self, EncryptingKey, EncryptionContext, PaddedBlockEncryptingKey, UnboundCipherKey};
use aws_lc_rs::iv::FixedLength;

use super::Library;
use crate::locked;
use crate::operation::{Aes, AesKey, AesMode, Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "aws-lc",
    version: locked::version("aws-lc-rs", ""),
    role: "AWS-LC in C and assembly: AES; the version is that of aws-lc-rs",
};

/// Bytes that padding or a tag adds to a message at most.
const MORE: usize = 16;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Aes(aes) = operation.kind else { return None };
    let encrypt = move |key: &[u8], iv: &[u8], message: &[u8]| {
        // The library works in place; the copy stands for the new memory that others fill.
        let mut text = Vec::with_capacity(message.len() + MORE);
        text.extend_from_slice(message);
        match aes.mode {
            AesMode::Gcm => seal(aes, key, iv, &mut text),
            AesMode::Cbc => {
                let key = PaddedBlockEncryptingKey::cbc_pkcs7(unbound(aes, key)).expect(VALID);
                key.less_safe_encrypt(&mut text, context(iv)).expect(VALID);
            }
            AesMode::Ctr => {
                let key = EncryptingKey::ctr(unbound(aes, key)).expect(VALID);
                key.less_safe_encrypt(&mut text, context(iv)).expect(VALID);
            }
        }
        text
    };
    Some(super::aes::workload(operation, &LIBRARY, aes.medium, encrypt))
}

const VALID: &str = "key and initialisation vector have the lengths of their operation";

fn unbound(aes: Aes, key: &[u8]) -> UnboundCipherKey {
    let algorithm = match aes.key {
        AesKey::K128 => &cipher::AES_128,
        AesKey::K192 => &cipher::AES_192,
        AesKey::K256 => &cipher::AES_256,
    };
    UnboundCipherKey::new(algorithm, key).expect(VALID)
}

fn context(iv: &[u8]) -> EncryptionContext {
    let iv: [u8; 16] = iv.try_into().expect(VALID);
    EncryptionContext::Iv128(FixedLength::from(iv))
}

fn seal(aes: Aes, key: &[u8], nonce: &[u8], text: &mut Vec<u8>) {
    let algorithm = match aes.key {
        AesKey::K128 => &aead::AES_128_GCM,
        AesKey::K192 => &aead::AES_192_GCM,
        AesKey::K256 => &aead::AES_256_GCM,
    };
    let key = LessSafeKey::new(UnboundKey::new(algorithm, key).expect(VALID));
    let nonce = Nonce::try_assume_unique_for_key(nonce).expect(VALID);
    key.seal_in_place_append_tag(nonce, Aad::empty(), text).expect("messages are far below the limit of 64 GiB");
}
