//! Everything a runner can do wrong, each as one sentence.

use thiserror::Error;

use crate::workload::OutputDigest;

/// Why a runner is not used any more.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunnerFault {
    /// The program does not exist.
    #[error("{program} not found")]
    NotFound {
        /// Its name.
        program: String,
    },
    /// The program exists and could not be started.
    #[error("{program} could not be started: {reason}")]
    NotStarted {
        /// Its name.
        program: String,
        /// What the system said.
        reason: String,
    },
    /// No complete answer within the time limit.
    #[error("it did not finish answering {request} within {seconds} s, and was ended")]
    Silent {
        /// What it was asked.
        request: String,
        /// The limit, s.
        seconds: u64,
    },
    /// It ended before it had answered.
    #[error("it ended ({status}) while answering {request}{}", said(.stderr))]
    Ended {
        /// What it was asked.
        request: String,
        /// How it ended.
        status: String,
        /// The first line of its standard error, if it wrote any.
        stderr: String,
    },
    /// A line that is no message, or not the one that is due.
    #[error("its line {line} is `{shown}`: {reason}")]
    Line {
        /// 1-based line of its standard output.
        line: u64,
        /// The beginning of the line.
        shown: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A line without an end.
    #[error("its line {line} is longer than {limit} bytes")]
    LongLine {
        /// 1-based line of its standard output.
        line: u64,
        /// Longest line, bytes.
        limit: usize,
    },
    /// Output that nobody asked for, which may have been written during somebody's timing.
    #[error("it wrote after line {line} without being asked: a runner writes only in answer to a request")]
    Unasked {
        /// Lines before.
        line: u64,
    },
    /// It said itself that it failed.
    #[error("it reports: {0}")]
    Reported(String),
    /// Its outputs are not those that were expected.
    #[error("it gave digest {found} for {workload} where {expected} is right: its figures cannot be trusted")]
    Digest {
        /// The workload.
        workload: String,
        /// What it gave.
        found: OutputDigest,
        /// What it had to give.
        expected: OutputDigest,
    },
    /// Another program answers than the one that was checked.
    #[error("it now calls itself {found} where {expected} was checked")]
    Changed {
        /// Name and version now.
        found: String,
        /// Name and version before.
        expected: String,
    },
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(" and wrote: {stderr}") }
}
