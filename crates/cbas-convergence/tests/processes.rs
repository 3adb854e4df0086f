//! Several processes and several planned sizes: what is compared with what, and the shape of the JSON.

use cbas_calibration::stream::{Drifting, Lognormal, Shifted, Stream, normals};
use cbas_convergence::analysis::{EquivalenceKind, InconclusiveReason, Over, compare, compare_independent};
use cbas_convergence::statistics::settling::settling;
use cbas_convergence::{Analysis, Instability, Limiting, Outcome, Run, Series, Settings, Verdict, analyze};
use serde_json::Value;

const NOISE: Lognormal = Lognormal { log_sd: 0.05 };

/// Runs of each size in `processes` processes whose levels differ by `between` (relative standard deviation).
fn campaign(sizes: &[usize], processes: u64, between: f64) -> Series {
    let levels: Vec<f64> = normals(99).take(processes as usize).map(|e| 1.0 + between * e).collect();
    let mut runs = Vec::new();
    for (process, level) in (0..processes).zip(&levels) {
        for &n in sizes {
            let samples = NOISE.exact(n, 1000 * process + n as u64).iter().map(|v| (v * level).round()).collect();
            runs.push(Run::new(samples).unwrap().in_process(process.to_string()).planned(n));
        }
    }
    Series::new("pairing/blstrs", runs).unwrap()
}

fn analyse(series: &Series) -> Analysis {
    analyze(series, &Settings::default())
}

#[test]
fn equal_processes_converge_and_both_sizes_agree() {
    let series = campaign(&[1000, 5000], 6, 0.002).with_process_costs(5e9, 3e3);
    let a = analyse(&series);
    assert!(
        matches!(a.verdict, Verdict::Converged { at_processes: Some(5), processes: 6, at_n: Some(_), .. }),
        "{}",
        a.verdict
    );
    assert_eq!(a.main_runs, [1, 3, 5, 7, 9, 11]);
    assert_eq!(
        a.sizes.iter().map(|s| (s.planned_n, s.processes)).collect::<Vec<_>>(),
        [(Some(1000), 6), (Some(5000), 6)]
    );
    let headline = a.headline_equivalence().unwrap();
    assert_eq!((headline.kind, headline.over), (EquivalenceKind::PerProcess, Some(Over::Independent)));
    assert!(headline.outcome.is_equivalent(), "{headline}");
    assert_eq!((headline.a.n, headline.b.n, headline.b.processes), (1000, 5000, 6));
    let count = |kind, over| a.equivalence.iter().filter(|e| e.kind == kind && e.over == over).count();
    assert_eq!(count(EquivalenceKind::Independent, None), 6);
    assert_eq!(count(EquivalenceKind::Nested, None), 6);
    assert_eq!(count(EquivalenceKind::PerProcess, Some(Over::Nested)), 1);
    assert!(a.between.unwrap().optimal_n.unwrap() >= 100);
}

#[test]
fn different_processes_need_more_of_them() {
    let a = analyse(&campaign(&[1000], 5, 0.03));
    let Verdict::NotYet { limiting: Limiting::Processes, need_processes: Some(k), .. } = a.verdict else {
        panic!("{}", a.verdict)
    };
    let between = a.between.unwrap();
    assert!(k > 5 && between.icc.unwrap() > 0.8);
    assert!(between.required_processes_cautious.unwrap() > between.required_processes.unwrap());
    // A plan that follows from costs; none were given.
    assert_eq!(between.optimal_n, None);
}

#[test]
fn four_processes_are_too_few_and_short_runs_are_too_short() {
    assert_eq!(analyse(&campaign(&[1000], 4, 0.001)).verdict, Verdict::TooFewProcesses { have: 4, need: 5 });
    assert_eq!(analyse(&campaign(&[100], 10, 0.001)).verdict, Verdict::TooFewSamples { have: 100, need: 300 });
}

#[test]
fn one_unstable_process_of_six_is_listed_and_two_are_too_many() {
    let shifted = Shifted { base: NOISE, relative: 0.1, after: 0.6 };
    let series = |unstable: u64| {
        let run = |i: u64| if i < unstable { shifted.samples(1000, i) } else { NOISE.samples(1000, i) };
        Series::new("x", (0..6).map(|i| Run::new(run(i)).unwrap()).collect()).unwrap()
    };
    let one = analyse(&series(1));
    assert_eq!(one.between.as_ref().unwrap().unstable_runs, [0]);
    assert!(!matches!(one.verdict, Verdict::Unstable { .. }), "{}", one.verdict);
    let two = analyse(&series(2));
    let Verdict::Unstable { reasons, runs, processes: 6 } = &two.verdict else { panic!("{}", two.verdict) };
    assert_eq!(runs, &[0, 1]);
    assert!(reasons.iter().any(|r| matches!(r, Instability::LevelShift { .. })));
    assert!(two.verdict.to_string().starts_with("Unstable in 2 of 6 processes (runs 0, 1)"), "{}", two.verdict);
}

#[test]
fn a_drift_that_no_process_shows_alone_is_seen_over_all_of_them() {
    let drifting = Drifting { base: NOISE, relative: 0.018 };
    let runs = |processes: u64| (0..processes).map(|i| Run::new(drifting.samples(300, 50 + i)).unwrap()).collect();
    let a = analyse(&Series::new("x", runs(10)).unwrap());
    let Verdict::Unstable { reasons, runs: all, processes: 10 } = &a.verdict else { panic!("{}", a.verdict) };
    let [Instability::CommonDrift { relative }] = reasons.as_slice() else { panic!("{}", a.verdict) };
    assert!((0.01..0.03).contains(relative), "{relative}");
    assert_eq!(all.len(), 10);
    assert!(a.verdict.to_string().starts_with("Unstable over 10 processes: the level drifts alike"), "{}", a.verdict);
    assert!(a.verdict.short().starts_with("unstable: common drift"));
    // Too few processes are said to be too few first.
    let few = analyse(&Series::new("x", runs(4)).unwrap());
    assert!(!few.verdict.reasons().iter().any(|r| matches!(r, Instability::CommonDrift { .. })), "{}", few.verdict);
}

#[test]
fn a_single_process_compares_its_two_runs_and_its_prefix() {
    let a = analyse(&campaign(&[1000, 5000], 1, 0.0));
    assert!(a.between.is_none());
    assert_eq!(
        a.equivalence.iter().map(|e| e.kind).collect::<Vec<_>>(),
        [EquivalenceKind::Independent, EquivalenceKind::Nested]
    );
    assert_eq!(a.headline_equivalence().unwrap().kind, EquivalenceKind::Independent);
    assert_eq!(a.equivalence[0].process.as_deref(), Some("0"));
    assert_eq!((a.equivalence[1].a.n, a.equivalence[1].b.n), (1000, 5000));
    let sizes = &a.sizes;
    assert_eq!((sizes[0].processes, sizes[0].interval.unwrap().level), (1, 0.95));
}

#[test]
fn a_prefix_as_long_as_its_run_decides_nothing() {
    let run = |n: usize, planned| Run::new(NOISE.samples(n, 3)).unwrap().planned(planned);
    let series = Series::new("x", vec![run(1000, 1000), run(900, 5000)]).unwrap();
    let nested = analyse(&series).equivalence.into_iter().find(|e| e.kind == EquivalenceKind::Nested).unwrap();
    assert!(matches!(nested.outcome, Outcome::Inconclusive { reason: InconclusiveReason::PrefixNotShorter, .. }));
}

#[test]
fn sizes_of_different_processes_are_compared_by_their_means() {
    let run =
        |n: usize, seed: u64, process: &str| Run::new(NOISE.samples(n, seed)).unwrap().planned(n).in_process(process);
    let short = (0..5).map(|i| run(1000, i, &format!("a{i}")));
    let long = (0..5).map(|i| run(5000, 10 + i, &format!("b{i}")));
    let a = analyse(&Series::new("x", short.chain(long).collect()).unwrap());
    let headline = a.headline_equivalence().unwrap();
    assert_eq!((headline.kind, headline.a.processes, headline.b.processes), (EquivalenceKind::Processes, 5, 5));
    assert!(headline.outcome.is_equivalent(), "{headline}");
}

#[test]
fn two_workloads_compare() {
    let settings = Settings::default();
    let slower: Vec<f64> = NOISE.samples(2000, 1).iter().map(|v| v * 2.0).collect();
    let x = analyse(&Series::from_nanoseconds("slow", slower).unwrap());
    let y = analyse(&Series::from_nanoseconds("fast", NOISE.samples(2000, 2)).unwrap());
    let e = compare_independent(&x.runs[0], &y.runs[0], &settings);
    assert_eq!(e.outcome, Outcome::Different);
    assert!((e.relative_difference.unwrap() - 1.0).abs() < 0.02);
    assert_eq!(compare(&x, &y, &settings), e);
    assert!(e.to_string().contains("different means"), "{e}");
}

#[test]
fn the_curves_end_at_the_figures() {
    let series = campaign(&[1000, 2000], 5, 0.01);
    let a = analyse(&series);
    let curves = settling(&series, &a);
    let (last, between) = (curves.overall.last().unwrap(), a.between.as_ref().unwrap());
    assert!((60..=110).contains(&curves.overall.len()));
    if curves.processes.iter().all(|c| c.last().unwrap().n == last.n) {
        assert!((last.mean - between.mean).abs() < 1e-9 && (last.high - between.interval.high).abs() < 1e-9);
    }
    for (curve, &i) in curves.processes.iter().zip(&a.main_runs) {
        let (end, run) = (curve.last().unwrap(), &a.runs[i]);
        assert_eq!(end.n, run.n_used);
        assert!((end.mean - run.mean).abs() < 1e-9 * run.mean);
        assert!((end.low - run.interval.unwrap().low).abs() < 1e-9 * run.mean);
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_all(value: &Value, wanted: &[&str]) {
    let there = keys(value);
    for key in wanted {
        assert!(there.contains(key), "{key} is missing from {there:?}");
    }
}

#[test]
fn the_json_has_the_agreed_shape() {
    let json = serde_json::to_value(analyse(&campaign(&[1000, 5000], 5, 0.002))).unwrap();
    has_all(&json, &["name", "unit", "granularity", "runs", "between", "sizes", "equivalence", "verdict"]);
    assert_eq!((json["unit"].as_str(), json["granularity"].as_str()), (Some("ns"), Some("per-operation")));
    let run = &json["runs"][1];
    let figures = "n warm_up mean median sd min max skewness lag1 long_run_variance ess tau standard_error interval drift shifts \
                   required_n resolution quotable_relative stability_shown warnings verdict process planned_n n_used q95 q99 df mad \
                   n_zero ties quantised unseen_event_rate ess_residual required_n_plain preempted_share wall_mean clock_gap \
                   instability scope";
    has_all(run, &figures.split_whitespace().collect::<Vec<_>>());
    has_all(&run["interval"], &["low", "high", "level", "relative_half_width"]);
    has_all(&run["drift"], &["z", "relative"]);
    assert_eq!(run["verdict"]["kind"], "converged");
    assert_eq!(run["scope"], "within_process");
    let between = "processes mean sd variance_between icc interval required_processes optimal_n";
    has_all(&json["between"], &between.split_whitespace().collect::<Vec<_>>());
    let entry = "kind over process a b relative_difference interval p_t outcome";
    has_all(&json["equivalence"][0], &entry.split_whitespace().collect::<Vec<_>>());
    assert_eq!(
        (json["equivalence"][0]["kind"].as_str(), json["equivalence"][0]["over"].as_str()),
        (Some("per_process"), Some("independent"))
    );
    assert_eq!(json["verdict"]["kind"], "converged");
    assert_eq!(json["verdict"]["at_processes"], 5);
    assert!(json["verdict"]["at_n"].is_u64() && json["runs"][0]["clock_gap"].is_null());
}

#[test]
fn clocks_and_preemption_are_reported() {
    let samples = NOISE.samples(1000, 1);
    let mean = samples.iter().sum::<f64>() / 1000.0;
    let flags = (0..1000).map(|i| i % 20 == 0).collect();
    let run = Run::new(samples).unwrap().with_wall_mean(1.1 * mean).with_preempted(flags);
    let a = analyse(&Series::new("x", vec![run]).unwrap());
    let run = &a.runs[0];
    assert!((run.clock_gap.unwrap() - 0.1).abs() < 1e-9);
    assert_eq!(run.preempted_share, Some(0.05));
    let kinds: Vec<String> =
        run.warnings.iter().map(|w| serde_json::to_value(w).unwrap()["kind"].as_str().unwrap().into()).collect();
    assert_eq!(kinds, ["clock_gap", "preempted"]);
    assert!(run.warnings[0].to_string().contains("10 %"), "{}", run.warnings[0]);
}
