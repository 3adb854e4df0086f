//! One measuring process: a fresh child of the program that runs the campaign.
//!
//! The child is told by environment variables which campaign it belongs to, does its share of the
//! protocol, and reports progress as one JSON object a line on standard output, between blocks.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::adaptive::Adaptive;
use crate::campaign::value::EmptySample;
use crate::campaign::{Manifest, Phase, ProcessRecord, Sample, SampleWriter, Stop, TimedWorkload};
use crate::clock::{Clock, SystemClock};
use crate::error::BenchError;
use crate::layout::{Layout, with_stack_frames};
use crate::measure::{self, Reading};
use crate::overhead;
use crate::parallel;
use crate::protocol::InputRule;
use crate::runner::{RunnerSample, Turns};
use crate::schedule::{self, Block};
use crate::selection;
use crate::workload::{OutputDigest, Prepared};

const CAMPAIGN_VARIABLE: &str = "CBAS_CHILD_CAMPAIGN";
const PROCESS_VARIABLE: &str = "CBAS_CHILD_PROCESS";
const PADDING_VARIABLE: &str = "CBAS_CHILD_PADDING";

/// What a child tells its parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    /// So many of so many blocks are done.
    Progress { done: usize, of: usize },
    /// It failed.
    Error(String),
}

/// Does the work of a measuring process if this process was started as one.
///
/// Every program that runs campaigns (the command line, an example) calls this first in `main` and
/// returns the exit code if there is one: campaigns start the running program again.
pub fn enter_if_child() -> Option<ExitCode> {
    let campaign = PathBuf::from(env::var_os(CAMPAIGN_VARIABLE)?);
    let process = env::var(PROCESS_VARIABLE).ok()?.parse().ok()?;
    Some(match measure_process(&campaign, process, |done, of| say(&Message::Progress { done, of })) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&Message::Error(error.to_string()));
            ExitCode::FAILURE
        }
    })
}

fn say(message: &Message) {
    let line = serde_json::to_string(message).expect("a message has finite numbers");
    // A parent that is gone cannot be told so; the samples are on disk either way.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Starts process `process` of `campaign`, passes its progress on, and waits for it.
///
/// # Errors
/// [`BenchError::Process`] with what the child said or how it ended.
pub fn spawn(
    campaign: &Path,
    seed: u64,
    process: u32,
    mut progress: impl FnMut(usize, usize),
) -> Result<(), BenchError> {
    let refuse = |reason: String| BenchError::Process { process, reason };
    let program = env::current_exe().map_err(|error| refuse(format!("the running program is unknown: {error}")))?;
    let layout = Layout::draw(seed, process);
    let mut child = Command::new(program)
        .env(CAMPAIGN_VARIABLE, campaign)
        .env(PROCESS_VARIABLE, process.to_string())
        .env(PADDING_VARIABLE, "x".repeat(layout.environment_padding))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| refuse(format!("it could not be started: {error}")))?;
    let mut failure = None;
    let stdout = child.stdout.take().expect("standard output is piped");
    for line in BufReader::new(stdout).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(Message::Progress { done, of }) => progress(done, of),
            Ok(Message::Error(reason)) => failure = Some(reason),
            Err(_) => failure = Some(format!("it printed `{line}`, which is no message")),
        }
    }
    let mut complaint = String::new();
    let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut complaint));
    let status = child.wait().map_err(|error| refuse(error.to_string()))?;
    if status.success() && failure.is_none() {
        return Ok(());
    }
    let last_words = complaint.lines().next().map(str::to_owned);
    Err(refuse(failure.or(last_words).unwrap_or_else(|| format!("it ended with {status}"))))
}

/// Measures all runs of one process of the campaign in this very process.
fn measure_process(campaign: &Path, process: u32, progress: impl Fn(usize, usize)) -> Result<(), BenchError> {
    let manifest = Manifest::read(campaign)?;
    let layout = Layout::draw(manifest.protocol.seed, process);
    with_stack_frames(layout.stack_frames, || Measuring::start(campaign, &manifest, process)?.run(layout, progress))
}

/// The state of a measuring process.
struct Measuring<'a> {
    campaign: &'a Path,
    manifest: &'a Manifest,
    process: u32,
    started: Instant,
    /// One for each workload of the manifest; none where a runner has it.
    workloads: Vec<Option<Box<dyn Prepared>>>,
    runners: Turns<'a>,
    writer: SampleWriter,
    /// Warm-up samples so far, by workload and planned size.
    warmed: BTreeMap<(usize, u32), u32>,
    sampled_ns: u64,
}

impl<'a> Measuring<'a> {
    fn start(campaign: &'a Path, manifest: &'a Manifest, process: u32) -> Result<Self, BenchError> {
        let started = Instant::now();
        let writer = SampleWriter::create(campaign, process)?;
        let seed = manifest.protocol.seed;
        let prepare = |timed: &TimedWorkload| {
            if manifest.runner_of(timed).is_some() {
                return Ok(None);
            }
            let workload =
                selection::workload(&timed.operation, &timed.library).ok_or_else(|| BenchError::Process {
                    process,
                    reason: format!(
                        "this program has no workload `{}`: run the campaign with the program that made it",
                        timed.id
                    ),
                })?;
            Ok(Some(workload.prepare(seed, timed.inputs.of_process(process))))
        };
        let workloads = parallel::map(&manifest.workloads, prepare);
        let workloads = workloads.into_iter().collect::<Result<_, _>>()?;
        let runners = Turns::start(manifest)?;
        let warmed = BTreeMap::new();
        Ok(Self { campaign, manifest, process, started, workloads, runners, writer, warmed, sampled_ns: 0 })
    }

    fn run(mut self, layout: Layout, progress: impl Fn(usize, usize)) -> Result<(), BenchError> {
        let started_at = crate::time::now();
        let clock = SystemClock::new();
        let clock_at_start = overhead::cost(&clock);
        let stops = match self.manifest.protocol.until {
            None => self.measure_planned(&clock, progress)?,
            Some(until) => {
                let empty =
                    EmptySample { wall_ns: clock_at_start.wall_ns, cpu_ns: clock_at_start.cpu_ns.unwrap_or(0.0) };
                let runs = Adaptive::new(self.manifest, until, self.process, empty);
                self.measure_until_settled(runs, &clock, progress)?
            }
        };
        let clock_at_end = overhead::cost(&clock);
        let mut digests = self.check_digests()?;
        let (of_runners, faults) = self.runners.finish();
        digests.extend(of_runners);
        ProcessRecord {
            process: self.process,
            started: started_at,
            layout,
            clock_at_start,
            clock_at_end,
            order: Some(self.manifest.protocol.order.of_process(self.process)),
            stops,
            faults,
            digests,
            elapsed_ns: self.started.elapsed().as_nanos() as u64,
            sampled_ns: self.sampled_ns,
        }
        .write(self.campaign)
    }

    /// Runs of planned sizes: the whole order is known before the first block.
    fn measure_planned(
        &mut self,
        clock: &impl Clock,
        progress: impl Fn(usize, usize),
    ) -> Result<BTreeMap<String, Stop>, BenchError> {
        let blocks = schedule::blocks(&self.manifest.protocol, &self.manifest.workloads, self.process);
        for (done, block) in blocks.iter().enumerate() {
            self.measure_block(block, clock)?;
            progress(done + 1, blocks.len());
        }
        Ok(BTreeMap::new())
    }

    /// Runs that end by themselves: what is next depends on what was measured.
    fn measure_until_settled(
        &mut self,
        mut runs: Adaptive<'_>,
        clock: &impl Clock,
        progress: impl Fn(usize, usize),
    ) -> Result<BTreeMap<String, Stop>, BenchError> {
        let started = Instant::now();
        while let Some(block) = runs.next(started.elapsed().as_secs_f64()) {
            let samples = self.measure_block(&block, clock)?;
            runs.learn(&block, &samples);
            if self.runners.has_failed(block.workload) {
                runs.fail(&block);
            }
            let (done, of) = runs.progress();
            progress(done, of);
        }
        Ok(runs.stops())
    }

    /// Takes and stores the samples of one block.
    fn measure_block(&mut self, block: &Block, clock: &impl Clock) -> Result<Vec<Sample>, BenchError> {
        let warmed = *self.warmed.entry((block.workload, block.n)).or_default();
        let samples = match self.workloads[block.workload].as_mut() {
            Some(prepared) => here(self.manifest, prepared.as_mut(), block, warmed, clock),
            None => elsewhere(self.manifest, &mut self.runners, block, warmed),
        };
        self.warmed.insert((block.workload, block.n), warmed + block.warm_up);
        self.sampled_ns += samples.iter().map(|sample| sample.total.wall_ns).sum::<u64>();
        self.writer.append(self.manifest, &samples)?;
        Ok(samples)
    }

    /// Proof of work: the same inputs still give the outputs that were checked before timing.
    fn check_digests(&self) -> Result<BTreeMap<String, OutputDigest>, BenchError> {
        let positions: Vec<usize> = (0..self.workloads.len()).collect();
        let (manifest, workloads) = (self.manifest, &self.workloads);
        let found =
            parallel::map(&positions, |&at| Some(digest(manifest, &manifest.workloads[at], workloads[at].as_deref()?)));
        let mut digests = BTreeMap::new();
        for (timed, digest) in self.manifest.workloads.iter().zip(found) {
            let Some(digest) = digest else { continue };
            if digest != timed.digest {
                let reason = format!(
                    "{} gave digest {digest} after timing and {} before: its figures cannot be trusted",
                    timed.id, timed.digest
                );
                return Err(BenchError::Process { process: self.process, reason });
            }
            digests.insert(timed.id.clone(), digest);
        }
        Ok(digests)
    }
}

/// Digest of a workload on the whole pool of inputs, whichever of them it was timed on.
fn digest(manifest: &Manifest, timed: &TimedWorkload, prepared: &dyn Prepared) -> OutputDigest {
    let whole = match timed.inputs {
        InputRule::Random | InputRule::Both => None,
        InputRule::Fixed => selection::workload(&timed.operation, &timed.library),
    };
    match whole {
        Some(workload) => workload.prepare_checked(manifest.protocol.seed).digest(),
        None => prepared.digest(),
    }
}

/// The samples of a block that this program times; memory for them is reserved before the first is timed.
fn here(
    manifest: &Manifest,
    prepared: &mut dyn Prepared,
    block: &Block,
    warmed: u32,
    clock: &impl Clock,
) -> Vec<Sample> {
    let batch = manifest.workloads[block.workload].batch;
    let rule = manifest.protocol.preemption;
    let mut samples = Vec::with_capacity((block.warm_up + block.samples) as usize);
    let phases = [(Phase::WarmUp, warmed, block.warm_up), (Phase::Measured, block.first, block.samples)];
    for (phase, first, count) in phases {
        for index in first..first + count {
            let reading = measure::sample(prepared, batch, clock);
            let (workload, n, preempted) = (block.workload, block.n, rule.preempted(&reading));
            samples.push(Sample { workload, n, phase, index, batch, total: reading.total, preempted });
        }
    }
    samples
}

/// The samples of a block that a runner times: fewer than planned if it fails, none if it has failed before.
fn elsewhere(manifest: &Manifest, runners: &mut Turns<'_>, block: &Block, warmed: u32) -> Vec<Sample> {
    let batch = manifest.workloads[block.workload].batch;
    let rule = manifest.protocol.preemption;
    let (mut warm_up, mut measured) = (warmed.., block.first..);
    let mut next = |phase| match phase {
        Phase::WarmUp => warm_up.next(),
        Phase::Measured => measured.next(),
    };
    let sample = |taken: RunnerSample| {
        let preempted = rule.preempted(&Reading { total: taken.total, switches: 0 });
        let (workload, n, phase, index) = (block.workload, block.n, taken.phase, next(taken.phase)?);
        Some(Sample { workload, n, phase, index, batch, total: taken.total, preempted })
    };
    runners.measure(block).into_iter().filter_map(sample).collect()
}
