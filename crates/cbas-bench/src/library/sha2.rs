//! sha2: SHA-256 in pure Rust, with the processor's instructions where it has them.

use super::{Library, outlined};
use crate::inputs::{Input, each};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "sha2", version: locked::version("sha2", "0.11"), role: "default for SHA-256" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Hash256 = operation.kind else { return None };
    let hash = |[message]: &[Vec<u8>; 1]| outlined::sha_256(message);
    Some(Workload::new(operation, &LIBRARY, each(Input::own), hash, |digest| digest.to_vec()))
}
