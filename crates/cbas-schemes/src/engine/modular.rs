//! Arithmetic modulo a 2048-bit number, and keys for it.

use cbas_bench::inputs::InputStream;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::{Prefix, Transcript};

/// Public exponent of every key here.
const E: u32 = 65_537;
/// Rounds of Miller and Rabin; a random 1024-bit candidate survives one by far less than chance 2^-100.
const ROUNDS: u32 = 8;
/// Trial division up to here spares nine of ten candidates the test.
const SMALL: u32 = 2_000;

/// Products and powers modulo an RSA modulus of 2048 bits.
pub trait ModularEngine {
    /// Name of the library.
    fn library(&self) -> &'static str;
    /// A power with a full-length exponent (`mod-exp-2048`).
    fn exp(&self, base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint;
    /// A power with the exponent 65537 (`mod-exp-2048-e65537`).
    fn exp_public(&self, base: &BigUint, modulus: &BigUint) -> BigUint;
    /// A product (`mod-mul-2048`).
    fn mul(&self, a: &BigUint, b: &BigUint, modulus: &BigUint) -> BigUint;
    /// The beginning of many transcripts, whose bytes are counted once.
    fn prefix(&self, transcript: Transcript) -> Prefix {
        Prefix::new(transcript)
    }
    /// Full-domain hash: five blocks of SHA-512 over one transcript and a counter, reduced (`hash-to-scalar`).
    ///
    /// 512 surplus bits leave no measurable bias.
    fn hash(&self, transcript: Transcript, modulus: &BigUint) -> BigUint {
        let blocks = (0_u8..5).flat_map(|counter| transcript.clone().field(&[counter]).finish());
        BigUint::from_bytes_be(&blocks.collect::<Vec<u8>>()) % modulus
    }
}

/// num-bigint: arbitrary precision in pure Rust. Not constant time: for cost models and tests, not for secrets.
#[derive(Debug, Clone, Copy, Default)]
pub struct NumBigint;

impl ModularEngine for NumBigint {
    fn library(&self) -> &'static str {
        "num-bigint"
    }

    fn exp(&self, base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
        base.modpow(exponent, modulus)
    }

    fn exp_public(&self, base: &BigUint, modulus: &BigUint) -> BigUint {
        base.modpow(&BigUint::from(E), modulus)
    }

    fn mul(&self, a: &BigUint, b: &BigUint, modulus: &BigUint) -> BigUint {
        a * b % modulus
    }
}

/// An RSA key of 2048 bits with e = 65537, for tests and cost models only: anyone with the seed has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RsaKey {
    /// N = pq.
    pub modulus: BigUint,
    /// The inverse of e modulo lcm(p - 1, q - 1).
    pub exponent: BigUint,
}

impl RsaKey {
    /// The key of a seed.
    pub fn from_seed(seed: u64) -> Self {
        let mut stream = InputStream::new(seed, "rsa-2048");
        let e = BigUint::from(E);
        loop {
            let (p, q) = (prime(&mut stream), prime(&mut stream));
            let carmichael = (&p - 1u32).lcm(&(&q - 1u32));
            // Two primes can be equal or have e as a divisor of p - 1; then the next two are tried.
            if let (true, Some(exponent)) = (p != q, e.modinv(&carmichael)) {
                return Self { modulus: p * q, exponent };
            }
        }
    }
}

/// A prime of exactly 1024 bits whose top two bits are set, so that a product of two has 2048.
fn prime(stream: &mut InputStream) -> BigUint {
    loop {
        let mut candidate = BigUint::from_bytes_be(&stream.bytes::<128>());
        for bit in [0, 1022, 1023] {
            candidate.set_bit(bit, true);
        }
        if (3..SMALL).step_by(2).all(|divisor| &candidate % divisor != BigUint::ZERO)
            && is_probable_prime(&candidate, stream)
        {
            return candidate;
        }
    }
}

/// Miller and Rabin's test with random bases, for an odd candidate.
fn is_probable_prime(candidate: &BigUint, stream: &mut InputStream) -> bool {
    let minus_one = candidate - 1u32;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    let odd = &minus_one >> twos;
    (0..ROUNDS).all(|_| {
        let base = BigUint::from_bytes_be(&stream.bytes::<127>()) + 2u32;
        let mut power = base.modpow(&odd, candidate);
        if power.is_one() {
            return true;
        }
        // The last square before 1 must be -1.
        for _ in 1..twos {
            if power == minus_one {
                break;
            }
            power = &power * &power % candidate;
        }
        power == minus_one
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_undoes_its_public_power_and_is_that_of_its_seed() {
        let key = RsaKey::from_seed(1);
        assert_eq!(key.modulus.bits(), 2048);
        assert_eq!(key, RsaKey::from_seed(1));
        let message = BigUint::from(0xfeed_u32);
        let signature = NumBigint.exp(&message, &key.exponent, &key.modulus);
        assert_eq!(NumBigint.exp_public(&signature, &key.modulus), message);
    }

    #[test]
    fn composites_are_no_primes() {
        let mut stream = InputStream::new(1, "test");
        // A Carmichael number, a square, a prime, and the Mersenne prime 2^127 - 1.
        let is = |value: u128, stream: &mut InputStream| is_probable_prime(&BigUint::from(value), stream);
        assert!(!is(561, &mut stream) && !is(1_018_081, &mut stream));
        assert!(is(1_000_003, &mut stream) && is((1 << 127) - 1, &mut stream));
    }
}
