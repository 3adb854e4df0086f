//! One file per verb.

pub mod analyze;
pub mod bench;
pub mod costs;
pub mod env;
pub mod lint;
pub mod list;
pub mod report;
pub mod study;
pub mod study_nodejs;
pub mod verify;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::analysis::JudgedCampaign;
use crate::report::pictures::Extent;

/// Prints results to standard output; a reader that went away is no failure.
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// Writes tables and pictures of a campaign, says which pictures there are none of, and returns the number of files.
pub fn write_report(judged: &JudgedCampaign, directory: &Path, extent: Extent) -> Result<usize> {
    let drawn = crate::report::write(judged, directory, extent)?;
    if let Some(first) = drawn.left_out.first() {
        complain(&format!("note: {} pictures are left out, the first is {first}", drawn.left_out.len()));
    }
    Ok(drawn.files)
}

/// Prints a warning or an error to standard error.
pub fn complain(text: &str) {
    // Nobody is left to tell if standard error is gone.
    let _ = writeln!(std::io::stderr(), "{text}");
}
