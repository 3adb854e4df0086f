//! Unit costs times counts, with the uncertainty carried through.
//!
//! * Several processes: the cost is evaluated in every process and the interval is that of the K
//!   results, mean ± t(K−1)·S/√K (STATISTICS.md §8). What moves two operations together in a process
//!   moves the cost of that process, so the covariance between operations is in the interval.
//! * One process: the half-widths of the operations, each times its count, are added in quadrature, the
//!   lower and the upper side apart. This takes the operations as independent, and says nothing
//!   about other processes.
//! * An imported table of bare values gives a cost and no interval.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Scope;
use cbas_convergence::statistics::processes::{Components, MIN_PROCESSES};
use serde::Serialize;

use crate::catalogue::{Misreading, Provenance, Row, Scheme};
use crate::error::CostError;
use crate::formula::Formula;

mod measured;
mod unit_costs;

use unit_costs::Held;
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

impl Cost {
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
}

/// The costs of one phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PhaseCost {
    /// Name of the phase.
    pub name: String,
    /// Its operation counts; empty if unknown.
    pub formula: String,
    /// One cost for each n, `None` if the counts are unknown.
    pub costs: Vec<Option<Cost>>,
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
    Pricer::new(profile, units, confidence)?.price(formula, n)
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
    let pricer = Pricer::new(profile, units, confidence)?;
    let phases = find_row(scheme, row)?.phases.iter().map(|phase| {
        let costs: Result<_, _> = ns.iter().map(|&n| pricer.price(&phase.formula, n)).collect();
        let costs = costs.map_err(|cause| in_phase(scheme, row, &phase.name, cause))?;
        Ok(PhaseCost { name: phase.name.clone(), formula: phase.formula.to_string(), costs })
    });
    Ok(SchemeCost {
        scheme: scheme.id.clone(),
        row,
        profile: profile.name.clone(),
        confidence,
        warning: scheme.misreading(profile),
        ns: ns.to_vec(),
        phases: phases.collect::<Result<_, CostError>>()?,
    })
}

/// The operations that all rows of a scheme need under a profile, in order of first appearance.
///
/// # Errors
/// [`CostError::Phase`] around [`CostError::UnresolvedSymbol`].
pub fn operations(scheme: &Scheme, profile: &SymbolProfile) -> Result<Vec<String>, CostError> {
    let mut operations: Vec<String> = Vec::new();
    for row in &scheme.rows {
        for phase in &row.phases {
            for symbol in phase.formula.symbols() {
                let operation =
                    resolve(profile, symbol).map_err(|cause| in_phase(scheme, row.provenance, &phase.name, cause))?;
                if !operations.iter().any(|known| known == operation) {
                    operations.push(operation.to_owned());
                }
            }
        }
    }
    Ok(operations)
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

fn resolve<'a>(profile: &'a SymbolProfile, symbol: &'a str) -> Result<&'a str, CostError> {
    profile
        .resolve(symbol)
        .ok_or_else(|| CostError::UnresolvedSymbol { symbol: symbol.to_owned(), profile: profile.name.clone() })
}

/// An operation, how often it is done, and the symbol it was first named by.
struct Item<'a> {
    operation: &'a str,
    symbol: &'a str,
    count: f64,
}

/// What stays the same while many formulas are priced.
struct Pricer<'a> {
    profile: &'a SymbolProfile,
    units: &'a UnitCosts,
    confidence: f64,
}

impl<'a> Pricer<'a> {
    fn new(profile: &'a SymbolProfile, units: &'a UnitCosts, confidence: f64) -> Result<Self, CostError> {
        unit_costs::check_confidence(confidence)?;
        match units.held {
            Held::OneProcess { confidence: held, .. } if held != confidence => {
                Err(CostError::OtherConfidence { held, asked: confidence })
            }
            _ => Ok(Self { profile, units, confidence }),
        }
    }

    fn price(&self, formula: &'a Formula, n: u64) -> Result<Option<Cost>, CostError> {
        let Some(counts) = formula.counts(n)? else { return Ok(None) };
        let items = self.items(counts)?;
        let cost = match &self.units.held {
            Held::Processes { count, means } => {
                let priced = self.with_units(&items, means)?;
                let per_process = |process: usize| total(priced.iter().map(|(count, unit)| count * unit[process]));
                self.between_processes(&(0..*count).map(per_process).collect::<Vec<f64>>())
            }
            Held::OneProcess { estimates, .. } => within_process(&self.with_units(&items, estimates)?),
            Held::Table(values) => {
                let mean_ns = total(self.with_units(&items, values)?.into_iter().map(|(count, unit)| count * unit));
                Cost { mean_ns, low_ns: None, high_ns: None, processes: None }
            }
        };
        Ok(Some(cost))
    }

    /// Counts by operation: two symbols may stand for the same one, whose error is then shared and not independent.
    fn items(&self, counts: Vec<(&'a str, u64)>) -> Result<Vec<Item<'a>>, CostError> {
        let mut items: Vec<Item<'a>> = Vec::with_capacity(counts.len());
        for (symbol, count) in counts {
            let operation = resolve(self.profile, symbol)?;
            let count = count as f64;
            match items.iter_mut().find(|item| item.operation == operation) {
                Some(item) => item.count += count,
                None => items.push(Item { operation, symbol, count }),
            }
        }
        items.retain(|item| item.count > 0.0);
        Ok(items)
    }

    /// Each count beside its unit cost.
    fn with_units<'u, T>(
        &self,
        items: &[Item<'_>],
        units: &'u unit_costs::ByOperation<T>,
    ) -> Result<Vec<(f64, &'u T)>, CostError> {
        let with_unit = |item: &Item<'_>| match units.get(item.operation) {
            Some(unit) => Ok((item.count, unit)),
            None => Err(CostError::MissingUnitCost {
                symbol: item.symbol.to_owned(),
                profile: self.profile.name.clone(),
                operation: item.operation.to_owned(),
            }),
        };
        items.iter().map(with_unit).collect()
    }

    /// STATISTICS.md §8 on the costs of the processes.
    fn between_processes(&self, costs: &[f64]) -> Cost {
        let components = Components::of(costs, None);
        let (mean_ns, half_width) = (components.mean, components.half_width(self.confidence));
        Cost {
            mean_ns,
            low_ns: Some(mean_ns - half_width),
            high_ns: Some(mean_ns + half_width),
            processes: Some(components.processes),
        }
    }
}

fn within_process(priced: &[(f64, &Estimate)]) -> Cost {
    let mean_ns = total(priced.iter().map(|(count, unit)| count * unit.mean_ns));
    let quadrature =
        |side: fn(&Estimate) -> f64| total(priced.iter().map(|(count, unit)| (count * side(unit)).powi(2))).sqrt();
    Cost {
        mean_ns,
        low_ns: Some(mean_ns - quadrature(|unit| unit.mean_ns - unit.low_ns)),
        high_ns: Some(mean_ns + quadrature(|unit| unit.high_ns - unit.mean_ns)),
        processes: Some(1),
    }
}

/// The sum; no summand gives 0.0, where `Iterator::sum` would give -0.0 and a table "-0.000".
fn total(summands: impl Iterator<Item = f64>) -> f64 {
    summands.fold(0.0, |sum, summand| sum + summand)
}
