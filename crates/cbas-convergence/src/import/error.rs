//! Why a file, or one of its series, cannot be used.

use std::io;

use thiserror::Error;

use super::{Rejected, RejectedRow};
use crate::sample::SampleError;

/// A file that cannot be understood.
#[derive(Debug, Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error("reading failed: {0}")]
    Io(#[from] io::Error),
    /// No bytes, or only white space.
    #[error("the file is empty: give a CSV file with a column `ns`")]
    Empty,
    /// A header and nothing below it.
    #[error("the file has a header but no rows: add rows, or leave the file out")]
    NoRows,
    /// Zero bytes.
    #[error("the file is not text: give a CSV file with a column `ns`, uncompressed")]
    NotText,
    /// JSON, XML or HTML.
    #[error("the file is no table: give a CSV file with a column `ns`, or the directory of a campaign")]
    UnknownFormat,
    /// Not UTF-8.
    #[error("row {row} is not UTF-8: save the file as UTF-8")]
    Encoding {
        /// Line of the file, from 1.
        row: u64,
    },
    /// The first line does not end.
    #[error(
        "the first {bytes} bytes of the file hold no end of line, so it has no header: give a CSV file with a column `ns`"
    )]
    NoHeader {
        /// Bytes that were looked at.
        bytes: usize,
    },
    /// No column of times.
    #[error(
        "the file has no column `ns`: its header names {found}, and what is needed is `ns` (nanoseconds per operation), and optionally `op` (several series), `process`, `run` or `group` (several runs) and `order` or `level` (levels that are compared)"
    )]
    NoTimes {
        /// The names in the header, quoted and listed.
        found: String,
    },
    /// The first line holds numbers only.
    #[error("the first line of the file holds numbers ({found}) instead of names: put a line with `ns` on top")]
    NumbersForHeader {
        /// The numbers, quoted and listed.
        found: String,
    },
    /// Two columns of one name.
    #[error("the header of the file has two columns `{name}`: keep one")]
    RepeatedColumn {
        /// Name of the column.
        name: &'static str,
    },
}

/// Why a series of a file that was understood cannot be analysed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Refusal {
    /// Values that no clock gives.
    #[error("{}", unusable(rows, *count, first))]
    Unusable {
        /// How many.
        count: u64,
        /// The first of their rows; at most ten.
        rows: Vec<u64>,
        /// The first of them, with its reason.
        first: RejectedRow,
    },
    /// No row holds a number.
    #[error("none of its {} rows holds a number ({}): repair them, or leave the series out", rejected.count, first(rejected))]
    NoNumbers {
        /// All rows of the series.
        rejected: Rejected,
    },
    /// A run cannot be used.
    #[error("{}{error}", run.as_ref().map(|run| format!("run {run:?}: ")).unwrap_or_default())]
    Run {
        /// Its name, if it has one.
        run: Option<String>,
        /// Why.
        error: SampleError,
    },
}

fn unusable(rows: &[u64], count: u64, first: &RejectedRow) -> String {
    let listed: Vec<String> = rows.iter().map(u64::to_string).collect();
    let more = count - rows.len() as u64;
    let and_more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if count == 1 {
        return format!("row {}: {}; repair or remove that row", first.row, first.reason);
    }
    let row = first.row;
    format!(
        "{count} rows hold values that no clock gives (rows {}{and_more}; row {row}: {}): repair or remove them",
        listed.join(", "),
        first.reason
    )
}

fn first(rejected: &Rejected) -> String {
    rejected.rows.first().map_or_else(String::new, |row| format!("row {}: {}", row.row, row.reason))
}
