//! What the tests of several schemes have in common.

#![allow(dead_code, reason = "every test file uses its own part")]

use bls12_381::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};
use cbas_bench::inputs::InputStream;
use cbas_schemes::engine::{CurveEngine, PairingEngine};

/// Numbers of signers that every scheme is tried with.
pub const SIGNERS: [usize; 4] = [1, 2, 5, 16];

/// A stream of scalars for a label.
pub fn scalars<E: PairingEngine>(engine: &E, label: &str) -> impl FnMut() -> E::Scalar {
    let mut stream = InputStream::new(7, label);
    move || engine.scalar_from_wide(&stream.bytes())
}

/// The same on a curve without pairing.
pub fn curve_scalars<E: CurveEngine>(engine: &E, label: &str) -> impl FnMut() -> E::Scalar {
    let mut stream = InputStream::new(7, label);
    move || engine.scalar_from_wide(&stream.bytes())
}

/// `n` different messages of different lengths.
pub fn messages(n: usize) -> Vec<Vec<u8>> {
    (0..n).map(|i| format!("reading {i} of a sensor{}", "!".repeat(i)).into_bytes()).collect()
}

/// `n` identities.
pub fn identities(n: usize) -> Vec<Vec<u8>> {
    (0..n).map(|i| format!("sensor-{i}").into_bytes()).collect()
}

/// The bytes with one bit turned.
pub fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    flipped
}

/// The compressed identity of a BLS12-381 group of `length` bytes.
pub fn identity_encoding(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[0] = 0xc0;
    bytes
}

/// A point of the curve of G1 whose order is prime to r: r times a point outside the subgroup.
pub fn outside_g1() -> G1Projective {
    // Not x = 0: blst takes that point, of order 3, for no point at all.
    let on_curve = (1_u8..).find_map(|x| {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (0x80, x);
        let point: Option<G1Affine> = G1Affine::from_compressed_unchecked(&bytes).into();
        point.filter(|point| !bool::from(point.is_torsion_free()))
    });
    let point = G1Projective::from(on_curve.expect("one small x in two is that of a point"));
    let outside = point * -Scalar::one() + point;
    assert!(!bool::from(outside.is_identity()) && !bool::from(G1Affine::from(outside).is_torsion_free()));
    outside
}

/// The same for G2.
pub fn outside_g2() -> G2Projective {
    let on_curve = (1_u8..).find_map(|x| {
        let mut bytes = [0; 96];
        (bytes[0], bytes[95]) = (0x80, x);
        let point: Option<G2Affine> = G2Affine::from_compressed_unchecked(&bytes).into();
        point.filter(|point| !bool::from(point.is_torsion_free()))
    });
    let point = G2Projective::from(on_curve.expect("one small x in two is that of a point"));
    let outside = point * -Scalar::one() + point;
    assert!(!bool::from(outside.is_identity()) && !bool::from(G2Affine::from(outside).is_torsion_free()));
    outside
}
