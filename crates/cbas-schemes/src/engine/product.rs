//! Equations between products of pairings, with every pairing computed apart or all of them at once.

use super::PairingEngine;

/// How an equation between products of pairings is checked. Both are in the literature, so both are counted and priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Products {
    /// Every pairing apart, results multiplied in the target group: k pairings and k - 2 products for k pairs.
    Separate,
    /// Everything on one side, k Miller loops and one final exponentiation, streamed: no list of pairs is kept.
    Shared,
}

/// Whether e(`left`) equals the product of the pairings on the right.
///
/// The right side must not be empty: an empty product is the identity, and no scheme means that.
pub fn equal<E: PairingEngine>(
    engine: &E,
    products: Products,
    left: (&E::G1, &E::G2),
    right: impl IntoIterator<Item = (E::G1, E::G2)>,
) -> bool {
    match products {
        Products::Separate => {
            let left = engine.pairing(left.0, left.1);
            let pairings = right.into_iter().map(|(p, q)| engine.pairing(&p, &q));
            pairings.reduce(|product, next| engine.gt_mul(&product, &next)).is_some_and(|right| left == right)
        }
        Products::Shared => {
            let loops = engine.miller_loop(None, &engine.g1_neg(left.0), left.1);
            let loops = right.into_iter().fold(loops, |loops, (p, q)| engine.miller_loop(Some(loops), &p, &q));
            engine.gt_is_identity(&engine.final_exp(loops))
        }
    }
}
