//! Schemes that run: each algorithm written once, on any engine.
//!
//! Phases are cut where a price is asked for. Points arrive decoded and checked with their encodings kept
//! ([`Decoded`](crate::engine::Decoded)), so a verification holds no decoding, and decoding is a phase of its own.
//! Randomness is an argument: the same arguments give the same signature, and a test can choose a bad nonce.
//!
//! These are workloads for benchmarks, not products: no side channel is closed, no secret is erased.

use std::collections::HashSet;
use std::hash::Hash;

use thiserror::Error;

use crate::engine::{CurveEngine, DecodeError, PairingEngine};

pub mod bdn;
pub mod bls;
pub mod cbas_g;
pub mod cbas_z;
pub mod ecdsa;
pub mod gentry;
pub mod qiao;
pub mod rsa;
pub mod schnorr;
pub mod verma;
mod walk;

pub use walk::{Engines, Executable, Libraries, Phase, Visit, libraries};

/// Why a signature, certificate or aggregate is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The equation of the scheme does not hold.
    #[error("the verification equation does not hold: message, key, certificate or signature was altered")]
    Equation,
    /// A key, certificate, commitment or signature is the identity.
    #[error("{what} is the identity, which verifies too much: refuse its sender")]
    Identity {
        /// What is the identity.
        what: &'static str,
    },
    /// One signer twice where the scheme is only secure for distinct ones.
    #[error("signer {position} is there before: pass every identity with its key once")]
    Repeated {
        /// 1-based position of the second occurrence.
        position: usize,
    },
    /// Nothing to combine or verify.
    #[error("there is no signature: pass at least one")]
    Empty,
    /// Not one part of the aggregate for each signer.
    #[error("the aggregate is made of {parts} signatures and {signers} signers are listed: pass one signer a part")]
    Length {
        /// Parts in the aggregate.
        parts: usize,
        /// Signers given.
        signers: usize,
    },
    /// Bytes that are no usable point.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// Accepted, or why not.
pub type Verdict = Result<(), Refusal>;

fn holds(equation: bool) -> Verdict {
    if equation { Ok(()) } else { Err(Refusal::Equation) }
}

fn g1_not_identity<E: PairingEngine>(engine: &E, point: &E::G1, what: &'static str) -> Verdict {
    if engine.g1_is_identity(point) { Err(Refusal::Identity { what }) } else { Ok(()) }
}

fn g2_not_identity<E: PairingEngine>(engine: &E, point: &E::G2, what: &'static str) -> Verdict {
    if engine.g2_is_identity(point) { Err(Refusal::Identity { what }) } else { Ok(()) }
}

fn not_identity<E: CurveEngine>(engine: &E, point: &E::Point, what: &'static str) -> Verdict {
    if engine.is_identity(point) { Err(Refusal::Identity { what }) } else { Ok(()) }
}

/// Every key differs from those before it.
fn distinct<K: Eq + Hash>(keys: impl IntoIterator<Item = K>) -> Verdict {
    let mut seen = HashSet::new();
    match keys.into_iter().position(|key| !seen.insert(key)) {
        Some(index) => Err(Refusal::Repeated { position: index + 1 }),
        None => Ok(()),
    }
}

fn as_many(parts: usize, signers: usize) -> Verdict {
    match (parts, signers) {
        (0, 0) => Err(Refusal::Empty),
        _ if parts == signers => Ok(()),
        _ => Err(Refusal::Length { parts, signers }),
    }
}

/// The sum of n elements by n - 1 additions.
fn sum<P>(elements: impl IntoIterator<Item = P>, add: impl Fn(&P, &P) -> P) -> Result<P, Refusal> {
    elements.into_iter().reduce(|sum, next| add(&sum, &next)).ok_or(Refusal::Empty)
}
