//! CBAS-Z: two pairings for any number of signers.
//!
//! The construction is this project's own after constant-pairing schemes of the literature, a workload; no security
//! proof is claimed.
//!
//! Ppub = sP1; Z = HG2("Z", Ppub), computed once at set-up; X = xP1. Certificate with ρ: R = ρP1,
//! k = H("k", ID, X, R, Ppub), d = ρ + ks, checked by dP1 = R + kPpub. Signature with u: U = uP1,
//! φ = H("phi", m, ID, X, R, U), h = H("h", same), W = (u + φd + hx)Z. The aggregate is (U_1 .. U_n, W = Σ W_i) and
//! e(P1, W) = e(Σ U_i + Σ φ_i R_i + (Σ φ_i k_i)Ppub + Σ h_i X_i, Z).
//!
//! A repeated (ID, X) is refused: its two commitments could be chosen so that the hashes cancel. A valid aggregate does
//! not imply that each of its signatures is valid: errors of two signers can cancel.

use super::walk::{Phase, Secrets, Visit, identity, kept, message};
use super::{Refusal, Verdict, as_many, distinct, g1_not_identity, g2_not_identity, holds, sum};
use crate::engine::{Decoded, PairingEngine, Products, Transcript, equal, length_prefixed};

const Z: &[u8] = b"CBAS-V02-Z-BLS12381G2_XMD:SHA-256_SSWU_RO_";

/// What everyone knows: Ppub and Z.
#[derive(Debug, Clone)]
pub struct Parameters<E: PairingEngine> {
    /// Ppub = sP1.
    pub authority: Decoded<E::G1>,
    /// Z = HG2("Z", Ppub).
    pub z: E::G2,
}

/// A signer as the verifier knows it.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a, P> {
    /// ID.
    pub identity: &'a [u8],
    /// X = xP1.
    pub public: &'a Decoded<P>,
    /// R, the public part of the certificate.
    pub certificate: &'a Decoded<P>,
}

/// The secrets of a signer.
#[derive(Debug, Clone, Copy)]
pub struct Secret<S> {
    /// x.
    pub key: S,
    /// d, the secret part of the certificate.
    pub certificate: S,
}

/// A signature.
#[derive(Debug, Clone)]
pub struct Signature<E: PairingEngine> {
    /// U, which is transmitted and hashed.
    pub commitment: Decoded<E::G1>,
    /// W.
    pub response: E::G2,
}

/// A signer with what was signed.
pub type Signed<'a, P> = (Signer<'a, P>, &'a [u8]);

/// Ppub and Z of an authority's secret.
pub fn set_up<E: PairingEngine>(engine: &E, secret: &E::Scalar) -> Parameters<E> {
    let authority = public_key(engine, secret);
    let z = engine.hash_to_g2(Z, &length_prefixed(&[authority.bytes()]));
    Parameters { authority, z }
}

/// X = xP1; also R = ρP1 and U = uP1.
pub fn public_key<E: PairingEngine>(engine: &E, secret: &E::Scalar) -> Decoded<E::G1> {
    Decoded::g1(engine, engine.g1_mul(&engine.g1_generator(), secret))
}

/// k = H("k", ID, X, R, Ppub).
fn k<E: PairingEngine>(engine: &E, parameters: &Parameters<E>, signer: &Signer<'_, E::G1>) -> E::Scalar {
    let fields = [signer.identity, signer.public.bytes(), signer.certificate.bytes(), parameters.authority.bytes()];
    engine.hash_to_scalar(Transcript::new("CBAS-V02-Z-k").fields(&fields))
}

/// φ and h.
fn challenges<E: PairingEngine>(
    engine: &E,
    (signer, message): &Signed<'_, E::G1>,
    commitment: &Decoded<E::G1>,
) -> (E::Scalar, E::Scalar) {
    let fields = [*message, signer.identity, signer.public.bytes(), signer.certificate.bytes(), commitment.bytes()];
    let hash = |tag| engine.hash_to_scalar(Transcript::new(tag).fields(&fields));
    (hash("CBAS-V02-Z-phi"), hash("CBAS-V02-Z-h"))
}

/// d = ρ + ks, for R = ρP1 in `signer`.
pub fn certify<E: PairingEngine>(
    engine: &E,
    parameters: &Parameters<E>,
    authority: &E::Scalar,
    signer: &Signer<'_, E::G1>,
    rho: &E::Scalar,
) -> E::Scalar {
    *rho + k(engine, parameters, signer) * *authority
}

/// dP1 = R + kPpub.
///
/// # Errors
/// [`Refusal`] if R is the identity or the equation does not hold.
pub fn verify_certificate<E: PairingEngine>(
    engine: &E,
    parameters: &Parameters<E>,
    signer: &Signer<'_, E::G1>,
    certificate: &E::Scalar,
) -> Verdict {
    g1_not_identity(engine, signer.certificate.point(), "the certificate")?;
    let k = k(engine, parameters, signer);
    let right = engine.g1_add(signer.certificate.point(), &engine.g1_mul(parameters.authority.point(), &k));
    holds(engine.g1_mul(&engine.g1_generator(), certificate) == right)
}

/// U = uP1 and W = (u + φd + hx)Z.
pub fn sign<E: PairingEngine>(
    engine: &E,
    parameters: &Parameters<E>,
    secret: &Secret<E::Scalar>,
    signed: &Signed<'_, E::G1>,
    u: &E::Scalar,
) -> Signature<E> {
    let commitment = public_key(engine, u);
    let (phi, h) = challenges(engine, signed, &commitment);
    let response = engine.g2_mul(&parameters.z, &(*u + phi * secret.certificate + h * secret.key));
    Signature { commitment, response }
}

/// The equation for one signature.
///
/// # Errors
/// As [`aggregate_verify`].
pub fn verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    parameters: &Parameters<E>,
    signed: &Signed<'_, E::G1>,
    signature: &Signature<E>,
) -> Verdict {
    let list = std::slice::from_ref(signed);
    aggregate_verify(engine, products, parameters, list, &[&signature.commitment], &signature.response)
}

/// W = Σ W_i; the U_i are kept as they are.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn aggregate<E: PairingEngine>(engine: &E, signatures: &[Signature<E>]) -> Result<E::G2, Refusal> {
    sum(signatures.iter().map(|signature| signature.response), |p, q| engine.g2_add(p, q))
}

/// e(P1, W) = e(Σ U_i + Σ φ_i R_i + (Σ φ_i k_i)Ppub + Σ h_i X_i, Z).
///
/// # Errors
/// [`Refusal`] if there is no signature, not one commitment a signer, an (ID, X) comes twice, a point is the identity,
/// or the equation does not hold.
pub fn aggregate_verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    parameters: &Parameters<E>,
    list: &[Signed<'_, E::G1>],
    commitments: &[&Decoded<E::G1>],
    response: &E::G2,
) -> Verdict {
    as_many(commitments.len(), list.len())?;
    distinct(list.iter().map(|(signer, _)| (signer.identity, signer.public.bytes())))?;
    g2_not_identity(engine, response, "the signature")?;
    let mut points = Vec::with_capacity(3 * list.len() + 1);
    let mut of_authority: Option<E::Scalar> = None;
    for (signed, commitment) in list.iter().zip(commitments) {
        let signer = &signed.0;
        g1_not_identity(engine, signer.public.point(), "a public key")?;
        g1_not_identity(engine, signer.certificate.point(), "a certificate")?;
        g1_not_identity(engine, commitment.point(), "a commitment")?;
        let (phi, h) = challenges(engine, signed, commitment);
        let part = phi * k(engine, parameters, signer);
        of_authority = Some(of_authority.map_or(part, |sum| sum + part));
        points.push(*commitment.point());
        points.push(engine.g1_mul(signer.certificate.point(), &phi));
        points.push(engine.g1_mul(signer.public.point(), &h));
    }
    points.extend(of_authority.map(|scalar| engine.g1_mul(parameters.authority.point(), &scalar)));
    let left = sum(points, |p, q| engine.g1_add(p, q))?;
    holds(equal(engine, products, (&engine.g1_generator(), response), [(left, parameters.z)]))
}

/// All phases with `n` signers.
pub(super) fn walk<E: PairingEngine>(engine: &E, n: usize, products: Products, visit: Visit<'_>) -> Verdict {
    let mut secrets = Secrets::new("cbas-z", |bytes| engine.scalar_from_wide(bytes));
    let authority = secrets.next();
    let parameters = set_up(engine, &authority);
    let identities: Vec<Vec<u8>> = (0..n).map(identity).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let (keys, nonces, commitments) = (secrets.take(n), secrets.take(n), secrets.take(n));
    let publics: Vec<Decoded<E::G1>> = keys.iter().map(|key| public_key(engine, key)).collect();
    let certify = |i: usize| {
        let certificate = public_key(engine, &nonces[i]);
        let signer = Signer { identity: &identities[i], public: &publics[i], certificate: &certificate };
        let secret = certify(engine, &parameters, &authority, &signer, &nonces[i]);
        (certificate, secret)
    };
    let certified: Vec<_> = (0..n).map(certify).collect();
    let list: Vec<Signed<'_, E::G1>> = (0..n)
        .map(|i| Signer { identity: &identities[i], public: &publics[i], certificate: &certified[i].0 })
        .zip(messages.iter().map(Vec::as_slice))
        .collect();
    let sign = |i: usize| {
        let secret = Secret { key: keys[i], certificate: certified[i].1 };
        sign(engine, &parameters, &secret, &list[i], &commitments[i])
    };
    let signatures: Vec<Signature<E>> = (0..n).map(sign).collect();
    let encoding = engine.g2_encode(&aggregate(engine, &signatures)?);
    let decode = || {
        let decode = |point: &Decoded<E::G1>| Decoded::g1_from(engine, point.bytes());
        for (signer, _) in &list {
            decode(signer.public)?;
            decode(signer.certificate)?;
        }
        let commitments: Result<Vec<_>, _> = signatures.iter().map(|part| decode(&part.commitment)).collect();
        Ok::<_, Refusal>((commitments?, engine.g2_decode(&encoding)?))
    };
    let (received, response) = decode()?;
    let received: Vec<&Decoded<E::G1>> = received.iter().collect();
    visit(&[
        Phase::new("KeyGen", &|| kept(public_key(engine, &keys[0]))),
        Phase::new("CertGen", &|| kept(certify(0))),
        Phase::new("CertVerify", &|| verify_certificate(engine, &parameters, &list[0].0, &certified[0].1)),
        Phase::new("Sign", &|| kept(sign(0))),
        Phase::new("Verify", &|| verify(engine, products, &parameters, &list[0], &signatures[0])),
        Phase::new("Aggregate", &|| aggregate(engine, &signatures).and_then(kept)),
        Phase::new("AggDecode", &|| decode().and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify(engine, products, &parameters, &list, &received, &response)),
    ])
}
