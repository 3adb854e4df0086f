//! Certificate-based encryption: only the certified owner of the key opens a ciphertext.

mod common;

use cbas_schemes::engine::{Bls12381, Blst, Blstrs, Decoded, PairingEngine, SourceGroups};
use cbas_schemes::scheme::Refusal;
use cbas_schemes::scheme::bls::{KeyPair, key_pair};
use cbas_schemes::scheme::gentry::{Receiver, certify, decrypt, decryption_key, encrypt};

use common::scalars;

struct World<E: PairingEngine> {
    authority: KeyPair<E>,
    key: KeyPair<E>,
    k: E::Scalar,
}

fn world<E: PairingEngine>(engine: &E) -> World<E> {
    let mut next = scalars(engine, "gentry");
    World { authority: key_pair(engine, next()), key: key_pair(engine, next()), k: next() }
}

fn receiver<'a, P>(public: &'a Decoded<P>, identity: &'a [u8], period: &'a [u8]) -> Receiver<'a, P> {
    Receiver { identity, public, period }
}

fn only_the_certified_owner_decrypts<E: PairingEngine>(engine: &E) {
    let World { authority, key, k } = world(engine);
    let to = receiver(&key.public, b"alice", b"november");
    let certificate = certify(engine, &authority, &to);
    let (ciphertext, sent) = encrypt(engine, &authority.public, &to, &k).unwrap();
    let opened = |secret: &E::Scalar, to: &Receiver<'_, E::G2>, certificate: &E::G1, ciphertext: &E::G2| {
        decrypt(engine, &decryption_key(engine, secret, to, certificate), ciphertext).unwrap()
    };
    assert_eq!(opened(&key.secret, &to, &certificate, &ciphertext), sent);
    let december = receiver(&key.public, b"alice", b"december");
    let expired = certify(engine, &authority, &december);
    assert_ne!(opened(&key.secret, &to, &expired, &ciphertext), sent, "a certificate of another period");
    let bob = receiver(&key.public, b"bob", b"november");
    assert_ne!(opened(&key.secret, &bob, &certify(engine, &authority, &bob), &ciphertext), sent, "another identity");
    assert_ne!(opened(&authority.secret, &to, &certificate, &ciphertext), sent, "the authority without the key");
    let altered = engine.g2_add(&ciphertext, &engine.g2_generator());
    assert_ne!(opened(&key.secret, &to, &certificate, &altered), sent);
    let altered = engine.g1_add(&certificate, &engine.g1_generator());
    assert_ne!(opened(&key.secret, &to, &altered, &ciphertext), sent);
}

#[test]
fn only_the_certified_owner_decrypts_in_all_libraries() {
    only_the_certified_owner_decrypts(&Blstrs);
    only_the_certified_owner_decrypts(&Bls12381);
    only_the_certified_owner_decrypts(&Blst);
}

#[test]
fn the_session_key_is_the_same_in_all_libraries() {
    fn session<E: PairingEngine>(engine: &E) -> (Vec<u8>, [u8; 32]) {
        let World { authority, key, k } = world(engine);
        let (u, key) = encrypt(engine, &authority.public, &receiver(&key.public, b"a", b"p"), &k).unwrap();
        (engine.g2_encode(&u), key)
    }
    assert_eq!(session(&Blstrs), session(&Bls12381));
    assert_eq!(session(&Blstrs), session(&Blst));
}

#[test]
fn identity_points_are_refused() {
    let World { authority, key, k } = world(&Blstrs);
    let nothing = Blstrs.g2_sub(key.public.point(), key.public.point());
    let no_key = Decoded::g2(&Blstrs, nothing);
    let encrypted = encrypt(&Blstrs, &authority.public, &receiver(&no_key, b"a", b"p"), &k);
    assert_eq!(encrypted, Err(Refusal::Identity { what: "the key of the receiver" }));
    let encrypted = encrypt(&Blstrs, &no_key, &receiver(&key.public, b"a", b"p"), &k);
    assert_eq!(encrypted, Err(Refusal::Identity { what: "the key of the authority" }));
    let opened = decrypt(&Blstrs, &Blstrs.g1_generator(), &nothing);
    assert_eq!(opened, Err(Refusal::Identity { what: "the ciphertext" }));
}
