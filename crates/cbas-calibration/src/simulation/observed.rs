//! What is kept of one analysed run.

use cbas_convergence::analysis::analyze_run;
use cbas_convergence::statistics::moments::mean;
use cbas_convergence::{Instability, Run, RunAnalysis, Settings, Verdict};

use crate::naive;
use crate::stream::Stream;

/// Analysis of `n` samples of a stream.
pub fn analyse(stream: &dyn Stream, samples: Vec<f64>, settings: &Settings) -> RunAnalysis {
    let run = Run::new(samples).expect("streams give positive finite times");
    analyze_run(&run, stream.tick(), settings)
}

/// The verdict of the analyzer and of the field's rules on one run, and whether they are right.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// The verdict.
    pub verdict: Verdict,
    /// The interval holds the stream's mean.
    pub covered: bool,
    /// The mean is off by more than `eps`.
    pub wrong: bool,
    /// Samples cut as start-up phase.
    pub warm_up: usize,
    /// Mean of the steady state divided by the stream's mean, minus 1.
    pub error: f64,
    /// The textbook t interval of all samples holds the stream's mean.
    pub t_covered: bool,
    /// The textbook t interval is narrow enough.
    pub t_narrow: bool,
    /// The mean of all samples is off by more than `eps`.
    pub plain_wrong: bool,
    /// The means of the two halves look close.
    pub halves_close: bool,
    /// The running mean stopped moving, with the stream's mean missed by more than `eps` there.
    pub running_mean_wrong: Option<bool>,
}

impl Observed {
    /// Whether it was judged converged.
    pub fn converged(&self) -> bool {
        self.verdict.is_converged()
    }

    /// Whether it was judged unstable.
    pub fn unstable(&self) -> bool {
        matches!(self.verdict, Verdict::Unstable { .. })
    }

    /// Whether it was judged to be still in its start-up phase.
    pub fn still_warming_up(&self) -> bool {
        self.verdict.reasons().contains(&Instability::StillWarmingUp)
    }
}

/// Analyses `n` samples of a stream and asks the field's rules about the same samples.
pub fn observe(stream: &dyn Stream, n: usize, seed: u64, settings: &Settings) -> Observed {
    let (x, truth, eps) = (stream.samples(n, seed), stream.mean(), settings.eps);
    let off = |m: f64| (m / truth - 1.0).abs() > eps;
    let (low, high) = naive::t_interval(&x, settings.confidence);
    let plain = mean(&x);
    let stop = naive::running_mean_stops(&x, eps);
    let running_mean_wrong = stop.map(|n| off(mean(&x[..n])));
    let halves_close = naive::halves_look_close(&x, eps);
    let a = analyse(stream, x, settings);
    Observed {
        covered: a.interval.is_some_and(|i| i.low <= truth && truth <= i.high),
        wrong: off(a.mean),
        warm_up: a.warm_up,
        error: a.mean / truth - 1.0,
        t_covered: low <= truth && truth <= high,
        t_narrow: (high - low) / 2.0 <= eps * plain,
        plain_wrong: off(plain),
        halves_close,
        running_mean_wrong,
        verdict: a.verdict,
    }
}
