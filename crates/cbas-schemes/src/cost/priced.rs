//! A scheme with its price: phase by phase, and with composite operations beside.

use cbas_bench::symbol::SymbolProfile;

use super::{PhaseCost, SchemeCost, UnitCosts, price_composite, price_measured_phases};
use crate::catalogue::{Provenance, Scheme};
use crate::error::CostError;

/// A scheme with the price of one of its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Priced {
    /// The scheme.
    pub scheme: Scheme,
    /// Operation by operation.
    pub cost: SchemeCost,
    /// With composite operations, if asked for.
    pub composite: Option<SchemeCost>,
}

/// One phase as it is priced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line<'a> {
    /// The price.
    pub phase: &'a PhaseCost,
    /// Whether composite operations are used.
    pub composite: bool,
}

impl Line<'_> {
    /// The name of the phase, with what is special about the price.
    pub fn label(&self) -> String {
        if self.composite { format!("{}, composite", self.phase.name) } else { self.phase.name.clone() }
    }
}

impl Priced {
    /// Prices a row at every n, `optimised` also with [composite](super::composite) operations. What was not measured has
    /// no price and names what is missing.
    ///
    /// # Errors
    /// As [`price_measured_phases`].
    pub fn of(
        scheme: &Scheme,
        row: Provenance,
        ns: &[u64],
        profile: &SymbolProfile,
        units: &UnitCosts,
        confidence: f64,
        optimised: bool,
    ) -> Result<Self, CostError> {
        let cost = price_measured_phases(scheme, row, ns, profile, units, confidence)?;
        let composite = optimised.then(|| price_composite(scheme, row, ns, profile, units, confidence));
        Ok(Self { scheme: scheme.clone(), cost, composite: composite.transpose()? })
    }

    /// Every phase, and under it the same with composite operations where it has some.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        for phase in &self.cost.phases {
            let composite = self.composite.as_ref().map(|cost| cost.phase(&phase.name));
            match composite {
                // Shown as the composite form of the phase it belongs to.
                Some(None) => continue,
                Some(Some(composite)) if composite.formula != phase.formula => {
                    lines.push(Line { phase, composite: false });
                    lines.push(Line { phase: composite, composite: true });
                }
                _ => lines.push(Line { phase, composite: false }),
            }
        }
        lines
    }

    /// The best price of a phase that was asked for: composite if there is one.
    pub fn phase(&self, name: &str) -> Option<&PhaseCost> {
        self.composite.as_ref().and_then(|cost| cost.phase(name)).or_else(|| self.cost.phase(name))
    }
}
