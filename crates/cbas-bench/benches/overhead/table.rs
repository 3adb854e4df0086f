//! The table: of the rounds of one layout of the code, or of several layouts.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cbas_convergence::statistics::order;
use cbas_convergence::statistics::signed_rank::hodges_lehmann;
use serde::{Deserialize, Serialize};

use super::statistics::Ratio;

/// An operation, with a value for each round, or for each layout.
#[derive(Default)]
pub struct Line {
    pub name: String,
    /// ns an operation.
    pub ours: Vec<f64>,
    /// Ours to that of the bare loop.
    pub bare: Vec<f64>,
    pub criterion: Vec<f64>,
    pub divan: Vec<f64>,
}

/// What one layout says of an operation.
#[derive(Serialize, Deserialize)]
struct Record {
    name: String,
    ours_ns: f64,
    bare: f64,
    criterion: f64,
    divan: f64,
    /// What the tool reports for the empty workload.
    empty_ns: f64,
}

/// One layout as CSV: medians of the times, centres of the ratios.
pub fn write_csv(lines: &[Line], empty_ns: f64) -> Result<()> {
    let mut writer = csv::Writer::from_writer(std::io::stdout().lock());
    let centre = |ratios: &[f64]| hodges_lehmann(ratios).centre;
    for Line { name, ours, bare, criterion, divan } in lines {
        let (name, ours_ns) = (name.clone(), order::median(&mut ours.clone()));
        let (bare, criterion, divan) = (centre(bare), centre(criterion), centre(divan));
        writer.serialize(Record { name, ours_ns, bare, criterion, divan, empty_ns }).context("cannot print")?;
    }
    writer.flush().context("cannot print")
}

/// The table of several layouts, from a file for each.
pub fn of_layouts(files: &[PathBuf]) -> Result<()> {
    let (mut lines, mut empty): (Vec<Line>, Vec<f64>) = Default::default();
    for file in files {
        let mut reader = csv::Reader::from_path(file).with_context(|| format!("cannot read {}", file.display()))?;
        for record in reader.deserialize() {
            let record: Record = record.with_context(|| format!("{} is no file of --csv", file.display()))?;
            let known = lines.iter().position(|line| line.name == record.name);
            let at = known.unwrap_or_else(|| {
                lines.push(Line { name: record.name, ..Line::default() });
                lines.len() - 1
            });
            let line = &mut lines[at];
            line.ours.push(record.ours_ns);
            line.bare.push(record.bare);
            line.criterion.push(record.criterion);
            line.divan.push(record.divan);
            empty.push(record.empty_ns);
        }
    }
    for line in &lines {
        let found = line.ours.len();
        ensure!(
            found == files.len(),
            "{} is in {found} of {} files: they must be of the same operations",
            line.name,
            files.len()
        );
    }
    ensure!(!empty.is_empty(), "no layout was measured");
    print(&lines, &format!("{} layouts of the code", files.len()), order::median(&mut empty))
}

/// Prints lines whose values are over rounds or layouts.
pub fn print(lines: &[Line], over: &str, empty_ns: f64) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut text = String::from(
        "| operation | ours, ns | ours / bare loop | ours / criterion | ours / divan |\n|---|---|---|---|---|\n",
    );
    for Line { name, ours, bare, criterion, divan } in lines {
        let ours = four_digits(order::median(&mut ours.clone()));
        let (bare, criterion, divan) = (Ratio::of(bare), Ratio::of(criterion), Ratio::of(divan));
        text += &format!("| {name} | {ours} | {bare} | {criterion} | {divan} |\n");
    }
    writeln!(
        out,
        "{text}\nOver {over}: times are medians, ratios centres by Hodges and Lehmann with their 95 % interval. The empty workload reports {empty_ns:.2} ns."
    )
    .context("cannot print")
}

/// A positive time rounded to four digits: more say nothing about a machine whose speed shifts.
fn four_digits(ns: f64) -> f64 {
    let text = format!("{ns:.3e}");
    text.parse().expect("a number in scientific notation is one")
}
