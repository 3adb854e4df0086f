//! A study that was re-run: its printed figures, its protocol and ours, and what changes.

use cbas_bench::campaign::TimedWorkload;
use cbas_bench::operation;
use cbas_bench::reference::{ReferenceRow, ReferenceStudy};
use cbas_convergence::analysis::Analysis;
use cbas_convergence::quantity::{chosen_percent, percent, signed_percent, significant, time};

use super::rows::{ABSENT, mean_cell};
use super::sections::Section;
use super::{markdown, text};
use crate::analysis::JudgedCampaign;

/// The same operations in the study's protocol and in ours.
pub struct Study {
    /// One process, one operation a sample, one run after the other, wall time.
    pub theirs: JudgedCampaign,
    /// Several processes, batches, interleaved blocks, CPU time.
    pub ours: JudgedCampaign,
}

/// One operation in both.
struct Pair<'a> {
    operation: String,
    theirs: &'a Analysis,
    ours: &'a Analysis,
    printed: Option<&'static ReferenceRow>,
    clock_ns: f64,
}

impl Study {
    /// The report for people.
    pub fn text(&self) -> String {
        let tables = self.sections().into_iter().map(|section| text::section(&section));
        self.findings().into_iter().map(|line| line + "\n").chain(tables).collect()
    }

    /// The report in Markdown.
    pub fn markdown(&self) -> String {
        let study = ReferenceStudy::shipped();
        let head = format!("# The reference study, re-run\n\n{}.\n\n", study.title);
        let findings = self.findings().into_iter().map(|line| format!("- {line}\n"));
        let tables = self.sections().into_iter().map(|section| markdown::section(&section));
        std::iter::once(head).chain(findings).chain(tables).collect()
    }

    /// The operations that both campaigns hold.
    fn pairs(&self) -> Vec<Pair<'_>> {
        let pair = |timed: &TimedWorkload| {
            let printed = ReferenceStudy::shipped().operations.iter().find(|row| row.id == timed.operation);
            let (theirs, ours) = (find(&self.theirs, &timed.id)?, find(&self.ours, &timed.id)?);
            Some(Pair { operation: timed.operation.clone(), theirs, ours, printed, clock_ns: self.clock_ns() })
        };
        self.theirs.campaign.manifest.workloads.iter().filter_map(pair).collect()
    }

    /// What an empty sample costs in the study's protocol, ns: it was not subtracted there.
    fn clock_ns(&self) -> f64 {
        let record = self.theirs.campaign.processes.first().and_then(|process| process.record.as_ref());
        record.map_or(0.0, |record| record.clock_cost().wall_ns)
    }

    fn sections(&self) -> Vec<Section> {
        let pairs = self.pairs();
        vec![means(&pairs), ratios(&pairs), batches(&pairs), processes(&pairs)]
    }

    /// What changes, one sentence each.
    fn findings(&self) -> Vec<String> {
        let pairs = self.pairs();
        let manifest = &self.theirs.campaign.manifest;
        let library = manifest.workloads.first().map_or("", |timed| &timed.library_version);
        let eps = self.ours.settings.eps;
        let mut findings = vec![
            format!(
                "miracl_core {library} on {}: the study's protocol is one process, one operation a sample, one run after \
                 the other, wall time with the cost of the clock left in; ours is {} fresh processes, samples of at least \
                 100 µs, interleaved blocks, thread CPU time.",
                manifest.environment.machine(),
                self.ours.campaign.processes.len(),
            ),
            ReferenceStudy::shipped().note.clone(),
        ];
        findings.extend(largest("In print, the means at N = 1000 and N = 5000 differ by at most", &pairs, |pair| {
            pair.printed.map(printed_change)
        }));
        findings.extend(largest("In its protocol here, they differ by at most", &pairs, |pair| pair.change()));
        let moved = pairs.iter().filter_map(|pair| {
            let by = pair.moved()?;
            (pair.outside() && by.abs() > eps).then(|| format!("{} {}", pair.operation, signed_percent(by)))
        });
        findings.push(listed(
            &format!("Means of its protocol that lie outside our interval and more than {} away", chosen_percent(eps)),
            moved.collect(),
        ));
        let verdicts = pairs.iter().filter_map(|pair| {
            let (theirs, ours) = (pair.theirs.verdict.short(), pair.ours.verdict.short());
            (kind(&theirs) != kind(&ours)).then(|| format!("{} ({theirs}; ours {ours})", pair.operation))
        });
        findings.push(listed("Verdicts that differ", verdicts.collect()));
        let inflated = pairs.iter().filter_map(|pair| {
            let share = pair.clock_share();
            (share > 0.001).then(|| format!("{} {}", pair.operation, percent(share)))
        });
        findings.push(listed("The clock adds to one-operation samples", inflated.collect()));
        let factors: Vec<String> = pairs
            .iter()
            .filter_map(|pair| Some(format!("{} {}", pair.operation, significant(pair.between_factor()?, 2))))
            .collect();
        findings.push(listed(
            "The standard deviation between processes, as a multiple of the difference between the two N of one process",
            factors,
        ));
        findings
    }
}

/// The analysis of a workload.
fn find<'a>(judged: &'a JudgedCampaign, id: &str) -> Option<&'a Analysis> {
    let index = judged.campaign.manifest.position(id)?;
    let workload = judged.workloads.iter().find(|workload| workload.index == index)?;
    workload.outcome.as_ref().ok().map(|(_, analysis)| analysis)
}

/// The pair with the largest absolute figure.
fn largest(words: &str, pairs: &[Pair<'_>], figure: impl Fn(&Pair<'_>) -> Option<f64>) -> Option<String> {
    let figures = pairs.iter().filter_map(|pair| Some((pair, figure(pair)?.abs())));
    let (pair, value) = figures.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!("{words} {} ({}).", percent(value), pair.operation))
}

fn listed(words: &str, items: Vec<String>) -> String {
    if items.is_empty() { format!("{words}: none.") } else { format!("{words}: {}.", items.join(", ")) }
}

/// Whether a verdict says converged, not yet or unstable, without the reason.
fn kind(verdict: &str) -> &str {
    let end = verdict.find([':', ' ']).unwrap_or(verdict.len());
    &verdict[..end]
}

fn printed_change(row: &ReferenceRow) -> f64 {
    row.mean_ms_1000 / row.mean_ms_5000 - 1.0
}

impl Pair<'_> {
    /// Mean of the study's protocol at a size, with the clock left in, ns.
    fn raw(&self, n: usize) -> Option<f64> {
        let size = self.theirs.sizes.iter().find(|size| size.planned_n == Some(n))?;
        Some(size.mean + self.clock_ns)
    }

    /// Relative difference of its means at N = 1000 and N = 5000.
    fn change(&self) -> Option<f64> {
        Some(self.raw(1000)? / self.raw(5000)? - 1.0)
    }

    /// Its mean at N = 5000 against ours.
    fn moved(&self) -> Option<f64> {
        Some(self.raw(5000)? / self.ours.mean() - 1.0)
    }

    /// Whether its mean lies outside our interval.
    fn outside(&self) -> bool {
        let (Some(raw), Some(interval)) = (self.raw(5000), self.ours.interval()) else { return false };
        !(interval.low..=interval.high).contains(&raw)
    }

    /// The clock's part of a one-operation sample, relative to the operation.
    fn clock_share(&self) -> f64 {
        self.clock_ns / self.theirs.mean()
    }

    /// Relative standard deviation of the means of our processes.
    fn between(&self) -> Option<f64> {
        self.ours.between.as_ref().map(|between| between.sd / between.mean)
    }

    /// The same as a multiple of what one process shows between its two N.
    fn between_factor(&self) -> Option<f64> {
        let change = self.change()?.abs();
        (change > 0.0).then_some(self.between()? / change)
    }

    fn symbol(&self) -> String {
        operation::find(&self.operation).ok().and_then(|operation| operation.symbol).unwrap_or("").to_owned()
    }
}

fn means(pairs: &[Pair<'_>]) -> Section {
    let headings = [
        "symbol",
        "operation",
        "printed, N = 1000",
        "printed, N = 5000",
        "change",
        "re-run, N = 1000",
        "re-run, N = 5000",
        "change",
        "the two means are",
        "its verdict",
        "our protocol, N = 5000",
        "our verdict",
        "its mean against ours",
    ];
    let row = |pair: &Pair<'_>| {
        let printed = |mean: fn(&ReferenceRow) -> f64| {
            pair.printed.map_or_else(|| ABSENT.to_owned(), |row| format!("{} ms", mean(row)))
        };
        vec![
            pair.symbol(),
            pair.operation.clone(),
            printed(|row| row.mean_ms_1000),
            printed(|row| row.mean_ms_5000),
            optional(pair.printed.map(printed_change), signed_percent),
            optional(pair.raw(1000), time),
            optional(pair.raw(5000), time),
            optional(pair.change(), signed_percent),
            pair.theirs.headline_equivalence().map_or_else(|| ABSENT.to_owned(), |found| found.outcome.short()),
            pair.theirs.verdict.short(),
            pair.ours.sizes.last().map_or_else(|| ABSENT.to_owned(), mean_cell),
            pair.ours.verdict.short(),
            optional(pair.moved(), signed_percent),
        ]
    };
    section("Means", &headings, pairs, row)
}

/// What travels between machines: each mean as a multiple of the pairing beside it.
fn ratios(pairs: &[Pair<'_>]) -> Section {
    let headings =
        ["operation", "printed, N = 1000", "printed, N = 5000", "re-run, N = 1000", "re-run, N = 5000", "ours"];
    let pairing = pairs.iter().find(|pair| pair.operation == "pairing");
    let row = |pair: &Pair<'_>| {
        let of = |figure: &dyn Fn(&Pair<'_>) -> Option<f64>| {
            let ratio = figure(pair).zip(pairing.and_then(figure)).map(|(value, pairing)| value / pairing);
            optional(ratio, |ratio| significant(ratio, 3))
        };
        vec![
            pair.operation.clone(),
            of(&|pair| Some(pair.printed?.mean_ms_1000)),
            of(&|pair| Some(pair.printed?.mean_ms_5000)),
            of(&|pair| pair.raw(1000)),
            of(&|pair| pair.raw(5000)),
            of(&|pair| Some(pair.ours.mean())),
        ]
    };
    section("Multiples of the pairing", &headings, pairs, row)
}

fn batches(pairs: &[Pair<'_>]) -> Section {
    let headings =
        ["operation", "clock in one sample", "batch 1, wall", "the clock's part", "our batches, wall", "batch 1 adds"];
    let row = |pair: &Pair<'_>| {
        let walls: Vec<f64> = pair.ours.main_runs.iter().filter_map(|&run| pair.ours.runs[run].wall_mean).collect();
        let wall = (!walls.is_empty()).then(|| walls.iter().sum::<f64>() / walls.len() as f64);
        let adds = pair.raw(5000).zip(wall).map(|(raw, wall)| raw / wall - 1.0);
        vec![
            pair.operation.clone(),
            time(pair.clock_ns),
            optional(pair.raw(5000), time),
            percent(pair.clock_share()),
            optional(wall, time),
            optional(adds, signed_percent),
        ]
    };
    section("What a sample of one operation adds", &headings, pairs, row)
}

fn processes(pairs: &[Pair<'_>]) -> Section {
    let headings = [
        "operation",
        "N = 1000 against 5000, one process",
        "sd between our processes",
        "as a multiple",
        "interval of one process, ±",
        "interval over processes, ±",
    ];
    let row = |pair: &Pair<'_>| {
        let half = |analysis: &Analysis| analysis.interval().map(|interval| interval.relative_half_width);
        vec![
            pair.operation.clone(),
            optional(pair.change(), signed_percent),
            optional(pair.between(), percent),
            optional(pair.between_factor(), |factor| significant(factor, 2)),
            optional(half(pair.theirs), percent),
            optional(half(pair.ours), percent),
        ]
    };
    section("Between processes", &headings, pairs, row)
}

fn section(title: &str, headings: &[&str], pairs: &[Pair<'_>], row: impl Fn(&Pair<'_>) -> Vec<String>) -> Section {
    Section {
        title: title.to_owned(),
        headings: headings.iter().map(|&heading| heading.to_owned()).collect(),
        rows: pairs.iter().map(row).collect(),
        notes: vec![],
    }
}

fn optional(figure: Option<f64>, show: impl Fn(f64) -> String) -> String {
    figure.map_or_else(|| ABSENT.to_owned(), show)
}
