//! Programs in any language that measure on their own and speak JSON lines: the protocol `cbas-runner/1` of
//! `docs/FORMATS.md`.
//!
//! A runner is treated as a library whose samples come from a child program. Within a measuring process it takes its turns
//! between the libraries of this program; it times only while this program waits for it, and this program reads only
//! when it has finished timing. Its samples go into the same files.
//!
//! | part | does |
//! |---|---|
//! | [`Program`] | which program, and how it is started and ended |
//! | [`Hello`], [`Run`], [`RunnerSample`] | what is said, each a line |
//! | [`Session`] | one running program: asks, waits, checks |
//! | [`RunnerFault`] | everything a runner can do wrong |
//! | [`InputFile`] | the inputs of an operation that this program knows, for the runner to read |
//!
//! Nothing that a runner does can hang or fill this program: a request has a time limit, a line and what is read ahead have
//! a length, and an answer has as many lines as it was asked for.

mod enlist;
mod fault;
mod inputs;
mod lines;
mod message;
mod program;
mod session;
mod turns;

pub(crate) use enlist::{Expected, Recruit, Wanted};
pub use fault::RunnerFault;
pub use inputs::InputFile;
pub use message::{Hello, PROTOCOL, Run, RunnerSample};
pub use program::Program;
pub use session::Session;
pub(crate) use turns::Turns;

/// Time limit of one request unless the protocol of the campaign has another, s.
pub const TIMEOUT_SECONDS: f64 = 60.0;
