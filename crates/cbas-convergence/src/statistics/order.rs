//! Quantiles, median, MAD and the winsorised working sequence (§3). Selection, never a full sort.

use super::coarse::CoarseSums;
use super::selection;

/// 1.4826: makes the median absolute deviation estimate the standard deviation of a normal sample.
pub const MAD_TO_SD: f64 = 1.4826;
/// From this many samples on, counting is cheaper than selection on a copy.
const COUNTED: usize = 1 << 15;
/// Q90 − Q10 of a standard normal distribution.
const DECILE_RANGE: f64 = 2.563103131;

/// Type-7 quantiles (linear between order statistics, Hyndman & Fan 1996) at ascending probabilities.
/// Reorders `scratch`, which must not be empty.
///
/// ```
/// let mut x = [4.0, 1.0, 3.0, 2.0];
/// assert_eq!(cbas_convergence::statistics::order::quantiles(&mut x, &[0.0, 0.5, 1.0]), [1.0, 2.5, 4.0]);
/// ```
pub fn quantiles(scratch: &mut [f64], probabilities: &[f64]) -> Vec<f64> {
    let n = scratch.len();
    select_ascending(scratch, 0, n, probabilities)
}

/// Quantiles of a sample of `n` whose order statistics from `first` on are in `part`.
fn select_ascending(part: &mut [f64], first: usize, n: usize, probabilities: &[f64]) -> Vec<f64> {
    // Everything left of `done` is known to be no larger than what is right of it.
    let mut done = 0;
    let mut out = Vec::with_capacity(probabilities.len());
    for &p in probabilities {
        let position = (n - 1) as f64 * p;
        let index = position.floor() as usize;
        let fraction = position - index as f64;
        let (_, &mut low, above) = part[done..].select_nth_unstable_by(index - first - done, f64::total_cmp);
        let high = above.iter().copied().fold(f64::INFINITY, f64::min);
        out.push(if fraction > 0.0 && high.is_finite() { low + fraction * (high - low) } else { low });
        done = index - first;
    }
    out
}

/// Median (type 7); reorders `scratch`.
pub fn median(scratch: &mut [f64]) -> f64 {
    let n = scratch.len();
    let (below, &mut middle, _) = scratch.select_nth_unstable_by(n / 2, f64::total_cmp);
    if n % 2 == 1 {
        return middle;
    }
    let other = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Half the distance, not half the sum: exact at large offsets.
    other + 0.5 * (middle - other)
}

/// Median of |x − centre|, without the factor 1.4826; overwrites `scratch`, which holds x in any order.
pub fn median_absolute_deviation(scratch: &mut [f64], centre: f64) -> f64 {
    for v in scratch.iter_mut() {
        *v = (*v - centre).abs();
    }
    median(scratch)
}

/// Quantiles at descending probabilities of a sample of `n` whose smallest values are in `part`.
fn select_descending<const K: usize>(part: &mut [f64], n: usize, probabilities: [f64; K]) -> [f64; K] {
    let mut end = part.len();
    probabilities.map(|p| {
        let position = (n - 1) as f64 * p;
        let index = position.floor() as usize;
        let fraction = position - index as f64;
        let (_, &mut low, above) = part[..end].select_nth_unstable_by(index, f64::total_cmp);
        let Some(next) = (0..above.len()).min_by(|&i, &j| above[i].total_cmp(&above[j])) else { return low };
        // The next larger value comes beside it, so that the smallest index + 2 values are all there is from now on.
        above.swap(0, next);
        let high = above[0];
        end = index + 2;
        low + fraction * (high - low)
    })
}

/// Order statistics of one sample (ns).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderStatistics {
    /// Smallest sample.
    pub min: f64,
    /// 5 % quantile (type 7, as all below).
    pub q05: f64,
    /// 10 % quantile.
    pub q10: f64,
    /// Lower quartile.
    pub q25: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub q75: f64,
    /// 90 % quantile.
    pub q90: f64,
    /// 95 % quantile.
    pub q95: f64,
    /// 99 % quantile.
    pub q99: f64,
    /// Largest sample.
    pub max: f64,
    /// Median absolute deviation from the median, without the factor 1.4826.
    pub mad: f64,
}

impl OrderStatistics {
    /// Of a non-empty sample, without sorting it.
    pub fn of(x: &[f64]) -> Self {
        if x.len() < COUNTED { Self::by_selection(x) } else { Self::by_counting(x) }
    }

    fn by_counting(x: &[f64]) -> Self {
        let probabilities = [0.0, 0.05, 0.10, 0.25, 0.5, 0.75, 0.90, 0.95, 0.99, 1.0];
        let [min, q05, q10, q25, median, q75, q90, q95, q99, max] = selection::quantiles(x, |v| v, probabilities);
        let [mad] = selection::quantiles(x, |v| (v - median).abs(), [0.5]);
        Self { min, q05, q10, q25, median, q75, q90, q95, q99, max, mad }
    }

    /// On one copy of the sample.
    fn by_selection(x: &[f64]) -> Self {
        let mut scratch = x.to_vec();
        let median = median(&mut scratch);
        // The copy is split at the middle now, so each side is selected on its own (two samples have no upper side).
        let n = x.len();
        let half = n / 2;
        let [q25, q10, q05, min] = select_descending(&mut scratch[..=half], n, [0.25, 0.10, 0.05, 0.0]);
        let start = if n < 3 { 0 } else { half };
        let upper = select_ascending(&mut scratch[start..], start, n, &[0.75, 0.90, 0.95, 0.99, 1.0]);
        let mad = median_absolute_deviation(&mut scratch, median);
        Self {
            min,
            q05,
            q10,
            q25,
            median,
            q75: upper[0],
            q90: upper[1],
            q95: upper[2],
            q99: upper[3],
            max: upper[4],
            mad,
        }
    }

    /// Robust standard deviation: 1.4826·MAD, or (Q90−Q10)/2.563 if more than half of the samples are equal (§3).
    pub fn robust_sd(&self) -> f64 {
        let s = MAD_TO_SD * self.mad;
        if s > 0.0 { s } else { (self.q90 - self.q10) / DECILE_RANGE }
    }
}

/// The robust working sequence w of §3, kept as deviations from the median so that no digits are lost at large offsets.
#[derive(Debug, Clone, PartialEq)]
pub struct Winsorised<'a> {
    /// clamp(x, median ± h) − median.
    pub deviations: CoarseSums<'a>,
    /// The median that was subtracted, ns.
    pub centre: f64,
}

impl<'a> Winsorised<'a> {
    /// Clips at `k` robust standard deviations; with integer data at no less than the resolution `q`.
    /// A change only in the rate of samples beyond the clip is invisible here; the tail-rate test of §6.4 looks for it.
    pub fn of(x: &'a [f64], order: &OrderStatistics, k: f64, integers: bool, q: f64) -> Self {
        let mut h = k * order.robust_sd();
        if integers {
            h = h.max(q);
        }
        let clip = if h > 0.0 { h } else { f64::INFINITY };
        Self { deviations: CoarseSums::clipped(x, order.median, clip), centre: order.median }
    }

    /// Mean of w from index `from` on, ns.
    pub fn mean_from(&self, from: usize) -> f64 {
        self.centre + self.deviations.mean(from..self.deviations.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_gives_the_same_bits() {
        for n in [40_000usize, 40_001] {
            let x: Vec<f64> = (0..n).map(|i| ((i * 7919 + 13) % 10_007) as f64 / 3.0).collect();
            assert_eq!(OrderStatistics::by_counting(&x), OrderStatistics::by_selection(&x));
        }
    }

    #[test]
    fn selection_agrees_with_sorting() {
        for n in [1usize, 2, 3, 4, 5, 7, 10, 11, 100, 101, 1000] {
            let x: Vec<f64> = (0..n).map(|i| ((i * 7919 + 13) % 1009) as f64).collect();
            let mut sorted = x.clone();
            sorted.sort_by(f64::total_cmp);
            let reference = |p: f64| {
                let h = (n - 1) as f64 * p;
                let i = h.floor() as usize;
                let next = sorted[(i + 1).min(n - 1)];
                sorted[i] + (h - i as f64) * (next - sorted[i])
            };
            let o = OrderStatistics::of(&x);
            for (p, got) in [
                (0.0, o.min),
                (0.05, o.q05),
                (0.10, o.q10),
                (0.25, o.q25),
                (0.5, o.median),
                (0.75, o.q75),
                (0.9, o.q90),
                (0.95, o.q95),
                (0.99, o.q99),
                (1.0, o.max),
            ] {
                assert!((got - reference(p)).abs() < 1e-9, "n={n} p={p}: {got} {}", reference(p));
            }
        }
    }
}
