//! `cbas costs`: prices schemes, with intervals.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use cbas_bench::campaign::write_atomically;

use crate::cli::{CostFormatArg, CostsArgs};
use crate::command::{complain, print};
use crate::costs::Costing;
use crate::costs::measured::measure;
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
    if let Some(directory) = &arguments.out {
        write(&costing, directory)?;
    }
    print(&text(&costing, arguments.format)?)
}

/// Times the schemes and prints the times beside their price.
fn run_measured(arguments: &CostsArgs) -> Result<()> {
    ensure!(
        arguments.format != CostFormatArg::Latex && arguments.out.is_none(),
        "--measure prints a table, Markdown, CSV or JSON: leave out --out, and choose another --format"
    );
    let (found, left_out) = measure(arguments)?;
    for reason in &left_out {
        complain(&format!("warning: left out: {reason}"));
    }
    let sections = || [measured::section(&found)];
    print(&match arguments.format {
        CostFormatArg::Csv => measured::csv(&found),
        CostFormatArg::Json => serde_json::to_string_pretty(&found)? + "\n",
        CostFormatArg::Markdown => document(&sections()),
        CostFormatArg::Table | CostFormatArg::Latex => table(&sections()),
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
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let formats = [
        ("costs.txt", CostFormatArg::Table),
        ("costs.md", CostFormatArg::Markdown),
        ("costs.csv", CostFormatArg::Csv),
        ("costs.json", CostFormatArg::Json),
        ("costs.tex", CostFormatArg::Latex),
    ];
    for (name, format) in formats {
        write_atomically(&directory.join(name), text(costing, format)?.as_bytes())?;
    }
    let pictures = pictures::write(costing, directory)?;
    complain(&format!("note: tables and {} pictures are in {}", pictures.len(), directory.display()));
    Ok(())
}
