//! What is done with a runner before anything is timed: its outputs are compared, its batches chosen.

use std::collections::BTreeMap;
use std::time::Duration;

use super::turns::inputs_for;
use super::{Hello, InputFile, Program, Run, RunnerFault, Session};
use crate::batch;
use crate::campaign::{Failure, RunnerRecord, SKIPPED, TimedWorkload};
use crate::error::BenchError;
use crate::library;
use crate::operation::{self, Operation};
use crate::protocol::{InputRule, Protocol};
use crate::verify;
use crate::workload::OutputDigest;

/// Samples of one guess at a batch, and those before: a just-in-time compiler has done its work then.
const GUESS: (u32, u32) = (5, 20);

/// A runner before the campaign: it said hello, or what it did instead.
pub(crate) struct Recruit {
    program: Program,
    timeout: Duration,
    outcome: Result<(Session, Hello), RunnerFault>,
}

/// A runner as the manifest holds it.
#[derive(Default)]
pub(crate) struct Enlisted {
    pub(crate) record: Option<RunnerRecord>,
    pub(crate) workloads: Vec<TimedWorkload>,
    pub(crate) failures: Vec<Failure>,
}

/// Which operations a runner is to time.
pub(crate) enum Wanted<'a> {
    /// All that it names.
    Offered,
    /// Those of these that it offers.
    Of(&'a [&'static Operation]),
}

/// What the libraries gave for an operation, and their names.
pub(crate) type Expected = BTreeMap<&'static str, (OutputDigest, Vec<String>)>;

impl Recruit {
    /// Starts the program.
    pub(crate) fn start(program: &Program, seconds: f64) -> Self {
        let timeout = Duration::from_secs_f64(seconds);
        Self { program: program.clone(), timeout, outcome: Session::start(program, timeout) }
    }

    /// The operations it names that this program knows.
    pub(crate) fn known_operations(&self) -> impl Iterator<Item = &'static Operation> {
        let hello = self.outcome.as_ref().ok().map(|(_, hello)| hello);
        hello.into_iter().flat_map(Hello::named).filter_map(|id| operation::find(id).ok())
    }

    /// Compares, chooses batches, and gives what the manifest says of it.
    ///
    /// # Errors
    /// [`BenchError::Runner`] for a name that is taken; [`BenchError::Io`] if inputs cannot be written. What the runner
    /// itself does wrong is a [`Failure`].
    pub(crate) fn enlist(
        self,
        wanted: &Wanted<'_>,
        protocol: &Protocol,
        sizes: impl Fn(Option<&Operation>) -> Vec<u32>,
        expected: &Expected,
    ) -> Result<Enlisted, BenchError> {
        let (mut session, hello) = match self.outcome {
            Ok(started) => started,
            Err(fault) => return Ok(Enlisted::without(&self.program, &fault)),
        };
        if library::libraries().any(|library| library.name == hello.runner) {
            let reason = format!("it calls itself `{}`, as a library of this program: rename it", hello.runner);
            return Err(BenchError::Runner { runner: self.program.to_string(), reason });
        }
        let operations: Vec<&str> = match wanted {
            Wanted::Offered => hello.named().collect(),
            Wanted::Of(operations) => {
                operations.iter().map(|operation| operation.id).filter(|id| hello.offers(id)).collect()
            }
        };
        let mut enlisted = Enlisted::default();
        for id in operations {
            let trial = Trial { session: &mut session, hello: &hello, protocol, expected };
            match trial.run(id)? {
                Ok(timed) => {
                    let sizes = sizes(operation::find(id).ok());
                    enlisted.workloads.push(TimedWorkload { sizes, ..timed });
                }
                Err(fault) => {
                    let again = !matches!(fault, RunnerFault::Digest { .. });
                    enlisted.failures.push(failure(&hello, id, &fault));
                    if again {
                        break;
                    }
                }
            }
        }
        enlisted.record = Some(RunnerRecord {
            name: hello.runner.clone(),
            version: hello.version.clone(),
            program: self.program,
            timeout_seconds: self.timeout.as_secs_f64(),
            about: hello.about.clone(),
        });
        Ok(enlisted)
    }
}

impl Enlisted {
    /// What remains of a runner that did not start.
    fn without(program: &Program, fault: &RunnerFault) -> Self {
        let reason = match (program, fault) {
            (Program::Node, RunnerFault::NotFound { .. }) => format!("{SKIPPED}{fault}"),
            _ => format!("runner `{program}`: {fault}"),
        };
        let name = program.to_string();
        let operation = "all".to_owned();
        Self { failures: vec![Failure { id: name.clone(), operation, library: name, reason }], ..Self::default() }
    }
}

fn failure(hello: &Hello, operation: &str, fault: &RunnerFault) -> Failure {
    Failure {
        id: format!("{operation}/{}", hello.runner),
        operation: operation.to_owned(),
        library: hello.runner.clone(),
        reason: fault.to_string(),
    }
}

/// One operation of a runner before it is timed.
struct Trial<'a> {
    session: &'a mut Session,
    hello: &'a Hello,
    protocol: &'a Protocol,
    expected: &'a Expected,
}

impl Trial<'_> {
    fn run(mut self, id: &str) -> Result<Result<TimedWorkload, RunnerFault>, BenchError> {
        let known = operation::find(id).ok();
        if let Some(operation) = known
            && let Err(fault) = self.vectors(operation)?
        {
            return Ok(Err(fault));
        }
        let inputs = inputs_for(id, self.protocol.seed)?;
        let run = Run { workload: id, n: 0, warm_up: 0, batch: 1, seed: self.protocol.seed, inputs: inputs.as_ref() };
        Ok(self.compare(&run, known).and_then(|(digest, checked_against)| {
            Ok(TimedWorkload {
                id: format!("{id}/{}", self.hello.runner),
                operation: id.to_owned(),
                library: self.hello.runner.clone(),
                library_version: self.hello.version.clone(),
                sizes: Vec::new(),
                batch: self.batch(&run)?,
                digest,
                checked_against,
                inputs: InputRule::Random,
                claims_constant_time: None,
            })
        }))
    }

    /// Printed vectors through the runner: it must give what the libraries give, which were compared with the print.
    fn vectors(&mut self, operation: &'static Operation) -> Result<Result<(), RunnerFault>, BenchError> {
        let vector = verify::vectors_of(operation);
        if vector == operation || !self.hello.offers(vector.id) {
            return Ok(Ok(()));
        }
        let inputs = verify::known_inputs(vector);
        let Some(file) = InputFile::write(&inputs)? else { return Ok(Ok(())) };
        let expected = library::providers(vector).first().map(|workload| workload.prepare_on(&inputs).digest());
        let run =
            Run { workload: vector.id, n: 0, warm_up: 0, batch: 1, seed: self.protocol.seed, inputs: Some(&file) };
        Ok(self.session.digest(&run).and_then(|found| match expected {
            Some(expected) if expected != found => {
                Err(RunnerFault::Digest { workload: format!("the printed vector {}", vector.id), found, expected })
            }
            _ => Ok(()),
        }))
    }

    /// The digest of the runner, and the libraries that gave the same.
    fn compare(
        &mut self,
        run: &Run<'_>,
        known: Option<&'static Operation>,
    ) -> Result<(OutputDigest, Vec<String>), RunnerFault> {
        let found = self.session.digest(run)?;
        let alone = || {
            let providers = library::providers(known?);
            let first = providers.first()?;
            let digest = first.prepare_checked(self.protocol.seed).digest();
            Some((digest, vec![first.library.name.to_owned()]))
        };
        match self.expected.get(run.workload).cloned().or_else(alone) {
            Some((expected, _)) if expected != found => {
                Err(RunnerFault::Digest { workload: run.workload.to_owned(), found, expected })
            }
            Some((_, names)) => Ok((found, names)),
            None => Ok((found, Vec::new())),
        }
    }

    fn batch(&mut self, run: &Run<'_>) -> Result<u32, RunnerFault> {
        batch::choose_by(self.protocol.batch, 0.0, |batch| {
            let mut samples = Vec::new();
            let (n, warm_up) = GUESS;
            self.session.run(&Run { n, warm_up, batch, ..run.clone() }, &mut samples)?;
            let measured = samples.iter().skip(warm_up as usize);
            Ok(measured.map(|sample| sample.total.wall_ns).min().unwrap_or(0))
        })
    }
}
