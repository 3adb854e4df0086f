//! Tables for people.

use cbas_convergence::settings::Settings;

use super::grid::grid;
use super::rows::{notes, summary};
use super::sections::{Section, sections};
use super::series_rows;
use crate::analysis::{Judged, JudgedCampaign};

/// The summary table of every campaign, then one of all files.
pub fn inputs(judged: &[Judged], settings: &Settings) -> String {
    let campaigns = judged.iter().filter_map(|input| match input {
        Judged::Campaign(judged) => Some(campaign(judged)),
        Judged::File(_) => None,
    });
    let files = series_rows::files(judged, settings).map(|table| {
        let grid = grid(&table.headings, table.rows);
        table.notes.iter().fold(grid, |text, note| text + note + "\n")
    });
    campaigns.chain(files).collect()
}

/// The summary table of a campaign and what it rests on.
pub fn campaign(judged: &JudgedCampaign) -> String {
    let (headings, rows) = summary(judged);
    let mut text = grid(&headings, rows);
    for note in notes(judged) {
        text.push_str(&note);
        text.push('\n');
    }
    text.extend(sections(judged).iter().map(section));
    text
}

/// A table with its title and what it rests on, after an empty line.
pub fn section(section: &Section) -> String {
    let table = format!("\n{}\n{}", section.title, grid(&section.headings, section.rows.iter().cloned()));
    section.notes.iter().fold(table, |text, note| text + note + "\n")
}
