//! Simulates the analyzer on streams of known mean and prints the rates as Markdown tables.

use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cbas_calibration::Plan;
use cbas_calibration::document::replace_tables;
use cbas_calibration::simulation::QUESTIONS;
use clap::Parser;
use clap::builder::PossibleValuesParser;

/// Simulate the convergence analyzer on streams of known mean, and print the rates as Markdown tables.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Repetitions a cell; costly cells take a fixed fraction of them
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(10..))]
    runs: u32,
    /// Seed of all simulations: the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ask only these questions (may be repeated)
    #[arg(long, value_name = "QUESTION", conflicts_with = "write",
          value_parser = PossibleValuesParser::new(QUESTIONS.map(|q| q.name)))]
    only: Vec<String>,
    /// Replace the tables between the two marker comments in this file instead of printing them
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(path) = &arguments.write {
        // Before minutes are spent: is there a place for the tables?
        document_with(path, "")?;
    }
    let plan = Plan::new(arguments.runs as usize, arguments.seed).on_start(report_progress);
    let mut text = format!(
        "Made by `calibrate --runs {} --seed {}`; rates in % ± binomial standard error.\n",
        arguments.runs, arguments.seed
    );
    for question in QUESTIONS {
        if arguments.only.is_empty() || arguments.only.iter().any(|name| name == question.name) {
            for table in (question.tables)(&plan) {
                text.push_str(&format!("\n{table}"));
            }
        }
    }
    match &arguments.write {
        Some(path) => {
            // Read again, so that what was edited meanwhile stays.
            let document = document_with(path, &text)?;
            fs::write(path, document).with_context(|| format!("cannot write {}", path.display()))
        }
        None => std::io::stdout().write_all(text.as_bytes()).context("cannot write the tables"),
    }
}

fn document_with(path: &Path, tables: &str) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    replace_tables(&text, tables).with_context(|| format!("in {}", path.display()))
}

/// Names the cell under work on a terminal, and nowhere else.
fn report_progress(cell: &str) {
    if stderr().is_terminal() {
        // Nobody is left to tell if standard error is gone. The cursor stays at the start: what comes next writes over it.
        let _ = write!(stderr(), "\r{cell:79.79}\r");
    }
}
