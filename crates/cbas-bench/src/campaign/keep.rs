//! A copy of a campaign that is worth keeping: the same facts and samples, the samples compressed (xz).

use std::fs;
use std::io::Write;
use std::path::Path;

use lzma_rust2::{XzOptions, XzWriter};

use super::writer::SampleWriter;
use super::{Campaign, Manifest, ProcessRecord, claim, write_atomically};
use crate::error::BenchError;

/// Copies manifest, process records and samples of `campaign` to the new directory `target`.
///
/// Only the processes that are used are copied. The copy is read back and compared.
///
/// # Errors
/// As [`claim`], and [`BenchError::Io`].
pub fn keep(campaign: &Campaign, target: &Path) -> Result<(), BenchError> {
    claim(target, 0)?;
    let copy = |from: &Path, to: &Path| {
        let bytes = fs::read(from).map_err(BenchError::io("read", from))?;
        write_atomically(to, &bytes)
    };
    let source = &campaign.directory;
    copy(&source.join(Manifest::FILE), &target.join(Manifest::FILE))?;
    for process in campaign.processes.iter().map(|process| process.process) {
        if process_record_exists(source, process) {
            copy(&ProcessRecord::path(source, process), &ProcessRecord::path(target, process))?;
        }
        compress(source, target, process)?;
    }
    let kept = Campaign::read(target)?;
    let samples =
        |campaign: &Campaign| campaign.processes.iter().map(|process| process.samples.clone()).collect::<Vec<_>>();
    if samples(&kept) != samples(campaign) {
        let reason = "the compressed copy does not hold the same samples".to_owned();
        return Err(BenchError::Samples { path: target.to_owned(), line: 1, reason });
    }
    Ok(())
}

fn process_record_exists(campaign: &Path, process: u32) -> bool {
    ProcessRecord::path(campaign, process).exists()
}

fn compress(source: &Path, target: &Path, process: u32) -> Result<(), BenchError> {
    let plain = SampleWriter::path(source, process);
    let to = SampleWriter::path(target, process).with_extension("csv.xz");
    if !plain.exists() {
        let compressed = plain.with_extension("csv.xz");
        let bytes = fs::read(&compressed).map_err(BenchError::io("read", compressed))?;
        return write_atomically(&to, &bytes);
    }
    let bytes = fs::read(&plain).map_err(BenchError::io("read", &plain))?;
    let compress = || {
        let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(9))?;
        writer.write_all(&bytes)?;
        writer.finish()
    };
    write_atomically(&to, &compress().map_err(BenchError::io("compress", plain))?)
}
