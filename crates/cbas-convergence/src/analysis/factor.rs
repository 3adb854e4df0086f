//! A design factor, such as the order of blocks or of keys: does its level move the mean?
//!
//! Every level is analysed as a series of its own; then the levels are compared pair by pair within the margin. What
//! the comparison rests on depends on the data:
//!
//! * two or more processes on both levels: Welch's test on the process means (§7.3), which is the only one that
//!   allows for processes that differ by themselves;
//! * one run on both levels: the two runs with their skewness-corrected intervals (§7.1, §7.5). Such a difference
//!   cannot be told from one between two processes: [`FactorAnalysis::confounded`] says so;
//! * one process here and several there: nothing can be said (`too_few_processes`).
//!
//! The verdict is the first that applies:
//!
//! 1. a level has not converged: the verdict of the worst level ([`FactorAnalysis::worst_level`]), because a difference
//!    between means that have not settled means nothing. Worst is, in this order: only aggregates, too few samples,
//!    unstable, too few processes, not yet; among equals the one that is furthest from its target;
//! 2. two levels differ (their interval excludes 0 and is not shown to lie within the margin):
//!    [`Instability::OrderDependent`]. With m pairs of levels the interval has level 1 − (1 − confidence)/m
//!    (Bonferroni), so that equal levels are called dependent in at most 1 − confidence of all cases;
//! 3. a pair is not shown to be equal within the margin: `not_yet`, limited by `levels`, with what it takes to decide;
//! 4. else every pair is equal within the margin, and the factor does not matter: converged. Each pair is tested at
//!    full level, because all must pass (intersection-union, Berger 1982, Technometrics 24).

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::{Analysis, Equivalence, Outcome, RunAnalysis, analyze, compare, compare_processes};
use crate::sample::Series;
use crate::settings::Settings;
use crate::verdict::Verdict;

mod verdict;

use verdict::{verdict_of_converged, worst};

/// Most levels of a factor: their number of pairs grows with the square.
pub const MOST_LEVELS: usize = 64;

/// Levels that cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FactorError {
    /// Fewer than two.
    #[error("the factor {factor} has {levels} level(s): measure at least two to compare them")]
    TooFewLevels {
        /// Name of the factor.
        factor: String,
        /// Number of levels.
        levels: usize,
    },
    /// More than [`MOST_LEVELS`].
    #[error(
        "the factor {factor} has {levels} levels, more than {MOST_LEVELS}: check that its column names levels and does not count samples"
    )]
    TooManyLevels {
        /// Name of the factor.
        factor: String,
        /// Number of levels.
        levels: usize,
    },
    /// Two levels of one name.
    #[error("the factor {factor} has two levels named {level:?}: put their runs into one series")]
    RepeatedLevel {
        /// Name of the factor.
        factor: String,
        /// Name of the level.
        level: String,
    },
}

/// One level of a factor, analysed by itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FactorLevel {
    /// Name of the level, such as `forward`.
    pub level: String,
    /// Its analysis.
    pub analysis: Analysis,
}

/// The comparison of two levels: R = mean of `level_a` over mean of `level_b`, minus 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LevelComparison {
    /// Numerator.
    pub level_a: String,
    /// Denominator.
    pub level_b: String,
    /// The comparison.
    #[serde(flatten)]
    pub equivalence: Equivalence,
    /// A difference is seen at the level that all pairs together allow.
    pub differs: bool,
}

/// The levels of a factor, their comparisons, and the verdict. Serialises to `series[].factor` of `cbas-analysis/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FactorAnalysis {
    /// Name of the factor, such as `order`.
    pub factor: String,
    /// Every level, in the order given.
    pub levels: Vec<FactorLevel>,
    /// Every pair of levels.
    pub equivalence: Vec<LevelComparison>,
    /// The level whose verdict this is; `None` if all levels have converged.
    pub worst_level: Option<String>,
    /// Every level is one process: a difference between levels cannot be told from one between processes.
    pub confounded: bool,
    /// The verdict over all levels.
    pub verdict: Verdict,
}

impl FactorAnalysis {
    /// Whether two levels differ, whatever the levels are by themselves.
    pub fn depends_on_level(&self) -> bool {
        self.equivalence.iter().any(|pair| pair.differs)
    }

    /// Largest relative difference between the means of two levels.
    pub fn largest_difference(&self) -> Option<f64> {
        let differences = self.equivalence.iter().filter_map(|pair| pair.equivalence.relative_difference);
        differences.map(f64::abs).reduce(f64::max)
    }

    /// How many runs look settled to somebody who sees nothing but that run, and how many there are: the interval within
    /// the run is at most `eps` wide on either side and no change was found in it, however few its samples.
    pub fn settled_runs(&self, eps: f64) -> (usize, usize) {
        let runs = || {
            self.levels.iter().flat_map(|level| level.analysis.main_runs.iter().map(|&run| &level.analysis.runs[run]))
        };
        let settled = |run: &&RunAnalysis| {
            run.verdict.reasons().is_empty() && run.interval.is_some_and(|interval| interval.relative_half_width <= eps)
        };
        (runs().filter(settled).count(), runs().count())
    }

    /// What the runs say by themselves and what the levels say of them: `converged inside each process, dependent on
    /// order` is a bias that no number of samples in a process reduces, and that no interval within it covers.
    ///
    /// ```
    /// use cbas_convergence::analysis::analyze_factor;
    /// use cbas_convergence::{Run, SampleError, Series, Settings};
    ///
    /// // Ten iterations in each of three processes.
    /// let run = |mean: u32, k: u32| {
    ///     let samples = (0..10u32).map(|i| f64::from(mean + 10 * k + i * 7919 % 211)).collect();
    ///     Ok::<_, SampleError>(Run::new(samples)?.in_process(k.to_string()))
    /// };
    /// let level = |mean: u32| Series::new("aes", (0..3).map(|k| run(mean, k)).collect::<Result<Vec<_>, _>>()?);
    /// let levels = [("keys up".to_owned(), level(30_000)?), ("keys down".to_owned(), level(36_000)?)];
    /// let analysis = analyze_factor("order", &levels, &Settings::default()).expect("two levels");
    /// assert_eq!(analysis.inside_and_between(0.05), "converged inside each process, dependent on order");
    /// # Ok::<(), cbas_convergence::SampleError>(())
    /// ```
    pub fn inside_and_between(&self, eps: f64) -> String {
        let inside = match self.settled_runs(eps) {
            (settled, runs) if settled == runs => "converged inside each process".to_owned(),
            (0, _) => "converged inside no process".to_owned(),
            (settled, runs) => format!("converged inside {settled} of {runs} processes"),
        };
        let factor = &self.factor;
        if self.depends_on_level() {
            format!("{inside}, dependent on {factor}")
        } else {
            format!("{inside}, no {factor} seen to matter")
        }
    }
}

/// Analyses every level of a factor by itself, and compares them.
///
/// ```
/// use cbas_convergence::analysis::analyze_factor;
/// use cbas_convergence::{Instability, Series, Settings};
///
/// let level = |mean: u32| Series::from_nanoseconds("pairing", (0..1000u32).map(|i| mean + i * 7919 % 211));
/// let levels = [("forward".to_owned(), level(3000)?), ("reverse".to_owned(), level(3300)?)];
/// let analysis = analyze_factor("order", &levels, &Settings::default()).expect("two levels");
/// assert!(matches!(analysis.verdict.reasons(), [Instability::OrderDependent { .. }]));
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
///
/// # Errors
/// [`FactorError`] for fewer than two, more than [`MOST_LEVELS`], or equally named levels.
pub fn analyze_factor(
    factor: &str,
    levels: &[(String, Series)],
    settings: &Settings,
) -> Result<FactorAnalysis, FactorError> {
    check(factor, levels)?;
    let levels: Vec<FactorLevel> = levels
        .iter()
        .map(|(level, series)| FactorLevel { level: level.clone(), analysis: analyze(series, settings) })
        .collect();
    let equivalence = compare_levels(&levels, settings);
    let worst = worst(&levels);
    let verdict = match worst {
        Some(level) => level.analysis.verdict.clone(),
        None => verdict_of_converged(factor, &levels, &equivalence, settings),
    };
    Ok(FactorAnalysis {
        factor: factor.to_owned(),
        worst_level: worst.map(|level| level.level.clone()),
        confounded: levels.iter().all(|level| level.analysis.between.is_none()),
        equivalence,
        verdict,
        levels,
    })
}

fn check(factor: &str, levels: &[(String, Series)]) -> Result<(), FactorError> {
    let factor = || factor.to_owned();
    match levels.len() {
        0..2 => return Err(FactorError::TooFewLevels { factor: factor(), levels: levels.len() }),
        2..=MOST_LEVELS => {}
        _ => return Err(FactorError::TooManyLevels { factor: factor(), levels: levels.len() }),
    }
    let repeated = |i: usize| levels[..i].iter().any(|(level, _)| *level == levels[i].0);
    match (1..levels.len()).find(|&i| repeated(i)) {
        Some(i) => Err(FactorError::RepeatedLevel { factor: factor(), level: levels[i].0.clone() }),
        None => Ok(()),
    }
}

/// Every pair of levels, the earlier one as numerator.
fn compare_levels(levels: &[FactorLevel], settings: &Settings) -> Vec<LevelComparison> {
    let pairs = levels.len() * (levels.len() - 1) / 2;
    // Of m intervals at this level, all hold their true value with the confidence that was asked for.
    let joint = Settings { confidence: 1.0 - (1.0 - settings.confidence) / pairs as f64, ..settings.clone() };
    let pair = |a: &FactorLevel, b: &FactorLevel| {
        let equivalence = compare_two(&a.analysis, &b.analysis, settings);
        let differs = equivalence.outcome == Outcome::Different
            && (pairs == 1 || excludes_zero(&compare_two(&a.analysis, &b.analysis, &joint)));
        LevelComparison { level_a: a.level.clone(), level_b: b.level.clone(), equivalence, differs }
    };
    (0..levels.len()).flat_map(|i| levels[i + 1..].iter().map(move |b| pair(&levels[i], b))).collect()
}

fn excludes_zero(comparison: &Equivalence) -> bool {
    comparison.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
}

/// Process means where a level has several, else the two runs.
fn compare_two(a: &Analysis, b: &Analysis, settings: &Settings) -> Equivalence {
    if a.between.is_some() == b.between.is_some() {
        return compare(a, b, settings);
    }
    let means = |analysis: &Analysis| match &analysis.between {
        Some(between) => between.process_means.clone(),
        None => vec![analysis.mean()],
    };
    compare_processes(&means(a), &means(b), settings)
}

impl FactorAnalysis {
    /// The comparison a table shows: one that differs before one that is open before one that is equivalent; among
    /// equals the largest difference.
    pub fn headline(&self) -> Option<&LevelComparison> {
        let rank = |pair: &LevelComparison| match pair.equivalence.outcome {
            Outcome::Different => 3,
            Outcome::Inconclusive { .. } => 2,
            Outcome::DifferentButEquivalent => 1,
            Outcome::Equivalent => 0,
        };
        let size = |pair: &LevelComparison| pair.equivalence.relative_difference.map_or(0.0, f64::abs);
        let order =
            |a: &&LevelComparison, b: &&LevelComparison| rank(a).cmp(&rank(b)).then(size(a).total_cmp(&size(b)));
        self.equivalence.iter().rev().max_by(order)
    }
}

impl fmt::Display for LevelComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}: {}", self.level_a, self.level_b, self.equivalence)
    }
}

impl fmt::Display for FactorAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.worst_level {
            Some(level) => write!(f, "{} {level}: {}", self.factor, self.verdict)?,
            None => write!(f, "{}", self.verdict)?,
        }
        for pair in &self.equivalence {
            write!(f, "\n{pair}")?;
        }
        if self.confounded {
            f.write_str(
                "\nEvery level is one process, so a difference between levels cannot be told from one between processes.",
            )?;
        }
        Ok(())
    }
}
