//! Periodic interference: timers, garbage collection, a neighbour's cron job.

use std::f64::consts::TAU;

use super::{Stream, uniforms};

/// A sine on the level of another stream, with a phase that depends on the seed.
#[derive(Debug, Clone, Copy)]
pub struct Periodic<S> {
    /// Stream without it.
    pub base: S,
    /// Relative amplitude.
    pub amplitude: f64,
    /// Samples a period.
    pub period: f64,
}

impl<S: Stream> Stream for Periodic<S> {
    fn name(&self) -> String {
        format!("{}, period of {}", self.base.name(), self.period)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let phase = uniforms(!seed).next().unwrap_or(0.0);
        let level = |i: usize| 1.0 + self.amplitude * (TAU * (phase + i as f64 / self.period)).sin();
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean()
    }
}
