//! A design factor: what the verdict over its levels follows from, and how often it errs.

use cbas_calibration::stream::{Lognormal, Shifted, Stream, normals};
use cbas_convergence::analysis::{
    EquivalenceKind, FactorAnalysis, FactorError, InconclusiveReason, MOST_LEVELS, Outcome, analyze_factor,
};
use cbas_convergence::{Instability, Limiting, Run, Series, Settings, Verdict};

const NOISE: Lognormal = Lognormal { log_sd: 0.05 };

/// What a level is made of.
#[derive(Clone, Copy)]
struct Design {
    processes: u64,
    n: usize,
    /// Relative standard deviation of the process levels.
    between: f64,
}

impl Design {
    fn level(self, scale: f64, seed: u64) -> Series {
        let levels = normals(seed).take(self.processes as usize).map(|e| scale * (1.0 + self.between * e));
        let run = |(k, level): (usize, f64)| {
            let samples = NOISE.exact(self.n, 1000 * seed + k as u64 + 1);
            Run::new(samples.iter().map(|v| (v * level).round()).collect()).unwrap().in_process(k.to_string())
        };
        Series::new("pairing", levels.enumerate().map(run).collect()).unwrap()
    }

    /// Levels of these relative means.
    fn analyse(self, scales: &[f64], seed: u64) -> FactorAnalysis {
        let level = |(i, &scale): (usize, &f64)| (format!("level {i}"), self.level(scale, 100 * seed + i as u64));
        factor(&scales.iter().enumerate().map(level).collect::<Vec<_>>())
    }

    /// Share of `trials` campaigns that are called order dependent.
    fn dependent(self, scales: &[f64], trials: u64) -> f64 {
        let called = (0..trials).filter(|&seed| is_dependent(&self.analyse(scales, seed).verdict)).count();
        called as f64 / trials as f64
    }
}

fn factor(levels: &[(String, Series)]) -> FactorAnalysis {
    analyze_factor("order", levels, &Settings::default()).unwrap()
}

fn is_dependent(verdict: &Verdict) -> bool {
    matches!(verdict.reasons(), [Instability::OrderDependent { factor, .. }] if factor == "order")
}

const FIVE: Design = Design { processes: 5, n: 400, between: 0.003 };
const ONE_RUN: Design = Design { processes: 1, n: 2000, between: 0.0 };

#[test]
fn equal_levels_are_rarely_called_dependent() {
    let wide = Design { between: 0.006, ..FIVE };
    let cases = [("five", FIVE, 2), ("five that vary", wide, 2), ("one run", ONE_RUN, 2), ("three", wide, 3)];
    for (name, design, levels) in cases {
        let rate = design.dependent(&vec![1.0; levels], 400);
        assert!(rate <= 0.05, "{name}: {rate}");
    }
}

#[test]
fn a_difference_of_three_percent_is_found() {
    for (name, design) in [("five", FIVE), ("one run", ONE_RUN)] {
        let rate = design.dependent(&[1.0, 1.03], 200);
        assert!(rate >= 0.95, "{name}: {rate}");
    }
    let rate = FIVE.dependent(&[1.0, 1.0, 1.03], 100);
    assert!(rate >= 0.95, "the third of three: {rate}");
}

#[test]
fn equal_levels_converge_together() {
    let shown = (0..50).filter(|&seed| FIVE.analyse(&[1.0, 1.0], seed).verdict.is_converged()).count();
    assert!(shown >= 40, "{shown} of 50");
    let a = FIVE.analyse(&[1.0, 1.0], 3);
    let Verdict::Converged { processes, relative_half_width, .. } = a.verdict else { panic!("{a}") };
    let widest = a.levels.iter().map(|l| l.analysis.interval().unwrap().relative_half_width).fold(0.0, f64::max);
    assert_eq!((processes, relative_half_width, a.worst_level.clone()), (5, widest, None));
    assert_eq!((a.equivalence.len(), a.equivalence[0].equivalence.kind), (1, EquivalenceKind::Processes));
    assert!(!a.confounded && a.equivalence[0].equivalence.outcome.is_equivalent());
}

#[test]
fn one_run_a_level_says_that_it_cannot_tell_processes_apart() {
    let a = ONE_RUN.analyse(&[1.0, 1.03], 1);
    assert!(is_dependent(&a.verdict) && a.confounded);
    assert_eq!(a.equivalence[0].equivalence.kind, EquivalenceKind::Independent);
    let text = a.to_string();
    assert!(
        text.contains("quote one mean a level") && text.contains("cannot be told from one between processes"),
        "{text}"
    );
    assert!(a.verdict.short().starts_with("unstable: depends on order by"), "{}", a.verdict.short());
}

#[test]
fn a_level_that_has_not_converged_gives_its_verdict() {
    let few = Design { processes: 3, ..FIVE };
    let a = factor(&[("a".into(), FIVE.level(1.0, 1)), ("b".into(), few.level(1.1, 3))]);
    assert_eq!((a.verdict, a.worst_level.as_deref()), (Verdict::TooFewProcesses { have: 3, need: 5 }, Some("b")));

    let shifted = Shifted { base: NOISE, relative: 0.1, after: 0.6 };
    let one = |samples| Series::new("x", vec![Run::new(samples).unwrap()]).unwrap();
    let levels = [
        ("still".into(), one(NOISE.samples(1000, 1))),
        ("few".into(), Design { processes: 2, ..FIVE }.level(1.0, 1)),
        ("shifts".into(), one(shifted.samples(1000, 2))),
    ];
    let a = factor(&levels);
    assert!(matches!(a.verdict, Verdict::Unstable { .. }) && !is_dependent(&a.verdict), "{a}");
    assert_eq!(a.worst_level.as_deref(), Some("shifts"));
    assert_eq!(a.equivalence.len(), 3);

    let short = factor(&[levels[2].clone(), ("short".into(), one(NOISE.samples(100, 3)))]);
    assert_eq!(short.verdict, Verdict::TooFewSamples { have: 100, need: 300 });
}

#[test]
fn levels_that_are_neither_equal_nor_different_are_not_yet_decided() {
    let a = (0..50)
        .map(|seed| Design { between: 0.006, ..FIVE }.analyse(&[1.0, 1.004], seed))
        .find(|a| matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Levels, need_processes: Some(_), .. }));
    let a = a.expect("one of fifty is undecided");
    let Verdict::NotYet { need_processes: Some(k), need_n: None, .. } = a.verdict else { panic!("{a}") };
    assert!(k > 5, "{a}");
    assert!(a.to_string().contains("neither shown equal"), "{a}");
}

#[test]
fn one_process_here_and_several_there_decide_nothing() {
    let a = factor(&[("a".into(), FIVE.level(1.0, 1)), ("b".into(), ONE_RUN.level(1.03, 2))]);
    assert!(matches!(a.verdict, Verdict::NotYet { limiting: Limiting::Levels, need_processes: None, .. }), "{a}");
    let Outcome::Inconclusive { reason, .. } = a.equivalence[0].equivalence.outcome else { panic!("{a}") };
    assert_eq!(reason, InconclusiveReason::TooFewProcesses);
    assert!(!a.confounded);
}

#[test]
fn levels_that_cannot_be_compared_are_refused() {
    let series = ONE_RUN.level(1.0, 1);
    let refusal = |levels: &[(String, Series)]| analyze_factor("order", levels, &Settings::default()).unwrap_err();
    assert_eq!(refusal(&[]), FactorError::TooFewLevels { factor: "order".into(), levels: 0 });
    assert!(matches!(refusal(&[("a".into(), series.clone())]), FactorError::TooFewLevels { levels: 1, .. }));
    let twice = [("a".to_owned(), series.clone()), ("a".to_owned(), series.clone())];
    assert!(matches!(refusal(&twice), FactorError::RepeatedLevel { .. }));
    let many: Vec<_> = (0..=MOST_LEVELS).map(|i| (i.to_string(), series.clone())).collect();
    assert!(refusal(&many).to_string().contains("65 levels"));
}

#[test]
fn the_headline_is_the_pair_that_decides() {
    let a = FIVE.analyse(&[1.0, 1.0, 1.03], 5);
    let headline = a.headline().unwrap();
    assert_eq!(headline.level_b, "level 2");
    let Verdict::Unstable { reasons, processes, .. } = &a.verdict else { panic!("{a}") };
    let [Instability::OrderDependent { relative, .. }] = reasons.as_slice() else { panic!("{a}") };
    assert_eq!((Some(*relative), *processes), (headline.equivalence.relative_difference, 5));
    let json = serde_json::to_value(&a).unwrap();
    assert_eq!(json["verdict"]["reasons"][0]["kind"], "order_dependent");
    assert_eq!(json["equivalence"][0]["level_a"], "level 0");
    assert_eq!(json["equivalence"][0]["kind"], "processes");
    assert!(
        json["levels"][2]["analysis"]["mean"].is_null() && json["levels"][2]["analysis"]["between"]["mean"].is_number()
    );
}
