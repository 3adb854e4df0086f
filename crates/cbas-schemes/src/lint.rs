//! Printed counts against counted ones, and aggregates that leave out what their verifier hashes.
//!
//! A published table of operation counts can disagree with the equations of its own scheme. [`lint`] compares every
//! phase of the printed row with the counted one and names each term that differs; compares the counted row with the
//! one found by running the scheme; evaluates costs that are printed; and looks for values that a verifier must hash
//! but that the aggregate does not carry. It compares phases of one name only: that `Verify` should cost what
//! `AggVerify` costs for one signer is not a law, and some schemes differ there rightly.
//!
//! ```
//! let qiao = cbas_schemes::catalogue::find("qiao-2023")?;
//! let report = cbas_schemes::lint::lint(&qiao);
//! let fault = report.findings.iter().find(|finding| finding.phase() == Some("AggVerify")).unwrap();
//! assert!(fault.to_string().contains("AggVerify: the printed row has n+2 ec-mul where the counted row has 2n+2"));
//! # Ok::<(), cbas_schemes::error::CatalogueError>(())
//! ```

use std::fmt;
use std::path::Path;

use cbas_bench::symbol::SymbolProfile;
use serde::Serialize;

use crate::catalogue::{Golden, Groups, Phase, Provenance, Row, Scheme};
use crate::cost::{Pricer, UnitCosts};
use crate::error::CatalogueError;
use crate::polynomial::Polynomial;
use crate::symbol::resolve;

/// What the lint found in one scheme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The scheme.
    pub scheme: String,
    /// The faults, in the order of the file's checks.
    pub findings: Vec<Finding>,
    /// Phases that were compared and agree, with both rows.
    pub agreeing: Vec<(String, Provenance, Provenance)>,
    /// Printed phases without counts to compare with.
    pub unchecked: Vec<String>,
}

impl Report {
    /// Whether nothing is wrong; what could not be compared is not wrong.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

/// One fault and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fault {
    /// A term that two rows count differently.
    Count {
        /// The phase.
        phase: String,
        /// The operation; in a row that does not tell the source groups apart, `g1-mul` stands for both.
        operation: String,
        /// The row in doubt.
        row: Provenance,
        /// Its count.
        found: Polynomial,
        /// The row it is compared with.
        against: Provenance,
        /// The count there.
        expected: Polynomial,
    },
    /// An aggregate without a value that its verifier hashes.
    Omitted {
        /// The value.
        value: String,
    },
    /// A printed cost that does not follow from its row.
    Cost {
        /// The row.
        row: Provenance,
        /// The phase.
        phase: String,
        /// Number of signers.
        n: u64,
        /// The cost as printed, ms.
        printed: String,
        /// What the row gives, ms, or why it gives nothing.
        found: String,
    },
}

impl Finding {
    /// The phase it is about, if it is about one.
    pub fn phase(&self) -> Option<&str> {
        match &self.fault {
            Fault::Count { phase, .. } | Fault::Cost { phase, .. } => Some(phase),
            Fault::Omitted { .. } => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}, {}", self.file, self.line, self.fault)
    }
}

/// What is wrong and what to do, without the place.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Count { phase, operation, row, found, against, expected } => write!(
                f,
                "{phase}: the {row} row has {found} {operation} where the {against} row has {expected}: recount the equations or correct the row"
            ),
            Fault::Omitted { value } => write!(
                f,
                "aggregate: the verifier hashes {value}, which the aggregate does not carry and the verifier does not know: add its bytes to the size of the aggregate"
            ),
            Fault::Cost { row, phase, n, printed, found } => write!(
                f,
                "{phase}: {printed} ms is given for n = {n}, but the {row} row costs {found}: correct one of them"
            ),
        }
    }
}

/// Reads a scheme file and compares its rows.
///
/// # Errors
/// As [`Scheme::read`].
pub fn lint_file(path: &Path) -> Result<Report, CatalogueError> {
    Ok(lint(&Scheme::read(path)?))
}

/// Compares the rows of a scheme.
pub fn lint(scheme: &Scheme) -> Report {
    let mut linter = Linter {
        scheme,
        profile: profile(scheme),
        report: Report { scheme: scheme.id.clone(), findings: vec![], agreeing: vec![], unchecked: vec![] },
    };
    linter.rows();
    linter.transmission();
    scheme.golden.iter().for_each(|golden| linter.golden(golden));
    linter.report
}

/// The profile a scheme is written in. Without one, every symbol means the same in all, which was checked when
/// the file was read.
fn profile(scheme: &Scheme) -> SymbolProfile {
    let name = scheme.symbols.as_deref().unwrap_or("source-group");
    SymbolProfile::named(name).expect("a declared profile exists, which was checked when the file was read")
}

struct Linter<'a> {
    scheme: &'a Scheme,
    profile: SymbolProfile,
    report: Report,
}

impl Linter<'_> {
    fn find(&mut self, line: usize, fault: Fault) {
        self.report.findings.push(Finding { file: self.scheme.file.clone(), line, fault });
    }

    fn rows(&mut self) {
        use Provenance::{Counted, Executed, Memory, Printed};
        let row = |provenance| self.scheme.row(provenance);
        let of = |provenances: &[Provenance]| provenances.iter().filter_map(|&provenance| row(provenance)).collect();
        let references: Vec<&Row> = of(&[Counted, Executed, Memory]);
        let by_hand: Vec<&Row> = of(&[Counted, Memory]);
        if let Some(printed) = row(Printed) {
            self.compare_rows(printed, &references);
        }
        // Without code there is nothing executed, so a count by hand has nothing to be checked against.
        if let Some(executed) = row(Executed) {
            by_hand.into_iter().for_each(|hand| self.compare_rows(hand, &[executed]));
        }
    }

    /// Every known phase of `row` against that of the same name in the first reference that has it.
    fn compare_rows(&mut self, row: &Row, references: &[&Row]) {
        for phase in row.phases.iter().filter(|phase| !phase.formula.is_unknown()) {
            let known = |other: &&Row| other.phase(&phase.name).is_some_and(|phase| !phase.formula.is_unknown());
            let other = references.iter().copied().find(known);
            match other.and_then(|other| Some((other, other.phase(&phase.name)?))) {
                Some((other, expected)) => self.compare_phases(row, phase, other, expected),
                None => self.report.unchecked.push(phase.name.clone()),
            }
        }
    }

    fn compare_phases(&mut self, row: &Row, phase: &Phase, other: &Row, expected: &Phase) {
        let unlabelled = [row, other].iter().any(|row| row.groups == Groups::Unlabelled);
        let (found, counted) = (self.counts(phase, unlabelled), self.counts(expected, unlabelled));
        let operations = counted.iter().chain(&found).map(|(operation, _)| operation.clone());
        let mut compared: Vec<String> = Vec::new();
        let before = self.report.findings.len();
        for operation in operations {
            if compared.contains(&operation) || self.is_left_out(row, other, &operation) {
                continue;
            }
            let (found, expected) = (count_of(&found, &operation), count_of(&counted, &operation));
            compared.push(operation.clone());
            if found != expected {
                let (row, against, phase_name) = (row.provenance, other.provenance, phase.name.clone());
                let fault = Fault::Count { phase: phase_name, operation, row, found, against, expected };
                self.find(phase.line, fault);
            }
        }
        if self.report.findings.len() == before {
            self.report.agreeing.push((phase.name.clone(), row.provenance, other.provenance));
        }
    }

    /// Whether one of the rows leaves an operation out on purpose: a row by its own word, and every row but the
    /// executed one encodings and decodings, which equations do not show.
    fn is_left_out(&self, row: &Row, other: &Row, operation: &str) -> bool {
        let neglects = |row: &Row| row.neglects.iter().any(|symbol| resolve(&self.profile, symbol) == Some(operation));
        let coded = operation.ends_with("-encode") || operation.ends_with("-decode");
        coded || neglects(row) || neglects(other)
    }

    /// The counts of a phase by operation. Its coefficients fit 128 bits, since its counts were evaluated when the
    /// file was read; one that does not is compared as 0 and so reported.
    fn counts(&self, phase: &Phase, unlabelled: bool) -> Vec<(String, Polynomial)> {
        let mut counts: Vec<(String, Polynomial)> = Vec::new();
        for (symbol, polynomial) in phase.formula.polynomials().ok().flatten().unwrap_or_default() {
            let operation = resolve(&self.profile, symbol).unwrap_or(symbol);
            let operation = match operation.strip_prefix("g2-") {
                Some(group_free) if unlabelled => format!("g1-{group_free}"),
                _ => operation.to_owned(),
            };
            match counts.iter_mut().find(|(known, _)| *known == operation) {
                Some((_, sum)) => *sum = sum.plus(&polynomial).unwrap_or_else(|| Polynomial::constant(0)),
                None => counts.push((operation, polynomial)),
            }
        }
        counts
    }

    fn transmission(&mut self) {
        let Some(transmission) = &self.scheme.transmission else { return };
        let has = |value: &String| transmission.aggregate.contains(value) || transmission.known.contains(value);
        for value in transmission.hashed.iter().filter(|value| !has(value)) {
            self.find(transmission.line, Fault::Omitted { value: value.clone() });
        }
    }

    /// A printed cost against what its row gives, to the digits that are printed.
    fn golden(&mut self, golden: &Golden) {
        let found = match golden_cost(self.scheme, golden, &self.profile) {
            Ok(ms) => {
                let decimals = golden.total_ms.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                let found = format!("{ms:.decimals$}");
                if found == golden.total_ms {
                    return;
                }
                format!("{found} ms")
            }
            Err(reason) => reason,
        };
        let (phase, printed) = (golden.phase.clone(), golden.total_ms.clone());
        self.find(golden.line, Fault::Cost { row: golden.row, phase, n: golden.n, printed, found });
    }
}

fn count_of(counts: &[(String, Polynomial)], operation: &str) -> Polynomial {
    let count = counts.iter().find(|(known, _)| known == operation).map(|(_, count)| count.clone());
    count.unwrap_or_else(|| Polynomial::constant(0))
}

/// What a row costs with the unit costs printed beside it, ms, or why it has no cost.
fn golden_cost(scheme: &Scheme, golden: &Golden, profile: &SymbolProfile) -> Result<f64, String> {
    let units = golden.unit_ms.iter().map(|(symbol, ms)| (resolve(profile, symbol).unwrap_or(symbol), ms * 1e6));
    let units = UnitCosts::table(units).map_err(|error| error.to_string())?;
    let phase = scheme.row(golden.row).and_then(|row| row.phase(&golden.phase)).ok_or("nothing: there is no row")?;
    let cost = Pricer::new(profile, &units, 0.95).and_then(|pricer| pricer.price(&phase.formula, golden.n));
    let cost = cost.map_err(|error| error.to_string())?;
    cost.map(|cost| cost.mean_ns / 1e6).ok_or_else(|| "nothing: its counts are unknown".to_owned())
}
