//! Where one formula becomes cheaper than another as the number of signers grows, with the uncertainty of that number.
//!
//! * Several processes: every process has a crossing of its own, between whole numbers by linear interpolation, and the
//!   interval is that of the K crossings (STATISTICS.md §8). What moves both formulas alike cancels.
//! * One process: to first order. The difference D(n) = Σ cᵢ(n)·xᵢ moves by cᵢ per unit of xᵢ and by D' per n, so the
//!   crossing moves by -cᵢ/D'; the half-widths of the xᵢ times these are added in quadrature.

use serde::Serialize;

use super::Cost;
use super::pricer::{Compiled, Occurring, Pricer, mean};
use crate::error::CostError;
use crate::formula::Formula;

/// Processes are followed so many times as far as the mean: a crossing near the end may lie beyond it in some of them.
const FARTHER: u64 = 10;

/// A change of places of two formulas.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Crossing {
    /// The first number of signers at which the other formula is the cheaper one.
    pub n: u64,
    /// Where the mean costs are equal, not rounded to whole signers: between n - 1 and n.
    pub place: f64,
    /// Whether it is the first formula that is cheaper from there on.
    pub first_is_cheaper: bool,
    /// The interval of that place; `None` without one.
    pub interval: Option<(f64, f64)>,
    /// Processes in which the two do not change places, which is why there is no interval.
    pub processes_without: usize,
}

impl Crossing {
    /// The interval in whole signers, as [`Crossing::n`] counts: the first whole number beyond each end.
    pub fn whole(&self) -> Option<(u64, u64)> {
        // Ends are at least 1 and at most a few times the last n, far inside what both types hold.
        self.interval.map(|(low, high)| (low.floor() as u64 + 1, high.floor() as u64 + 1))
    }
}

impl Pricer<'_> {
    /// Every change of places of two formulas for 1 to `last` signers; none if a formula is unknown.
    ///
    /// # Errors
    /// As [`Pricer::price`], for either formula.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// use cbas_schemes::{cost::{Pricer, UnitCosts}, formula::Formula};
    /// let units = UnitCosts::processes([("ec-mul", vec![10.0, 10.0]), ("pairing", vec![95.0, 105.0])])?;
    /// let profile = SymbolProfile::named("source-group")?;
    /// let (curve, pairings) = (Formula::parse("n*ec-mul")?, Formula::parse("2*pairing")?);
    /// let found = Pricer::new(&profile, &units, 0.95)?.crossings(&curve, &pairings, 3000)?;
    /// // They are equal at n = 19 in one process and at n = 21 in the other.
    /// assert_eq!((found.len(), found[0].n, found[0].first_is_cheaper), (1, 21, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn crossings(&self, first: &Formula, second: &Formula, last: u64) -> Result<Vec<Crossing>, CostError> {
        let pair = Pair { first: self.compile(first)?, second: self.compile(second)? };
        if first.is_unknown() || second.is_unknown() {
            return Ok(Vec::new());
        }
        let processes = self.processes().max(1);
        let overall = |n: u64| {
            let (first, second) = pair.at(n)?;
            let sum = |occurring: &[Occurring<'_>]| (0..processes).map(|process| mean(occurring, process)).sum::<f64>();
            Ok::<f64, CostError>(beyond_rounding(sum(&first), sum(&second)))
        };
        let mut found: Vec<Crossing> = Vec::new();
        for (n, falls) in changes(overall, last)? {
            let place = place(n, overall(n - 1)?, overall(n)?);
            let (interval, processes_without) = match self.processes() {
                0 => (None, 0),
                1 => (pair.first_order(n)?, 0),
                _ => {
                    let earlier = found.iter().filter(|crossing| crossing.first_is_cheaper == falls).count();
                    self.between_crossings(&pair, (falls, earlier), last)?
                }
            };
            found.push(Crossing { n, place, first_is_cheaper: falls, interval, processes_without });
        }
        Ok(found)
    }

    /// The interval over processes, or in how many of them there is no such crossing: the one in that direction after so
    /// many earlier ones in it.
    fn between_crossings(
        &self,
        pair: &Pair<'_>,
        (falls, earlier): (bool, usize),
        last: u64,
    ) -> Result<(Option<(f64, f64)>, usize), CostError> {
        let (mut places, mut without) = (Vec::new(), 0);
        for process in 0..self.processes() {
            let difference = |n: u64| pair.difference(n, process);
            let mut same =
                changes(difference, last.saturating_mul(FARTHER))?.into_iter().filter(|(_, same)| *same == falls);
            match same.nth(earlier) {
                Some((n, _)) => places.push(place(n, difference(n - 1)?, difference(n)?)),
                None => without += 1,
            }
        }
        if without > 0 {
            return Ok((None, without));
        }
        let Cost { low_ns: low, high_ns: high, .. } = self.between_processes(&places);
        Ok((low.zip(high).map(|(low, high)| (low.max(0.0), high)), 0))
    }
}

/// 1 to `last`, about equal factors apart.
pub fn numbers(last: u64) -> Vec<u64> {
    let (mut ns, mut n) = (vec![1], 1);
    while n < last {
        n = (n.saturating_mul(9) / 8).max(n + 1).min(last);
        ns.push(n);
    }
    ns
}

/// Two formulas that are compared.
struct Pair<'a> {
    first: Compiled<'a>,
    second: Compiled<'a>,
}

impl<'a> Pair<'a> {
    fn at(&self, n: u64) -> Result<(Vec<Occurring<'a>>, Vec<Occurring<'a>>), CostError> {
        Ok((self.first.occurring(n)?.unwrap_or_default(), self.second.occurring(n)?.unwrap_or_default()))
    }

    /// The difference in one process, ns.
    fn difference(&self, n: u64, process: usize) -> Result<f64, CostError> {
        let (first, second) = self.at(n)?;
        Ok(beyond_rounding(mean(&first, process), mean(&second, process)))
    }

    /// The interval within one process about a crossing that is passed between n - 1 and n.
    fn first_order(&self, n: u64) -> Result<Option<(f64, f64)>, CostError> {
        let (before, after) = (self.difference(n - 1, 0)?, self.difference(n, 0)?);
        let (slope, place) = (after - before, place(n, before, after));
        let (first, second) = self.at(n)?;
        let mut counts = first;
        for (id, count, unit) in second {
            match counts.iter_mut().find(|(known, ..)| *known == id) {
                Some((_, difference, _)) => *difference -= count,
                None => counts.push((id, -count, unit)),
            }
        }
        let (mut down, mut up) = (0.0, 0.0);
        for (_, count, unit) in counts {
            let (below, above) = unit.sides();
            let moves = -count / slope;
            let (lowers, raises) = if moves >= 0.0 { (below, above) } else { (above, below) };
            down += (moves * lowers).powi(2);
            up += (moves * raises).powi(2);
        }
        Ok(Some(((place - down.sqrt()).max(0.0), place + up.sqrt())))
    }
}

/// The difference of two costs, 0 where it is no more than what adding up the same terms in another order leaves.
fn beyond_rounding(first: f64, second: f64) -> f64 {
    let difference = first - second;
    if difference.abs() <= 1e-12 * (first + second) { 0.0 } else { difference }
}

/// Where a line from a difference at n - 1 to one at n is 0.
fn place(n: u64, before: f64, after: f64) -> f64 {
    (n - 1) as f64 + before / (before - after)
}

/// The first whole n after every change of sign, and whether the difference falls there.
fn changes(difference: impl Fn(u64) -> Result<f64, CostError>, last: u64) -> Result<Vec<(u64, bool)>, CostError> {
    let mut changes = Vec::new();
    let ns = numbers(last);
    let (mut before, mut value) = (ns[0], difference(ns[0])?);
    for &n in &ns[1..] {
        let next = difference(n)?;
        if value != 0.0 && next * value < 0.0 {
            let (mut low, mut high) = (before, n);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                // Where both cost the same, neither is the cheaper one yet.
                *(if difference(middle)? * value >= 0.0 { &mut low } else { &mut high }) = middle;
            }
            changes.push((high, value > 0.0));
        }
        // A difference of exactly 0 belongs to the side it came from.
        if next != 0.0 {
            (before, value) = (n, next);
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use cbas_bench::symbol::SymbolProfile;

    use super::*;
    use crate::cost::{Estimate, UnitCosts};

    fn found(first: &str, second: &str, units: &UnitCosts) -> Vec<Crossing> {
        let profile = SymbolProfile::named("source-group").unwrap();
        let formula = |text| Formula::parse(text).unwrap();
        Pricer::new(&profile, units, 0.95).unwrap().crossings(&formula(first), &formula(second), 3000).unwrap()
    }

    #[test]
    fn numbers_rise_to_the_last() {
        let ns = numbers(3000);
        assert!(ns.windows(2).all(|pair| pair[0] < pair[1]) && ns.len() < 80, "{ns:?}");
        assert_eq!((ns[0], *ns.last().unwrap()), (1, 3000));
    }

    #[test]
    fn the_interval_is_that_of_the_crossings_of_the_processes() {
        // n·10 = 2·p: equal at 19, 20 and 21.5; mean 20.1667, s = 1.2583, t of 2 degrees of freedom 4.302653.
        let units = [("ec-mul", vec![10.0; 3]), ("pairing", vec![95.0, 100.0, 107.5])];
        let crossing = found("n*ec-mul", "2*pairing", &UnitCosts::processes(units).unwrap())[0];
        let (low, high) = crossing.interval.unwrap();
        let half = 4.302_653 * 1.258_305_739 / 3.0_f64.sqrt();
        assert!((low - (20.166_666_667 - half)).abs() < 1e-5 && (high - (20.166_666_667 + half)).abs() < 1e-5);
        assert_eq!((crossing.n, crossing.whole()), (21, Some((18, 24))));
    }

    #[test]
    fn slow_processes_that_slow_down_both_do_not_widen_it() {
        let units = [("ec-mul", vec![10.0, 20.0]), ("pairing", vec![100.5, 201.0])];
        let (low, high) = found("n*ec-mul", "2*pairing", &UnitCosts::processes(units).unwrap())[0].interval.unwrap();
        assert!((low - 20.1).abs() < 1e-9 && (high - 20.1).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn a_process_without_a_crossing_leaves_no_interval() {
        let units = [("ec-mul", vec![10.0, 10.0]), ("pairing", vec![100.0, 4.0])];
        let crossing = found("n*ec-mul", "2*pairing", &UnitCosts::processes(units).unwrap())[0];
        assert_eq!((crossing.interval, crossing.processes_without), (None, 1));
    }

    #[test]
    fn within_a_process_half_widths_are_divided_by_the_slope() {
        let unit = |mean_ns: f64, low_ns: f64, high_ns: f64| Estimate { mean_ns, low_ns, high_ns };
        let units = [("ec-mul", unit(10.0, 10.0, 10.0)), ("pairing", unit(100.5, 98.0, 101.5))];
        let crossing = found("2*pairing", "n*ec-mul", &UnitCosts::one_process(0.95, units).unwrap())[0];
        // 2·p/10: 2.5 below is 0.5 signers, 1 above is 0.2.
        let (low, high) = crossing.interval.unwrap();
        assert!(crossing.first_is_cheaper && (low - 19.6).abs() < 1e-9 && (high - 20.3).abs() < 1e-9, "{crossing:?}");
    }

    #[test]
    fn every_crossing_has_its_own_interval() {
        // (n - 10)(n - 100)(n - 1000), in units of which one is a little smaller in one process.
        let (cubic, other) = ("n*n*n*ec-mul + 111000*n*ec-mul", "1110*n*n*ec-mul + 1000000*ec-add");
        let units = UnitCosts::processes([("ec-mul", vec![1.0, 1.0]), ("ec-add", vec![1.0, 0.9999])]).unwrap();
        let found = found(cubic, other, &units);
        assert_eq!(found.len(), 3);
        for crossing in found {
            let (low, high) = crossing.whole().unwrap();
            assert!(low <= crossing.n && crossing.n <= high, "{crossing:?}");
        }
    }

    #[test]
    fn rounding_is_no_crossing() {
        // The same at n = 1, added up in another order; from there on the first costs more.
        let units = UnitCosts::processes([
            ("miller-loop", vec![213.7 / 3.0, 217.3]),
            ("final-exp", vec![0.1, 0.3]),
            ("hash-to-g1", vec![0.7, 53.1]),
        ]);
        let (distinct, same) =
            ("n*hash-to-g1 + (n+1)*miller-loop + final-exp", "final-exp + 2*miller-loop + hash-to-g1");
        assert_eq!(found(distinct, same, &units.unwrap()), []);
    }

    #[test]
    fn equal_formulas_do_not_cross_and_bare_values_have_no_interval() {
        let units = UnitCosts::table([("ec-mul", 10.0), ("pairing", 100.0)]).unwrap();
        assert_eq!(found("n*ec-mul", "n*ec-mul", &units), []);
        assert_eq!(found("", "n*ec-mul", &units), []);
        // Equal at n = 20, so the other is cheaper from 21 on.
        let crossing = found("n*ec-mul", "2*pairing", &units)[0];
        assert_eq!((crossing.n, crossing.interval, crossing.first_is_cheaper), (21, None, false));
        assert_eq!(crossing.place, 20.0);
    }
}
