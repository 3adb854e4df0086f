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

use cbas_convergence::Scope;
use cbas_convergence::plot::GrowthCurve;
use cbas_convergence::quantity::{TimeUnit, decimals_for, significant, time, time_with_half_width};
use cbas_convergence::statistics::processes::MIN_PROCESSES;
use serde::Serialize;

use crate::catalogue::{Misreading, Provenance, SecurityLabel};

mod campaign;
mod composite;
mod crossing;
mod measured;
mod priced;
mod pricer;
mod printed;
mod products;
mod ratio;
mod rows;
mod unit_costs;

pub use campaign::CampaignCosts;
pub use composite::composite;
pub use crossing::{Crossing, numbers};
pub use priced::{Line, Priced};
pub use pricer::Pricer;
pub use printed::{PrintedRow, PrintedTable};
pub use products::{ProductLine, product_line};
pub use ratio::Ratio;
pub use rows::{operations, row_operations};
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
