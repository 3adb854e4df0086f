//! Tables for people, at the width of their terminal.

use std::io::IsTerminal;

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};

use cbas_convergence::settings::Settings;

use super::rows::{headings, notes, rows};
use super::sections::{Section, sections};
use super::series_rows;
use crate::analysis::{Judged, JudgedCampaign};

/// A plain grid with a heading.
pub fn grid(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = table();
    table.set_header(headings.to_vec());
    for row in rows {
        table.add_row(row);
    }
    format!("{}\n", table.trim_fmt())
}

/// The summary table of every campaign, then one of all files.
pub fn inputs(judged: &[Judged], settings: &Settings) -> String {
    let campaigns = judged.iter().filter_map(|input| match input {
        Judged::Campaign(judged) => Some(campaign(judged)),
        Judged::File(_) => None,
    });
    let files = series_rows::files(judged, settings).map(|table| {
        let grid = grid(&table.headings, table.rows.into_iter());
        table.notes.iter().fold(grid, |text, note| text + note + "\n")
    });
    campaigns.chain(files).collect()
}

/// The summary table of a campaign and what it rests on.
pub fn campaign(judged: &JudgedCampaign) -> String {
    let mut table = table();
    table.set_header(headings(judged));
    for row in rows(judged) {
        table.add_row(row.cells(judged));
    }
    let mut text = format!("{}\n", table.trim_fmt());
    for note in notes(judged) {
        text.push_str(&note);
        text.push('\n');
    }
    text.extend(sections(judged).iter().map(section));
    text
}

/// A table with its title and what it rests on, after an empty line.
pub fn section(section: &Section) -> String {
    let headings: Vec<&str> = section.headings.iter().map(String::as_str).collect();
    let table = format!("\n{}\n{}", section.title, grid(&headings, section.rows.iter().cloned()));
    section.notes.iter().fold(table, |text, note| text + note + "\n")
}

fn table() -> Table {
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')))
        .set_content_arrangement(ContentArrangement::Dynamic);
    // Without a terminal (a file, a pipe) lines are as long as they need to be.
    if std::io::stdout().is_terminal()
        && let Some((width, _)) = terminal_size::terminal_size()
    {
        table.set_width(width.0);
    }
    table
}
