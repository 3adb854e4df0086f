//! Every branch of §2, and the edges of the sample sizes.

use cbas_calibration::stream::{Lognormal, Stream};
use cbas_convergence::{Analysis, Granularity, Limiting, Run, SampleError, Series, Settings, Verdict, WarmUp, analyze};

fn noise(n: usize, seed: u64) -> Vec<f64> {
    Lognormal { log_sd: 0.05 }.samples(n, seed)
}

fn analyse(x: Vec<f64>) -> Analysis {
    analyze(&Series::from_nanoseconds("x", x).unwrap(), &Settings::default())
}

#[test]
fn what_is_no_time_is_refused_with_its_place() {
    assert_eq!(Run::new(vec![]), Err(SampleError::Empty));
    assert_eq!(Run::new(vec![1.0, f64::NAN]), Err(SampleError::NonFinite { index: 1 }));
    assert_eq!(Run::new(vec![f64::INFINITY]), Err(SampleError::NonFinite { index: 0 }));
    assert_eq!(Run::new(vec![1.0, 2.0, -0.5]), Err(SampleError::Negative { index: 2, value: -0.5 }));
    assert_eq!(Run::new(vec![0.0; 7]), Err(SampleError::ZeroMean { n: 7 }));
    assert_eq!(Run::new(vec![1e19]), Err(SampleError::TooLong { index: 0, value: 1e19 }));
    assert!(matches!(Series::new("x", vec![]), Err(SampleError::NoRuns { .. })));
    let flags = Run::new(vec![1.0, 2.0]).unwrap().with_preempted(vec![true]);
    assert!(matches!(Series::new("x", vec![flags]), Err(SampleError::FlagCount { run: 0, samples: 2, flags: 1 })));
    for error in [SampleError::Empty, SampleError::Negative { index: 2, value: -0.5 }] {
        assert!(error.to_string().contains(':'), "{error} says what to do");
    }
}

#[test]
fn zeros_are_legal_and_counted() {
    let mut x = noise(1000, 1);
    x[500] = 0.0;
    let run = &analyse(x).runs[0];
    assert_eq!((run.n_zero, run.min), (1, 0.0));
}

#[test]
fn one_sample_has_a_mean_and_nothing_else() {
    let a = analyse(vec![2884.0]);
    let run = &a.runs[0];
    assert_eq!(a.verdict, Verdict::TooFewSamples { have: 1, need: 300 });
    assert_eq!((run.mean, run.min, run.max, run.sd, run.interval, run.ess), (2884.0, 2884.0, 2884.0, None, None, None));
    assert_eq!(run.required_n, Some(300));
}

#[test]
fn nine_samples_have_no_interval_and_ten_have_an_indicative_one() {
    let nine = analyse(noise(9, 1));
    assert!(nine.runs[0].sd.is_some() && nine.runs[0].interval.is_none());
    let ten = analyse(noise(10, 1));
    assert!(ten.runs[0].interval.unwrap().indicative);
    assert_eq!(ten.verdict, Verdict::TooFewSamples { have: 10, need: 300 });
}

#[test]
fn a_verdict_begins_at_three_hundred() {
    assert_eq!(analyse(noise(299, 3)).verdict, Verdict::TooFewSamples { have: 299, need: 300 });
    let a = analyse(noise(300, 3));
    assert!(a.verdict.is_converged(), "{}", a.verdict);
    assert!(!a.runs[0].interval.unwrap().indicative);
}

#[test]
fn few_constant_samples_are_too_few_before_anything_else() {
    assert_eq!(analyse(vec![3000.0; 50]).verdict, Verdict::TooFewSamples { have: 50, need: 300 });
    let series = Series::from_nanoseconds("x", vec![3000.0; 50]).unwrap().with_tick(1000.0);
    assert_eq!(analyze(&series, &Settings::default()).verdict, Verdict::TooFewSamples { have: 50, need: 300 });
}

#[test]
fn a_constant_converges_at_the_resolution() {
    let a = analyse(vec![3000.0; 500]);
    let run = &a.runs[0];
    assert!(matches!(a.verdict, Verdict::Converged { at_n: Some(300), zero_variance: true, .. }), "{:?}", a.verdict);
    assert_eq!((run.long_run_variance, run.tau, run.ess), (Some(0.0), Some(1.0), Some(500.0)));
    let i = run.interval.unwrap();
    assert_eq!((i.low, i.high), (2999.0, 3001.0));
    assert_eq!((run.skewness, run.lag1, run.drift), (None, None, None));
}

#[test]
fn a_constant_of_reals_has_an_interval_of_no_width() {
    let i = analyse(vec![0.25; 500]).runs[0].interval.unwrap();
    assert_eq!((i.low, i.high, i.relative_half_width), (0.25, 0.25, 0.0));
}

#[test]
fn a_constant_on_a_coarse_clock_is_limited_by_the_clock() {
    let series = Series::from_nanoseconds("x", vec![3000.0; 500]).unwrap().with_tick(100.0);
    let a = analyze(&series, &Settings::default());
    let Verdict::NotYet { limiting, need_batch, need_n, .. } = a.verdict else { panic!("{}", a.verdict) };
    assert_eq!((limiting, need_batch, need_n), (Limiting::Resolution, Some(4), None));
    assert!(a.verdict.to_string().contains("4 times as many"), "{}", a.verdict);
}

#[test]
fn noise_on_a_coarse_clock_is_limited_by_the_clock() {
    let x: Vec<f64> = noise(5000, 4).iter().map(|v| (v / 41.0).round() * 41.0).collect();
    let a = analyse(x);
    assert!(matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Resolution, need_batch: Some(2), .. }));
    assert_eq!((a.runs[0].resolution, a.runs[0].quantised), (41.0, true));
    assert!(a.runs[0].ties > 0.9);
}

#[test]
fn one_outlier_among_equals_is_no_coarse_clock() {
    let mut x = vec![3000.0; 999];
    x.push(90_000.0);
    let a = analyse(x);
    assert_eq!(a.runs[0].resolution, 1.0);
    assert!(matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Precision, .. }), "{}", a.verdict);
    let kinds = serde_json::to_value(&a.runs[0].warnings).unwrap();
    assert_eq!(kinds[0]["kind"], "few_events");
}

#[test]
fn two_values_in_equal_parts_show_their_gap() {
    let x: Vec<f64> = (0..1000).map(|i| if i * 7919 % 13 < 6 { 3000.0 } else { 3010.0 }).collect();
    assert_eq!(analyse(x).runs[0].resolution, 10.0);
}

#[test]
fn a_fixed_warm_up_is_cut_as_told() {
    let settings = |n| Settings { warm_up: WarmUp::Fixed(n), ..Settings::default() };
    let series = Series::from_nanoseconds("x", noise(1000, 5)).unwrap();
    let a = analyze(&series, &settings(100));
    assert_eq!((a.runs[0].warm_up, a.runs[0].n_used), (100, 900));
    let a = analyze(&series, &settings(800));
    assert!(
        matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Samples, need_n: Some(1100), .. }),
        "{:?}",
        a.verdict
    );
    let a = analyze(&series, &settings(4000));
    assert_eq!(a.runs[0].n_used, 1);
    assert!(matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Samples, .. }), "{:?}", a.verdict);
    assert_eq!(serde_json::to_value(&a.runs[0].warnings).unwrap()[0]["kind"], "warm_up_too_long");
}

#[test]
fn a_cut_never_leaves_only_zeros() {
    let mut x = noise(400, 6);
    x.extend(vec![0.0; 600]);
    assert!(analyse(x).runs[0].mean > 0.0);
}

#[test]
fn a_start_up_of_half_the_run_is_still_warming_up() {
    let x: Vec<f64> = noise(1000, 7).iter().enumerate().map(|(i, v)| v * if i < 450 { 1.5 } else { 1.0 }).collect();
    let a = analyse(x);
    assert_eq!(a.verdict.short(), "unstable: still warming up");
}

#[test]
fn aggregates_get_no_verdict() {
    let runs: Vec<Run> = (0..6).map(|i| Run::new(vec![100.0 + f64::from(i)]).unwrap()).collect();
    let series = Series::new("x", runs).unwrap().with_granularity(Granularity::Aggregate);
    let a = analyze(&series, &Settings::default());
    assert_eq!(a.verdict, Verdict::AggregateOnly { values: 6 });
    let between = a.between.unwrap();
    assert_eq!((between.processes, between.variance_between), (6, None));
}

#[test]
fn values_that_are_processes_are_judged_as_processes() {
    let judge = |values: Vec<f64>| {
        let series = Series::from_nanoseconds("x", values).unwrap().with_granularity(Granularity::PerProcess);
        analyze(&series, &Settings::default()).verdict
    };
    assert_eq!(judge(vec![100.0]), Verdict::TooFewProcesses { have: 1, need: 5 });
    assert_eq!(judge(vec![100.0, 101.0, 100.5]), Verdict::TooFewProcesses { have: 3, need: 5 });
    let close = judge(vec![100.0, 100.1, 100.2, 99.9, 100.05, 99.95]);
    assert!(matches!(close, Verdict::Converged { at_processes: Some(5), at_n: None, processes: 6, .. }), "{close:?}");
    assert!(matches!(
        judge(vec![100.0, 110.0, 92.0, 99.0, 105.0]),
        Verdict::NotYet { limiting: Limiting::Processes, need_processes: Some(_), .. }
    ));
}
