//! `cbas`: times operations, judges whether their means have settled, prices signature schemes.

mod analysis;
mod cli;
mod command;
mod costs;
mod progress;
mod report;

use std::process::ExitCode;

use cbas_bench::error::BenchError;
use cbas_convergence::SettingsError;
use cbas_schemes::error::CatalogueError;
use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    if let Some(code) = cbas_bench::process::enter_if_child() {
        return code;
    }
    if let Some(code) = costs::measured::enter_if_child() {
        return code;
    }
    let result = match Cli::parse().command {
        Command::Bench(arguments) => command::bench::run(&arguments),
        Command::Verify(arguments) => command::verify::run(&arguments),
        Command::Analyze(arguments) => command::analyze::run(&arguments),
        Command::Report(arguments) => command::report::run(&arguments),
        Command::Costs(arguments) => command::costs::run(&arguments),
        Command::Lint(arguments) => command::lint::run(&arguments),
        Command::List(arguments) => command::list::run(&arguments),
        Command::Env(arguments) => command::env::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            command::complain(&format!("error: {error:#}"));
            ExitCode::from(exit_status(&error))
        }
    }
}

/// 2 if the command line asked for something that does not exist or cannot be, 3 if what it required does not hold, 1 if
/// the work failed.
fn exit_status(error: &anyhow::Error) -> u8 {
    if error.is::<command::analyze::Unmet>() || error.is::<command::lint::Unclean>() {
        return 3;
    }
    let usage = error.downcast_ref::<BenchError>().is_some_and(BenchError::is_usage)
        || error
            .downcast_ref::<CatalogueError>()
            .is_some_and(|error| matches!(error, CatalogueError::UnknownScheme { .. }));
    if usage || error.is::<SettingsError>() { 2 } else { 1 }
}
