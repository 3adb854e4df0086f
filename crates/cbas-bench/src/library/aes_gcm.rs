//! aes-gcm: AES-GCM in pure Rust, with the processor's AES and carry-less products where it has them.

use aes_gcm::Aes128Gcm;
use aes_gcm::aead::{Aead, KeyInit};

use super::Library;
use crate::inputs::Input;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "aes-gcm", version: env!("CBAS_VERSION_AES_GCM"), role: "default for AES-GCM; constant time" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let operate: fn(&Input) -> Vec<u8> = match operation.kind {
        Kind::AesGcmEnc => {
            |input| cipher(input).encrypt(nonce(input), input.field(2)).expect("1 KiB is below the limit")
        }
        // No bytes at all where the tag is wrong.
        Kind::AesGcmDec => |input| cipher(input).decrypt(nonce(input), input.field(2)).unwrap_or_default(),
        _ => return None,
    };
    // The crate's documentation: constant time with and without the processor's instructions.
    Some(Workload::new(operation, &LIBRARY, <[Input]>::to_vec, operate, Vec::clone).claiming_constant_time())
}

fn cipher(input: &Input) -> Aes128Gcm {
    Aes128Gcm::new_from_slice(input.field(0)).expect("a key of 16 bytes")
}

fn nonce(input: &Input) -> &aes_gcm::Nonce<aes_gcm::aead::consts::U12> {
    input.field(1).try_into().expect("a nonce of 12 bytes")
}
