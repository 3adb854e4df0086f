//! Findings that do not change a verdict but belong beside the figures.

use std::fmt;

use serde::Serialize;

use crate::verdict::percent;

/// A finding about one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// Fewer than 300 samples: figures are indicative only (§2.5).
    Indicative {
        /// Number of samples.
        n: usize,
    },
    /// A handful of samples carries the variance: ESS < 2g² (§5.3).
    FewEvents {
        /// Effective sample size.
        ess: f64,
        /// Skewness g₁.
        skewness: f64,
    },
    /// The clock's step shows in the data: it exceeds a tenth of the target (§2.3).
    Quantised {
        /// Step, ns.
        resolution: f64,
        /// Step divided by the mean.
        relative: f64,
    },
    /// All samples are equal (§2.6).
    ZeroVariance,
    /// Wall time and CPU time differ by more than the target.
    ClockGap {
        /// Wall mean divided by the mean of the samples, minus 1.
        relative: f64,
    },
    /// A level shift that is significant but not larger than the target.
    ImmaterialShift {
        /// Highest minus lowest level in units of the mean.
        relative: f64,
        /// Number of shifts.
        shifts: usize,
    },
    /// A drift that is significant but not larger than the target.
    ImmaterialDrift {
        /// Change over the run in units of the mean.
        relative: f64,
        /// Mann-Kendall z.
        z: f64,
    },
    /// Changes of level were found, but the run is too autocorrelated to tell them from chance (§6.3).
    UndecidedChange {
        /// Larger of drift and shift in units of the mean.
        relative: f64,
        /// Effective sample size of the residuals.
        ess_residual: f64,
    },
    /// The process was descheduled in more than 1 % of the samples.
    Preempted {
        /// Share of the samples.
        share: f64,
    },
    /// The fixed warm-up is not shorter than the run; all but the last sample were dropped.
    WarmUpTooLong {
        /// Samples to drop.
        requested: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Indicative { n } => write!(f, "With {n} samples all figures are indicative only."),
            Self::FewEvents { ess, skewness } => write!(
                f,
                "A handful of slow samples carries the variance (skewness {skewness:.1} at {ess:.0} effective samples), so \
                 the interval may be too short."
            ),
            Self::Quantised { resolution, relative } => write!(
                f,
                "The clock moves in steps of {resolution} ns, {} of the mean; a systematic error of up to one step is not \
                 part of the interval.",
                percent(*relative)
            ),
            Self::ZeroVariance => f.write_str("All samples are equal; the interval is one step of the clock."),
            Self::ClockGap { relative } => write!(
                f,
                "Wall time is {} above the analysed time: the process waited, or the clocks disagree.",
                percent(*relative)
            ),
            Self::ImmaterialShift { relative, shifts } => {
                write!(f, "The level shifts {shifts} time(s) by up to {}, less than the target.", percent(*relative))
            }
            Self::ImmaterialDrift { relative, z } => {
                write!(f, "The level drifts by {} (z = {z:.1}), less than the target.", percent(*relative))
            }
            Self::UndecidedChange { relative, ess_residual } => write!(
                f,
                "A change of level by {} cannot be told from slow autocorrelation ({ess_residual:.0} effective samples).",
                percent(*relative)
            ),
            Self::Preempted { share } => {
                write!(f, "The process was descheduled in {} of the samples.", percent(*share))
            }
            Self::WarmUpTooLong { requested } => write!(
                f,
                "A warm-up of {requested} samples was asked for, which leaves nothing of this run: measure a longer one."
            ),
        }
    }
}
