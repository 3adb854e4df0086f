//! Seeded timing streams with a known long-run mean, for calibration.
//!
//! A stream is a struct that knows its name, its samples for a seed, and the mean an analyser should find. A new kind is
//! one more struct with one more `impl Stream`.

// Each test file compiles its own copy and uses only a part of it.
#![allow(dead_code)]

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand_distr::{Distribution, StandardNormal, StandardUniform};

/// Level of all streams, ns.
pub const LEVEL: f64 = 3000.0;

/// A kind of timing stream.
pub trait Stream {
    /// Short name for messages.
    fn name(&self) -> String;

    /// `n` samples in whole nanoseconds.
    fn samples(&self, n: usize, seed: u64) -> Vec<f64> {
        self.exact(n, seed).into_iter().map(f64::round).collect()
    }

    /// The same before rounding.
    fn exact(&self, n: usize, seed: u64) -> Vec<f64>;

    /// Mean of the steady state; of a stream without one, its level before the change.
    fn mean(&self) -> f64 {
        LEVEL
    }
}

/// Standard normal numbers of one seed.
pub fn normals(seed: u64) -> impl Iterator<Item = f64> {
    let mut random = StdRng::seed_from_u64(seed);
    std::iter::repeat_with(move || StandardNormal.sample(&mut random))
}

/// Uniform numbers in [0, 1) of one seed.
pub fn uniforms(seed: u64) -> impl Iterator<Item = f64> {
    let mut random = StdRng::seed_from_u64(seed);
    std::iter::repeat_with(move || StandardUniform.sample(&mut random))
}

/// Independent lognormal noise.
#[derive(Debug, Clone, Copy)]
pub struct Lognormal {
    /// Standard deviation of the logarithm.
    pub log_sd: f64,
}

impl Stream for Lognormal {
    fn name(&self) -> String {
        format!("iid lognormal {}", self.log_sd)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let s = self.log_sd;
        normals(seed).take(n).map(|e| LEVEL * (s * e - 0.5 * s * s).exp()).collect()
    }
}

/// First-order autoregression of the logarithm.
#[derive(Debug, Clone, Copy)]
pub struct Autoregressive {
    /// Correlation of neighbours.
    pub phi: f64,
    /// Stationary standard deviation of the logarithm.
    pub log_sd: f64,
}

impl Stream for Autoregressive {
    fn name(&self) -> String {
        format!("AR {} lognormal {}", self.phi, self.log_sd)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let (phi, s) = (self.phi, self.log_sd);
        let mut noise = normals(seed);
        let mut state = s * noise.next().unwrap();
        let innovation = s * (1.0 - phi * phi).sqrt();
        (0..n)
            .map(|_| {
                let value = LEVEL * (state - 0.5 * s * s).exp();
                state = phi * state + innovation * noise.next().unwrap();
                value
            })
            .collect()
    }
}

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
        format!("{} with a shift of {}", self.base.name(), self.relative)
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
        format!("{} with a drift of {}", self.base.name(), self.relative)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let level = |i: usize| 1.0 + self.relative * i as f64 / (n - 1) as f64;
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }
}

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
        format!("{} after a warm-up of {}", self.base.name(), self.length)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let level = |i: usize| 1.0 + self.excess * (-3.0 * i as f64 / self.length).exp();
        self.base.exact(n, seed).into_iter().enumerate().map(|(i, v)| v * level(i)).collect()
    }
}
