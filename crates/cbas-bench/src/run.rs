//! Runs a whole campaign: select, check, size the batches, measure in fresh processes.

use std::path::{Path, PathBuf};

use crate::batch;
use crate::campaign::{self, Failure, Manifest, RunnerRecord, SCHEMA, TimedWorkload};
use crate::clock::SystemClock;
use crate::environment::Environment;
use crate::error::BenchError;
use crate::library;
use crate::operation::{AesGrid, Kind, Operation, Role};
use crate::overhead;
use crate::process;
use crate::protocol::Protocol;
use crate::runner::{Expected, Recruit, Wanted};
use crate::selection::{self, Libraries, Selected, Suite, What};
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

impl Request {
    /// One process and N = 1000 of these operations on their default libraries, for a first look: seconds, and nothing said
    /// of other processes.
    pub fn first_look(operations: Vec<String>, directory: PathBuf) -> Self {
        let protocol = Protocol { processes: 1, sizes: vec![1000], ..Protocol::default() };
        Self { what: What { operations, ..What::default() }, protocol, directory }
    }
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
    let seconds = request.what.runner_seconds()?;
    let recruits: Vec<Recruit> = request.what.runners.iter().map(|program| Recruit::start(program, seconds)).collect();
    let what = resolved(&request.what, &recruits);
    let selection = what.select(protocol.inputs)?;
    let runs = selection.len() + recruits.len() * what.operations()?.len();
    let bytes = runs as u64 * protocol.samples_per_process() * u64::from(protocol.processes) * BYTES_PER_SAMPLE;
    let created = campaign::claim(&request.directory, bytes)?;
    let plan = Plan { protocol, offered: request.what.follows_runners(), what };
    let result = prepare(&selection, recruits, plan, environment, &mut progress).and_then(|manifest| {
        manifest.write(&request.directory)?;
        measure(&request.directory, &manifest, &mut progress)?;
        Ok(manifest)
    });
    if result.is_err() && campaign::Campaign::read(&request.directory).is_err() {
        campaign::release(&request.directory, created)?;
    }
    result
}

/// What is timed, where the runners say it: what they name, and on libraries of this program only if these are named.
fn resolved(what: &What, recruits: &[Recruit]) -> What {
    if !what.follows_runners() {
        return what.clone();
    }
    let mut operations: Vec<String> =
        recruits.iter().flat_map(Recruit::known_operations).map(|operation| operation.id.to_owned()).collect();
    operations.dedup();
    let libraries = match &what.libraries {
        named @ (Libraries::All | Libraries::Named(_)) if !operations.is_empty() => named.clone(),
        _ => Libraries::None,
    };
    What { operations, libraries, ..what.clone() }
}

/// The protocol, and whether it holds for every workload in full.
struct Plan {
    protocol: Protocol,
    what: What,
    /// Runners time all that they offer.
    offered: bool,
}

impl Plan {
    /// Sizes of the runs of an operation. Where only a suite is asked for, the operations beside the eight of the study
    /// make runs of the first size alone: they are most of the time otherwise. A grid of AES has its own rule.
    fn sizes(&self, operation: Option<&Operation>) -> Vec<u32> {
        let first = || self.protocol.sizes[..1].to_vec();
        match (operation, &self.what.suite) {
            (Some(Operation { kind: Kind::Aes(aes), .. }), Suite::Aes(AesGrid { by_size: true, .. })) => {
                vec![AesGrid::samples(aes.bytes)]
            }
            (Some(Operation { role: Role::Pricing | Role::Extended, .. }), Suite::Standard | Suite::Extended)
                if self.what.is_standard() =>
            {
                first()
            }
            _ => self.protocol.sizes.clone(),
        }
    }
}

/// Everything that stands in the manifest of what is timed.
#[derive(Default)]
struct Prepared {
    workloads: Vec<TimedWorkload>,
    failures: Vec<Failure>,
    runners: Vec<RunnerRecord>,
    expected: Expected,
}

/// Checks digests, sizes batches, and puts the manifest together.
fn prepare(
    selection: &[Selected],
    recruits: Vec<Recruit>,
    plan: Plan,
    environment: Environment,
    progress: &mut impl FnMut(Progress),
) -> Result<Manifest, BenchError> {
    progress(Progress::Checking);
    let mut prepared = Prepared::default();
    prepared.check_libraries(selection, &plan);
    prepared.enlist(recruits, &plan)?;
    let Prepared { workloads, failures, runners, .. } = prepared;
    if workloads.is_empty() {
        let reason = failures
            .first()
            .map_or("no workload was asked for".to_owned(), |failure| format!("{}: {}", failure.id, failure.reason));
        return Err(BenchError::NothingToTime { reason });
    }
    let (schema, created) = (SCHEMA.to_owned(), time::now());
    Ok(Manifest { schema, created, protocol: plan.protocol, workloads, failures, runners, environment })
}

impl Prepared {
    /// The libraries of this program: what they give is compared with each other and with printed vectors of AES.
    fn check_libraries(&mut self, selection: &[Selected], plan: &Plan) {
        let protocol = &plan.protocol;
        let mut operations: Vec<_> = selection.iter().map(|selected| selected.workload.operation).collect();
        operations.dedup();
        let wrong = verify::wrong_vectors(&operations);
        let witnesses: Vec<Workload> = operations.into_iter().flat_map(library::providers).collect();
        let checked = verify::check(&witnesses, protocol.seed);
        let clock = SystemClock::new();
        let cost = overhead::cost(&clock);
        for Selected { workload, inputs } in selection {
            let position = witnesses.iter().position(|witness| witness.id() == workload.id());
            let checked = &checked[position.expect("every selected workload is among the witnesses")];
            let wrong = wrong.get(&(verify::vectors_of(workload.operation).id, workload.library.name));
            if wrong.is_some() || !checked.accepted() {
                let failure = verify::failure(workload, checked, protocol.seed);
                self.failures.push(Failure { reason: wrong.cloned().unwrap_or(failure.reason), ..failure });
                continue;
            }
            let names = std::iter::once(workload.library.name.to_owned()).chain(checked.agrees_with.iter().cloned());
            self.expected.entry(workload.operation.id).or_insert_with(|| (checked.digest, names.collect()));
            let mut prepared = workload.prepare(protocol.seed, inputs.of_process(0));
            self.workloads.push(TimedWorkload {
                id: selection::id(workload, *inputs),
                inputs: *inputs,
                claims_constant_time: Some(workload.claims_constant_time),
                operation: workload.operation.id.to_owned(),
                library: workload.library.name.to_owned(),
                library_version: workload.library.version.to_owned(),
                sizes: plan.sizes(Some(workload.operation)),
                batch: batch::choose(protocol.batch, prepared.as_mut(), &clock, cost),
                digest: checked.digest,
                checked_against: checked.agrees_with.clone(),
            });
        }
    }

    /// The runners: what they give is compared with the libraries.
    fn enlist(&mut self, recruits: Vec<Recruit>, plan: &Plan) -> Result<(), BenchError> {
        let asked = plan.what.operations()?;
        let wanted = if plan.offered { Wanted::Offered } else { Wanted::Of(&asked) };
        for recruit in recruits {
            let enlisted =
                recruit.enlist(&wanted, &plan.protocol, |operation| plan.sizes(operation), &self.expected)?;
            self.workloads.extend(enlisted.workloads);
            self.failures.extend(enlisted.failures);
            let Some(record) = enlisted.record else { continue };
            if self.runners.iter().any(|other| other.name == record.name) {
                let reason = "another runner has this name: rename one".to_owned();
                return Err(BenchError::Runner { runner: record.name, reason });
            }
            self.runners.push(record);
        }
        Ok(())
    }
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
