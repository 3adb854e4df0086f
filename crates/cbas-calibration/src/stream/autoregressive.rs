//! Correlated samples.

use super::{LEVEL, Stream, normals};

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
        format!("AR {}, lognormal {}", self.phi, self.log_sd)
    }

    fn exact(&self, n: usize, seed: u64) -> Vec<f64> {
        let (phi, s) = (self.phi, self.log_sd);
        let innovation = s * (1.0 - phi * phi).sqrt();
        let mut noise = normals(seed);
        let mut next = || noise.next().unwrap_or(0.0);
        let mut state = s * next();
        (0..n)
            .map(|_| {
                let value = LEVEL * (state - 0.5 * s * s).exp();
                state = phi * state + innovation * next();
                value
            })
            .collect()
    }
}
