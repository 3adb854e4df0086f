//! Scheme files: what they hold, reading and finding them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::{CatalogueError, FormulaError};
use crate::formula::Formula;

mod check;
mod file;
mod labels;
mod library;
mod misreading;
mod place;

pub use labels::{Bibliography, DoiStatus, Kind, Provenance, Security, SecurityLabel};
pub use library::{Catalogue, find, shipped};
pub use misreading::{Misreading, Reading};

/// A signature scheme: where it comes from, what it computes and how long its outputs are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Scheme {
    /// The file it was read from, for messages.
    pub file: String,
    /// Identifier in the command line and in files.
    pub id: String,
    /// Name in tables.
    pub name: String,
    /// What it is, in one or two sentences.
    pub description: String,
    /// What it is for, where that is declared.
    pub kind: Option<Kind>,
    /// The curve or modulus it is written for, where that is declared.
    pub curve: Option<String>,
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
    /// What an aggregate transmits and what its verifier hashes, where that is declared.
    pub transmission: Option<Transmission>,
    /// Operation counts, one row per provenance.
    pub rows: Vec<Row>,
    /// Costs that its paper prints, or that follow from its printed unit costs.
    pub golden: Vec<Golden>,
}

/// The operation counts of all phases from one source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// Kind of source.
    pub provenance: Provenance,
    /// The source itself, and the conventions of counting.
    pub source: String,
    /// Whether the row says which source group an operation is in; if not, G1 and G2 are compared together.
    pub groups: Groups,
    /// Symbols that the row leaves out on purpose, so that their absence is no fault.
    pub neglects: Vec<String>,
    /// The phases in the order of the scheme.
    pub phases: Vec<Phase>,
}

/// Whether a row tells G1 from G2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Groups {
    /// Every symbol names its group.
    #[default]
    Labelled,
    /// The source has one symbol for both source groups; it is written as that of G1.
    Unlabelled,
}

/// One algorithm of a scheme and its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phase {
    /// Name, such as `AggVerify`.
    pub name: String,
    /// Operation counts in n.
    pub formula: Formula,
    /// 1-based line of the formula in its file.
    pub line: usize,
}

/// What an aggregate transmits and what its verifier hashes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transmission {
    /// Values that the aggregate consists of, as its paper describes it.
    pub aggregate: Vec<String>,
    /// Values that the verifier has anyway: messages, identities, keys, parameters.
    pub known: Vec<String>,
    /// Values that the verifier hashes.
    pub hashed: Vec<String>,
    /// 1-based line of the hashed values in the file.
    pub line: usize,
}

/// A cost that the evaluator must give back.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Golden {
    /// The row.
    pub row: Provenance,
    /// The phase.
    pub phase: String,
    /// Number of signers.
    pub n: u64,
    /// Unit costs in ms, by symbol.
    pub unit_ms: BTreeMap<String, f64>,
    /// The cost in ms, with the digits that are printed.
    pub total_ms: String,
    /// 1-based line of the cost in its file.
    pub line: usize,
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
            std::fs::read_to_string(path).map_err(|reason| CatalogueError::Io { path: path.to_owned(), reason })?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// The row of a provenance, if the scheme has it.
    pub fn row(&self, provenance: Provenance) -> Option<&Row> {
        self.rows.iter().find(|row| row.provenance == provenance)
    }

    /// The row to price unless another is asked for: counted, else from memory, else printed, else executed.
    ///
    /// The executed row comes last because it holds encodings and decodings, which the others leave out.
    pub fn default_row(&self) -> &Row {
        use Provenance::{Counted, Executed, Memory, Printed};
        let best = [Counted, Memory, Printed, Executed].into_iter().find_map(|provenance| self.row(provenance));
        best.expect("a scheme has a row, which was checked when it was read")
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

    /// Every symbol of every row, repeats included.
    pub(crate) fn all_symbols(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| &row.phases).flat_map(|phase| phase.formula.symbols())
    }
}

impl Row {
    /// The phase of that name.
    pub fn phase(&self, name: &str) -> Option<&Phase> {
        self.phases.iter().find(|phase| phase.name == name)
    }
}
