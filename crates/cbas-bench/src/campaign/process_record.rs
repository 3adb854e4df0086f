//! What one measuring process reports of itself when it has finished.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::value::EmptySample;
use super::write_atomically;
use super::{RunnerRecord, TimedWorkload};
use crate::error::BenchError;
use crate::layout::Layout;
use crate::overhead::ClockCost;
use crate::protocol::Order;
use crate::runner::RunnerFault;
use crate::workload::OutputDigest;

/// Record of one finished process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProcessRecord {
    /// Index of the process.
    pub process: u32,
    /// When it started, UTC.
    pub started: String,
    /// Its memory layout.
    pub layout: Layout,
    /// Cost of the clocks before the first sample.
    pub clock_at_start: ClockCost,
    /// Cost of the clocks after the last sample.
    pub clock_at_end: ClockCost,
    /// The order of its blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Why each run was ended, if runs are measured until they have settled.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stops: BTreeMap<String, Stop>,
    /// What runners did wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Digest of the outputs of each workload, taken after timing.
    pub digests: BTreeMap<String, OutputDigest>,
    /// Whole wall time of the process, ns.
    pub elapsed_ns: u64,
    /// Wall time inside timed samples, warm-up included, ns.
    pub sampled_ns: u64,
}

impl ProcessRecord {
    /// Where the record of `process` lies.
    pub fn path(campaign: &Path, process: u32) -> PathBuf {
        campaign.join("samples").join(format!("process-{process:03}.json"))
    }

    /// Writes the record: from now on the process counts as finished.
    ///
    /// # Errors
    /// [`BenchError::Io`].
    pub fn write(&self, campaign: &Path) -> Result<(), BenchError> {
        let text = serde_json::to_string_pretty(self).expect("a record has string keys and finite numbers");
        write_atomically(&Self::path(campaign, self.process), (text + "\n").as_bytes())
    }

    /// Reads the record of `process`, if it finished.
    ///
    /// # Errors
    /// [`BenchError::Io`], or [`BenchError::Manifest`] if the file is no record.
    pub fn read(campaign: &Path, process: u32) -> Result<Option<Self>, BenchError> {
        let path = Self::path(campaign, process);
        match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| BenchError::Manifest { path, reason: error.to_string() }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BenchError::io("read", path)(error)),
        }
    }

    /// Cost of an empty sample: the mean of that at the start and that at the end.
    pub fn clock_cost(&self) -> EmptySample {
        let (start, end) = (self.clock_at_start, self.clock_at_end);
        let cpu = start.cpu_ns.zip(end.cpu_ns).map(|(start, end)| (start + end) / 2.0);
        EmptySample { wall_ns: (start.wall_ns + end.wall_ns) / 2.0, cpu_ns: cpu.unwrap_or(0.0) }
    }
}

/// What a runner did wrong in one process. Its samples up to then are kept; it has no more in this process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Name of the runner.
    pub runner: String,
    /// The workload it was busy with, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workload: Option<String>,
    /// What it did, in one sentence.
    pub reason: String,
    /// The outputs of that workload were wrong: its samples of this process count for nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrong_outputs: bool,
}

impl Fault {
    /// Of a runner, while it was busy with a workload.
    pub(crate) fn of(runner: &RunnerRecord, workload: Option<&TimedWorkload>, fault: &RunnerFault) -> Self {
        Self {
            runner: runner.name.clone(),
            workload: workload.map(|timed| timed.id.clone()),
            reason: fault.to_string(),
            wrong_outputs: matches!(fault, RunnerFault::Digest { .. }),
        }
    }
}

/// Why a run that is measured until it has settled was ended, and after how many samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    /// Measured samples.
    pub n: u32,
    /// Why.
    pub reason: StopReason,
}

/// Why a run was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Two checkpoints in a row found it converged.
    Settled,
    /// The largest number of samples was reached.
    MaxN,
    /// The time was up.
    MaxTime,
    /// The runner that measured it failed.
    Failed,
}
