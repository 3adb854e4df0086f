//! BLS aggregate signatures (Boneh, Gentry, Lynn, Shacham 2003): signatures in G1, keys in G2.
//!
//! X = xP2; s = x HG1(X || m); e(s, P2) = e(HG1(X || m), X). An aggregate is A = Σ s_i with
//! e(A, P2) = Π e(HG1(X_i || m_i), X_i).
//!
//! For one common message the key is not hashed, e(A, P2) = e(HG1(m), Σ X_i), and every key needs a proof that its
//! owner has the secret: without it, X = xP2 − Y signs for Y as well (a rogue key).

use super::walk::{Phase, Secrets, Visit, kept, message};
use super::{Refusal, Verdict, g1_not_identity, g2_not_identity, holds, sum};
use crate::engine::{Decoded, PairingEngine, Products, equal, length_prefixed};

const MESSAGE: &[u8] = b"CBAS-V02-BLS-BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_";
const COMMON: &[u8] = b"CBAS-V02-BLS-BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
const POSSESSION: &[u8] = b"CBAS-V02-POP-BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";

/// A secret key and its public key.
#[derive(Debug, Clone)]
pub struct KeyPair<E: PairingEngine> {
    /// x.
    pub secret: E::Scalar,
    /// X = xP2.
    pub public: Decoded<E::G2>,
}

/// The key pair of a secret.
pub fn key_pair<E: PairingEngine>(engine: &E, secret: E::Scalar) -> KeyPair<E> {
    KeyPair { secret, public: Decoded::g2(engine, engine.g2_mul(&engine.g2_generator(), &secret)) }
}

fn hash<E: PairingEngine>(engine: &E, public: &Decoded<E::G2>, message: &[u8]) -> E::G1 {
    engine.hash_to_g1(MESSAGE, &length_prefixed(&[public.bytes(), message]))
}

/// s = x HG1(X || m).
pub fn sign<E: PairingEngine>(engine: &E, key: &KeyPair<E>, message: &[u8]) -> E::G1 {
    engine.g1_mul(&hash(engine, &key.public, message), &key.secret)
}

/// e(s, P2) = e(HG1(X || m), X).
///
/// # Errors
/// [`Refusal`] if the signature or the key is the identity, or the equation does not hold.
pub fn verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    public: &Decoded<E::G2>,
    message: &[u8],
    signature: &E::G1,
) -> Verdict {
    aggregate_verify(engine, products, &[(public, message)], signature)
}

/// A = Σ s_i.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn aggregate<E: PairingEngine>(engine: &E, signatures: &[E::G1]) -> Result<E::G1, Refusal> {
    sum(signatures.iter().copied(), |p, q| engine.g1_add(p, q))
}

/// e(A, P2) = Π e(HG1(X_i || m_i), X_i).
///
/// # Errors
/// [`Refusal`] if the list is empty, a point is the identity, or the equation does not hold.
pub fn aggregate_verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    signed: &[(&Decoded<E::G2>, &[u8])],
    aggregate: &E::G1,
) -> Verdict {
    if signed.is_empty() {
        return Err(Refusal::Empty);
    }
    g1_not_identity(engine, aggregate, "the signature")?;
    signed.iter().try_for_each(|(public, _)| g2_not_identity(engine, public.point(), "a public key"))?;
    let right = signed.iter().map(|(public, message)| (hash(engine, public, message), *public.point()));
    holds(equal(engine, products, (aggregate, &engine.g2_generator()), right))
}

/// Proof that the owner of X knows x: x HG1("PoP" || X).
pub fn prove_possession<E: PairingEngine>(engine: &E, key: &KeyPair<E>) -> E::G1 {
    engine.g1_mul(&engine.hash_to_g1(POSSESSION, &length_prefixed(&[key.public.bytes()])), &key.secret)
}

/// e(proof, P2) = e(HG1("PoP" || X), X).
///
/// # Errors
/// [`Refusal`] if a point is the identity or the equation does not hold.
pub fn check_possession<E: PairingEngine>(
    engine: &E,
    products: Products,
    public: &Decoded<E::G2>,
    proof: &E::G1,
) -> Verdict {
    g1_not_identity(engine, proof, "the proof of possession")?;
    g2_not_identity(engine, public.point(), "the public key")?;
    let hash = engine.hash_to_g1(POSSESSION, &length_prefixed(&[public.bytes()]));
    holds(equal(engine, products, (proof, &engine.g2_generator()), [(hash, *public.point())]))
}

/// s = x HG1(m), for a message that all sign.
pub fn sign_common<E: PairingEngine>(engine: &E, key: &KeyPair<E>, message: &[u8]) -> E::G1 {
    engine.g1_mul(&engine.hash_to_g1(COMMON, &length_prefixed(&[message])), &key.secret)
}

/// e(A, P2) = e(HG1(m), Σ X_i). Every key must have passed [`check_possession`].
///
/// # Errors
/// [`Refusal`] if there is no key, a point is the identity, or the equation does not hold.
pub fn aggregate_verify_common<E: PairingEngine>(
    engine: &E,
    products: Products,
    keys: &[&Decoded<E::G2>],
    message: &[u8],
    aggregate: &E::G1,
) -> Verdict {
    g1_not_identity(engine, aggregate, "the signature")?;
    keys.iter().try_for_each(|key| g2_not_identity(engine, key.point(), "a public key"))?;
    let key = sum(keys.iter().map(|key| *key.point()), |p, q| engine.g2_add(p, q))?;
    let hash = engine.hash_to_g1(COMMON, &length_prefixed(&[message]));
    holds(equal(engine, products, (aggregate, &engine.g2_generator()), [(hash, key)]))
}

/// All phases with `n` signers and distinct messages.
pub(super) fn walk<E: PairingEngine>(engine: &E, n: usize, products: Products, visit: Visit<'_>) -> Verdict {
    let secrets = Secrets::new("bls", |bytes| engine.scalar_from_wide(bytes)).take(n);
    let keys: Vec<KeyPair<E>> = secrets.iter().map(|&secret| key_pair(engine, secret)).collect();
    let messages: Vec<Vec<u8>> = (0..n).map(message).collect();
    let sign = |i: usize| sign(engine, &keys[i], &messages[i]);
    let signatures: Vec<E::G1> = (0..n).map(sign).collect();
    let sum = aggregate(engine, &signatures)?;
    let encoding = engine.g1_encode(&sum);
    let decode = || {
        let publics: Result<Vec<_>, _> = keys.iter().map(|key| Decoded::g2_from(engine, key.public.bytes())).collect();
        Ok::<_, Refusal>((publics?, engine.g1_decode(&encoding)?))
    };
    let (publics, sum) = decode()?;
    let signed: Vec<_> = publics.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
    visit(&[
        Phase::new("KeyGen", &|| kept(key_pair(engine, secrets[0]))),
        Phase::new("Sign", &|| kept(sign(0))),
        Phase::new("Verify", &|| verify(engine, products, signed[0].0, signed[0].1, &signatures[0])),
        Phase::new("Aggregate", &|| aggregate(engine, &signatures).and_then(kept)),
        Phase::new("AggDecode", &|| decode().and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify(engine, products, &signed, &sum)),
    ])
}

/// All phases with `n` signers of one message.
pub(super) fn walk_common<E: PairingEngine>(engine: &E, n: usize, products: Products, visit: Visit<'_>) -> Verdict {
    let secrets = Secrets::new("bls-common", |bytes| engine.scalar_from_wide(bytes)).take(n);
    let keys: Vec<KeyPair<E>> = secrets.iter().map(|&secret| key_pair(engine, secret)).collect();
    let publics: Vec<&Decoded<E::G2>> = keys.iter().map(|key| &key.public).collect();
    let proof = prove_possession(engine, &keys[0]);
    let text = message(0);
    let signatures: Vec<E::G1> = keys.iter().map(|key| sign_common(engine, key, &text)).collect();
    let sum = aggregate(engine, &signatures)?;
    visit(&[
        Phase::new("KeyGen", &|| kept(key_pair(engine, secrets[0]))),
        Phase::new("ProvePossession", &|| kept(prove_possession(engine, &keys[0]))),
        Phase::new("CheckPossession", &|| check_possession(engine, products, publics[0], &proof)),
        Phase::new("Sign", &|| kept(sign_common(engine, &keys[0], &text))),
        Phase::new("Verify", &|| aggregate_verify_common(engine, products, &publics[..1], &text, &signatures[0])),
        Phase::new("Aggregate", &|| aggregate(engine, &signatures).and_then(kept)),
        Phase::new("AggVerify", &|| aggregate_verify_common(engine, products, &publics, &text, &sum)),
    ])
}
