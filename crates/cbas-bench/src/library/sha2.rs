//! sha2: SHA-256 in pure Rust, with the processor's instructions where it has them.

use sha2::{Digest, Sha256};

use super::Library;
use crate::inputs::Input;
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "sha2", version: locked::version("sha2", "0.11"), role: "default for SHA-256" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Hash256 = operation.kind else { return None };
    let hash = |input: &Input| Sha256::digest(input.field(0));
    Some(Workload::new(operation, &LIBRARY, <[Input]>::to_vec, hash, |digest| digest.to_vec()))
}
