//! Unit costs times counts, with the uncertainty carried through.
//!
//! * Several processes: the cost is evaluated in every process and the interval is that of the K
//!   results, mean ± t(K−1)·S/√K (STATISTICS.md §8). What moves two operations together in a process
//!   moves the cost of that process, so the covariance between operations is in the interval.
//! * One process: the half-widths of the operations, each times its count, are added in quadrature, the
//!   lower and the upper side apart. This takes the operations as independent, and says nothing
//!   about other processes.
//! * An imported table of bare values gives a cost and no interval.

use std::fmt;

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Scope;
use cbas_convergence::plot::GrowthCurve;
use cbas_convergence::quantity::{TimeUnit, decimals_for, significant, time, time_with_half_width};
use cbas_convergence::statistics::processes::MIN_PROCESSES;
use serde::Serialize;

use crate::catalogue::{Misreading, Provenance, Row, Scheme, SecurityLabel};
use crate::error::CostError;
use crate::formula::Formula;

mod campaign;
mod composite;
mod crossing;
mod measured;
mod priced;
mod pricer;
mod printed;
mod products;
mod ratio;
mod unit_costs;

pub use campaign::CampaignCosts;
pub use composite::{composite, price_composite};
pub use crossing::{Crossing, crossings, numbers};
pub use priced::{Line, Priced};
pub use printed::{PrintedRow, PrintedTable};
pub use products::{ProductLine, product_line};
pub use ratio::{Ratio, price_ratio};

use pricer::Pricer;
pub use unit_costs::{Estimate, UnitCosts};

/// What a phase costs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// Mean, ns.
    pub mean_ns: f64,
    /// Lower end of the interval, ns; `None` without interval.
    pub low_ns: Option<f64>,
    /// Upper end of the interval, ns; `None` without interval.
    pub high_ns: Option<f64>,
    /// Number of processes behind it; `None` for an imported table.
    pub processes: Option<usize>,
}

/// With the digits that its interval supports: `25.32 ± 0.21 ms`.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.half_width() {
            Some(half) => time_with_half_width(self.mean_ns, half),
            None => time(self.mean_ns),
        })
    }
}

impl Cost {
    /// The larger half-width of the interval, ns; `None` without interval.
    pub fn half_width(&self) -> Option<f64> {
        Some((self.mean_ns - self.low_ns?).max(self.high_ns? - self.mean_ns))
    }

    /// In another unit for siunitx, with no digit that the interval does not support: `25.32 +- 0.21`; without interval
    /// four significant digits.
    ///
    /// ```
    /// use cbas_convergence::quantity::TimeUnit;
    /// let (low, high) = (Some(25_110_000.0), Some(25_530_000.0));
    /// let cost = cbas_schemes::cost::Cost { mean_ns: 25_320_000.0, low_ns: low, high_ns: high, processes: Some(5) };
    /// assert_eq!(cost.siunitx(TimeUnit::Milliseconds), "25.32 +- 0.21");
    /// ```
    pub fn siunitx(&self, unit: TimeUnit) -> String {
        let value = self.mean_ns / unit.nanoseconds();
        match self.half_width().map(|half| half / unit.nanoseconds()) {
            _ if value == 0.0 => "0".to_owned(),
            Some(half) if half > 0.0 => {
                let decimals = decimals_for(half);
                format!("{value:.decimals$} +- {half:.decimals$}")
            }
            _ => significant(value, 4),
        }
    }

    /// What the interval speaks for; `None` without interval.
    pub fn scope(&self) -> Option<Scope> {
        self.processes.map(|processes| if processes == 1 { Scope::WithinProcess } else { Scope::BetweenProcesses })
    }

    /// Whether the interval rests on fewer than five processes and must be marked as indicative (§8).
    pub fn is_indicative(&self) -> bool {
        self.processes.is_some_and(|processes| (2..MIN_PROCESSES).contains(&processes))
    }
}

/// The costs of one row of a scheme.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SchemeCost {
    /// Identifier of the scheme.
    pub scheme: String,
    /// What is known about its security; show it beside the costs.
    pub security: SecurityLabel,
    /// The row priced.
    pub row: Provenance,
    /// Name of the symbol profile used.
    pub profile: String,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Set if the profile changes the meaning of the scheme's symbols; show it beside the costs.
    pub warning: Option<Misreading>,
    /// Numbers of signers, the columns.
    pub ns: Vec<u64>,
    /// The phases, the lines.
    pub phases: Vec<PhaseCost>,
}

impl SchemeCost {
    /// The phase of that name.
    pub fn phase(&self, name: &str) -> Option<&PhaseCost> {
        self.phases.iter().find(|phase| phase.name == name)
    }

    /// What a phase costs at every n that it has a cost for, as a curve called `name` to draw.
    pub fn curve(&self, name: &str, phase: &str) -> GrowthCurve {
        let costs = self.phase(phase).map(|phase| phase.costs.as_slice()).unwrap_or_default();
        let points = self.ns.iter().zip(costs).filter_map(|(&n, cost)| Some((n as f64, (*cost)?)));
        let points = points.map(|(n, cost)| (n, (cost.mean_ns, cost.low_ns.zip(cost.high_ns)))).collect();
        GrowthCurve { name: name.to_owned(), points }
    }
}

/// The costs of one phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PhaseCost {
    /// Name of the phase.
    pub name: String,
    /// Its operation counts; empty if unknown.
    pub formula: String,
    /// One cost for each n, `None` if the counts are unknown or an operation has no unit cost.
    pub costs: Vec<Option<Cost>>,
    /// Operations without a unit cost, which is why there is no cost.
    pub missing: Vec<String>,
}

/// The cost of a formula with `n` signers; `None` if the formula is unknown.
///
/// A symbol must resolve even where its count is 0, but an operation counted 0 times needs no unit cost.
///
/// # Errors
/// [`CostError::Formula`] if the counts cannot be evaluated, [`CostError::UnresolvedSymbol`] and
/// [`CostError::MissingUnitCost`] if an operation has no price, [`CostError::BadConfidence`] and
/// [`CostError::OtherConfidence`] if no interval of that confidence can be given.
///
/// ```
/// use cbas_bench::symbol::SymbolProfile;
/// use cbas_schemes::{cost::{UnitCosts, price}, formula::Formula};
///
/// let units = UnitCosts::processes([("ec-mul", vec![100.0, 110.0]), ("ec-add", vec![12.0, 2.0])])?;
/// let profile = SymbolProfile::named("source-group")?;
/// // The two operations differ between the processes, and their sum does not.
/// let cost = price(&Formula::parse("T_smec + T_paec")?, 1, &profile, &units, 0.95)?.unwrap();
/// assert_eq!((cost.mean_ns, cost.low_ns, cost.high_ns), (112.0, Some(112.0), Some(112.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn price(
    formula: &Formula,
    n: u64,
    profile: &SymbolProfile,
    units: &UnitCosts,
    confidence: f64,
) -> Result<Option<Cost>, CostError> {
    Pricer::new(profile, units, confidence)?.compile(formula)?.price(n)
}

/// The costs of every phase of one row, at every n.
///
/// # Errors
/// [`CostError::NoRow`] if the scheme has no such row, [`CostError::Phase`] around what [`price`] refuses.
pub fn price_scheme(
    scheme: &Scheme,
    row: Provenance,
    ns: &[u64],
    profile: &SymbolProfile,
    units: &UnitCosts,
    confidence: f64,
) -> Result<SchemeCost, CostError> {
    price_phases(scheme, row, ns, profile, units, confidence, false)
}

/// As [`price_scheme`], but a phase whose operations were not all measured has no cost and names what is missing,
/// so that the others can be shown.
///
/// # Errors
/// As [`price_scheme`], except [`CostError::MissingUnitCost`].
pub fn price_measured_phases(
    scheme: &Scheme,
    row: Provenance,
    ns: &[u64],
    profile: &SymbolProfile,
    units: &UnitCosts,
    confidence: f64,
) -> Result<SchemeCost, CostError> {
    price_phases(scheme, row, ns, profile, units, confidence, true)
}

fn price_phases(
    scheme: &Scheme,
    row: Provenance,
    ns: &[u64],
    profile: &SymbolProfile,
    units: &UnitCosts,
    confidence: f64,
    skip_unmeasured: bool,
) -> Result<SchemeCost, CostError> {
    let formulas = find_row(scheme, row)?.phases.iter().map(|phase| (phase.name.as_str(), phase.formula.clone()));
    price_formulas(scheme, row, formulas, ns, profile, units, confidence, skip_unmeasured)
}

/// The costs of phases that are given by name and formula.
#[allow(clippy::too_many_arguments, reason = "what a price depends on")]
fn price_formulas<'a>(
    scheme: &Scheme,
    row: Provenance,
    formulas: impl Iterator<Item = (&'a str, Formula)>,
    ns: &[u64],
    profile: &SymbolProfile,
    units: &UnitCosts,
    confidence: f64,
    skip_unmeasured: bool,
) -> Result<SchemeCost, CostError> {
    let pricer = Pricer::new(profile, units, confidence)?;
    let phases = formulas.map(|(name, formula)| {
        let priced = || {
            let compiled = pricer.compile(&formula)?;
            let missing = if skip_unmeasured { compiled.missing() } else { Vec::new() };
            let costs: Result<Vec<_>, _> =
                ns.iter().map(|&n| if missing.is_empty() { compiled.price(n) } else { Ok(None) }).collect();
            Ok(PhaseCost { name: name.to_owned(), formula: formula.to_string(), costs: costs?, missing })
        };
        priced().map_err(|cause| in_phase(scheme, row, name, cause))
    });
    Ok(SchemeCost {
        scheme: scheme.id.clone(),
        security: scheme.security.label,
        row,
        profile: profile.name.clone(),
        confidence,
        warning: scheme.misreading(profile),
        ns: ns.to_vec(),
        phases: phases.collect::<Result<_, CostError>>()?,
    })
}

/// The operations that one row of a scheme needs under a profile, in order of first appearance.
///
/// # Errors
/// [`CostError::NoRow`] if the scheme has no such row, [`CostError::Phase`] around [`CostError::UnresolvedSymbol`].
pub fn row_operations(scheme: &Scheme, row: Provenance, profile: &SymbolProfile) -> Result<Vec<String>, CostError> {
    let mut operations = Vec::new();
    add_operations(&mut operations, scheme, find_row(scheme, row)?, profile)?;
    Ok(operations)
}

/// The operations that all rows of a scheme need under a profile, in order of first appearance.
///
/// # Errors
/// [`CostError::Phase`] around [`CostError::UnresolvedSymbol`].
pub fn operations(scheme: &Scheme, profile: &SymbolProfile) -> Result<Vec<String>, CostError> {
    let mut operations = Vec::new();
    scheme.rows.iter().try_for_each(|row| add_operations(&mut operations, scheme, row, profile))?;
    Ok(operations)
}

fn add_operations(
    operations: &mut Vec<String>,
    scheme: &Scheme,
    row: &Row,
    profile: &SymbolProfile,
) -> Result<(), CostError> {
    for phase in &row.phases {
        for symbol in phase.formula.symbols() {
            let operation = pricer::resolve(profile, symbol)
                .map_err(|cause| in_phase(scheme, row.provenance, &phase.name, cause))?;
            if !operations.iter().any(|known| known == operation) {
                operations.push(operation.to_owned());
            }
        }
    }
    Ok(())
}

fn find_row(scheme: &Scheme, row: Provenance) -> Result<&Row, CostError> {
    scheme.row(row).ok_or_else(|| CostError::NoRow {
        scheme: scheme.id.clone(),
        row,
        available: scheme.rows.iter().map(|row| row.provenance).collect(),
    })
}

fn in_phase(scheme: &Scheme, row: Provenance, phase: &str, cause: CostError) -> CostError {
    CostError::Phase { scheme: scheme.id.clone(), row, phase: phase.to_owned(), cause: Box::new(cause) }
}
