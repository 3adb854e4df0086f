//! The verdict over all levels of a factor.

use super::super::Outcome;
use super::{FactorLevel, LevelComparison};
use crate::settings::Settings;
use crate::verdict::{Instability, Limiting, Verdict};

/// The level that is furthest from converged; `None` if all have.
pub(super) fn worst(levels: &[FactorLevel]) -> Option<&FactorLevel> {
    let open = levels.iter().filter(|level| !level.analysis.verdict.is_converged());
    // The first of equals.
    open.rev().max_by(|a, b| {
        let (a, b) = (severity(&a.analysis.verdict), severity(&b.analysis.verdict));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })
}

/// How far a verdict is from converged: its kind, and its distance among verdicts of that kind.
fn severity(verdict: &Verdict) -> (u8, f64) {
    match verdict {
        Verdict::AggregateOnly { .. } => (5, 0.0),
        Verdict::TooFewSamples { have, .. } => (4, -(*have as f64)),
        Verdict::Unstable { reasons, .. } => (3, reasons.iter().map(Instability::size).fold(0.0, f64::max)),
        Verdict::TooFewProcesses { have, .. } => (2, -(*have as f64)),
        Verdict::NotYet { relative_half_width, .. } => (1, relative_half_width.unwrap_or(f64::INFINITY)),
        Verdict::Converged { .. } => (0, 0.0),
    }
}

/// Of levels that have all converged: what their comparisons say.
pub(super) fn verdict_of_converged(
    factor: &str,
    levels: &[FactorLevel],
    comparisons: &[LevelComparison],
    settings: &Settings,
) -> Verdict {
    let size = |pair: &LevelComparison| pair.equivalence.relative_difference.unwrap_or(0.0);
    let largest = comparisons.iter().filter(|pair| pair.differs).map(size).rev();
    if let Some(relative) = largest.max_by(|a, b| a.abs().total_cmp(&b.abs())) {
        let reasons = vec![Instability::OrderDependent { factor: factor.to_owned(), relative }];
        return Verdict::Unstable { reasons, runs: Vec::new(), processes: processes(levels) };
    }
    let open: Vec<&Outcome> =
        comparisons.iter().map(|pair| &pair.equivalence.outcome).filter(|o| !o.is_equivalent()).collect();
    if open.is_empty() { converged(levels) } else { not_yet(levels, &open, settings) }
}

/// What it takes to decide the pair that needs most; nothing is promised if one pair promises nothing.
fn not_yet(levels: &[FactorLevel], open: &[&Outcome], settings: &Settings) -> Verdict {
    let needs = |of: fn(&Outcome) -> Option<usize>| open.iter().map(|outcome| of(outcome)).collect::<Option<Vec<_>>>();
    let largest = |list: Option<Vec<usize>>| list.and_then(|list| list.into_iter().max());
    Verdict::NotYet {
        limiting: Limiting::Levels,
        need_n: largest(needs(|outcome| match outcome {
            Outcome::Inconclusive { n_needed, .. } => *n_needed,
            _ => None,
        })),
        need_batch: None,
        need_processes: largest(needs(|outcome| match outcome {
            Outcome::Inconclusive { processes_needed, .. } => *processes_needed,
            _ => None,
        })),
        processes: processes(levels),
        relative_half_width: widest(levels),
        eps: settings.eps,
    }
}

/// All levels have converged and agree: what holds for each of them holds from the largest of their numbers on.
fn converged(levels: &[FactorLevel]) -> Verdict {
    let mut all = levels.iter().map(|level| &level.analysis.verdict);
    let first = all.next().cloned().unwrap_or(Verdict::AggregateOnly { values: 0 });
    all.fold(first, |sum, next| match (sum, next) {
        (
            Verdict::Converged {
                at_n: n,
                at_processes: k,
                processes,
                relative_half_width: h,
                confidence,
                zero_variance: z,
                stability_shown: s,
                unseen_event_rate: u,
            },
            Verdict::Converged {
                at_n,
                at_processes,
                processes: more,
                relative_half_width,
                zero_variance,
                stability_shown,
                unseen_event_rate,
                ..
            },
        ) => Verdict::Converged {
            at_n: n.zip(*at_n).map(|(a, b)| a.max(b)),
            at_processes: k.zip(*at_processes).map(|(a, b)| a.max(b)),
            processes: processes.min(*more),
            relative_half_width: h.max(*relative_half_width),
            confidence,
            zero_variance: z && *zero_variance,
            stability_shown: s.zip(*stability_shown).map(|(a, b)| a && b),
            // An event may be tied to one level, so its samples alone count.
            unseen_event_rate: u.max(*unseen_event_rate),
        },
        (sum, _) => sum,
    })
}

/// Processes every level speaks for at least.
fn processes(levels: &[FactorLevel]) -> usize {
    let each = levels.iter().map(|level| level.analysis.between.as_ref().map_or(1, |between| between.processes));
    each.min().unwrap_or(0)
}

fn widest(levels: &[FactorLevel]) -> Option<f64> {
    let widths = levels.iter().map(|level| Some(level.analysis.interval()?.relative_half_width));
    widths.collect::<Option<Vec<_>>>().and_then(|list| list.into_iter().reduce(f64::max))
}
