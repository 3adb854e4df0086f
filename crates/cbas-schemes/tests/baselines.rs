//! ECDSA, Schnorr signatures one by one and half-aggregated, RSA with a full-domain hash.

mod common;

use cbas_schemes::engine::{CurveEngine, Decoded, ModularEngine, NumBigint, P256, RsaKey};
use cbas_schemes::scheme::{Refusal, ecdsa, qiao, rsa, schnorr};
use num_bigint::BigUint;
use p256::{ProjectivePoint, Scalar};

use common::{SIGNERS, curve_scalars, flipped, messages};

type Point = Decoded<ProjectivePoint>;

fn keys(n: usize) -> (Vec<Scalar>, Vec<Point>) {
    let mut next = curve_scalars(&P256, "baselines");
    let secrets: Vec<Scalar> = (0..n).map(|_| next()).collect();
    let publics = secrets.iter().map(|x| qiao::public_key(&P256, x)).collect();
    (secrets, publics)
}

#[test]
fn ecdsa_accepts_its_signatures_and_no_others() {
    let (secrets, publics) = keys(2);
    let k = curve_scalars(&P256, "nonce")();
    let signature = ecdsa::sign(&P256, &secrets[0], b"m", &k).unwrap();
    let verify = |key: &Point, message: &[u8], signature| ecdsa::verify(&P256, key.point(), message, signature);
    assert_eq!(verify(&publics[0], b"m", &signature), Ok(()));
    assert_eq!(verify(&publics[0], b"n", &signature), Err(Refusal::Equation));
    assert_eq!(verify(&publics[1], b"m", &signature), Err(Refusal::Equation));
    let other = ecdsa::Signature { r: signature.r + Scalar::ONE, ..signature };
    assert_eq!(verify(&publics[0], b"m", &other), Err(Refusal::Equation));
    let other = ecdsa::Signature { s: signature.s + Scalar::ONE, ..signature };
    assert_eq!(verify(&publics[0], b"m", &other), Err(Refusal::Equation));
    let zero_r = ecdsa::Signature { r: Scalar::ZERO, ..signature };
    assert_eq!(verify(&publics[0], b"m", &zero_r), Err(Refusal::Identity { what: "r" }));
    let zero_s = ecdsa::Signature { s: Scalar::ZERO, ..signature };
    assert_eq!(verify(&publics[0], b"m", &zero_s), Err(Refusal::Identity { what: "s" }));
    let no_key = Decoded::point_of(&P256, P256.identity());
    assert_eq!(verify(&no_key, b"m", &signature), Err(Refusal::Identity { what: "the public key" }));
    assert!(ecdsa::sign(&P256, &secrets[0], b"m", &Scalar::ZERO).is_err());
}

#[test]
fn ecdsa_signatures_are_verified_one_by_one() {
    let (secrets, publics) = keys(3);
    let messages = messages(3);
    let mut next = curve_scalars(&P256, "nonces");
    let signatures: Vec<_> = (0..3).map(|i| ecdsa::sign(&P256, &secrets[i], &messages[i], &next()).unwrap()).collect();
    let mut signed: Vec<(&Point, &[u8])> = publics.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    assert_eq!(ecdsa::verify_all(&P256, &signed, &signatures), Ok(()));
    let refused = ecdsa::verify_all(&P256, &signed[..2], &signatures);
    assert_eq!(refused, Err(Refusal::Length { parts: 3, signers: 2 }));
    signed.swap(0, 2);
    assert_eq!(ecdsa::verify_all(&P256, &signed, &signatures), Err(Refusal::Equation));
}

fn schnorr_signatures<'a>(
    publics: &'a [Point],
    messages: &'a [Vec<u8>],
    secrets: &[Scalar],
) -> (Vec<schnorr::Signed<'a, P256>>, Vec<schnorr::Signature<P256>>) {
    let mut next = curve_scalars(&P256, "nonces");
    let signed: Vec<schnorr::Signed<'a, P256>> = publics.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    let signatures = signed.iter().zip(secrets).map(|(signed, x)| schnorr::sign(&P256, x, signed, &next()));
    let signatures = signatures.collect();
    (signed, signatures)
}

#[test]
fn schnorr_signatures_verify_one_by_one_and_half_aggregated() {
    for n in SIGNERS {
        let ((secrets, publics), messages) = (keys(n), messages(n));
        let (signed, signatures) = schnorr_signatures(&publics, &messages, &secrets);
        assert_eq!(schnorr::verify_all(&P256, &signed, &signatures), Ok(()));
        let z = schnorr::aggregate(&P256, &signed, &signatures).unwrap();
        let commitments: Vec<&Point> = signatures.iter().map(|part| &part.commitment).collect();
        assert_eq!(schnorr::aggregate_verify(&P256, &signed, &commitments, &z), Ok(()), "n = {n}");
    }
}

#[test]
fn schnorr_refuses_what_was_altered() {
    let ((secrets, publics), messages) = (keys(5), messages(5));
    let (signed, signatures) = schnorr_signatures(&publics, &messages, &secrets);
    let z = schnorr::aggregate(&P256, &signed, &signatures).unwrap();
    let commitments: Vec<&Point> = signatures.iter().map(|part| &part.commitment).collect();
    let check = |signed: &[schnorr::Signed<'_, P256>], commitments: &[&Point], z: &Scalar| {
        schnorr::aggregate_verify(&P256, signed, commitments, z).unwrap_err()
    };
    let message = flipped(&messages[1], 5);
    let mut altered = signed.clone();
    altered[1].1 = &message;
    assert_eq!(check(&altered, &commitments, &z), Refusal::Equation);
    assert_eq!(schnorr::verify_all(&P256, &altered, &signatures), Err(Refusal::Equation));
    let mut altered = signed.clone();
    altered.swap(0, 1);
    assert_eq!(check(&altered, &commitments, &z), Refusal::Equation);
    let mut altered = signed.clone();
    altered[1] = signed[0];
    assert_eq!(check(&altered, &commitments, &z), Refusal::Equation, "a signer repeated");
    let nothing = Decoded::point_of(&P256, P256.identity());
    let mut altered = signed.clone();
    altered[1].0 = &nothing;
    assert_eq!(check(&altered, &commitments, &z), Refusal::Identity { what: "a public key" });
    let mut altered = commitments.clone();
    altered[1] = &nothing;
    assert_eq!(check(&signed, &altered, &z), Refusal::Identity { what: "a commitment" });
    altered[1] = commitments[0];
    assert_eq!(check(&signed, &altered, &z), Refusal::Equation);
    assert_eq!(check(&signed, &commitments, &(z + Scalar::ONE)), Refusal::Equation);
    assert_eq!(check(&signed[1..], &commitments, &z), Refusal::Length { parts: 5, signers: 4 });
    assert_eq!(check(&[], &[], &z), Refusal::Empty);
}

/// Unlike the sums of other schemes, half-aggregation has weights: errors do not cancel.
#[test]
fn schnorr_half_aggregation_refuses_errors_that_would_cancel_in_a_sum() {
    let ((secrets, publics), messages) = (keys(2), messages(2));
    let (signed, mut signatures) = schnorr_signatures(&publics, &messages, &secrets);
    signatures[0].response += Scalar::ONE;
    signatures[1].response -= Scalar::ONE;
    let z = schnorr::aggregate(&P256, &signed, &signatures).unwrap();
    let commitments: Vec<&Point> = signatures.iter().map(|part| &part.commitment).collect();
    assert_eq!(schnorr::aggregate_verify(&P256, &signed, &commitments, &z), Err(Refusal::Equation));
}

#[test]
fn rsa_one_by_one_and_condensed() {
    let key = RsaKey::from_seed(2);
    let n = &key.modulus;
    for count in SIGNERS {
        let texts = messages(count);
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        let signatures: Vec<BigUint> = texts.iter().map(|text| rsa::sign(&NumBigint, &key, text)).collect();
        assert_eq!(rsa::verify_all(&NumBigint, n, &texts, &signatures), Ok(()), "n = {count}");
        let product = rsa::condense(&NumBigint, n, &signatures).unwrap();
        assert_eq!(rsa::condensed_verify(&NumBigint, n, &texts, &product), Ok(()), "n = {count}");
        assert_eq!(
            rsa::condensed_verify(&NumBigint, n, &texts, &(product.clone() ^ BigUint::from(1_u32))),
            Err(Refusal::Equation)
        );
        let altered = flipped(texts[0], 1);
        let mut altered_texts = texts.clone();
        altered_texts[0] = &altered;
        assert_eq!(rsa::condensed_verify(&NumBigint, n, &altered_texts, &product), Err(Refusal::Equation));
        assert_eq!(rsa::verify(&NumBigint, n, texts[0], &(&signatures[0] + n)), Err(Refusal::Equation), "s + N");
    }
    let one = BigUint::from(1_u32);
    assert_eq!(rsa::verify(&NumBigint, n, b"m", &one), Err(Refusal::Identity { what: "the signature" }));
    let signature = rsa::sign(&NumBigint, &key, b"m");
    let other = RsaKey::from_seed(3).modulus;
    assert!(rsa::verify(&NumBigint, &other, b"m", &(signature % &other)).is_err(), "another key");
    assert_eq!(rsa::condensed_verify(&NumBigint, n, &[], &BigUint::from(2_u32)), Err(Refusal::Empty));
    assert_eq!(NumBigint.library(), "num-bigint");
}
