//! The multi-signature of Boneh, Drijvers and Neven.

mod common;

use cbas_schemes::engine::{Bls12381, Blstrs, Decoded, PairingEngine, Products, SourceGroups};
use cbas_schemes::scheme::{Refusal, bdn, bls};

use common::{SIGNERS, scalars};

const BOTH: [Products; 2] = [Products::Separate, Products::Shared];

fn keys<E: PairingEngine>(engine: &E, n: usize) -> Vec<bls::KeyPair<E>> {
    let mut next = scalars(engine, "bdn");
    (0..n).map(|_| bls::key_pair(engine, next())).collect()
}

fn publics<E: PairingEngine>(keys: &[bls::KeyPair<E>]) -> Vec<&Decoded<E::G2>> {
    keys.iter().map(|key| &key.public).collect()
}

fn signed<E: PairingEngine>(engine: &E, keys: &[bls::KeyPair<E>], message: &[u8]) -> E::G1 {
    let publics = publics(keys);
    let parts: Vec<E::G1> = keys.iter().map(|key| bdn::sign(engine, &publics, key, message)).collect();
    bdn::combine(engine, &parts).unwrap()
}

fn works<E: PairingEngine>(engine: &E) {
    for n in SIGNERS {
        let keys = keys(engine, n);
        let signature = signed(engine, &keys, b"m");
        let group = bdn::aggregate_keys(engine, &publics(&keys)).unwrap();
        for products in BOTH {
            assert_eq!(bdn::verify(engine, products, &group, b"m", &signature), Ok(()), "n = {n}");
            assert_eq!(bdn::verify(engine, products, &group, b"n", &signature), Err(Refusal::Equation));
            let altered = engine.g1_add(&signature, &engine.g1_generator());
            assert_eq!(bdn::verify(engine, products, &group, b"m", &altered), Err(Refusal::Equation));
        }
    }
}

#[test]
fn a_group_signs_in_both_libraries() {
    works(&Blstrs);
    works(&Bls12381);
}

#[test]
fn another_group_is_refused() {
    let keys = keys(&Blstrs, 5);
    let signature = signed(&Blstrs, &keys, b"m");
    let all = publics(&keys);
    let verify = |list: &[&Decoded<_>]| {
        let group = bdn::aggregate_keys(&Blstrs, list)?;
        bdn::verify(&Blstrs, Products::Shared, &group, b"m", &signature)
    };
    assert_eq!(verify(&all), Ok(()));
    assert_eq!(verify(&all[..4]), Err(Refusal::Equation));
    let mut swapped = all.clone();
    swapped.swap(0, 1);
    assert_eq!(verify(&swapped), Err(Refusal::Equation), "the order of the keys is hashed");
    let mut repeated = all.clone();
    repeated[3] = all[1];
    assert_eq!(verify(&repeated), Err(Refusal::Repeated { position: 4 }));
    let identity = Decoded::g2(&Blstrs, Blstrs.g2_sub(all[0].point(), all[0].point()));
    assert_eq!(verify(&[all[0], &identity]), Err(Refusal::Identity { what: "a public key" }));
    assert_eq!(verify(&[]), Err(Refusal::Empty));
    let nothing = Blstrs.g1_sub(&signature, &signature);
    let group = bdn::aggregate_keys(&Blstrs, &all).unwrap();
    let verdict = bdn::verify(&Blstrs, Products::Shared, &group, b"m", &nothing);
    assert_eq!(verdict, Err(Refusal::Identity { what: "the signature" }));
}

/// The rogue key that breaks plain aggregation: here the weights keep xP2 from being the sum.
#[test]
fn a_rogue_key_does_not_forge() {
    let engine = &Blstrs;
    let victim = &keys(engine, 1)[0];
    let forger = bls::key_pair(engine, scalars(engine, "forger")());
    let rogue = Decoded::g2(engine, engine.g2_sub(forger.public.point(), victim.public.point()));
    let group = bdn::aggregate_keys(engine, &[&victim.public, &rogue]).unwrap();
    let keyed = bls::KeyPair::<Blstrs> { secret: forger.secret, public: rogue.clone() };
    for list in [vec![&victim.public, &rogue], vec![&rogue]] {
        let forgery = bdn::sign(engine, &list, &keyed, b"m");
        assert_eq!(bdn::verify(engine, Products::Shared, &group, b"m", &forgery), Err(Refusal::Equation));
    }
}
