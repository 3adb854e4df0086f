//! The rules the field uses instead: what the analyzer is compared with.

use cbas_convergence::statistics::equivalence::RatioTest;
use cbas_convergence::statistics::interval::MeanEstimate;
use cbas_convergence::statistics::moments::{Moments, mean};

/// The mean with the standard error of independent samples, s/√n.
fn independent_estimate(x: &[f64]) -> MeanEstimate {
    let m = Moments::of(x);
    MeanEstimate::from_parts(&m, m.variance())
}

/// The textbook interval mean ± t·s/√n, which takes the samples for independent and their mean for normal.
pub fn t_interval(x: &[f64], confidence: f64) -> (f64, f64) {
    let e = independent_estimate(x);
    let n = x.len() as f64;
    let half = cbas_convergence::statistics::distribution::student_t_quantile((1.0 + confidence) / 2.0, n - 1.0)
        * e.standard_error;
    (e.mean - half, e.mean + half)
}

/// "The two means look close": they differ by less than `eps` of the second.
pub fn look_close(a: f64, b: f64, eps: f64) -> bool {
    (a / b - 1.0).abs() < eps
}

/// [`look_close`] on the means of the two halves of a run.
pub fn halves_look_close(x: &[f64], eps: f64) -> bool {
    let (first, second) = x.split_at(x.len() / 2);
    look_close(mean(first), mean(second), eps)
}

/// "The running mean stopped moving": the number of samples, from 20 on and looked at every 10, after which it moved by
/// less than `eps` within the last 10.
pub fn running_mean_stops(x: &[f64], eps: f64) -> Option<usize> {
    let mut total = x[..10.min(x.len())].iter().sum::<f64>();
    let mut before = total / 10.0;
    for n in (20..=x.len()).step_by(10) {
        total += x[n - 10..n].iter().sum::<f64>();
        let now = total / n as f64;
        if look_close(now, before, eps) {
            return Some(n);
        }
        before = now;
    }
    None
}

/// Two one-sided t tests that take the samples for independent.
pub fn independent_test_passes(a: &[f64], b: &[f64], margin: f64) -> bool {
    RatioTest::independent(&independent_estimate(a), &independent_estimate(b), margin).p_t < 0.05
}

/// p > 0.05 of the t test that takes the samples for independent, read as "the same".
pub fn not_significant(a: &[f64], b: &[f64]) -> bool {
    let (low, high) = RatioTest::independent(&independent_estimate(a), &independent_estimate(b), 0.0).interval(0.95);
    low <= 0.0 && 0.0 <= high
}
