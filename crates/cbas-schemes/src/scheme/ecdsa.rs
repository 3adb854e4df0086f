//! ECDSA (FIPS 186-5) on a curve without pairing, with this crate's hash: a baseline, not interoperable.
//!
//! X = xP. With nonce k: r = x(kP) mod q, s = k⁻¹(e + rx), e = H(m). Verification: R = (e/s)P + (r/s)X with
//! x(R) mod q = r.

use super::qiao::public_key;
use super::walk::{Phase, Secrets, Visit, kept, message};
use super::{Refusal, Verdict, as_many, holds, not_identity};
use crate::engine::{CurveEngine, Decoded, Transcript};

/// A signature (r, s).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signature<S> {
    /// x(kP) mod q.
    pub r: S,
    /// k⁻¹(e + rx).
    pub s: S,
}

/// e = H(m).
fn hash<E: CurveEngine>(engine: &E, message: &[u8]) -> E::Scalar {
    engine.hash_to_scalar(Transcript::new("CBAS-V02-ECDSA").field(message))
}

/// The x-coordinate modulo the group order: the encoding without its first byte, the sign of y.
fn x_coordinate<E: CurveEngine>(engine: &E, point: &E::Point) -> E::Scalar {
    let encoding = engine.encode(point);
    let mut wide = [0; 64];
    let x = encoding.get(1..).unwrap_or_default();
    wide[64 - x.len()..].copy_from_slice(x);
    engine.scalar_from_wide(&wide)
}

/// (r, s) with the nonce k.
///
/// # Errors
/// [`Refusal::Identity`] if k is zero.
pub fn sign<E: CurveEngine>(
    engine: &E,
    secret: &E::Scalar,
    message: &[u8],
    k: &E::Scalar,
) -> Result<Signature<E::Scalar>, Refusal> {
    let inverse = engine.invert(k).ok_or(Refusal::Identity { what: "kP" })?;
    let r = x_coordinate(engine, &engine.mul(&engine.generator(), k));
    Ok(Signature { r, s: inverse * (hash(engine, message) + r * *secret) })
}

/// x((e/s)P + (r/s)X) mod q = r.
///
/// # Errors
/// [`Refusal`] if the key or the point found is the identity, s is zero, or the equation does not hold.
pub fn verify<E: CurveEngine>(
    engine: &E,
    public: &E::Point,
    message: &[u8],
    signature: &Signature<E::Scalar>,
) -> Verdict {
    not_identity(engine, public, "the public key")?;
    // In a group of odd order only zero is its own negative.
    if signature.r == -signature.r {
        return Err(Refusal::Identity { what: "r" });
    }
    let inverse = engine.invert(&signature.s).ok_or(Refusal::Identity { what: "s" })?;
    let (u1, u2) = (hash(engine, message) * inverse, signature.r * inverse);
    let point = engine.add(&engine.mul(&engine.generator(), &u1), &engine.mul(public, &u2));
    not_identity(engine, &point, "the point of the equation")?;
    holds(x_coordinate(engine, &point) == signature.r)
}

/// Every signature by itself.
///
/// # Errors
/// [`Refusal`] of the first that is refused, or if there are not as many signatures as signers.
pub fn verify_all<E: CurveEngine>(
    engine: &E,
    signed: &[(&Decoded<E::Point>, &[u8])],
    signatures: &[Signature<E::Scalar>],
) -> Verdict {
    as_many(signatures.len(), signed.len())?;
    let mut pairs = signed.iter().zip(signatures);
    pairs.try_for_each(|((public, message), signature)| verify(engine, public.point(), message, signature))
}

/// All phases with `n` signers.
pub(super) fn walk<E: CurveEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    let mut secrets = Secrets::new("ecdsa", |bytes| engine.scalar_from_wide(bytes));
    let (keys, nonces) = (secrets.take(n), secrets.take(n));
    let publics: Vec<Decoded<E::Point>> = keys.iter().map(|key| public_key(engine, key)).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let sign = |i: usize| sign(engine, &keys[i], &messages[i], &nonces[i]);
    let signatures: Vec<Signature<E::Scalar>> = (0..n).map(sign).collect::<Result<_, _>>()?;
    let signed: Vec<_> = publics.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    visit(&[
        Phase::new("KeyGen", &|| kept(public_key(engine, &keys[0]))),
        Phase::new("Sign", &|| sign(0).and_then(kept)),
        Phase::new("Verify", &|| verify(engine, publics[0].point(), &messages[0], &signatures[0])),
        Phase::new("Aggregate", &|| Ok(())),
        Phase::new("AggVerify", &|| verify_all(engine, &signed, &signatures)),
    ])
}
