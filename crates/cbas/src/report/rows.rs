//! The rows of the summary table, as every format prints them.

use cbas_bench::campaign::{Fault, ProcessSamples, SKIPPED, TimedWorkload};
use cbas_bench::operation::{self, Role};
use cbas_bench::protocol::InputRule;
use cbas_bench::reference::ReferenceStudy;
use cbas_convergence::analysis::{Analysis, SizeSummary, ratio};
use cbas_convergence::quantity::{
    chosen_percent, grouped, percent, relative_difference, signed_percent, significant, time_with_half_width,
    with_half_width,
};

use super::{aes, stops};
use crate::analysis::JudgedCampaign;

/// One row: a workload, or why there are no figures for it.
pub struct Row {
    /// Symbol in the reference study, or nothing.
    pub symbol: String,
    /// Operation identifier.
    pub operation: String,
    /// Library and its version.
    pub library: String,
    /// Whether the operation is one of the eight of the study.
    pub of_study: bool,
    /// Figures, or the reason why there are none.
    pub figures: Result<Figures, String>,
}

/// The figures of one row, ready to print.
pub struct Figures {
    /// Mean at each planned size, with the half-width of its interval.
    pub means: Vec<String>,
    /// Why its runs were ended, if they are measured until they have settled.
    pub stopped: String,
    /// Relative difference of the smallest size to the largest, with its interval.
    pub difference: String,
    /// Outcome of the equivalence test.
    pub equivalence: String,
    /// Verdict in a few words.
    pub verdict: String,
    /// Share of preempted samples.
    pub preempted: String,
    /// Wall mean over CPU mean, minus 1; nothing if wall time itself is analysed.
    pub wall_gap: String,
    /// Mean divided by that of the pairing, each at its largest size.
    pub ratio: String,
    /// The same ratio in the reference study, where known.
    pub study_ratio: String,
}

/// What a value that does not exist is printed as.
pub const ABSENT: &str = "–";

/// Headings and rows of the summary table, without the columns that are empty in every row.
pub fn summary(judged: &JudgedCampaign) -> (Vec<String>, Vec<Vec<String>>) {
    let cells: Vec<Vec<String>> = rows(judged).iter().map(|row| row.cells(judged)).collect();
    let told = |column: usize| cells.iter().any(|row| !row[column].is_empty() && row[column] != ABSENT);
    let headings = headings(judged);
    let kept: Vec<usize> = (0..headings.len()).filter(|&column| told(column)).collect();
    let keep = |row: &[String]| kept.iter().map(|&column| row[column].clone()).collect();
    (keep(&headings), cells.iter().map(|row| keep(row)).collect())
}

/// Headings of the columns; one mean a planned size.
fn headings(judged: &JudgedCampaign) -> Vec<String> {
    let sizes = &judged.campaign.manifest.protocol.sizes;
    let mut headings = vec!["symbol".to_owned(), "operation".to_owned(), "library".to_owned()];
    if judged.campaign.manifest.protocol.until.is_some() {
        headings.extend(["mean", "stopped"].map(str::to_owned));
    } else {
        headings.extend(sizes.iter().map(|n| format!("mean, N = {n}")));
    }
    let (small, large) = (sizes[0], sizes[sizes.len() - 1]);
    if small != large {
        headings.push(format!("N = {small} against {large}"));
        headings.push("the two means are".to_owned());
    }
    let rest = ["verdict", "preempted", "wall – CPU", "to pairing", "in the study"];
    headings.extend(rest.map(str::to_owned));
    headings
}

impl Row {
    /// The cells of the row under [`headings`]; a refused workload has its reason in the verdict's place.
    pub fn cells(&self, judged: &JudgedCampaign) -> Vec<String> {
        let protocol = &judged.campaign.manifest.protocol;
        let sizes = protocol.sizes.len();
        let mut cells = vec![self.symbol.clone(), self.operation.clone(), self.library.clone()];
        match &self.figures {
            Ok(figures) => {
                cells.extend(figures.means.iter().cloned());
                if protocol.until.is_some() {
                    cells.push(figures.stopped.clone());
                }
                if sizes > 1 {
                    cells.extend([figures.difference.clone(), figures.equivalence.clone()]);
                }
                cells.extend([
                    figures.verdict.clone(),
                    figures.preempted.clone(),
                    figures.wall_gap.clone(),
                    figures.ratio.clone(),
                    figures.study_ratio.clone(),
                ]);
            }
            Err(reason) => {
                let absent = sizes + usize::from(protocol.until.is_some()) + if sizes > 1 { 2 } else { 0 };
                cells.extend(std::iter::repeat_n(ABSENT.to_owned(), absent));
                // What is not on this machine is no error.
                let skipped = reason.starts_with(SKIPPED);
                cells.push(if skipped { reason.clone() } else { format!("error: {reason}") });
                cells.extend(std::iter::repeat_n(ABSENT.to_owned(), 4));
            }
        }
        cells
    }
}

/// All rows of a campaign in the order of the catalogue; refused workloads last.
pub fn rows(judged: &JudgedCampaign) -> Vec<Row> {
    let manifest = &judged.campaign.manifest;
    let pairing = judged.workloads.iter().find_map(|workload| {
        let timed = &manifest.workloads[workload.index];
        let (_, analysis) = workload.outcome.as_ref().ok()?;
        (timed.operation == "pairing" && timed.inputs != InputRule::Fixed).then_some(analysis)
    });
    let timed = judged.workloads.iter().map(|workload| {
        let timed = &manifest.workloads[workload.index];
        let lost = || judged.campaign.fault_of(timed).map(|fault| format!("its runner failed: {}", fault.reason));
        let figures = workload.outcome.as_ref().map_err(|error| lost().unwrap_or_else(|| error.to_string()));
        let library = format!("{} {}", timed.library, timed.library_version);
        let row =
            row(&timed.operation, library, figures.map(|(_, analysis)| figures_of(timed, analysis, pairing, judged)));
        match timed.inputs {
            InputRule::Fixed => Row { operation: format!("{} (fixed input)", row.operation), ..row },
            InputRule::Random | InputRule::Both => row,
        }
    });
    let failed = manifest
        .failures
        .iter()
        .map(|failure| row(&failure.operation, failure.library.clone(), Err(failure.reason.clone())));
    timed.chain(failed).collect()
}

fn row(id: &str, library: String, figures: Result<Figures, String>) -> Row {
    // A campaign of another version may hold an operation that this one does not know.
    let known = operation::find(id).ok();
    Row {
        symbol: known.and_then(|operation| operation.symbol).unwrap_or("").to_owned(),
        operation: id.to_owned(),
        library,
        of_study: known.is_some_and(|operation| operation.role == Role::Study),
        figures,
    }
}

fn figures_of(
    timed: &TimedWorkload,
    analysis: &Analysis,
    pairing: Option<&Analysis>,
    judged: &JudgedCampaign,
) -> Figures {
    let sizes = &judged.campaign.manifest.protocol.sizes;
    let equivalence = analysis.headline_equivalence();
    let absent = || ABSENT.to_owned();
    let size = |n: u32| analysis.sizes.iter().find(|size| size.planned_n == Some(n as usize));
    Figures {
        means: sizes
            .iter()
            .map(|&n| size(n).map_or_else(absent, |size| mean_cell(size) + &short_of(n, analysis, judged)))
            .collect(),
        stopped: stops::cell(&judged.campaign, &timed.id),
        difference: equivalence
            .and_then(|entry| Some((entry.relative_difference?, entry.interval?)))
            .map_or_else(absent, |(difference, interval)| relative_difference(difference, interval.low, interval.high)),
        equivalence: equivalence.map_or_else(absent, |entry| entry.outcome.short()),
        verdict: analysis.verdict.short(),
        preempted: analysis.preempted_share().map_or_else(absent, percent),
        wall_gap: analysis.clock_gap().map_or_else(absent, signed_percent),
        ratio: pairing.map_or_else(absent, |pairing| ratio_cell(analysis, pairing, judged)),
        study_ratio: ReferenceStudy::shipped()
            .ratio_to_pairing(&timed.operation)
            .map_or_else(absent, |value| significant(value, 3)),
    }
}

/// How many samples the shortest run has that was planned with `n`, if it was cut short: its process was interrupted, or its
/// runner failed.
fn short_of(n: u32, analysis: &Analysis, judged: &JudgedCampaign) -> String {
    let runs = analysis.runs.iter().filter(|run| run.planned_n == Some(n as usize));
    match runs.map(|run| run.n).min() {
        // Without a fixed N, `stopped` says it.
        Some(least) if least < n as usize && judged.campaign.manifest.protocol.until.is_none() => {
            format!(" (n = {})", grouped(least))
        }
        _ => String::new(),
    }
}

/// The mean as a multiple of that of the pairing.
fn ratio_cell(analysis: &Analysis, pairing: &Analysis, judged: &JudgedCampaign) -> String {
    if std::ptr::eq(analysis, pairing) {
        return "1".to_owned();
    }
    let ratio = ratio(analysis, pairing, &judged.settings);
    ratio.half_width().map_or_else(|| significant(ratio.value, 3), |half| with_half_width(ratio.value, half))
}

/// A mean with the larger half-width of its interval.
pub fn mean_cell(size: &SizeSummary) -> String {
    match size.interval {
        Some(interval) => time_with_half_width(size.mean, (interval.high - size.mean).max(size.mean - interval.low)),
        None => cbas_convergence::quantity::time(size.mean),
    }
}

/// What the table rests on and what it cannot show, one sentence each.
pub fn notes(judged: &JudgedCampaign) -> Vec<String> {
    let protocol = &judged.campaign.manifest.protocol;
    let processes = judged.campaign.processes.len();
    let settings = &judged.settings;
    let level = chosen_percent(settings.confidence);
    let mut notes = vec![format!(
        "{} time of {}, {} {}, order {}, seed {}; ± is the larger half-width of the {level} interval{}.",
        if judged.clock == cbas_bench::campaign::ClockChoice::Cpu { "Thread CPU" } else { "Wall" },
        judged.campaign.manifest.environment.machine(),
        processes,
        if processes == 1 { "process" } else { "fresh processes" },
        protocol.order,
        protocol.seed,
        if processes > 1 { " over processes" } else { " within that process" },
    )];
    if judged.campaign.manifest.workloads.iter().any(|timed| timed.library == "blstrs") {
        notes.push(format!("blstrs ran on {}.", judged.campaign.manifest.environment.build.blst_path));
    }
    notes.push(format!(
        "Verdict: converged means a half-width of at most {} and no material instability; equivalence margin {}.",
        chosen_percent(settings.eps),
        chosen_percent(settings.delta),
    ));
    if let Some(until) = protocol.until {
        notes.push(format!(
            "Stopped: a run ends when two checkpoints in a row find it converged to {}, at N = {}, or after {:.0} s of its process.",
            chosen_percent(until.eps),
            grouped(until.max_n as usize),
            until.max_seconds,
        ));
    }
    if processes == 1 {
        notes.push(
            "One process only: nothing here says how the mean varies from process to process, which is often many \
             times what one process suggests. Run without --quick for means that can be published."
                .to_owned(),
        );
    }
    let rows = rows(judged);
    if rows.iter().any(|row| row.of_study) {
        let study = ReferenceStudy::shipped();
        notes.push(format!("Study: printed means of {}, N = 5000. {}", study.library, study.note));
    }
    notes.extend(aes::notes(judged));
    notes.extend(faults(judged));
    notes.extend(warnings(judged));
    notes
}

/// What runners did wrong, process by process.
fn faults(judged: &JudgedCampaign) -> Vec<String> {
    let of_process = |process: &ProcessSamples| {
        let index = process.process;
        let told = |fault: &Fault| format!("Warning: process {index}, runner {}: {}.", fault.runner, fault.reason);
        process.faults().iter().map(told).collect::<Vec<_>>()
    };
    judged.campaign.processes.iter().flat_map(of_process).collect()
}

/// Warnings of the analyses that concern the table as a whole.
fn warnings(judged: &JudgedCampaign) -> Vec<String> {
    let gapped: Vec<String> = judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let (_, analysis) = workload.outcome.as_ref().ok()?;
            let gap = analysis.clock_gap()?;
            (gap.abs() > judged.settings.eps).then(|| format!("{} {}", analysis.name, signed_percent(gap)))
        })
        .collect();
    if gapped.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Warning: wall time exceeds CPU time by more than {} ({}): the machine was doing other work.",
        chosen_percent(judged.settings.eps),
        gapped.join(", ")
    )]
}
