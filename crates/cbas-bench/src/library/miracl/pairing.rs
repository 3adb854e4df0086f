//! BLS12-381 of miracl.
//!
//! No operation here is marked as constant time: the library says so of single functions only (selection from tables,
//! maps to a point), and of [`FP12::pow`] it says the opposite.

use miracl_core::bls12381::big::{BIG, MODBYTES};
use miracl_core::bls12381::dbig::DBIG;
use miracl_core::bls12381::ecp::ECP;
use miracl_core::bls12381::ecp2::ECP2;
use miracl_core::bls12381::fp::{FP, MODBITS};
use miracl_core::bls12381::fp2::FP2;
use miracl_core::bls12381::fp12::FP12;
use miracl_core::bls12381::{pair, rom};
use miracl_core::hash512::HASH512;
use miracl_core::hmac;

use super::LIBRARY;
use super::encoding::{big, decode_g1, decode_g2, encode_g1, encode_g2, encode_gt};
use crate::inputs::{Input, each, pairs, powers};
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    [pairings, target_group, first_group, second_group, hash_to_scalar].iter().find_map(|group| group(operation))
}

fn pairings(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::Pairing => {
            let pairing = |pair: &(ECP, ECP2)| pair::fexp(&miller_loop(pair));
            Workload::new(operation, library, affine_pairs, pairing, encode_gt)
        }
        Kind::MillerLoop => {
            Workload::new(operation, library, affine_pairs, miller_loop, |value| encode_gt(&pair::fexp(value)))
        }
        Kind::FinalExp => {
            let pool = |inputs: &[Input]| affine_pairs(inputs).iter().map(miller_loop).collect();
            Workload::new(operation, library, pool, pair::fexp, encode_gt)
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
        // The plain power, with cheap squarings but every bit of the exponent. `pair::gtpow`, which splits the exponent
        // by the Frobenius map, is not what the reference study timed: against the pairing its figure is that of `pow`.
        Kind::GtExp => {
            let pool = |inputs: &[Input]| {
                gt(inputs, 0).into_iter().zip(inputs.iter().map(|input| big(input.field(1)))).collect()
            };
            Workload::new(operation, library, pool, |(base, k): &(FP12, BIG)| base.pow(k), encode_gt)
        }
        Kind::GtMul => {
            let pool = |inputs: &[Input]| gt(inputs, 0).into_iter().zip(gt(inputs, 1)).collect();
            Workload::new(operation, library, pool, |(a, b): &(FP12, FP12)| gt_product(a, b), encode_gt)
        }
        _ => return None,
    })
}

fn first_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G1Mul => {
            let pool = each(|input| (g1(input.scalar(0)), big(input.field(1))));
            Workload::new(operation, library, pool, |(p, k): &(ECP, BIG)| pair::g1mul(p, k), encode_g1)
        }
        Kind::G1Add => {
            let pool = each(|input| (g1(input.scalar(0)), g1(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| g1_sum(p, q), encode_g1)
        }
        Kind::HashToG1 => Workload::new(operation, library, <[Input]>::to_vec, hash_to_g1, encode_g1),
        // Products are left as they come: with Z != 1.
        Kind::G1Encode => Workload::new(operation, library, each(|input| g1(input.scalar(0))), encode_g1, Vec::clone),
        Kind::G1Decode => {
            let decode = |input: &Input| decode_g1(input.field(0)).filter(pair::g1member);
            Workload::new(operation, library, <[Input]>::to_vec, decode, |point| {
                point.as_ref().map_or_else(Vec::new, encode_g1)
            })
        }
        _ => return None,
    })
}

fn second_group(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        Kind::G2Mul => {
            let pool = each(|input| (g2(input.scalar(0)), big(input.field(1))));
            Workload::new(operation, library, pool, |(p, k): &(ECP2, BIG)| pair::g2mul(p, k), encode_g2)
        }
        Kind::G2Add => {
            let pool = each(|input| (g2(input.scalar(0)), g2(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, q)| g2_sum(p, q), encode_g2)
        }
        Kind::HashToG2 => Workload::new(operation, library, <[Input]>::to_vec, hash_to_g2, encode_g2),
        Kind::G2Encode => Workload::new(operation, library, each(|input| g2(input.scalar(0))), encode_g2, Vec::clone),
        Kind::G2Decode => {
            let decode = |input: &Input| decode_g2(input.field(0)).filter(pair::g2member);
            Workload::new(operation, library, <[Input]>::to_vec, decode, |point| {
                point.as_ref().map_or_else(Vec::new, encode_g2)
            })
        }
        _ => return None,
    })
}

fn hash_to_scalar(operation: &'static Operation) -> Option<Workload> {
    let Kind::HashToScalar = operation.kind else { return None };
    let hash = |input: &Input| {
        let mut hash = HASH512::new();
        hash.process_array(input.field(1));
        hash.process_array(input.field(0));
        // The digest counts as a little-endian integer, and the library reads big-endian ones.
        let mut digest = hash.hash();
        digest.reverse();
        DBIG::frombytes(&digest).dmod(&BIG::new_ints(&rom::CURVE_ORDER))
    };
    Some(Workload::new(operation, &LIBRARY, <[Input]>::to_vec, hash, |scalar| {
        let mut bytes = [0; MODBYTES];
        scalar.tobytes(&mut bytes);
        bytes[MODBYTES - 32..].to_vec()
    }))
}

fn miller_loop((p, q): &(ECP, ECP2)) -> FP12 {
    pair::ate(q, p)
}

fn product(pairs: &[(ECP, ECP2)]) -> FP12 {
    let mut lines = pair::initmp();
    for (p, q) in pairs {
        pair::another(&mut lines, q, p);
    }
    pair::fexp(&pair::miller(&mut lines))
}

/// The library works in place, so that its sums and products include a copy of their first operand.
fn gt_product(a: &FP12, b: &FP12) -> FP12 {
    let mut product = *a;
    product.mul(b);
    product
}

fn g1_sum(p: &ECP, q: &ECP) -> ECP {
    let mut sum = p.clone();
    sum.add(q);
    sum
}

fn g2_sum(p: &ECP2, q: &ECP2) -> ECP2 {
    let mut sum = p.clone();
    sum.add(q);
    sum
}

/// `hash_to_field` of RFC 9380, section 5.2, with XMD:SHA-256. The library's own is private and bound to one tag; this is
/// made of the same public functions.
fn hash_to_field<const COUNT: usize>(input: &Input) -> [FP; COUNT] {
    /// Bytes of an integer before its reduction: 381 bits and 128 more.
    const WIDE: usize = 64;
    let modulus = BIG::new_ints(&rom::MODULUS);
    let mut uniform = [0; 4 * WIDE];
    hmac::xmd_expand(hmac::MC_SHA2, hmac::SHA256, &mut uniform, COUNT * WIDE, input.field(1), input.field(0));
    std::array::from_fn(|i| {
        let mut wide = DBIG::frombytes(&uniform[WIDE * i..WIDE * (i + 1)]);
        FP::new_big(&wide.ctdmod(&modulus, 8 * WIDE - MODBITS))
    })
}

/// As `bls::bls_hash_to_point`, with the tag of the input instead of the library's, and left projective.
fn hash_to_g1(input: &Input) -> ECP {
    let [first, second] = hash_to_field(input);
    let mut point = ECP::map2point(&first);
    point.add(&ECP::map2point(&second));
    point.cfp();
    point
}

fn hash_to_g2(input: &Input) -> ECP2 {
    let [a, b, c, d] = hash_to_field(input);
    let mut point = ECP2::map2point(&FP2::new_fps(&a, &b));
    point.add(&ECP2::map2point(&FP2::new_fps(&c, &d)));
    point.cfp();
    point
}

fn g1(k: &[u8; 32]) -> ECP {
    pair::g1mul(&ECP::generator(), &big(k))
}

fn g2(k: &[u8; 32]) -> ECP2 {
    pair::g2mul(&ECP2::generator(), &big(k))
}

fn affine_products(inputs: &[Input]) -> Vec<Vec<(ECP, ECP2)>> {
    let p = |k: &[u8; 32]| {
        let mut point = g1(k);
        point.affine();
        point
    };
    let q = |k: &[u8; 32]| {
        let mut point = g2(k);
        point.affine();
        point
    };
    pairs(inputs, p, q)
}

fn affine_pairs(inputs: &[Input]) -> Vec<(ECP, ECP2)> {
    affine_products(inputs).into_iter().flatten().collect()
}

/// The elements g^s of the scalars s in one field.
fn gt(inputs: &[Input], field: usize) -> Vec<FP12> {
    let generator = pair::fexp(&pair::ate(&ECP2::generator(), &ECP::generator()));
    powers(inputs.iter().map(|input| input.scalar(field)), |s| generator.pow(&big(s)), gt_product)
}

#[cfg(test)]
mod tests {
    use miracl_core::bls12381::bls;

    use super::*;

    /// Why the library's own hash to G1 differs from that of others: it knows one tag only, whatever the caller's is.
    #[test]
    fn the_librarys_hash_to_g1_is_this_one_under_its_fixed_tag() {
        let input = Input::new([b"message".to_vec(), b"BLS_SIG_BLS12381G1_XMD:SHA-256_SVDW_RO_NUL_".to_vec()]);
        assert_eq!(encode_g1(&bls::bls_hash_to_point(b"message")), encode_g1(&hash_to_g1(&input)));
    }
}
