//! CBAS-G: what is accepted and what is refused.

mod common;

use cbas_schemes::engine::{Bls12381, Blst, Blstrs, DecodeError, Decoded, PairingEngine, Products, SourceGroups};
use cbas_schemes::scheme::Refusal;
use cbas_schemes::scheme::bls::{KeyPair, key_pair};
use cbas_schemes::scheme::cbas_g::{
    Signed, Signer, aggregate, aggregate_verify, certify, sign, verify, verify_certificate,
};

use common::{SIGNERS, flipped, identities, messages, outside_g1, scalars};

const BOTH: [Products; 2] = [Products::Separate, Products::Shared];
const EPOCH: &[u8] = b"2026-11";

/// Everything that `n` signers made.
struct World<E: PairingEngine> {
    authority: KeyPair<E>,
    keys: Vec<KeyPair<E>>,
    identities: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    certificates: Vec<E::G1>,
    signatures: Vec<E::G1>,
}

impl<E: PairingEngine> World<E> {
    fn new(engine: &E, n: usize) -> Self {
        let mut next = scalars(engine, "cbas-g");
        let authority = key_pair(engine, next());
        let keys = (0..n).map(|_| key_pair(engine, next())).collect();
        let (identities, messages) = (identities(n), messages(n));
        let mut world =
            Self { authority, keys, identities, messages, certificates: Vec::new(), signatures: Vec::new() };
        world.certificates = (0..n).map(|i| certify(engine, &world.authority.secret, &world.signer(i))).collect();
        world.signatures = (0..n)
            .map(|i| {
                let secret = &world.keys[i].secret;
                sign(engine, secret, &world.signer(i), &world.certificates[i], &world.messages[i])
            })
            .collect();
        world
    }

    fn signer(&self, i: usize) -> Signer<'_, E::G2> {
        Signer { identity: &self.identities[i], public: &self.keys[i].public, epoch: EPOCH }
    }

    fn list(&self) -> Vec<Signed<'_, E::G2>> {
        (0..self.keys.len()).map(|i| (self.signer(i), self.messages[i].as_slice())).collect()
    }

    fn ppub(&self) -> &E::G2 {
        self.authority.public.point()
    }
}

fn what_was_signed_verifies<E: PairingEngine>(engine: &E) {
    for n in SIGNERS {
        let world = World::new(engine, n);
        let list = world.list();
        let sum = aggregate(engine, &world.signatures).unwrap();
        for products in BOTH {
            let last = n - 1;
            let signer = world.signer(last);
            let certificate = &world.certificates[last];
            assert_eq!(verify_certificate(engine, products, world.ppub(), &signer, certificate), Ok(()));
            assert_eq!(verify(engine, products, world.ppub(), &list[last], &world.signatures[last]), Ok(()));
            assert_eq!(aggregate_verify(engine, products, world.ppub(), &list, &sum), Ok(()), "n = {n}");
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
    let world = World::new(engine, 5);
    let sum = aggregate(engine, &world.signatures).unwrap();
    let other_key = Decoded::g2(engine, engine.g2_add(world.keys[2].public.point(), &engine.g2_generator()));
    let no_key = Decoded::g2(engine, engine.g2_sub(&engine.g2_generator(), &engine.g2_generator()));
    let (message, identity) = (flipped(&world.messages[2], 0), flipped(&world.identities[2], 9));
    for products in BOTH {
        let check = |list: &[Signed<'_, E::G2>], aggregate: &E::G1| {
            aggregate_verify(engine, products, world.ppub(), list, aggregate).unwrap_err()
        };
        let mut list = world.list();
        list[2].1 = &message;
        assert_eq!(check(&list, &sum), Refusal::Equation, "message");
        let mut list = world.list();
        list[2].0.identity = &identity;
        assert_eq!(check(&list, &sum), Refusal::Equation, "identity");
        let mut list = world.list();
        list[2].0.public = &other_key;
        assert_eq!(check(&list, &sum), Refusal::Equation, "key");
        let mut list = world.list();
        list[2].0.epoch = b"2026-12";
        assert_eq!(check(&list, &sum), Refusal::Equation, "epoch");
        let mut list = world.list();
        (list[0].0, list[1].0) = (list[1].0, list[0].0);
        assert_eq!(check(&list, &sum), Refusal::Equation, "signers swapped");
        let mut list = world.list();
        list[1] = list[0];
        assert_eq!(check(&list, &sum), Refusal::Equation, "a signer repeated");
        let mut list = world.list();
        list[3].0.public = &no_key;
        assert_eq!(check(&list, &sum), Refusal::Identity { what: "a public key" });
        let list = world.list();
        assert_eq!(check(&list[1..], &sum), Refusal::Equation, "a signer left out");
        assert_eq!(check(&[], &sum), Refusal::Empty);
        assert_eq!(check(&list, &engine.g1_add(&sum, &engine.g1_generator())), Refusal::Equation, "aggregate");
        assert_eq!(check(&list, &engine.g1_sub(&sum, &sum)), Refusal::Identity { what: "the signature" });
        let other = engine.g2_add(world.ppub(), &engine.g2_generator());
        let verdict = aggregate_verify(engine, products, &other, &list, &sum);
        assert_eq!(verdict, Err(Refusal::Equation), "another authority");
        let certificate = engine.g1_add(&world.certificates[0], &engine.g1_generator());
        let verdict = verify_certificate(engine, products, world.ppub(), &world.signer(0), &certificate);
        assert_eq!(verdict, Err(Refusal::Equation), "certificate");
        let verdict = verify_certificate(engine, products, world.ppub(), &world.signer(1), &world.certificates[0]);
        assert_eq!(verdict, Err(Refusal::Equation), "certificate of another");
        let unsigned = sign(engine, &world.keys[0].secret, &world.signer(0), &certificate, &world.messages[0]);
        let verdict = verify(engine, products, world.ppub(), &list[0], &unsigned);
        assert_eq!(verdict, Err(Refusal::Equation), "signature under an altered certificate");
    }
}

#[test]
fn what_was_altered_is_refused_in_all_libraries() {
    what_was_altered_is_refused(&Blstrs);
    what_was_altered_is_refused(&Bls12381);
    what_was_altered_is_refused(&Blst);
}

#[test]
fn no_turned_bit_of_an_aggregate_survives() {
    let world = World::new(&Blstrs, 2);
    let encoding = Blstrs.g1_encode(&aggregate(&Blstrs, &world.signatures).unwrap());
    let accepted = |bytes: &[u8]| {
        let verify = |sum| aggregate_verify(&Blstrs, Products::Shared, world.ppub(), &world.list(), &sum);
        Blstrs.g1_decode(bytes).map_err(Refusal::from).and_then(verify).is_ok()
    };
    assert!(accepted(&encoding));
    assert_eq!((0..384).filter(|&bit| accepted(&flipped(&encoding, bit))).count(), 0);
}

/// A + Q' satisfies the equation: only the check of the subgroup refuses it.
#[test]
fn an_aggregate_outside_the_subgroup_is_refused_by_the_check_alone() {
    let world = World::new(&Bls12381, 2);
    let bad = aggregate(&Bls12381, &world.signatures).unwrap() + outside_g1();
    for products in BOTH {
        assert_eq!(aggregate_verify(&Bls12381, products, world.ppub(), &world.list(), &bad), Ok(()));
    }
    assert_eq!(Bls12381.g1_decode(&Bls12381.g1_encode(&bad)), Err(DecodeError::OutsideSubgroup));
}
