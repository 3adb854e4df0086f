//! Seeded random inputs in a form that every library can read: big-endian bytes.
//!
//! The same seed and label give the same bytes to every library, which is what makes output digests
//! comparable. Inputs are full width and distinct: no generators, no small scalars, no P + P.

use std::sync::OnceLock;

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Inputs in a pool. Cycling through them costs less cache than the operations themselves.
pub const POOL: usize = 256;

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

    /// Uniform in 1..modulus, as `N` big-endian bytes (128 surplus bits make the bias negligible).
    pub fn below<const N: usize>(&mut self, modulus: &BigUint) -> [u8; N] {
        let mut wide = vec![0; N + 16];
        self.0.fill_bytes(&mut wide);
        let value = BigUint::from_bytes_be(&wide) % (modulus - 1u32) + 1u32;
        to_bytes(&value)
    }

    /// Uniform among the integers of exactly `bits` bits, as `N` big-endian bytes.
    pub fn exact_bits<const N: usize>(&mut self, bits: u64) -> [u8; N] {
        let mut value = BigUint::from_bytes_be(&self.bytes::<N>());
        for bit in bits..8 * N as u64 {
            value.set_bit(bit, false);
        }
        value.set_bit(bits - 1, true);
        to_bytes(&value)
    }

    /// [`POOL`] values drawn by `draw`.
    pub fn pool<T>(mut self, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..POOL).map(|_| draw(&mut self)).collect()
    }
}

/// Big-endian bytes padded on the left to `N`.
///
/// # Panics
/// If the value does not fit.
pub fn to_bytes<const N: usize>(value: &BigUint) -> [u8; N] {
    let bytes = value.to_bytes_be();
    let mut padded = [0; N];
    padded[N - bytes.len()..].copy_from_slice(&bytes);
    padded
}

/// Inputs of a modular inverse: values below r.
pub fn mod_inv(seed: u64) -> Vec<[u8; 32]> {
    InputStream::new(seed, "mod-inv").pool(|stream| stream.below(bls12_381_order()))
}

/// Inputs of `mod-exp-255`: base below r, exponent of exactly 255 bits.
pub fn mod_exp_255(seed: u64) -> Vec<([u8; 32], [u8; 32])> {
    InputStream::new(seed, "mod-exp-255").pool(|stream| (stream.below(bls12_381_order()), stream.exact_bits(255)))
}

/// Inputs of `mod-exp-381`: base below p, exponent of exactly 381 bits.
pub fn mod_exp_381(seed: u64) -> Vec<([u8; 48], [u8; 48])> {
    InputStream::new(seed, "mod-exp-381").pool(|stream| (stream.below(bls12_381_modulus()), stream.exact_bits(381)))
}

/// Messages of 64 bytes, for hashing.
pub fn messages(seed: u64, label: &str) -> Vec<[u8; 64]> {
    InputStream::new(seed, label).pool(|stream| stream.bytes())
}

/// Pairs of scalars below `order`.
pub fn scalar_pairs(seed: u64, label: &str, order: &BigUint) -> Vec<([u8; 32], [u8; 32])> {
    InputStream::new(seed, label).pool(|stream| (stream.below(order), stream.below(order)))
}

/// Scalars below `order`.
pub fn scalars(seed: u64, label: &str, order: &BigUint) -> Vec<[u8; 32]> {
    InputStream::new(seed, label).pool(|stream| stream.below(order))
}

/// The two secret scalars of a [`walk`].
pub fn two_scalars(seed: u64, label: &str, order: &BigUint) -> [[u8; 32]; 2] {
    let mut stream = InputStream::new(seed, label);
    [stream.below(order), stream.below(order)]
}

/// `POOL + 1` group elements start, start + step, start + 2 step, ... for two secret random scalars.
///
/// Elements are pairwise independent and uniform, and cost one group operation each, where drawing a
/// scalar for each would cost a full multiplication (0.15 s a process for the target group).
pub fn walk<T: Clone>(start: T, step: &T, add: impl Fn(&T, &T) -> T) -> Vec<T> {
    std::iter::successors(Some(start), |element| Some(add(element, step))).take(POOL + 1).collect()
}

/// Neighbours of a [`walk`] as operands: distinct elements, never x with itself.
pub fn neighbours<T: Clone>(elements: &[T]) -> Vec<(T, T)> {
    elements.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
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
    fn inputs_are_distinct_full_width_and_repeatable() {
        let exponents = mod_exp_381(7);
        assert_eq!(exponents, mod_exp_381(7));
        assert_ne!(exponents, mod_exp_381(8));
        let mut seen = std::collections::HashSet::new();
        for (base, exponent) in &exponents {
            assert_eq!(BigUint::from_bytes_be(exponent).bits(), 381);
            assert!(&BigUint::from_bytes_be(base) < bls12_381_modulus());
            assert!(seen.insert(*base) && seen.insert(*exponent));
        }
    }

    #[test]
    fn labels_are_independent_streams() {
        assert_ne!(messages(1, "a"), messages(1, "b"));
    }
}
