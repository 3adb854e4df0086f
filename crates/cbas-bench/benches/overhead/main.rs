//! Does the harness add anything? The time per operation of every operation of the default suite (or of all) on its
//! default library, as this tool measures it, beside a bare loop over the same calls written by hand, and beside criterion
//! and divan on the very workload.
//!
//! All in one process: a sample of ours, one of the other, of about 0.2 ms each, in the same place of the stack, for as many
//! samples as the other takes in a turn; so a change of the processor's speed meets both. The ratios of the rounds are summed up
//! by Hodges and Lehmann with the distribution-free 95 % interval.
//!
//! Built with link-time optimisation over all crates (profile `overhead`): generic library code is compiled once more in
//! every crate that calls it, and two copies of one function differ by up to 1 % because of where they lie. Merged, both
//! loops call the same one.
//!
//! `cargo bench --profile overhead -p cbas-bench --bench overhead -- --rounds 60 [--all | OPERATION ...]` (or `just overhead`).

mod operations;
mod peers;
mod place;
mod row;
mod statistics;
mod subject;

use std::io::Write;

use anyhow::{Context, Result};
use cbas_bench::clock::SystemClock;
use cbas_bench::measure;
use cbas_bench::operation::{self, CATALOGUE, Operation, Role};
use cbas_bench::overhead;
use cbas_bench::workload::Empty;

use peers::Peers;
use row::Row;
use statistics::{Ratio, median};

fn main() -> Result<()> {
    // Under `cargo test --benches` it only has to run.
    let testing = !std::env::args().any(|argument| argument == "--bench");
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (rounds, operations) =
        if testing { (1, CATALOGUE.iter().collect()) } else { (rounds(&arguments)?, chosen(&arguments)?) };
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock).wall_ns;
    let mut rows = operations.into_iter().map(|operation| Row::new(operation, cost)).collect::<Result<Vec<_>>>()?;
    place::check()?;
    let peers = Peers::new()?;
    for round in 0..rounds {
        for row in &mut rows {
            row.round(round, &peers)?;
        }
    }
    print(&rows, rounds, empty(&clock))
}

fn rounds(arguments: &[String]) -> Result<usize> {
    let given = arguments.iter().position(|argument| argument == "--rounds").and_then(|at| arguments.get(at + 1));
    given.map_or(Ok(60), |text| text.parse().with_context(|| format!("`{text}` is no number of rounds")))
}

/// The operations that are named, all of the catalogue, or those of the default suite.
fn chosen(arguments: &[String]) -> Result<Vec<&'static Operation>> {
    if arguments.iter().any(|argument| argument == "--all") {
        return Ok(CATALOGUE.iter().collect());
    }
    let value = |at: usize| at.checked_sub(1).is_some_and(|before| arguments[before] == "--rounds");
    let named = arguments.iter().enumerate().filter(|&(at, argument)| !argument.starts_with("--") && !value(at));
    let named: Vec<_> = named.map(|(_, id)| operation::find(id)).collect::<Result<_, _>>()?;
    Ok(match named.is_empty() {
        true => CATALOGUE.iter().filter(|operation| operation.role != Role::Extended).collect(),
        false => named,
    })
}

/// What the tool reports for a workload that does nothing, ns: the cost of the clock is that of another such sample.
fn empty(clock: &SystemClock) -> f64 {
    let cost = overhead::cost(clock).wall_ns;
    let mut values: Vec<f64> =
        (0..10_000).map(|_| measure::sample(&mut Empty, 1, clock).total.wall_ns as f64 - cost).collect();
    median(&mut values)
}

fn print(rows: &[Row], rounds: usize, empty: f64) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "| operation | ours, ns | ours / bare loop | ours / criterion | ours / divan |\n|---|---|---|---|---|"
    )?;
    for row in rows {
        let ours = median(&mut row.ours.clone());
        let (bare, criterion, divan) = (Ratio::of(&row.bare), Ratio::of(&row.criterion), Ratio::of(&row.divan));
        let (operation, library) = (row.operation.id, row.operation.default_library);
        writeln!(out, "| {operation}/{library} | {ours:.1} | {bare} | {criterion} | {divan} |")?;
    }
    writeln!(
        out,
        "\nOver {rounds} rounds: times are medians, ratios centres by Hodges and Lehmann with their 95 % interval. The empty workload reports {empty:.2} ns."
    )?;
    out.flush().context("cannot print")
}
