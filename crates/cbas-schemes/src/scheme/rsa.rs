//! RSA with a full-domain hash, 2048 bits, where a modular exponentiation belongs; and its condensed form (Mykletun,
//! Narasimha, Tsudik 2004), the product of one signer's signatures.
//!
//! s = H(m)^d mod N; s^e = H(m) mod N. Condensed: s = Π s_i with s^e = Π H(m_i) mod N, for one key only.

use num_bigint::BigUint;
use num_traits::One;

use super::walk::{Phase, Visit, kept, message};
use super::{Refusal, Verdict, as_many, holds, sum};
use crate::engine::{ModularEngine, Prefix, RsaKey, Transcript};

/// What all hashes under one modulus begin with.
fn under<E: ModularEngine>(engine: &E, modulus: &BigUint) -> Prefix {
    engine.prefix(Transcript::new("CBAS-V02-RSA-FDH").field(&modulus.to_bytes_be()))
}

fn hash<E: ModularEngine>(engine: &E, prefix: &Prefix, modulus: &BigUint, message: &[u8]) -> BigUint {
    engine.hash(prefix.transcript().field(message), modulus)
}

/// s = H(m)^d, one power with a full-length exponent: the faster way over p and q is left out.
pub fn sign<E: ModularEngine>(engine: &E, key: &RsaKey, message: &[u8]) -> BigUint {
    engine.exp(&hash(engine, &under(engine, &key.modulus), &key.modulus, message), &key.exponent, &key.modulus)
}

/// s^e = H(m).
///
/// # Errors
/// [`Refusal`] if the signature is not in 2..N or the equation does not hold.
pub fn verify<E: ModularEngine>(engine: &E, modulus: &BigUint, message: &[u8], signature: &BigUint) -> Verdict {
    condensed_verify(engine, modulus, &[message], signature)
}

/// Every signature by itself.
///
/// # Errors
/// [`Refusal`] of the first that is refused, or if there are not as many signatures as messages.
pub fn verify_all<E: ModularEngine>(
    engine: &E,
    modulus: &BigUint,
    messages: &[&[u8]],
    signatures: &[BigUint],
) -> Verdict {
    as_many(signatures.len(), messages.len())?;
    let mut pairs = messages.iter().zip(signatures);
    pairs.try_for_each(|(message, signature)| verify(engine, modulus, message, signature))
}

/// Π s_i, signatures of one signer.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn condense<E: ModularEngine>(engine: &E, modulus: &BigUint, signatures: &[BigUint]) -> Result<BigUint, Refusal> {
    let (first, rest) = signatures.split_first().ok_or(Refusal::Empty)?;
    Ok(rest.iter().fold(first.clone(), |product, next| engine.mul(&product, next, modulus)))
}

/// s^e = Π H(m_i).
///
/// # Errors
/// [`Refusal`] if there is no message, the signature is not in 2..N, or the equation does not hold.
pub fn condensed_verify<E: ModularEngine>(
    engine: &E,
    modulus: &BigUint,
    messages: &[&[u8]],
    signature: &BigUint,
) -> Verdict {
    if *signature <= BigUint::one() {
        return Err(Refusal::Identity { what: "the signature" });
    }
    // s + N is the same number modulo N: without this, every signature had many forms.
    holds(signature < modulus)?;
    let prefix = under(engine, modulus);
    let hashes = messages.iter().map(|message| hash(engine, &prefix, modulus, message));
    let right = sum(hashes, |a, b| engine.mul(a, b, modulus))?;
    holds(engine.exp_public(signature, modulus) == right)
}

/// All phases with `n` messages of one signer, verified one by one.
pub(super) fn walk<E: ModularEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    walk_with(engine, n, |key, messages, signatures, of_one| {
        let [sign, check] = *of_one;
        visit(&[
            sign,
            check,
            Phase::new("Aggregate", &|| Ok(())),
            Phase::new("AggVerify", &|| verify_all(engine, &key.modulus, messages, signatures)),
        ])
    })
}

/// All phases with `n` messages of one signer, condensed.
pub(super) fn walk_condensed<E: ModularEngine>(engine: &E, n: usize, visit: Visit<'_>) -> Verdict {
    walk_with(engine, n, |key, messages, signatures, of_one| {
        let [sign, check] = *of_one;
        let product = condense(engine, &key.modulus, signatures)?;
        visit(&[
            sign,
            check,
            Phase::new("Aggregate", &|| condense(engine, &key.modulus, signatures).and_then(kept)),
            Phase::new("AggVerify", &|| condensed_verify(engine, &key.modulus, messages, &product)),
        ])
    })
}

/// Key, messages and signatures, and the phases that both forms have.
fn walk_with<E: ModularEngine>(
    engine: &E,
    n: usize,
    aggregated: impl FnOnce(&RsaKey, &[&[u8]], &[BigUint], &[Phase<'_>; 2]) -> Verdict,
) -> Verdict {
    let key = RsaKey::from_seed(1);
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let sign = |i: usize| sign(engine, &key, messages[i]);
    let signatures: Vec<BigUint> = (0..n).map(sign).collect();
    aggregated(
        &key,
        &messages,
        &signatures,
        &[
            Phase::new("Sign", &|| kept(sign(0))),
            Phase::new("Verify", &|| verify(engine, &key.modulus, messages[0], &signatures[0])),
        ],
    )
}
