//! The mean with its skewness-corrected interval (§5.2, §5.3), and how many samples a target needs (§5.4).

use super::autocovariance::long_run_variance;
use super::digest::Digest;
use super::distribution::{chi_square_quantile, normal_quantile, student_t_quantile};
use super::moments::Moments;

/// A mean and everything its interval depends on: interval and comparison need no samples beyond this.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanEstimate {
    /// Number of samples.
    pub n: usize,
    /// Mean, ns.
    pub mean: f64,
    /// Sample variance (divisor n−1), ns².
    pub variance: f64,
    /// Skewness g₁; 0 for zero variance.
    pub skewness: f64,
    /// Long-run variance σ²_LR = n·Var(mean), ns².
    pub long_run_variance: f64,
    /// Effective sample size n·s²/σ²_LR.
    pub ess: f64,
    /// n/ESS: how many samples are worth one independent one.
    pub tau: f64,
    /// Degrees of freedom max(ESS−1, 1).
    pub df: f64,
    /// Standard error of the mean, ns.
    pub standard_error: f64,
}

impl MeanEstimate {
    /// Of a non-empty sample, with the long-run variance from at most `max_batches` batch means.
    pub fn of(x: &[f64], max_batches: usize) -> Self {
        Self::with_moments(x, &Moments::of(x), max_batches)
    }

    /// The same where the moments of x are already known.
    pub fn with_moments(x: &[f64], moments: &Moments, max_batches: usize) -> Self {
        let lrv = long_run_variance(x, moments.variance(), max_batches);
        Self::from_parts(moments, lrv)
    }

    /// From moments and a long-run variance: with the sample variance for the latter, the plain t interval.
    pub fn from_parts(moments: &Moments, long_run_variance: f64) -> Self {
        let n = moments.n;
        let variance = moments.variance();
        // Exactly n where the floor decided, or where nothing varies.
        let ess = if long_run_variance == variance { n as f64 } else { n as f64 * variance / long_run_variance };
        Self {
            n,
            mean: moments.mean(),
            variance,
            skewness: moments.skewness().unwrap_or(0.0),
            long_run_variance,
            ess,
            tau: n as f64 / ess,
            df: (ess - 1.0).max(1.0),
            standard_error: (long_run_variance / n as f64).sqrt(),
        }
    }

    /// Skewness-corrected interval for the mean at level `confidence`, ns (Hall 1992, JRSS B 54; §5.3).
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let (below, above) = self.half_widths(confidence, 1.0);
        (self.mean - below, self.mean + above)
    }

    /// Larger half-width of [`Self::interval`] divided by the mean.
    pub fn relative_half_width(&self, confidence: f64) -> f64 {
        self.relative_half_width_at(confidence, 1.0)
    }

    /// Relative half-width to expect of `factor` times as many samples of the same kind.
    pub fn relative_half_width_at(&self, confidence: f64, factor: f64) -> f64 {
        let (below, above) = self.half_widths(confidence, factor);
        below.max(above) / self.mean
    }

    fn half_widths(&self, confidence: f64, factor: f64) -> (f64, f64) {
        if self.standard_error == 0.0 {
            return (0.0, 0.0);
        }
        let (ess, se) = (self.ess * factor, self.standard_error / factor.sqrt());
        let t = student_t_quantile((1.0 + confidence) / 2.0, (ess - 1.0).max(1.0));
        let r = self.skewness / ess.sqrt();
        if r.abs() < 1e-6 {
            return (t * se, t * se);
        }
        let h = |u: f64| 3.0 / r * (libm::cbrt(1.0 + r * (u - r / 6.0)) - 1.0);
        (se * h(t), -se * h(-t))
    }

    /// The variance rests on a handful of samples: ESS < 2g² (§5.3).
    pub fn few_events(&self) -> bool {
        self.ess < 2.0 * self.skewness * self.skewness
    }

    /// The same estimate with the long-run variance at its upper 80 % bound, for plans (§5.4): a plan made from the
    /// estimate itself falls short in half of all cases, and in most where few effective samples make it too small.
    #[must_use]
    pub fn cautious(&self) -> Self {
        let factor = variance_margin(self.ess, self.skewness);
        Self {
            long_run_variance: self.long_run_variance * factor,
            ess: self.ess / factor,
            tau: self.tau * factor,
            df: (self.ess / factor - 1.0).max(1.0),
            standard_error: self.standard_error * factor.sqrt(),
            ..*self
        }
    }

    /// Smallest factor f ≥ 1 of the form 1.05^i by which the sample must grow to reach the relative half-width `eps`
    /// (§5.4); `None` beyond 10^6.
    pub fn growth_for(&self, eps: f64, confidence: f64) -> Option<f64> {
        let mut factor = 1.0;
        while factor <= 1e6 {
            if self.relative_half_width_at(confidence, factor) <= eps {
                return Some(factor);
            }
            factor *= 1.05;
        }
        None
    }

    /// The textbook number of samples (z·sqrt(σ²_LR)/(eps·m))², which ignores skewness.
    pub fn plain_required_n(&self, eps: f64, confidence: f64) -> f64 {
        let z = normal_quantile((1.0 + confidence) / 2.0);
        let ratio = z / (eps * self.mean);
        (ratio * ratio * self.long_run_variance).ceil()
    }
}

/// ν/χ²_{.20,ν}: by how much a long-run variance may exceed its estimate from `ess` effective samples of that skewness,
/// at 80 %. ν = ESS/(4 + g²/8), at least 2: the estimate has far fewer degrees of freedom than the mean, because it sums
/// over lags and rests on the slowest samples. Both constants were chosen by simulation, so that a run of the N that
/// §5.4 then asks for converges in about four of five cases.
pub fn variance_margin(ess: f64, skewness: f64) -> f64 {
    let df = (ess / (4.0 + skewness * skewness / 8.0)).max(2.0);
    df / chi_square_quantile(0.20, df)
}

/// Walks through prefixes of growing length and gives the estimate at each: every sample enters the moments once.
pub struct PrefixEstimates<'a> {
    x: &'a [f64],
    max_batches: usize,
    moments: Moments,
}

impl<'a> PrefixEstimates<'a> {
    /// Over the prefixes of x.
    pub fn new(x: &'a [f64], max_batches: usize) -> Self {
        let origin = x.first().copied().unwrap_or(0.0);
        Self { x, max_batches, moments: Moments::about(&[], origin) }
    }

    /// Moments of the first `n` samples; `n` must not go down from call to call.
    pub fn moments_at(&mut self, n: usize) -> Moments {
        let next = Moments::about(&self.x[self.moments.n..n], self.x[0]);
        self.moments = self.moments.merge(&next);
        self.moments
    }

    /// Estimate from the first `n` samples.
    pub fn at(&mut self, n: usize) -> MeanEstimate {
        let moments = self.moments_at(n);
        MeanEstimate::with_moments(&self.x[..n], &moments, self.max_batches)
    }
}

/// The checkpoints ⌈first·1.25^i⌉ below n (§5.5, §9).
pub fn checkpoints(first: usize, n: usize) -> Vec<usize> {
    let mut points = Vec::new();
    let mut at = first.max(1) as f64;
    while (at.ceil() as usize) < n {
        points.push(at.ceil() as usize);
        at *= 1.25;
    }
    points
}

/// Number of samples from which on the interval was narrow enough to stay so (§5.5): the smallest checkpoint with
/// relative half-width ≤ `eps` and ESS ≥ `ess_min` there and at every later one, and at the end (`whole`).
pub fn settled_at(digest: &Digest<'_>, whole: &MeanEstimate, meets: impl Fn(&MeanEstimate) -> bool) -> Option<usize> {
    if !meets(whole) {
        return None;
    }
    Some(digest.from_the_longest().take_while(meets).last().map_or(whole.n, |e| e.n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_grow_by_a_quarter() {
        assert_eq!(checkpoints(300, 700), [300, 375, 469, 586]);
        assert!(checkpoints(300, 300).is_empty());
    }

    #[test]
    fn the_margin_of_a_variance_shrinks_with_what_it_rests_on() {
        // 25/4 degrees of freedom: 6.25/chi2(0.20; 6.25).
        assert!((variance_margin(25.0, 0.0) - 6.25 / chi_square_quantile(0.20, 6.25)).abs() < 1e-12);
        assert!(variance_margin(10.0, 0.0) > variance_margin(100.0, 0.0));
        assert!(variance_margin(1000.0, 10.0) > variance_margin(1000.0, 0.0));
        assert!((1.0..1.1).contains(&variance_margin(10_000.0, 0.0)));
        assert_eq!(variance_margin(1.0, 0.0), variance_margin(8.0, 50.0));
    }

    #[test]
    fn a_skewed_sample_has_a_longer_upper_side() {
        let x: Vec<f64> = (0..400).map(|i| if i % 40 == 7 { 500.0 } else { 100.0 + (i % 13) as f64 }).collect();
        let e = MeanEstimate::of(&x, 8192);
        let (low, high) = e.interval(0.95);
        assert!(high - e.mean > e.mean - low && low < e.mean);
        assert!(e.growth_for(0.01, 0.95).unwrap() > 1.0);
    }
}
