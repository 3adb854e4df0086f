//! Streams that have no steady state.

use super::outliers::outlier_factors;
use super::{Stream, percent};

/// The level of another stream jumps at a fraction of the run.
#[derive(Debug, Clone, Copy)]
pub struct Shifted<S> {
    /// Stream before the jump.
    pub base: S,
    /// Relative height of the jump.
    pub relative: f64,
    /// Fraction of the run after which it comes.
    pub after: f64,
}

impl<S: Stream> Stream for Shifted<S> {
    fn name(&self) -> String {
        format!("{}, shift of {} at {}", self.base.name(), percent(self.relative), percent(self.after))
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let at = (self.after * n as f64) as usize;
        let level = |i: usize| if i < at { 1.0 } else { 1.0 + self.relative };
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }
}

/// The level of another stream moves linearly over the run.
#[derive(Debug, Clone, Copy)]
pub struct Drifting<S> {
    /// Stream without the drift.
    pub base: S,
    /// Relative change from the first to the last sample.
    pub relative: f64,
}

impl<S: Stream> Stream for Drifting<S> {
    fn name(&self) -> String {
        format!("{}, drift of {}", self.base.name(), percent(self.relative))
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let level = |i: usize| 1.0 + self.relative * i as f64 / (n.max(2) - 1) as f64;
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }
}

/// Outliers of 3 to 20 times become more or less frequent at half-time; the other samples do not change.
#[derive(Debug, Clone, Copy)]
pub struct TailRateChange<S> {
    /// The other samples.
    pub base: S,
    /// Probability of an outlier in the first half.
    pub before: f64,
    /// Probability of an outlier in the second half.
    pub after: f64,
}

impl<S: Stream> Stream for TailRateChange<S> {
    fn name(&self) -> String {
        format!("{}, outliers {} to {}", self.base.name(), percent(self.before), percent(self.after))
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let factors = outlier_factors(n, seed, 3.0, 20.0, |i| if i < n / 2 { self.before } else { self.after });
        self.base.exact(n, seed).into_iter().zip(factors).map(|(v, f)| v * f).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean() * (1.0 + self.before * 10.5)
    }
}
