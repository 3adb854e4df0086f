//! hmac: HMAC over the hashes of the sha2 crate.

use super::{Library, outlined};
use crate::inputs::{Input, each};
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library =
    Library { name: "hmac", version: locked::version("hmac", "0.13"), role: "default for HMAC-SHA-256, over sha2" };

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let Kind::Hmac256 = operation.kind else { return None };
    let authenticate = |[key, message]: &[Vec<u8>; 2]| outlined::hmac_sha_256(key, message);
    Some(Workload::new(operation, &LIBRARY, each(Input::own), authenticate, |tag| tag.to_vec()))
}
