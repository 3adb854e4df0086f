//! Independent samples: one mode, two modes, a heavy tail, and no noise at all.

use super::{LEVEL, Stream, normals, uniforms};

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

/// Every sample is in one of two modes, independently: a branch that is taken or not.
#[derive(Debug, Clone, Copy)]
pub struct Bimodal {
    /// Share of the slow mode.
    pub share: f64,
    /// How much slower it is, relative to the fast one.
    pub gap: f64,
    /// Standard deviation of the logarithm within a mode.
    pub log_sd: f64,
}

impl Stream for Bimodal {
    fn name(&self) -> String {
        "bimodal, 30 % slower by 10 %".into()
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let noise = Lognormal { log_sd: self.log_sd }.exact(n, seed);
        let slow = uniforms(!seed).map(|u| if u < self.share { 1.0 + self.gap } else { 1.0 });
        noise.into_iter().zip(slow).map(|(v, mode)| v * mode).collect()
    }

    fn mean(&self) -> f64 {
        LEVEL * (1.0 + self.share * self.gap)
    }
}

/// A floor and a Pareto tail above it: LEVEL·(1−share + share·P·(a−1)/a), P Pareto with exponent a. For 2 < a ≤ 3 the
/// variance is finite and the skewness is not.
#[derive(Debug, Clone, Copy)]
pub struct HeavyTail {
    /// Exponent of the tail.
    pub exponent: f64,
    /// Share of the mean that the Pareto part makes up.
    pub share: f64,
}

impl Stream for HeavyTail {
    fn name(&self) -> String {
        format!("heavy tail, Pareto {}", self.exponent)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let Self { exponent, share } = *self;
        let unit = share * (exponent - 1.0) / exponent;
        uniforms(seed).take(n).map(|u| LEVEL * (1.0 - share + unit * (1.0 - u).powf(-1.0 / exponent))).collect()
    }
}

/// The same time, always.
#[derive(Debug, Clone, Copy)]
pub struct Constant;

impl Stream for Constant {
    fn name(&self) -> String {
        "constant".into()
    }

    fn exact(&self, n: usize, _seed: u64) -> Vec<f64> {
        vec![LEVEL; n]
    }
}
