//! CB-CAS of Verma et al. (2020), without pairings. **Insecure: anyone forges from public data.** Kept as a negative
//! example, because its cost is compared with in the literature.
//!
//! Pta = sP; X = xP; h0 = H0(ID, X); certificate R1 = ρP, c = ρ + s h0. Signature with q: R = R1 + qP,
//! v = H1(m, X, ID, D), z = q + c + xv. The aggregate is (R = Σ R_i, z = Σ z_i) and
//! zP = R + (Σ h0_i)Pta + Σ v_i X_i.
//!
//! The forgery ([`forge`]): R is not hashed, so it can be chosen last, R = zP − h0 Pta − vX for any z.

use super::qiao::public_key;
use super::walk::{Phase, Secrets, Visit, identity, kept, message};
use super::{Refusal, Verdict, holds, not_identity, sum};
use crate::engine::{CurveEngine, Decoded, Transcript};

/// A signer as the verifier knows it.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a, P> {
    /// ID.
    pub identity: &'a [u8],
    /// X = xP.
    pub public: &'a Decoded<P>,
}

/// The secrets of a signer.
#[derive(Debug, Clone, Copy)]
pub struct Secret<E: CurveEngine> {
    /// x.
    pub key: E::Scalar,
    /// R1, which this scheme does not publish.
    pub commitment: E::Point,
    /// c.
    pub certificate: E::Scalar,
}

/// A signature, or an aggregate of any number.
#[derive(Debug, Clone, Copy)]
pub struct Signature<E: CurveEngine> {
    /// R.
    pub commitment: E::Point,
    /// z.
    pub response: E::Scalar,
}

/// A signer with what was signed.
pub type Signed<'a, P> = (Signer<'a, P>, &'a [u8]);

/// h0 = H0(ID, X).
fn h0<E: CurveEngine>(engine: &E, signer: &Signer<'_, E::Point>) -> E::Scalar {
    engine.hash_to_scalar(Transcript::new("CBAS-V02-Verma-H0").fields(&[signer.identity, signer.public.bytes()]))
}

/// v = H1(m, X, ID, D).
fn v<E: CurveEngine>(engine: &E, context: &[u8], (signer, message): &Signed<'_, E::Point>) -> E::Scalar {
    let fields = [*message, signer.public.bytes(), signer.identity, context];
    engine.hash_to_scalar(Transcript::new("CBAS-V02-Verma-H1").fields(&fields))
}

/// R1 = ρP and c = ρ + s h0.
pub fn certify<E: CurveEngine>(
    engine: &E,
    authority: &E::Scalar,
    signer: &Signer<'_, E::Point>,
    rho: &E::Scalar,
) -> (E::Point, E::Scalar) {
    (engine.mul(&engine.generator(), rho), *rho + *authority * h0(engine, signer))
}

/// R = R1 + qP and z = q + c + xv.
pub fn sign<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    secret: &Secret<E>,
    signed: &Signed<'_, E::Point>,
    q: &E::Scalar,
) -> Signature<E> {
    let commitment = engine.add(&secret.commitment, &engine.mul(&engine.generator(), q));
    Signature { commitment, response: *q + secret.certificate + secret.key * v(engine, context, signed) }
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
    aggregate_verify(engine, context, authority, std::slice::from_ref(signed), signature)
}

/// R = Σ R_i and z = Σ z_i.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn aggregate<E: CurveEngine>(engine: &E, signatures: &[Signature<E>]) -> Result<Signature<E>, Refusal> {
    Ok(Signature {
        commitment: sum(signatures.iter().map(|part| part.commitment), |p, q| engine.add(p, q))?,
        response: sum(signatures.iter().map(|part| part.response), |a, b| *a + *b)?,
    })
}

/// zP = R + (Σ h0_i)Pta + Σ v_i X_i. What this accepts may be forged.
///
/// # Errors
/// [`Refusal`] if there is no signer, a point is the identity, or the equation does not hold.
pub fn aggregate_verify<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    authority: &E::Point,
    list: &[Signed<'_, E::Point>],
    aggregate: &Signature<E>,
) -> Verdict {
    not_identity(engine, &aggregate.commitment, "the commitment")?;
    list.iter().try_for_each(|(signer, _)| not_identity(engine, signer.public.point(), "a public key"))?;
    let right = engine.add(&aggregate.commitment, &hashed_part(engine, context, authority, list)?);
    holds(engine.mul(&engine.generator(), &aggregate.response) == right)
}

/// (Σ h0_i)Pta + Σ v_i X_i, which anyone can compute.
fn hashed_part<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    authority: &E::Point,
    list: &[Signed<'_, E::Point>],
) -> Result<E::Point, Refusal> {
    let of_authority = sum(list.iter().map(|(signer, _)| h0(engine, signer)), |a, b| *a + *b)?;
    let of_signers = list.iter().map(|signed| engine.mul(signed.0.public.point(), &v(engine, context, signed)));
    sum(std::iter::once(engine.mul(authority, &of_authority)).chain(of_signers), |p, q| engine.add(p, q))
}

/// An aggregate that [`aggregate_verify`] accepts, from public data alone: R = zP − (Σ h0_i)Pta − Σ v_i X_i for any z.
///
/// This is the proof that the scheme is broken.
///
/// # Errors
/// [`Refusal::Empty`] without a victim.
pub fn forge<E: CurveEngine>(
    engine: &E,
    context: &[u8],
    authority: &E::Point,
    victims: &[Signed<'_, E::Point>],
    z: E::Scalar,
) -> Result<Signature<E>, Refusal> {
    let hashed = hashed_part(engine, context, authority, victims)?;
    Ok(Signature { commitment: engine.sub(&engine.mul(&engine.generator(), &z), &hashed), response: z })
}

/// All phases with `n` signers.
pub(super) fn walk<E: CurveEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    const CONTEXT: &[u8] = b"context";
    let mut secrets = Secrets::new("verma", |bytes| engine.scalar_from_wide(bytes));
    let authority = secrets.next();
    let pta = engine.mul(&engine.generator(), &authority);
    let identities: Vec<Vec<u8>> = (0..n).map(identity).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let (keys, nonces, commitments) = (secrets.take(n), secrets.take(n), secrets.take(n));
    let publics: Vec<Decoded<E::Point>> = keys.iter().map(|key| public_key(engine, key)).collect();
    let list: Vec<Signed<'_, E::Point>> = (0..n)
        .map(|i| Signer { identity: &identities[i], public: &publics[i] })
        .zip(messages.iter().map(Vec::as_slice))
        .collect();
    let certify = |i: usize| certify(engine, &authority, &list[i].0, &nonces[i]);
    let certified: Vec<(E::Point, E::Scalar)> = (0..n).map(certify).collect();
    let sign = |i: usize| {
        let (commitment, certificate) = certified[i];
        let secret = Secret { key: keys[i], commitment, certificate };
        sign(engine, CONTEXT, &secret, &list[i], &commitments[i])
    };
    let signatures: Vec<Signature<E>> = (0..n).map(sign).collect();
    let mut sum = aggregate(engine, &signatures)?;
    let encoding = engine.encode(&sum.commitment);
    let decode = || {
        publics.iter().try_for_each(|public| engine.decode(public.bytes()).map(|_| ()))?;
        Ok::<_, Refusal>(engine.decode(&encoding)?)
    };
    sum.commitment = decode()?;
    visit(&[
        Phase::new("KeyGen", &|| kept(public_key(engine, &keys[0]))),
        Phase::new("CertGen", &|| kept(certify(0))),
        Phase::new("Sign", &|| kept(sign(0))),
        Phase::new("Verify", &|| verify(engine, CONTEXT, &pta, &list[0], &signatures[0])),
        Phase::new("Aggregate", &|| aggregate(engine, &signatures).and_then(kept)),
        Phase::new("AggDecode", &|| decode().and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify(engine, CONTEXT, &pta, &list, &sum)),
    ])
}
