//! Runs a whole campaign: select, check, size the batches, measure in fresh processes.

use std::path::{Path, PathBuf};

use crate::batch;
use crate::campaign::{self, Failure, Manifest, SCHEMA, TimedWorkload};
use crate::clock::SystemClock;
use crate::environment::Environment;
use crate::error::BenchError;
use crate::library;
use crate::operation::Role;
use crate::overhead;
use crate::process;
use crate::protocol::Protocol;
use crate::selection::{self, Selected, What};
use crate::time;
use crate::verify;
use crate::workload::Workload;

/// What to measure and where to put it.
#[derive(Debug, Clone)]
pub struct Request {
    /// Operations and libraries.
    pub what: What,
    /// How.
    pub protocol: Protocol,
    /// The campaign directory to make.
    pub directory: PathBuf,
}

/// What a running campaign is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Output digests are compared.
    Checking,
    /// So many of all blocks of all processes are done.
    Measuring {
        /// Blocks done.
        done: usize,
        /// Blocks in all.
        of: usize,
    },
}

/// Bytes of one line of a sample file, about.
const BYTES_PER_SAMPLE: u64 = 48;

/// Runs the campaign that `request` asks for and returns its manifest.
///
/// # Errors
/// Every refusal comes before anything is written; a failure while measuring leaves the finished
/// processes on disk, or nothing if there is none.
pub fn run(request: &Request, mut progress: impl FnMut(Progress)) -> Result<Manifest, BenchError> {
    let environment = Environment::read();
    environment.build.require_optimised()?;
    let protocol = request.protocol.clone().validated()?;
    let selection = request.what.select(protocol.inputs)?;
    let bytes =
        selection.len() as u64 * protocol.samples_per_process() * u64::from(protocol.processes) * BYTES_PER_SAMPLE;
    let created = campaign::claim(&request.directory, bytes)?;
    let plan = Plan { protocol, every_size: !request.what.is_standard() };
    let result = prepare(&selection, plan, environment, &mut progress).and_then(|manifest| {
        manifest.write(&request.directory)?;
        measure(&request.directory, &manifest, &mut progress)?;
        Ok(manifest)
    });
    if result.is_err() && campaign::Campaign::read(&request.directory).is_err() {
        campaign::release(&request.directory, created)?;
    }
    result
}

/// The protocol, and whether it holds for every workload in full.
struct Plan {
    protocol: Protocol,
    every_size: bool,
}

impl Plan {
    /// Sizes of the runs of a workload. Where only a suite is asked for, the operations beside the eight of the study
    /// make runs of the first size alone: they are most of the time otherwise.
    fn sizes(&self, workload: &Workload) -> Vec<u32> {
        match workload.operation.role {
            Role::Pricing | Role::Extended if !self.every_size => self.protocol.sizes[..1].to_vec(),
            _ => self.protocol.sizes.clone(),
        }
    }
}

/// Checks digests, sizes batches, and puts the manifest together.
fn prepare(
    selection: &[Selected],
    plan: Plan,
    environment: Environment,
    progress: &mut impl FnMut(Progress),
) -> Result<Manifest, BenchError> {
    let protocol = &plan.protocol;
    progress(Progress::Checking);
    let mut operations: Vec<_> = selection.iter().map(|selected| selected.workload.operation).collect();
    operations.dedup();
    let witnesses: Vec<Workload> = operations.into_iter().flat_map(library::providers).collect();
    let checked = verify::check(&witnesses, protocol.seed);
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock);
    let (mut workloads, mut failures) = (Vec::new(), Vec::<Failure>::new());
    for Selected { workload, inputs } in selection {
        let position = witnesses.iter().position(|witness| witness.id() == workload.id());
        let checked = &checked[position.expect("every selected workload is among the witnesses")];
        if !checked.accepted() {
            failures.push(verify::failure(workload, checked, protocol.seed));
            continue;
        }
        let mut prepared = workload.prepare(protocol.seed, inputs.of_process(0));
        workloads.push(TimedWorkload {
            id: selection::id(workload, *inputs),
            inputs: *inputs,
            claims_constant_time: Some(workload.claims_constant_time),
            operation: workload.operation.id.to_owned(),
            library: workload.library.name.to_owned(),
            library_version: workload.library.version.to_owned(),
            sizes: plan.sizes(workload),
            batch: batch::choose(protocol.batch, prepared.as_mut(), &clock, cost),
            digest: checked.digest,
            checked_against: checked.agrees_with.clone(),
        });
    }
    if workloads.is_empty() {
        let reason = failures
            .first()
            .map_or("no workload was asked for".to_owned(), |failure| format!("{}: {}", failure.id, failure.reason));
        return Err(BenchError::NothingToTime { reason });
    }
    let created = time::now();
    Ok(Manifest { schema: SCHEMA.to_owned(), created, protocol: plan.protocol, workloads, failures, environment })
}

/// Runs the processes one after the other: two at once would disturb each other.
fn measure(directory: &Path, manifest: &Manifest, progress: &mut impl FnMut(Progress)) -> Result<(), BenchError> {
    let processes = manifest.protocol.processes as usize;
    for index in 0..manifest.protocol.processes {
        let result = process::spawn(directory, manifest.protocol.seed, index, |done, of| {
            progress(Progress::Measuring { done: index as usize * of + done, of: processes * of });
        });
        if let Err(error) = result {
            campaign::discard_unfinished(directory, index)?;
            return Err(error);
        }
    }
    Ok(())
}
