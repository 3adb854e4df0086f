//! Seeded random inputs in a form that every library can read: big-endian bytes.
//!
//! The same seed and label give the same bytes to every library, which is what makes output digests
//! comparable. Inputs are full width and distinct: no generators, no small scalars, no P + P.

mod draw;
mod input;

use std::sync::OnceLock;

use chacha20::ChaCha20Rng;
use num_bigint::BigUint;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

pub use draw::{HASH_TO_G1_TAG, HASH_TO_G2_TAG, HASH_TO_SCALAR_TAG, draw};
pub use input::{Input, each, elements, pairs, powers};

/// Inputs in a pool. Cycling through them costs less cache than the operations themselves.
pub const POOL: usize = 256;

/// Bytes of all messages in the pool of an AES operation, about: as many inputs as fit, at least one and at most [`POOL`].
/// 256 messages of 10 MiB would be drawn, copied and compared for longer than they are timed, and messages that leave the
/// second-level cache between two turns would time the memory; so 1 KiB has 256 inputs, 100 KiB five, and 512 KiB and
/// more one, as the study of files encrypts one file again and again. AES takes no time that depends on its input.
pub const AES_POOL_BYTES: usize = 512 << 10;

/// The order r of the BLS12-381 groups (255 bits).
pub fn bls12_381_order() -> &'static BigUint {
    static VALUE: OnceLock<BigUint> = OnceLock::new();
    VALUE.get_or_init(|| constant("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"))
}

/// The base field modulus p of BLS12-381 (381 bits).
pub fn bls12_381_modulus() -> &'static BigUint {
    static VALUE: OnceLock<BigUint> = OnceLock::new();
    VALUE.get_or_init(|| {
        constant("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab")
    })
}

/// The order n of NIST P-256.
pub fn p256_order() -> &'static BigUint {
    static VALUE: OnceLock<BigUint> = OnceLock::new();
    VALUE.get_or_init(|| constant("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
}

fn constant(hexadecimal: &str) -> BigUint {
    BigUint::parse_bytes(hexadecimal.as_bytes(), 16).expect("a hexadecimal constant")
}

/// A stream of random inputs for one label.
pub struct InputStream(ChaCha20Rng);

impl InputStream {
    /// The stream of `label` under `seed`; labels are independent of each other.
    pub fn new(seed: u64, label: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"cbas-inputs/1");
        hash.update(seed.to_be_bytes());
        hash.update(label.as_bytes());
        Self(ChaCha20Rng::from_seed(hash.finalize().into()))
    }

    /// `N` random bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// Random bytes.
    pub fn many_bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// Uniform in 1..modulus, as big-endian bytes as long as the modulus (128 surplus bits make the bias negligible).
    pub fn below(&mut self, modulus: &BigUint) -> Vec<u8> {
        let length = (modulus.bits() as usize).div_ceil(8);
        let wide = self.many_bytes(length + 16);
        padded(&(BigUint::from_bytes_be(&wide) % (modulus - 1u32) + 1u32), length)
    }

    /// Uniform among the integers of exactly `bits` > 0 bits, as big-endian bytes.
    pub fn exact_bits(&mut self, bits: u32) -> Vec<u8> {
        let length = (bits as usize).div_ceil(8);
        let mut bytes = self.many_bytes(length);
        let top = (bits - 1) % 8;
        bytes[0] &= 0xff >> (7 - top);
        bytes[0] |= 1 << top;
        bytes
    }

    /// [`POOL`] values drawn by `draw`.
    pub fn pool<T>(self, draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.pool_of(POOL, draw)
    }

    /// `count` values drawn by `draw`.
    pub fn pool_of<T>(mut self, count: usize, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..count).map(|_| draw(&mut self)).collect()
    }
}

/// Big-endian bytes padded on the left to `length`.
///
/// # Panics
/// If the value does not fit.
pub fn padded(value: &BigUint, length: usize) -> Vec<u8> {
    let bytes = value.to_bytes_be();
    let mut padded = vec![0; length];
    padded[length - bytes.len()..].copy_from_slice(&bytes);
    padded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_stated_sizes() {
        assert_eq!(bls12_381_order().bits(), 255);
        assert_eq!(bls12_381_modulus().bits(), 381);
        assert_eq!(p256_order().bits(), 256);
    }

    #[test]
    fn labels_are_independent_streams() {
        assert_ne!(InputStream::new(1, "a").bytes::<8>(), InputStream::new(1, "b").bytes::<8>());
    }

    #[test]
    fn lengths_in_bits_are_exact() {
        let mut stream = InputStream::new(7, "bits");
        for bits in [1, 2, 8, 9, 17, 255, 256, 381] {
            let found = BigUint::from_bytes_be(&stream.exact_bits(bits)).bits();
            assert_eq!(found, u64::from(bits));
        }
    }
}
