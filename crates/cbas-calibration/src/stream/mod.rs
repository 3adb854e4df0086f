//! Seeded timing streams with a known long-run mean.
//!
//! A stream is a struct that knows its name, its samples for a seed, and the mean an analyzer should find. A new kind is
//! one more struct with one more `impl Stream`, and one more line in [`catalogue()`].

mod autoregressive;
mod catalogue;
mod changing;
mod clock;
mod independent;
mod outliers;
mod periodic;
mod start_up;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand_distr::{Distribution, StandardNormal, StandardUniform};

pub use autoregressive::Autoregressive;
pub use catalogue::{Entry, Expectation, catalogue};
pub use changing::{Drifting, Shifted, TailRateChange};
pub use clock::{Clocked, Scaled};
pub use independent::{Bimodal, Constant, HeavyTail, Lognormal};
pub use outliers::Outliers;
pub use periodic::Periodic;
pub use start_up::{SteppedStartUp, WarmingUp};

/// Level of all streams, ns.
pub const LEVEL: f64 = 3000.0;

/// A kind of timing stream.
pub trait Stream: Sync {
    /// Short name for tables and messages.
    fn name(&self) -> String;

    /// `n` samples in whole nanoseconds.
    fn samples(&self, n: usize, seed: u64) -> Vec<f64> {
        self.exact(n, seed).into_iter().map(f64::round).collect()
    }

    /// The same before rounding. The first samples do not depend on `n` where the stream is steady.
    fn exact(&self, n: usize, seed: u64) -> Vec<f64>;

    /// Mean of the steady state, ns; of a stream without one, its level before the change.
    fn mean(&self) -> f64 {
        LEVEL
    }

    /// Step of the clock that an analyzer is told, ns.
    fn tick(&self) -> Option<f64> {
        None
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

/// A share as a percentage for a name: 0.05 is `5 %`.
fn percent(share: f64) -> String {
    format!("{} %", (share * 1e5).round() / 1e3)
}
