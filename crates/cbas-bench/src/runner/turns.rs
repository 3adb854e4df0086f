//! The runners of one measuring process, taking their turns between the libraries of this program.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{InputFile, Run, RunnerFault, RunnerSample, Session};
use crate::campaign::{Fault, Manifest, RunnerRecord, TimedWorkload};
use crate::error::BenchError;
use crate::inputs;
use crate::operation;
use crate::parallel;
use crate::schedule::Block;
use crate::workload::OutputDigest;

/// The runners of a process: those that work, and what the others did wrong.
pub(crate) struct Turns<'a> {
    manifest: &'a Manifest,
    /// One for each runner of the manifest; none where it failed.
    sessions: Vec<Option<Session>>,
    /// One for each workload of the manifest.
    inputs: Vec<Option<InputFile>>,
    faults: Vec<Fault>,
}

impl<'a> Turns<'a> {
    /// Starts every runner of the manifest.
    ///
    /// # Errors
    /// [`BenchError::Io`] if inputs cannot be written; a runner that does not start is a [`Fault`].
    pub(crate) fn start(manifest: &'a Manifest) -> Result<Self, BenchError> {
        let write = |timed: &TimedWorkload| match manifest.runner_of(timed) {
            Some(_) => inputs_for(&timed.operation, manifest.protocol.seed),
            None => Ok(None),
        };
        let inputs = parallel::map(&manifest.workloads, write).into_iter().collect::<Result<_, _>>()?;
        let mut turns = Self { manifest, sessions: Vec::new(), inputs, faults: Vec::new() };
        for record in &manifest.runners {
            let session = turns.admit(record);
            turns.sessions.push(session);
        }
        Ok(turns)
    }

    fn admit(&mut self, record: &RunnerRecord) -> Option<Session> {
        let started = Session::start(&record.program, timeout(record)).and_then(|(session, hello)| {
            if (&hello.runner, &hello.version) == (&record.name, &record.version) {
                return Ok(session);
            }
            let found = format!("{} {}", hello.runner, hello.version);
            Err(RunnerFault::Changed { found, expected: format!("{} {}", record.name, record.version) })
        });
        started.map_err(|fault| self.faults.push(Fault::of(record, None, &fault))).ok()
    }

    /// The runner that a workload belongs to.
    pub(crate) fn runner_of(&self, workload: usize) -> Option<usize> {
        self.manifest.runner_of(&self.manifest.workloads[workload])
    }

    /// Whether nothing more will come for a workload.
    pub(crate) fn has_failed(&self, workload: usize) -> bool {
        self.runner_of(workload).is_some_and(|runner| self.sessions[runner].is_none())
    }

    /// The samples of one block: all of them, or after a fault those before it.
    pub(crate) fn measure(&mut self, block: &Block) -> Vec<RunnerSample> {
        let mut samples = Vec::with_capacity((block.warm_up + block.samples) as usize);
        let timed = &self.manifest.workloads[block.workload];
        let run = Run {
            workload: &timed.operation,
            n: block.samples,
            warm_up: block.warm_up,
            batch: timed.batch,
            seed: self.manifest.protocol.seed,
            inputs: self.inputs[block.workload].as_ref(),
        };
        let runner = self.manifest.runner_of(timed);
        let session = runner.and_then(|runner| self.sessions[runner].as_mut());
        if let Some(Err(fault)) = session.map(|session| session.run(&run, &mut samples)) {
            self.dismiss(runner, Some(timed), &fault);
        }
        samples
    }

    fn dismiss(&mut self, runner: Option<usize>, timed: Option<&TimedWorkload>, fault: &RunnerFault) {
        let Some(runner) = runner else { return };
        self.faults.push(Fault::of(&self.manifest.runners[runner], timed, fault));
        self.sessions[runner] = None;
    }

    /// Asks every runner that still works for the digests of its workloads, as the libraries are asked, and ends it.
    pub(crate) fn finish(mut self) -> (BTreeMap<String, OutputDigest>, Vec<Fault>) {
        let mut digests = BTreeMap::new();
        for (position, timed) in self.manifest.workloads.iter().enumerate() {
            let Some(runner) = self.manifest.runner_of(timed) else { continue };
            let seed = self.manifest.protocol.seed;
            let inputs = self.inputs[position].as_ref();
            let run = Run { workload: &timed.operation, n: 0, warm_up: 0, batch: 1, seed, inputs };
            match self.sessions[runner].as_mut().map(|session| session.digest(&run)) {
                None => {}
                Some(Ok(found)) if found == timed.digest => {
                    digests.insert(timed.id.clone(), found);
                }
                Some(Ok(found)) => {
                    let (workload, expected) = (timed.id.clone(), timed.digest);
                    let fault = RunnerFault::Digest { workload, found, expected };
                    self.faults.push(Fault::of(&self.manifest.runners[runner], Some(timed), &fault));
                }
                Some(Err(fault)) => self.dismiss(Some(runner), Some(timed), &fault),
            }
        }
        (digests, self.faults)
    }
}

/// The inputs of an operation that this program knows.
pub(super) fn inputs_for(operation: &str, seed: u64) -> Result<Option<InputFile>, BenchError> {
    match operation::find(operation) {
        Ok(operation) => InputFile::write(&inputs::draw(operation, seed)),
        Err(_) => Ok(None),
    }
}

/// Time limit of a request.
pub(super) fn timeout(record: &RunnerRecord) -> Duration {
    Duration::from_secs_f64(record.timeout_seconds)
}
