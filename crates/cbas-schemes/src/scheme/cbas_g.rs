//! CBAS-G: Gentry's certificate with a BLS signature, an aggregate of one point of G1 (48 bytes).
//!
//! Name and construction are this project's own, a workload; no security proof is claimed.
//!
//! Ppub = sP2; X = xP2; C = s HG1("C", ID, X, epoch) with e(C, P2) = e(HG1("C", ..), Ppub);
//! S = C + x HG1("M", m, ID, X) with e(S, P2) = e(HG1("C", ..), Ppub) e(HG1("M", ..), X); A = Σ S_i with
//! e(A, P2) = e(Σ HG1("C", i), Ppub) Π e(HG1("M", i), X_i).

use super::bls::{KeyPair, key_pair};
use super::walk::{Phase, Secrets, Visit, identity, kept, message};
use super::{Refusal, Verdict, bls, g1_not_identity, g2_not_identity, holds, sum};
use crate::engine::{Decoded, PairingEngine, Products, equal, length_prefixed};

const CERTIFICATE: &[u8] = b"CBAS-V02-G-C-BLS12381G1_XMD:SHA-256_SSWU_RO_";
const MESSAGE: &[u8] = b"CBAS-V02-G-M-BLS12381G1_XMD:SHA-256_SSWU_RO_";

/// A signer as the verifier knows it.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a, P> {
    /// ID.
    pub identity: &'a [u8],
    /// X.
    pub public: &'a Decoded<P>,
    /// The epoch the certificate is for.
    pub epoch: &'a [u8],
}

/// A signer with what was signed.
pub type Signed<'a, P> = (Signer<'a, P>, &'a [u8]);

fn certified<E: PairingEngine>(engine: &E, signer: &Signer<'_, E::G2>) -> E::G1 {
    engine.hash_to_g1(CERTIFICATE, &length_prefixed(&[signer.identity, signer.public.bytes(), signer.epoch]))
}

fn signed<E: PairingEngine>(engine: &E, signer: &Signer<'_, E::G2>, message: &[u8]) -> E::G1 {
    engine.hash_to_g1(MESSAGE, &length_prefixed(&[message, signer.identity, signer.public.bytes()]))
}

/// C = s HG1("C", ID, X, epoch).
pub fn certify<E: PairingEngine>(engine: &E, authority: &E::Scalar, signer: &Signer<'_, E::G2>) -> E::G1 {
    engine.g1_mul(&certified(engine, signer), authority)
}

/// e(C, P2) = e(HG1("C", ..), Ppub).
///
/// # Errors
/// [`Refusal`] if a point is the identity or the equation does not hold.
pub fn verify_certificate<E: PairingEngine>(
    engine: &E,
    products: Products,
    authority: &E::G2,
    signer: &Signer<'_, E::G2>,
    certificate: &E::G1,
) -> Verdict {
    g1_not_identity(engine, certificate, "the certificate")?;
    g2_not_identity(engine, authority, "the key of the authority")?;
    let right = [(certified(engine, signer), *authority)];
    holds(equal(engine, products, (certificate, &engine.g2_generator()), right))
}

/// S = C + x HG1("M", m, ID, X).
pub fn sign<E: PairingEngine>(
    engine: &E,
    secret: &E::Scalar,
    signer: &Signer<'_, E::G2>,
    certificate: &E::G1,
    message: &[u8],
) -> E::G1 {
    engine.g1_add(certificate, &engine.g1_mul(&signed(engine, signer, message), secret))
}

/// e(S, P2) = e(HG1("C", ..), Ppub) e(HG1("M", ..), X).
///
/// # Errors
/// As [`aggregate_verify`].
pub fn verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    authority: &E::G2,
    signed: &Signed<'_, E::G2>,
    signature: &E::G1,
) -> Verdict {
    aggregate_verify(engine, products, authority, std::slice::from_ref(signed), signature)
}

/// A = Σ S_i.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn aggregate<E: PairingEngine>(engine: &E, signatures: &[E::G1]) -> Result<E::G1, Refusal> {
    bls::aggregate(engine, signatures)
}

/// e(A, P2) = e(Σ HG1("C", i), Ppub) Π e(HG1("M", i), X_i).
///
/// # Errors
/// [`Refusal`] if the list is empty, a point is the identity, or the equation does not hold.
pub fn aggregate_verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    authority: &E::G2,
    list: &[Signed<'_, E::G2>],
    aggregate: &E::G1,
) -> Verdict {
    g1_not_identity(engine, aggregate, "the signature")?;
    g2_not_identity(engine, authority, "the key of the authority")?;
    list.iter().try_for_each(|(signer, _)| g2_not_identity(engine, signer.public.point(), "a public key"))?;
    let certificates = sum(list.iter().map(|(signer, _)| certified(engine, signer)), |p, q| engine.g1_add(p, q))?;
    let messages = list.iter().map(|(signer, message)| (signed(engine, signer, message), *signer.public.point()));
    let right = std::iter::once((certificates, *authority)).chain(messages);
    holds(equal(engine, products, (aggregate, &engine.g2_generator()), right))
}

/// All phases with `n` signers.
pub(super) fn walk<E: PairingEngine>(engine: &E, n: usize, products: Products, visit: Visit<'_>) -> Verdict {
    let mut secrets = Secrets::new("cbas-g", |bytes| engine.scalar_from_wide(bytes));
    let authority: KeyPair<E> = key_pair(engine, secrets.next());
    let ppub = authority.public.point();
    let secrets = secrets.take(n);
    let keys: Vec<KeyPair<E>> = secrets.iter().map(|&secret| key_pair(engine, secret)).collect();
    let identities: Vec<Vec<u8>> = (0..n).map(identity).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let signer = |i: usize| Signer { identity: &identities[i], public: &keys[i].public, epoch: b"2026-11" };
    let list: Vec<Signed<'_, E::G2>> = (0..n).map(|i| (signer(i), messages[i].as_slice())).collect();
    let certify = |i: usize| certify(engine, &authority.secret, &list[i].0);
    let certificates: Vec<E::G1> = (0..n).map(certify).collect();
    let sign = |i: usize| sign(engine, &keys[i].secret, &list[i].0, &certificates[i], list[i].1);
    let signatures: Vec<E::G1> = (0..n).map(sign).collect();
    let sum = aggregate(engine, &signatures)?;
    let encoding = engine.g1_encode(&sum);
    let decode = || {
        keys.iter().try_for_each(|key| engine.g2_decode(key.public.bytes()).map(|_| ()))?;
        Ok::<_, Refusal>(engine.g1_decode(&encoding)?)
    };
    let sum = decode()?;
    visit(&[
        Phase::new("KeyGen", &|| kept(key_pair(engine, secrets[0]))),
        Phase::new("CertGen", &|| kept(certify(0))),
        Phase::new("CertVerify", &|| verify_certificate(engine, products, ppub, &list[0].0, &certificates[0])),
        Phase::new("Sign", &|| kept(sign(0))),
        Phase::new("Verify", &|| verify(engine, products, ppub, &list[0], &signatures[0])),
        Phase::new("Aggregate", &|| aggregate(engine, &signatures).and_then(kept)),
        Phase::new("AggDecode", &|| decode().and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify(engine, products, ppub, &list, &sum)),
    ])
}
