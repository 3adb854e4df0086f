//! What can go wrong, each as one sentence: what was found, where, what to do.

use std::path::PathBuf;

use cbas_convergence::SampleError;
use thiserror::Error;

use crate::catalogue::Provenance;
use crate::scheme::Refusal;

/// Errors of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The text is not a formula.
    #[error("formula `{text}`, column {column}: found {found}, {remedy}")]
    Syntax {
        /// The whole formula.
        text: String,
        /// 1-based column, in characters.
        column: usize,
        /// What stands there.
        found: String,
        /// What would be right.
        remedy: &'static str,
    },
    /// A count below zero.
    #[error("the count of `{symbol}` is {count} at n = {n}: correct the coefficient or ask for a larger n")]
    Negative {
        /// The symbol counted.
        symbol: String,
        /// Number of signers.
        n: u64,
        /// The count found.
        count: i128,
    },
    /// No signer at all.
    #[error("n is 0: a scheme has at least one signer, ask for n >= 1")]
    NoSigners,
    /// A count too large to hold.
    #[error("the count of `{symbol}` at n = {n} does not fit 64 bits: ask for a smaller n")]
    Overflow {
        /// The symbol counted.
        symbol: String,
        /// Number of signers.
        n: u64,
    },
}

/// Errors of scheme files.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A scheme that is not in the catalogue.
    #[error("unknown scheme `{found}`: did you mean {}? `cbas list schemes` shows all", alternatives(.nearest))]
    UnknownScheme {
        /// The name given.
        found: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// The file cannot be read.
    #[error("cannot read {path}: {reason}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: std::io::Error,
    },
    /// A directory without scheme files.
    #[error("{path} holds no scheme: put one TOML file a scheme there, its name ending in `.toml`")]
    NoSchemes {
        /// The directory.
        path: PathBuf,
    },
    /// Two schemes of one name.
    #[error("{file} and {other} both call their scheme `{id}`: rename one of them")]
    Duplicate {
        /// The file read last.
        file: String,
        /// The identifier.
        id: String,
        /// The file read before.
        other: String,
    },
    /// The text is not TOML, or not a scheme.
    #[error("{file}, line {line}, column {column}: {reason}")]
    Toml {
        /// The file.
        file: String,
        /// 1-based line.
        line: usize,
        /// 1-based column, in characters.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A value outside the rows that cannot be used.
    #[error("{file}, line {line}, {key}: {reason}")]
    Value {
        /// The file.
        file: String,
        /// 1-based line.
        line: usize,
        /// The key.
        key: String,
        /// What is wrong and what to write.
        reason: String,
    },
    /// A row that cannot be used.
    #[error("{file}, line {line}, {row} row: {reason}")]
    Row {
        /// The file.
        file: String,
        /// 1-based line.
        line: usize,
        /// Provenance of the row.
        row: Provenance,
        /// What is wrong and what to write.
        reason: String,
    },
    /// A phase that cannot be used.
    #[error("{file}, line {line}, {row} row, phase {phase}: {reason}")]
    Phase {
        /// The file.
        file: String,
        /// 1-based line.
        line: usize,
        /// Provenance of the row.
        row: Provenance,
        /// Name of the phase.
        phase: String,
        /// What is wrong and what to write.
        reason: String,
    },
}

/// Errors of counting.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// A scheme of which only the counts are known.
    #[error("scheme `{scheme}` has no code to run: price its counted or printed row instead")]
    NotExecutable {
        /// The identifier given.
        scheme: String,
    },
    /// What was made in a run did not verify in it.
    #[error("scheme `{scheme}` refuses its own signatures at n = {n}, so its code is wrong: {refusal}")]
    Refused {
        /// The scheme.
        scheme: &'static str,
        /// Number of signers.
        n: usize,
        /// Why; part of the message, so not a source of its own.
        refusal: Refusal,
    },
    /// Counts that follow no polynomial of degree 2 with whole coefficients.
    #[error(
        "scheme `{scheme}`, phase {phase}: `{operation}` occurs {counts:?} times for 1, 2, 5 and 16 signers, which no formula in n of degree 2 gives: look for a cache or a recursion"
    )]
    NoPolynomial {
        /// The scheme.
        scheme: &'static str,
        /// The phase.
        phase: String,
        /// The operation.
        operation: &'static str,
        /// The counts.
        counts: Vec<u64>,
    },
}

/// Errors of pricing.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum CostError {
    /// The counts cannot be evaluated.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The profile does not know a symbol.
    #[error(
        "symbol `{symbol}` means nothing in profile `{profile}`: add it to the profile's [symbols], or write an operation from `cbas list operations`"
    )]
    UnresolvedSymbol {
        /// The symbol.
        symbol: String,
        /// Name of the symbol profile.
        profile: String,
    },
    /// The operation was not measured.
    #[error(
        "no unit cost for `{operation}` (symbol `{symbol}` in profile `{profile}`): measure it with `cbas bench --op {operation}`, or add it to the imported table"
    )]
    MissingUnitCost {
        /// The symbol in the formula.
        symbol: String,
        /// Name of the symbol profile.
        profile: String,
        /// The operation behind it.
        operation: String,
    },
    /// A campaign has no usable samples of an operation.
    #[error("{id} cannot be used as a unit cost: {cause}")]
    UnusableSamples {
        /// `operation/library`.
        id: String,
        /// Why.
        cause: SampleError,
    },
    /// A unit cost that is no time.
    #[error(
        "the unit cost of `{operation}` is {found}: give a finite number of nanoseconds above 0, or leave the operation out"
    )]
    BadUnitCost {
        /// The operation.
        operation: String,
        /// The value found.
        found: f64,
    },
    /// An interval that does not hold its mean.
    #[error(
        "the interval of `{operation}` runs from {low} to {high} around a mean of {mean}: give low <= mean <= high, all finite"
    )]
    BadInterval {
        /// The operation.
        operation: String,
        /// Lower end, ns.
        low: f64,
        /// The mean, ns.
        mean: f64,
        /// Upper end, ns.
        high: f64,
    },
    /// Nothing to price with.
    #[error(
        "there is no unit cost at all: measure the operations with `cbas bench`, or import a table that lists some"
    )]
    NoUnitCosts,
    /// An operation given twice.
    #[error("`{operation}` has two unit costs: keep one library per operation")]
    DuplicateUnitCost {
        /// The operation.
        operation: String,
    },
    /// A single run that is too short for an interval.
    #[error("the one run of `{operation}` is too short for an interval: measure at least 10 samples")]
    NoInterval {
        /// The operation.
        operation: String,
    },
    /// Operations that were not measured in the same processes.
    #[error(
        "`{operation}` has means of {found} processes where the others have {expected}: price from the processes that measured every operation"
    )]
    UnequalProcesses {
        /// The operation that differs.
        operation: String,
        /// Its number of processes.
        found: usize,
        /// The number of the others.
        expected: usize,
    },
    /// Not enough processes for an interval between processes.
    #[error(
        "`{operation}` has means of {found} processes: an interval between processes needs 2 or more, give one process with its own interval instead"
    )]
    TooFewProcesses {
        /// The operation.
        operation: String,
        /// Its number of processes.
        found: usize,
    },
    /// A confidence that is no probability.
    #[error("the confidence is {found}: give a number above 0 and below 1, such as 0.95")]
    BadConfidence {
        /// The value found.
        found: f64,
    },
    /// Intervals of another confidence than asked for.
    #[error(
        "the unit costs carry intervals at confidence {held} and {asked} was asked for: analyze the campaign again at {asked}"
    )]
    OtherConfidence {
        /// Confidence of the intervals held.
        held: f64,
        /// Confidence asked for.
        asked: f64,
    },
    /// The scheme has no such row.
    #[error("scheme `{scheme}` has no {row} row: it has {}", .available.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    NoRow {
        /// The scheme.
        scheme: String,
        /// The row asked for.
        row: Provenance,
        /// The rows it has.
        available: Vec<Provenance>,
    },
    /// A phase of a scheme that cannot be priced.
    #[error("scheme `{scheme}`, {row} row, phase {phase}: {cause}")]
    Phase {
        /// The scheme.
        scheme: String,
        /// The row.
        row: Provenance,
        /// The phase.
        phase: String,
        /// Why; part of the message, so not a source of its own.
        cause: Box<CostError>,
    },
}

/// Errors of printed tables of unit costs.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The header lacks a column.
    #[error("{file}, line 1: the header has no column {wanted}: add one")]
    NoColumn {
        /// The file.
        file: String,
        /// The names that would do.
        wanted: &'static str,
    },
    /// A row that cannot be used.
    #[error("{file}, line {line}: {reason}")]
    Row {
        /// The file.
        file: String,
        /// 1-based line.
        line: u64,
        /// What is wrong and what to write.
        reason: String,
    },
    /// The values together cannot be used.
    #[error("{file}: {cause}")]
    Costs {
        /// The file.
        file: String,
        /// Why; part of the message, so not a source of its own.
        cause: CostError,
    },
}

/// "`a`, `b` or `c`".
fn alternatives(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
