//! What was to be measured, on what, and how. Written once, before the first sample.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::write_atomically;
use crate::environment::Environment;
use crate::error::BenchError;
use crate::operation;
use crate::protocol::{InputRule, Protocol};
use crate::runner::Program;
use crate::workload::OutputDigest;

/// Version of the layout of a campaign directory.
pub const SCHEMA: &str = "cbas-campaign/1";

/// The manifest of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: String,
    /// When the campaign started, UTC.
    pub created: String,
    /// How the runs were made.
    pub protocol: Protocol,
    /// What is timed, in the order of the tables.
    pub workloads: Vec<TimedWorkload>,
    /// What was asked for and is not timed, and why.
    pub failures: Vec<Failure>,
    /// Programs that measure beside this one, each in the place of a library.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runners: Vec<RunnerRecord>,
    /// On what machine and build.
    pub environment: Environment,
}

/// A runner of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunnerRecord {
    /// Its name, which its workloads have in the place of a library.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How it is started.
    pub program: Program,
    /// Time limit of each request, s.
    pub timeout_seconds: f64,
    /// What else its figures depend on, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// One operation on one library, as it is timed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedWorkload {
    /// `operation/library`, and `/fixed` where the input is always the same.
    pub id: String,
    /// Operation identifier.
    pub operation: String,
    /// Library name.
    pub library: String,
    /// Exact version of the library.
    pub library_version: String,
    /// Planned sizes of its runs, ascending: those of the protocol, or the first of them.
    pub sizes: Vec<u32>,
    /// Operations a sample.
    pub batch: u32,
    /// Digest of the outputs on the seed of the protocol.
    pub digest: OutputDigest,
    /// Libraries that gave the same digest before anything was timed.
    pub checked_against: Vec<String>,
    /// What it is fed with.
    #[serde(default)]
    pub inputs: InputRule,
    /// Whether the library claims that its time does not depend on secret inputs; unknown in older campaigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims_constant_time: Option<bool>,
}

/// How the reason of a [`Failure`] begins where nothing is wrong: what was to be timed is not on this machine.
pub const SKIPPED: &str = "skipped: ";

/// A workload that was refused before timing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// `operation/library`.
    pub id: String,
    /// Operation identifier.
    pub operation: String,
    /// Library name.
    pub library: String,
    /// Why, in one sentence.
    pub reason: String,
}

impl TimedWorkload {
    /// Whether its runs are among those of the protocol, and there is one.
    fn plans(&self, protocol: &Protocol) -> bool {
        !self.sizes.is_empty() && self.sizes.iter().all(|n| protocol.sizes.contains(n))
    }
}

impl Manifest {
    /// File name within the campaign directory.
    pub const FILE: &'static str = "manifest.json";

    /// Writes the manifest of a new campaign.
    ///
    /// # Errors
    /// [`BenchError::Io`].
    pub fn write(&self, campaign: &Path) -> Result<(), BenchError> {
        let text = serde_json::to_string_pretty(self).expect("a manifest has string keys and finite numbers");
        write_atomically(&campaign.join(Self::FILE), (text + "\n").as_bytes())
    }

    /// Reads and checks the manifest of `campaign`.
    ///
    /// # Errors
    /// [`BenchError::NotACampaign`] if there is none, [`BenchError::Manifest`] if it cannot be used.
    pub fn read(campaign: &Path) -> Result<Self, BenchError> {
        let path = campaign.join(Self::FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(BenchError::NotACampaign { path: campaign.to_owned(), found: instead_of(campaign) });
            }
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(BenchError::Manifest { path, reason: "it is not text".to_owned() });
            }
            Err(error) => return Err(BenchError::io("read", path)(error)),
        };
        let refuse = |reason| BenchError::Manifest { path: path.clone(), reason };
        if text.trim().is_empty() {
            return Err(refuse("it is empty".to_owned()));
        }
        let manifest: Self = serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
        if manifest.schema != SCHEMA {
            return Err(refuse(format!("its schema is `{}` and this tool reads `{SCHEMA}`", manifest.schema)));
        }
        if let Some(zero) = manifest.workloads.iter().find(|workload| workload.batch == 0) {
            return Err(refuse(format!("the batch of {} is 0", zero.id)));
        }
        if manifest.runners.iter().any(|runner| Duration::try_from_secs_f64(runner.timeout_seconds).is_err()) {
            return Err(refuse("the time limit of a runner is no time".to_owned()));
        }
        if let Some(odd) = manifest.workloads.iter().find(|workload| !workload.plans(&manifest.protocol)) {
            return Err(refuse(format!("the sizes {:?} of {} are not those of the protocol", odd.sizes, odd.id)));
        }
        manifest.protocol.clone().validated().map_err(|error| refuse(error.to_string()))?;
        Ok(manifest)
    }

    /// The runner that times a workload, if it is not this program.
    pub fn runner_of(&self, workload: &TimedWorkload) -> Option<usize> {
        self.runners.iter().position(|runner| runner.name == workload.library)
    }

    /// Index of the workload that times an operation on its default library.
    pub fn on_default_library(&self, operation: &str) -> Option<usize> {
        self.position(&format!("{operation}/{}", operation::find(operation).ok()?.default_library))
    }

    /// Index of a workload.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.workloads.iter().position(|workload| workload.id == id)
    }
}

/// What is in the place of a campaign.
fn instead_of(path: &Path) -> String {
    if !path.exists() {
        return "it does not exist".to_owned();
    }
    let Ok(entries) = path.read_dir() else { return "it is no directory".to_owned() };
    let mut campaigns: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join(Manifest::FILE).is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    campaigns.sort_unstable();
    match campaigns.is_empty() {
        true => format!("it has no {}", Manifest::FILE),
        false => format!("it has no {}, but holds the campaigns {}", Manifest::FILE, campaigns.join(", ")),
    }
}
