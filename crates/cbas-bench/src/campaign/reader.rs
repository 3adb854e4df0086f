//! Reads a campaign back from its files alone.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use lzma_rust2::XzReader;

use super::writer::SampleWriter;
use super::{HEADER, Manifest, Phase, ProcessRecord, Sample, TimedWorkload};
use crate::error::BenchError;

/// A campaign as it lies on disk.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// The directory it was read from.
    pub directory: PathBuf,
    /// What was to be measured.
    pub manifest: Manifest,
    /// The processes whose samples are used, in order.
    pub processes: Vec<ProcessSamples>,
    /// What the reader forgave or left out, one sentence each.
    pub notes: Vec<String>,
}

/// The samples of one process.
#[derive(Debug, Clone)]
pub struct ProcessSamples {
    /// Index of the process.
    pub process: u32,
    /// Its record, if it finished.
    pub record: Option<ProcessRecord>,
    /// All its samples in the order in which they were taken.
    pub samples: Vec<Sample>,
}

impl Campaign {
    /// Reads and checks every file of the campaign in `directory`.
    ///
    /// Processes that did not finish are left out with a note, unless none finished. A last line
    /// without its end is forgiven with a note; any other flaw is an error.
    ///
    /// # Errors
    /// [`BenchError::NotACampaign`], [`BenchError::Manifest`], [`BenchError::Samples`], [`BenchError::Io`].
    pub fn read(directory: &Path) -> Result<Self, BenchError> {
        let manifest = Manifest::read(directory)?;
        let mut notes = Vec::new();
        let mut processes = Vec::new();
        for process in 0..manifest.protocol.processes {
            match read_process(directory, &manifest, process, &mut notes)? {
                Some(samples) => processes.push(samples),
                None => notes.push(format!("process {process} left no samples")),
            }
        }
        if processes.iter().any(|process| process.record.is_some()) {
            processes.retain(|process| {
                if process.record.is_none() {
                    let index = process.process;
                    notes.push(format!("process {index} did not finish: its samples are kept and left out"));
                }
                process.record.is_some()
            });
        } else if !processes.is_empty() {
            notes.push("no process finished: the cost of the clocks is unknown and not subtracted".into());
        }
        notes.extend(processes.iter().flat_map(|process| faults(&manifest, process)));
        if processes.iter().all(|process| process.samples.is_empty()) {
            let fault = processes.iter().flat_map(ProcessSamples::faults).next();
            let why = fault.map_or_else(
                || "its measuring processes never got that far".to_owned(),
                |fault| format!("runner {}: {}", fault.runner, fault.reason),
            );
            let reason = format!("{} holds no samples: {why}", directory.display());
            return Err(BenchError::NothingToTime { reason });
        }
        Ok(Self { directory: directory.to_owned(), manifest, processes, notes })
    }
}

/// What runners did wrong in a process, and what is left of them.
fn faults<'a>(manifest: &'a Manifest, process: &'a ProcessSamples) -> impl Iterator<Item = String> + 'a {
    process.faults().iter().map(|fault| {
        let its = |timed: &TimedWorkload| match fault.wrong_outputs {
            true => fault.workload.as_ref() == Some(&timed.id),
            false => timed.library == fault.runner,
        };
        let planned: u64 = manifest
            .workloads
            .iter()
            .filter(|timed| its(timed))
            .flat_map(|timed| &timed.sizes)
            .map(|&n| u64::from(n))
            .sum();
        let measured = |sample: &&Sample| sample.phase == Phase::Measured && its(&manifest.workloads[sample.workload]);
        let kept = process.samples.iter().filter(measured).count();
        let used = if fault.wrong_outputs { "kept and left out" } else { "kept" };
        let (index, runner, reason) = (process.process, &fault.runner, &fault.reason);
        format!("process {index}: runner {runner}: {reason}; {kept} of {planned} samples are {used}")
    })
}

fn read_process(
    campaign: &Path,
    manifest: &Manifest,
    process: u32,
    notes: &mut Vec<String>,
) -> Result<Option<ProcessSamples>, BenchError> {
    let plain = SampleWriter::path(campaign, process);
    let Some((path, text)) = read_text(&plain)? else { return Ok(None) };
    let (whole, torn) = match text.rfind('\n') {
        Some(end) => (&text[..end], end + 1 < text.len()),
        None => ("", true),
    };
    if torn {
        notes.push(format!("{}: the last line is cut and left out", path.display()));
    }
    let samples = parse_samples(&path, manifest, whole)?;
    Ok(Some(ProcessSamples { process, record: ProcessRecord::read(campaign, process)?, samples }))
}

/// The text of a sample file, or of its compressed form; `None` if there is neither.
fn read_text(plain: &Path) -> Result<Option<(PathBuf, String)>, BenchError> {
    let refuse = |path: &Path, error: std::io::Error| match error.kind() {
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::InvalidInput | std::io::ErrorKind::UnexpectedEof => {
            BenchError::Samples { path: path.to_owned(), line: 1, reason: format!("the file is damaged ({error})") }
        }
        _ => BenchError::io("read", path)(error),
    };
    match fs::read_to_string(plain) {
        Ok(text) => return Ok(Some((plain.to_owned(), text))),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(refuse(plain, error)),
        Err(_) => {}
    }
    let compressed = plain.with_extension("csv.xz");
    match fs::File::open(&compressed) {
        Ok(file) => {
            let mut text = String::new();
            XzReader::new(file, false).read_to_string(&mut text).map_err(|error| refuse(&compressed, error))?;
            Ok(Some((compressed, text)))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(refuse(&compressed, error)),
    }
}

fn parse_samples(path: &Path, manifest: &Manifest, text: &str) -> Result<Vec<Sample>, BenchError> {
    let refuse = |line: usize, reason| BenchError::Samples { path: path.to_owned(), line: line as u64 + 1, reason };
    let mut lines = text.lines().enumerate();
    match lines.next() {
        None => return Ok(Vec::new()),
        Some((_, HEADER)) => {}
        Some((line, other)) => {
            return Err(refuse(line, format!("the header is `{other}` where `{HEADER}` is expected")));
        }
    }
    let positions: HashMap<&str, usize> =
        manifest.workloads.iter().enumerate().map(|(index, workload)| (workload.id.as_str(), index)).collect();
    let mut continuity = Continuity::default();
    let mut samples = Vec::new();
    for (line, content) in lines {
        let sample = Sample::parse(content, |id| positions.get(id).copied())
            .and_then(|sample| continuity.check(manifest, sample))
            .map_err(|reason| refuse(line, reason))?;
        samples.push(sample);
    }
    Ok(samples)
}

/// Samples of a run come in order, none missing, none twice, and as the manifest plans them.
#[derive(Default)]
struct Continuity {
    next: HashMap<(usize, u32, Phase), u32>,
}

impl Continuity {
    fn check(&mut self, manifest: &Manifest, sample: Sample) -> Result<Sample, String> {
        let workload = &manifest.workloads[sample.workload];
        if !workload.sizes.contains(&sample.n) {
            return Err(format!("n is {} and the manifest plans {:?}", sample.n, workload.sizes));
        }
        if sample.batch != workload.batch {
            return Err(format!("batch is {} and the manifest says {}", sample.batch, workload.batch));
        }
        let next = self.next.entry((sample.workload, sample.n, sample.phase)).or_default();
        if sample.index != *next {
            return Err(format!("index is {} where {next} is next for {}", sample.index, workload.id));
        }
        *next += 1;
        Ok(sample)
    }
}
