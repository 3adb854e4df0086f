//! Runs every phase of a scheme once for n signers, watched by an observer that counts or takes the time.

use cbas_bench::inputs::InputStream;

use super::{Verdict, bdn, bls, cbas_g, cbas_z, ecdsa, gentry, qiao, rsa, schnorr, verma};
use crate::engine::{Blstrs, CurveEngine, ModularEngine, NumBigint, P256, PairingEngine, Products};

/// Watches the phases of a scheme as they run.
///
/// ```
/// use std::time::{Duration, Instant};
/// use cbas_schemes::engine::Products;
/// use cbas_schemes::scheme::{Executable, Observer, libraries};
///
/// struct Stopwatch(Vec<(&'static str, Duration)>);
/// impl Observer for Stopwatch {
///     fn phase<T>(&mut self, name: &'static str, run: impl FnOnce() -> T) -> T {
///         let start = Instant::now();
///         let result = run();
///         self.0.push((name, start.elapsed()));
///         result
///     }
/// }
/// let mut watch = Stopwatch(Vec::new());
/// Executable::Qiao.walk(&libraries(), 3, Products::Shared, &mut watch)?;
/// assert_eq!(watch.0.last().unwrap().0, "AggVerify");
/// # Ok::<(), cbas_schemes::scheme::Refusal>(())
/// ```
pub trait Observer {
    /// Runs one phase; called exactly once for every phase, in the order of the scheme.
    fn phase<T>(&mut self, name: &'static str, run: impl FnOnce() -> T) -> T;
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

    /// Runs every phase once for `n` signers (the phases of one signer for one of them) with keys from a fixed seed.
    ///
    /// # Errors
    /// [`Refusal`](super::Refusal) if a verification refuses, so that nothing is counted or timed that does not verify,
    /// or if `n` is 0.
    pub fn walk<P: PairingEngine, C: CurveEngine, M: ModularEngine, O: Observer>(
        self,
        engines: &Engines<P, C, M>,
        n: usize,
        products: Products,
        observer: &mut O,
    ) -> Verdict {
        if n == 0 {
            return Err(super::Refusal::Empty);
        }
        let Engines { pairing, curve, modular } = engines;
        match self {
            Self::Bls => bls::walk(pairing, n, products, observer),
            Self::BlsCommon => bls::walk_common(pairing, n, products, observer),
            Self::Bdn => bdn::walk(pairing, n, products, observer),
            Self::Gentry => gentry::walk(pairing, n, products, observer),
            Self::CbasG => cbas_g::walk(pairing, n, products, observer),
            Self::CbasZ => cbas_z::walk(pairing, n, products, observer),
            Self::Qiao => qiao::walk(curve, n, observer),
            Self::Verma => verma::walk(curve, n, observer),
            Self::Ecdsa => ecdsa::walk(curve, n, observer),
            Self::Schnorr => schnorr::walk(curve, n, observer),
            Self::SchnorrHalf => schnorr::walk_half(curve, n, observer),
            Self::Rsa => rsa::walk(modular, n, observer),
            Self::CondensedRsa => rsa::walk_condensed(modular, n, observer),
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
}

/// The message of signer `i`, 64 bytes as in the timed hashes.
pub(super) fn message(i: usize) -> Vec<u8> {
    format!("{:<64}", format!("message {i}")).into_bytes()
}

/// The identity of signer `i`.
pub(super) fn identity(i: usize) -> Vec<u8> {
    format!("signer-{i:08}@example").into_bytes()
}

/// A phase of one signer: watched for the first, done for all `n`.
pub(super) fn once<T, O: Observer>(
    n: usize,
    name: &'static str,
    observer: &mut O,
    mut run: impl FnMut(usize) -> T,
) -> Vec<T> {
    let first = observer.phase(name, || run(0));
    std::iter::once(first).chain((1..n).map(run)).collect()
}
