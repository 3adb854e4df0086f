//! What one formula costs relative to another, with the uncertainty they share taken out.
//!
//! * Several processes: the ratio is taken in every process and the interval is that of the K ratios, so a slow process
//!   and an operation that both formulas hold cancel.
//! * One process: to first order. Of r = A/B with A = Σ aᵢxᵢ and B = Σ bᵢxᵢ the derivative by xᵢ is (aᵢ - r·bᵢ)/B, and
//!   the half-widths of the xᵢ times these are added in quadrature, each on the side where it moves r.

use serde::Serialize;

use super::Cost;
use super::pricer::{Occurring, Pricer, Unit, mean};
use crate::error::CostError;
use crate::formula::Formula;

/// A cost divided by another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratio {
    /// Mean of the ratio.
    pub ratio: f64,
    /// Lower end of its interval; `None` without interval.
    pub low: Option<f64>,
    /// Upper end of its interval; `None` without interval.
    pub high: Option<f64>,
}

impl Pricer<'_> {
    /// The cost of `numerator` divided by that of `denominator` with `n` signers; `None` if a formula is unknown or the
    /// denominator costs nothing.
    ///
    /// # Errors
    /// As [`Pricer::price`], for either formula.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// use cbas_schemes::{cost::{Pricer, UnitCosts}, formula::Formula};
    /// let units = UnitCosts::processes([("ec-mul", vec![100.0, 180.0])])?;
    /// let profile = SymbolProfile::named("source-group")?;
    /// let (four, two) = (Formula::parse("4*ec-mul")?, Formula::parse("2*ec-mul")?);
    /// // The processes differ by 80 %, and twice is twice in both.
    /// let ratio = Pricer::new(&profile, &units, 0.95)?.ratio(&four, &two, 1)?.unwrap();
    /// assert_eq!((ratio.ratio, ratio.low, ratio.high), (2.0, Some(2.0), Some(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ratio(&self, numerator: &Formula, denominator: &Formula, n: u64) -> Result<Option<Ratio>, CostError> {
        let (above, below) = (self.compile(numerator)?, self.compile(denominator)?);
        let (Some(above), Some(below)) = (above.occurring(n)?, below.occurring(n)?) else { return Ok(None) };
        if below.is_empty() {
            return Ok(None);
        }
        let of_process = |process| mean(&above, process) / mean(&below, process);
        Ok(Some(match self.processes() {
            0 => Ratio { ratio: of_process(0), low: None, high: None },
            1 => first_order(&above, &below),
            processes => {
                let ratios: Vec<f64> = (0..processes).map(of_process).collect();
                let Cost { mean_ns: ratio, low_ns: low, high_ns: high, .. } = self.between_processes(&ratios);
                Ratio { ratio, low, high }
            }
        }))
    }
}

/// The ratio within one process, operations taken as independent.
fn first_order(above: &[Occurring<'_>], below: &[Occurring<'_>]) -> Ratio {
    let whole = mean(below, 0);
    let ratio = mean(above, 0) / whole;
    let mut slopes: Vec<(&str, f64, Unit<'_>)> = above.iter().map(|(id, count, unit)| (*id, *count, *unit)).collect();
    for (id, count, unit) in below {
        match slopes.iter_mut().find(|(known, ..)| known == id) {
            Some((_, slope, _)) => *slope -= ratio * count,
            None => slopes.push((id, -ratio * count, *unit)),
        }
    }
    let (mut down, mut up) = (0.0, 0.0);
    for (_, slope, unit) in slopes {
        let (below, above) = unit.sides();
        // An operation of the denominator that takes longer makes the ratio smaller.
        let (lowers, raises) = if slope >= 0.0 { (below, above) } else { (above, below) };
        down += (slope / whole * lowers).powi(2);
        up += (slope / whole * raises).powi(2);
    }
    Ratio { ratio, low: Some(ratio - down.sqrt()), high: Some(ratio + up.sqrt()) }
}
