//! blst's own context for products of pairings, with the groups of blstrs.

use blst::blst_fp12;
use blstrs::{G1Projective, G2Projective, Scalar};
use cbas_bench::library::gt_bytes;
use group13::Curve;

use super::PairingEngine;
use super::blstrs::GroupsOfBlstrs;

/// BLS12-381 of blst: points and scalars are those of [`Blstrs`](super::Blstrs), pairings are blst's own.
///
/// A product of pairings goes through blst's context, which runs eight loops at a time with common squarings. The context
/// is meant for verification, on public points. blst's binding has no powers in the target group, so
/// [`PairingEngine::gt_exp`] squares and multiplies with its product: right, slow and not constant time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blst;

impl GroupsOfBlstrs for Blst {}

impl PairingEngine for Blst {
    type Gt = blst_fp12;
    type Loops = blst::Pairing<'static>;

    fn library(&self) -> &'static str {
        "blst"
    }

    fn pairing(&self, p: &G1Projective, q: &G2Projective) -> blst_fp12 {
        blst_fp12::miller_loop(q.to_affine().as_ref(), p.to_affine().as_ref()).final_exp()
    }

    /// The context takes a domain tag for messages that it would hash; none is hashed in it.
    fn miller_loop(&self, product: Option<Self::Loops>, p: &G1Projective, q: &G2Projective) -> Self::Loops {
        let mut context = product.unwrap_or_else(|| blst::Pairing::new(true, &[]));
        context.raw_aggregate(q.to_affine().as_ref(), p.to_affine().as_ref());
        context
    }

    fn final_exp(&self, mut product: Self::Loops) -> blst_fp12 {
        product.commit();
        product.as_fp12().final_exp()
    }

    fn gt_is_identity(&self, element: &blst_fp12) -> bool {
        *element == blst_fp12::default()
    }

    fn gt_mul(&self, a: &blst_fp12, b: &blst_fp12) -> blst_fp12 {
        *a * *b
    }

    fn gt_exp(&self, base: &blst_fp12, k: &Scalar) -> blst_fp12 {
        let bits = k.to_bytes_be().into_iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1));
        bits.fold(blst_fp12::default(), |power, bit| {
            let square = power * power;
            if bit { square * *base } else { square }
        })
    }

    fn gt_encode(&self, element: &blst_fp12) -> Vec<u8> {
        gt_bytes::encode_blst(element)
    }
}
