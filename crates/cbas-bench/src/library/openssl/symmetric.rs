//! Hash, HMAC and AES-GCM of OpenSSL. What its interface costs (finding the algorithm, making a context) is in the time,
//! as in every program that uses it.

use openssl::hash::MessageDigest;
use openssl::pkey::{PKey, Private};
use openssl::sha::sha256;
use openssl::sign::Signer;
use openssl::symm::{Cipher, decrypt_aead, encrypt_aead};

use super::LIBRARY;
use crate::inputs::{Input, each};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

/// Bytes of an authentication tag.
const TAG: usize = 16;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Hash256 => {
            let hash = |input: &Input| sha256(input.field(0));
            Workload::new(operation, library, <[Input]>::to_vec, hash, |digest| digest.to_vec())
        }
        Kind::Hmac256 => {
            let pool = each(|input| {
                let key = PKey::hmac(input.field(0)).expect("HMAC takes keys of any length");
                (key, input.field(1).to_vec())
            });
            Workload::new(operation, library, pool, authenticate, |tag| tag.to_vec())
        }
        Kind::AesGcmEnc => Workload::new(operation, library, <[Input]>::to_vec, encrypt, |(ciphertext, tag)| {
            [&ciphertext[..], tag].concat()
        }),
        Kind::AesGcmDec => Workload::new(operation, library, <[Input]>::to_vec, decrypt, Vec::clone),
        _ => return None,
    })
}

/// The key object only holds the key's bytes; the signer makes the key schedule.
fn authenticate((key, message): &(PKey<Private>, Vec<u8>)) -> [u8; 32] {
    let mut tag = [0; 32];
    let mut signer = Signer::new(MessageDigest::sha256(), key).expect("OpenSSL has HMAC-SHA-256");
    signer.sign_oneshot(&mut tag, message).expect("HMAC takes any message");
    tag
}

fn encrypt(input: &Input) -> (Vec<u8>, [u8; TAG]) {
    let mut tag = [0; TAG];
    let (key, nonce, plaintext) = (input.field(0), Some(input.field(1)), input.field(2));
    let ciphertext = encrypt_aead(Cipher::aes_128_gcm(), key, nonce, &[], plaintext, &mut tag);
    (ciphertext.expect("OpenSSL has AES-GCM"), tag)
}

/// No bytes at all where the tag is wrong.
fn decrypt(input: &Input) -> Vec<u8> {
    let Some((ciphertext, tag)) = input.field(2).split_last_chunk::<TAG>() else { return Vec::new() };
    let (key, nonce) = (input.field(0), Some(input.field(1)));
    decrypt_aead(Cipher::aes_128_gcm(), key, nonce, &[], ciphertext, tag).unwrap_or_default()
}
