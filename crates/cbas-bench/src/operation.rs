//! The catalogue of operations: what exactly is timed, under which identifier.

use serde::Serialize;

use crate::error::BenchError;
use crate::nearest::nearest;

/// The algebraic structure an operation works in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Group {
    /// The pairing itself, from G1 x G2 to GT.
    #[serde(rename = "G1 x G2 -> GT")]
    Pairing,
    /// BLS12-381 target group.
    #[serde(rename = "GT")]
    Gt,
    /// BLS12-381 source group G1.
    #[serde(rename = "G1")]
    G1,
    /// Integers modulo a prime.
    #[serde(rename = "Z/m")]
    Modular,
    /// NIST P-256.
    #[serde(rename = "P-256")]
    P256,
    /// A hash function.
    #[serde(rename = "hash")]
    Hash,
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Group::Pairing => "G1 x G2 -> GT",
            Group::Gt => "GT",
            Group::G1 => "G1",
            Group::Modular => "Z/m",
            Group::P256 => "P-256",
            Group::Hash => "hash",
        })
    }
}

/// Why an operation is in the default suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// One of the eight operations of the reference study.
    Study,
    /// Needed beside the eight to price the schemes.
    Pricing,
}

/// A named thing to time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Identifier in the command line, in files and in tables.
    pub id: &'static str,
    /// Symbol in the reference study, where it has one.
    pub symbol: Option<&'static str>,
    /// The structure it works in.
    pub group: Group,
    /// What exactly is timed.
    pub meaning: &'static str,
    /// The library that times it unless another is named.
    pub default_library: &'static str,
    /// Why it is timed by default.
    pub role: Role,
}

/// Every operation, in the order of the tables.
pub const CATALOGUE: &[Operation] = &[
    Operation {
        id: "pairing",
        symbol: Some("T_bpo"),
        group: Group::Pairing,
        meaning: "BLS12-381 pairing e(P, Q): Miller loop and final exponentiation, affine inputs",
        default_library: "blstrs",
        role: Role::Study,
    },
    Operation {
        id: "gt-exp",
        symbol: Some("T_pbsm"),
        group: Group::Gt,
        meaning: "power in the target group by a random full-width scalar",
        default_library: "blstrs",
        role: Role::Study,
    },
    Operation {
        id: "gt-mul",
        symbol: Some("T_pbpa"),
        group: Group::Gt,
        meaning: "product of two elements of the target group",
        default_library: "blstrs",
        role: Role::Study,
    },
    Operation {
        id: "mod-inv",
        symbol: Some("T_rc"),
        group: Group::Modular,
        meaning: "inverse modulo r, the 255-bit BLS12-381 group order",
        default_library: "num-bigint",
        role: Role::Study,
    },
    Operation {
        id: "mod-exp-255",
        symbol: Some("T_meo"),
        group: Group::Modular,
        meaning: "power modulo r (255 bits) with a 255-bit exponent; the size is inferred",
        default_library: "num-bigint",
        role: Role::Study,
    },
    Operation {
        id: "mod-exp-381",
        symbol: Some("T_meo*"),
        group: Group::Modular,
        meaning: "power modulo p (381 bits) with a 381-bit exponent; the size is inferred",
        default_library: "num-bigint",
        role: Role::Study,
    },
    Operation {
        id: "ec-mul",
        symbol: Some("T_smec"),
        group: Group::P256,
        meaning: "P-256 scalar multiplication of a variable point",
        default_library: "p256",
        role: Role::Study,
    },
    Operation {
        id: "ec-add",
        symbol: Some("T_paec"),
        group: Group::P256,
        meaning: "P-256 addition of two distinct points",
        default_library: "p256",
        role: Role::Study,
    },
    Operation {
        id: "g1-mul",
        symbol: None,
        group: Group::G1,
        meaning: "scalar multiplication of a variable point in G1",
        default_library: "blstrs",
        role: Role::Pricing,
    },
    Operation {
        id: "g1-add",
        symbol: None,
        group: Group::G1,
        meaning: "addition of two distinct points in G1",
        default_library: "blstrs",
        role: Role::Pricing,
    },
    Operation {
        id: "hash-to-g1",
        symbol: None,
        group: Group::G1,
        meaning: "RFC 9380 hash of a 64-byte message to G1 (XMD:SHA-256, SSWU, random oracle)",
        default_library: "blstrs",
        role: Role::Pricing,
    },
    Operation {
        id: "hash-to-scalar",
        symbol: None,
        group: Group::Hash,
        meaning: "SHA-512 of a 64-byte message under a domain tag, reduced modulo r (255 bits)",
        default_library: "bls12_381",
        role: Role::Pricing,
    },
];

/// The operation called `id`.
///
/// # Errors
/// [`BenchError::UnknownOperation`] with the nearest names.
///
/// ```
/// assert_eq!(cbas_bench::operation::find("gt-exp").unwrap().symbol, Some("T_pbsm"));
/// assert!(cbas_bench::operation::find("gt-pow").unwrap_err().to_string().contains("gt-exp"));
/// ```
pub fn find(id: &str) -> Result<&'static Operation, BenchError> {
    CATALOGUE.iter().find(|operation| operation.id == id).ok_or_else(|| BenchError::UnknownOperation {
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
