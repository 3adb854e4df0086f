//! What is known about a scheme beside its counts: publication, security, and where counts come from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The publication a scheme comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bibliography {
    /// Title.
    pub title: String,
    /// Authors.
    pub authors: String,
    /// Year, where it was published.
    pub year: Option<u16>,
    /// How sure the DOI is.
    pub doi_status: DoiStatus,
    /// Never printed unless it was read.
    pub(super) doi: Option<String>,
}

impl Bibliography {
    /// The DOI, if it was read in a source; one from memory may be wrong and is withheld.
    pub fn doi(&self) -> Option<&str> {
        self.doi.as_deref().filter(|_| self.doi_status == DoiStatus::Read)
    }
}

/// How sure a DOI is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DoiStatus {
    /// Seen in a source.
    Read,
    /// From memory: must be checked before it is printed.
    Memory,
    /// There is none.
    None,
}

/// What is known about the security of a scheme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Security {
    /// The label to show wherever the scheme is named.
    pub label: SecurityLabel,
    /// Model, assumption, attack or duty of the verifier, in one sentence.
    pub note: String,
}

/// One word on the security of a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecurityLabel {
    /// Its paper claims a proof.
    Claimed,
    /// No proof is claimed.
    Unproved,
    /// A later paper claims an attack, which was not checked here.
    Attacked,
    /// An attack is known.
    Broken,
    /// The paper was not seen.
    Unknown,
}

impl SecurityLabel {
    /// Whether an attack is known or claimed, which nobody must overlook.
    pub fn is_warning(self) -> bool {
        matches!(self, Self::Attacked | Self::Broken)
    }

    /// The name of a scheme, after the label if that is a warning.
    pub fn named(self, name: &str) -> String {
        if self.is_warning() { format!("{}: {name}", self.warned()) } else { name.to_owned() }
    }

    /// In capitals if it is a warning.
    pub fn warned(self) -> String {
        let label = self.to_string();
        if self.is_warning() { label.to_uppercase() } else { label }
    }
}

impl fmt::Display for SecurityLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Claimed => "claimed",
            Self::Unproved => "unproved",
            Self::Attacked => "attacked",
            Self::Broken => "broken",
            Self::Unknown => "unknown",
        })
    }
}

/// Where the counts of a row come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// Counted from the equations of the scheme.
    Counted,
    /// As printed in the literature.
    Printed,
    /// Counted while the scheme ran.
    Executed,
    /// Written down from memory and not checked against a source.
    Memory,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Counted => "counted",
            Self::Printed => "printed",
            Self::Executed => "executed",
            Self::Memory => "memory",
        })
    }
}

/// What a scheme is for and what it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Certificate-based aggregate signature from pairings.
    CbasPairing,
    /// Certificate-based aggregate signature without pairings.
    CbasPairingFree,
    /// Certificateless aggregate signature from pairings.
    ClasPairing,
    /// Certificateless aggregate signature on a curve without pairing.
    ClasEcc,
    /// Certificate-based signature from pairings, without aggregation.
    CertBasedSignaturePairing,
    /// Certificate-based encryption.
    CertBasedEncryption,
    /// BLS aggregate signature.
    BlsAggregate,
    /// BLS multi-signature.
    BlsMultisig,
    /// Signature on a curve without pairing, to compare with.
    BaselineEcc,
    /// RSA signature, to compare with.
    BaselineRsa,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::CbasPairing => "certificate-based aggregate, pairings",
            Self::CbasPairingFree => "certificate-based aggregate, no pairings",
            Self::ClasPairing => "certificateless aggregate, pairings",
            Self::ClasEcc => "certificateless aggregate, no pairings",
            Self::CertBasedSignaturePairing => "certificate-based signature, pairings",
            Self::CertBasedEncryption => "certificate-based encryption",
            Self::BlsAggregate => "BLS aggregate",
            Self::BlsMultisig => "BLS multi-signature",
            Self::BaselineEcc => "baseline, elliptic curve",
            Self::BaselineRsa => "baseline, RSA",
        })
    }
}
