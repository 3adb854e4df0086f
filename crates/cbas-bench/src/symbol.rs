//! Symbol profiles: which operation a paper's `T_...` stands for.
//!
//! The same symbol means different work in different papers. In the reference study `T_pbsm` is a
//! power in the target group; in most published schemes it is a scalar multiplication in G1, about
//! six times cheaper. So no symbol is ever resolved without naming a profile.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::BenchError;
use crate::nearest::nearest;
use crate::operation;

/// Names of the profiles that ship with the tool.
pub const PROFILES: &[&str] = &["source-group", "target-group"];

const SOURCE_GROUP: &str = include_str!("../data/symbols/source-group.toml");
const TARGET_GROUP: &str = include_str!("../data/symbols/target-group.toml");

/// A named mapping from symbols to operation identifiers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymbolProfile {
    /// Name as printed in captions.
    pub name: String,
    /// What the profile assumes, in one sentence.
    pub meaning: String,
    /// Symbol to operation identifier.
    pub symbols: BTreeMap<String, String>,
}

impl SymbolProfile {
    /// A profile that ships with the tool.
    ///
    /// # Errors
    /// [`BenchError::UnknownProfile`] with the known names.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// assert_eq!(SymbolProfile::named("source-group").unwrap().resolve("T_pbsm"), Some("g1-mul"));
    /// assert_eq!(SymbolProfile::named("target-group").unwrap().resolve("T_pbsm"), Some("gt-exp"));
    /// ```
    pub fn named(name: &str) -> Result<Self, BenchError> {
        match name {
            "source-group" => Self::parse(name, SOURCE_GROUP),
            "target-group" => Self::parse(name, TARGET_GROUP),
            _ => Err(BenchError::UnknownProfile {
                found: name.to_owned(),
                nearest: nearest(name, PROFILES.iter().copied()),
            }),
        }
    }

    /// A profile from TOML text; `origin` names the file in errors.
    ///
    /// # Errors
    /// [`BenchError::Profile`] if the text is no profile or names an operation that does not exist.
    pub fn parse(origin: &str, text: &str) -> Result<Self, BenchError> {
        let refuse = |reason: String| BenchError::Profile { origin: origin.to_owned(), reason };
        let profile: Self = toml::from_str(text).map_err(|error| refuse(error.to_string()))?;
        for (symbol, id) in &profile.symbols {
            operation::find(id).map_err(|error| refuse(format!("symbol {symbol}: {error}")))?;
        }
        Ok(profile)
    }

    /// The operation behind a symbol; an operation identifier stands for itself.
    pub fn resolve<'a>(&'a self, symbol: &'a str) -> Option<&'a str> {
        match self.symbols.get(symbol) {
            Some(id) => Some(id),
            None => operation::find(symbol).ok().map(|operation| operation.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_profiles_are_valid_and_carry_their_own_name() {
        for name in PROFILES {
            assert_eq!(&SymbolProfile::named(name).unwrap().name, name);
        }
    }

    #[test]
    fn a_profile_with_an_unknown_operation_is_refused_with_the_symbol() {
        let text = "name = 'x'\nmeaning = 'y'\n[symbols]\nT_q = 'gt-pow'\n";
        let message = SymbolProfile::parse("x.toml", text).unwrap_err().to_string();
        assert!(message.contains("x.toml") && message.contains("T_q") && message.contains("gt-exp"), "{message}");
    }
}
