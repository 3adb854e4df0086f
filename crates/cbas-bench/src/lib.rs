//! Times the operations of certificate-based aggregate signatures on real libraries.

pub mod error;
pub mod inputs;
pub mod library;
mod nearest;
pub mod operation;
pub mod reference;
pub mod symbol;
pub mod workload;
