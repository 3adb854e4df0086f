//! Does the harness add anything? The time per operation of every operation of the default suite (or of all) on its
//! default library, as this tool measures it, beside a bare loop over the same calls written by hand, and beside criterion
//! and divan on the very workload.
//!
//! All four take turns in one process, a few hundredths of a second each, so that a change of the processor's speed meets
//! all of them; the ratios are medians over the rounds with their distribution-free 95 % interval.
//!
//! Built with link-time optimisation over all crates (profile `overhead`): generic library code is compiled once more in
//! every crate that calls it, and two copies of one function differ by up to 1 % because of where they lie. Merged, both
//! loops call the same one.
//!
//! `cargo bench --profile overhead -p cbas-bench --bench overhead -- --rounds 60 [--all | OPERATION ...]` (or `just overhead`).

mod operations;
mod peers;
mod statistics;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cbas_bench::clock::SystemClock;
use cbas_bench::inputs;
use cbas_bench::layout::with_stack_frames;
use cbas_bench::measure;
use cbas_bench::operation::{self, CATALOGUE, Operation, Role};
use cbas_bench::overhead;
use cbas_bench::selection;
use cbas_bench::workload::Empty;

use operations::{Bare, bare};
use peers::{Closure, Peers};
use statistics::{Ratio, median};

/// Pairs of samples, ours and bare, a round and operation.
const PAIRS: usize = 8;
const SEED: u64 = 1;
/// A sample of ours and of divan is at least this long, ns.
const SAMPLE_NS: f64 = 1e6;
/// Inputs of a workload and of its bare loop: no more than are soon in the caches again when its turn comes, so that who ran
/// last has no advantage, and no fewer than branch prediction can learn by heart.
const POOL: std::ops::RangeInclusive<usize> = 16..=64;
/// Time that going once over the pool may take, ns.
const POOL_NS: f64 = 5e6;
/// Depths of the stack, a page in all. Where the local variables of an operation lie within a page moves short ones by up to
/// 7 %; so every turn of everyone has another place, and medians are over places.
const DEPTHS: usize = 17;
/// A call by a peer is at least about this long, ns.
const CALL_NS: f64 = 1e4;

fn main() -> Result<()> {
    // Under `cargo test --benches` it only has to run.
    let testing = !std::env::args().any(|argument| argument == "--bench");
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (rounds, operations) =
        if testing { (1, CATALOGUE.iter().collect()) } else { (rounds(&arguments)?, chosen(&arguments)?) };
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock).wall_ns;
    let mut rows = operations.into_iter().map(|operation| Row::new(operation, cost)).collect::<Result<Vec<_>>>()?;
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

/// What was measured of one operation, ns per operation, one value a round (ours and bare: a pair).
struct Row {
    operation: &'static Operation,
    closure: Option<Closure>,
    bare: Bare,
    batch: u32,
    /// Time of all samples of ours in a turn.
    turn: Duration,
    pool: u32,
    ours: Vec<f64>,
    ours_to_bare: Vec<f64>,
    criterion: Vec<f64>,
    divan: Vec<f64>,
}

impl Row {
    fn new(operation: &'static Operation, cost: f64) -> Result<Self> {
        let missing = || format!("no loop is written for {}", operation.id);
        let workload = selection::workload(operation.id, operation.default_library).with_context(missing)?;
        let mut inputs = inputs::draw(operation, SEED);
        let mut prepared = workload.prepare_on(&inputs[..*POOL.start()]);
        let clock = SystemClock::new();
        let mut batch = 1;
        let mut time = |batch| measure::sample(prepared.as_mut(), batch, &clock).total.wall_ns as f64 - cost;
        while time(batch) < SAMPLE_NS {
            batch *= 2;
        }
        let ns = time(batch) / f64::from(batch);
        inputs.truncate(((POOL_NS / ns) as usize).clamp(*POOL.start(), *POOL.end()));
        Ok(Self {
            operation,
            closure: Some(Closure { workload: workload.prepare_on(&inputs), operations: (CALL_NS / ns).ceil() as u32 }),
            bare: bare(operation, &inputs).with_context(missing)?,
            batch,
            turn: Duration::from_nanos((ns * f64::from(batch)) as u64 * PAIRS as u64),
            pool: inputs.len() as u32,
            ours: Vec::new(),
            ours_to_bare: Vec::new(),
            criterion: Vec::new(),
            divan: Vec::new(),
        })
    }

    /// Pairs of samples in alternating order.
    fn own(&mut self, round: usize, clock: &SystemClock, cost: f64) {
        let workload = self.closure.as_mut().expect("it comes back from every turn").workload.as_mut();
        let mut own = Vec::with_capacity(PAIRS);
        // Whatever had its turn before left its own code and inputs in the caches.
        workload.run(self.pool);
        (self.bare)(self.pool);
        for pair in 0..PAIRS {
            let turn = round * PAIRS + pair;
            let mut ours =
                || at_depth(turn, || measure::sample(workload, self.batch, clock).total.wall_ns as f64 - cost);
            let mut bare = || {
                at_depth(turn, || {
                    let started = Instant::now();
                    (self.bare)(self.batch);
                    started.elapsed().as_nanos() as f64
                })
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
        let closure = self.closure.as_mut().context("the workload is away")?;
        closure.workload.run(self.pool);
        self.criterion.push(at_depth(self.criterion.len(), || peers.criterion(closure))?);
        Ok(())
    }

    /// The same of divan, in samples as long as ours and as many where they are long: the median of shorter ones leaves out
    /// more of what interrupts them, and that of three says little.
    fn divan(&mut self, peers: &Peers) -> Result<()> {
        let mut closure = self.closure.take().context("the workload is away")?;
        closure.workload.run(self.pool);
        let turn = || peers.divan(closure, self.batch, self.turn);
        let (median, closure) = at_depth(self.divan.len(), turn)?;
        self.divan.push(median);
        self.closure = Some(closure);
        Ok(())
    }
}

/// Runs something with the stack at one of [`DEPTHS`]: neighbouring turns are far apart, and 17 of them are everywhere once.
fn at_depth<T>(turn: usize, run: impl FnOnce() -> T) -> T {
    with_stack_frames(turn * 7 % DEPTHS, run)
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
        let against = |peer: &[f64]| {
            let ratios: Vec<f64> = row.ours.iter().zip(peer).map(|(ours, peer)| ours / peer).collect();
            Ratio::of(ratios)
        };
        let ours = median(&mut row.ours.clone());
        let (bare, criterion, divan) =
            (Ratio::of(row.ours_to_bare.clone()), against(&row.criterion), against(&row.divan));
        let (operation, library) = (row.operation.id, row.operation.default_library);
        writeln!(out, "| {operation}/{library} | {ours:.1} | {bare} | {criterion} | {divan} |")?;
    }
    writeln!(
        out,
        "\nMedians over {rounds} rounds with their 95 % interval. The empty workload reports {empty:.2} ns."
    )?;
    out.flush().context("cannot print")
}
