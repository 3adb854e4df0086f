//! Odd but legal data: nothing panics, nothing is NaN, and the verdict makes sense.

use cbas_calibration::stream::{Lognormal, Stream};
use cbas_convergence::statistics::settling::settling;
use cbas_convergence::{Analysis, Run, Series, Settings, Verdict, analyze};
use serde_json::Value;

/// Analyses, draws the curves, serialises, and checks what holds for all data.
fn survive(x: Vec<f64>) -> Analysis {
    let series = Series::from_nanoseconds("wéird \"name\"", x).unwrap();
    let a = analyze(&series, &Settings::default());
    let curves = settling(&series, &a);
    assert!(curves.overall.iter().all(|p| p.low <= p.mean && p.mean <= p.high));
    let run = &a.runs[0];
    let tolerance = 1e-12 * run.max;
    assert!(run.min <= run.mean + tolerance && run.mean <= run.max + tolerance);
    if let Some(i) = run.interval {
        assert!(i.low.is_finite() && i.high.is_finite() && i.low <= run.mean && run.mean <= i.high, "{i:?}");
    }
    for text in [a.verdict.to_string(), a.verdict.short()] {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
    no_null_but_absent(&serde_json::to_value(&a).unwrap());
    a
}

/// A field that always exists must not have become null, which is how JSON hides NaN.
fn no_null_but_absent(value: &Value) {
    for field in ["n", "mean", "median", "min", "max", "mad", "ties", "resolution", "unseen_event_rate"] {
        assert!(value["runs"][0][field].is_number(), "{field} is {}", value["runs"][0][field]);
    }
}

#[test]
fn a_spread_of_nine_decades() {
    let x = (0..2000).map(|i| if i % 500 == 250 { 1e11 } else { 100.0 + f64::from(i * 7919 % 31) }).collect();
    let a = survive(x);
    assert!(!a.verdict.is_converged(), "{}", a.verdict);
}

#[test]
fn a_huge_offset() {
    let x = Lognormal { log_sd: 0.05 }.samples(1000, 1).iter().map(|v| v + 1e12).collect();
    assert!(survive(x).verdict.is_converged());
}

#[test]
fn tiny_values() {
    let small: Vec<f64> = Lognormal { log_sd: 0.05 }.exact(1000, 2).iter().map(|v| v * 1e-12).collect();
    let a = survive(small);
    assert!(a.verdict.is_converged() && a.runs[0].sd.unwrap() > 0.0, "{}", a.verdict);
    survive(vec![1e-29; 400]);
}

#[test]
fn an_alternation_is_not_better_than_independent() {
    let a = survive((0..1000).map(|i| if i % 2 == 0 { 3000.0 } else { 3300.0 }).collect());
    assert_eq!(a.runs[0].ess, Some(1000.0));
    assert!(a.runs[0].lag1.unwrap() < -0.99);
}

#[test]
fn a_staircase_and_a_ramp_are_unstable() {
    let stairs = survive((0..1000).map(|i| 3000.0 + 500.0 * f64::from(i / 250) + f64::from(i * 7919 % 31)).collect());
    assert!(matches!(stairs.verdict, Verdict::Unstable { .. }), "{}", stairs.verdict);
    let ramp = survive((0..1000).map(|i| 3000.0 + f64::from(i)).collect());
    assert!(!ramp.verdict.is_converged(), "{}", ramp.verdict);
}

#[test]
fn two_noiseless_levels() {
    let x = (0..1000).map(|i| if i < 600 { 3000.0 } else { 3300.0 }).collect();
    assert!(!survive(x).verdict.is_converged());
}

#[test]
fn mostly_zeros() {
    survive((0..1000).map(|i| if i % 10 == 3 { 50.0 } else { 0.0 }).collect());
    survive((0..1000).map(|i| if i == 999 { 50.0 } else { 0.0 }).collect());
}

#[test]
fn one_spike_at_either_end() {
    for at in [0, 999] {
        let mut x = Lognormal { log_sd: 0.05 }.samples(1000, 3);
        x[at] = 1e9;
        assert!(!survive(x).verdict.is_converged());
    }
}

#[test]
fn every_length_up_to_a_hundred() {
    for n in 1..=100 {
        survive(Lognormal { log_sd: 0.05 }.samples(n, n as u64));
        survive(vec![7.0; n]);
    }
}

#[test]
fn whole_numbers_beyond_exact_integers() {
    survive((0..500).map(|i| 9.1e15 + 2.0 * f64::from(i * 7919 % 101)).collect());
}

#[test]
fn processes_of_different_lengths_and_names() {
    let stream = Lognormal { log_sd: 0.05 };
    let run = |n: usize, seed: u64| Run::new(stream.samples(n, seed)).unwrap();
    let runs = vec![run(1000, 1), run(400, 2).in_process("zwei"), run(3, 3), run(2000, 4), run(900, 5)];
    let series = Series::new("mixed", runs).unwrap();
    let a = analyze(&series, &Settings::default());
    assert_eq!(a.verdict, Verdict::TooFewSamples { have: 3, need: 300 });
    let between = a.between.as_ref().unwrap();
    assert_eq!((between.processes, between.variance_between, between.icc), (5, None, None));
    assert!(settling(&series, &a).overall.is_empty());
}
