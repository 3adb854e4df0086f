//! arkworks: BLS12-381 and P-256 from generic field and curve arithmetic.

mod curve;
mod pairing;

use super::Library;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "arkworks",
    version: env!("CBAS_VERSION_ARKWORKS"),
    role: "pure Rust with generic field and curve arithmetic (ark-bls12-381, ark-secp256r1)",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    pairing::workload(operation).or_else(|| curve::workload(operation))
}
