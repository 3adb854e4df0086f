//! Targets and constants of the analysis (§1), with the defaults that were chosen by simulation.

use serde::Serialize;
use thiserror::Error;

/// How the start-up phase of a run is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarmUp {
    /// By §4.
    #[default]
    Auto,
    /// This many samples are dropped from every run (all but the last one of a shorter run).
    Fixed(usize),
}

/// Parameters of [`analyze`](crate::analyze). [`Settings::default`] is what the calibration tests run with.
///
/// ```
/// use cbas_convergence::Settings;
/// let settings = Settings { eps: 0.005, ..Settings::default() };
/// assert!(settings.validate().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Settings {
    /// Target relative half-width of the interval.
    pub eps: f64,
    /// Relative margin within which two means count as equal.
    pub delta: f64,
    /// Two-sided level of all intervals.
    pub confidence: f64,
    /// Label of the analysed clock; it changes nothing.
    pub clock: Option<String>,
    /// How the start-up phase is found.
    pub warm_up: WarmUp,
    /// Fewest samples a verdict rests on: with 300, an event of 1 % has been met with probability 95 %.
    pub n_min: usize,
    /// Fewest effective samples: below 100 a 95 % interval covers 92 % and less.
    pub ess_min: f64,
    /// M_lrv: most batch means given to the long-run variance.
    pub long_run_batches: usize,
    /// M_seg: most batches of the search for level shifts.
    pub segment_batches: usize,
    /// M_mk: batches of the drift test.
    pub trend_batches: usize,
    /// c_seg: penalty factor of a level shift.
    pub shift_penalty: f64,
    /// Two-sided level of the drift test.
    pub drift_alpha: f64,
    /// Robust standard deviations at which the working copy is clipped.
    pub winsor_k: f64,
    /// Factor on the MSER cut.
    pub warm_up_factor: usize,
    /// Standard errors by which the start-up phase must differ from the rest.
    pub warm_up_z: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            eps: 0.01,
            delta: 0.01,
            confidence: 0.95,
            clock: None,
            warm_up: WarmUp::Auto,
            n_min: 300,
            ess_min: 100.0,
            long_run_batches: 8192,
            segment_batches: 200,
            trend_batches: 30,
            shift_penalty: 3.0,
            drift_alpha: 0.01,
            winsor_k: 5.0,
            warm_up_factor: 2,
            warm_up_z: 3.0,
        }
    }
}

impl Settings {
    /// Checks that every parameter makes sense.
    ///
    /// # Errors
    /// The first parameter that is out of range, with the range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let open = |name, value: f64, low: f64, high: f64| {
            if value > low && value < high { Ok(()) } else { Err(SettingsError { name, value, low, high }) }
        };
        open("eps", self.eps, 0.0, 1.0)?;
        open("delta", self.delta, 0.0, 1.0)?;
        open("confidence", self.confidence, 0.5, 1.0)?;
        open("n_min", self.n_min as f64, 9.0, 1e15)?;
        open("ess_min", self.ess_min, 1.0, 1e15)?;
        open("long_run_batches", self.long_run_batches as f64, 15.0, 1e9)?;
        open("segment_batches", self.segment_batches as f64, 3.0, 1e5)?;
        open("trend_batches", self.trend_batches as f64, 3.0, 1e4)?;
        open("shift_penalty", self.shift_penalty, 0.0, 1e9)?;
        open("drift_alpha", self.drift_alpha, 0.0, 1.0)?;
        open("winsor_k", self.winsor_k, 0.0, 1e9)?;
        open("warm_up_factor", self.warm_up_factor as f64, 0.0, 1e6)?;
        open("warm_up_z", self.warm_up_z, 0.0, 1e9)
    }

    /// Level of the interval that must lie inside the margin: two one-sided tests at 1−confidence each.
    pub(crate) fn test_level(&self) -> f64 {
        2.0 * self.confidence - 1.0
    }
}

/// A parameter is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{name} is {value}, but must lie between {low} and {high} (both excluded): change it")]
pub struct SettingsError {
    /// Name of the field of [`Settings`].
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Lower end of the open range.
    pub low: f64,
    /// Upper end of the open range.
    pub high: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_outside_their_range_are_refused() {
        for eps in [0.0, -0.1, 1.0, f64::NAN, f64::INFINITY] {
            let error = Settings { eps, ..Settings::default() }.validate().unwrap_err();
            assert_eq!(error.name, "eps");
        }
        assert!(Settings { confidence: 0.5, ..Settings::default() }.validate().is_err());
        assert!(Settings::default().validate().is_ok());
    }
}
