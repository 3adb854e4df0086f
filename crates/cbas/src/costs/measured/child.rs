//! One measuring process: operations and schemes in turns, means as one JSON object on standard output.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use cbas_bench::clock::{Clock, SystemClock};
use cbas_bench::layout::{Layout, with_stack_frames};
use cbas_bench::protocol::BatchRule;
use cbas_bench::workload::{OutputDigest, Prepared, Selection};
use cbas_bench::{batch, measure as timing, operation, overhead, selection};
use cbas_schemes::engine::Products;
use cbas_schemes::measure::measure;
use cbas_schemes::scheme::{Executable, libraries};
use serde::{Deserialize, Serialize};

use crate::command::{complain, print};

/// Holds the job of a measuring process.
pub(super) const JOB_VARIABLE: &str = "CBAS_COSTS_JOB";
/// Seed of inputs and layouts.
const SEED: u64 = 1;
/// Turns between the operations and the schemes.
const TURNS: usize = 3;
/// Samples of an operation a turn, after [`WARM_UP`] that are not kept.
const SAMPLES: usize = 40;
const WARM_UP: usize = 5;
/// A sample of an operation lasts at least this, ns.
const TARGET_NS: u64 = 100_000;
/// A phase must last so many readings of the clock to be timed singly.
const READINGS: f64 = 40.0;

/// What a process is to measure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Job {
    pub schemes: Vec<String>,
    pub ns: Vec<u64>,
    pub operations: Vec<String>,
    pub process: u32,
}

/// What it measured: means, ns.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// By operation; one that no library provides is not there.
    pub units: BTreeMap<String, f64>,
    pub phases: Vec<Timed>,
    /// Times below are too short to be taken singly.
    pub shortest_ns: f64,
}

/// One phase of a scheme for n signers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Timed {
    pub scheme: String,
    pub n: u64,
    pub phase: String,
    pub ns: f64,
}

impl Job {
    /// The memory layout of the process.
    pub fn layout(&self) -> Layout {
        Layout::draw(SEED, self.process)
    }
}

/// Does the work of a measuring process if this process was started as one.
pub fn enter_if_child() -> Option<ExitCode> {
    let job: Job = serde_json::from_str(&std::env::var(JOB_VARIABLE).ok()?).ok()?;
    let frames = job.layout().stack_frames;
    let done = with_stack_frames(frames, || run(&job)).and_then(|record| print(&serde_json::to_string(&record)?));
    Some(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    })
}

/// An operation in place.
struct Unit {
    operation: String,
    prepared: Box<dyn Prepared>,
    batch: u32,
    digest: OutputDigest,
    ns: Vec<f64>,
}

fn run(job: &Job) -> Result<Record> {
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock);
    let overhead = cost.cpu_ns.unwrap_or(cost.wall_ns);
    let mut units: Vec<Unit> = job.operations.iter().filter_map(|operation| unit(operation, &clock, cost)).collect();
    let mut phases: Vec<(Timed, Vec<f64>)> = Vec::new();
    for turn in 0..TURNS {
        units.iter_mut().for_each(|unit| sample(unit, &clock, overhead));
        // The other way round in every other turn, so that no scheme is always the first after the operations.
        let mut cells: Vec<(&String, u64)> =
            job.schemes.iter().flat_map(|s| job.ns.iter().map(move |&n| (s, n))).collect();
        if turn % 2 == 1 {
            cells.reverse();
        }
        for (id, n) in cells {
            time(id, n, &clock, overhead, &mut phases)?;
        }
    }
    for unit in &units {
        let found = unit.prepared.digest();
        ensure!(
            found == unit.digest,
            "{} gave another digest after timing: its figures cannot be trusted",
            unit.operation
        );
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    Ok(Record {
        units: units.iter().map(|unit| (unit.operation.clone(), mean(&unit.ns))).collect(),
        phases: phases.into_iter().map(|(timed, ns)| Timed { ns: mean(&ns), ..timed }).collect(),
        shortest_ns: READINGS * overhead,
    })
}

/// The operation on its default library, if it can be timed at all.
fn unit(operation: &str, clock: &SystemClock, cost: overhead::ClockCost) -> Option<Unit> {
    let known = operation::find(operation).ok()?;
    let mut prepared = selection::workload(known.id, known.default_library)?.prepare(SEED, Selection::All);
    let rule = BatchRule::Auto { target_ns: TARGET_NS };
    let batch = batch::choose(rule, prepared.as_mut(), clock, cost);
    let digest = prepared.digest();
    Some(Unit { operation: operation.to_owned(), prepared, batch, digest, ns: Vec::new() })
}

/// One turn of an operation.
fn sample(unit: &mut Unit, clock: &SystemClock, overhead: f64) {
    for index in 0..WARM_UP + SAMPLES {
        let total = timing::sample(unit.prepared.as_mut(), unit.batch, clock).total;
        let ns = total.cpu_ns.unwrap_or(total.wall_ns) as f64 - overhead;
        if index >= WARM_UP {
            unit.ns.push(ns / f64::from(unit.batch));
        }
    }
}

/// One turn of a scheme: fewer repeats for more signers, one run before them that is not kept.
fn time(id: &str, n: u64, clock: &impl Clock, overhead: f64, phases: &mut Vec<(Timed, Vec<f64>)>) -> Result<()> {
    let scheme = Executable::find(id).ok_or_else(|| anyhow!("scheme `{id}` has no code to run"))?;
    let repeats = (100 / n).clamp(1, 20) as usize;
    let signers = usize::try_from(n)?;
    let refused = |refusal| anyhow!("scheme `{id}` refuses its own signatures at n = {n}: {refusal}");
    let timed = measure(scheme, &libraries(), signers, Products::Shared, clock, repeats).map_err(refused)?;
    for phase in timed {
        let times = phase.ns.iter().map(|ns| (ns - overhead).max(0.0));
        let known = phases.iter_mut().find(|(t, _)| t.scheme == id && t.n == n && t.phase == phase.name);
        match known {
            Some((_, all)) => all.extend(times),
            None => {
                let timed = Timed { scheme: id.to_owned(), n, phase: phase.name.to_owned(), ns: 0.0 };
                phases.push((timed, times.collect()));
            }
        }
    }
    Ok(())
}
