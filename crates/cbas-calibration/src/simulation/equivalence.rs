//! Size and power of the outcomes of §7.4 by the intervals of §7.5: independent, nested, per process, Welch.

use cbas_convergence::analysis::{compare_independent, compare_nested, compare_processes};
use cbas_convergence::statistics::moments::mean;
use cbas_convergence::{Equivalence, Outcome, Run, Series, Settings, analyze};

use super::analyse;
use crate::stream::{Autoregressive, HeavyTail, Lognormal, Outliers, Stream, normals};
use crate::table::{Rate, Table};
use crate::{Plan, derived_seed, naive};

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Design {
    /// Two runs of these sizes.
    Independent(usize, usize),
    /// A prefix and its whole run.
    Nested(usize, usize),
    /// Runs of 1000 and of 5000 in each of so many processes, which differ by this relative standard deviation.
    PerProcess(usize, f64),
    /// So many processes on either side, each known by the mean of 1000 samples.
    Welch(usize, f64),
}

impl Design {
    fn name(self) -> String {
        match self {
            Self::Independent(a, b) => format!("independent, {a} / {b}"),
            Self::Nested(a, b) => format!("nested, {a} of {b}"),
            Self::PerProcess(k, sd) => format!("per process, K = {k}, sd {} %", 100.0 * sd),
            Self::Welch(k, sd) => format!("different processes, K = {k} / {k}, sd {} %", 100.0 * sd),
        }
    }
}

/// One comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Outcome.
    pub outcome: Outcome,
    /// The 95 % interval holds the true relative difference; `None` without one.
    pub covered: Option<bool>,
    /// The two means differ by less than the margin.
    pub look_close: bool,
    /// Two one-sided t tests pass that take all samples for independent; where samples are compared.
    pub naive_passes: Option<bool>,
    /// The t test that takes all samples for independent sees no difference at 5 %.
    pub not_significant: Option<bool>,
}

impl Compared {
    fn new(e: &Equivalence, truth: f64, samples: Option<(&[f64], &[f64])>, s: &Settings) -> Self {
        Self {
            outcome: e.outcome,
            covered: e.interval.map(|i| i.low <= truth && truth <= i.high),
            look_close: e.relative_difference.is_some_and(|r| r.abs() < s.delta),
            naive_passes: samples.map(|(a, b)| naive::independent_test_passes(a, b, s.delta)),
            not_significant: samples.map(|(a, b)| naive::not_significant(a, b)),
        }
    }
}

/// Comparisons of a stream with itself made slower by `truth` (relative) on the first side.
pub fn cell(plan: &Plan, design: Design, stream: &dyn Stream, truth: f64, divisor: usize) -> Vec<Compared> {
    let s = Settings::default();
    let name = format!("equivalence {} {} R={truth}", design.name(), stream.name());
    plan.repeat(&name, divisor, |seed| match design {
        Design::Independent(n_a, n_b) => {
            let a = scaled(stream, n_a, seed, 1.0 + truth);
            let b = stream.samples(n_b, derived_seed(seed, 1));
            let e = compare_independent(&analyse(stream, a.clone(), &s), &analyse(stream, b.clone(), &s), &s);
            Compared::new(&e, truth, Some((&a, &b)), &s)
        }
        Design::Nested(prefix, n) => {
            let w = prefix as f64 / n as f64;
            let factor = (1.0 + truth) * (1.0 - w) / (1.0 - (1.0 + truth) * w);
            let mut z = stream.samples(n, seed);
            z[..prefix].iter_mut().for_each(|v| *v = (*v * factor).round());
            Compared::new(&compare_nested(&z, prefix, &s), truth, Some((&z[..prefix], &z)), &s)
        }
        Design::PerProcess(k, sd) => per_process(stream, k, sd, truth, seed, &s),
        Design::Welch(k, sd) => {
            let side = |index: u64, factor: f64| -> Vec<f64> {
                let levels = normals(derived_seed(seed, index)).take(k).map(|e| factor * (1.0 + sd * e));
                let seeds = (0..k as u64).map(|i| derived_seed(seed, 100 * (index + 1) + i));
                levels.zip(seeds).map(|(level, one)| mean(&scaled(stream, 1000, one, level))).collect()
            };
            Compared::new(&compare_processes(&side(0, 1.0 + truth), &side(1, 1.0), &s), truth, None, &s)
        }
    })
}

fn scaled(stream: &dyn Stream, n: usize, seed: u64, factor: f64) -> Vec<f64> {
    stream.exact(n, seed).iter().map(|v| (v * factor).round()).collect()
}

fn per_process(stream: &dyn Stream, k: usize, sd: f64, truth: f64, seed: u64, s: &Settings) -> Compared {
    let mut runs = Vec::new();
    for (i, e) in (0..k as u64).zip(normals(seed)) {
        let level = 1.0 + sd * e;
        let short = scaled(stream, 1000, derived_seed(seed, 2 * i), level * (1.0 + truth));
        let long = scaled(stream, 5000, derived_seed(seed, 2 * i + 1), level);
        for (samples, n) in [(short, 1000), (long, 5000)] {
            runs.push(Run::new(samples).expect("positive times").in_process(i.to_string()).planned(n));
        }
    }
    let analysis = analyze(&Series::new("x", runs).expect("there are runs"), s);
    let headline = analysis.headline_equivalence().expect("two sizes are compared");
    Compared::new(headline, truth, None, s)
}

/// Share of "equivalent", with or without a difference.
pub fn equivalent(cell: &[Compared]) -> Rate {
    Rate::of(cell, |c| c.outcome.is_equivalent())
}

fn designs() -> Vec<(Design, usize)> {
    vec![
        (Design::Independent(1000, 5000), 1),
        (Design::Independent(5000, 5000), 1),
        (Design::Nested(1000, 5000), 1),
        (Design::PerProcess(5, 0.005), 4),
        (Design::Welch(5, 0.005), 1),
        (Design::Welch(10, 0.005), 1),
    ]
}

fn row(plan: &Plan, design: Design, divisor: usize, stream: &dyn Stream) -> Vec<String> {
    let delta = Settings::default().delta;
    let [below, equal, above] = [-delta, 0.0, delta].map(|r| cell(plan, design, stream, r, divisor));
    let all: Vec<Compared> = [&below[..], &equal[..], &above[..]].concat();
    vec![
        design.name(),
        stream.name(),
        equivalent(&above).to_string(),
        equivalent(&below).to_string(),
        equivalent(&equal).to_string(),
        Rate::of(&equal, |c| c.outcome == Outcome::Different).to_string(),
        Rate::among(&all, |c| c.covered).to_string(),
        Rate::of(&above, |c| c.look_close).to_string(),
        Rate::among(&above, |c| c.naive_passes).to_string(),
        Rate::among(&above, |c| c.not_significant).to_string(),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Equivalence of two means, margin 1 %",
        "Size is the share of *equivalent* where the true difference is exactly the margin: at most 5 % is promised. Power \
         is that share where the means are equal. The last three rules accept a true difference of the margin this often.",
        &[
            "design",
            "stream",
            "size at +1 %",
            "size at -1 %",
            "power",
            "*different*, means equal",
            "coverage",
            "means look close at +1 %",
            "iid TOST at +1 %",
            "p > 0.05 at +1 %",
        ],
    );
    let noise = Lognormal { log_sd: 0.05 };
    let streams: [Box<dyn Stream>; 5] = [
        Box::new(noise),
        Box::new(Autoregressive { phi: 0.7, log_sd: 0.1 }),
        Box::new(Outliers::of_3_to_20(noise, 0.01)),
        Box::new(Outliers { base: noise, rate: 0.01, least: 1.5, most: 5.0 }),
        Box::new(HeavyTail { exponent: 2.5, share: 0.1 }),
    ];
    for (design, divisor) in designs() {
        for stream in &streams {
            table.row(row(plan, design, divisor, &**stream));
        }
    }
    vec![table]
}
