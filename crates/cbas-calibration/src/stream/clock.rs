//! Clocks that tick coarsely, and other levels.

use super::{Stream, uniforms};

/// A stream as a clock of step `step` shows it.
#[derive(Debug, Clone, Copy)]
pub struct Clocked<S> {
    /// True durations.
    pub base: S,
    /// Step, ns.
    pub step: f64,
    /// Every measurement starts on a tick, so that it is always cut short; else it starts at a random phase, so that
    /// errors average out.
    pub aligned: bool,
}

impl<S: Stream> Stream for Clocked<S> {
    fn name(&self) -> String {
        let start = if self.aligned { "started on a tick" } else { "at random phase" };
        format!("{}, clock of {} ns {start}", self.base.name(), self.step)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let phase = uniforms(!seed).map(|u| if self.aligned { 0.0 } else { u * self.step });
        let ticks = |(v, p): (f64, f64)| ((v + p) / self.step).floor() * self.step;
        self.base.exact(n, seed).into_iter().zip(phase).map(ticks).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean()
    }

    fn tick(&self) -> Option<f64> {
        Some(self.step)
    }
}

/// A stream at another level.
#[derive(Debug, Clone, Copy)]
pub struct Scaled<S> {
    /// The stream.
    pub base: S,
    /// Factor on every sample.
    pub factor: f64,
}

impl<S: Stream> Stream for Scaled<S> {
    fn name(&self) -> String {
        format!("{} at {} ns", self.base.name(), (self.mean() * 10.0).round() / 10.0)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        self.base.exact(n, seed).into_iter().map(|v| v * self.factor).collect()
    }

    fn mean(&self) -> f64 {
        self.base.mean() * self.factor
    }
}
