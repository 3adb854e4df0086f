//! Schnorr signatures (1991) with the key in the hash, one by one and half-aggregated.
//!
//! X = xP. With nonce t: T = tP, c = H(T, X, m), z = t + cx; zP = T + cX. Half-aggregation keeps the T_i:
//! z = Σ w_i z_i with w_i = H(all T, X, m; i) and zP = Σ w_i T_i + Σ (w_i c_i) X_i.

use super::qiao::public_key;
use super::walk::{Phase, Secrets, Visit, kept, message};
use super::{Refusal, Verdict, as_many, holds, not_identity, sum};
use crate::engine::{CurveEngine, Decoded, Transcript};

/// A signature.
#[derive(Debug, Clone)]
pub struct Signature<E: CurveEngine> {
    /// T.
    pub commitment: Decoded<E::Point>,
    /// z.
    pub response: E::Scalar,
}

/// A public key with what was signed.
pub type Signed<'a, E> = (&'a Decoded<<E as CurveEngine>::Point>, &'a [u8]);

/// c = H(T, X, m).
fn challenge<E: CurveEngine>(engine: &E, (key, message): &Signed<'_, E>, commitment: &Decoded<E::Point>) -> E::Scalar {
    let fields = [commitment.bytes(), key.bytes(), message];
    engine.hash_to_scalar(Transcript::new("CBAS-V02-Schnorr").fields(&fields))
}

/// T = tP and z = t + cx.
pub fn sign<E: CurveEngine>(engine: &E, secret: &E::Scalar, signed: &Signed<'_, E>, t: &E::Scalar) -> Signature<E> {
    let commitment = public_key(engine, t);
    let response = *t + challenge(engine, signed, &commitment) * *secret;
    Signature { commitment, response }
}

/// zP = T + cX.
///
/// # Errors
/// [`Refusal`] if a point is the identity or the equation does not hold.
pub fn verify<E: CurveEngine>(engine: &E, signed: &Signed<'_, E>, signature: &Signature<E>) -> Verdict {
    not_identity(engine, signed.0.point(), "the public key")?;
    not_identity(engine, signature.commitment.point(), "the commitment")?;
    let c = challenge(engine, signed, &signature.commitment);
    let right = engine.add(signature.commitment.point(), &engine.mul(signed.0.point(), &c));
    holds(engine.mul(&engine.generator(), &signature.response) == right)
}

/// Every signature by itself.
///
/// # Errors
/// [`Refusal`] of the first that is refused, or if there are not as many signatures as signers.
pub fn verify_all<E: CurveEngine>(engine: &E, signed: &[Signed<'_, E>], signatures: &[Signature<E>]) -> Verdict {
    as_many(signatures.len(), signed.len())?;
    signed.iter().zip(signatures).try_for_each(|(signed, signature)| verify(engine, signed, signature))
}

/// The weights w_i; what they have in common is hashed once, so that all of them cost n short hashes.
fn weights<'a, E: CurveEngine>(
    engine: &'a E,
    signed: &[Signed<'_, E>],
    commitments: &[&Decoded<E::Point>],
) -> impl Iterator<Item = E::Scalar> + use<'a, E> {
    let tag = Transcript::new("CBAS-V02-Schnorr-weight");
    let all = engine.prefix(
        commitments
            .iter()
            .zip(signed)
            .fold(tag, |all, (commitment, (key, message))| all.fields(&[commitment.bytes(), key.bytes(), message])),
    );
    (0_u64..).map(move |i| engine.hash_to_scalar(all.transcript().field(&i.to_be_bytes())))
}

/// z = Σ w_i z_i; the T_i are kept as they are.
///
/// # Errors
/// [`Refusal`] without signatures, or if there are not as many as signers.
pub fn aggregate<E: CurveEngine>(
    engine: &E,
    signed: &[Signed<'_, E>],
    signatures: &[Signature<E>],
) -> Result<E::Scalar, Refusal> {
    as_many(signatures.len(), signed.len())?;
    let commitments: Vec<&Decoded<E::Point>> = signatures.iter().map(|part| &part.commitment).collect();
    let weighted = weights(engine, signed, &commitments).zip(signatures).map(|(w, part)| w * part.response);
    sum(weighted, |a, b| *a + *b)
}

/// zP = Σ w_i T_i + Σ (w_i c_i) X_i.
///
/// # Errors
/// [`Refusal`] if there is no signature, not one commitment a signer, a point is the identity, or the equation does not
/// hold.
pub fn aggregate_verify<E: CurveEngine>(
    engine: &E,
    signed: &[Signed<'_, E>],
    commitments: &[&Decoded<E::Point>],
    response: &E::Scalar,
) -> Verdict {
    as_many(commitments.len(), signed.len())?;
    let mut points = Vec::with_capacity(2 * signed.len());
    for ((signed, commitment), w) in signed.iter().zip(commitments).zip(weights(engine, signed, commitments)) {
        not_identity(engine, signed.0.point(), "a public key")?;
        not_identity(engine, commitment.point(), "a commitment")?;
        let c = challenge(engine, signed, commitment);
        points.push(engine.mul(commitment.point(), &w));
        points.push(engine.mul(signed.0.point(), &(w * c)));
    }
    let right = sum(points, |p, q| engine.add(p, q))?;
    holds(engine.mul(&engine.generator(), response) == right)
}

/// All phases with `n` signers, signatures verified one by one.
pub(super) fn walk<E: CurveEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    walk_with(engine, n, |signed, signatures, of_one| {
        let [key_gen, sign, check] = *of_one;
        visit(&[
            key_gen,
            sign,
            check,
            Phase::new("Aggregate", &|| Ok(())),
            Phase::new("AggVerify", &|| verify_all(engine, signed, signatures)),
        ])
    })
}

/// All phases with `n` signers, half-aggregated.
pub(super) fn walk_half<E: CurveEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    walk_with(engine, n, |signed, signatures, of_one| {
        let [key_gen, sign, check] = *of_one;
        let response = aggregate(engine, signed, signatures)?;
        let commitments: Vec<&Decoded<E::Point>> = signatures.iter().map(|part| &part.commitment).collect();
        visit(&[
            key_gen,
            sign,
            check,
            Phase::new("Aggregate", &|| aggregate(engine, signed, signatures).and_then(kept)),
            Phase::new("AggVerify", &|| aggregate_verify(engine, signed, &commitments, &response)),
        ])
    })
}

/// Keys, messages and signatures, and the phases that both forms have.
fn walk_with<E: CurveEngine>(
    engine: &E,
    n: usize,
    aggregated: impl FnOnce(&[Signed<'_, E>], &[Signature<E>], &[Phase<'_>; 3]) -> Verdict,
) -> Verdict {
    let mut secrets = Secrets::new("schnorr", |bytes| engine.scalar_from_wide(bytes));
    let (keys, nonces) = (secrets.take(n), secrets.take(n));
    let publics: Vec<Decoded<E::Point>> = keys.iter().map(|key| public_key(engine, key)).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let signed: Vec<Signed<'_, E>> = publics.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    let sign = |i: usize| sign(engine, &keys[i], &signed[i], &nonces[i]);
    let signatures: Vec<Signature<E>> = (0..n).map(sign).collect();
    aggregated(
        &signed,
        &signatures,
        &[
            Phase::new("KeyGen", &|| kept(public_key(engine, &keys[0]))),
            Phase::new("Sign", &|| kept(sign(0))),
            Phase::new("Verify", &|| verify(engine, &signed[0], &signatures[0])),
        ],
    )
}
