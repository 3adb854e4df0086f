//! Multi-signature of Boneh, Drijvers and Neven (2018): one message, plain public keys, no proof of possession.
//!
//! a_i = H(X_i, all X); s_i = (a_i x_i) HG1(m); S = Σ s_i; the key of the group is Σ a_i X_i and
//! e(S, P2) = e(HG1(m), Σ a_i X_i). The weights make a rogue key useless: it would change its own weight.

use super::bls::KeyPair;
use super::walk::{Phase, Secrets, Visit, kept, message};
use super::{Refusal, Verdict, bls, distinct, g1_not_identity, g2_not_identity, holds, sum};
use crate::engine::{Decoded, PairingEngine, Prefix, Products, Transcript, equal, length_prefixed};

const MESSAGE: &[u8] = b"CBAS-V02-BDN-BLS12381G1_XMD:SHA-256_SSWU_RO_";

/// The hash of all keys, which every weight begins with: hashed once, so that n weights cost n short hashes.
pub fn group<E: PairingEngine>(engine: &E, keys: &[&Decoded<E::G2>]) -> Prefix {
    let tag = Transcript::new("CBAS-V02-BDN-weight");
    engine.prefix(keys.iter().fold(tag, |transcript, key| transcript.field(key.bytes())))
}

/// a_i = H(all X, X_i).
pub fn weight<E: PairingEngine>(engine: &E, group: &Prefix, key: &Decoded<E::G2>) -> E::Scalar {
    engine.hash_to_scalar(group.transcript().field(key.bytes()))
}

/// s_i = (a_i x_i) HG1(m).
pub fn sign<E: PairingEngine>(engine: &E, keys: &[&Decoded<E::G2>], key: &KeyPair<E>, message: &[u8]) -> E::G1 {
    sign_in(engine, &group(engine, keys), key, message)
}

/// The same for a group that was hashed before.
fn sign_in<E: PairingEngine>(engine: &E, group: &Prefix, key: &KeyPair<E>, message: &[u8]) -> E::G1 {
    let weight = weight(engine, group, &key.public);
    engine.g1_mul(&engine.hash_to_g1(MESSAGE, &length_prefixed(&[message])), &(weight * key.secret))
}

/// The key of the group, Σ a_i X_i.
///
/// # Errors
/// [`Refusal`] without keys, if one is the identity, or if one comes twice.
pub fn aggregate_keys<E: PairingEngine>(engine: &E, keys: &[&Decoded<E::G2>]) -> Result<E::G2, Refusal> {
    distinct(keys.iter().map(|key| key.bytes()))?;
    keys.iter().try_for_each(|key| g2_not_identity(engine, key.point(), "a public key"))?;
    let group = group(engine, keys);
    let weighted = keys.iter().map(|key| engine.g2_mul(key.point(), &weight(engine, &group, key)));
    sum(weighted, |p, q| engine.g2_add(p, q))
}

/// S = Σ s_i.
///
/// # Errors
/// [`Refusal::Empty`] without signatures.
pub fn combine<E: PairingEngine>(engine: &E, signatures: &[E::G1]) -> Result<E::G1, Refusal> {
    bls::aggregate(engine, signatures)
}

/// e(S, P2) = e(HG1(m), key of the group).
///
/// # Errors
/// [`Refusal`] if a point is the identity or the equation does not hold.
pub fn verify<E: PairingEngine>(
    engine: &E,
    products: Products,
    group_key: &E::G2,
    message: &[u8],
    signature: &E::G1,
) -> Verdict {
    g1_not_identity(engine, signature, "the signature")?;
    g2_not_identity(engine, group_key, "the key of the group")?;
    let hash = engine.hash_to_g1(MESSAGE, &length_prefixed(&[message]));
    holds(equal(engine, products, (signature, &engine.g2_generator()), [(hash, *group_key)]))
}

/// All phases with `n` signers.
pub(super) fn walk<E: PairingEngine>(engine: &E, n: usize, products: Products, visit: Visit<'_>) -> Verdict {
    let secrets = Secrets::new("bdn", |bytes| engine.scalar_from_wide(bytes)).take(n);
    let keys: Vec<KeyPair<E>> = secrets.iter().map(|&secret| bls::key_pair(engine, secret)).collect();
    let publics: Vec<&Decoded<E::G2>> = keys.iter().map(|key| &key.public).collect();
    let text = message(0);
    let all = group(engine, &publics);
    let signatures: Vec<E::G1> = keys.iter().map(|key| sign_in(engine, &all, key, &text)).collect();
    let group_key = aggregate_keys(engine, &publics)?;
    let signature = combine(engine, &signatures)?;
    visit(&[
        Phase::new("KeyGen", &|| kept(bls::key_pair(engine, secrets[0]))),
        Phase::new("Sign", &|| kept(sign(engine, &publics, &keys[0], &text))),
        Phase::new("KeyAgg", &|| aggregate_keys(engine, &publics).and_then(kept)),
        Phase::new("Aggregate", &|| combine(engine, &signatures).and_then(kept)),
        Phase::new("AggVerify", &|| verify(engine, products, &group_key, &text, &signature)),
    ])
}
