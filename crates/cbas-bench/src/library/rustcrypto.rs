//! rustcrypto: the crates aes, cbc, ctr and aes-gcm in pure Rust, with the processor's AES and carry-less products where it
//! has them, or without where they are built so (`--cfg aes_backend="soft"`).

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::consts::U12;
use aes::cipher::{BlockCipherEncrypt, BlockModeEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::{Aead, array::typenum::U16};
use cbc::Encryptor;
use ctr::Ctr128BE;

use super::{Library, outlined};
use crate::inputs::{Input, each};
use crate::locked;
use crate::operation::{Aes, AesKey, AesMode, Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "rustcrypto",
    version: locked::version("aes", "0.9"),
    role: "default for AES, of the crates aes, cbc, ctr and aes-gcm; constant time",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let pool = each(Input::own);
    let workload = match operation.kind {
        Kind::AesGcmEnc => {
            let encrypt = |[key, nonce, message]: &[Vec<u8>; 3]| outlined::aes_128_gcm_encrypt(key, nonce, message);
            Workload::new(operation, &LIBRARY, pool, encrypt, Vec::clone)
        }
        Kind::AesGcmDec => {
            let decrypt = |[key, nonce, sealed]: &[Vec<u8>; 3]| outlined::aes_128_gcm_decrypt(key, nonce, sealed);
            Workload::new(operation, &LIBRARY, pool, decrypt, Vec::clone)
        }
        Kind::Aes(aes) => super::aes::workload(operation, &LIBRARY, aes.medium, encryption(aes)),
        _ => return None,
    };
    // The crates' documentation: constant time with and without the processor's instructions.
    Some(workload.claiming_constant_time())
}

/// Key, initialisation vector and message to ciphertext.
type Encryption = fn(&[u8], &[u8], &[u8]) -> Vec<u8>;

fn encryption(aes: Aes) -> Encryption {
    match (aes.mode, aes.key) {
        (AesMode::Cbc, AesKey::K128) => cbc::<Aes128>,
        (AesMode::Cbc, AesKey::K192) => cbc::<Aes192>,
        (AesMode::Cbc, AesKey::K256) => cbc::<Aes256>,
        (AesMode::Ctr, AesKey::K128) => ctr::<Aes128>,
        (AesMode::Ctr, AesKey::K192) => ctr::<Aes192>,
        (AesMode::Ctr, AesKey::K256) => ctr::<Aes256>,
        (AesMode::Gcm, AesKey::K128) => gcm::<Aes128>,
        (AesMode::Gcm, AesKey::K192) => gcm::<Aes192>,
        (AesMode::Gcm, AesKey::K256) => gcm::<Aes256>,
    }
}

const LENGTHS: &str = "key and initialisation vector have the lengths of their operation";

fn cbc<C: BlockCipherEncrypt + KeyInit + BlockSizeUser>(key: &[u8], iv: &[u8], message: &[u8]) -> Vec<u8> {
    Encryptor::<C>::new_from_slices(key, iv).expect(LENGTHS).encrypt_padded_vec::<Pkcs7>(message)
}

fn ctr<C: BlockCipherEncrypt + KeyInit + BlockSizeUser<BlockSize = U16>>(
    key: &[u8],
    iv: &[u8],
    message: &[u8],
) -> Vec<u8> {
    let mut ciphertext = vec![0; message.len()];
    let mut cipher = Ctr128BE::<C>::new_from_slices(key, iv).expect(LENGTHS);
    cipher.apply_keystream_b2b(message, &mut ciphertext);
    ciphertext
}

fn gcm<C: BlockCipherEncrypt + KeyInit + BlockSizeUser<BlockSize = U16>>(
    key: &[u8],
    iv: &[u8],
    message: &[u8],
) -> Vec<u8> {
    let cipher = AesGcm::<C, U12>::new_from_slice(key).expect(LENGTHS);
    cipher.encrypt(nonce(iv), message).expect("messages are far below the limit of 64 GiB")
}

fn nonce(bytes: &[u8]) -> &aes_gcm::Nonce<U12> {
    bytes.try_into().expect("a nonce of 12 bytes")
}

/// Which code the crates run on this processor, as they decide it themselves.
pub fn aes_path() -> String {
    let code = if cfg!(aes_backend = "soft") { "software: built with --cfg aes_backend=\"soft\"" } else { hardware() };
    format!("aes {}, {code}", LIBRARY.version)
}

#[cfg(target_arch = "x86_64")]
fn hardware() -> &'static str {
    let detected = [std::arch::is_x86_feature_detected!("aes"), std::arch::is_x86_feature_detected!("pclmulqdq")];
    match detected {
        [true, true] => "hardware: AES-NI, GCM with PCLMULQDQ",
        [true, false] => "hardware: AES-NI, GCM in software",
        [false, _] => "software: this processor has no AES-NI",
    }
}

#[cfg(target_arch = "aarch64")]
fn hardware() -> &'static str {
    if std::arch::is_aarch64_feature_detected!("aes") {
        "hardware: ARMv8 AES and PMULL"
    } else {
        "software: this processor has no AES instructions"
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn hardware() -> &'static str {
    "software: no AES instructions are known for this architecture"
}
