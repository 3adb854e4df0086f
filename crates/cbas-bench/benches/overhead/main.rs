//! Does the harness add anything? The time per operation of every operation of the default suite (or of all) on its
//! default library, as this tool measures it, beside a bare loop over the same calls written by hand, and beside criterion
//! and divan on the very workload.
//!
//! All in one process: a sample of ours, one of the other, of about 0.2 ms each, and again for a turn, so that a change of the
//! processor's speed meets both. A peer's samples are in the same places of the stack as ours, those of the bare loop in
//! independent ones. Ratios are summed up by Hodges and Lehmann with the distribution-free 95 % interval: over the rounds of
//! one build, or over builds.
//!
//! Built with link-time optimisation over all crates (profile `overhead`): generic library code is compiled once more in
//! every crate that calls it, and two copies of one function differ by up to 1 % because of where they lie. Merged, both
//! loops call the same one.
//!
//! Where code lies matters even so: two loops of the same instructions at two addresses were 0.5 % of 3 µs apart, for as long as
//! the program was not linked again. So `just overhead` links the functions in another random order for each of several builds,
//! and prints what is left over them. One build alone:
//!
//! `cargo bench --profile overhead -p cbas-bench --bench overhead -- --rounds 60 [--all | OPERATION ...]`

mod arguments;
mod operations;
mod peers;
mod place;
mod row;
mod statistics;
mod subject;
mod table;

use anyhow::Result;
use cbas_bench::clock::SystemClock;
use cbas_bench::measure;
use cbas_bench::operation::Operation;
use cbas_bench::overhead;
use cbas_bench::workload::Empty;

use arguments::Task;
use peers::Peers;
use row::Row;
use statistics::median;
use table::Line;

fn main() -> Result<()> {
    match Task::parse(std::env::args().skip(1))? {
        Task::Table(files) => table::of_layouts(&files),
        Task::Measure { operations, rounds, csv } => {
            let lines = measured(operations, rounds)?;
            match csv {
                true => table::write_csv(&lines, empty()),
                false => table::print(&lines, &format!("{rounds} rounds"), empty()),
            }
        }
    }
}

fn measured(operations: Vec<&'static Operation>, rounds: usize) -> Result<Vec<Line>> {
    place::check()?;
    let cost = overhead::cost(&SystemClock::new()).wall_ns;
    let mut rows = operations.into_iter().map(|operation| Row::new(operation, cost)).collect::<Result<Vec<_>>>()?;
    let peers = Peers::new()?;
    for round in 0..rounds {
        for row in &mut rows {
            row.round(round, &peers)?;
        }
    }
    Ok(rows.into_iter().map(|row| row.line).collect())
}

/// What the tool reports for a workload that does nothing, ns: the cost of the clock is that of another such sample.
fn empty() -> f64 {
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock).wall_ns;
    let mut values: Vec<f64> =
        (0..10_000).map(|_| measure::sample(&mut Empty, 1, &clock).total.wall_ns as f64 - cost).collect();
    median(&mut values)
}
