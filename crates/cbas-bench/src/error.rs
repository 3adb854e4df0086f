//! What can go wrong, each as one sentence: what was found, where, what to do.

use std::path::PathBuf;

use thiserror::Error;

/// Errors of timing and of campaign directories.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BenchError {
    /// An operation identifier that is not in the catalogue.
    #[error("unknown operation `{found}`: did you mean {}? `cbas list operations` shows all", alternatives(.nearest))]
    UnknownOperation {
        /// The name given.
        found: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// A library name that is not in the catalogue.
    #[error("unknown library `{found}`: did you mean {}? `cbas list libraries` shows all", alternatives(.nearest))]
    UnknownLibrary {
        /// The name given.
        found: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// No library that was asked for provides the operation.
    #[error("no library asked for provides `{operation}`: it is provided by {}", .providers.join(", "))]
    NotProvided {
        /// The operation.
        operation: String,
        /// Libraries that provide it.
        providers: Vec<String>,
    },
    /// A library that this program was built without.
    #[error("this program was built without the library `{library}`: build it with `--features {feature}`")]
    NotBuilt {
        /// The library.
        library: &'static str,
        /// The cargo feature that brings it.
        feature: &'static str,
    },
    /// A symbol profile that does not exist.
    #[error("unknown symbol profile `{found}`: did you mean {}?", alternatives(.nearest))]
    UnknownProfile {
        /// The name given.
        found: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// A symbol profile that cannot be used.
    #[error("{origin} is no usable symbol profile: {reason}")]
    Profile {
        /// File or profile name.
        origin: String,
        /// What is wrong in it.
        reason: String,
    },
    /// A value of the protocol that cannot be timed.
    #[error("{what} is {found}: {remedy}")]
    Protocol {
        /// The setting.
        what: &'static str,
        /// Its value.
        found: String,
        /// What it must be.
        remedy: &'static str,
    },
    /// The timing code was built without optimisation.
    #[error(
        "this binary was built with {found}, its timings would mean nothing: build it with `cargo build --release` (or with this workspace's own dev profile, which optimises)"
    )]
    Unoptimised {
        /// The build settings found.
        found: String,
    },
    /// What is to be read is something else.
    #[error("{path} is not a campaign ({found}): name the directory of one")]
    NotACampaign {
        /// The directory.
        path: PathBuf,
        /// What was found there.
        found: String,
    },
    /// The output directory holds something else.
    #[error("{path} cannot take a campaign ({found}): name a directory that does not exist or is empty")]
    Occupied {
        /// The directory.
        path: PathBuf,
        /// What was found there.
        found: String,
    },
    /// The output directory is already a campaign.
    #[error(
        "{path} already holds a campaign, and raw samples are never overwritten: name a directory that does not exist"
    )]
    CampaignExists {
        /// The directory.
        path: PathBuf,
    },
    /// Too little room for the samples.
    #[error(
        "{path} has {available} MB free and this campaign needs about {needed} MB: free some space or name a directory on another disk"
    )]
    DiskSpace {
        /// The directory.
        path: PathBuf,
        /// Free space, MB.
        available: u64,
        /// Estimated need, MB.
        needed: u64,
    },
    /// Reading or writing failed.
    #[error("cannot {action} {path}: {reason}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's reason; part of the message, so not a source of its own.
        reason: std::io::Error,
    },
    /// The manifest or the record of a process cannot be used.
    #[error("{path} is damaged: {reason}; restore the file, the samples of the campaign are worthless without it")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        reason: String,
    },
    /// A sample file holds something that is no sample.
    #[error(
        "{path}, line {line}: {reason}; raw samples are never edited, restore the file or take it out of the campaign"
    )]
    Samples {
        /// The file.
        path: PathBuf,
        /// 1-based line.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
    /// A measuring process failed.
    #[error("measuring process {process} failed: {reason}")]
    Process {
        /// Index of the process.
        process: u32,
        /// What it said.
        reason: String,
    },
    /// A runner that cannot be used as it was asked for.
    #[error("runner `{runner}`: {reason}")]
    Runner {
        /// Its name or command line.
        runner: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// Every workload was refused before timing.
    #[error("nothing to time: {reason}")]
    NothingToTime {
        /// Why.
        reason: String,
    },
}

impl BenchError {
    /// Whether the request itself was wrong, as opposed to the work having failed.
    ///
    /// ```
    /// use cbas_bench::operation::find;
    /// assert!(find("no-such-operation").unwrap_err().is_usage());
    /// ```
    pub fn is_usage(&self) -> bool {
        use BenchError::*;
        matches!(
            self,
            UnknownOperation { .. }
                | UnknownLibrary { .. }
                | NotProvided { .. }
                | NotBuilt { .. }
                | UnknownProfile { .. }
                | Profile { .. }
                | Protocol { .. }
                | Runner { .. }
        )
    }

    /// Wraps an I/O error with what was tried and where.
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |reason| Self::Io { action, path, reason }
    }
}

/// "`a`, `b` or `c`".
fn alternatives(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}
