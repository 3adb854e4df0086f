//! Schnorr signatures (1991) with the key in the hash, one by one and half-aggregated.
//!
//! X = xP. With nonce t: T = tP, c = H(T, X, m), z = t + cx; zP = T + cX. Half-aggregation keeps the T_i:
//! z = Σ w_i z_i with w_i = H(all T, X, m; i) and zP = Σ w_i T_i + Σ (w_i c_i) X_i.

use super::qiao::public_key;
use super::walk::{Secrets, message, once};
use super::{Observer, Refusal, Verdict, as_many, holds, not_identity, sum};
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
    let all = commitments
        .iter()
        .zip(signed)
        .fold(Transcript::new("CBAS-V02-Schnorr-weight"), |all, (commitment, (key, message))| {
            all.fields(&[commitment.bytes(), key.bytes(), message])
        });
    (0_u64..).map(move |i| engine.hash_to_scalar(all.clone().field(&i.to_be_bytes())))
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
pub(super) fn walk<E: CurveEngine, O: Observer>(engine: &E, n: usize, observer: &mut O) -> Verdict {
    walk_with(engine, n, observer, |signed, signatures, observer| {
        observer.phase("Aggregate", || ());
        observer.phase("AggVerify", || verify_all(engine, signed, signatures))
    })
}

/// All phases with `n` signers, half-aggregated.
pub(super) fn walk_half<E: CurveEngine, O: Observer>(engine: &E, n: usize, observer: &mut O) -> Verdict {
    walk_with(engine, n, observer, |signed, signatures, observer| {
        let response = observer.phase("Aggregate", || aggregate(engine, signed, signatures))?;
        let commitments: Vec<&Decoded<E::Point>> = signatures.iter().map(|part| &part.commitment).collect();
        observer.phase("AggVerify", || aggregate_verify(engine, signed, &commitments, &response))
    })
}

fn walk_with<E: CurveEngine, O: Observer>(
    engine: &E,
    n: usize,
    observer: &mut O,
    aggregated: impl FnOnce(&[Signed<'_, E>], &[Signature<E>], &mut O) -> Verdict,
) -> Verdict {
    let mut secrets = Secrets::new("schnorr", |bytes| engine.scalar_from_wide(bytes));
    let keys: Vec<E::Scalar> = (0..n).map(|_| secrets.next()).collect();
    let publics = once(n, "KeyGen", observer, |i| public_key(engine, &keys[i]));
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let signed: Vec<Signed<'_, E>> = publics.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    let nonces: Vec<E::Scalar> = (0..n).map(|_| secrets.next()).collect();
    let signatures = once(n, "Sign", observer, |i| sign(engine, &keys[i], &signed[i], &nonces[i]));
    observer.phase("Verify", || verify(engine, &signed[0], &signatures[0]))?;
    aggregated(&signed, &signatures, observer)
}
