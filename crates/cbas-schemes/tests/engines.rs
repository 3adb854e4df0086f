//! The engines against each other, against the laws of a pairing, and against bad encodings.

mod common;

use cbas_schemes::engine::{
    Bls12381, Blst, Blstrs, Counting, CurveEngine, DecodeError, Decoded, P256, PairingEngine, Products, ScalarField,
    SourceGroups, Transcript, equal,
};

use common::{flipped, identity_encoding, outside_g1, outside_g2, scalars};

/// Everything an engine computes from fixed inputs, as bytes.
fn outputs<E: PairingEngine>(engine: &E) -> Vec<Vec<u8>> {
    let (a, b) = (engine.scalar_from_wide(&[0xa5; 64]), engine.hash_to_scalar(Transcript::new("t").field(b"x")));
    let p = engine.hash_to_g1(b"tag", b"message");
    let q = engine.hash_to_g2(b"tag", b"message");
    let g = engine.pairing(&p, &q);
    let loops = engine.miller_loop(None, &p, &q);
    let loops = engine.miller_loop(Some(loops), &engine.g1_generator(), &q);
    vec![
        engine.scalar_encode(&a).to_vec(),
        engine.scalar_encode(&(a * b - a + -b)).to_vec(),
        engine.g1_encode(&engine.g1_sub(&engine.g1_mul(&p, &a), &engine.g1_generator())),
        engine.g2_encode(&engine.g2_sub(&engine.g2_mul(&q, &b), &engine.g2_generator())),
        engine.gt_encode(&g),
        engine.gt_encode(&engine.gt_mul(&engine.gt_exp(&g, &a), &g)),
        engine.gt_encode(&engine.final_exp(loops)),
    ]
}

#[test]
fn all_libraries_give_the_same_bytes() {
    assert_eq!(outputs(&Blstrs), outputs(&Bls12381));
    assert_eq!(outputs(&Blst), outputs(&Blstrs));
    assert_eq!(outputs(&Counting::new(Blstrs)), outputs(&Blstrs));
}

/// 2^256 mod r and mod q are known, so 64 bytes 00..0100..00 tell whether all bytes count, in big-endian order.
#[test]
fn wide_bytes_are_reduced_as_big_endian_integers() {
    let mut wide = [0; 64];
    wide[31] = 1;
    let r = "1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffe";
    let q = "00000000ffffffff00000000000000004319055258e8617b0c46353d039cdaaf";
    let hexadecimal = |bytes: [u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(hexadecimal(Blstrs.scalar_encode(&Blstrs.scalar_from_wide(&wide))), r);
    assert_eq!(hexadecimal(Bls12381.scalar_encode(&Bls12381.scalar_from_wide(&wide))), r);
    assert_eq!(hexadecimal(P256.scalar_encode(&P256.scalar_from_wide(&wide))), q);
}

fn a_product_of_pairings_is_that_of_its_exponents<E: PairingEngine>(engine: &E) {
    let mut next = scalars(engine, "bilinear");
    let (a, b, c) = (next(), next(), next());
    let (p, q) = (engine.g1_generator(), engine.g2_generator());
    let g1 = |k: &E::Scalar| engine.g1_mul(&p, k);
    let g2 = |k: &E::Scalar| engine.g2_mul(&q, k);
    for products in [Products::Separate, Products::Shared] {
        let sum = g1(&(a * b + b * c + c));
        let right = || [(g1(&a), g2(&b)), (g1(&b), g2(&c)), (g1(&c), q)];
        assert!(equal(engine, products, (&sum, &q), right()), "{products:?}");
        let other = engine.g1_add(&sum, &p);
        assert!(!equal(engine, products, (&other, &q), right()), "{products:?}");
        assert!(!equal(engine, products, (&sum, &q), right().into_iter().take(2)), "{products:?}");
    }
    assert!(!equal(engine, Products::Separate, (&p, &q), []));
}

#[test]
fn a_product_of_pairings_is_that_of_its_exponents_in_all_libraries() {
    a_product_of_pairings_is_that_of_its_exponents(&Blstrs);
    a_product_of_pairings_is_that_of_its_exponents(&Bls12381);
    a_product_of_pairings_is_that_of_its_exponents(&Blst);
}

fn only_points_of_the_subgroup_are_decoded<E: PairingEngine>(engine: &E) {
    let (p, q) = (engine.hash_to_g1(b"t", b"p"), engine.hash_to_g2(b"t", b"q"));
    let (g1, g2) = (engine.g1_encode(&p), engine.g2_encode(&q));
    assert_eq!(engine.g1_decode(&g1), Ok(p));
    assert_eq!(engine.g2_decode(&g2), Ok(q));
    assert_eq!(engine.g1_decode(&g1[1..]), Err(DecodeError::Length { expected: 48, found: 47 }));
    assert_eq!(engine.g2_decode(&g1), Err(DecodeError::Length { expected: 96, found: 48 }));
    assert_eq!(engine.g1_decode(&identity_encoding(48)), Err(DecodeError::Identity));
    assert_eq!(engine.g2_decode(&identity_encoding(96)), Err(DecodeError::Identity));
    assert_eq!(engine.g1_decode(&[0xff; 48]), Err(DecodeError::NotOnCurve));
    assert_eq!(engine.g2_decode(&[0xff; 96]), Err(DecodeError::NotOnCurve));
    let outside = Bls12381.g1_encode(&outside_g1());
    assert_eq!(engine.g1_decode(&outside), Err(DecodeError::OutsideSubgroup));
    let outside = Bls12381.g2_encode(&outside_g2());
    assert_eq!(engine.g2_decode(&outside), Err(DecodeError::OutsideSubgroup));
    // Every turned bit gives another point or none.
    for bit in 0..g1.len() * 8 {
        assert_ne!(engine.g1_decode(&flipped(&g1, bit)), Ok(p), "bit {bit}");
    }
}

#[test]
fn only_points_of_the_subgroup_are_decoded_by_both_libraries() {
    only_points_of_the_subgroup_are_decoded(&Blstrs);
    only_points_of_the_subgroup_are_decoded(&Bls12381);
    only_points_of_the_subgroup_are_decoded(&Blst);
}

#[test]
fn p256_decodes_its_points_and_nothing_else() {
    let mut next = common::curve_scalars(&P256, "p256");
    let point = P256.mul(&P256.generator(), &next());
    let bytes = P256.encode(&point);
    assert_eq!(bytes.len(), 33);
    assert_eq!(P256.decode(&bytes), Ok(point));
    assert_eq!(Decoded::point_from(&P256, &bytes).unwrap(), Decoded::point_of(&P256, point));
    assert_eq!(P256.decode(&bytes[..32]), Err(DecodeError::Length { expected: 33, found: 32 }));
    assert_eq!(P256.decode(&[0; 33]), Err(DecodeError::Identity));
    assert_eq!(P256.decode(&[0xff; 33]), Err(DecodeError::NotOnCurve));
    assert!(P256.is_identity(&P256.sub(&point, &point)));
    let (a, zero) = (next(), next());
    let zero = zero - zero;
    let one = P256.invert(&a).unwrap() * a;
    assert_eq!(P256.mul(&point, &one), point);
    assert_eq!(P256.invert(&zero), None);
}

#[test]
fn fields_of_a_transcript_cannot_be_shifted() {
    let hash = |tag: &str, fields: &[&[u8]]| Transcript::new(tag).fields(fields).finish();
    assert_ne!(hash("a", &[b"bc", b"d"]), hash("a", &[b"b", b"cd"]));
    assert_ne!(hash("a", &[b"b"]), hash("ab", &[]));
    assert_ne!(hash("a", &[b"b"]), hash("a", &[b"b", b""]));
    let prefix = Transcript::new("a").field(b"b");
    assert_eq!(prefix.clone().field(b"c").finish(), hash("a", &[b"b", b"c"]));
    assert_eq!(prefix.field(b"d").finish(), hash("a", &[b"b", b"d"]));
}

#[test]
fn a_counting_engine_counts_each_operation_once_and_starts_again() {
    let engine = Counting::new(Blstrs);
    let p = engine.g1_generator();
    let _ = engine.g1_sub(&p, &engine.g1_add(&p, &p));
    let _ = engine.hash_to_scalar(Transcript::new("t"));
    assert_eq!(engine.take(), [("g1-add", 2), ("hash-to-scalar", 1)].into());
    assert!(engine.take().is_empty());
}
