//! What a comparison of two means says (§7.4), and how it reads.

use std::fmt;

use serde::Serialize;

use crate::quantity::grouped;
use crate::verdict::percent;

/// How the two means are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EquivalenceKind {
    /// Two runs that share no samples (§7.1).
    Independent,
    /// A prefix against the whole run it is part of (§7.2).
    Nested,
    /// One relative difference a process, both sizes in each (§7.3).
    PerProcess,
    /// Means of different processes on either side (§7.3, Welch).
    Processes,
}

/// Which relative differences a comparison per process rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// Those of two runs in each process.
    Independent,
    /// Those of a prefix of the longer run in each process.
    Nested,
}

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Number of samples planned, or measured where nothing was planned; of a prefix its length.
    pub n: usize,
    /// Samples that entered the mean; `None` where the unit is the process.
    pub n_used: Option<usize>,
    /// Number of processes.
    pub processes: usize,
    /// Index of the run in its series, where the side is one of two runs of the same size.
    pub run: Option<usize>,
}

/// An interval of a relative difference.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RatioInterval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Level.
    pub level: f64,
}

impl RatioInterval {
    pub(super) fn new((low, high): (f64, f64), level: f64) -> Self {
        Self { low, high, level }
    }
}

/// Why a comparison decides nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InconclusiveReason {
    /// The interval is too wide for the margin.
    Precision,
    /// The observed difference is not inside the margin, so no number of samples is promised.
    OutsideMargin,
    /// A side has fewer than 10 samples.
    TooFewSamples,
    /// A side has too few effective samples.
    TooFewEffectiveSamples,
    /// The prefix is not shorter than the run.
    PrefixNotShorter,
    /// Fewer than two processes have both sizes.
    TooFewProcesses,
}

/// What a comparison says (§7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Equal within the margin, and no difference is seen.
    Equivalent,
    /// A difference is seen, but it is inside the margin.
    DifferentButEquivalent,
    /// A difference is seen, and it may exceed the margin.
    Different,
    /// Neither equality nor difference is shown.
    Inconclusive {
        /// Why.
        reason: InconclusiveReason,
        /// Samples that should decide (of the longer side), if the difference stays as it is.
        n_needed: Option<usize>,
        /// Processes that should decide, where the unit is the process.
        processes_needed: Option<usize>,
    },
}

impl Outcome {
    /// Whether equality within the margin was shown.
    pub fn is_equivalent(&self) -> bool {
        matches!(self, Self::Equivalent | Self::DifferentButEquivalent)
    }

    /// A few words for the cell of a table.
    pub fn short(&self) -> String {
        match self {
            Self::Equivalent => "equivalent".into(),
            Self::DifferentButEquivalent => "different, but equivalent".into(),
            Self::Different => "different".into(),
            Self::Inconclusive { processes_needed: Some(k), .. } => {
                format!("inconclusive: need {} processes", grouped(*k))
            }
            Self::Inconclusive { n_needed: Some(n), .. } => format!("inconclusive: need N = {}", grouped(*n)),
            Self::Inconclusive { .. } => "inconclusive".into(),
        }
    }

    pub(super) fn without_numbers(reason: InconclusiveReason) -> Self {
        Self::Inconclusive { reason, n_needed: None, processes_needed: None }
    }
}

/// A comparison of two means: R = m_a/m_b − 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Equivalence {
    /// How the two are related.
    pub kind: EquivalenceKind,
    /// What a comparison per process rests on.
    pub over: Option<Over>,
    /// The process both runs belong to.
    pub process: Option<String>,
    /// Numerator; the smaller size.
    pub a: Side,
    /// Denominator; the larger size.
    pub b: Side,
    /// Margin δ.
    pub margin: f64,
    /// R.
    pub relative_difference: Option<f64>,
    /// Standard error of R by the delta method.
    pub standard_error: Option<f64>,
    /// Its degrees of freedom.
    pub df: Option<f64>,
    /// Interval of R for the report, skewness-corrected on both sides unless the unit is the process (§7.5).
    pub interval: Option<RatioInterval>,
    /// The interval that must lie inside the margin (90 % for two one-sided tests at 5 %).
    pub test_interval: Option<RatioInterval>,
    /// p of the two one-sided t tests; the outcome rests on `test_interval`, which keeps its level with outliers.
    pub p_t: Option<f64>,
    /// Neither side varies.
    pub zero_variance: bool,
    /// What follows.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl fmt::Display for InconclusiveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Precision => "the interval is too wide for the margin",
            Self::OutsideMargin => "the difference seen is not inside the margin",
            Self::TooFewSamples => "a side has fewer than 10 samples",
            Self::TooFewEffectiveSamples => "a side has too few effective samples",
            Self::PrefixNotShorter => "the prefix is not shorter than the run",
            Self::TooFewProcesses => "fewer than two processes have both sizes",
        })
    }
}

impl fmt::Display for Equivalence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b, margin) = (self.a.n, self.b.n, percent(self.margin));
        let how = match (self.kind, self.over) {
            (EquivalenceKind::Independent, _) => format!("The run of {a} and the run of {b} samples"),
            (EquivalenceKind::Nested, _) => format!("The first {a} and all {b} samples"),
            (EquivalenceKind::PerProcess, Some(Over::Nested)) => {
                format!("The first {a} and all {b} samples, over {} processes,", self.b.processes)
            }
            (EquivalenceKind::PerProcess, _) => {
                format!("The runs of {a} and of {b} samples, over {} processes,", self.b.processes)
            }
            (EquivalenceKind::Processes, _) => {
                format!("The {} and the {} processes", self.a.processes, self.b.processes)
            }
        };
        let says = match self.outcome {
            Outcome::Equivalent => format!("have equivalent means within ±{margin}"),
            Outcome::DifferentButEquivalent => format!("have different means, but equivalent ones within ±{margin}"),
            Outcome::Different => format!("have different means, not shown to be equivalent within ±{margin}"),
            Outcome::Inconclusive { reason, .. } => {
                format!("leave open whether their means are equivalent within ±{margin}: {reason}")
            }
        };
        write!(f, "{how} {says}")?;
        if let (Some(r), Some(i)) = (self.relative_difference, self.interval) {
            write!(
                f,
                " (difference {}, {} interval {} to {})",
                percent(r),
                percent(i.level),
                percent(i.low),
                percent(i.high)
            )?;
        }
        match self.outcome {
            Outcome::Inconclusive { n_needed: Some(n), .. } => write!(f, "; about {n} samples should decide."),
            Outcome::Inconclusive { processes_needed: Some(k), .. } => {
                write!(f, "; about {k} processes should decide.")
            }
            _ => f.write_str("."),
        }
    }
}
