//! hmac: HMAC over the hashes of the sha2 crate.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Library;
use crate::inputs::Input;
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "hmac", version: locked::version("hmac", "0.13"), role: "default for HMAC-SHA-256, over sha2" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Hmac256 = operation.kind else { return None };
    let authenticate = |input: &Input| {
        let mut mac = Hmac::<Sha256>::new_from_slice(input.field(0)).expect("HMAC takes keys of any length");
        mac.update(input.field(1));
        mac.finalize().into_bytes()
    };
    Some(Workload::new(operation, &LIBRARY, <[Input]>::to_vec, authenticate, |tag| tag.to_vec()))
}
