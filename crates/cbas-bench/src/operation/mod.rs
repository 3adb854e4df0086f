//! The catalogue of operations: what exactly is timed, under which identifier.

mod aes;
mod catalogue;
mod kind;
mod parametric;

use serde::Serialize;

pub use aes::{AES_MOST_BYTES, Aes, AesGrid, AesKey, AesMode, Medium};
pub use catalogue::CATALOGUE;
pub use kind::{Exponent, Kind, MOD_EXP_LEAST_BITS, MOD_EXP_MOST_BITS, MOST_PAIRS, ModExp, Modulus};

use crate::error::BenchError;
use crate::inputs::POOL;
use crate::nearest::nearest;

/// The algebraic structure an operation works in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Group {
    /// The pairing itself and its parts, from G1 x G2 to GT.
    #[serde(rename = "G1 x G2 -> GT")]
    Pairing,
    /// BLS12-381 target group.
    #[serde(rename = "GT")]
    Gt,
    /// BLS12-381 source group G1.
    #[serde(rename = "G1")]
    G1,
    /// BLS12-381 source group G2.
    #[serde(rename = "G2")]
    G2,
    /// Integers modulo an odd number.
    #[serde(rename = "Z/m")]
    Modular,
    /// NIST P-256.
    #[serde(rename = "P-256")]
    P256,
    /// A hash function.
    #[serde(rename = "hash")]
    Hash,
    /// A symmetric cipher.
    #[serde(rename = "cipher")]
    Cipher,
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Group::Pairing => "G1 x G2 -> GT",
            Group::Gt => "GT",
            Group::G1 => "G1",
            Group::G2 => "G2",
            Group::Modular => "Z/m",
            Group::P256 => "P-256",
            Group::Hash => "hash",
            Group::Cipher => "cipher",
        })
    }
}

/// Why an operation is in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// One of the eight operations of the reference study.
    Study,
    /// Needed beside the eight to price the schemes.
    Pricing,
    /// Needed by other published cost tables: part of the extended suite.
    Extended,
}

/// A named thing to time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Identifier in the command line, in files and in tables.
    pub id: &'static str,
    /// What is computed.
    #[serde(skip)]
    pub kind: Kind,
    /// Symbol in the reference study, where it has one.
    pub symbol: Option<&'static str>,
    /// The structure it works in.
    pub group: Group,
    /// What exactly is timed.
    pub meaning: &'static str,
    /// The library that times it unless another is named.
    pub default_library: &'static str,
    /// Why it is timed.
    pub role: Role,
}

impl Operation {
    /// Inputs whose outputs are compared and digested: all of the pool, and of slow operations the first few, since the
    /// comparison takes as long as so many operations in every process.
    pub fn checked_inputs(&self) -> usize {
        match self.kind {
            Kind::PairingProduct { pairs } => (POOL / pairs).max(16),
            Kind::ModExp(sizes) if sizes.modulus.bits() >= 1024 => 32,
            Kind::Pairing | Kind::MillerLoop | Kind::FinalExp | Kind::GtExp => 64,
            Kind::G1Mul | Kind::G2Mul | Kind::HashToG1 | Kind::HashToG2 | Kind::G1Decode | Kind::G2Decode => 64,
            Kind::EcMul | Kind::EcMulBase | Kind::EcMulSmall => 64,
            _ => POOL,
        }
    }
}

/// The operation called `id`: one of the catalogue, or with sizes of the user's `mod-exp-MODULUS-EXPONENT` (bits, or
/// `e65537` as exponent), `pairing-product-K` or `aes-KEY-MODE-BYTES` (of a file to a file with `-file` at its end).
///
/// # Errors
/// [`BenchError::UnknownOperation`] with the nearest names.
///
/// ```
/// use cbas_bench::operation::find;
/// assert_eq!(find("gt-exp").unwrap().symbol, Some("T_pbsm"));
/// assert_eq!(find("mod-exp-1536-256").unwrap().default_library, "num-bigint");
/// assert_eq!(find("aes-256-cbc-10240").unwrap().default_library, "rustcrypto");
/// assert!(find("gt-pow").unwrap_err().to_string().contains("gt-exp"));
/// ```
pub fn find(id: &str) -> Result<&'static Operation, BenchError> {
    let named = CATALOGUE.iter().find(|operation| operation.id == id);
    named.or_else(|| parametric::find(id)).ok_or_else(|| BenchError::UnknownOperation {
        found: id.to_owned(),
        nearest: nearest(id, CATALOGUE.iter().map(|operation| operation.id)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_of_the_study_come_first_and_names_are_unique() {
        assert!(CATALOGUE[..8].iter().all(|operation| operation.role == Role::Study));
        assert_eq!(CATALOGUE.iter().filter(|operation| operation.role == Role::Study).count(), 8);
        let mut ids: Vec<_> = CATALOGUE.iter().map(|operation| operation.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), CATALOGUE.len());
    }
}
