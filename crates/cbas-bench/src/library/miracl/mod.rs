//! miracl_core: the reference study's library, as published for Rust.

mod curve;
mod encoding;
mod pairing;

use super::Library;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "miracl",
    version: env!("CBAS_VERSION_MIRACL"),
    role: "the reference study's library, as published for Rust in 2021",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    pairing::workload(operation).or_else(|| curve::workload(operation))
}
