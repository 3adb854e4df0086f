//! `cbas costs`: prices schemes, with intervals.

use std::path::Path;

use anyhow::{Context, Result};
use cbas_bench::campaign::write_atomically;

use crate::cli::{CostFormatArg, CostsArgs};
use crate::command::{complain, print};
use crate::costs::Costing;
use crate::costs::measured::{Measured, measure};
use crate::report::costs::{csv, document, json, latex, measured, methods, pictures, sections, table};

/// Prices what is asked for and prints it.
pub fn run(arguments: &CostsArgs) -> Result<()> {
    if arguments.measure {
        return run_measured(arguments);
    }
    let (costing, left_out) = Costing::of(arguments)?;
    for reason in &left_out {
        complain(&format!("warning: left out: {reason}"));
    }
    for priced in &costing.schemes {
        if let Some(warning) = &priced.cost.warning {
            complain(&format!("warning: {warning}"));
        }
    }
    if costing.is_unpriced() {
        complain("warning: no phase can be priced with these unit costs: the tables say what is missing");
    }
    if let Some(directory) = &arguments.out {
        write(&costing, directory)?;
    }
    print(&text(&costing, arguments.format)?)
}

/// Times the schemes and prints the times beside their price.
fn run_measured(arguments: &CostsArgs) -> Result<()> {
    let (found, left_out) = measure(arguments)?;
    for reason in &left_out {
        complain(&format!("warning: left out: {reason}"));
    }
    if let Some(directory) = &arguments.out {
        write_formats(directory, "measured", |format| measured_text(&found, format))?;
        write_atomically(&directory.join("samples.csv"), measured::samples(&found).as_bytes())?;
        complain(&format!("note: tables and samples.csv are in {}", directory.display()));
    }
    print(&measured_text(&found, arguments.format)?)
}

fn measured_text(found: &Measured, format: CostFormatArg) -> Result<String> {
    Ok(match format {
        CostFormatArg::Table => table(&[measured::section(found)]),
        CostFormatArg::Markdown => document(&[measured::section(found)]),
        CostFormatArg::Csv => measured::csv(found),
        CostFormatArg::Json => serde_json::to_string_pretty(found)? + "\n",
        CostFormatArg::Latex => measured::latex(found),
    })
}

fn text(costing: &Costing, format: CostFormatArg) -> Result<String> {
    Ok(match format {
        CostFormatArg::Table => table(&sections::all(costing)),
        CostFormatArg::Markdown => {
            format!("{}\n**Methods.** {}\n", document(&sections::all(costing)), methods::paragraph(costing))
        }
        CostFormatArg::Csv => csv::costs(costing),
        CostFormatArg::Json => json::costs(costing)?,
        CostFormatArg::Latex => latex::costs(costing),
    })
}

/// The tables in every format, and the pictures.
fn write(costing: &Costing, directory: &Path) -> Result<()> {
    write_formats(directory, "costs", |format| text(costing, format))?;
    let pictures = pictures::write(costing, directory)?;
    complain(&format!("note: tables and {} pictures are in {}", pictures.len(), directory.display()));
    Ok(())
}

/// One file a format.
fn write_formats(directory: &Path, stem: &str, text: impl Fn(CostFormatArg) -> Result<String>) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let formats = [
        ("txt", CostFormatArg::Table),
        ("md", CostFormatArg::Markdown),
        ("csv", CostFormatArg::Csv),
        ("json", CostFormatArg::Json),
        ("tex", CostFormatArg::Latex),
    ];
    for (ending, format) in formats {
        write_atomically(&directory.join(format!("{stem}.{ending}")), text(format)?.as_bytes())?;
    }
    Ok(())
}
