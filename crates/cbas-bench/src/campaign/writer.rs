//! Appends the samples of one process, flushed after every block.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{HEADER, Manifest, Sample};
use crate::error::BenchError;

/// The sample file of one process, being written.
pub(crate) struct SampleWriter {
    path: PathBuf,
    file: BufWriter<File>,
}

impl SampleWriter {
    /// Where the samples of `process` go.
    pub(crate) fn path(campaign: &Path, process: u32) -> PathBuf {
        campaign.join("samples").join(format!("process-{process:03}.csv"))
    }

    /// Starts the file of `process`, which must not exist.
    pub(crate) fn create(campaign: &Path, process: u32) -> Result<Self, BenchError> {
        let path = Self::path(campaign, process);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let mut writer = Self { file: BufWriter::new(file.map_err(BenchError::io("create", &path))?), path };
        writeln!(writer.file, "{HEADER}").map_err(BenchError::io("write", &writer.path))?;
        Ok(writer)
    }

    /// Appends one block and hands it to the operating system.
    pub(crate) fn append(&mut self, manifest: &Manifest, block: &[Sample]) -> Result<(), BenchError> {
        self.try_append(manifest, block).map_err(BenchError::io("write", &self.path))
    }

    fn try_append(&mut self, manifest: &Manifest, block: &[Sample]) -> std::io::Result<()> {
        for sample in block {
            let Sample { n, index, batch, .. } = sample;
            let (id, phase) = (&manifest.workloads[sample.workload].id, sample.phase.as_str());
            write!(self.file, "{id},{n},{phase},{index},{batch},{},", sample.total.wall_ns)?;
            if let Some(cpu) = sample.total.cpu_ns {
                write!(self.file, "{cpu}")?;
            }
            writeln!(self.file, ",{}", u8::from(sample.preempted))?;
        }
        self.file.flush()
    }
}
