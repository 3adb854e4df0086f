//! `cbas costs`: prices schemes, with intervals.

use std::path::Path;

use anyhow::{Context, Result};
use cbas_bench::campaign::write_atomically;

use crate::cli::{CostFormatArg, CostsArgs};
use crate::command::{complain, print};
use crate::costs::Costing;
use crate::report::costs::{csv, document, json, latex, sections, table};

/// Prices what is asked for and prints it.
pub fn run(arguments: &CostsArgs) -> Result<()> {
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

fn text(costing: &Costing, format: CostFormatArg) -> Result<String> {
    Ok(match format {
        CostFormatArg::Table => table(&sections::all(costing)),
        CostFormatArg::Markdown => document(&sections::all(costing)),
        CostFormatArg::Csv => csv::costs(costing),
        CostFormatArg::Json => json::costs(costing)?,
        CostFormatArg::Latex => latex::costs(costing),
    })
}

/// The tables in every format.
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
    Ok(())
}
