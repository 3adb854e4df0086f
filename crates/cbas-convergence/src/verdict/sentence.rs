//! How a verdict reads: a sentence, and a few words for a table.

use std::fmt;

use super::{Instability, Limiting, Verdict};
use crate::quantity::grouped;

impl Verdict {
    /// A few words for the cell of a table.
    pub fn short(&self) -> String {
        match self {
            Self::Converged { at_processes: Some(k), .. } => format!("converged from K = {k}"),
            Self::Converged { at_n: Some(n), .. } => format!("converged from N = {}", grouped(*n)),
            Self::Converged { .. } => "converged".into(),
            Self::NotYet { need_processes: Some(k), .. } => format!("not yet: need {} processes", grouped(*k)),
            Self::NotYet { need_batch: Some(b), .. } => format!("not yet: need batches of {}", grouped(*b)),
            Self::NotYet { need_n: Some(n), .. } => format!("not yet: need N = {}", grouped(*n)),
            Self::NotYet { .. } => "not yet".into(),
            Self::Unstable { reasons, .. } => match reasons.first() {
                Some(reason) => format!("unstable: {}", reason.short()),
                None => "unstable".into(),
            },
            Self::TooFewSamples { have, need } => format!("too few samples: {have} of {need}"),
            Self::TooFewProcesses { have, need } => format!("too few processes: {have} of {need}"),
            Self::AggregateOnly { .. } => "aggregate only".into(),
        }
    }
}

impl Instability {
    fn short(&self) -> String {
        match self {
            Self::StillWarmingUp => "still warming up".into(),
            Self::Drift { relative } => format!("drift {}", percent(*relative)),
            Self::LevelShift { relative, .. } => format!("shift {}", percent(*relative)),
            Self::TailRateChange { relative } => format!("tail rate {}", percent(*relative)),
            Self::CommonDrift { relative } => format!("common drift {}", percent(*relative)),
            Self::OrderDependent { factor, relative } => format!("depends on {factor} by {}", percent(relative.abs())),
        }
    }
}

impl fmt::Display for Instability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StillWarmingUp => f.write_str("the start-up phase fills more than a quarter of the run"),
            Self::Drift { relative } => write!(f, "the level drifts by {} over the run", percent(*relative)),
            Self::LevelShift { at, relative } => {
                let places: Vec<String> = at.iter().map(usize::to_string).collect();
                let word = if places.len() == 1 { "sample" } else { "samples" };
                write!(f, "the level shifts by {} at {word} {}", percent(*relative), places.join(", "))
            }
            Self::TailRateChange { relative } => write!(
                f,
                "the first half differs from the whole by {} though the bulk of the samples does not, so slow events \
                 changed their rate",
                percent(*relative)
            ),
            Self::CommonDrift { relative } => {
                write!(f, "the level drifts alike in all of them, by {} over a run on average", percent(*relative))
            }
            Self::OrderDependent { factor, relative } => write!(
                f,
                "every level of {factor} has converged by itself, but their means differ by {}",
                percent(relative.abs())
            ),
        }
    }
}

impl fmt::Display for Limiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Samples => "too few samples are left after the start-up phase",
            Self::Autocorrelation => {
                "too few effective samples are left to tell a change of level from autocorrelation"
            }
            Self::Precision => "the interval of the mean is wider than the target",
            Self::Resolution => "the clock is too coarse for the target",
            Self::Processes => "the interval over the processes is wider than the target",
            Self::Levels => "the levels of the factor are neither shown equal within the margin nor shown to differ",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Converged { at_n, at_processes, processes, relative_half_width, .. } => {
                let scope = scope_words(*processes);
                self.fmt_converged(f, &scope, *at_n, *at_processes, *relative_half_width)
            }
            Self::NotYet { limiting, processes, relative_half_width, eps, .. } => {
                write!(f, "Not converged yet {}: {limiting}", scope_words(*processes))?;
                if let Some(h) = relative_half_width {
                    write!(f, " (±{} so far, target ±{})", percent(*h), percent(*eps))?;
                }
                self.fmt_need(f)
            }
            Self::Unstable { reasons, runs, processes } => {
                let said: Vec<String> = reasons.iter().map(Instability::to_string).collect();
                if let [Instability::OrderDependent { .. }] = reasons.as_slice() {
                    return write!(f, "Unstable: {}; quote one mean a level.", said.join(", and "));
                }
                if let [Instability::CommonDrift { .. }] = reasons.as_slice() {
                    write!(f, "Unstable over {processes} processes: ")?;
                } else if *processes > 1 {
                    let listed: Vec<String> = runs.iter().map(usize::to_string).collect();
                    let (count, listed) = (runs.len(), listed.join(", "));
                    write!(
                        f,
                        "Unstable in {count} of {processes} processes (runs {listed}), counted from 0: in the worst of them "
                    )?;
                } else {
                    f.write_str("Unstable within one process: ")?;
                }
                write!(f, "{}; a mean of this stream would describe no state of the program.", said.join(", and "))
            }
            Self::TooFewSamples { have, need } => write!(
                f,
                "Too few samples for a verdict: {have} of at least {need}; with fewer, rare slow operations may well not \
                 have been met."
            ),
            Self::TooFewProcesses { have, need } => write!(
                f,
                "Too few processes for a verdict: {have} of at least {need}; the interval over processes is indicative only."
            ),
            Self::AggregateOnly { values } => write!(
                f,
                "Only {} given, not the samples behind it; whether it has settled cannot be judged.",
                if *values == 1 { "a mean is".into() } else { format!("{values} means are") }
            ),
        }
    }
}

impl Verdict {
    fn fmt_converged(
        &self,
        f: &mut fmt::Formatter<'_>,
        scope: &str,
        at_n: Option<usize>,
        at_processes: Option<usize>,
        half_width: f64,
    ) -> fmt::Result {
        let Self::Converged { confidence, zero_variance, unseen_event_rate, processes, .. } = self else {
            return Ok(());
        };
        if *zero_variance {
            write!(f, "Converged {scope}: all samples are equal, and the clock resolves ±{}", percent(half_width))?;
        } else {
            let level = percent(*confidence);
            write!(f, "Converged {scope}: the {level} interval of the mean is ±{}", percent(half_width))?;
            match (at_processes, at_n) {
                (Some(k), _) => write!(f, ", narrow enough from {k} processes on")?,
                (None, Some(n)) => write!(f, ", narrow enough from {n} samples on")?,
                (None, None) => {}
            }
            // Over processes, §8 lets up to a fifth of the runs be unstable.
            f.write_str(match processes {
                0..=1 => ", and no material drift or shift was found",
                _ => ", and at most one in five of the runs shows a material drift or shift",
            })?;
        }
        write!(f, "; an event rarer than {} of the samples may not have been seen.", percent(*unseen_event_rate))
    }

    fn fmt_need(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::NotYet { limiting, need_n, need_batch, need_processes, .. } = self else { return Ok(()) };
        match (need_processes, need_batch, need_n) {
            (Some(k), _, Some(n)) => write!(f, "; {k} processes of {n} samples should do."),
            (Some(k), _, None) => write!(f, "; {k} processes should do."),
            (None, Some(b), _) => write!(f, "; time {b} times as many operations per sample."),
            (None, None, Some(n)) => write!(f, "; {n} samples should do."),
            (None, None, None) if *limiting == Limiting::Levels => f.write_str("; measure every level longer."),
            (None, None, None) => f.write_str("; no number of samples in reach would do."),
        }
    }
}

fn scope_words(processes: usize) -> String {
    if processes > 1 { format!("over {processes} processes") } else { "within one process".into() }
}

/// A share in percent with about three significant digits.
pub(crate) fn percent(share: f64) -> String {
    let p = 100.0 * share;
    match p.abs() {
        0.0 => "0 %".into(),
        v if v < 0.001 => format!("{p:.1e} %"),
        v if v < 0.1 => format!("{p:.3} %"),
        v if v < 10.0 => trimmed(format!("{p:.2}")),
        _ => trimmed(format!("{p:.1}")),
    }
}

fn trimmed(number: String) -> String {
    format!("{} %", number.trim_end_matches('0').trim_end_matches('.'))
}
