//! Medians and their intervals.

use std::fmt;

/// Median; reorders `values`, which must not be empty.
pub fn median(values: &mut [f64]) -> f64 {
    cbas_convergence::statistics::order::median(values)
}

/// The median of ratios with the interval between two order statistics that holds it with at least 95 %.
pub struct Ratio {
    median: f64,
    low: f64,
    high: f64,
}

impl Ratio {
    /// Of at least one ratio.
    pub fn of(mut ratios: Vec<f64>) -> Self {
        ratios.sort_unstable_by(f64::total_cmp);
        let n = ratios.len();
        // Binomial(n, 1/2) by its normal approximation, with the correction for continuity, rounded outwards.
        let reach = 1.96 * (n as f64).sqrt() / 2.0 + 0.5;
        let low = ((n as f64 / 2.0 - reach).floor().max(0.0)) as usize;
        Self { low: ratios[low], high: ratios[n - 1 - low], median: median(&mut ratios.clone()) }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4} ({:.4} to {:.4})", self.median, self.low, self.high)
    }
}
