//! What is asked for on the command line.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use cbas_bench::operation::{self, CATALOGUE, Operation, Role};

/// What to do.
pub enum Task {
    /// Measure these, for so many rounds, and print the table, or (`--csv`) a file for [`Task::Table`].
    Measure { operations: Vec<&'static Operation>, rounds: usize, csv: bool },
    /// Print the table of several layouts of the code, each measured by its own build.
    Table(Vec<PathBuf>),
}

impl Task {
    /// `[--rounds N] [--csv] [--all | OPERATION ...]`, or `--table FILE ...`; without operations, those of the default suite.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self> {
        let mut arguments = arguments.into_iter();
        let (mut operations, mut rounds, mut csv, mut testing) = (Vec::new(), 60, false, true);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                // Without it, `cargo test --benches` only wants to see it run.
                "--bench" => testing = false,
                "--rounds" => {
                    let text = arguments.next().context("--rounds wants a number")?;
                    rounds = text.parse().with_context(|| format!("`{text}` is no number of rounds"))?;
                }
                "--csv" => csv = true,
                "--all" => operations = CATALOGUE.iter().collect(),
                "--table" => return Ok(Self::Table(arguments.map(PathBuf::from).collect())),
                unknown if unknown.starts_with('-') => bail!("`{unknown}` is none of --rounds, --csv, --all, --table"),
                id => operations.push(operation::find(id)?),
            }
        }
        if testing {
            (operations, rounds) = (CATALOGUE.iter().collect(), 1);
        } else if operations.is_empty() {
            operations = CATALOGUE.iter().filter(|operation| operation.role != Role::Extended).collect();
        }
        Ok(Self::Measure { operations, rounds, csv })
    }
}
