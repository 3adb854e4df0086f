//! One line of a sample file.

use serde::{Deserialize, Serialize};

use crate::measure::BatchTotal;

/// Header of a sample file.
pub const HEADER: &str = "workload,n,phase,index,batch,wall_ns,cpu_ns,preempted";

/// Whether a sample counts for the mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Taken before a block, kept, not counted.
    WarmUp,
    /// Counted.
    Measured,
}

impl Phase {
    /// As written in sample files.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::WarmUp => "warm-up",
            Phase::Measured => "measured",
        }
    }
}

/// One sample of one run in one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Index of the workload in the manifest.
    pub workload: usize,
    /// Planned size of the run.
    pub n: u32,
    /// Warm-up or measured.
    pub phase: Phase,
    /// Position within the run, counted apart for warm-up and measured samples.
    pub index: u32,
    /// Operations in the sample.
    pub batch: u32,
    /// Time of the whole batch.
    pub total: BatchTotal,
    /// Whether the thread was seen to be taken off the processor.
    pub preempted: bool,
}

impl Sample {
    /// Reads one line; `position` finds a workload in the manifest.
    ///
    /// # Errors
    /// What is wrong with the line, for [`crate::error::BenchError::Samples`].
    pub(super) fn parse(line: &str, position: impl Fn(&str) -> Option<usize>) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let [workload, n, phase, index, batch, wall, cpu, preempted] = fields[..] else {
            return Err(format!("{} fields where 8 are expected", fields.len()));
        };
        Ok(Self {
            workload: position(workload).ok_or_else(|| format!("workload `{workload}` is not in the manifest"))?,
            n: number("n", n)?,
            phase: match phase {
                "warm-up" => Phase::WarmUp,
                "measured" => Phase::Measured,
                other => return Err(format!("phase `{other}` is neither `warm-up` nor `measured`")),
            },
            index: number("index", index)?,
            batch: number("batch", batch)?,
            total: BatchTotal {
                wall_ns: number("wall_ns", wall)?,
                cpu_ns: if cpu.is_empty() { None } else { Some(number("cpu_ns", cpu)?) },
            },
            preempted: match preempted {
                "0" => false,
                "1" => true,
                other => return Err(format!("preempted is `{other}` where 0 or 1 is expected")),
            },
        })
    }
}

fn number<T: std::str::FromStr>(column: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{column} is `{text}`, which is no whole number in range"))
}
