//! Hash, HMAC and AES-GCM of miracl: plain Rust, without the processor's instructions for them.

use miracl_core::hash256::HASH256;
use miracl_core::{gcm, hmac};

use super::LIBRARY;
use crate::inputs::Input;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

/// Bytes of an authentication tag.
const TAG: usize = 16;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    Some(match operation.kind {
        Kind::Hash256 => Workload::new(operation, &LIBRARY, <[Input]>::to_vec, hash, |digest| digest.to_vec()),
        Kind::Hmac256 => Workload::new(operation, &LIBRARY, <[Input]>::to_vec, authenticate, |tag| tag.to_vec()),
        Kind::AesGcmEnc => Workload::new(operation, &LIBRARY, <[Input]>::to_vec, encrypt, |(ciphertext, tag)| {
            [&ciphertext[..], tag].concat()
        }),
        Kind::AesGcmDec => Workload::new(operation, &LIBRARY, <[Input]>::to_vec, decrypt, Vec::clone),
        _ => return None,
    })
}

fn hash(input: &Input) -> [u8; 32] {
    let mut hash = HASH256::new();
    hash.process_array(input.field(0));
    hash.hash()
}

fn authenticate(input: &Input) -> [u8; 32] {
    let mut tag = [0; 32];
    hmac::hmac1(hmac::MC_SHA2, hmac::SHA256, &mut tag, 32, input.field(0), input.field(1));
    tag
}

// Other libraries allocate what they return; this one writes into a buffer of the caller's, who allocates it.

fn encrypt(input: &Input) -> (Vec<u8>, [u8; TAG]) {
    let (mut ciphertext, mut tag) = (vec![0; input.field(2).len()], [0; TAG]);
    gcm::encrypt(&mut ciphertext, &mut tag, input.field(0), input.field(1), &[], input.field(2));
    (ciphertext, tag)
}

/// No bytes at all where the tag is wrong. The library computes the tag and leaves the comparison to the caller.
fn decrypt(input: &Input) -> Vec<u8> {
    let Some((ciphertext, expected)) = input.field(2).split_last_chunk::<TAG>() else { return Vec::new() };
    let (mut plaintext, mut tag) = (vec![0; ciphertext.len()], [0; TAG]);
    gcm::decrypt(&mut plaintext, &mut tag, input.field(0), input.field(1), &[], ciphertext);
    if tag == *expected { plaintext } else { Vec::new() }
}
