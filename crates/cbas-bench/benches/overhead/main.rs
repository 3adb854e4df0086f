//! Does the harness add anything? The time per operation of every operation of the study on its default library, as
//! this tool measures it, beside a bare loop over the same calls written by hand, and beside criterion and divan on the
//! very workload.
//!
//! All four take turns in one process, a few hundredths of a second each, so that a change of the processor's speed meets
//! all of them; the ratios are medians over the rounds with their distribution-free 95 % interval.
//!
//! `cargo bench -p cbas-bench --bench overhead -- --rounds 60` (or `just overhead`).

mod operations;
mod peers;
mod statistics;

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use cbas_bench::clock::SystemClock;
use cbas_bench::measure;
use cbas_bench::overhead;
use cbas_bench::selection;
use cbas_bench::workload::{Empty, Prepared, Selection};

use operations::{OPERATIONS, Timed};
use peers::Peers;
use statistics::{Ratio, median};

/// Pairs of samples, ours and bare, a round and operation.
const PAIRS: usize = 8;
const SEED: u64 = 1;

fn main() -> Result<()> {
    // Under `cargo test --benches` it only has to run.
    let testing = !std::env::args().any(|argument| argument == "--bench");
    let rounds = if testing { 1 } else { rounds()? };
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock).wall_ns;
    let mut rows: Vec<Row> = OPERATIONS.iter().map(|timed| Row::new(timed, cost)).collect();
    let peers = Peers::new()?;
    for round in 0..rounds {
        for row in &mut rows {
            // Everyone is first, second and last equally often.
            for turn in 0..3 {
                match (round + turn) % 3 {
                    0 => row.own(round, &clock, cost),
                    1 => row.criterion(&peers)?,
                    _ => row.divan(&peers)?,
                }
            }
        }
    }
    print(&rows, rounds, empty(&clock, cost))
}

fn rounds() -> Result<usize> {
    let arguments: Vec<String> = std::env::args().collect();
    let given = arguments.iter().position(|argument| argument == "--rounds").and_then(|at| arguments.get(at + 1));
    given.map_or(Ok(60), |text| text.parse().with_context(|| format!("`{text}` is no number of rounds")))
}

/// What was measured of one operation, ns per operation, one value a round (ours and bare: a pair).
struct Row {
    timed: &'static Timed,
    workload: Option<Box<dyn Prepared>>,
    bare: Box<dyn FnMut(u32)>,
    batch: u32,
    ours: Vec<f64>,
    ours_to_bare: Vec<f64>,
    criterion: Vec<f64>,
    divan: Vec<f64>,
}

impl Row {
    fn new(timed: &'static Timed, cost: f64) -> Self {
        let workload = selection::workload(timed.operation, timed.library).expect("the operations of the study exist");
        let mut workload = workload.prepare(SEED, Selection::All);
        let clock = SystemClock::new();
        let mut batch = 1;
        while (measure::sample(workload.as_mut(), batch, &clock).total.wall_ns as f64) < 1e6 + cost {
            batch *= 2;
        }
        let (ours, ours_to_bare, criterion, divan) = Default::default();
        Self { timed, workload: Some(workload), bare: (timed.bare)(), batch, ours, ours_to_bare, criterion, divan }
    }

    /// Pairs of samples in alternating order.
    fn own(&mut self, round: usize, clock: &SystemClock, cost: f64) {
        let workload = self.workload.as_mut().expect("it comes back from every turn").as_mut();
        let mut own = Vec::with_capacity(PAIRS);
        for pair in 0..PAIRS {
            let mut ours = || measure::sample(workload, self.batch, clock).total.wall_ns as f64 - cost;
            let mut bare = || {
                let started = Instant::now();
                (self.bare)(self.batch);
                started.elapsed().as_nanos() as f64
            };
            let (a, b) = if (round + pair).is_multiple_of(2) {
                let a = ours();
                (a, bare())
            } else {
                let b = bare();
                (ours(), b)
            };
            own.push(a / f64::from(self.batch));
            self.ours_to_bare.push(a / b);
        }
        self.ours.push(median(&mut own));
    }
}

impl Row {
    /// A turn of criterion on the same workload: the very code that is timed here.
    fn criterion(&mut self, peers: &Peers) -> Result<()> {
        let workload = self.workload.as_mut().context("the workload is away")?;
        self.criterion.push(peers.criterion(workload.as_mut())?);
        Ok(())
    }

    /// The same of divan, in samples as long as ours: the median of shorter ones leaves out more of what interrupts them.
    fn divan(&mut self, peers: &Peers) -> Result<()> {
        let workload = self.workload.take().context("the workload is away")?;
        let (median, workload) = peers.divan(workload, self.batch)?;
        self.divan.push(median);
        self.workload = Some(workload);
        Ok(())
    }
}

/// What the tool reports for a workload that does nothing, ns: the cost of the clock is that of another such sample.
fn empty(clock: &SystemClock, cost: f64) -> f64 {
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
        let against = |peer: &[f64]| {
            let ratios: Vec<f64> = row.ours.iter().zip(peer).map(|(ours, peer)| ours / peer).collect();
            Ratio::of(ratios)
        };
        let ours = median(&mut row.ours.clone());
        let (bare, criterion, divan) =
            (Ratio::of(row.ours_to_bare.clone()), against(&row.criterion), against(&row.divan));
        writeln!(out, "| {} | {ours:.1} | {bare} | {criterion} | {divan} |", row.timed.id)?;
    }
    writeln!(
        out,
        "\nMedians over {rounds} rounds with their 95 % interval. The empty workload reports {empty:.2} ns."
    )?;
    out.flush().context("cannot print")
}
