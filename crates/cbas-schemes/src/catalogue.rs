//! Scheme files: what they hold, reading and finding them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use cbas_bench::symbol::SymbolProfile;
use serde::{Deserialize, Serialize};

use crate::error::{CatalogueError, FormulaError};
use crate::formula::Formula;

mod check;

/// File name and text of every scheme that ships with the tool, in the order of the tables.
const SHIPPED: &[(&str, &str)] = &[
    ("cbas-g.toml", include_str!("../schemes/cbas-g.toml")),
    ("qiao-2023.toml", include_str!("../schemes/qiao-2023.toml")),
];

/// A signature scheme: where it comes from, what it computes and how long its outputs are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scheme {
    /// Identifier in the command line and in files.
    pub id: String,
    /// Name in tables.
    pub name: String,
    /// What it is, in one or two sentences.
    pub description: String,
    /// The symbol profile its symbols are written in, where the profile makes a difference.
    pub symbols: Option<String>,
    /// The publication.
    pub bibliography: Bibliography,
    /// What is known about its security.
    pub security: Security,
    /// Bytes of one encoded element, by element.
    pub elements: BTreeMap<String, u64>,
    /// Length of keys and signatures as formulas in the elements.
    pub sizes: BTreeMap<String, Formula>,
    /// Operation counts, one row per provenance.
    pub rows: Vec<Row>,
}

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
    doi: Option<String>,
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
    /// An attack is known.
    Broken,
}

impl fmt::Display for SecurityLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Claimed => "claimed",
            Self::Unproved => "unproved",
            Self::Broken => "broken",
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
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Counted => "counted",
            Self::Printed => "printed",
            Self::Executed => "executed",
        })
    }
}

/// The operation counts of all phases from one source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// Kind of source.
    pub provenance: Provenance,
    /// The source itself, and the conventions of counting.
    pub source: String,
    /// The phases in the order of the scheme.
    pub phases: Vec<Phase>,
}

/// One algorithm of a scheme and its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phase {
    /// Name, such as `AggVerify`.
    pub name: String,
    /// Operation counts in n.
    pub formula: Formula,
}

impl Scheme {
    /// A scheme from TOML text; `file` names the file in errors.
    ///
    /// # Errors
    /// [`CatalogueError`] with the place and the reason if the text is no scheme.
    pub fn parse(file: &str, text: &str) -> Result<Self, CatalogueError> {
        check::scheme(file, text)
    }

    /// A scheme from a file of the user.
    ///
    /// # Errors
    /// [`CatalogueError::Io`] if the file cannot be read, else as [`Scheme::parse`].
    pub fn read(path: &Path) -> Result<Self, CatalogueError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| CatalogueError::Io { path: path.to_owned(), source })?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// The row of a provenance, if the scheme has it.
    pub fn row(&self, provenance: Provenance) -> Option<&Row> {
        self.rows.iter().find(|row| row.provenance == provenance)
    }

    /// Bytes of a key, certificate or signature with `n` signers; `None` if its length is not known.
    ///
    /// # Errors
    /// [`FormulaError`] if the length cannot be evaluated at `n`.
    ///
    /// ```
    /// let scheme = cbas_schemes::catalogue::find("qiao-2023").unwrap();
    /// assert_eq!(scheme.size_bytes("aggregate", 100), Ok(Some(100 * 33 + 32)));
    /// ```
    pub fn size_bytes(&self, name: &str, n: u64) -> Result<Option<u64>, FormulaError> {
        let Some(formula) = self.sizes.get(name) else { return Ok(None) };
        let Some(counts) = formula.counts(n)? else { return Ok(None) };
        let mut bytes = 0_u64;
        for (element, count) in counts {
            let overflow = || FormulaError::Overflow { symbol: element.to_owned(), n };
            // Every element of a size was found in `elements` when the file was read.
            let length = self.elements.get(element).copied().unwrap_or_default();
            bytes = count.checked_mul(length).and_then(|more| bytes.checked_add(more)).ok_or_else(overflow)?;
        }
        Ok(Some(bytes))
    }

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
            if let (Some(meant), Some(read)) = (own.resolve(symbol), profile.resolve(symbol)) {
                let known = changed.iter().any(|reading| reading.symbol == symbol);
                if meant != read && !known {
                    changed.push(Reading { symbol: symbol.to_owned(), meant: meant.to_owned(), read: read.to_owned() });
                }
            }
        }
        let (scheme, used) = (self.id.clone(), profile.name.clone());
        (!changed.is_empty()).then_some(Misreading { scheme, declared: own.name, used, changed })
    }

    /// Every symbol of every row, repeats included.
    pub(crate) fn all_symbols(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| &row.phases).flat_map(|phase| phase.formula.symbols())
    }
}

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

/// The schemes that ship with the tool.
///
/// # Errors
/// [`CatalogueError`] if a shipped file is damaged, which the tests of this crate exclude.
pub fn shipped() -> Result<Vec<Scheme>, CatalogueError> {
    SHIPPED.iter().map(|(file, text)| Scheme::parse(file, text)).collect()
}

/// The shipped scheme called `id`.
///
/// # Errors
/// [`CatalogueError::UnknownScheme`] with the nearest names.
///
/// ```
/// assert_eq!(cbas_schemes::catalogue::find("cbas-g").unwrap().name, "CBAS-G");
/// assert!(cbas_schemes::catalogue::find("qiao").unwrap_err().to_string().contains("qiao-2023"));
/// ```
pub fn find(id: &str) -> Result<Scheme, CatalogueError> {
    let mut schemes = shipped()?;
    match schemes.iter().position(|scheme| scheme.id == id) {
        Some(index) => Ok(schemes.swap_remove(index)),
        None => Err(CatalogueError::UnknownScheme { found: id.to_owned(), nearest: nearest(id, &schemes) }),
    }
}

/// The three identifiers most like `id`, best first.
fn nearest(id: &str, schemes: &[Scheme]) -> Vec<String> {
    let mut names: Vec<&str> = schemes.iter().map(|scheme| scheme.id.as_str()).collect();
    names.sort_by(|a, b| strsim::jaro_winkler(id, b).total_cmp(&strsim::jaro_winkler(id, a)));
    names.into_iter().take(3).map(str::to_owned).collect()
}
