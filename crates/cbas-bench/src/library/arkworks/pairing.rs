//! BLS12-381 of arkworks.
//!
//! Its documentation claims no constant time, and its powers depend on the digits of the exponent.

use ark_bls12_381::{Bls12_381, Fr, G1Affine, G1Projective, G2Affine, G2Projective, g1, g2};
use ark_ec::hashing::HashToCurve;
use ark_ec::hashing::curve_maps::wb::WBMap;
use ark_ec::hashing::map_to_curve_hasher::MapToCurveBasedHasher;
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::field_hashers::DefaultFieldHasher;
use ark_ff::{BigInteger, Field, PrimeField};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use sha2::{Digest, Sha512};

use super::LIBRARY;
use crate::inputs::{Input, each, pairs, powers};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

type Gt = PairingOutput<Bls12_381>;
type MillerLoop = MillerLoopOutput<Bls12_381>;
/// The hash of RFC 9380 with XMD:SHA-256, SSWU and both maps added, for 128 bits of security.
type Hasher<C> = MapToCurveBasedHasher<ark_ec::short_weierstrass::Projective<C>, FieldHasher, WBMap<C>>;
type FieldHasher = DefaultFieldHasher<sha2_10::Sha256, 128>;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    [pairings, target_group, first_group, second_group, hash_to_scalar].iter().find_map(|group| group(operation))
}

fn pairings(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Pairing => Workload::new(operation, library, affine_pairs, |(p, q)| Bls12_381::pairing(p, q), encode_gt),
        Kind::MillerLoop => Workload::new(operation, library, affine_pairs, miller_loop, |value| {
            encode_gt(&final_exponentiation(value))
        }),
        Kind::FinalExp => {
            let pool = |inputs: &[Input]| affine_pairs(inputs).iter().map(miller_loop).collect();
            Workload::new(operation, library, pool, final_exponentiation, encode_gt)
        }
        Kind::PairingProduct { .. } => {
            Workload::new(operation, library, affine_products, |pairs| product(pairs), encode_gt)
        }
        _ => return None,
    })
}

fn target_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::GtExp => {
            let pool = |inputs: &[Input]| {
                gt(inputs, 0).into_iter().zip(inputs.iter().map(|input| scalar(input.scalar(1)))).collect()
            };
            Workload::new(operation, library, pool, |&(base, k): &(Gt, Fr)| base * k, encode_gt)
        }
        // The group is written additively: this `+` is a product in the field extension.
        Kind::GtMul => {
            let pool = |inputs: &[Input]| gt(inputs, 0).into_iter().zip(gt(inputs, 1)).collect();
            Workload::new(operation, library, pool, |&(a, b): &(Gt, Gt)| a + b, encode_gt)
        }
        _ => return None,
    })
}

fn first_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G1Mul => {
            let pool = each(|input| (g1(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |&(p, k): &(G1Projective, Fr)| p * k, encode_projective)
        }
        Kind::G1Add => {
            let pool = each(|input| (g1(input.scalar(0)), g1(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q): &(G1Projective, G1Projective)| *p + q, encode_projective)
        }
        // The hasher is made once for a tag, as its interface is meant; its result is affine.
        Kind::HashToG1 => {
            let hash = |(hasher, message): &(Hasher<g1::Config>, Vec<u8>)| hasher.hash(message).expect("SSWU is total");
            Workload::new(operation, library, each(hasher), hash, encode)
        }
        // Products are left as they come: with Z != 1.
        Kind::G1Encode => {
            let pool = each(|input| g1(input.scalar(0)));
            Workload::new(operation, library, pool, encode_projective::<G1Projective>, Vec::clone)
        }
        Kind::G1Decode => Workload::new(operation, library, <[Input]>::to_vec, decode::<G1Affine>, encode_decoded),
        _ => return None,
    })
}

fn second_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G2Mul => {
            let pool = each(|input| (g2(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |&(p, k): &(G2Projective, Fr)| p * k, encode_projective)
        }
        Kind::G2Add => {
            let pool = each(|input| (g2(input.scalar(0)), g2(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q): &(G2Projective, G2Projective)| *p + q, encode_projective)
        }
        Kind::HashToG2 => {
            let hash = |(hasher, message): &(Hasher<g2::Config>, Vec<u8>)| hasher.hash(message).expect("SSWU is total");
            Workload::new(operation, library, each(hasher), hash, encode)
        }
        Kind::G2Encode => {
            let pool = each(|input| g2(input.scalar(0)));
            Workload::new(operation, library, pool, encode_projective::<G2Projective>, Vec::clone)
        }
        Kind::G2Decode => Workload::new(operation, library, <[Input]>::to_vec, decode::<G2Affine>, encode_decoded),
        _ => return None,
    })
}

fn hash_to_scalar(operation: &'static Operation) -> Option<Workload> {
    let Kind::HashToScalar = operation.kind else { return None };
    // arkworks has no hash of its own: SHA-512 is that of the sha2 crate, as with bls12_381.
    let hash = |input: &Input| {
        let mut hash = Sha512::new();
        hash.update(input.field(1));
        hash.update(input.field(0));
        Fr::from_le_bytes_mod_order(&hash.finalize())
    };
    Some(Workload::new(operation, &LIBRARY, <[Input]>::to_vec, hash, |scalar| scalar.into_bigint().to_bytes_be()))
}

fn miller_loop((p, q): &(G1Affine, G2Affine)) -> MillerLoop {
    Bls12_381::miller_loop(p, q)
}

fn final_exponentiation(value: &MillerLoop) -> Gt {
    Bls12_381::final_exponentiation(*value).expect("the value of a Miller loop is not 0")
}

fn product(pairs: &[(G1Affine, G2Affine)]) -> Gt {
    Bls12_381::multi_pairing(pairs.iter().map(|(p, _)| p), pairs.iter().map(|(_, q)| q))
}

fn decode<P: CanonicalDeserialize>(input: &Input) -> Option<P> {
    P::deserialize_compressed(input.field(0)).ok()
}

fn hasher<H: HashToCurve<G>, G: CurveGroup>(input: &Input) -> (H, Vec<u8>) {
    (H::new(input.field(1)).expect("any tag will do"), input.field(0).to_vec())
}

fn scalar(bytes: &[u8; 32]) -> Fr {
    Fr::from_be_bytes_mod_order(bytes)
}

fn g1(k: &[u8; 32]) -> G1Projective {
    G1Affine::generator() * scalar(k)
}

fn g2(k: &[u8; 32]) -> G2Projective {
    G2Affine::generator() * scalar(k)
}

fn affine_products(inputs: &[Input]) -> Vec<Vec<(G1Affine, G2Affine)>> {
    pairs(inputs, |k| g1(k).into_affine(), |k| g2(k).into_affine())
}

fn affine_pairs(inputs: &[Input]) -> Vec<(G1Affine, G2Affine)> {
    affine_products(inputs).into_iter().flatten().collect()
}

/// The elements g^s of the scalars s in one field.
fn gt(inputs: &[Input], field: usize) -> Vec<Gt> {
    let generator = Gt::generator();
    powers(inputs.iter().map(|input| input.scalar(field)), |s| generator * scalar(s), |a, b| *a + b)
}

/// The twelve coefficients in the order of `gt_bytes`, which is that of the same tower here.
fn encode_gt(element: &Gt) -> Vec<u8> {
    element.0.to_base_prime_field_elements().flat_map(|coefficient| coefficient.into_bigint().to_bytes_be()).collect()
}

fn encode(point: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    point.serialize_compressed(&mut bytes).expect("a vector takes every byte");
    bytes
}

fn encode_projective<P: CurveGroup>(point: &P) -> Vec<u8> {
    encode(&point.into_affine())
}

fn encode_decoded<P: CanonicalSerialize>(point: &Option<P>) -> Vec<u8> {
    point.as_ref().map_or_else(Vec::new, encode)
}
