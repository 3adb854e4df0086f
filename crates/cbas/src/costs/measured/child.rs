//! One measuring process: everything in place and in turns, the samples as one JSON object on standard output.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use cbas_bench::clock::SystemClock;
use cbas_bench::layout::{Layout, with_stack_frames};
use cbas_schemes::engine::{Bls12381, Blst, Products};
use cbas_schemes::measure::{Plan, Timed, measure};
use cbas_schemes::scheme::{Executable, libraries};
use serde::{Deserialize, Serialize};

use crate::cli::{BLS12_381, BLST};
use crate::command::{complain, print};

/// Holds the job of a measuring process.
pub(super) const JOB_VARIABLE: &str = "CBAS_COSTS_JOB";
/// Seed of inputs, orders and layouts.
const SEED: u64 = 1;
/// A sample lasts at least this, ns: a hundred thousand times the resolution of the clock, a thousand times its cost.
const SAMPLE_NS: u64 = 1_000_000;

/// What a process is to measure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Job {
    pub schemes: Vec<String>,
    pub ns: Vec<u64>,
    pub operations: Vec<String>,
    pub pairing_library: String,
    pub seconds: u32,
    pub process: u32,
}

/// What it measured.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub timed: Vec<Timed>,
}

impl Job {
    /// The memory layout of the process.
    pub fn layout(&self) -> Layout {
        Layout::draw(SEED, self.process)
    }

    fn plan(self) -> Result<Plan> {
        let mut cells = Vec::new();
        for id in &self.schemes {
            let scheme = Executable::find(id).ok_or_else(|| anyhow!("scheme `{id}` has no code to run"))?;
            for &n in &self.ns {
                cells.push((scheme, usize::try_from(n)?));
            }
        }
        Ok(Plan {
            cells,
            operations: self.operations,
            products: Products::Shared,
            seed: SEED,
            process: self.process,
            sample_ns: SAMPLE_NS,
            budget_ns: f64::from(self.seconds) * 1e9,
        })
    }
}

/// Does the work of a measuring process if this process was started as one.
pub fn enter_if_child() -> Option<ExitCode> {
    let text = std::env::var(JOB_VARIABLE).ok()?;
    let done = run(&text).and_then(|record| print(&serde_json::to_string(&record)?));
    Some(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    })
}

fn run(job: &str) -> Result<Record> {
    let job: Job = serde_json::from_str(job)?;
    let frames = job.layout().stack_frames;
    let (library, plan) = (job.pairing_library.clone(), job.plan()?);
    let (engines, clock) = (libraries(), SystemClock::new());
    let timed = with_stack_frames(frames, || match library.as_str() {
        BLST => measure(&plan, &engines.with_pairing(Blst), &clock),
        BLS12_381 => measure(&plan, &engines.with_pairing(Bls12381), &clock),
        _ => measure(&plan, &engines, &clock),
    })?;
    Ok(Record { timed })
}
