//! Comparisons of two sizes or two runs (§7).

use super::Analysis;
use super::equivalence::{Equivalence, EquivalenceKind, InconclusiveReason, Outcome, Over, RatioInterval, Side};
use super::run::{MIN_FOR_INTERVAL, RunAnalysis};
use crate::sample::{Granularity, Series};
use crate::settings::Settings;
use crate::statistics::distribution::normal_quantile;
use crate::statistics::equivalence::{RatioTest, independent_interval, nested_interval};
use crate::statistics::interval::MeanEstimate;
use crate::statistics::moments::Moments;

/// A test and its intervals, before the outcome.
struct Comparison {
    test: RatioTest,
    outer: (f64, f64),
    inner: (f64, f64),
    /// Samples or processes of the larger side.
    units: usize,
    by_process: bool,
}

impl Comparison {
    fn of_process_test(test: RatioTest, units: usize, s: &Settings) -> Self {
        Self { outer: test.interval(s.confidence), inner: test.interval(s.test_level()), test, units, by_process: true }
    }

    /// §7.4.
    fn outcome(&self, s: &Settings) -> Outcome {
        let passes = self.inner.0 > -s.delta && self.inner.1 < s.delta;
        let sees_difference = self.outer.0 > 0.0 || self.outer.1 < 0.0;
        match (passes, sees_difference) {
            (true, false) => Outcome::Equivalent,
            (true, true) => Outcome::DifferentButEquivalent,
            (false, true) => Outcome::Different,
            (false, false) => self.inconclusive(s),
        }
    }

    fn inconclusive(&self, s: &Settings) -> Outcome {
        let room = s.delta - self.test.relative_difference.abs();
        if room <= 0.0 {
            return Outcome::without_numbers(InconclusiveReason::OutsideMargin);
        }
        let ratio = 2.0 * normal_quantile(s.confidence) * self.test.standard_error / room;
        let needed = Some((self.units as f64 * ratio * ratio).ceil() as usize);
        Outcome::Inconclusive {
            reason: InconclusiveReason::Precision,
            n_needed: needed.filter(|_| !self.by_process),
            processes_needed: needed.filter(|_| self.by_process),
        }
    }
}

impl Equivalence {
    fn blank(kind: EquivalenceKind, a: Side, b: Side, s: &Settings, reason: InconclusiveReason) -> Self {
        Self {
            kind,
            over: None,
            process: None,
            a,
            b,
            margin: s.delta,
            relative_difference: None,
            standard_error: None,
            df: None,
            interval: None,
            test_interval: None,
            p_t: None,
            zero_variance: false,
            outcome: Outcome::without_numbers(reason),
        }
    }

    fn of(kind: EquivalenceKind, a: Side, b: Side, c: &Comparison, s: &Settings) -> Self {
        Self {
            relative_difference: Some(c.test.relative_difference),
            standard_error: Some(c.test.standard_error),
            df: Some(c.test.df),
            interval: Some(RatioInterval::new(c.outer, s.confidence)),
            test_interval: Some(RatioInterval::new(c.inner, s.test_level())),
            p_t: Some(c.test.p_t),
            zero_variance: c.test.standard_error == 0.0,
            outcome: c.outcome(s),
            ..Self::blank(kind, a, b, s, InconclusiveReason::Precision)
        }
    }

    /// Overrules the outcome where a side cannot carry it, keeping R and its interval.
    fn limited_by_sides(mut self, a: &MeanEstimate, b: &MeanEstimate, s: &Settings) -> Self {
        if a.ess < s.ess_min || b.ess < s.ess_min {
            self.outcome = Outcome::without_numbers(InconclusiveReason::TooFewEffectiveSamples);
        }
        self
    }

    fn in_process(mut self, process: Option<&str>) -> Self {
        self.process = process.map(Into::into);
        self
    }
}

fn side_of(run: &RunAnalysis) -> Side {
    Side { n: run.planned_n.unwrap_or(run.n), n_used: Some(run.n_used), processes: 1, run: None }
}

/// Two runs that share no samples, of one workload or of two (§7.1, §7.5): R = m_a/m_b − 1.
pub fn compare_independent(a: &RunAnalysis, b: &RunAnalysis, settings: &Settings) -> Equivalence {
    let (kind, side_a, side_b) = (EquivalenceKind::Independent, side_of(a), side_of(b));
    let (x, y) = (&a.estimate, &b.estimate);
    if x.n.min(y.n) < MIN_FOR_INTERVAL {
        let blank = Equivalence::blank(kind, side_a, side_b, settings, InconclusiveReason::TooFewSamples);
        return Equivalence { relative_difference: Some(x.mean / y.mean - 1.0), ..blank };
    }
    let comparison = Comparison {
        test: RatioTest::independent(x, y, settings.delta),
        outer: independent_interval(x, y, settings.confidence),
        inner: independent_interval(x, y, settings.test_level()),
        units: x.n.max(y.n),
        by_process: false,
    };
    Equivalence::of(kind, side_a, side_b, &comparison, settings).limited_by_sides(x, y, settings)
}

/// The first `prefix` samples of a steady state z against all of it (§7.2, §7.5): R = m_prefix/m_whole − 1.
pub fn compare_nested(z: &[f64], prefix: usize, settings: &Settings) -> Equivalence {
    let kind = EquivalenceKind::Nested;
    let side_a = Side { n: prefix, n_used: Some(prefix.min(z.len())), processes: 1, run: None };
    let side_b = Side { n: z.len(), n_used: Some(z.len()), processes: 1, run: None };
    let blank = |reason| Equivalence::blank(kind, side_a, side_b, settings, reason);
    if prefix >= z.len() {
        return blank(InconclusiveReason::PrefixNotShorter);
    }
    if prefix.min(z.len() - prefix) < MIN_FOR_INTERVAL {
        return blank(InconclusiveReason::TooFewSamples);
    }
    let first = MeanEstimate::of(&z[..prefix], settings.long_run_batches);
    let rest = MeanEstimate::of(&z[prefix..], settings.long_run_batches);
    if first.mean + rest.mean <= 0.0 {
        return blank(InconclusiveReason::Precision);
    }
    let comparison = Comparison {
        test: RatioTest::nested(&first, &rest, settings.delta),
        outer: nested_interval(&first, &rest, settings.confidence),
        inner: nested_interval(&first, &rest, settings.test_level()),
        units: z.len(),
        by_process: false,
    };
    Equivalence::of(kind, side_a, side_b, &comparison, settings).limited_by_sides(&first, &rest, settings)
}

/// Means of different processes on either side (§7.3, Welch): R = m̄_a/m̄_b − 1.
pub fn compare_processes(a: &[f64], b: &[f64], settings: &Settings) -> Equivalence {
    let side = |means: &[f64]| Side { n: means.len(), n_used: None, processes: means.len(), run: None };
    let (kind, side_a, side_b) = (EquivalenceKind::Processes, side(a), side(b));
    if a.len().min(b.len()) < 2 {
        return Equivalence::blank(kind, side_a, side_b, settings, InconclusiveReason::TooFewProcesses);
    }
    let test = RatioTest::between_processes(&Moments::of(a), &Moments::of(b), settings.delta);
    let comparison = Comparison::of_process_test(test, a.len().max(b.len()), settings);
    Equivalence::of(kind, side_a, side_b, &comparison, settings)
}

/// Two series: over their processes where both have several, else of their (first) main runs.
pub fn compare(a: &Analysis, b: &Analysis, settings: &Settings) -> Equivalence {
    let first = |analysis: &Analysis| analysis.main_runs.first().copied().unwrap_or(0);
    match (&a.between, &b.between) {
        (Some(x), Some(y)) => {
            let mut result = compare_processes(&x.process_means, &y.process_means, settings);
            result.a.n = side_of(&a.runs[first(a)]).n;
            result.b.n = side_of(&b.runs[first(b)]).n;
            result
        }
        _ => compare_independent(&a.runs[first(a)], &b.runs[first(b)], settings),
    }
}

/// Every comparison of one planned size with the next larger one; with a single size, that of its two runs (§7.1).
pub(super) fn compare_sizes(series: &Series, runs: &[RunAnalysis], s: &Settings) -> Vec<Equivalence> {
    if matches!(series.granularity(), Granularity::Aggregate | Granularity::PerProcess) {
        return Vec::new();
    }
    if let [planned] = series.planned_sizes()[..] {
        return same_size(series, &series.runs_planned(planned))
            .map(|(a, b)| {
                let mut entry = compare_independent(&runs[a], &runs[b], s);
                (entry.a.run, entry.b.run) = (Some(a), Some(b));
                entry
            })
            .into_iter()
            .collect();
    }
    let sizes: Vec<usize> = series.planned_sizes().into_iter().flatten().collect();
    sizes.windows(2).flat_map(|pair| Pair { series, runs, small: pair[0], large: pair[1], s }.compare()).collect()
}

/// The two runs of one size that are compared with each other: the only two, or those named `a` and `b`.
fn same_size(series: &Series, members: &[usize]) -> Option<(usize, usize)> {
    if let [a, b] = *members {
        return Some((a, b));
    }
    let named = |name: &str| {
        let mut found = members.iter().copied().filter(|&i| series.runs()[i].process() == Some(name));
        found.next().filter(|_| found.next().is_none())
    };
    Some((named("a")?, named("b")?))
}

/// Two consecutive planned sizes.
struct Pair<'a> {
    series: &'a Series,
    runs: &'a [RunAnalysis],
    small: usize,
    large: usize,
    s: &'a Settings,
}

impl Pair<'_> {
    fn compare(&self) -> Vec<Equivalence> {
        let matched = self.matched();
        let long = self.series.runs_planned(Some(self.large));
        let independent: Vec<Equivalence> = matched.iter().map(|&(a, b)| self.independent(a, b)).collect();
        let nested: Vec<Equivalence> = long.iter().map(|&run| self.nested(run)).collect();
        let mut list = Vec::new();
        if matched.len() > 1 {
            list.push(self.per_process(Over::Independent, &independent));
        } else if let Some(entry) = self.unmatched(&long).filter(|_| matched.is_empty()) {
            list.push(entry);
        }
        if long.len() > 1 {
            list.push(self.per_process(Over::Nested, &nested));
        }
        list.extend(independent);
        list.extend(nested);
        list
    }

    /// Pairs of runs (small, large) of the same process; runs without a process pair up in order.
    fn matched(&self) -> Vec<(usize, usize)> {
        let mut free = self.series.runs_planned(Some(self.small));
        let process = |i: usize| self.series.runs()[i].process();
        let pair = |b: usize| {
            let at = free.iter().position(|&a| process(a) == process(b))?;
            Some((free.remove(at), b))
        };
        self.series.runs_planned(Some(self.large)).into_iter().filter_map(pair).collect()
    }

    fn independent(&self, a: usize, b: usize) -> Equivalence {
        compare_independent(&self.runs[a], &self.runs[b], self.s).in_process(self.series.runs()[b].process())
    }

    /// The cut comes from the whole run, and the prefix counts from it.
    fn nested(&self, run: usize) -> Equivalence {
        let samples = &self.series.runs()[run];
        let z = &samples.nanoseconds()[self.runs[run].warm_up..];
        let mut entry = compare_nested(z, self.small, self.s).in_process(samples.process());
        entry.b.n = self.large;
        entry
    }

    fn per_process(&self, over: Over, entries: &[Equivalence]) -> Equivalence {
        let differences: Vec<f64> = entries.iter().filter_map(|e| e.relative_difference).collect();
        let side = |n| Side { n, n_used: None, processes: differences.len(), run: None };
        let (kind, a, b) = (EquivalenceKind::PerProcess, side(self.small), side(self.large));
        let entry = match RatioTest::per_process(&differences, self.s.delta) {
            Some(test) => {
                let comparison = Comparison::of_process_test(test, differences.len(), self.s);
                Equivalence::of(kind, a, b, &comparison, self.s)
            }
            None => Equivalence::blank(kind, a, b, self.s, InconclusiveReason::TooFewProcesses),
        };
        Equivalence { over: Some(over), ..entry }
    }

    /// Welch on process means where no process has both sizes.
    fn unmatched(&self, long: &[usize]) -> Option<Equivalence> {
        let short = self.series.runs_planned(Some(self.small));
        if short.len() < 2 || long.len() < 2 {
            return None;
        }
        let means = |list: &[usize]| list.iter().map(|&i| self.runs[i].mean).collect::<Vec<_>>();
        let mut entry = compare_processes(&means(&short), &means(long), self.s);
        (entry.a.n, entry.b.n) = (self.small, self.large);
        Some(entry)
    }
}
