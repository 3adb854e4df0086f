//! From samples to figures and verdict: the pipeline on one page.

mod between;
mod comparison;
mod equivalence;
mod factor;
mod facts;
mod line;
mod ratio;
mod run;
mod shares;
mod warning;

use serde::Serialize;

pub use between::{Between, SizeSummary};
pub use comparison::{compare, compare_independent, compare_nested, compare_processes};
pub use equivalence::{Equivalence, EquivalenceKind, InconclusiveReason, Outcome, Over, RatioInterval, Side};
pub use factor::{FactorAnalysis, FactorError, FactorLevel, LevelComparison, MOST_LEVELS, analyze_factor};
pub use line::{Coefficient, Line, fit_line, line_weights};
pub use ratio::{Ratio, RatioPlan, plan_ratio, ratio, ratio_depends_on_level};
pub use run::{DriftFinding, Interval, RunAnalysis, ShiftFinding, analyze_run};
pub use warning::Warning;

use crate::sample::{Granularity, Series};
use crate::settings::Settings;
use crate::verdict::{Scope, Verdict};

/// All figures of one series, and the verdict. Serialises to the `series[]` object of `cbas-analysis/1`; a value that
/// does not exist is `None` (`null`), never NaN and never 0. Times are ns per operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Name of the workload.
    pub name: String,
    /// Always `"ns"`.
    pub unit: &'static str,
    /// What one value stands for.
    pub granularity: Granularity,
    /// What the verdict speaks for.
    pub scope: Scope,
    /// Every run, in the order of the series.
    pub runs: Vec<RunAnalysis>,
    /// Indices of the runs with the largest planned size, which carry `between` and `verdict`.
    pub main_runs: Vec<usize>,
    /// Figures over the processes; `None` for one process.
    pub between: Option<Between>,
    /// One summary a planned size, ascending.
    pub sizes: Vec<SizeSummary>,
    /// Comparisons of consecutive planned sizes.
    pub equivalence: Vec<Equivalence>,
    /// The verdict on the series.
    pub verdict: Verdict,
    /// The settings it was analysed with.
    #[serde(skip)]
    pub settings: Settings,
}

/// Analyses a series: every run on its own (§2-§6, §9), then the processes (§8), then one planned size against the next
/// (§7).
pub fn analyze(series: &Series, settings: &Settings) -> Analysis {
    let runs: Vec<RunAnalysis> = series.runs().iter().map(|run| analyze_run(run, series.tick(), settings)).collect();
    let main_runs = series.main_runs();
    let sizes: Vec<SizeSummary> = series
        .planned_sizes()
        .into_iter()
        .map(|planned| between::summarise(series, &runs, planned, settings))
        .collect();
    let equivalence = comparison::compare_sizes(series, &runs, settings);
    let main = sizes.last();
    let between = main.and_then(|size| size.between.clone());
    let verdict = main.map_or(Verdict::AggregateOnly { values: 0 }, |size| size.verdict.clone());
    Analysis {
        name: series.name().into(),
        unit: "ns",
        granularity: series.granularity(),
        scope: if between.is_some() { Scope::BetweenProcesses } else { Scope::WithinProcess },
        main_runs,
        between,
        sizes,
        equivalence,
        verdict,
        runs,
        settings: settings.clone(),
    }
}

impl Analysis {
    /// The comparison a table shows: over processes on independent runs where there are several, else of two runs, else
    /// of a prefix; of the largest pair of sizes.
    pub fn headline_equivalence(&self) -> Option<&Equivalence> {
        let rank = |e: &Equivalence| match (e.kind, e.over) {
            (EquivalenceKind::PerProcess, Some(Over::Independent)) => 4,
            (EquivalenceKind::Processes, _) => 3,
            (EquivalenceKind::Independent, _) => 2,
            (EquivalenceKind::PerProcess, _) => 1,
            (EquivalenceKind::Nested, _) => 0,
        };
        // The first of the best: in a pair of sizes the runs of process 0 come first.
        let largest = self.equivalence.iter().map(|e| e.b.n).max()?;
        self.equivalence.iter().filter(|e| e.b.n == largest).rev().max_by_key(|e| rank(e))
    }

    /// The mean the series stands for (ns): over processes, or of the one main run.
    pub fn mean(&self) -> f64 {
        self.sizes.last().map_or(f64::NAN, |size| size.mean)
    }

    /// The interval of [`Self::mean`], where one exists.
    pub fn interval(&self) -> Option<&Interval> {
        self.sizes.last().and_then(|size| size.interval.as_ref())
    }
}
