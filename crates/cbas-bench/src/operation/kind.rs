//! What an operation computes, as adapters see it: a closed list, so that a forgotten case does not compile.

use std::fmt;

use super::aes::Aes;

/// Largest modulus or exponent of a power, bits.
pub const MOD_EXP_MOST_BITS: u32 = 8192;
/// Smallest modulus of a power, bits.
pub const MOD_EXP_LEAST_BITS: u32 = 128;
/// Most pairs of one product of pairings.
pub const MOST_PAIRS: usize = 64;

/// What is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// e(P, Q) of affine points.
    Pairing,
    /// The Miller loop of a pairing alone, with the preparation of the point in G2.
    MillerLoop,
    /// The final exponentiation of a pairing alone.
    FinalExp,
    /// e(P₁, Q₁)···e(P_k, Q_k) of affine points with one final exponentiation.
    PairingProduct {
        /// Number of pairs k.
        pairs: usize,
    },
    /// Power in the target group.
    GtExp,
    /// Product in the target group.
    GtMul,
    /// Scalar multiplication of a variable point in G1.
    G1Mul,
    /// Addition in G1.
    G1Add,
    /// Hash of a message to G1.
    HashToG1,
    /// Projective point in G1 to 48 bytes.
    G1Encode,
    /// Decoding of a compressed point in G1 with the subgroup check.
    G1Decode,
    /// Scalar multiplication of a variable point in G2.
    G2Mul,
    /// Addition in G2.
    G2Add,
    /// Hash of a message to G2.
    HashToG2,
    /// Projective point in G2 to 96 bytes.
    G2Encode,
    /// Decoding of a compressed point in G2 with the subgroup check.
    G2Decode,
    /// Inverse modulo r.
    ModInv,
    /// Product modulo an odd number.
    ModMul(Modulus),
    /// Power modulo an odd number.
    ModExp(ModExp),
    /// Hash of a message to an integer modulo r.
    HashToScalar,
    /// SHA-256 of a message.
    Hash256,
    /// HMAC-SHA-256 of a message.
    Hmac256,
    /// Scalar multiplication of a variable point of P-256.
    EcMul,
    /// Addition on P-256.
    EcAdd,
    /// Scalar multiplication of the base point of P-256.
    EcMulBase,
    /// Multiplication of a variable point of P-256 by a 64-bit scalar.
    EcMulSmall,
    /// Inverse modulo the order of P-256.
    EcInv,
    /// Product modulo the order of P-256.
    EcOrderMul,
    /// Sum modulo the order of P-256.
    EcOrderAdd,
    /// Projective point of P-256 to 33 bytes.
    EcEncode,
    /// 33 bytes to a point of P-256.
    EcDecode,
    /// AES-128-GCM encryption.
    AesGcmEnc,
    /// AES-128-GCM decryption.
    AesGcmDec,
    /// AES encryption of a message of any size.
    Aes(Aes),
}

/// Sizes of a modular power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModExp {
    /// The modulus.
    pub modulus: Modulus,
    /// The exponent.
    pub exponent: Exponent,
}

/// The modulus of a power or product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modulus {
    /// r, the order of the BLS12-381 groups (255 bits).
    GroupOrder,
    /// p, the base field modulus of BLS12-381 (381 bits).
    BaseField,
    /// Odd, of exactly this many bits, from the seed.
    Random(u32),
}

impl Modulus {
    /// Length in bits.
    pub fn bits(self) -> u32 {
        match self {
            Modulus::GroupOrder => 255,
            Modulus::BaseField => 381,
            Modulus::Random(bits) => bits,
        }
    }
}

/// The exponent of a power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exponent {
    /// Of exactly this many bits, from the seed.
    Random(u32),
    /// 65537, the usual public exponent of RSA.
    F4,
}

impl Exponent {
    /// Length in bits.
    pub fn bits(self) -> u32 {
        match self {
            Exponent::Random(bits) => bits,
            Exponent::F4 => 17,
        }
    }
}

impl ModExp {
    /// A random modulus and exponent of these lengths.
    pub const fn random(modulus: u32, exponent: u32) -> Self {
        Self { modulus: Modulus::Random(modulus), exponent: Exponent::Random(exponent) }
    }

    /// Reads `MODULUS-EXPONENT`, `MODULUS` (both alike) or `MODULUS-e65537`, lengths in bits, as identifiers end.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let bits = |text: &str, least: u32| {
            let canonical = !text.starts_with(['0', '+']);
            text.parse().ok().filter(|bits| canonical && (least..=MOD_EXP_MOST_BITS).contains(bits))
        };
        let (modulus, exponent) = text.split_once('-').unwrap_or((text, text));
        let modulus = bits(modulus, MOD_EXP_LEAST_BITS)?;
        let exponent = if exponent == "e65537" { Exponent::F4 } else { Exponent::Random(bits(exponent, 1)?) };
        Some(Self { modulus: Modulus::Random(modulus), exponent })
    }
}

impl fmt::Display for ModExp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modulus = self.modulus.bits();
        match self.exponent {
            Exponent::F4 => write!(f, "{modulus}-e65537"),
            Exponent::Random(bits) if bits == modulus => write!(f, "{modulus}"),
            Exponent::Random(bits) => write!(f, "{modulus}-{bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_printed() {
        for text in ["1024-160", "2048", "2048-e65537", "128-1", "8192"] {
            assert_eq!(ModExp::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(ModExp::parse("512-512").unwrap().to_string(), "512");
        for wrong in ["", "127", "8193", "1024-0", "1024-", "-160", "1024-160-2", "1024-e3", "0128", "+128", "128 "] {
            assert_eq!(ModExp::parse(wrong), None, "{wrong}");
        }
    }
}
