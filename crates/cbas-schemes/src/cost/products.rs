//! Products of pairings priced by what a product of k pairings was measured to take.
//!
//! k pairings of one equation cost less than k Miller loops timed one by one and a final exponentiation: squarings are
//! shared and nothing is written back. Where a campaign timed `pairing-product-K`, a phase with just K pairings costs that,
//! and a phase with k(n) pairings costs a line through all of them, fixed + k·pair.

use cbas_bench::operation::{self, Kind};
use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::analysis::line_weights;

use super::unit_costs::Held;
use super::{Estimate, UnitCosts};
use crate::formula::Formula;
use crate::polynomial::Polynomial;
use crate::symbol::{PRODUCT_FIXED, PRODUCT_PAIR, resolve};

/// Fewest sizes that a line is put through.
const FEWEST: usize = 3;

/// How well the line fits that products of pairings are priced by.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductLine {
    /// Numbers of pairings that were measured.
    pub pairs: Vec<usize>,
    /// Largest relative distance of a mean from the line.
    pub worst_residual: f64,
}

impl UnitCosts {
    /// Adds the unit costs `pairing-product-fixed` and `pairing-product-pair`: intercept and slope of the line through the
    /// `pairing-product-K`, by least squares of the relative residuals in every process. `None`, and nothing added, with
    /// fewer than three K or if the line is no cost (a coefficient not above 0).
    ///
    /// Within one process the half-widths of the products are carried through to each coefficient; the two are then taken
    /// as independent like all operations, although their errors oppose each other, so intervals come out too wide and
    /// not too narrow.
    ///
    /// ```
    /// use cbas_schemes::cost::UnitCosts;
    /// let products = [("pairing-product-2", 800.0), ("pairing-product-4", 1200.0), ("pairing-product-8", 2000.0)];
    /// let mut units = UnitCosts::table(products)?;
    /// let line = units.add_product_line().unwrap();
    /// assert!(line.worst_residual < 1e-9 && units.operations().contains(&"pairing-product-pair"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_product_line(&mut self) -> Option<ProductLine> {
        let pairs = |id: &str| match operation::find(id).ok()?.kind {
            Kind::PairingProduct { pairs } => Some(pairs),
            _ => None,
        };
        let mut products: Vec<(usize, String)> =
            self.operations().into_iter().filter_map(|id| Some((pairs(id)?, id.to_owned()))).collect();
        products.sort_unstable();
        if products.len() < FEWEST {
            return None;
        }
        let ks: Vec<f64> = products.iter().map(|(pairs, _)| *pairs as f64).collect();
        let (fit, means): ((f64, f64), Vec<f64>) = match &mut self.held {
            Held::Processes { count, means } => {
                let at = |process: usize| products.iter().map(|(_, id)| means[id][process]).collect::<Vec<f64>>();
                let fits: Vec<(f64, f64)> = (0..*count).map(|process| line(&ks, &at(process))).collect();
                if fits.iter().any(|fit| !is_cost(*fit)) {
                    return None;
                }
                let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
                let (fixed, pair): (Vec<f64>, Vec<f64>) = fits.into_iter().unzip();
                let fit = (average(&fixed), average(&pair));
                let all = products.iter().map(|(_, id)| average(&means[id])).collect();
                means.insert(PRODUCT_FIXED.to_owned(), fixed);
                means.insert(PRODUCT_PAIR.to_owned(), pair);
                (fit, all)
            }
            Held::OneProcess { estimates, .. } => {
                let measured: Vec<Estimate> = products.iter().map(|(_, id)| estimates[id]).collect();
                let all: Vec<f64> = measured.iter().map(|estimate| estimate.mean_ns).collect();
                let fit = Some(line(&ks, &all)).filter(|fit| is_cost(*fit))?;
                let weights = line_weights(&points(&ks, &all));
                let fixed: Vec<f64> = weights.iter().map(|(fixed, _)| *fixed).collect();
                let pair: Vec<f64> = weights.iter().map(|(_, pair)| *pair).collect();
                estimates.insert(PRODUCT_FIXED.to_owned(), carried(fit.0, &fixed, &measured));
                estimates.insert(PRODUCT_PAIR.to_owned(), carried(fit.1, &pair, &measured));
                (fit, all)
            }
            Held::Table(values) => {
                let all: Vec<f64> = products.iter().map(|(_, id)| values[id]).collect();
                let fit = Some(line(&ks, &all)).filter(|fit| is_cost(*fit))?;
                values.insert(PRODUCT_FIXED.to_owned(), fit.0);
                values.insert(PRODUCT_PAIR.to_owned(), fit.1);
                (fit, all)
            }
        };
        let residual = |(k, mean): (&f64, &f64)| ((fit.0 + fit.1 * k) / mean - 1.0).abs();
        let worst_residual = ks.iter().zip(&means).map(residual).fold(0.0, f64::max);
        Some(ProductLine { pairs: products.into_iter().map(|(pairs, _)| pairs).collect(), worst_residual })
    }
}

/// Fixed cost and cost of a pairing, of products of pairings (their number, their time) of one process; `None` with fewer than
/// three, or if they are no costs.
///
/// ```
/// use cbas_schemes::cost::product_line;
/// let (fixed, pair) = product_line(&[(2.0, 800.0), (4.0, 1200.0), (8.0, 2000.0)]).unwrap();
/// assert!((fixed - 400.0).abs() < 1e-9 && (pair - 200.0).abs() < 1e-9);
/// ```
pub fn product_line(products: &[(f64, f64)]) -> Option<(f64, f64)> {
    let (ks, means): (Vec<f64>, Vec<f64>) = products.iter().copied().unzip();
    Some(line(&ks, &means)).filter(|fit| ks.len() >= FEWEST && is_cost(*fit))
}

fn points(ks: &[f64], means: &[f64]) -> Vec<(f64, f64)> {
    ks.iter().copied().zip(means.iter().copied()).collect()
}

/// Intercept and slope.
fn line(ks: &[f64], means: &[f64]) -> (f64, f64) {
    let weights = line_weights(&points(ks, means));
    let sum = |of: fn(&(f64, f64)) -> f64| weights.iter().zip(means).map(|(weight, mean)| of(weight) * mean).sum();
    (sum(|(fixed, _)| *fixed), sum(|(_, pair)| *pair))
}

/// Whether both coefficients are times.
fn is_cost((fixed, pair): (f64, f64)) -> bool {
    fixed.is_finite() && pair.is_finite() && fixed > 0.0 && pair > 0.0
}

/// A coefficient with the half-widths of the products carried through.
fn carried(value: f64, weights: &[f64], measured: &[Estimate]) -> Estimate {
    let (mut down, mut up) = (0.0, 0.0);
    for (weight, estimate) in weights.iter().zip(measured) {
        let (below, above) = (estimate.mean_ns - estimate.low_ns, estimate.high_ns - estimate.mean_ns);
        let (lowers, raises) = if *weight >= 0.0 { (below, above) } else { (above, below) };
        down += (weight * lowers).powi(2);
        up += (weight * raises).powi(2);
    }
    Estimate { mean_ns: value, low_ns: value - down.sqrt(), high_ns: value + up.sqrt() }
}

/// The formula with its Miller loops and the final exponentiation that ends them priced as a product, if there are unit
/// costs for it; else as it is.
pub(super) fn as_products(formula: Formula, profile: &SymbolProfile, units: &UnitCosts) -> Formula {
    replaced(&formula, profile, units).unwrap_or(formula)
}

fn replaced(formula: &Formula, profile: &SymbolProfile, units: &UnitCosts) -> Option<Formula> {
    let terms = formula.polynomials().ok()??;
    let count = |operation: &str| {
        let mut counts = terms.iter().filter(|(symbol, _)| resolve(profile, symbol) == Some(operation));
        counts.try_fold(Polynomial::constant(0), |sum, (_, count)| sum.plus(count))
    };
    let loops = count("miller-loop")?;
    if loops.is_zero() || loops == Polynomial::constant(1) || count("final-exp")? != Polynomial::constant(1) {
        return None;
    }
    let known = units.operations();
    // Equal at two far places is constant: counts of loops do not fall.
    let exact = (loops.at(1) == loops.at(1_000_000)).then(|| loops.at(1)).flatten();
    let exact = exact.map(|pairs| format!("pairing-product-{pairs}")).filter(|id| known.contains(&id.as_str()));
    let product = match exact {
        Some(id) => id,
        None if known.contains(&PRODUCT_PAIR) => format!("{} + {PRODUCT_FIXED}", loops.term(PRODUCT_PAIR)),
        None => return None,
    };
    let others =
        terms.iter().filter(|(symbol, _)| !matches!(resolve(profile, symbol), Some("miller-loop" | "final-exp")));
    let others = others.map(|(symbol, count)| count.term(symbol));
    Formula::parse(&std::iter::once(product).chain(others).collect::<Vec<_>>().join(" + ")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Cost, Pricer};

    fn profile() -> SymbolProfile {
        SymbolProfile::named("source-group").unwrap()
    }

    fn products(text: &str, units: &UnitCosts) -> String {
        as_products(Formula::parse(text).unwrap(), &profile(), units).to_string()
    }

    #[test]
    fn the_exact_product_comes_before_the_line_and_loops_come_last() {
        let all = [("pairing-product-2", 800.0), ("pairing-product-4", 1200.0), ("pairing-product-8", 2000.0)];
        let mut units = UnitCosts::table(all).unwrap();
        let phase = "2*miller-loop + final-exp + T_h";
        assert_eq!(products("(n+2)*T_ml + T_fe", &units), "(n+2)*T_ml + T_fe", "no line yet");
        assert_eq!(products(phase, &units), "pairing-product-2 + T_h");
        units.add_product_line().unwrap();
        let grows = "(n+2)*T_ml + T_fe + 2n*T_h";
        assert_eq!(products(grows, &units), "(n+2)*pairing-product-pair + pairing-product-fixed + 2n*T_h");
        assert_eq!(products("3*T_ml + T_fe", &units), "3*pairing-product-pair + pairing-product-fixed");
        // One pairing is none of many, and loops with two final exponentiations are two products.
        for other in ["T_ml + T_fe", "4*T_ml + 2*T_fe", "T_bp + T_h"] {
            assert_eq!(products(other, &units), other);
        }
    }

    fn price(formula: &str, n: u64, units: &UnitCosts) -> Cost {
        let profile = profile();
        let pricer = Pricer::new(&profile, units, 0.95).unwrap();
        pricer.price(&Formula::parse(formula).unwrap(), n).unwrap().unwrap()
    }

    #[test]
    fn the_line_is_that_of_every_process() {
        let of = |k: f64| vec![400.0 + 200.0 * k, 410.0 + 190.0 * k];
        let all = [2, 8, 32].map(|k| (format!("pairing-product-{k}"), of(f64::from(k))));
        let mut units = UnitCosts::processes(all).unwrap();
        let line = units.add_product_line().unwrap();
        assert_eq!(line.pairs, [2, 8, 32]);
        assert!(line.worst_residual < 1e-9, "{line:?}");
        // 12 pairs: 2800 and 2690.
        let product = price("(n+2)*pairing-product-pair + pairing-product-fixed", 10, &units);
        assert!((product.mean_ns - 2745.0).abs() < 1e-6, "{product:?}");
        assert!((product.half_width().unwrap() - 12.706_204_736 * 55.0).abs() < 1e-4, "{product:?}");
    }

    #[test]
    fn half_widths_of_one_process_are_carried_to_the_coefficients() {
        let unit = |mean: f64| Estimate { mean_ns: mean, low_ns: 0.99 * mean, high_ns: 1.01 * mean };
        let all = [2, 4, 8].map(|k| (format!("pairing-product-{k}"), unit(400.0 + 200.0 * f64::from(k))));
        let mut units = UnitCosts::one_process(0.95, all).unwrap();
        units.add_product_line().unwrap();
        let cost = price("pairing-product-pair", 1, &units);
        assert!((cost.mean_ns - 200.0).abs() < 1e-9);
        // More than the 1 % of each product, since the slope is a difference of them.
        assert!(cost.half_width().unwrap() > 2.0 && cost.half_width().unwrap() < 20.0, "{cost:?}");
    }

    #[test]
    fn what_is_no_line_adds_nothing() {
        let two = [("pairing-product-2", 800.0), ("pairing-product-4", 1200.0)];
        assert_eq!(UnitCosts::table(two).unwrap().add_product_line(), None);
        // Below 0 at k = 0.
        let steep = [("pairing-product-2", 100.0), ("pairing-product-4", 1200.0), ("pairing-product-8", 3400.0)];
        let mut units = UnitCosts::table(steep).unwrap();
        assert_eq!(units.add_product_line(), None);
        assert_eq!(units.operations().len(), 3);
    }
}
