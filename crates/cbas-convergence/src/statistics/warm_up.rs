//! Where the start-up phase ends (§4): MSER on batch means of w, doubled, with a significance guard.

use super::moments::{batch_means, mean};

/// The cut of the start-up phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WarmUpCut {
    /// Samples to drop, d.
    pub cut: usize,
    /// The start-up fills so much of the run (more than a third of it before doubling) that its end is not in sight.
    pub boundary: bool,
}

/// Cut of White's MSER with batches of `batch` samples (White 1997; the argmin over the first half, first minimum
/// wins), as a number of samples: batch·argmin_j Σ_{i≥j}(Y_i−Ȳ_j)²/(k−j)².
pub fn mser_cut(x: &[f64], batch: usize) -> usize {
    let k = x.len() / batch;
    if k < 4 {
        return 0;
    }
    let mut y = batch_means(x, batch, x[0]);
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
    batch * best.1
}

/// The guarded and doubled cut of §4 on the winsorised deviations w with local long-run variance `local`.
///
/// `factor` multiplies the MSER cut (it stops where bias and noise are alike, and the exponential tail left over
/// would ruin coverage); `guard` is how many standard errors the two parts must differ by.
pub fn warm_up_cut(w: &[f64], local: f64, factor: usize, guard: f64) -> WarmUpCut {
    let n = w.len();
    if n < 50 || local <= 0.0 {
        return WarmUpCut::default();
    }
    let d0 = mser_cut(w, n.div_ceil(2000).max(5));
    if d0 == 0 {
        return WarmUpCut::default();
    }
    let difference = (mean(&w[..d0]) - mean(&w[d0..])).abs();
    let error = (local * (1.0 / d0 as f64 + 1.0 / (n - d0) as f64)).sqrt();
    if difference <= guard * error {
        return WarmUpCut::default();
    }
    WarmUpCut { cut: (factor * d0).min(n / 2), boundary: 3 * d0 > n }
}
