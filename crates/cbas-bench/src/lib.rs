//! Times the operations of certificate-based aggregate signatures on real libraries.
//!
//! The path of a number through this crate: an [`operation`] on a [`library`] is a
//! [`workload`]; a [`selection`] of them is measured; the [`protocol`] says how it is measured, the [`schedule`] in which order;
//! [`measure`] times it with the [`clock`]s; the [`campaign`] directory keeps every raw sample.
//! [`run`](mod@run) drives all of it, one fresh [`process`] after the other.

mod adaptive;
pub mod batch;
pub mod campaign;
pub mod clock;
pub mod environment;
pub mod error;
pub mod inputs;
pub mod layout;
pub mod library;
mod locked;
pub mod measure;
mod nearest;
pub mod operation;
pub mod overhead;
mod parallel;
pub mod process;
pub mod protocol;
pub mod reference;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod selection;
mod shuffle;
pub mod symbol;
#[cfg(test)]
mod test_clock;
pub mod time;
pub mod verify;
pub mod workload;
