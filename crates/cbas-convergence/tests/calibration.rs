//! Rates of §12.2 and §12.3 on seeded streams: 200 runs each, allowed to miss the stated rate by three binomial
//! standard deviations on the failing side.

mod support;

use cbas_convergence::analysis::{analyze_run, compare_independent};
use cbas_convergence::statistics::equivalence::RatioTest;
use cbas_convergence::statistics::interval::MeanEstimate;
use cbas_convergence::statistics::moments::Moments;
use cbas_convergence::{Outcome, Run, RunAnalysis, Settings, Verdict};
use support::{Autoregressive, Drifting, Lognormal, Shifted, Stream, WarmingUp};

const RUNS: u64 = 200;

fn with_eps(eps: f64) -> Settings {
    Settings { eps, ..Settings::default() }
}

/// 200 analysed runs of one stream.
struct Sample {
    name: String,
    runs: Vec<RunAnalysis>,
    truth: f64,
}

impl Sample {
    fn of(stream: &impl Stream, n: usize, settings: &Settings) -> Self {
        let analyse = |seed| analyze_run(&Run::new(stream.samples(n, seed)).unwrap(), None, settings);
        Self { name: stream.name(), runs: (0..RUNS).map(analyse).collect(), truth: stream.mean() }
    }

    fn rate(&self, holds: impl Fn(&RunAnalysis) -> bool) -> f64 {
        self.runs.iter().filter(|run| holds(run)).count() as f64 / self.runs.len() as f64
    }

    fn converged(&self) -> f64 {
        self.rate(|run| run.verdict.is_converged())
    }

    fn unstable(&self) -> f64 {
        self.rate(|run| matches!(run.verdict, Verdict::Unstable { .. }))
    }

    fn coverage(&self) -> f64 {
        self.rate(|run| run.interval.is_some_and(|i| i.low <= self.truth && self.truth <= i.high))
    }
}

fn allowance(rate: f64) -> f64 {
    3.0 * (rate * (1.0 - rate) / RUNS as f64).sqrt()
}

fn at_least(what: &str, observed: f64, stated: f64) {
    assert!(observed >= stated - allowance(stated), "{what}: {observed} instead of at least {stated}");
}

fn at_most(what: &str, observed: f64, stated: f64) {
    assert!(observed <= stated + allowance(stated), "{what}: {observed} instead of at most {stated}");
}

#[test]
fn independent_noise_converges_and_is_covered() {
    let s = Sample::of(&Lognormal { log_sd: 0.05 }, 1000, &with_eps(0.01));
    at_least(&s.name, s.converged(), 0.95);
    at_least(&s.name, s.coverage(), 0.91);
    at_most(&s.name, s.coverage(), 0.99);
}

#[test]
fn correlated_noise_converges_and_is_covered() {
    let s = Sample::of(&Autoregressive { phi: 0.7, log_sd: 0.1 }, 5000, &with_eps(0.015));
    at_least(&s.name, s.converged(), 0.95);
    at_least(&s.name, s.coverage(), 0.90);
    at_most(&s.name, s.coverage(), 0.99);
}

#[test]
fn shifts_and_drifts_are_unstable() {
    let base = Lognormal { log_sd: 0.05 };
    let s = Sample::of(&Shifted { base, relative: 0.05, after: 0.6 }, 1000, &with_eps(0.01));
    at_least(&s.name, s.unstable(), 0.97);
    let s = Sample::of(&Drifting { base, relative: 0.05 }, 1000, &with_eps(0.01));
    at_least(&s.name, s.unstable(), 0.95);
    let s = Sample::of(&Drifting { base, relative: 0.02 }, 5000, &with_eps(0.01));
    at_least(&s.name, s.unstable(), 0.97);
}

#[test]
fn a_warm_up_is_cut_and_the_rest_converges() {
    let stream = WarmingUp { base: Lognormal { log_sd: 0.05 }, excess: 0.5, length: 100.0 };
    let s = Sample::of(&stream, 1000, &with_eps(0.01));
    at_least(&s.name, s.converged(), 0.90);
    at_least(&s.name, s.coverage(), 0.90);
    let mut cuts: Vec<usize> = s.runs.iter().map(|run| run.warm_up).collect();
    cuts.sort_unstable();
    let median = cuts[cuts.len() / 2];
    assert!((170..=230).contains(&median), "{}: median cut {median}", s.name);
}

#[test]
fn slow_correlation_is_neither_converged_nor_unstable() {
    let s = Sample::of(&Autoregressive { phi: 0.95, log_sd: 0.05 }, 1000, &with_eps(0.03));
    at_most(&s.name, s.converged(), 0.02);
    at_most(&s.name, s.unstable(), 0.05);
}

#[test]
fn a_true_difference_of_the_margin_rarely_passes_as_equal() {
    let settings = Settings::default();
    let stream = Autoregressive { phi: 0.7, log_sd: 0.1 };
    let (mut equivalent, mut naive) = (0, 0);
    for seed in 0..RUNS {
        let above: Vec<f64> = stream.exact(5000, seed).iter().map(|v| (v * (1.0 + settings.delta)).round()).collect();
        let a = Run::new(above).unwrap();
        let b = Run::new(stream.samples(5000, seed + 1_000_000)).unwrap();
        let (ra, rb) = (analyze_run(&a, None, &settings), analyze_run(&b, None, &settings));
        let outcome = compare_independent(&ra, &rb, &settings).outcome;
        equivalent += usize::from(matches!(outcome, Outcome::Equivalent | Outcome::DifferentButEquivalent));
        let plain = |run: &Run| {
            let m = Moments::of(run.nanoseconds());
            MeanEstimate::from_parts(&m, m.variance())
        };
        naive += usize::from(RatioTest::independent(&plain(&a), &plain(&b), settings.delta).p_t < 0.05);
    }
    let rate = |count: usize| count as f64 / RUNS as f64;
    at_most("size of the test", rate(equivalent), 0.08);
    // The guard against the wrong standard error: it must be seen to fail.
    assert!(rate(naive) > 0.12, "the naive test passes only {} of the runs", rate(naive));
}
