//! Long-run variance and effective sample size (§5.1, §5.2, §3).

use super::coarse::CoarseSums;
use super::fourier;
use super::moments::{Moments, last_batch_means, mean};
use super::order::median;

/// Beyond this many directly summed lags a Fourier transform of all of them is cheaper.
const DIRECT_LAGS: usize = 128;

/// Geyer's initial sequence estimates of n·Var(mean), for one centred sequence (Geyer 1992, Statistical Science 7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InitialSequence {
    /// γ̂(0), variance with divisor n.
    pub gamma0: f64,
    /// Initial positive sequence estimate −γ̂(0) + 2ΣΓ_j; negative if already Γ_0 ≤ 0.
    pub positive: f64,
    /// Initial monotone sequence estimate: the same with Γ_j ← min(Γ_j, Γ_{j−1}).
    pub monotone: f64,
}

impl InitialSequence {
    /// Of y about its own mean. Sums pairs Γ_j = γ̂(2j) + γ̂(2j+1) up to the first that is not positive.
    pub fn of(y: &[f64]) -> Self {
        let m = mean(y);
        let centred: Vec<f64> = y.iter().map(|&v| v - m).collect();
        let mut lags = Lags { y: &centred, all: None };
        let gamma0 = lags.autocovariance(0);
        let (mut positive, mut monotone) = (-gamma0, -gamma0);
        let mut smallest = f64::INFINITY;
        for j in 0..y.len().div_ceil(2) {
            let pair = lags.autocovariance(2 * j) + lags.autocovariance(2 * j + 1);
            if pair <= 0.0 {
                break;
            }
            smallest = smallest.min(pair);
            positive += 2.0 * pair;
            monotone += 2.0 * smallest;
        }
        Self { gamma0, positive, monotone }
    }
}

struct Lags<'a> {
    y: &'a [f64],
    all: Option<Vec<f64>>,
}

impl Lags<'_> {
    fn autocovariance(&mut self, lag: usize) -> f64 {
        if lag >= self.y.len() {
            return 0.0;
        }
        if lag >= DIRECT_LAGS && self.y.len() > 4 * DIRECT_LAGS {
            let all = self.all.get_or_insert_with(|| fourier::lagged_products(self.y));
            return all[lag] / self.y.len() as f64;
        }
        lagged_product(self.y, lag) / self.y.len() as f64
    }
}

fn lagged_product(y: &[f64], lag: usize) -> f64 {
    let (a, b) = (&y[..y.len() - lag], &y[lag..]);
    let mut lanes = [0.0; 8];
    let (left, right) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).fold(0.0, |s, (u, v)| s + u * v);
    for (u, v) in left.zip(right) {
        for i in 0..8 {
            lanes[i] += u[i] * v[i];
        }
    }
    lanes.iter().fold(rest, |s, v| s + v)
}

/// Autocorrelations γ̂(h)/γ̂(0) for h = 0..=`last` (divisor n at every lag); `None` for zero variance.
pub fn autocorrelations(x: &[f64], last: usize) -> Option<Vec<f64>> {
    let m = mean(x);
    let centred: Vec<f64> = x.iter().map(|&v| v - m).collect();
    let gamma0 = lagged_product(&centred, 0);
    (gamma0 > 0.0).then(|| (0..=last.min(x.len() - 1)).map(|h| lagged_product(&centred, h) / gamma0).collect())
}

/// Lag-1 autocorrelation in one pass and without a copy; `None` for zero variance.
pub fn lag1(x: &[f64], moments: &Moments) -> Option<f64> {
    let n = x.len();
    let total = moments.variance() * (n.max(1) - 1) as f64;
    if total <= 0.0 {
        return None;
    }
    let m = moments.mean();
    let mut lanes = [0.0; 4];
    for (i, pair) in x.windows(2).enumerate() {
        lanes[i % 4] += (pair[0] - m) * (pair[1] - m);
    }
    Some((lanes[0] + lanes[1] + lanes[2] + lanes[3]) / total)
}

/// Long-run variance σ²_LR = n·Var(mean) in ns² (§5.1): the monotone sequence estimate on at most `max_batches` batch
/// means, never below the sample variance `variance` of x, which forbids "better than independent".
pub fn long_run_variance(x: &[f64], variance: f64, max_batches: usize) -> f64 {
    long_run_variance_of(x.len(), variance, max_batches, |size, count| last_batch_means(x, size, count, x[0]))
}

/// The same of `n` samples whose last `count` batch means of `size` samples are `means(size, count)`.
pub(crate) fn long_run_variance_of(
    n: usize,
    variance: f64,
    max_batches: usize,
    means: impl FnOnce(usize, usize) -> Vec<f64>,
) -> f64 {
    if n < 2 || variance <= 0.0 {
        return 0.0;
    }
    let size = n.div_ceil(max_batches);
    let count = n / size;
    if count < 2 {
        return variance;
    }
    let y = means(size, count);
    let g = InitialSequence::of(&y).monotone;
    (size as f64 * g * count as f64 / (count - 1) as f64).max(variance)
}

/// Local long-run variance ℓ(w) of §3: the median over 2 to 8 equal blocks, which one level shift does not inflate,
/// but at least q²/12, the variance of rounding to steps of `q`. Falls back on the sample variance of w if that is 0;
/// 0 means that w is constant.
pub fn local_long_run_variance(w: &CoarseSums<'_>, q: f64, max_batches: usize) -> f64 {
    let n = w.len();
    let blocks = match n {
        400.. => 8,
        80.. => 4,
        _ => 2,
    };
    let length = n / blocks;
    if length == 0 {
        return 0.0;
    }
    let block = |b: usize| b * length..(b + 1) * length;
    let mut local: Vec<f64> =
        (0..blocks).map(|b| w.long_run_variance(block(b), w.variance(block(b)), max_batches)).collect();
    let l = median(&mut local).max(q * q / 12.0);
    if l > 0.0 { l } else { w.variance(0..n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alternating_series_is_not_better_than_independent() {
        let x: Vec<f64> = (0..1000).map(|i| if i % 2 == 0 { 100.0 } else { 110.0 }).collect();
        let v = Moments::of(&x).variance();
        assert_eq!(long_run_variance(&x, v, 8192), v);
        assert!(lag1(&x, &Moments::of(&x)).unwrap() < -0.99);
    }

    #[test]
    fn one_shift_does_not_inflate_the_local_variance() {
        let noise = |i: usize| ((i * 7919) % 101) as f64;
        let still: Vec<f64> = (0..1000).map(noise).collect();
        let shifted: Vec<f64> = (0..1000).map(|i| noise(i) + if i < 600 { 0.0 } else { 5000.0 }).collect();
        let local = |x: &[f64]| local_long_run_variance(&CoarseSums::about(x, 0.0), 1.0, 8192);
        let (a, b) = (local(&still), local(&shifted));
        assert!(b < 1.5 * a, "{a} {b}");
    }
}
