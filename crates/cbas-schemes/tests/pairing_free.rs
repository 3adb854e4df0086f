//! The certificate-based schemes without pairings: Qiao et al., and Verma et al., which is broken.

mod common;

use cbas_schemes::engine::{CurveEngine, Decoded, P256};
use cbas_schemes::scheme::{Refusal, qiao, verma};
use p256::{ProjectivePoint, Scalar};

use common::{SIGNERS, curve_scalars, flipped, identities, messages};

const CONTEXT: &[u8] = b"plant 4";
type Point = Decoded<ProjectivePoint>;

/// Everything that `n` signers of the scheme of Qiao et al. made.
struct Qiao {
    authority: ProjectivePoint,
    identities: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    publics: Vec<Point>,
    certificates: Vec<Point>,
    secrets: Vec<qiao::Secret<Scalar>>,
    signatures: Vec<qiao::Signature<P256>>,
}

impl Qiao {
    fn new(n: usize) -> Self {
        let mut next = curve_scalars(&P256, "qiao");
        let s = next();
        let mut world = Self {
            authority: P256.mul(&P256.generator(), &s),
            identities: identities(n),
            messages: messages(n),
            publics: Vec::new(),
            certificates: Vec::new(),
            secrets: Vec::new(),
            signatures: Vec::new(),
        };
        for i in 0..n {
            let (x, rho, t) = (next(), next(), next());
            world.publics.push(qiao::public_key(&P256, &x));
            world.certificates.push(qiao::public_key(&P256, &rho));
            let certificate = qiao::certify(&P256, &s, &world.signer(i), &rho);
            world.secrets.push(qiao::Secret { key: x, certificate });
            let signature = qiao::sign(&P256, CONTEXT, &world.secrets[i], &world.list_entry(i), &t);
            world.signatures.push(signature);
        }
        world
    }

    fn signer(&self, i: usize) -> qiao::Signer<'_, ProjectivePoint> {
        let (identity, public) = (self.identities[i].as_slice(), &self.publics[i]);
        qiao::Signer { identity, public, certificate: &self.certificates[i] }
    }

    fn list_entry(&self, i: usize) -> qiao::Signed<'_, ProjectivePoint> {
        (self.signer(i), &self.messages[i])
    }

    fn list(&self) -> Vec<qiao::Signed<'_, ProjectivePoint>> {
        (0..self.publics.len()).map(|i| self.list_entry(i)).collect()
    }

    fn commitments(&self) -> Vec<&Point> {
        self.signatures.iter().map(|signature| &signature.commitment).collect()
    }

    fn check(
        &self,
        list: &[qiao::Signed<'_, ProjectivePoint>],
        commitments: &[&Point],
        z: &Scalar,
    ) -> Result<(), Refusal> {
        qiao::aggregate_verify(&P256, CONTEXT, &self.authority, list, commitments, z)
    }
}

#[test]
fn qiao_what_was_signed_verifies() {
    for n in SIGNERS {
        let world = Qiao::new(n);
        let z = qiao::aggregate(&world.signatures).unwrap();
        assert_eq!(world.check(&world.list(), &world.commitments(), &z), Ok(()), "n = {n}");
        let (signer, secret) = (world.signer(n - 1), &world.secrets[n - 1]);
        assert_eq!(qiao::verify_certificate(&P256, &world.authority, &signer, &secret.certificate), Ok(()));
        let signed = world.list_entry(n - 1);
        let verdict = qiao::verify(&P256, CONTEXT, &world.authority, &signed, &world.signatures[n - 1]);
        assert_eq!(verdict, Ok(()));
    }
}

#[test]
fn qiao_what_was_altered_is_refused() {
    let world = Qiao::new(5);
    let (z, commitments) = (qiao::aggregate(&world.signatures).unwrap(), world.commitments());
    let other = Decoded::point_of(&P256, P256.add(world.publics[2].point(), &P256.generator()));
    let nothing = Decoded::point_of(&P256, P256.identity());
    let (message, identity) = (flipped(&world.messages[2], 0), flipped(&world.identities[2], 9));
    let refusal = |list: &[qiao::Signed<'_, ProjectivePoint>]| world.check(list, &commitments, &z).unwrap_err();
    let mut list = world.list();
    list[2].1 = &message;
    assert_eq!(refusal(&list), Refusal::Equation, "message");
    let mut list = world.list();
    list[2].0.identity = &identity;
    assert_eq!(refusal(&list), Refusal::Equation, "identity");
    for (point, expected) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a public key" })] {
        let mut list = world.list();
        list[2].0.public = point;
        assert_eq!(refusal(&list), expected);
    }
    for (point, expected) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a certificate" })] {
        let mut list = world.list();
        list[2].0.certificate = point;
        assert_eq!(refusal(&list), expected);
    }
    for (point, expected) in [(&other, Refusal::Equation), (&nothing, Refusal::Identity { what: "a commitment" })] {
        let mut altered = commitments.clone();
        altered[2] = point;
        assert_eq!(world.check(&world.list(), &altered, &z), Err(expected));
    }
    let mut list = world.list();
    (list[0].0, list[1].0) = (list[1].0, list[0].0);
    assert_eq!(refusal(&list), Refusal::Equation, "signers swapped");
    let mut list = world.list();
    list[1] = list[0];
    assert_eq!(refusal(&list), Refusal::Repeated { position: 2 });
    let list = world.list();
    assert_eq!(refusal(&list[1..]), Refusal::Length { parts: 5, signers: 4 });
    assert_eq!(world.check(&[], &[], &z), Err(Refusal::Empty));
    assert_eq!(world.check(&list, &commitments, &(z + z)), Err(Refusal::Equation), "aggregate");
    let verdict = qiao::aggregate_verify(&P256, b"plant 5", &world.authority, &list, &commitments, &z);
    assert_eq!(verdict, Err(Refusal::Equation), "context");
    let verdict = qiao::aggregate_verify(&P256, CONTEXT, other.point(), &list, &commitments, &z);
    assert_eq!(verdict, Err(Refusal::Equation), "another authority");
    let certificate = &world.secrets[1].certificate;
    let verdict = qiao::verify_certificate(&P256, &world.authority, &world.signer(0), certificate);
    assert_eq!(verdict, Err(Refusal::Equation), "certificate of another");
}

#[test]
fn qiao_no_turned_bit_of_a_commitment_survives() {
    let world = Qiao::new(1);
    let (list, z) = (world.list(), world.signatures[0].response);
    let accepted = |bytes: &[u8]| {
        let verify = |commitment| world.check(&list, &[&commitment], &z);
        Decoded::point_from(&P256, bytes).map_err(Refusal::from).and_then(verify).is_ok()
    };
    let encoding = world.signatures[0].commitment.bytes();
    assert!(accepted(encoding));
    assert_eq!((0..264).filter(|&bit| accepted(&flipped(encoding, bit))).count(), 0);
}

#[test]
fn qiao_a_valid_aggregate_does_not_imply_valid_signatures() {
    let mut world = Qiao::new(2);
    world.signatures[0].response += Scalar::ONE;
    world.signatures[1].response -= Scalar::ONE;
    let z = qiao::aggregate(&world.signatures).unwrap();
    assert_eq!(world.check(&world.list(), &world.commitments(), &z), Ok(()));
    for (signed, signature) in world.list().iter().zip(&world.signatures) {
        let verdict = qiao::verify(&P256, CONTEXT, &world.authority, signed, signature);
        assert_eq!(verdict, Err(Refusal::Equation));
    }
}

/// Everything that `n` signers of the broken scheme of Verma et al. made.
struct Verma {
    authority: ProjectivePoint,
    identities: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    publics: Vec<Point>,
    signatures: Vec<verma::Signature<P256>>,
}

impl Verma {
    fn new(n: usize) -> Self {
        let mut next = curve_scalars(&P256, "verma");
        let s = next();
        let authority = P256.mul(&P256.generator(), &s);
        let (identities, messages) = (identities(n), messages(n));
        let mut world = Self { authority, identities, messages, publics: Vec::new(), signatures: Vec::new() };
        for i in 0..n {
            let (key, rho, q) = (next(), next(), next());
            world.publics.push(qiao::public_key(&P256, &key));
            let signed = world.list_entry(i);
            let (commitment, certificate) = verma::certify(&P256, &s, &signed.0, &rho);
            let secret = verma::Secret { key, commitment, certificate };
            let signature = verma::sign(&P256, CONTEXT, &secret, &signed, &q);
            world.signatures.push(signature);
        }
        world
    }

    fn list_entry(&self, i: usize) -> verma::Signed<'_, ProjectivePoint> {
        (verma::Signer { identity: &self.identities[i], public: &self.publics[i] }, &self.messages[i])
    }

    fn list(&self) -> Vec<verma::Signed<'_, ProjectivePoint>> {
        (0..self.publics.len()).map(|i| self.list_entry(i)).collect()
    }

    fn check(&self, list: &[verma::Signed<'_, ProjectivePoint>], sum: &verma::Signature<P256>) -> Result<(), Refusal> {
        verma::aggregate_verify(&P256, CONTEXT, &self.authority, list, sum)
    }
}

#[test]
fn verma_what_was_signed_verifies() {
    for n in SIGNERS {
        let world = Verma::new(n);
        let sum = verma::aggregate(&P256, &world.signatures).unwrap();
        assert_eq!(world.check(&world.list(), &sum), Ok(()), "n = {n}");
        let last = &world.signatures[n - 1];
        assert_eq!(verma::verify(&P256, CONTEXT, &world.authority, &world.list_entry(n - 1), last), Ok(()));
    }
}

#[test]
fn verma_what_was_altered_is_refused() {
    let world = Verma::new(5);
    let sum = verma::aggregate(&P256, &world.signatures).unwrap();
    let message = flipped(&world.messages[2], 0);
    let mut list = world.list();
    list[2].1 = &message;
    assert_eq!(world.check(&list, &sum), Err(Refusal::Equation), "message");
    let mut list = world.list();
    (list[0].0, list[1].0) = (list[1].0, list[0].0);
    assert_eq!(world.check(&list, &sum), Err(Refusal::Equation), "signers swapped");
    let mut list = world.list();
    list[1] = list[0];
    assert_eq!(world.check(&list, &sum), Err(Refusal::Equation), "a signer repeated");
    let list = world.list();
    let altered = verma::Signature { response: sum.response + Scalar::ONE, ..sum };
    assert_eq!(world.check(&list, &altered), Err(Refusal::Equation));
    let altered = verma::Signature { commitment: P256.identity(), ..sum };
    assert_eq!(world.check(&list, &altered), Err(Refusal::Identity { what: "the commitment" }));
    assert_eq!(world.check(&[], &sum), Err(Refusal::Empty));
}

/// The scheme is broken: a signature on a message that the victims never signed, from their public keys alone.
#[test]
fn verma_is_forged_from_public_data_and_the_forgery_is_accepted() {
    for n in SIGNERS {
        let world = Verma::new(n);
        let mut victims = world.list();
        victims.iter_mut().for_each(|signed| signed.1 = b"never signed");
        let forgery = verma::forge(&P256, CONTEXT, &world.authority, &victims, Scalar::from(42_u64)).unwrap();
        assert_eq!(world.check(&victims, &forgery), Ok(()), "n = {n}");
    }
}
