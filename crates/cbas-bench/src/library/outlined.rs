//! Operations as one function each, which is never inlined.
//!
//! The compiler makes of a function that it inlines a copy for every caller, and two copies differ: by up to 4 % of 100 to
//! 400 ns, by 2 % even of the microseconds of a square root, by 0.7 % of the 160 of a product. So whoever times these, this tool
//! or the bare loop that it is compared with, calls the same code; the call itself is about a nanosecond, which a program that
//! uses an operation in more than one place pays too.

use aes_gcm::aead::{Aead, consts::U12};
use aes_gcm::{Aes128Gcm, KeyInit, Nonce};
use bls12_381::Scalar;
use group::{Group, GroupEncoding};
use hmac::{Hmac, Mac};
use p256::{AffinePoint, CompressedPoint, ProjectivePoint};
use sha2::digest::Output;
use sha2::{Digest, Sha256, Sha512};

/// SHA-512 of a domain tag and a message, reduced modulo r: 257 surplus bits leave no measurable bias.
#[inline(never)]
pub fn hash_to_scalar(message: &[u8], tag: &[u8]) -> Scalar {
    let mut hash = Sha512::new();
    hash.update(tag);
    hash.update(message);
    Scalar::from_bytes_wide(&hash.finalize().into())
}

/// SHA-256.
#[inline(never)]
pub fn sha_256(message: &[u8]) -> Output<Sha256> {
    Sha256::digest(message)
}

/// HMAC with SHA-256.
#[inline(never)]
pub fn hmac_sha_256(key: &[u8], message: &[u8]) -> Output<Sha256> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message);
    mac.finalize().into_bytes()
}

/// AES-128-GCM, key schedule included: ciphertext and tag.
///
/// # Panics
/// If the key has not 16 bytes, or the nonce not 12.
#[inline(never)]
pub fn aes_128_gcm_encrypt(key: &[u8], nonce: &[u8], message: &[u8]) -> Vec<u8> {
    let cipher = Aes128Gcm::new_from_slice(key).expect("a key of 16 bytes");
    cipher.encrypt(of_12_bytes(nonce), message).expect("messages are far below the limit of 64 GiB")
}

/// The message of a ciphertext and tag, or no bytes at all where the tag is wrong.
///
/// # Panics
/// As [`aes_128_gcm_encrypt`].
#[inline(never)]
pub fn aes_128_gcm_decrypt(key: &[u8], nonce: &[u8], ciphertext: &[u8]) -> Vec<u8> {
    let cipher = Aes128Gcm::new_from_slice(key).expect("a key of 16 bytes");
    cipher.decrypt(of_12_bytes(nonce), ciphertext).unwrap_or_default()
}

/// Multiple of a point of P-256.
#[inline(never)]
pub fn p256_mul(point: &ProjectivePoint, scalar: &p256::Scalar) -> ProjectivePoint {
    point * scalar
}

/// Multiple of the base point of P-256, from its table.
#[inline(never)]
pub fn p256_mul_base(scalar: &p256::Scalar) -> ProjectivePoint {
    ProjectivePoint::mul_by_generator(scalar)
}

/// The compressed encoding of a point of P-256.
#[inline(never)]
pub fn p256_encode(point: &ProjectivePoint) -> CompressedPoint {
    point.to_bytes()
}

/// A point of P-256 from its compressed encoding, or none where the bytes are no point.
#[inline(never)]
pub fn p256_decode(bytes: &CompressedPoint) -> Option<AffinePoint> {
    AffinePoint::from_bytes(bytes).into_option()
}

/// Inverse modulo the order of P-256.
///
/// # Panics
/// If the value is 0.
#[inline(never)]
pub fn p256_order_inv(value: &p256::Scalar) -> p256::Scalar {
    value.invert().expect("the value is not 0")
}

/// Product modulo the order of P-256.
#[inline(never)]
pub fn p256_order_mul(a: &p256::Scalar, b: &p256::Scalar) -> p256::Scalar {
    a * b
}

/// Sum modulo the order of P-256.
#[inline(never)]
pub fn p256_order_add(a: &p256::Scalar, b: &p256::Scalar) -> p256::Scalar {
    a + b
}

fn of_12_bytes(nonce: &[u8]) -> &Nonce<U12> {
    nonce.try_into().expect("a nonce of 12 bytes")
}
