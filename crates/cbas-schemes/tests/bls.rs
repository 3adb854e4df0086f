//! BLS aggregate signatures: what is accepted, what is refused, and what a rogue key can do.

mod common;

use bls12_381::G1Projective;
use cbas_schemes::engine::{Bls12381, Blst, Blstrs, DecodeError, Decoded, PairingEngine, Products, SourceGroups};
use cbas_schemes::scheme::{Refusal, bls};

use common::{SIGNERS, flipped, identity_encoding, messages, outside_g1, scalars};

const BOTH: [Products; 2] = [Products::Separate, Products::Shared];

fn keys<E: PairingEngine>(engine: &E, n: usize) -> Vec<bls::KeyPair<E>> {
    let mut next = scalars(engine, "bls");
    (0..n).map(|_| bls::key_pair(engine, next())).collect()
}

type Listed<'a, E> = Vec<(&'a Decoded<<E as SourceGroups>::G2>, &'a [u8])>;

fn listed<'a, E: PairingEngine>(keys: &'a [bls::KeyPair<E>], messages: &'a [Vec<u8>]) -> Listed<'a, E> {
    keys.iter().zip(messages).map(|(key, message)| (&key.public, message.as_slice())).collect()
}

fn aggregate<E: PairingEngine>(engine: &E, keys: &[bls::KeyPair<E>], messages: &[Vec<u8>]) -> E::G1 {
    let signatures: Vec<E::G1> =
        keys.iter().zip(messages).map(|(key, message)| bls::sign(engine, key, message)).collect();
    bls::aggregate(engine, &signatures).unwrap()
}

fn what_was_signed_verifies<E: PairingEngine>(engine: &E) {
    for n in SIGNERS {
        let (keys, messages) = (keys(engine, n), messages(n));
        let aggregate = aggregate(engine, &keys, &messages);
        for products in BOTH {
            let verdict = bls::aggregate_verify(engine, products, &listed(&keys, &messages), &aggregate);
            assert_eq!(verdict, Ok(()), "n = {n}, {products:?}");
            let signature = bls::sign(engine, &keys[n - 1], &messages[n - 1]);
            let last = &keys[n - 1].public;
            assert_eq!(bls::verify(engine, products, last, &messages[n - 1], &signature), Ok(()));
        }
    }
}

#[test]
fn what_was_signed_verifies_in_all_libraries() {
    what_was_signed_verifies(&Blstrs);
    what_was_signed_verifies(&Bls12381);
    what_was_signed_verifies(&Blst);
}

fn what_was_altered_is_refused<E: PairingEngine>(engine: &E) {
    let (keys, messages) = (keys(engine, 5), messages(5));
    let good = aggregate(engine, &keys, &messages);
    for products in BOTH {
        let refusal = |list: &Listed<'_, E>, aggregate: &E::G1| {
            bls::aggregate_verify(engine, products, list, aggregate).unwrap_err()
        };
        let list = listed(&keys, &messages);
        let altered_message = flipped(&messages[2], 3);
        let mut altered = list.clone();
        altered[2].1 = &altered_message;
        assert_eq!(refusal(&altered, &good), Refusal::Equation);
        let other = Decoded::g2(engine, engine.g2_add(keys[2].public.point(), &engine.g2_generator()));
        let mut altered = list.clone();
        altered[2].0 = &other;
        assert_eq!(refusal(&altered, &good), Refusal::Equation, "another key");
        let mut swapped = list.clone();
        (swapped[0].0, swapped[1].0) = (list[1].0, list[0].0);
        assert_eq!(refusal(&swapped, &good), Refusal::Equation, "two signers swapped");
        let mut repeated = list.clone();
        repeated[1] = list[0];
        assert_eq!(refusal(&repeated, &good), Refusal::Equation, "one signer in the place of another");
        assert_eq!(refusal(&list[..4].to_vec(), &good), Refusal::Equation, "a signer left out");
        assert_eq!(refusal(&list, &engine.g1_add(&good, &engine.g1_generator())), Refusal::Equation);
        assert_eq!(refusal(&Vec::new(), &good), Refusal::Empty);
        let nothing = engine.g1_sub(&good, &good);
        assert_eq!(refusal(&list, &nothing), Refusal::Identity { what: "the signature" });
        let no_key = Decoded::g2(engine, engine.g2_sub(&engine.g2_generator(), &engine.g2_generator()));
        let mut without_key = list.clone();
        without_key[4].0 = &no_key;
        assert_eq!(refusal(&without_key, &good), Refusal::Identity { what: "a public key" });
    }
    assert!(matches!(bls::aggregate(engine, &[]), Err(Refusal::Empty)));
}

#[test]
fn what_was_altered_is_refused_in_all_libraries() {
    what_was_altered_is_refused(&Blstrs);
    what_was_altered_is_refused(&Bls12381);
    what_was_altered_is_refused(&Blst);
}

#[test]
fn no_turned_bit_of_a_signature_survives() {
    let (keys, messages) = (keys(&Blstrs, 1), messages(1));
    let encoding = Blstrs.g1_encode(&bls::sign(&Blstrs, &keys[0], &messages[0]));
    let accepted = |bytes: &[u8]| {
        let verify = |s| bls::verify(&Blstrs, Products::Shared, &keys[0].public, &messages[0], &s);
        Blstrs.g1_decode(bytes).map_err(Refusal::from).and_then(verify).is_ok()
    };
    assert!(accepted(&encoding));
    assert_eq!((0..384).filter(|&bit| accepted(&flipped(&encoding, bit))).count(), 0);
    assert!(!accepted(&identity_encoding(48)));
}

#[test]
fn no_turned_bit_of_a_key_survives() {
    let (keys, messages) = (keys(&Blstrs, 1), messages(1));
    let signature = bls::sign(&Blstrs, &keys[0], &messages[0]);
    let accepted = |bytes: &[u8]| {
        let verify = |key| bls::verify(&Blstrs, Products::Shared, &key, &messages[0], &signature);
        Decoded::g2_from(&Blstrs, bytes).map_err(Refusal::from).and_then(verify).is_ok()
    };
    assert!(accepted(keys[0].public.bytes()));
    assert_eq!((0..768).filter(|&bit| accepted(&flipped(keys[0].public.bytes(), bit))).count(), 0);
}

/// A + Q' satisfies the equation, since Q' pairs to 1 with everything: only the check of the subgroup refuses it.
#[test]
fn a_signature_outside_the_subgroup_is_refused_by_the_check_alone() {
    let (keys, messages) = (keys(&Bls12381, 2), messages(2));
    let good = aggregate(&Bls12381, &keys, &messages);
    let bad: G1Projective = good + outside_g1();
    assert_ne!(bad, good);
    for products in BOTH {
        assert_eq!(bls::aggregate_verify(&Bls12381, products, &listed(&keys, &messages), &bad), Ok(()));
    }
    let encoding = Bls12381.g1_encode(&bad);
    assert_eq!(Bls12381.g1_decode(&encoding), Err(DecodeError::OutsideSubgroup));
    assert_eq!(Blstrs.g1_decode(&encoding), Err(DecodeError::OutsideSubgroup));
}

#[test]
fn one_message_of_many_signers() {
    for n in SIGNERS {
        let keys = keys(&Blstrs, n);
        let publics: Vec<_> = keys.iter().map(|key| &key.public).collect();
        let signatures: Vec<_> = keys.iter().map(|key| bls::sign_common(&Blstrs, key, b"block 17")).collect();
        let sum = bls::aggregate(&Blstrs, &signatures).unwrap();
        for products in BOTH {
            let verify =
                |keys: &[_], message: &[u8]| bls::aggregate_verify_common(&Blstrs, products, keys, message, &sum);
            assert_eq!(verify(&publics, b"block 17"), Ok(()));
            assert_eq!(verify(&publics, b"block 18"), Err(Refusal::Equation));
            assert!(verify(&publics[1..], b"block 17").is_err());
            let mut repeated = publics.clone();
            repeated.push(publics[0]);
            assert_eq!(verify(&repeated, b"block 17"), Err(Refusal::Equation));
        }
    }
}

/// Without proofs of possession X' = xP2 − X signs "for" X as well: the sum of both keys is xP2.
#[test]
fn a_rogue_key_forges_for_one_message_and_has_no_proof_of_possession() {
    let engine = &Blstrs;
    let victim = &keys(engine, 1)[0];
    let forger = bls::key_pair(engine, scalars(engine, "forger")());
    let rogue = Decoded::g2(engine, engine.g2_sub(forger.public.point(), victim.public.point()));
    let forgery = bls::sign_common(engine, &forger, b"the victim owes me");
    for products in BOTH {
        let both = [&victim.public, &rogue];
        let verdict = bls::aggregate_verify_common(engine, products, &both, b"the victim owes me", &forgery);
        assert_eq!(verdict, Ok(()), "the forgery is accepted");
        // The forger knows x and not x - x_victim, so the proof for the rogue key is out of reach.
        let own = bls::prove_possession(engine, &forger);
        assert_eq!(bls::check_possession(engine, products, &forger.public, &own), Ok(()));
        assert_eq!(bls::check_possession(engine, products, &rogue, &own), Err(Refusal::Equation));
        let stolen = bls::prove_possession(engine, victim);
        assert_eq!(bls::check_possession(engine, products, &rogue, &stolen), Err(Refusal::Equation));
        // With the key in the hash, the same trick fails.
        let message = b"the victim owes me".as_slice();
        let distinct = bls::sign(engine, &forger, message);
        let list = [(&victim.public, message), (&rogue, message)];
        assert_eq!(bls::aggregate_verify(engine, products, &list, &distinct), Err(Refusal::Equation));
    }
}

/// A proof is no signature and a signature no proof: their hashes have different tags.
#[test]
fn a_signature_on_a_key_is_no_proof_of_possession() {
    let key = &keys(&Blstrs, 1)[0];
    let signature = bls::sign_common(&Blstrs, key, key.public.bytes());
    let check = bls::check_possession(&Blstrs, Products::Shared, &key.public, &signature);
    assert_eq!(check, Err(Refusal::Equation));
}
