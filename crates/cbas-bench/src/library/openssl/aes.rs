//! AES of OpenSSL on messages of any size. The algorithm is fetched before anything is timed, as its documentation advises;
//! making the context is in the time, as it is for every message of a program.

use openssl::cipher::Cipher;
use openssl::cipher_ctx::CipherCtx;
use openssl::error::ErrorStack;

use super::LIBRARY;
use crate::operation::{AesMode, Kind, Operation};
use crate::workload::Workload;

/// Bytes of an authentication tag, and of a block.
const BLOCK: usize = 16;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Aes(aes) = operation.kind else { return None };
    let name = format!("AES-{}-{}", aes.key.bits(), aes.mode.to_string().to_uppercase());
    // One for each operation that is asked for, as long as the program lives.
    let cipher: &'static Cipher = Box::leak(Box::new(Cipher::fetch(None, &name, None).ok()?));
    let encrypt = move |key: &[u8], iv: &[u8], message: &[u8]| {
        encrypted(cipher, aes.mode, key, iv, message).expect("OpenSSL encrypts under keys of these lengths")
    };
    Some(crate::library::aes::workload(operation, &LIBRARY, aes.medium, encrypt))
}

fn encrypted(cipher: &Cipher, mode: AesMode, key: &[u8], iv: &[u8], message: &[u8]) -> Result<Vec<u8>, ErrorStack> {
    let mut context = CipherCtx::new()?;
    context.encrypt_init(Some(cipher), Some(key), Some(iv))?;
    // `cipher_update` asks for room for one more block.
    let mut ciphertext = vec![0; message.len() + BLOCK];
    let mut length = context.cipher_update(message, Some(&mut ciphertext))?;
    match mode {
        AesMode::Cbc => {
            length += context.cipher_final(&mut ciphertext[length..])?;
            ciphertext.truncate(length);
        }
        AesMode::Ctr => ciphertext.truncate(length),
        AesMode::Gcm => {
            context.cipher_final(&mut [])?;
            context.tag(&mut ciphertext[length..length + BLOCK])?;
        }
    }
    Ok(ciphertext)
}
