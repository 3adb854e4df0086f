//! bls12_381: a second, pure Rust implementation, on the ff/group 0.14 traits.

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar, multi_miller_loop,
    pairing,
};
use cbas_bench::library::gt_bytes;
use group::{Curve, Group};

use super::{DecodeError, PairingEngine, PairingOrder, ScalarField, SourceGroups};

type Expander = ExpandMsgXmd<sha2_10::Sha256>;

/// BLS12-381 of the crate bls12_381.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bls12381;

impl ScalarField for Bls12381 {
    type Scalar = Scalar;
    type Order = PairingOrder;

    fn scalar_from_wide(&self, bytes: &[u8; 64]) -> Scalar {
        let mut little_endian = *bytes;
        little_endian.reverse();
        Scalar::from_bytes_wide(&little_endian)
    }

    fn scalar_encode(&self, scalar: &Scalar) -> [u8; 32] {
        let mut bytes = scalar.to_bytes();
        bytes.reverse();
        bytes
    }
}

impl SourceGroups for Bls12381 {
    type G1 = G1Projective;
    type G2 = G2Projective;

    fn g1_generator(&self) -> G1Projective {
        G1Projective::generator()
    }

    fn g1_is_identity(&self, point: &G1Projective) -> bool {
        point.is_identity().into()
    }

    fn g1_neg(&self, point: &G1Projective) -> G1Projective {
        -point
    }

    fn g1_mul(&self, point: &G1Projective, k: &Scalar) -> G1Projective {
        point * k
    }

    fn g1_add(&self, p: &G1Projective, q: &G1Projective) -> G1Projective {
        p + q
    }

    fn g1_encode(&self, point: &G1Projective) -> Vec<u8> {
        point.to_affine().to_compressed().to_vec()
    }

    fn g1_decode(&self, bytes: &[u8]) -> Result<G1Projective, DecodeError> {
        let bytes = bytes.try_into().map_err(|_| DecodeError::Length { expected: 48, found: bytes.len() })?;
        let point: Option<G1Affine> = G1Affine::from_compressed_unchecked(bytes).into();
        let point = point.ok_or(DecodeError::NotOnCurve)?;
        if !bool::from(point.is_torsion_free()) {
            return Err(DecodeError::OutsideSubgroup);
        }
        if bool::from(point.is_identity()) { Err(DecodeError::Identity) } else { Ok(point.into()) }
    }

    fn hash_to_g1(&self, tag: &[u8], message: &[u8]) -> G1Projective {
        <G1Projective as HashToCurve<Expander>>::hash_to_curve([message], tag)
    }

    fn g2_generator(&self) -> G2Projective {
        G2Projective::generator()
    }

    fn g2_is_identity(&self, point: &G2Projective) -> bool {
        point.is_identity().into()
    }

    fn g2_neg(&self, point: &G2Projective) -> G2Projective {
        -point
    }

    fn g2_mul(&self, point: &G2Projective, k: &Scalar) -> G2Projective {
        point * k
    }

    fn g2_add(&self, p: &G2Projective, q: &G2Projective) -> G2Projective {
        p + q
    }

    fn g2_encode(&self, point: &G2Projective) -> Vec<u8> {
        point.to_affine().to_compressed().to_vec()
    }

    fn g2_decode(&self, bytes: &[u8]) -> Result<G2Projective, DecodeError> {
        let bytes = bytes.try_into().map_err(|_| DecodeError::Length { expected: 96, found: bytes.len() })?;
        let point: Option<G2Affine> = G2Affine::from_compressed_unchecked(bytes).into();
        let point = point.ok_or(DecodeError::NotOnCurve)?;
        if !bool::from(point.is_torsion_free()) {
            return Err(DecodeError::OutsideSubgroup);
        }
        if bool::from(point.is_identity()) { Err(DecodeError::Identity) } else { Ok(point.into()) }
    }

    fn hash_to_g2(&self, tag: &[u8], message: &[u8]) -> G2Projective {
        <G2Projective as HashToCurve<Expander>>::hash_to_curve([message], tag)
    }
}

impl PairingEngine for Bls12381 {
    type Gt = Gt;
    type Loops = MillerLoopResult;

    fn library(&self) -> &'static str {
        "bls12_381"
    }

    fn pairing(&self, p: &G1Projective, q: &G2Projective) -> Gt {
        pairing(&p.to_affine(), &q.to_affine())
    }

    fn miller_loop(&self, product: Option<MillerLoopResult>, p: &G1Projective, q: &G2Projective) -> MillerLoopResult {
        let one = multi_miller_loop(&[(&p.to_affine(), &G2Prepared::from(q.to_affine()))]);
        product.map_or(one, |product| product + one)
    }

    fn final_exp(&self, product: MillerLoopResult) -> Gt {
        product.final_exponentiation()
    }

    fn gt_is_identity(&self, element: &Gt) -> bool {
        element.is_identity().into()
    }

    // The group is written additively: `+` is a product in the field extension, `*` a power.
    fn gt_mul(&self, a: &Gt, b: &Gt) -> Gt {
        a + b
    }

    fn gt_exp(&self, base: &Gt, k: &Scalar) -> Gt {
        base * k
    }

    fn gt_encode(&self, element: &Gt) -> Vec<u8> {
        gt_bytes::encode(element)
    }
}
