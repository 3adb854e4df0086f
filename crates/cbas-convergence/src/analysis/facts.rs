//! What was measured about one run, and what follows from it (§5-§9).

use super::run::{DriftFinding, Findings, Interval, MIN_FOR_INTERVAL, RunAnalysis, ShiftFinding};
use super::warning::Warning;
use crate::sample::Run;
use crate::settings::{Settings, WarmUp};
use crate::statistics::autocovariance::lag1;
use crate::statistics::digest::Digest;
use crate::statistics::distribution::normal_quantile;
use crate::statistics::interval::{MeanEstimate, settled_at, variance_margin};
use crate::statistics::moments::mean;
use crate::statistics::order::OrderStatistics;
use crate::statistics::resolution::Resolution;
use crate::statistics::stability::HalfComparison;
use crate::statistics::warm_up::WarmUpCut;
use crate::verdict::{Instability, RunFacts, Scope, Verdict};

/// Everything measured about a run, before it is judged.
pub(super) struct Facts<'a> {
    pub(super) run: &'a Run,
    pub(super) z: &'a [f64],
    pub(super) cut: WarmUpCut,
    pub(super) resolution: Resolution,
    pub(super) order: OrderStatistics,
    pub(super) digest: Digest<'a>,
    pub(super) estimate: MeanEstimate,
    pub(super) findings: Option<Findings>,
    pub(super) halves: Option<HalfComparison>,
    pub(super) settings: &'a Settings,
}

impl Facts<'_> {
    fn enough(&self) -> bool {
        self.z.len() >= MIN_FOR_INTERVAL
    }

    fn zero_variance(&self) -> bool {
        self.digest.moments().variance() == 0.0
    }

    /// §5.3, or one step of the clock to either side where nothing varies (§2.6).
    fn interval(&self) -> Option<Interval> {
        if !self.enough() {
            return None;
        }
        let (s, e) = (self.settings, &self.estimate);
        let (low, high) = if self.zero_variance() {
            (e.mean - self.resolution.step, e.mean + self.resolution.step)
        } else {
            e.interval(s.confidence)
        };
        let relative_half_width =
            if self.zero_variance() { self.resolution.step / e.mean } else { e.relative_half_width(s.confidence) };
        let indicative = self.z.len() < s.n_min;
        Some(Interval { low, high, level: s.confidence, relative_half_width, indicative })
    }

    fn ess_residual(&self) -> f64 {
        self.findings.as_ref().map_or(self.z.len() as f64, |f| f.stability.ess_residual)
    }

    fn decidable(&self) -> bool {
        self.ess_residual() >= self.settings.ess_min
    }

    fn drift(&self) -> Option<DriftFinding> {
        let f = self.findings.as_ref()?;
        Some(DriftFinding { z: f.stability.drift_z, relative: f.stability.drift / f.level })
    }

    fn significant_drift(&self) -> Option<DriftFinding> {
        let critical = normal_quantile(1.0 - self.settings.drift_alpha / 2.0);
        self.drift().filter(|d| d.z.abs() > critical)
    }

    fn shifts(&self) -> Vec<ShiftFinding> {
        let Some(f) = &self.findings else { return Vec::new() };
        let finding = |at, change: f64| ShiftFinding { at: self.cut.cut + at, relative: change / f.level };
        f.stability.shifts.iter().map(|shift| finding(shift.at, shift.change)).collect()
    }

    fn spread(&self) -> Option<f64> {
        self.findings.as_ref().map(|f| f.stability.spread / f.level)
    }

    /// Instabilities that are significant, decidable and larger than the target (§6.3, §6.4).
    fn reasons(&self) -> Vec<Instability> {
        let eps = self.settings.eps;
        let mut reasons = Vec::new();
        if self.decidable() {
            if let Some(d) = self.significant_drift().filter(|d| d.relative.abs() > eps) {
                reasons.push(Instability::Drift { relative: d.relative });
            }
            if let Some(relative) = self.spread().filter(|&s| s > eps) {
                reasons.push(Instability::LevelShift { at: self.shifts().iter().map(|s| s.at).collect(), relative });
            }
        }
        if reasons.is_empty()
            && let Some(h) = self.halves.filter(|h| h.different && h.relative_difference.abs() > eps)
        {
            reasons.push(Instability::TailRateChange { relative: h.relative_difference });
        }
        reasons
    }

    fn instability(&self) -> f64 {
        let drift = self.significant_drift().map_or(0.0, |d| d.relative.abs());
        drift.max(self.spread().unwrap_or(0.0))
    }

    /// Largest distance of a level that the stream had from its mean, in units of the mean: half a significant drift,
    /// or that of the level that is furthest off.
    fn departure(&self) -> f64 {
        let Some(f) = &self.findings else { return 0.0 };
        let drift = self.significant_drift().map_or(0.0, |d| d.relative.abs() / 2.0);
        let shifts = &f.stability.shifts;
        let ends = shifts.iter().map(|s| s.at).chain([self.z.len()]);
        let starts = std::iter::once(0).chain(shifts.iter().map(|s| s.at));
        let steps = std::iter::once(0.0).chain(shifts.iter().map(|s| s.change));
        let mut level = 0.0;
        let levels: Vec<(f64, f64)> = steps
            .zip(starts.zip(ends))
            .map(|(step, (start, end))| {
                level += step;
                (level, (end - start) as f64)
            })
            .collect();
        let middle = levels.iter().map(|(level, length)| level * length).sum::<f64>() / self.z.len() as f64;
        levels.iter().map(|(level, _)| (level - middle).abs() / f.level).fold(drift, f64::max)
    }

    /// Half-width to quote for every level that the stream had (§9). A fitted line is at its ends twice as uncertain as
    /// the mean.
    fn quotable(&self, half_width: f64) -> f64 {
        let departure = self.departure();
        if departure > 0.0 { 2.0 * half_width + departure } else { half_width }
    }

    /// §5.4, with the long-run variance at its upper 80 % bound.
    fn required_n(&self) -> Option<usize> {
        let (s, e, used) = (self.settings, self.estimate.cautious(), self.z.len() as f64);
        if !self.enough() {
            return Some(self.cut.cut + s.n_min);
        }
        let mut n = (used * e.growth_for(s.eps, s.confidence)?).max(s.n_min as f64).max(s.ess_min * e.tau);
        if !self.decidable() {
            let ess = self.ess_residual() / variance_margin(self.ess_residual(), 0.0);
            n = n.max(used * s.ess_min / ess);
        }
        Some(self.cut.cut + n.ceil() as usize)
    }

    /// §5.5; all-equal samples are settled as soon as a verdict is possible (§2.6).
    fn at_n(&self) -> Option<usize> {
        let s = self.settings;
        if self.z.len() < s.n_min {
            return None;
        }
        if self.zero_variance() {
            return (self.resolution.step <= s.eps * self.estimate.mean).then_some(self.cut.cut + s.n_min);
        }
        let meets = |e: &MeanEstimate| e.ess >= s.ess_min && e.relative_half_width(s.confidence) <= s.eps;
        settled_at(&self.digest, &self.estimate, meets).map(|n| self.cut.cut + n)
    }

    fn quantised(&self) -> bool {
        self.resolution.step / self.estimate.mean > self.settings.eps / 10.0
    }

    fn clock_gap(&self) -> Option<f64> {
        self.run.wall_mean().map(|wall| wall / mean(self.run.nanoseconds()) - 1.0)
    }

    fn zeros(&self) -> usize {
        if self.cut.cut == 0 && self.order.min > 0.0 {
            return 0;
        }
        self.run.nanoseconds().iter().filter(|&&v| v == 0.0).count()
    }

    fn preempted_share(&self) -> Option<f64> {
        let count = |flags: &[bool]| flags.iter().filter(|&&f| f).count();
        self.run.preempted().map(|flags| count(flags) as f64 / flags.len() as f64)
    }

    fn warnings(&self) -> Vec<Warning> {
        let (s, e) = (self.settings, &self.estimate);
        let mut list = Vec::new();
        let mut add = |applies: bool, warning: Warning| {
            if applies {
                list.push(warning);
            }
        };
        if let WarmUp::Fixed(requested) = s.warm_up {
            add(requested >= self.run.len(), Warning::WarmUpTooLong { requested });
        }
        add(self.enough() && self.z.len() < s.n_min, Warning::Indicative { n: self.z.len() });
        add(self.enough() && self.zero_variance(), Warning::ZeroVariance);
        add(self.enough() && e.few_events(), Warning::FewEvents { ess: e.ess, skewness: e.skewness });
        let step = self.resolution.step;
        add(self.quantised(), Warning::Quantised { resolution: step, relative: step / e.mean });
        if let Some(relative) = self.clock_gap() {
            add(relative > s.eps, Warning::ClockGap { relative });
        }
        if let Some(share) = self.preempted_share() {
            add(share > 0.01, Warning::Preempted { share });
        }
        let (decidable, shifts, spread) = (self.decidable(), self.shifts().len(), self.spread().unwrap_or(0.0));
        let small = decidable && shifts > 0 && spread <= s.eps;
        add(small, Warning::ImmaterialShift { relative: spread, shifts });
        if let Some(d) = self.significant_drift() {
            let small = decidable && d.relative.abs() <= s.eps;
            add(small, Warning::ImmaterialDrift { relative: d.relative, z: d.z });
        }
        let (relative, ess_residual) = (self.instability(), self.ess_residual());
        add(!decidable && relative > s.eps, Warning::UndecidedChange { relative, ess_residual });
        list
    }

    /// The figures with their verdict.
    pub(super) fn conclude(self) -> RunAnalysis {
        let (e, o, enough) = (self.estimate, self.order, self.enough());
        let interval = self.interval();
        let half_width = interval.map(|i| i.relative_half_width);
        let stability_shown = self.halves.map(|h| h.equal);
        let (required_n, at_n) = (self.required_n(), self.at_n());
        let facts = RunFacts {
            n: self.run.len(),
            n_used: self.z.len(),
            boundary: self.cut.boundary,
            reasons: self.reasons(),
            ess: e.ess,
            ess_residual: self.ess_residual(),
            mean: e.mean,
            relative_half_width: half_width,
            resolution: self.resolution.step,
            zero_variance: self.zero_variance(),
            at_n,
            need_n: required_n,
            stability_shown,
        };
        let when = |value: f64| enough.then_some(value);
        let tested = self.findings.is_some();
        RunAnalysis {
            process: self.run.process().map(Into::into),
            planned_n: self.run.planned_n(),
            n: self.run.len(),
            warm_up: self.cut.cut,
            n_used: self.z.len(),
            scope: Scope::WithinProcess,
            mean: e.mean,
            median: o.median,
            sd: self.digest.moments().sd(),
            min: o.min,
            max: o.max,
            q05: o.q05,
            q25: o.q25,
            q75: o.q75,
            q95: o.q95,
            q99: o.q99,
            mad: o.mad,
            skewness: self.digest.moments().skewness().filter(|_| enough),
            lag1: lag1(self.z, self.digest.moments()).filter(|_| enough),
            long_run_variance: when(e.long_run_variance),
            ess: when(e.ess),
            tau: when(e.tau),
            df: when(e.df),
            standard_error: when(e.standard_error),
            interval,
            drift: self.drift(),
            shifts: self.shifts(),
            spread: self.spread(),
            ess_residual: tested.then(|| self.ess_residual()),
            instability: tested.then(|| self.instability()),
            stability_shown,
            half_difference: self.halves.map(|h| h.relative_difference),
            required_n,
            required_n_plain: when(e.plain_required_n(self.settings.eps, self.settings.confidence)),
            at_n,
            quotable_relative: half_width.map(|h| self.quotable(h)),
            resolution: self.resolution.step,
            quantised: self.quantised(),
            ties: self.resolution.ties(self.run.len()),
            n_zero: self.zeros(),
            unseen_event_rate: 3.0 / self.z.len() as f64,
            preempted_share: self.preempted_share(),
            wall_mean: self.run.wall_mean(),
            clock_gap: self.clock_gap(),
            warnings: self.warnings(),
            verdict: Verdict::of_run(&facts, self.settings),
            estimate: e,
        }
    }
}
