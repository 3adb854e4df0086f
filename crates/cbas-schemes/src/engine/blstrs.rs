//! blstrs: BLS12-381 in C and assembly (blst) behind the ff/group 0.13 traits.

use blstrs::{Bls12, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, Scalar, pairing};
use cbas_bench::library::gt_bytes;
use group13::{Curve, Group};
use pairing13::{MillerLoopResult as _, MultiMillerLoop};

use super::{DecodeError, PairingEngine, PairingOrder, ScalarField, SourceGroups};

/// BLS12-381 of blstrs.
///
/// A product of pairings shares the final exponentiation and not the squarings of the loops.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blstrs;

/// Engines whose points and scalars are those of blstrs.
pub trait GroupsOfBlstrs {}

impl GroupsOfBlstrs for Blstrs {}

impl<E: GroupsOfBlstrs> ScalarField for E {
    type Scalar = Scalar;
    type Order = PairingOrder;

    /// As the timed `hash-to-scalar`: blstrs has no reduction of its own, and Horner's rule takes ten times as long.
    fn scalar_from_wide(&self, bytes: &[u8; 64]) -> Scalar {
        let mut little_endian = *bytes;
        little_endian.reverse();
        let reduced = bls12_381::Scalar::from_bytes_wide(&little_endian);
        Scalar::from_bytes_le(&reduced.to_bytes()).expect("a reduced scalar is below the group order")
    }

    fn scalar_encode(&self, scalar: &Scalar) -> [u8; 32] {
        scalar.to_bytes_be()
    }
}

impl<E: GroupsOfBlstrs> SourceGroups for E {
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
        let point = G1Projective::from(point);
        if bool::from(point.is_identity()) { Err(DecodeError::Identity) } else { Ok(point) }
    }

    fn hash_to_g1(&self, tag: &[u8], message: &[u8]) -> G1Projective {
        G1Projective::hash_to_curve(message, tag, &[])
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
        let point = G2Projective::from(point);
        if bool::from(point.is_identity()) { Err(DecodeError::Identity) } else { Ok(point) }
    }

    fn hash_to_g2(&self, tag: &[u8], message: &[u8]) -> G2Projective {
        G2Projective::hash_to_curve(message, tag, &[])
    }
}

impl PairingEngine for Blstrs {
    type Gt = Gt;
    type Loops = <Bls12 as MultiMillerLoop>::Result;

    fn library(&self) -> &'static str {
        "blstrs"
    }

    fn pairing(&self, p: &G1Projective, q: &G2Projective) -> Gt {
        pairing(&p.to_affine(), &q.to_affine())
    }

    fn miller_loop(&self, product: Option<Self::Loops>, p: &G1Projective, q: &G2Projective) -> Self::Loops {
        let one = Bls12::multi_miller_loop(&[(&p.to_affine(), &G2Prepared::from(q.to_affine()))]);
        product.map_or(one, |product| product + one)
    }

    fn final_exp(&self, product: Self::Loops) -> Gt {
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
