//! The summary table for documents.

use cbas_convergence::settings::Settings;

use super::rows::{notes, summary};
use super::sections::{Section, sections};
use super::series_rows;
use crate::analysis::{Judged, JudgedCampaign};

/// The table of every campaign, then one of all files.
pub fn inputs(judged: &[Judged], settings: &Settings) -> String {
    let campaigns = judged.iter().filter_map(|input| match input {
        Judged::Campaign(judged) => Some(campaign(judged)),
        Judged::File(_) => None,
    });
    let files = series_rows::files(judged, settings).map(|files| {
        let headings: Vec<String> = files.headings.iter().map(|&heading| heading.to_owned()).collect();
        format!("{}\n{}", grid(&headings, files.rows.into_iter()), list(&files.notes))
    });
    campaigns.chain(files).collect::<Vec<_>>().join("\n")
}

/// The table of a campaign in Markdown, with what it rests on.
pub fn campaign(judged: &JudgedCampaign) -> String {
    let (headings, rows) = summary(judged);
    let summary = grid(&headings, rows.into_iter());
    let sections: String = sections(judged).iter().map(section).collect();
    format!("{summary}\n{}{sections}", list(&notes(judged)))
}

/// A table with its title and what it rests on, after an empty line.
pub fn section(section: &Section) -> String {
    let notes = if section.notes.is_empty() { String::new() } else { format!("\n{}", list(&section.notes)) };
    format!("\n**{}**\n\n{}{notes}", section.title, grid(&section.headings, section.rows.iter().cloned()))
}

fn grid(headings: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = format!("|{}\n", "---|".repeat(headings.len()));
    rows.fold(line(headings) + &rule, |text, row| text + &line(&row))
}

fn list(notes: &[String]) -> String {
    notes.iter().map(|note| format!("- {note}\n")).collect()
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('*', "\\*")).collect();
    format!("| {} |\n", cells.join(" | "))
}
