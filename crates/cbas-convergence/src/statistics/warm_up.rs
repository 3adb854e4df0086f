//! Where the start-up phase ends (§4): MSER on batch means of w, doubled, with a significance guard.

use std::ops::Range;

use super::coarse::CoarseSums;
use super::moments::{batch_means, mean};
use super::trend::trend;

/// Batches of the trend of a half, and the z above which the half moves (1 %, two-sided).
const HALF_BATCHES: usize = 30;
const HALF_Z: f64 = 2.575_829_303_548_900_4;

/// The cut of the start-up phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WarmUpCut {
    /// Samples to drop, d.
    pub cut: usize,
    /// The multiplied cut does not fit into the first half of the run, so that the end of the start-up is not in sight.
    pub boundary: bool,
}

/// Cut of White's MSER with batches of `batch` samples (White 1997; the argmin over the first half, first minimum
/// wins), as a number of samples: batch·argmin_j Σ_{i≥j}(Y_i−Ȳ_j)²/(k−j)².
pub fn mser_cut(x: &[f64], batch: usize) -> usize {
    x.first().map_or(0, |&origin| batch * mser_index(batch_means(x, batch, origin)))
}

/// The argmin over batch means y.
fn mser_index(mut y: Vec<f64>) -> usize {
    let k = y.len();
    if k < 4 {
        return 0;
    }
    let centre = mean(&y);
    y.iter_mut().for_each(|v| *v -= centre);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut best = (f64::INFINITY, 0);
    for j in (0..k).rev() {
        sum += y[j];
        squares += y[j] * y[j];
        let rest = (k - j) as f64;
        let score = (squares - sum * sum / rest) / (rest * rest);
        // Going down, so `<=` makes the first of equal minima win.
        if j <= k / 2 && score <= best.0 {
            best = (score, j);
        }
    }
    best.1
}

/// The guarded and doubled cut of §4 on the winsorised deviations w with local long-run variance `local`.
///
/// `factor` multiplies the MSER cut (it stops where bias and noise are alike, and the exponential tail left over
/// would ruin coverage); `guard` is how many standard errors the two parts must differ by.
pub fn warm_up_cut(w: &CoarseSums<'_>, local: f64, factor: usize, guard: f64) -> WarmUpCut {
    let n = w.len();
    if n < 50 || local <= 0.0 {
        return WarmUpCut::default();
    }
    let batch = n.div_ceil(2000).max(5);
    let d0 = batch * mser_index(w.batch_means(0..n, batch));
    if d0 == 0 {
        return WarmUpCut::default();
    }
    let difference = (w.mean(0..d0) - w.mean(d0..n)).abs();
    let error = (local * (1.0 / d0 as f64 + 1.0 / (n - d0) as f64)).sqrt();
    if difference <= guard * error {
        return WarmUpCut::default();
    }
    let boundary = factor * d0 > n / 2;
    if boundary && moves_on(w) {
        return WarmUpCut::default();
    }
    WarmUpCut { cut: (factor * d0).min(n / 2), boundary }
}

/// The second half moves on in the direction of the first and at least half as far: a drift, which MSER takes for a
/// start-up phase without end. An exponential start-up does not unless it is twice as long as the run.
fn moves_on(w: &CoarseSums<'_>) -> bool {
    let half = |range: Range<usize>| trend(w, range, HALF_BATCHES);
    let (a, b) = (half(0..w.len() / 2), half(w.len() / 2..w.len()));
    b.z.abs() > HALF_Z && b.change * a.change.signum() >= 0.5 * a.change.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(x: &[f64]) -> WarmUpCut {
        warm_up_cut(&CoarseSums::about(x, 0.0), 3700.0, 2, 3.0)
    }

    fn noise(i: usize) -> f64 {
        ((i * 7919) % 211) as f64 - 105.0
    }

    #[test]
    fn a_line_is_no_start_up_and_a_decay_is() {
        let line: Vec<f64> = (0..20_000).map(|i| noise(i) + 0.05 * i as f64).collect();
        assert_eq!(cut(&line), WarmUpCut::default());
        let decay: Vec<f64> = (0..20_000).map(|i| noise(i) + 1500.0 * (-(i as f64) / 4000.0).exp()).collect();
        let cut = cut(&decay);
        assert_eq!((cut.cut, cut.boundary), (10_000, true));
    }

    #[test]
    fn a_start_up_whose_doubled_cut_does_not_fit_has_no_end_in_sight() {
        let step = |length: usize| -> Vec<f64> {
            (0..1000).map(|i| noise(i) + if i < length { 1500.0 } else { 0.0 }).collect()
        };
        assert_eq!(cut(&step(200)), WarmUpCut { cut: 400, boundary: false });
        assert_eq!(cut(&step(300)), WarmUpCut { cut: 500, boundary: true });
    }
}
