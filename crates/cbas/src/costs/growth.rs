//! How the verification of an aggregate grows with the number of signers, and where two schemes change places.

use anyhow::Result;
use cbas_schemes::cost::{Cost, price};
use cbas_schemes::formula::Formula;

use super::Costing;

/// The phase that grows.
pub const PHASE: &str = "AggVerify";
/// Largest number of signers.
const LAST: u64 = 3000;

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
    /// The number of signers.
    pub n: u64,
    /// What the latter costs there.
    pub cost: Cost,
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
    let mut formulas: Vec<(&str, Formula)> = Vec::new();
    for priced in &costing.schemes {
        let Some(phase) = priced.phase(PHASE).filter(|phase| phase.missing.is_empty()) else { continue };
        let formula = Formula::parse(&phase.formula)?;
        if !formula.is_unknown() {
            formulas.push((&priced.scheme.name, formula));
        }
    }
    let cost = |formula: &Formula, n: u64| -> Result<Cost> {
        let cost = price(formula, n, &costing.profile, &costing.source.units, costing.confidence)?;
        cost.ok_or_else(|| anyhow::anyhow!("the counts of {PHASE} are unknown"))
    };
    let ns = numbers();
    let mut curves: Vec<Curve> = Vec::new();
    for (name, formula) in &formulas {
        let points = ns.iter().map(|&n| Ok((n, cost(formula, n)?))).collect::<Result<Vec<_>>>()?;
        curves.push(Curve { name: (*name).to_owned(), points });
    }
    let mut changes = Vec::new();
    for (at, a) in formulas.iter().enumerate() {
        for (beside, b) in formulas.iter().enumerate().skip(at + 1) {
            let less = |n: u64| -> Result<f64> { Ok(cost(&a.1, n)?.mean_ns - cost(&b.1, n)?.mean_ns) };
            // The points of the curves are priced already: only where the sign changes is more asked for.
            let difference = |i: usize| curves[at].points[i].1.mean_ns - curves[beside].points[i].1.mean_ns;
            for (i, pair) in ns.windows(2).enumerate() {
                let (mut low, mut high, sign) = (pair[0], pair[1], difference(i));
                if sign == 0.0 || difference(i + 1) * sign >= 0.0 {
                    continue;
                }
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    *(if less(middle)? * sign > 0.0 { &mut low } else { &mut high }) = middle;
                }
                let (before, after) = if sign < 0.0 { (a, b) } else { (b, a) };
                let (before, after, cost) = (before.0.to_owned(), after.0.to_owned(), cost(&after.1, high)?);
                changes.push(Change { before, after, n: high, cost });
            }
        }
    }
    changes.sort_by_key(|change| change.n);
    Ok(Growth { curves, changes })
}

/// 1 to [`LAST`], about equal factors apart.
fn numbers() -> Vec<u64> {
    let (mut ns, mut n) = (vec![1], 1);
    while n < LAST {
        n = (n * 9 / 8).max(n + 1).min(LAST);
        ns.push(n);
    }
    ns
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_rise_to_the_last() {
        let ns = super::numbers();
        assert!(ns.windows(2).all(|pair| pair[0] < pair[1]) && ns.len() < 80, "{ns:?}");
        assert_eq!((ns[0], *ns.last().unwrap()), (1, super::LAST));
    }
}
