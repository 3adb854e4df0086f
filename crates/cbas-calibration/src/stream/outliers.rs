//! Rare slow samples: interrupts, page faults, other programs.

use super::{Stream, percent, uniforms};

/// Samples of another stream, each slower with probability `rate` by a factor between `least` and `most` (uniform).
#[derive(Debug, Clone, Copy)]
pub struct Outliers<S> {
    /// The other samples.
    pub base: S,
    /// Probability of an outlier.
    pub rate: f64,
    /// Smallest factor.
    pub least: f64,
    /// Largest factor.
    pub most: f64,
}

impl<S: Stream> Outliers<S> {
    /// Outliers of 3 to 20 times.
    pub fn of_3_to_20(base: S, rate: f64) -> Self {
        Self { base, rate, least: 3.0, most: 20.0 }
    }
}

impl<S: Stream> Stream for Outliers<S> {
    fn name(&self) -> String {
        format!("{}, {} outliers of {}-{}x", self.base.name(), percent(self.rate), self.least, self.most)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let factors = outlier_factors(n, seed, self.least, self.most, |_| self.rate);
        self.base.exact(n, seed).into_iter().zip(factors).map(|(v, f)| v * f).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean() * (1.0 + self.rate * (0.5 * (self.least + self.most) - 1.0))
    }
}

/// For every sample 1, or with probability `rate(index)` a factor between `least` and `most`.
pub(super) fn outlier_factors(n: usize, seed: u64, least: f64, most: f64, rate: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut random = uniforms(!seed);
    let mut next = || random.next().unwrap_or(0.5);
    (0..n)
        .map(|i| {
            let (met, size) = (next() < rate(i), next());
            if met { least + (most - least) * size } else { 1.0 }
        })
        .collect()
}
