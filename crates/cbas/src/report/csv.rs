//! The summary for spreadsheets: plain numbers in ns, one row a workload.

use super::rows::rows;
use crate::analysis::JudgedCampaign;

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

fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Quotes a cell that holds a separator (RFC 4180).
fn quoted(cell: String) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
