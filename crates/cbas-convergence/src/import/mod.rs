//! Series from files that other programs wrote: one file a format, and this one finds out which it is.
//!
//! ```
//! use cbas_convergence::import::import;
//!
//! let text = "op,run,ns\npairing,1,592000\npairing,1,592100\nhash,1,nan\n";
//! let imported = import(text.as_bytes(), "times")?;
//! let names: Vec<&str> = imported.series.iter().map(|series| series.name.as_str()).collect();
//! assert_eq!(names, ["pairing", "hash"]);
//! assert!(imported.series[0].outcome.is_ok() && imported.series[1].outcome.is_err());
//! # Ok::<(), cbas_convergence::import::ImportError>(())
//! ```
//!
//! A file is refused as a whole only if it cannot be understood ([`ImportError`]). A series that holds a value no clock
//! gives is refused by itself ([`Refusal`]), and the others are kept.

mod csv;
mod error;
mod gather;

use std::fmt;
use std::io::{Cursor, Read};

use serde::Serialize;

pub use error::{ImportError, Refusal};
pub use gather::{Factor, ImportedSeries, MOST_ROWS_LISTED, Rejected, RejectedRow, Samples};

/// As much of a file as is looked at to tell its format; the header of a CSV file must fit in.
const HEAD: u64 = 64 * 1024;

/// Formats that are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Separated values with a header that has a column `ns`.
    Csv,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Csv => "csv",
        })
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// Its format.
    pub format: Format,
    /// Its series, in the order in which they first appear.
    pub series: Vec<ImportedSeries>,
    /// What was read otherwise than one might expect, one sentence each.
    pub notes: Vec<String>,
}

/// Reads all series of a file; `name` names a series that has no name in it.
///
/// Only the samples are kept in memory (8 bytes each), never the text.
///
/// # Errors
/// [`ImportError`] if the input cannot be read, or is not of a known format.
pub fn import(mut input: impl Read, name: &str) -> Result<Imported, ImportError> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    match detect(&head)? {
        Format::Csv => csv::read(&head, Cursor::new(&head).chain(input), name),
    }
}

/// The format of a file that starts with `head`.
fn detect(head: &[u8]) -> Result<Format, ImportError> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(ImportError::Empty);
    }
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return Err(ImportError::Encoding { row: 1 });
    }
    if head.contains(&0) {
        return Err(ImportError::NotText);
    }
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{' | b'[' | b'<') => Err(ImportError::UnknownFormat),
        _ => Ok(Format::Csv),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_table_is_told_apart() {
        let error = |bytes: &[u8]| import(bytes, "x").unwrap_err().to_string();
        assert!(error(b"").contains("empty") && error(b"\xef\xbb\xbf \r\n\n").contains("empty"));
        assert!(error(b"\xff\xfen\0s\0").contains("UTF-8"));
        assert!(error(b"\x7fELF\0\0").contains("not text"));
        assert!(error(b" {\"ns\": [1]}").contains("CSV"));
    }
}
