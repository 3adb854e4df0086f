//! The distribution of the samples of a series: bins over their bulk, tails counted, quantiles.

use serde::Serialize;

use super::order::quantiles;
use super::trace::{Beyond, bulk};
use crate::analysis::Analysis;
use crate::sample::Series;

/// Probabilities of the quantiles.
pub const PROBABILITIES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
/// Fewest and most bins, before their width is rounded to steps of the clock.
const BINS: (f64, f64) = (10.0, 160.0);

/// A quantile of the samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantile {
    /// Share of the samples below it.
    pub probability: f64,
    /// Its value (type 7, Hyndman & Fan 1996), ns.
    pub value: f64,
}

/// The samples of the main runs of a series after their warm-up cuts, all processes together (times in ns).
///
/// It describes the samples. No interval of the mean may be taken from it: samples of different processes are not
/// exchangeable (§8).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Histogram {
    /// Number of samples.
    pub n: usize,
    /// Number of runs they come from.
    pub runs: usize,
    /// Lower edge of the first bin.
    pub low: f64,
    /// Width of a bin.
    pub width: f64,
    /// Samples in each bin: from its lower edge on, up to its upper edge exclusively.
    pub counts: Vec<usize>,
    /// Samples below the first bin.
    pub below: Beyond,
    /// Samples above the last bin.
    pub above: Beyond,
    /// Quantiles at [`PROBABILITIES`].
    pub quantiles: Vec<Quantile>,
    /// Smallest sample.
    pub min: f64,
    /// Largest sample.
    pub max: f64,
}

impl Histogram {
    /// Upper edge of the last bin, ns.
    pub fn high(&self) -> f64 {
        self.low + self.width * self.counts.len() as f64
    }
}

/// The distribution of the main runs of an analysed series. Bins have the width 2·IQR·n^(−1/3) (Freedman & Diaconis
/// 1981), within 10 to 160 bins, rounded up to whole steps of the clock so that no bin holds more clock steps than
/// another. They cover the bulk of the samples ([`bulk`]); the rest is counted on either side.
///
/// `analysis` must be the result of analysing `series`. Linear in the number of samples, of which it makes one copy.
///
/// ```
/// use cbas_convergence::{Series, Settings, analyze, statistics::histogram::histogram};
/// let series = Series::from_nanoseconds("hash", (0..5000u32).map(|i| 3000 + i * 7919 % 101))?;
/// let histogram = histogram(&series, &analyze(&series, &Settings::default()));
/// assert_eq!(histogram.counts.iter().sum::<usize>(), 5000);
/// assert_eq!(histogram.quantiles[3].value, 3050.0);
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
pub fn histogram(series: &Series, analysis: &Analysis) -> Histogram {
    let mut pooled = Vec::new();
    let mut step: f64 = 0.0;
    for &run in &analysis.main_runs {
        let figures = &analysis.runs[run];
        pooled.extend_from_slice(&series.runs()[run].nanoseconds()[figures.warm_up..]);
        step = step.max(figures.resolution);
    }
    let order = quantiles(&mut pooled, &[0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0]);
    let [min, _, q05, q25, median, q75, q95, _, max] = order[..] else { unreachable!("one quantile a probability") };
    let range = bulk([min, q05, q25, median, q75, q95, max]);
    let (low, width, bins) = bins(range, q75 - q25, pooled.len(), (min, step));
    let mut counts = vec![0; bins];
    let mut below = Beyond { count: 0, farthest: min.min(low) };
    let mut above = Beyond { count: 0, farthest: max.max(low + width * bins as f64) };
    for &v in &pooled {
        let bin = ((v - low) / width).floor();
        if bin < 0.0 {
            below.count += 1;
        } else {
            match counts.get_mut(bin as usize) {
                Some(count) => *count += 1,
                None => above.count += 1,
            }
        }
    }
    let quantile = |(&probability, &value)| Quantile { probability, value };
    Histogram {
        n: pooled.len(),
        runs: analysis.main_runs.len(),
        low,
        width,
        counts,
        below,
        above,
        quantiles: PROBABILITIES.iter().zip(&order[1..]).map(quantile).collect(),
        min,
        max,
    }
}

/// Lower edge, width and number of the bins over a range, for steps of the clock that pass through `min`.
fn bins((low, high): (f64, f64), iqr: f64, n: usize, (min, step): (f64, f64)) -> (f64, f64, usize) {
    let span = high - low;
    if span <= 0.0 {
        // One bin about the only value.
        let width = if step > 0.0 { step } else { (low.abs() * 1e-3).max(f64::MIN_POSITIVE) };
        return (low - width / 2.0, width, 1);
    }
    let wanted = span / (2.0 * iqr / libm::cbrt(n as f64));
    let count = if wanted.is_finite() { wanted.clamp(BINS.0, BINS.1).ceil() } else { BINS.1 };
    let (mut low, mut width) = (low, span / count);
    if step > 0.0 {
        // Edges midway between two steps.
        width = (width / step).ceil() * step;
        low = min + ((low - min) / step).floor() * step - step / 2.0;
    }
    // The largest value in range belongs to the last bin, not behind it.
    let bins = ((high - low) / width).floor() as usize + 1;
    (low, width, bins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Run, Settings, analyze};

    fn of(runs: &[Vec<f64>]) -> Histogram {
        let runs = runs.iter().map(|x| Run::new(x.clone()).unwrap()).collect();
        let series = Series::new("x", runs).unwrap();
        histogram(&series, &analyze(&series, &Settings::default()))
    }

    fn noise(n: usize) -> Vec<f64> {
        (0..n).map(|i| 3000.0 + ((i * 7919) % 211) as f64).collect()
    }

    #[test]
    fn no_sample_is_lost() {
        let mut x = noise(5000);
        (x[100], x[2000], x[3000]) = (1.0, 1e6, 2e6);
        let h = of(&[x, noise(3000)]);
        assert_eq!((h.n, h.runs, h.below.count, h.above.count), (8000, 2, 1, 2));
        assert_eq!(h.counts.iter().sum::<usize>() + 3, 8000);
        assert_eq!((h.below.farthest, h.above.farthest, h.min, h.max), (1.0, 2e6, 1.0, 2e6));
    }

    #[test]
    fn bins_hold_equally_many_steps_of_the_clock() {
        // Every value of 0, 4, … 400 equally often, so bins of whole steps are equally full but for the last.
        let h = of(&[(0..10_100).map(|i| 1000.0 + 4.0 * f64::from(i % 101)).collect()]);
        assert_eq!(h.width % 4.0, 0.0);
        let full = h.counts[0];
        assert!(h.counts[..h.counts.len() - 1].iter().all(|&c| c == full), "{:?}", h.counts);
    }

    #[test]
    fn equal_samples_fill_one_bin() {
        for value in [7.0, 0.25, 1e15] {
            let h = of(&[vec![value; 40]]);
            assert_eq!((h.counts.as_slice(), h.below.count + h.above.count), ([40].as_slice(), 0));
            assert!(h.low < value && h.high() > value);
        }
        assert_eq!(of(&[vec![3.5]]).counts, [1]);
    }
}
