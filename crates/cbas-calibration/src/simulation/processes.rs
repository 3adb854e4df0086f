//! The verdict over processes and `need_k` (§8).

use cbas_convergence::{Granularity, Run, Series, Settings, Verdict, analyze};

use crate::stream::{LEVEL, Lognormal, Stream, normals};
use crate::table::{Rate, Table, spread};
use crate::{Plan, derived_seed, naive};

/// Relative standard deviation of the samples within a process.
const WITHIN: f64 = 0.05;
/// Samples a process.
const SAMPLES: usize = 1000;

/// A campaign, and what came of following its advice.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    /// The verdict.
    pub verdict: Verdict,
    /// The interval over processes holds the mean of the population.
    pub covered: bool,
    /// The mean is off by more than `eps`.
    pub wrong: bool,
    /// A t interval of all samples pooled holds it.
    pub pooled_covered: bool,
    /// Processes asked for.
    pub need: Option<usize>,
    /// Processes asked for without the upper bound on the variance.
    pub need_plain: Option<usize>,
    /// A fresh campaign of `need` processes converges.
    pub kept: Option<bool>,
    /// A fresh campaign of `need_plain` processes converges.
    pub kept_plain: Option<bool>,
}

/// Campaigns of K processes whose means differ by `between` (relative standard deviation).
pub fn cell(plan: &Plan, processes: usize, between: f64) -> Vec<Campaign> {
    let s = Settings::default();
    plan.repeat(&format!("processes K={processes} sd={between}"), 1, |seed| campaign(processes, between, seed, &s))
}

fn campaign(processes: usize, between: f64, seed: u64, s: &Settings) -> Campaign {
    let noise = Lognormal { log_sd: WITHIN };
    let run = |(i, e): (u64, f64)| -> Vec<f64> {
        let level = 1.0 + between * e;
        noise.exact(SAMPLES, derived_seed(seed, i)).iter().map(|v| (v * level).round()).collect()
    };
    let samples: Vec<Vec<f64>> = (0..processes as u64).zip(normals(seed)).map(run).collect();
    let (low, high) = naive::t_interval(&samples.concat(), s.confidence);
    let runs = samples.into_iter().map(|x| Run::new(x).expect("positive times")).collect();
    let a = analyze(&Series::new("x", runs).expect("there are runs"), s);
    let b = a.between.as_ref().expect("there are several processes");
    let fresh = |k: Option<usize>| {
        let k = k.filter(|_| processes >= 5 && !a.verdict.is_converged())?;
        let means = process_means(between, derived_seed(seed, 1 << 32)).take(k).collect();
        Some(judge(means, s).is_converged())
    };
    let asked = matches!(a.verdict, Verdict::NotYet { .. });
    Campaign {
        covered: b.interval.low <= LEVEL && LEVEL <= b.interval.high,
        wrong: (b.mean / LEVEL - 1.0).abs() > s.eps,
        pooled_covered: low <= LEVEL && LEVEL <= high,
        need: b.required_processes_cautious.filter(|_| asked),
        need_plain: b.required_processes.filter(|_| asked),
        kept: fresh(b.required_processes_cautious),
        kept_plain: fresh(b.required_processes),
        verdict: a.verdict,
    }
}

/// Means of processes, each with the noise of its samples.
fn process_means(between: f64, seed: u64) -> impl Iterator<Item = f64> {
    let sd = (between * between + WITHIN * WITHIN / SAMPLES as f64).sqrt();
    normals(seed).map(move |e| LEVEL * (1.0 + sd * e))
}

fn judge(means: Vec<f64>, s: &Settings) -> Verdict {
    let series = Series::from_nanoseconds("x", means).expect("positive times");
    analyze(&series.with_granularity(Granularity::PerProcess), s).verdict
}

/// A campaign of five processes that is enlarged to what it asks for until it converges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Processes in the end.
    pub processes: usize,
    /// Its mean is off by more than `eps`.
    pub wrong: bool,
    /// Its interval holds the mean of the population.
    pub covered: bool,
}

/// Campaigns that follow their advice; `cautious` with the upper bound on the variance, else without.
pub fn followed(plan: &Plan, between: f64, cautious: bool) -> Vec<Followed> {
    let s = Settings::default();
    plan.repeat(&format!("followed sd={between} cautious={cautious}"), 1, |seed| {
        let mut source = process_means(between, seed);
        let mut means: Vec<f64> = source.by_ref().take(5).collect();
        loop {
            let series = Series::from_nanoseconds("x", means.iter().copied()).expect("positive times");
            let a = analyze(&series.with_granularity(Granularity::PerProcess), &s);
            let b = a.between.expect("there are several processes");
            if a.verdict.is_converged() {
                let covered = b.interval.low <= LEVEL && LEVEL <= b.interval.high;
                return Followed { processes: means.len(), wrong: (b.mean / LEVEL - 1.0).abs() > s.eps, covered };
            }
            let need = if cautious { b.required_processes_cautious } else { b.required_processes };
            let more = need.unwrap_or(0).saturating_sub(means.len()).max(1);
            means.extend(source.by_ref().take(more));
        }
    })
}

fn verdicts(plan: &Plan) -> Table {
    let mut table = Table::new(
        "Several processes of N = 1000",
        "Nominal coverage is 95 %. A verdict needs five processes. `need_k` uses an 80 % upper bound on the variance between \
         process means; *plain* is the same without it.",
        &[
            "K",
            "sd between, %",
            "converged",
            "converged, wrong",
            "coverage",
            "pooled t coverage",
            "`need_k` (10 – 50 – 90 %)",
            "converges at `need_k`",
            "converges at plain",
        ],
    );
    for between in [0.0, 0.005, 0.02] {
        for processes in [3, 5, 10] {
            let cell = cell(plan, processes, between);
            let needs: Vec<f64> = cell.iter().filter_map(|c| c.need).map(|k| k as f64).collect();
            table.row(vec![
                processes.to_string(),
                format!("{}", 100.0 * between),
                Rate::of(&cell, |c| c.verdict.is_converged()).to_string(),
                Rate::of(&cell, |c| c.verdict.is_converged() && c.wrong).to_string(),
                Rate::of(&cell, |c| c.covered).to_string(),
                Rate::of(&cell, |c| c.pooled_covered).to_string(),
                spread(&needs, 0),
                Rate::among(&cell, |c| c.kept).to_string(),
                Rate::among(&cell, |c| c.kept_plain).to_string(),
            ]);
        }
    }
    table
}

/// Both tables.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Campaigns that follow `need_k`",
        "Five processes first, then as many as asked for, until converged.",
        &["sd between, %", "rule", "K in the end (10 – 50 – 90 %)", "coverage", "wrong"],
    );
    for between in [0.005, 0.01, 0.02] {
        for cautious in [true, false] {
            let cell = followed(plan, between, cautious);
            let ends: Vec<f64> = cell.iter().map(|f| f.processes as f64).collect();
            table.row(vec![
                format!("{}", 100.0 * between),
                if cautious { "`need_k`" } else { "plain" }.into(),
                spread(&ends, 0),
                Rate::of(&cell, |f| f.covered).to_string(),
                Rate::of(&cell, |f| f.wrong).to_string(),
            ]);
        }
    }
    vec![verdicts(plan), table]
}
