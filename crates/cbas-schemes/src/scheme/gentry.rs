//! Certificate-based encryption (Gentry 2003), where a power in the target group is truly needed.
//!
//! Ppub = sP2; X = xP2; Cert = s HG1(period, Ppub, ID, X); D = Cert + x HG1(ID, X). To encrypt,
//! g = e(HG1(period, ..), Ppub) e(HG1(ID, X), X), U = kP2, K = H(g^k); to decrypt, K = H(e(D, U)).
//! K is a key of 32 bytes for a symmetric cipher, which is left out here.

use super::bls::{KeyPair, key_pair};
use super::walk::{Phase, Secrets, Visit, kept};
use super::{Refusal, Verdict, g1_not_identity, g2_not_identity, holds};
use crate::engine::{Decoded, PairingEngine, Transcript, length_prefixed};

const CERTIFICATE: &[u8] = b"CBAS-V02-CBE-cert-BLS12381G1_XMD:SHA-256_SSWU_RO_";
const KEY: &[u8] = b"CBAS-V02-CBE-key-BLS12381G1_XMD:SHA-256_SSWU_RO_";

/// The receiver of a ciphertext as everyone knows it.
#[derive(Debug, Clone, Copy)]
pub struct Receiver<'a, P> {
    /// ID.
    pub identity: &'a [u8],
    /// X.
    pub public: &'a Decoded<P>,
    /// The period the certificate is for.
    pub period: &'a [u8],
}

fn certified<E: PairingEngine>(engine: &E, authority: &Decoded<E::G2>, receiver: &Receiver<'_, E::G2>) -> E::G1 {
    let fields = [receiver.period, authority.bytes(), receiver.identity, receiver.public.bytes()];
    engine.hash_to_g1(CERTIFICATE, &length_prefixed(&fields))
}

fn keyed<E: PairingEngine>(engine: &E, receiver: &Receiver<'_, E::G2>) -> E::G1 {
    engine.hash_to_g1(KEY, &length_prefixed(&[receiver.identity, receiver.public.bytes()]))
}

/// Cert = s HG1(period, Ppub, ID, X).
pub fn certify<E: PairingEngine>(engine: &E, authority: &KeyPair<E>, receiver: &Receiver<'_, E::G2>) -> E::G1 {
    engine.g1_mul(&certified(engine, &authority.public, receiver), &authority.secret)
}

/// D = Cert + x HG1(ID, X).
pub fn decryption_key<E: PairingEngine>(
    engine: &E,
    secret: &E::Scalar,
    receiver: &Receiver<'_, E::G2>,
    certificate: &E::G1,
) -> E::G1 {
    engine.g1_add(certificate, &engine.g1_mul(&keyed(engine, receiver), secret))
}

/// U = kP2 and K = H(g^k).
///
/// # Errors
/// [`Refusal::Identity`] if a key is the identity.
pub fn encrypt<E: PairingEngine>(
    engine: &E,
    authority: &Decoded<E::G2>,
    receiver: &Receiver<'_, E::G2>,
    k: &E::Scalar,
) -> Result<(E::G2, [u8; 32]), Refusal> {
    g2_not_identity(engine, authority.point(), "the key of the authority")?;
    g2_not_identity(engine, receiver.public.point(), "the key of the receiver")?;
    let certificate = engine.pairing(&certified(engine, authority, receiver), authority.point());
    let key = engine.pairing(&keyed(engine, receiver), receiver.public.point());
    let power = engine.gt_exp(&engine.gt_mul(&certificate, &key), k);
    Ok((engine.g2_mul(&engine.g2_generator(), k), session_key(engine, &power)))
}

/// K = H(e(D, U)).
///
/// # Errors
/// [`Refusal::Identity`] if the key or the ciphertext is the identity.
pub fn decrypt<E: PairingEngine>(engine: &E, key: &E::G1, ciphertext: &E::G2) -> Result<[u8; 32], Refusal> {
    g1_not_identity(engine, key, "the decryption key")?;
    g2_not_identity(engine, ciphertext, "the ciphertext")?;
    Ok(session_key(engine, &engine.pairing(key, ciphertext)))
}

fn session_key<E: PairingEngine>(engine: &E, element: &E::Gt) -> [u8; 32] {
    let transcript = Transcript::new("CBAS-V02-CBE-session").field(&engine.gt_encode(element));
    engine.scalar_encode(&engine.hash_to_scalar(transcript))
}

/// All phases; the number of receivers does not matter. A product of two pairings that is then raised to a power is
/// always computed as printed.
pub(super) fn walk<E: PairingEngine>(engine: &E, visit: Visit<'_>) -> Verdict {
    let mut secrets = Secrets::new("gentry-cbe", |bytes| engine.scalar_from_wide(bytes));
    let authority = key_pair(engine, secrets.next());
    let secret = secrets.next();
    let pair: KeyPair<E> = key_pair(engine, secret);
    let receiver = Receiver { identity: b"receiver", public: &pair.public, period: b"2026-11" };
    let certificate = certify(engine, &authority, &receiver);
    let key = decryption_key(engine, &secret, &receiver, &certificate);
    let k = secrets.next();
    let (ciphertext, sent) = encrypt(engine, &authority.public, &receiver, &k)?;
    visit(&[
        Phase::new("KeyGen", &|| kept(key_pair(engine, secret))),
        Phase::new("CertGen", &|| kept(certify(engine, &authority, &receiver))),
        Phase::new("KeyDerive", &|| kept(decryption_key(engine, &secret, &receiver, &certificate))),
        Phase::new("Encrypt", &|| encrypt(engine, &authority.public, &receiver, &k).and_then(kept)),
        Phase::new("Decrypt", &|| holds(decrypt(engine, &key, &ciphertext)? == sent)),
    ])
}
