//! A scheme with its price: phase by phase, and with composite operations beside.

use super::{PhaseCost, Pricer, SchemeCost};
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
    /// As [`Pricer::price_measured`].
    pub fn of(
        pricer: &Pricer<'_>,
        scheme: &Scheme,
        row: Provenance,
        ns: &[u64],
        optimised: bool,
    ) -> Result<Self, CostError> {
        let cost = pricer.price_measured(scheme, row, ns)?;
        let composite = optimised.then(|| pricer.price_composite(scheme, row, ns)).transpose()?;
        Ok(Self { scheme: scheme.clone(), cost, composite })
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
