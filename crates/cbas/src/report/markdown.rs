//! The summary table for documents.

use super::rows::{headings, notes, rows};
use crate::analysis::JudgedCampaign;

/// The table of a campaign in Markdown, with what it rests on.
pub fn campaign(judged: &JudgedCampaign) -> String {
    let sizes = judged.campaign.manifest.protocol.sizes.len();
    let headings = headings(judged);
    let mut text = line(&headings);
    text.push_str(&format!("|{}\n", "---|".repeat(headings.len())));
    for row in rows(judged) {
        text.push_str(&line(&row.cells(sizes)));
    }
    text.push('\n');
    for note in notes(judged) {
        text.push_str(&format!("- {note}\n"));
    }
    text
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('*', "\\*")).collect();
    format!("| {} |\n", cells.join(" | "))
}
