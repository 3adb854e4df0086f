//! The directory of one campaign: manifest, append-only samples, process records.
//!
//! ```text
//! DIR/manifest.json                what was to be measured, on what, and how; written once
//! DIR/samples/process-000.csv      raw samples of one process, appended block by block
//! DIR/samples/process-000.json     record of that process; its presence says that it finished
//! ```
//! Nothing here is ever edited. A campaign that is kept has its samples compressed.

mod directory;
mod keep;
mod manifest;
mod process_record;
mod reader;
mod sample;
mod series;
pub mod value;
mod writer;

pub(crate) use directory::discard_unfinished;
pub use directory::write_atomically;
pub use directory::{claim, newest, release};
pub use keep::keep;
pub use manifest::{Failure, Manifest, RunnerRecord, SCHEMA, SKIPPED, TimedWorkload};
pub use process_record::{Fault, ProcessRecord, Stop, StopReason};
pub use reader::{Campaign, ProcessSamples};
pub use sample::{HEADER, Phase, Sample};
pub use series::ClockChoice;
pub(crate) use writer::SampleWriter;
