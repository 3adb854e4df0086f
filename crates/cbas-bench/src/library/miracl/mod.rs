//! miracl_core: the reference study's library, as published for Rust.

mod curve;
mod encoding;
mod modular;
mod pairing;
mod symmetric;

use super::Library;
use crate::locked;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "miracl",
    version: locked::version("miracl_core", ""),
    role: "the reference study's library, as published for Rust in 2021",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let parts = [pairing::workload, curve::workload, modular::workload, symmetric::workload];
    parts.into_iter().find_map(|workload| workload(operation))
}
