//! arkworks: BLS12-381 and P-256 from generic field and curve arithmetic.

mod curve;
mod modular;
mod pairing;

use super::Library;
use crate::locked;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "arkworks",
    version: locked::version("ark-bls12-381", ""),
    role: "pure Rust with generic field and curve arithmetic (ark-bls12-381, ark-secp256r1)",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let parts = [pairing::workload, curve::workload, modular::workload];
    parts.into_iter().find_map(|workload| workload(operation))
}
