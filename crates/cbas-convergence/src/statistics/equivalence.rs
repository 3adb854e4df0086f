//! Are two means equal within a margin (§7)? Ratios with their standard error, two one-sided tests, and the
//! skewness-corrected intervals that decide.

use super::distribution::{student_t_cdf, student_t_quantile, student_t_sf};
use super::interval::MeanEstimate;
use super::moments::Moments;

/// Relative difference of two means by the delta method with Welch-Satterthwaite degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioTest {
    /// R: ratio minus 1.
    pub relative_difference: f64,
    /// Standard error of R.
    pub standard_error: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Larger p of the two one-sided t tests of R ≤ −margin and R ≥ margin (Schuirmann 1987).
    pub p_t: f64,
}

impl RatioTest {
    /// §7.1, runs that do not share samples: R = m_a/m_b − 1.
    pub fn independent(a: &MeanEstimate, b: &MeanEstimate, margin: f64) -> Self {
        let side = |e: &MeanEstimate| Part { variance: e.long_run_variance / e.n as f64, df: e.df };
        Self::of_ratio(a.mean, side(a), b.mean, side(b), margin)
    }

    /// R = m_a/m_b − 1 of process means (Welch 1947): each side is the mean of at least two processes (§7.3).
    pub fn between_processes(a: &Moments, b: &Moments, margin: f64) -> Self {
        let side = |m: &Moments| Part { variance: m.variance() / m.n as f64, df: m.n as f64 - 1.0 };
        Self::of_ratio(a.mean(), side(a), b.mean(), side(b), margin)
    }

    /// §7.2, a prefix against the whole it is part of: `a` is the prefix, `b` the rest, R = m_a/m_whole − 1.
    pub fn nested(a: &MeanEstimate, b: &MeanEstimate, margin: f64) -> Self {
        let Nesting { ratio, ga, gb } = Nesting::of(a, b);
        let va = ga * ga * a.long_run_variance / a.n as f64;
        let vb = gb * gb * b.long_run_variance / b.n as f64;
        Self::of_parts(ratio, 1.0, Part { variance: va, df: a.df }, Part { variance: vb, df: b.df }, margin)
    }

    /// §7.3, one relative difference a process: one-sample t. `None` for fewer than two processes.
    pub fn per_process(differences: &[f64], margin: f64) -> Option<Self> {
        let m = Moments::of(differences);
        if m.n < 2 {
            return None;
        }
        let error = (m.variance() / m.n as f64).sqrt();
        Some(Self::with(m.mean(), error, (m.n - 1) as f64, margin))
    }

    fn of_ratio(mean_a: f64, a: Part, mean_b: f64, b: Part, margin: f64) -> Self {
        let r = mean_a / mean_b - 1.0;
        let b = Part { variance: (1.0 + r) * (1.0 + r) * b.variance, df: b.df };
        Self::of_parts(r, mean_b, a, b, margin)
    }

    fn of_parts(r: f64, unit: f64, a: Part, b: Part, margin: f64) -> Self {
        let (total, df) = welch_satterthwaite(a, b);
        Self::with(r, total.sqrt() / unit, df, margin)
    }

    fn with(r: f64, standard_error: f64, df: f64, margin: f64) -> Self {
        Self { relative_difference: r, standard_error, df, p_t: two_one_sided(r, standard_error, df, margin) }
    }

    /// R ∓ t·SE at level `confidence`.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let half = half_width(self.standard_error, self.df, confidence);
        (self.relative_difference - half, self.relative_difference + half)
    }

    /// p of the two one-sided tests: (of R ≤ −margin, of R ≥ margin).
    pub fn one_sided(&self, margin: f64) -> (f64, f64) {
        one_sided(self.relative_difference, self.standard_error, self.df, margin)
    }
}

/// Variance of one side's mean and its degrees of freedom.
#[derive(Clone, Copy)]
struct Part {
    variance: f64,
    df: f64,
}

fn welch_satterthwaite(a: Part, b: Part) -> (f64, f64) {
    let total = a.variance + b.variance;
    if total == 0.0 {
        return (0.0, a.df + b.df);
    }
    // Shares first: squares of tiny variances would vanish.
    let (u, v) = (a.variance / total, b.variance / total);
    (total, 1.0 / (u * u / a.df + v * v / b.df))
}

fn half_width(standard_error: f64, df: f64, confidence: f64) -> f64 {
    if standard_error == 0.0 { 0.0 } else { student_t_quantile((1.0 + confidence) / 2.0, df) * standard_error }
}

fn one_sided(difference: f64, standard_error: f64, df: f64, margin: f64) -> (f64, f64) {
    if standard_error == 0.0 {
        // Degenerate rule of §7: certain either way.
        let certain = |inside: bool| if inside { 0.0 } else { 1.0 };
        return (certain(difference > -margin), certain(difference < margin));
    }
    let lower = student_t_sf((difference + margin) / standard_error, df);
    let upper = student_t_cdf((difference - margin) / standard_error, df);
    (lower, upper)
}

fn two_one_sided(difference: f64, standard_error: f64, df: f64, margin: f64) -> f64 {
    let (lower, upper) = one_sided(difference, standard_error, df, margin);
    lower.max(upper)
}

struct Nesting {
    ratio: f64,
    ga: f64,
    gb: f64,
}

impl Nesting {
    fn of(a: &MeanEstimate, b: &MeanEstimate) -> Self {
        let w = a.n as f64 / (a.n + b.n) as f64;
        let whole = w * a.mean + (1.0 - w) * b.mean;
        Self {
            ratio: a.mean / whole - 1.0,
            ga: (1.0 - w) * b.mean / (whole * whole),
            gb: (1.0 - w) * a.mean / (whole * whole),
        }
    }
}

/// Interval of R = m_a/m_b − 1 from the skewness-corrected intervals of both sides (§7.5).
pub fn independent_interval(a: &MeanEstimate, b: &MeanEstimate, confidence: f64) -> (f64, f64) {
    let r = a.mean / b.mean - 1.0;
    let ((la, ua), (lb, ub)) = (a.interval(confidence), b.interval(confidence));
    let scale = 1.0 + r;
    let below = libm::hypot(a.mean - la, scale * (ub - b.mean)) / b.mean;
    let above = libm::hypot(ua - a.mean, scale * (b.mean - lb)) / b.mean;
    (r - below, r + above)
}

/// Interval of R = m_a/m_whole − 1 for a prefix `a` and the rest `b`, from the skewness-corrected intervals (§7.5).
pub fn nested_interval(a: &MeanEstimate, b: &MeanEstimate, confidence: f64) -> (f64, f64) {
    let Nesting { ratio, ga, gb } = Nesting::of(a, b);
    let ((la, ua), (lb, ub)) = (a.interval(confidence), b.interval(confidence));
    let below = libm::hypot(ga * (a.mean - la), gb * (ub - b.mean));
    let above = libm::hypot(ga * (ua - a.mean), gb * (b.mean - lb));
    (ratio - below, ratio + above)
}

/// Welch's test of two means in their own unit (Welch 1947): for means of processes, or samples known to be
/// independent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WelchTest {
    /// m_a − m_b, ns.
    pub difference: f64,
    /// Standard error of the difference, ns.
    pub standard_error: f64,
    /// Welch-Satterthwaite degrees of freedom.
    pub df: f64,
}

impl WelchTest {
    /// Of two samples with at least two values each.
    pub fn of(a: &Moments, b: &Moments) -> Self {
        let side = |m: &Moments| Part { variance: m.variance() / m.n as f64, df: m.n as f64 - 1.0 };
        let (total, df) = welch_satterthwaite(side(a), side(b));
        Self { difference: a.mean() - b.mean(), standard_error: total.sqrt(), df }
    }

    /// The t statistic.
    pub fn t(&self) -> f64 {
        self.difference / self.standard_error
    }

    /// Two-sided p of equal means.
    pub fn p(&self) -> f64 {
        2.0 * student_t_sf(self.t().abs(), self.df)
    }

    /// Interval of the difference, ns.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let half = half_width(self.standard_error, self.df, confidence);
        (self.difference - half, self.difference + half)
    }

    /// p of the two one-sided tests with an absolute margin (ns): (lower, upper).
    pub fn one_sided(&self, margin: f64) -> (f64, f64) {
        one_sided(self.difference, self.standard_error, self.df, margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_variance_the_test_is_certain() {
        let side = |m: f64| MeanEstimate::of(&[m; 100], 8192);
        assert_eq!(RatioTest::independent(&side(1000.0), &side(1001.0), 0.01).p_t, 0.0);
        assert_eq!(RatioTest::independent(&side(1000.0), &side(1020.0), 0.01).p_t, 1.0);
        assert_eq!(independent_interval(&side(1000.0), &side(1000.0), 0.95), (0.0, 0.0));
    }
}
