//! The summary for spreadsheets: plain numbers in ns, one row a workload.

use cbas_convergence::analysis::{Analysis, Equivalence};

use super::rows::rows;
use crate::analysis::{Entry, Judged, JudgedCampaign};

/// Columns of the file.
const COLUMNS: [&str; 14] = [
    "operation",
    "library",
    "version",
    "batch",
    "n",
    "processes",
    "mean_ns",
    "low_ns",
    "high_ns",
    "relative_difference",
    "relative_difference_low",
    "relative_difference_high",
    "equivalence",
    "verdict",
];

/// Columns where not everything is one campaign.
const SERIES_COLUMNS: [&str; 17] = [
    "path",
    "series",
    "rejected_rows",
    "level",
    "runs",
    "samples",
    "mean_ns",
    "low_ns",
    "high_ns",
    "relative_half_width",
    "tau",
    "ess",
    "relative_difference",
    "relative_difference_low",
    "relative_difference_high",
    "equivalence",
    "verdict",
];

/// One table of everything: that of the campaign where there is nothing else, else one row a series and one more for
/// each level of its factor.
pub fn inputs(judged: &[Judged]) -> String {
    if let [Judged::Campaign(judged)] = judged {
        return campaign(judged);
    }
    let mut text = SERIES_COLUMNS.join(",") + "\n";
    for input in judged {
        let path = input.path();
        for entry in input.entries() {
            for cells in series_rows(&entry) {
                let rejected = entry.rejected.map_or_else(String::new, |rejected| rejected.count.to_string());
                let cells = [path.clone(), entry.name.to_owned(), rejected].into_iter().chain(cells);
                text.push_str(&cells.map(quoted).collect::<Vec<_>>().join(","));
                text.push('\n');
            }
        }
    }
    text
}

/// The cells of a series after those that all of its rows share.
fn series_rows(entry: &Entry<'_>) -> Vec<Vec<String>> {
    match &entry.outcome {
        Ok((analysis, None)) => vec![cells("", analysis, analysis.headline_equivalence())],
        Ok((analysis, Some(factor))) => {
            let whole = cells("", analysis, factor.headline().map(|pair| &pair.equivalence));
            let levels = factor.levels.iter().map(|level| cells(&level.level, &level.analysis, None));
            std::iter::once(whole).chain(levels).collect()
        }
        Err(reason) => {
            let mut cells = vec![String::new(); SERIES_COLUMNS.len() - 3];
            if let [.., verdict] = cells.as_mut_slice() {
                *verdict = format!("refused: {reason}");
            }
            vec![cells]
        }
    }
}

fn cells(level: &str, analysis: &Analysis, equivalence: Option<&Equivalence>) -> Vec<String> {
    let main = || analysis.main_runs.iter().map(|&run| &analysis.runs[run]);
    let (interval, ratio) = (analysis.interval(), equivalence.and_then(|entry| entry.interval));
    vec![
        level.to_owned(),
        main().count().to_string(),
        main().map(|run| run.n).sum::<usize>().to_string(),
        number(Some(analysis.mean())),
        number(interval.map(|interval| interval.low)),
        number(interval.map(|interval| interval.high)),
        number(interval.map(|interval| interval.relative_half_width)),
        number(main().filter_map(|run| run.tau).reduce(f64::max)),
        number(main().filter_map(|run| run.ess).reduce(f64::min)),
        number(equivalence.and_then(|entry| entry.relative_difference)),
        number(ratio.map(|interval| interval.low)),
        number(ratio.map(|interval| interval.high)),
        equivalence.map(|entry| entry.outcome.short()).unwrap_or_default(),
        analysis.verdict.short(),
    ]
}

/// One row a workload and planned size; an absent value is an empty cell.
pub fn campaign(judged: &JudgedCampaign) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for workload in &judged.workloads {
        let timed = &judged.campaign.manifest.workloads[workload.index];
        let Ok((_, analysis)) = &workload.outcome else { continue };
        let equivalence = analysis.headline_equivalence();
        let interval = equivalence.and_then(|entry| entry.interval);
        for size in &analysis.sizes {
            let cells = [
                timed.operation.clone(),
                timed.library.clone(),
                timed.library_version.clone(),
                timed.batch.to_string(),
                size.planned_n.map(|n| n.to_string()).unwrap_or_default(),
                size.processes.to_string(),
                size.mean.to_string(),
                number(size.interval.map(|interval| interval.low)),
                number(size.interval.map(|interval| interval.high)),
                number(equivalence.and_then(|entry| entry.relative_difference)),
                number(interval.map(|interval| interval.low)),
                number(interval.map(|interval| interval.high)),
                equivalence.map(|entry| entry.outcome.short()).unwrap_or_default(),
                size.verdict.short(),
            ];
            text.push_str(&cells.map(quoted).join(","));
            text.push('\n');
        }
    }
    for row in rows(judged) {
        if let Err(reason) = row.figures {
            let mut cells = vec![String::new(); COLUMNS.len()];
            cells[0] = row.operation;
            cells[1] = row.library;
            cells[COLUMNS.len() - 1] = format!("error: {reason}");
            text.push_str(&cells.into_iter().map(quoted).collect::<Vec<_>>().join(","));
            text.push('\n');
        }
    }
    text
}

pub(super) fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Quotes a cell that holds a separator (RFC 4180).
pub(super) fn quoted(cell: String) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
