//! The symbol trap: a scheme priced under a profile that changes what its symbols mean.

use std::fmt;

use cbas_bench::symbol::SymbolProfile;
use serde::Serialize;

use super::Scheme;
use crate::symbol::resolve;

/// A scheme read under a profile that changes the meaning of its symbols; prints as a warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Misreading {
    /// The scheme.
    pub scheme: String,
    /// The profile it is written in.
    pub declared: String,
    /// The profile it is read under.
    pub used: String,
    /// The symbols that change.
    pub changed: Vec<Reading>,
}

/// One symbol that two profiles read differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The symbol.
    pub symbol: String,
    /// The operation the scheme means.
    pub meant: String,
    /// The operation the profile reads.
    pub read: String,
}

impl Scheme {
    /// What `profile` makes of the symbols of this scheme that its own profile means otherwise.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// let scheme = cbas_schemes::catalogue::find("cbas-g").unwrap();
    /// let warning = scheme.misreading(&SymbolProfile::named("target-group").unwrap()).unwrap();
    /// assert!(warning.to_string().contains("T_pbsm is gt-exp, not g1-mul"));
    /// assert!(scheme.misreading(&SymbolProfile::named("source-group").unwrap()).is_none());
    /// ```
    pub fn misreading(&self, profile: &SymbolProfile) -> Option<Misreading> {
        // Checked when the file was read, so a declared profile exists.
        let own = SymbolProfile::named(self.symbols.as_deref()?).ok()?;
        let mut changed: Vec<Reading> = Vec::new();
        for symbol in self.all_symbols() {
            if let (Some(meant), Some(read)) = (resolve(&own, symbol), resolve(profile, symbol)) {
                let known = changed.iter().any(|reading| reading.symbol == symbol);
                if meant != read && !known {
                    changed.push(Reading { symbol: symbol.to_owned(), meant: meant.to_owned(), read: read.to_owned() });
                }
            }
        }
        let (scheme, used) = (self.id.clone(), profile.name.clone());
        (!changed.is_empty()).then_some(Misreading { scheme, declared: own.name, used, changed })
    }
}

impl fmt::Display for Misreading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "scheme `{}` is written in the symbols of `{}`, but under `{}` ",
            self.scheme, self.declared, self.used
        )?;
        for (index, Reading { symbol, meant, read }) in self.changed.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{symbol} is {read}, not {meant}")?;
        }
        write!(f, ": use `--symbols {}` for the scheme's own cost", self.declared)
    }
}
