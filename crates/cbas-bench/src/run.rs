//! Runs a whole campaign: select, check, size the batches, measure in fresh processes.

use std::path::{Path, PathBuf};

use crate::batch;
use crate::campaign::{self, Failure, Manifest, SCHEMA, TimedWorkload};
use crate::clock::SystemClock;
use crate::environment::Environment;
use crate::error::BenchError;
use crate::library;
use crate::operation::{self, CATALOGUE, Role};
use crate::overhead;
use crate::process;
use crate::protocol::Protocol;
use crate::time;
use crate::verify;
use crate::workload::Workload;

/// What to measure and where to put it.
#[derive(Debug, Clone)]
pub struct Request {
    /// Operations; empty means every one of the catalogue.
    pub operations: Vec<String>,
    /// Libraries; empty means the default library of each operation.
    pub libraries: Vec<String>,
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
    let selection = select(&request.operations, &request.libraries)?;
    let bytes =
        selection.len() as u64 * protocol.samples_per_process() * u64::from(protocol.processes) * BYTES_PER_SAMPLE;
    let created = campaign::claim(&request.directory, bytes)?;
    let plan = Plan { protocol, every_size: !request.operations.is_empty() || !request.libraries.is_empty() };
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

/// The workloads to time, in the order of the catalogue.
fn select(operations: &[String], libraries: &[String]) -> Result<Vec<Workload>, BenchError> {
    for name in libraries {
        library::find(name)?;
    }
    let named: Vec<_> = operations.iter().map(|id| operation::find(id)).collect::<Result<_, _>>()?;
    let mut available = library::all_workloads();
    let mut selection = Vec::new();
    for operation in CATALOGUE.iter().filter(|operation| named.is_empty() || named.contains(operation)) {
        let wanted = |workload: &Workload| match libraries {
            [] => workload.library.name == operation.default_library,
            names => names.iter().any(|name| name == workload.library.name),
        };
        let (of_operation, rest) =
            available.into_iter().partition::<Vec<_>, _>(|workload| workload.operation == operation);
        available = rest;
        let providers: Vec<String> = of_operation.iter().map(|workload| workload.library.name.to_owned()).collect();
        let found: Vec<_> = of_operation.into_iter().filter(wanted).collect();
        if found.is_empty() && !named.is_empty() {
            return Err(BenchError::NotProvided { operation: operation.id.to_owned(), providers });
        }
        selection.extend(found);
    }
    Ok(selection)
}

/// The protocol, and whether it holds for every workload in full.
struct Plan {
    protocol: Protocol,
    every_size: bool,
}

impl Plan {
    /// Sizes of the runs of a workload. In the default suite, the operations that only serve to
    /// price schemes make runs of the first size alone: they are a third of the time otherwise.
    fn sizes(&self, workload: &Workload) -> Vec<u32> {
        match workload.operation.role {
            Role::Pricing if !self.every_size => self.protocol.sizes[..1].to_vec(),
            _ => self.protocol.sizes.clone(),
        }
    }
}

/// Checks digests, sizes batches, and puts the manifest together.
fn prepare(
    selection: &[Workload],
    plan: Plan,
    environment: Environment,
    progress: &mut impl FnMut(Progress),
) -> Result<Manifest, BenchError> {
    let protocol = &plan.protocol;
    progress(Progress::Checking);
    let asked = |workload: &Workload| selection.iter().any(|other| other.operation == workload.operation);
    let witnesses: Vec<Workload> = library::all_workloads().into_iter().filter(asked).collect();
    let checked = verify::check(&witnesses, protocol.seed);
    let clock = SystemClock::new();
    let cost = overhead::cost(&clock);
    let (mut workloads, mut failures) = (Vec::new(), Vec::<Failure>::new());
    for workload in selection {
        let position = witnesses.iter().position(|witness| witness.id() == workload.id());
        let checked = &checked[position.expect("every selected workload is among the witnesses")];
        if !checked.accepted() {
            failures.push(verify::failure(workload, checked, protocol.seed));
            continue;
        }
        let mut prepared = workload.prepare(protocol.seed);
        workloads.push(TimedWorkload {
            id: workload.id(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(operations: &[&str], libraries: &[&str]) -> Result<Vec<String>, BenchError> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        Ok(select(&owned(operations), &owned(libraries))?.iter().map(Workload::id).collect())
    }

    #[test]
    fn without_names_each_operation_runs_on_its_default_library() {
        let found = ids(&[], &[]).unwrap();
        assert_eq!(found.len(), CATALOGUE.len());
        assert_eq!((found[0].as_str(), found[3].as_str()), ("pairing/blstrs", "mod-inv/num-bigint"));
    }

    #[test]
    fn a_library_alone_selects_what_it_provides() {
        assert_eq!(ids(&[], &["ff"]).unwrap(), ["mod-inv/ff", "mod-exp-255/ff"]);
    }

    #[test]
    fn an_operation_that_no_named_library_provides_is_refused_with_those_that_do() {
        let message = ids(&["ec-mul"], &["blstrs"]).unwrap_err().to_string();
        assert!(message.contains("ec-mul") && message.contains("p256"), "{message}");
        assert!(ids(&["ec-mull"], &[]).unwrap_err().to_string().contains("`ec-mul`"));
        assert!(ids(&[], &["blst"]).unwrap_err().to_string().contains("`blstrs`"));
    }
}
