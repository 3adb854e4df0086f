//! Sets a scheme up for n signers and hands its phases over, to be counted or timed.

use std::fmt;
use std::hint::black_box;

use cbas_bench::inputs::InputStream;

use super::{Verdict, bdn, bls, cbas_g, cbas_z, ecdsa, gentry, qiao, rsa, schnorr, verma};
use crate::engine::{Blstrs, CurveEngine, ModularEngine, NumBigint, P256, PairingEngine, Products};

/// One phase of a scheme in place: its inputs are made, and it can be run any number of times.
#[derive(Clone, Copy)]
pub struct Phase<'a> {
    name: &'static str,
    run: &'a dyn Fn() -> Verdict,
}

impl<'a> Phase<'a> {
    /// The phase called `name` that `run` is; `run` does the same every time.
    pub fn new(name: &'static str, run: &'a dyn Fn() -> Verdict) -> Self {
        Self { name, run }
    }

    /// Its name in the scheme files.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs it once.
    ///
    /// # Errors
    /// [`Refusal`](super::Refusal) if it verifies or decodes something and refuses it.
    pub fn run(&self) -> Verdict {
        (self.run)()
    }
}

impl fmt::Debug for Phase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Phase").field(&self.name).finish()
    }
}

/// What is done with the phases of a scheme while they are in place: count, time, or set up the next scheme beside them.
pub type Visit<'v> = &'v mut dyn FnMut(&[Phase<'_>]) -> Verdict;

/// The result of a phase that nobody needs, made all the same.
pub(super) fn kept<T>(result: T) -> Verdict {
    drop(black_box(result));
    Ok(())
}

/// An engine of each kind.
#[derive(Debug, Clone, Copy)]
pub struct Engines<P, C, M> {
    /// For schemes with pairings.
    pub pairing: P,
    /// For schemes on a curve without pairing.
    pub curve: C,
    /// For schemes modulo a number.
    pub modular: M,
}

impl<P, C, M> Engines<P, C, M> {
    /// The same with other pairings.
    pub fn with_pairing<Q>(self, pairing: Q) -> Engines<Q, C, M> {
        Engines { pairing, curve: self.curve, modular: self.modular }
    }
}

/// The default libraries.
pub type Libraries = Engines<Blstrs, P256, NumBigint>;

/// The default libraries: blstrs, p256 and num-bigint.
pub fn libraries() -> Libraries {
    Engines { pairing: Blstrs, curve: P256, modular: NumBigint }
}

/// A scheme of the catalogue that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Executable {
    /// [`bls`] with distinct messages.
    Bls,
    /// [`bls`] with one message and proofs of possession.
    BlsCommon,
    /// [`bdn`].
    Bdn,
    /// [`gentry`].
    Gentry,
    /// [`cbas_g`].
    CbasG,
    /// [`cbas_z`].
    CbasZ,
    /// [`qiao`].
    Qiao,
    /// [`verma`].
    Verma,
    /// [`ecdsa`].
    Ecdsa,
    /// [`schnorr`], signatures verified one by one.
    Schnorr,
    /// [`schnorr`], half-aggregated.
    SchnorrHalf,
    /// [`rsa`], signatures verified one by one.
    Rsa,
    /// [`rsa`], signatures of one signer multiplied.
    CondensedRsa,
}

impl Executable {
    /// Every scheme that runs, in the order of the catalogue.
    pub const ALL: &[Self] = &[
        Self::Bls,
        Self::BlsCommon,
        Self::Bdn,
        Self::Gentry,
        Self::CbasG,
        Self::CbasZ,
        Self::Qiao,
        Self::Verma,
        Self::Ecdsa,
        Self::Schnorr,
        Self::SchnorrHalf,
        Self::Rsa,
        Self::CondensedRsa,
    ];

    /// Identifier in the catalogue.
    pub fn id(self) -> &'static str {
        match self {
            Self::Bls => "bls-agg",
            Self::BlsCommon => "bls-agg-same",
            Self::Bdn => "bdn-msp",
            Self::Gentry => "gentry-cbe",
            Self::CbasG => "cbas-g",
            Self::CbasZ => "cbas-z",
            Self::Qiao => "qiao-2023",
            Self::Verma => "verma-cbcas-2020",
            Self::Ecdsa => "ecdsa-p256",
            Self::Schnorr => "schnorr-p256",
            Self::SchnorrHalf => "schnorr-half-agg",
            Self::Rsa => "rsa-fdh-2048",
            Self::CondensedRsa => "condensed-rsa-2048",
        }
    }

    /// The scheme that runs under an identifier of the catalogue.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scheme| scheme.id() == id)
    }

    /// Sets the scheme up for `n` signers with keys from a fixed seed, and hands its phases to `visit`, in the order of the
    /// scheme. The phases of one signer are those of the first.
    ///
    /// ```
    /// use cbas_schemes::engine::Products;
    /// use cbas_schemes::scheme::{Executable, libraries};
    ///
    /// let mut names = Vec::new();
    /// Executable::Qiao.walk(&libraries(), 3, Products::Shared, &mut |phases| {
    ///     names.extend(phases.iter().map(|phase| phase.name()));
    ///     phases.iter().try_for_each(|phase| phase.run())
    /// })?;
    /// assert_eq!(names.last(), Some(&"AggVerify"));
    /// # Ok::<(), cbas_schemes::scheme::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`](super::Refusal) if `n` is 0, if the set-up is refused, and what `visit` returns.
    pub fn walk<P: PairingEngine, C: CurveEngine, M: ModularEngine>(
        self,
        engines: &Engines<P, C, M>,
        n: usize,
        products: Products,
        visit: Visit<'_>,
    ) -> Verdict {
        if n == 0 {
            return Err(super::Refusal::Empty);
        }
        let Engines { pairing, curve, modular } = engines;
        match self {
            Self::Bls => bls::walk(pairing, n, products, visit),
            Self::BlsCommon => bls::walk_common(pairing, n, products, visit),
            Self::Bdn => bdn::walk(pairing, n, products, visit),
            Self::Gentry => gentry::walk(pairing, visit),
            Self::CbasG => cbas_g::walk(pairing, n, products, visit),
            Self::CbasZ => cbas_z::walk(pairing, n, products, visit),
            Self::Qiao => qiao::walk(curve, n, visit),
            Self::Verma => verma::walk(curve, n, visit),
            Self::Ecdsa => ecdsa::walk(curve, n, visit),
            Self::Schnorr => schnorr::walk(curve, n, visit),
            Self::SchnorrHalf => schnorr::walk_half(curve, n, visit),
            Self::Rsa => rsa::walk(modular, n, visit),
            Self::CondensedRsa => rsa::walk_condensed(modular, n, visit),
        }
    }
}

/// By its identifier.
impl serde::Serialize for Executable {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// Scalars from a fixed seed.
pub(super) struct Secrets<F>(InputStream, F);

impl<S, F: Fn(&[u8; 64]) -> S> Secrets<F> {
    /// The stream of `label`; `reduce` makes a scalar of 64 bytes.
    pub(super) fn new(label: &str, reduce: F) -> Self {
        Self(InputStream::new(1, label), reduce)
    }

    /// The next scalar.
    pub(super) fn next(&mut self) -> S {
        (self.1)(&self.0.bytes())
    }

    /// The next `n`.
    pub(super) fn take(&mut self, n: usize) -> Vec<S> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// The message of signer `i`, 64 bytes as in the timed hashes.
pub(super) fn message(i: usize) -> Vec<u8> {
    format!("{:<64}", format!("message {i}")).into_bytes()
}

/// The identity of signer `i`.
pub(super) fn identity(i: usize) -> Vec<u8> {
    format!("signer-{i:08}@example").into_bytes()
}
