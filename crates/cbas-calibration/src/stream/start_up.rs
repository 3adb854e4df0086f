//! Start-up phases before a steady state.

use super::Stream;

/// An exponential start-up phase before the steady state of another stream.
#[derive(Debug, Clone, Copy)]
pub struct WarmingUp<S> {
    /// Steady state.
    pub base: S,
    /// Relative excess of the first sample.
    pub excess: f64,
    /// Samples after which the excess has fallen to exp(−3).
    pub length: f64,
}

impl<S: Stream> Stream for WarmingUp<S> {
    fn name(&self) -> String {
        format!("{}, start-up of {}", self.base.name(), self.length)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let level = |i: usize| 1.0 + self.excess * (-3.0 * i as f64 / self.length).exp();
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean()
    }
}

/// A start-up phase at a constant higher level.
#[derive(Debug, Clone, Copy)]
pub struct SteppedStartUp<S> {
    /// Steady state.
    pub base: S,
    /// Relative excess.
    pub excess: f64,
    /// Samples it lasts.
    pub length: usize,
}

impl<S: Stream> Stream for SteppedStartUp<S> {
    fn name(&self) -> String {
        format!("{}, stepped start-up of {}", self.base.name(), self.length)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let level = |i: usize| if i < self.length { 1.0 + self.excess } else { 1.0 };
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean()
    }
}
