//! Counts times unit costs: one formula made ready, then evaluated at many n.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::statistics::processes::Components;

use super::unit_costs::{Held, check_confidence};
use super::{Cost, Estimate, UnitCosts};
use crate::error::{CostError, FormulaError};
use crate::formula::{Formula, Term};
use crate::symbol;

/// What a price rests on: unit costs, what the symbols of a formula stand for, and how sure the intervals are.
///
/// ```
/// use cbas_bench::symbol::SymbolProfile;
/// use cbas_schemes::{cost::{Pricer, UnitCosts}, formula::Formula};
///
/// let units = UnitCosts::processes([("ec-mul", vec![100.0, 110.0]), ("ec-add", vec![12.0, 2.0])])?;
/// let profile = SymbolProfile::named("source-group")?;
/// // The two operations differ between the processes, and their sum does not.
/// let cost = Pricer::new(&profile, &units, 0.95)?.price(&Formula::parse("T_smec + T_paec")?, 1)?.unwrap();
/// assert_eq!((cost.mean_ns, cost.low_ns, cost.high_ns), (112.0, Some(112.0), Some(112.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Pricer<'a> {
    profile: &'a SymbolProfile,
    units: &'a UnitCosts,
    confidence: f64,
    /// Half-width of the mean of K processes whose variance is K: t of K - 1 degrees of freedom. 0 for other unit
    /// costs.
    t: f64,
}

/// An operation of a formula and the symbol it was first named by.
struct Item<'a> {
    operation: &'a str,
    symbol: &'a str,
    unit: Option<Unit<'a>>,
}

#[derive(Clone, Copy)]
pub(super) enum Unit<'a> {
    Processes(&'a [f64]),
    OneProcess(&'a Estimate),
    Table(f64),
}

/// A formula whose symbols are resolved and whose unit costs are found.
pub(super) struct Compiled<'a> {
    pricer: &'a Pricer<'a>,
    /// Each term with the index of its item: two symbols may stand for one operation, whose error is then shared and
    /// not independent. `None` if the formula is unknown.
    terms: Option<Vec<(&'a Term, usize)>>,
    items: Vec<Item<'a>>,
}

pub(super) fn resolve<'a>(profile: &'a SymbolProfile, symbol: &'a str) -> Result<&'a str, CostError> {
    symbol::resolve(profile, symbol)
        .ok_or_else(|| CostError::UnresolvedSymbol { symbol: symbol.to_owned(), profile: profile.name.clone() })
}

impl<'a> Pricer<'a> {
    /// Prices with these unit costs and intervals of this confidence.
    ///
    /// # Errors
    /// [`CostError::BadConfidence`] and [`CostError::OtherConfidence`] if no interval of that confidence can be given.
    pub fn new(profile: &'a SymbolProfile, units: &'a UnitCosts, confidence: f64) -> Result<Self, CostError> {
        check_confidence(confidence)?;
        let t = match units.held {
            Held::OneProcess { confidence: held, .. } if held != confidence => {
                return Err(CostError::OtherConfidence { held, asked: confidence });
            }
            // The quantile is the slow part of an interval and the same for every formula and n.
            Held::Processes { count, .. } => {
                let components =
                    Components { processes: count, mean: 0.0, variance_of_means: count as f64, within: None };
                components.half_width(confidence)
            }
            _ => 0.0,
        };
        Ok(Self { profile, units, confidence, t })
    }

    /// What symbols stand for.
    pub fn profile(&self) -> &'a SymbolProfile {
        self.profile
    }

    /// The unit costs.
    pub fn units(&self) -> &'a UnitCosts {
        self.units
    }

    /// Confidence of the intervals.
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The cost of a formula with `n` signers; `None` if the formula is unknown.
    ///
    /// A symbol must resolve even where its count is 0, but an operation counted 0 times needs no unit cost.
    ///
    /// # Errors
    /// [`CostError::Formula`] if the counts cannot be evaluated, [`CostError::UnresolvedSymbol`] and
    /// [`CostError::MissingUnitCost`] if an operation has no price.
    pub fn price(&self, formula: &Formula, n: u64) -> Result<Option<Cost>, CostError> {
        self.compile(formula)?.price(n)
    }

    /// Resolves the symbols of a formula.
    pub(super) fn compile(&'a self, formula: &'a Formula) -> Result<Compiled<'a>, CostError> {
        let mut items: Vec<Item<'a>> = Vec::new();
        let terms = formula.terms().map(|terms| {
            let indexed = terms.iter().map(|term| {
                let operation = resolve(self.profile, &term.symbol)?;
                let known = items.iter().position(|item| item.operation == operation);
                let index = known.unwrap_or_else(|| {
                    items.push(Item { operation, symbol: &term.symbol, unit: self.unit(operation) });
                    items.len() - 1
                });
                Ok((term, index))
            });
            indexed.collect::<Result<Vec<_>, CostError>>()
        });
        Ok(Compiled { pricer: self, terms: terms.transpose()?, items })
    }

    fn unit(&self, operation: &str) -> Option<Unit<'a>> {
        match &self.units.held {
            Held::Processes { means, .. } => means.get(operation).map(|means| Unit::Processes(means)),
            Held::OneProcess { estimates, .. } => estimates.get(operation).map(Unit::OneProcess),
            Held::Table(values) => values.get(operation).copied().map(Unit::Table),
        }
    }
}

/// An operation that occurs: its identifier, how often, and what one costs.
pub(super) type Occurring<'a> = (&'a str, f64, Unit<'a>);

impl<'a> Compiled<'a> {
    /// The operations without a unit cost.
    pub(super) fn missing(&self) -> Vec<String> {
        self.items.iter().filter(|item| item.unit.is_none()).map(|item| item.operation.to_owned()).collect()
    }

    /// The cost with `n` signers; `None` if the formula is unknown.
    pub(super) fn price(&self, n: u64) -> Result<Option<Cost>, CostError> {
        Ok(self.occurring(n)?.map(|priced| self.pricer.cost(&priced)))
    }

    /// The operations that occur with `n` signers; `None` if the formula is unknown.
    pub(super) fn occurring(&self, n: u64) -> Result<Option<Vec<Occurring<'a>>>, CostError> {
        if n == 0 {
            return Err(FormulaError::NoSigners.into());
        }
        let Some(terms) = &self.terms else { return Ok(None) };
        let mut counts = vec![0_u64; self.items.len()];
        for (term, index) in terms {
            let overflow = || FormulaError::Overflow { symbol: term.symbol.clone(), n };
            counts[*index] = counts[*index].checked_add(term.count(n)?).ok_or_else(overflow)?;
        }
        // An operation that does not occur needs no unit cost.
        let occurring = self.items.iter().zip(counts).filter(|(_, count)| *count > 0);
        let priced = occurring.map(|(item, count)| match item.unit {
            Some(unit) => Ok((item.operation, count as f64, unit)),
            None => Err(CostError::MissingUnitCost {
                symbol: item.symbol.to_owned(),
                profile: self.pricer.profile.name.clone(),
                operation: item.operation.to_owned(),
            }),
        });
        priced.collect::<Result<_, _>>().map(Some)
    }
}

impl Pricer<'_> {
    fn cost(&self, priced: &[Occurring<'_>]) -> Cost {
        match self.units.held {
            Held::Processes { count, .. } => {
                self.between_processes(&(0..count).map(|process| mean(priced, process)).collect::<Vec<f64>>())
            }
            Held::OneProcess { .. } => within_process(priced),
            Held::Table(_) => {
                let mean_ns = mean(priced, 0);
                Cost { mean_ns, low_ns: None, high_ns: None, processes: None }
            }
        }
    }

    /// Number of processes of the unit costs; 0 for a table, which has none.
    pub(super) fn processes(&self) -> usize {
        match self.units.held {
            Held::Processes { count, .. } => count,
            Held::OneProcess { .. } => 1,
            Held::Table(_) => 0,
        }
    }

    /// STATISTICS.md §8 on the costs of the processes: mean ± t·S/√K.
    pub(super) fn between_processes(&self, costs: &[f64]) -> Cost {
        let Components { processes, mean: mean_ns, variance_of_means, .. } = Components::of(costs, None);
        let half_width = self.t * (variance_of_means / processes as f64).sqrt();
        Cost {
            mean_ns,
            low_ns: Some(mean_ns - half_width),
            high_ns: Some(mean_ns + half_width),
            processes: Some(processes),
        }
    }
}

impl Unit<'_> {
    /// The mean in one process; that of the only one, or the value of a table, whatever is asked for.
    pub(super) fn at(&self, process: usize) -> f64 {
        match self {
            Self::Processes(means) => means[process],
            Self::OneProcess(estimate) => estimate.mean_ns,
            Self::Table(value) => *value,
        }
    }

    /// Mean less lower end, and upper end less mean; 0 without interval.
    pub(super) fn sides(&self) -> (f64, f64) {
        match self {
            Self::OneProcess(unit) => (unit.mean_ns - unit.low_ns, unit.high_ns - unit.mean_ns),
            Self::Processes(_) | Self::Table(_) => (0.0, 0.0),
        }
    }
}

/// What operations cost in one process, ns.
pub(super) fn mean(priced: &[Occurring<'_>], process: usize) -> f64 {
    total(priced.iter().map(|(_, count, unit)| count * unit.at(process)))
}

fn within_process(priced: &[Occurring<'_>]) -> Cost {
    let mean_ns = mean(priced, 0);
    let quadrature = |side: fn((f64, f64)) -> f64| {
        total(priced.iter().map(|(_, count, unit)| (count * side(unit.sides())).powi(2))).sqrt()
    };
    Cost {
        mean_ns,
        low_ns: Some(mean_ns - quadrature(|(below, _)| below)),
        high_ns: Some(mean_ns + quadrature(|(_, above)| above)),
        processes: Some(1),
    }
}

/// The sum; no summand gives 0.0, where `Iterator::sum` would give -0.0 and a table "-0.000".
fn total(summands: impl Iterator<Item = f64>) -> f64 {
    summands.fold(0.0, |sum, summand| sum + summand)
}
