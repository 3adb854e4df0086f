//! The autocorrelation of a run by lag, and the band in which white noise stays.

use serde::Serialize;

use super::autocovariance::autocorrelations;
use super::distribution::normal_quantile;
use crate::analysis::RunAnalysis;
use crate::sample::Run;
use crate::settings::Settings;

/// Most lags.
const MOST_LAGS: usize = 400;
/// Lags a decade of n: what R's `acf` shows.
const LAGS_A_DECADE: f64 = 10.0;
/// Lags in units of tau, so that the decay is seen to its end.
const LAGS_A_TAU: f64 = 3.0;

/// Autocorrelations of the steady state of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Autocorrelation {
    /// Number of samples after the cut.
    pub n: usize,
    /// γ̂(h)/γ̂(0) for h = 0, 1, …; empty if all samples are equal.
    pub coefficients: Vec<f64>,
    /// z/√n: of white noise, this share of the coefficients beyond lag 0 lies within ± this.
    pub band: f64,
    /// Level of the band.
    pub confidence: f64,
    /// Samples worth one independent sample (§5.2).
    pub tau: Option<f64>,
    /// Effective sample size (§5.2).
    pub ess: Option<f64>,
}

/// Autocorrelations of a run after its warm-up cut, at 10·log₁₀(n) lags or three times tau, whichever is more, but at most
/// 400, with the large-sample band ± z/√n of white noise (Bartlett 1946). γ̂(h) = (1/n)·Σ (x_t − x̄)(x_{t+h} − x̄).
///
/// `analysis` must be the result of analysing `run` with `settings`.
///
/// ```
/// use cbas_convergence::{Series, Settings, analyze, statistics::autocorrelation::autocorrelation};
/// let times = (0..1000u32).map(|i| if i % 2 == 0 { 3000 } else { 3100 });
/// let (series, settings) = (Series::from_nanoseconds("hash", times)?, Settings::default());
/// let analysis = analyze(&series, &settings);
/// let acf = autocorrelation(&series.runs()[0], &analysis.runs[0], &settings);
/// assert!(acf.coefficients[1] < -0.99 && acf.coefficients[2] > 0.99 && acf.band < 0.07);
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
pub fn autocorrelation(run: &Run, analysis: &RunAnalysis, settings: &Settings) -> Autocorrelation {
    let x = run.nanoseconds();
    let z = &x[analysis.warm_up.min(x.len() - 1)..];
    let n = z.len() as f64;
    let lags = (LAGS_A_DECADE * libm::log10(n)).max(LAGS_A_TAU * analysis.tau.unwrap_or(1.0)).ceil();
    // Beyond half of the samples the sums have so few terms that they only show the divisor n.
    let lags = (lags as usize).min(MOST_LAGS).min(z.len() / 2).max(1);
    Autocorrelation {
        n: z.len(),
        coefficients: autocorrelations(z, lags).unwrap_or_default(),
        band: normal_quantile((1.0 + settings.confidence) / 2.0) / n.sqrt(),
        confidence: settings.confidence,
        tau: analysis.tau,
        ess: analysis.ess,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Series, analyze};

    fn of(x: Vec<f64>) -> Autocorrelation {
        let (series, settings) = (Series::from_nanoseconds("x", x).unwrap(), Settings::default());
        let analysis = analyze(&series, &settings);
        autocorrelation(&series.runs()[0], &analysis.runs[0], &settings)
    }

    #[test]
    fn a_slow_process_gets_more_lags_and_starts_at_one() {
        let mut state = 0.0;
        let mut random = 1u32;
        let slow = (0..5000)
            .map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state = 0.95 * state + f64::from(random) / f64::from(u32::MAX) - 0.5;
                3000.0 + 10.0 * state
            })
            .collect();
        let acf = of(slow);
        assert!(acf.coefficients.len() > 38, "{}", acf.coefficients.len());
        assert_eq!(acf.coefficients[0], 1.0);
        assert!((acf.coefficients[1] - 0.95).abs() < 0.02 && acf.tau.unwrap() > 20.0);
        assert!((acf.band - 1.96 / (acf.n as f64).sqrt()).abs() < 1e-4);
    }

    #[test]
    fn equal_and_single_samples_have_none() {
        assert!(of(vec![5.0; 100]).coefficients.is_empty());
        let one = of(vec![5.0]);
        assert!(one.coefficients.is_empty() && one.tau.is_none());
    }
}
