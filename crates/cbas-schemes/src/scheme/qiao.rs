//! Certificate-based aggregate signature of Qiao et al. (2023), without pairings, after the equations of the paper.
//!
//! Pta = sP; X = xP. Certificate with ρ: R = ρP, h0 = H0(ID, X, R), c = ρ + s h0, checked by cP = R + h0 Pta. Signature
//! with t under a public context D: T = tP, v = H1(m, X, R, ID, T, D), u = H2(same), z = t + cu + xv. The aggregate is
//! (T_1 .. T_n, z = Σ z_i) and zP = Σ T_i + Σ u_i R_i + (Σ u_i h0_i)Pta + Σ v_i X_i.
//!
//! A repeated (ID, X) is refused: with two commitments of one signer chosen so that both sums of hashes vanish, an
//! aggregate follows from public data. A valid aggregate does not imply that each of its signatures is valid.

use super::walk::{Phase, Secrets, Visit, identity, kept, message};
use super::{Refusal, Verdict, as_many, distinct, holds, not_identity, sum};
use crate::engine::{CurveEngine, Decoded, Transcript};

/// A signer as the verifier knows it.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a, P> {
    /// ID.
    pub identity: &'a [u8],
    /// X = xP.
    pub public: &'a Decoded<P>,
    /// R, the public part of the certificate.
    pub certificate: &'a Decoded<P>,
}

/// The secrets of a signer.
#[derive(Debug, Clone, Copy)]
pub struct Secret<S> {
    /// x.
    pub key: S,
    /// c, the secret part of the certificate.
    pub certificate: S,
}

/// A signature.
#[derive(Debug, Clone)]
pub struct Signature<E: CurveEngine> {
    /// T, which is transmitted and hashed.
    pub commitment: Decoded<E::Point>,
    /// z.
    pub response: E::Scalar,
}

/// A signer with what was signed.
pub type Signed<'a, P> = (Signer<'a, P>, &'a [u8]);

/// X = xP; also R = ρP and T = tP.
pub fn public_key<E: CurveEngine>(engine: &E, secret: &E::Scalar) -> Decoded<E::Point> {
    Decoded::point_of(engine, engine.mul(&engine.generator(), secret))
}

/// h0 = H0(ID, X, R).
fn h0<E: CurveEngine>(engine: &E, signer: &Signer<'_, E::Point>) -> E::Scalar {
    let fields = [signer.identity, signer.public.bytes(), signer.certificate.bytes()];
    engine.hash_to_scalar(Transcript::new("CBAS-V02-Qiao-H0").fields(&fields))
}

/// u and v.
fn challenges<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    (signer, message): &Signed<'_, E::Point>,
    commitment: &Decoded<E::Point>,
) -> (E::Scalar, E::Scalar) {
    let keys = [signer.public.bytes(), signer.certificate.bytes()];
    let fields = [*message, keys[0], keys[1], signer.identity, commitment.bytes(), context];
    let hash = |tag| engine.hash_to_scalar(Transcript::new(tag).fields(&fields));
    (hash("CBAS-V02-Qiao-H2"), hash("CBAS-V02-Qiao-H1"))
}

/// c = ρ + s h0, for R = ρP in `signer`.
pub fn certify<E: CurveEngine>(
    engine: &E,
    authority: &E::Scalar,
    signer: &Signer<'_, E::Point>,
    rho: &E::Scalar,
) -> E::Scalar {
    *rho + *authority * h0(engine, signer)
}

/// cP = R + h0 Pta.
///
/// # Errors
/// [`Refusal`] if R is the identity or the equation does not hold.
pub fn verify_certificate<E: CurveEngine>(
    engine: &E,
    authority: &E::Point,
    signer: &Signer<'_, E::Point>,
    certificate: &E::Scalar,
) -> Verdict {
    not_identity(engine, signer.certificate.point(), "the certificate")?;
    let right = engine.add(signer.certificate.point(), &engine.mul(authority, &h0(engine, signer)));
    holds(engine.mul(&engine.generator(), certificate) == right)
}

/// T = tP and z = t + cu + xv.
pub fn sign<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    secret: &Secret<E::Scalar>,
    signed: &Signed<'_, E::Point>,
    t: &E::Scalar,
) -> Signature<E> {
    let commitment = public_key(engine, t);
    let (u, v) = challenges(engine, context, signed, &commitment);
    Signature { commitment, response: *t + secret.certificate * u + secret.key * v }
}

/// The equation for one signature.
///
/// # Errors
/// As [`aggregate_verify`].
pub fn verify<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    authority: &E::Point,
    signed: &Signed<'_, E::Point>,
    signature: &Signature<E>,
) -> Verdict {
    let list = std::slice::from_ref(signed);
    aggregate_verify(engine, context, authority, list, &[&signature.commitment], &signature.response)
}

/// z = Σ z_i; the T_i are kept as they are.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn aggregate<E: CurveEngine>(signatures: &[Signature<E>]) -> Result<E::Scalar, Refusal> {
    sum(signatures.iter().map(|signature| signature.response), |a, b| *a + *b)
}

/// zP = Σ T_i + Σ u_i R_i + (Σ u_i h0_i)Pta + Σ v_i X_i.
///
/// # Errors
/// [`Refusal`] if there is no signature, not one commitment a signer, an (ID, X) comes twice, a point is the identity,
/// or the equation does not hold.
pub fn aggregate_verify<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    authority: &E::Point,
    list: &[Signed<'_, E::Point>],
    commitments: &[&Decoded<E::Point>],
    response: &E::Scalar,
) -> Verdict {
    as_many(commitments.len(), list.len())?;
    distinct(list.iter().map(|(signer, _)| (signer.identity, signer.public.bytes())))?;
    let mut points = Vec::with_capacity(3 * list.len() + 1);
    let mut of_authority: Option<E::Scalar> = None;
    for (signed, commitment) in list.iter().zip(commitments) {
        let signer = &signed.0;
        not_identity(engine, signer.public.point(), "a public key")?;
        not_identity(engine, signer.certificate.point(), "a certificate")?;
        not_identity(engine, commitment.point(), "a commitment")?;
        let (u, v) = challenges(engine, context, signed, commitment);
        let part = u * h0(engine, signer);
        of_authority = Some(of_authority.map_or(part, |sum| sum + part));
        points.push(*commitment.point());
        points.push(engine.mul(signer.certificate.point(), &u));
        points.push(engine.mul(signer.public.point(), &v));
    }
    points.extend(of_authority.map(|scalar| engine.mul(authority, &scalar)));
    let right = sum(points, |p, q| engine.add(p, q))?;
    holds(engine.mul(&engine.generator(), response) == right)
}

/// All phases with `n` signers.
pub(super) fn walk<E: CurveEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    const CONTEXT: &[u8] = b"context";
    let mut secrets = Secrets::new("qiao", |bytes| engine.scalar_from_wide(bytes));
    let authority = secrets.next();
    let pta = engine.mul(&engine.generator(), &authority);
    let identities: Vec<Vec<u8>> = (0..n).map(identity).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let (keys, nonces, commitments) = (secrets.take(n), secrets.take(n), secrets.take(n));
    let publics: Vec<Decoded<E::Point>> = keys.iter().map(|key| public_key(engine, key)).collect();
    let certify = |i: usize| {
        let certificate = public_key(engine, &nonces[i]);
        let signer = Signer { identity: &identities[i], public: &publics[i], certificate: &certificate };
        let secret = certify(engine, &authority, &signer, &nonces[i]);
        (certificate, secret)
    };
    let certified: Vec<_> = (0..n).map(certify).collect();
    let list: Vec<Signed<'_, E::Point>> = (0..n)
        .map(|i| Signer { identity: &identities[i], public: &publics[i], certificate: &certified[i].0 })
        .zip(messages.iter().map(Vec::as_slice))
        .collect();
    let sign = |i: usize| {
        let secret = Secret { key: keys[i], certificate: certified[i].1 };
        sign(engine, CONTEXT, &secret, &list[i], &commitments[i])
    };
    let signatures: Vec<Signature<E>> = (0..n).map(sign).collect();
    let response = aggregate(&signatures)?;
    let decode = || {
        let decode = |point: &Decoded<E::Point>| Decoded::point_from(engine, point.bytes());
        for (signer, _) in &list {
            decode(signer.public)?;
            decode(signer.certificate)?;
        }
        signatures.iter().map(|part| Ok(decode(&part.commitment)?)).collect::<Result<Vec<_>, Refusal>>()
    };
    let received = decode()?;
    let received: Vec<&Decoded<E::Point>> = received.iter().collect();
    visit(&[
        Phase::new("KeyGen", &|| kept(public_key(engine, &keys[0]))),
        Phase::new("CertGen", &|| kept(certify(0))),
        Phase::new("CertVerify", &|| verify_certificate(engine, &pta, &list[0].0, &certified[0].1)),
        Phase::new("Sign", &|| kept(sign(0))),
        Phase::new("Verify", &|| verify(engine, CONTEXT, &pta, &list[0], &signatures[0])),
        Phase::new("AggSign", &|| aggregate(&signatures).and_then(kept)),
        Phase::new("AggDecode", &|| decode().and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify(engine, CONTEXT, &pta, &list, &received, &response)),
    ])
}
