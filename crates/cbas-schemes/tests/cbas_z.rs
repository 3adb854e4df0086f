//! CBAS-Z: what is accepted, what is refused, and why a repeated signer must be.

mod common;

use cbas_schemes::engine::{Bls12381, Blstrs, DecodeError, Decoded, PairingEngine, Products, SourceGroups};
use cbas_schemes::scheme::Refusal;
use cbas_schemes::scheme::cbas_z::{
    Parameters, Secret, Signature, Signed, Signer, aggregate, aggregate_verify, certify, public_key, set_up, sign,
    verify, verify_certificate,
};

use common::{SIGNERS, flipped, identities, messages, outside_g1, outside_g2, scalars};

const BOTH: [Products; 2] = [Products::Separate, Products::Shared];

/// Everything that `n` signers made.
struct World<E: PairingEngine> {
    parameters: Parameters<E>,
    identities: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    publics: Vec<Decoded<E::G1>>,
    certificates: Vec<Decoded<E::G1>>,
    secrets: Vec<Secret<E::Scalar>>,
    signatures: Vec<Signature<E>>,
}

impl<E: PairingEngine> World<E> {
    fn new(engine: &E, n: usize) -> Self {
        let mut next = scalars(engine, "cbas-z");
        let authority = next();
        let parameters = set_up(engine, &authority);
        let (identities, messages) = (identities(n), messages(n));
        let mut world = Self {
            parameters,
            identities,
            messages,
            publics: Vec::new(),
            certificates: Vec::new(),
            secrets: Vec::new(),
            signatures: Vec::new(),
        };
        for i in 0..n {
            let (x, rho) = (next(), next());
            world.publics.push(public_key(engine, &x));
            world.certificates.push(public_key(engine, &rho));
            let d = certify(engine, &world.parameters, &authority, &world.signer(i), &rho);
            world.secrets.push(Secret { key: x, certificate: d });
            let signed = (world.signer(i), world.messages[i].as_slice());
            let signature = sign(engine, &world.parameters, &world.secrets[i], &signed, &next());
            world.signatures.push(signature);
        }
        world
    }

    fn signer(&self, i: usize) -> Signer<'_, E::G1> {
        let (identity, public) = (self.identities[i].as_slice(), &self.publics[i]);
        Signer { identity, public, certificate: &self.certificates[i] }
    }

    fn list(&self) -> Vec<Signed<'_, E::G1>> {
        (0..self.publics.len()).map(|i| (self.signer(i), self.messages[i].as_slice())).collect()
    }

    fn commitments(&self) -> Vec<&Decoded<E::G1>> {
        self.signatures.iter().map(|signature| &signature.commitment).collect()
    }
}

fn what_was_signed_verifies<E: PairingEngine>(engine: &E) {
    for n in SIGNERS {
        let world = World::new(engine, n);
        let (list, response) = (world.list(), aggregate(engine, &world.signatures).unwrap());
        for products in BOTH {
            let last = n - 1;
            let certificate = &world.secrets[last].certificate;
            assert_eq!(verify_certificate(engine, &world.parameters, &world.signer(last), certificate), Ok(()));
            let signature = &world.signatures[last];
            assert_eq!(verify(engine, products, &world.parameters, &list[last], signature), Ok(()));
            let verdict = aggregate_verify(engine, products, &world.parameters, &list, &world.commitments(), &response);
            assert_eq!(verdict, Ok(()), "n = {n}");
        }
    }
}

#[test]
fn what_was_signed_verifies_in_both_libraries() {
    what_was_signed_verifies(&Blstrs);
    what_was_signed_verifies(&Bls12381);
}

fn what_was_altered_is_refused<E: PairingEngine>(engine: &E) {
    let world = World::new(engine, 5);
    let good = aggregate(engine, &world.signatures).unwrap();
    let other = Decoded::g1(engine, engine.g1_add(world.publics[2].point(), &engine.g1_generator()));
    let nothing = Decoded::g1(engine, engine.g1_sub(other.point(), other.point()));
    let (message, identity) = (flipped(&world.messages[2], 0), flipped(&world.identities[2], 9));
    let check = |list: &[Signed<'_, E::G1>], commitments: &[&Decoded<E::G1>], response: &E::G2| {
        let refusals = BOTH.map(|products| {
            aggregate_verify(engine, products, &world.parameters, list, commitments, response).unwrap_err()
        });
        assert_eq!(refusals[0], refusals[1]);
        refusals[0]
    };
    let commitments = world.commitments();
    let mut list = world.list();
    list[2].1 = &message;
    assert_eq!(check(&list, &commitments, &good), Refusal::Equation, "message");
    let mut list = world.list();
    list[2].0.identity = &identity;
    assert_eq!(check(&list, &commitments, &good), Refusal::Equation, "identity");
    for (point, refusal) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a public key" })] {
        let mut list = world.list();
        list[2].0.public = point;
        assert_eq!(check(&list, &commitments, &good), refusal);
    }
    for (point, refusal) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a certificate" })] {
        let mut list = world.list();
        list[2].0.certificate = point;
        assert_eq!(check(&list, &commitments, &good), refusal);
    }
    for (point, refusal) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a commitment" })] {
        let mut commitments = commitments.clone();
        commitments[2] = point;
        assert_eq!(check(&world.list(), &commitments, &good), refusal);
    }
    let mut list = world.list();
    (list[0].0, list[1].0) = (list[1].0, list[0].0);
    assert_eq!(check(&list, &commitments, &good), Refusal::Equation, "signers swapped");
    let mut list = world.list();
    list[1] = list[0];
    assert_eq!(check(&list, &commitments, &good), Refusal::Repeated { position: 2 });
    let list = world.list();
    assert_eq!(check(&list, &commitments, &engine.g2_add(&good, &world.parameters.z)), Refusal::Equation);
    let no_response = engine.g2_sub(&good, &good);
    assert_eq!(check(&list, &commitments, &no_response), Refusal::Identity { what: "the signature" });
    assert_eq!(check(&list[1..], &commitments, &good), Refusal::Length { parts: 5, signers: 4 });
    assert_eq!(check(&[], &[], &good), Refusal::Empty);
    let verdict = verify_certificate(engine, &world.parameters, &world.signer(0), &world.secrets[1].certificate);
    assert_eq!(verdict, Err(Refusal::Equation), "certificate of another");
}

#[test]
fn what_was_altered_is_refused_in_both_libraries() {
    what_was_altered_is_refused(&Blstrs);
    what_was_altered_is_refused(&Bls12381);
}

#[test]
fn no_turned_bit_of_an_aggregate_survives() {
    let world = World::new(&Blstrs, 2);
    let encoding = Blstrs.g2_encode(&aggregate(&Blstrs, &world.signatures).unwrap());
    let accepted = |bytes: &[u8]| {
        let verify = |response| {
            let commitments = world.commitments();
            aggregate_verify(&Blstrs, Products::Shared, &world.parameters, &world.list(), &commitments, &response)
        };
        Blstrs.g2_decode(bytes).map_err(Refusal::from).and_then(verify).is_ok()
    };
    assert!(accepted(&encoding));
    assert_eq!((0..768).filter(|&bit| accepted(&flipped(&encoding, bit))).count(), 0);
}

/// The left side is a sum in G1, so a signer who adds Q' to a commitment still satisfies the equation.
#[test]
fn a_commitment_outside_the_subgroup_is_refused_by_the_check_alone() {
    let engine = &Bls12381;
    let world = World::new(engine, 1);
    let mut next = scalars(engine, "nonce");
    let (u, list) = (next(), world.list());
    // Signed over the bytes of U + Q': the response does not depend on Q'.
    let commitment = Decoded::g1(engine, public_key(engine, &u).point() + outside_g1());
    let response = world.response(engine, &list[0], &commitment, &u);
    for products in BOTH {
        let verdict = aggregate_verify(engine, products, &world.parameters, &list, &[&commitment], &response);
        assert_eq!(verdict, Ok(()));
    }
    assert_eq!(Decoded::g1_from(engine, commitment.bytes()), Err(DecodeError::OutsideSubgroup));
    let bad = engine.g2_encode(&(response + outside_g2()));
    assert_eq!(engine.g2_decode(&bad), Err(DecodeError::OutsideSubgroup));
}

/// Two signatures whose errors cancel: the aggregate is valid and neither of them is.
#[test]
fn a_valid_aggregate_does_not_imply_valid_signatures() {
    let mut world = World::new(&Blstrs, 2);
    let z = world.parameters.z;
    world.signatures[0].response = Blstrs.g2_add(&world.signatures[0].response, &z);
    world.signatures[1].response = Blstrs.g2_sub(&world.signatures[1].response, &z);
    let (list, sum) = (world.list(), aggregate(&Blstrs, &world.signatures).unwrap());
    let (products, commitments) = (Products::Shared, world.commitments());
    assert_eq!(aggregate_verify(&Blstrs, products, &world.parameters, &list, &commitments, &sum), Ok(()));
    for (signed, signature) in list.iter().zip(&world.signatures) {
        let verdict = verify(&Blstrs, products, &world.parameters, signed, signature);
        assert_eq!(verdict, Err(Refusal::Equation));
    }
}

impl<E: PairingEngine> World<E> {
    /// W for a commitment of the signer's own choice, by the equation of signing, written out again here.
    fn response(&self, engine: &E, signed: &Signed<'_, E::G1>, commitment: &Decoded<E::G1>, u: &E::Scalar) -> E::G2 {
        use cbas_schemes::engine::Transcript;
        let (signer, message) = signed;
        let certificate = signer.certificate.bytes();
        let fields = [*message, signer.identity, signer.public.bytes(), certificate, commitment.bytes()];
        let hash = |tag: &str| engine.hash_to_scalar(Transcript::new(tag).fields(&fields));
        let (phi, h) = (hash("CBAS-V02-Z-phi"), hash("CBAS-V02-Z-h"));
        engine.g2_mul(&self.parameters.z, &(*u + phi * self.secrets[0].certificate + h * self.secrets[0].key))
    }
}
