//! How the verification of an aggregate grows with the number of signers, and where two schemes change places.

use anyhow::Result;
use cbas_schemes::cost::{Cost, Crossing, numbers};
use cbas_schemes::formula::Formula;

use super::Costing;

/// The phase that grows.
pub const PHASE: &str = "AggVerify";
/// Largest number of signers.
pub const LAST: u64 = 3000;

/// The cost of one scheme at many n.
pub struct Curve {
    /// Name of the scheme.
    pub name: String,
    /// n and the cost.
    pub points: Vec<(u64, Cost)>,
}

/// The first n at which another scheme is the cheaper one.
pub struct Change {
    /// The scheme that is cheaper for fewer signers.
    pub before: String,
    /// The scheme that is cheaper from here on.
    pub after: String,
    /// The number of signers, with its interval.
    pub crossing: Crossing,
    /// What the latter costs there.
    pub cost: Cost,
    /// What both cost where they are equal, ns.
    pub equal_ns: f64,
}

impl Change {
    /// The number of signers with its interval: `44 [43, 46]`.
    pub fn number(&self) -> String {
        let Crossing { n, processes_without, .. } = self.crossing;
        match (self.crossing.whole(), processes_without) {
            (Some((low, high)), _) => format!("{n} [{low}, {high}]"),
            (None, 0) => n.to_string(),
            (None, 1) => format!("{n} (no crossing in 1 process)"),
            (None, without) => format!("{n} (no crossing in {without} processes)"),
        }
    }
}

/// All curves, and where they change places.
#[derive(Default)]
pub struct Growth {
    /// One curve a scheme that has a price.
    pub curves: Vec<Curve>,
    /// Every change of places of two of them, in the order of n.
    pub changes: Vec<Change>,
}

/// Prices the phase of every scheme at many n.
pub fn growth(costing: &Costing) -> Result<Growth> {
    // The last says whether the price is one that others may be compared with: a plain sum among composite prices is not.
    let mut formulas: Vec<(&str, Formula, bool)> = Vec::new();
    for priced in &costing.schemes {
        let Some(phase) = priced.phase(PHASE).filter(|phase| phase.missing.is_empty()) else { continue };
        let formula = Formula::parse(&phase.formula)?;
        if !formula.is_unknown() {
            let plain = priced.cost.phase(PHASE).unwrap_or(phase);
            let comparable = !costing.has_composite() || costing.is_best(plain, phase)?;
            formulas.push((&priced.scheme.name, formula, comparable));
        }
    }
    let pricer = costing.pricer()?;
    let cost = |formula: &Formula, n: u64| -> Result<Cost> {
        let cost = pricer.price(formula, n)?;
        cost.ok_or_else(|| anyhow::anyhow!("the counts of {PHASE} are unknown"))
    };
    let mut curves: Vec<Curve> = Vec::new();
    for (name, formula, _) in &formulas {
        let points = numbers(LAST).into_iter().map(|n| Ok((n, cost(formula, n)?))).collect::<Result<Vec<_>>>()?;
        curves.push(Curve { name: (*name).to_owned(), points });
    }
    let mut changes = Vec::new();
    for (at, a) in formulas.iter().enumerate() {
        for b in formulas[at + 1..].iter().filter(|b| a.2 && b.2) {
            for crossing in pricer.crossings(&a.1, &b.1, LAST)? {
                let (before, after) = if crossing.first_is_cheaper { (b, a) } else { (a, b) };
                let (fewer, at) = (cost(&after.1, crossing.n - 1)?, cost(&after.1, crossing.n)?);
                let share = crossing.place - (crossing.n - 1) as f64;
                let equal_ns = fewer.mean_ns + share * (at.mean_ns - fewer.mean_ns);
                let (before, after) = (before.0.to_owned(), after.0.to_owned());
                changes.push(Change { before, after, crossing, cost: at, equal_ns });
            }
        }
    }
    changes.sort_by_key(|change| change.crossing.n);
    Ok(Growth { curves, changes })
}
