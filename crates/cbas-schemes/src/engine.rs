//! The group operations that a scheme may use, as traits, with a real library or a counter behind them.
//!
//! A scheme is written once against [`PairingEngine`], [`CurveEngine`] or [`ModularEngine`]; which engine it gets
//! decides whether it computes on blstrs, on blst, on bls12_381, on p256, or on one of them inside [`Counting`]. The names of
//! the counted operations are those of `cbas list operations`.
//!
//! Arithmetic in Z_r is written with operators and is no counted operation, except the inverse: what is done of it is
//! counted apart ([`BESIDE`]). Subtraction counts as addition, and negating is free.

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

mod beside;
mod bls12_381;
mod blst;
mod blstrs;
mod counting;
mod encoded;
mod modular;
mod p256;
mod product;
mod transcript;

pub use self::beside::{
    BESIDE, CurveOrder, EC_ORDER_ADD, MOD_REDUCE_2048, Order, PairingOrder, SHA_256_BYTE, SHA_512_BYTE, take_beside,
};
pub use self::bls12_381::Bls12381;
pub use self::blst::Blst;
pub use self::blstrs::Blstrs;
pub use self::counting::{Counting, Counts, FIXED_BASE, OPERATIONS};
pub use self::encoded::{DecodeError, Decoded};
pub use self::modular::{ModularEngine, NumBigint, RsaKey};
pub use self::p256::P256;
pub use self::product::{Products, equal};
pub use self::transcript::{Prefix, Transcript, length_prefixed};

/// What a scalar field offers without being a counted operation.
pub trait Scalar:
    Copy + PartialEq + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
}

impl<T> Scalar for T where
    T: Copy + PartialEq + Debug + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Neg<Output = T>
{
}

/// The scalars of a group of prime order: how bytes become scalars and scalars bytes. Arithmetic is written with operators.
pub trait ScalarField {
    /// An integer modulo the group order.
    type Scalar: Scalar;
    /// The names that its products and sums are counted under.
    type Order: Order;

    /// SHA-512 of a transcript reduced modulo the group order (`hash-to-scalar`).
    fn hash_to_scalar(&self, transcript: Transcript) -> Self::Scalar {
        self.scalar_from_wide(&transcript.finish())
    }
    /// The beginning of many transcripts, whose bytes are counted once.
    fn prefix(&self, transcript: Transcript) -> Prefix {
        Prefix::new(transcript)
    }
    /// 64 big-endian bytes reduced modulo the group order.
    fn scalar_from_wide(&self, bytes: &[u8; 64]) -> Self::Scalar;
    /// 32 big-endian bytes.
    fn scalar_encode(&self, scalar: &Self::Scalar) -> [u8; 32];
}

/// The groups G1 and G2 that a pairing maps from, both of prime order r.
///
/// Points are in the library's own coordinates; points that were decoded are affine, so that a pairing of
/// them pays for no inversion.
pub trait SourceGroups: ScalarField {
    /// An element of G1.
    type G1: Copy + PartialEq + Debug;
    /// An element of G2.
    type G2: Copy + PartialEq + Debug;

    /// The generator P1.
    fn g1_generator(&self) -> Self::G1;
    /// Whether a point is the identity.
    fn g1_is_identity(&self, point: &Self::G1) -> bool;
    /// -P; free.
    fn g1_neg(&self, point: &Self::G1) -> Self::G1;
    /// kP (`g1-mul`).
    fn g1_mul(&self, point: &Self::G1, k: &Self::Scalar) -> Self::G1;
    /// P + Q (`g1-add`).
    fn g1_add(&self, p: &Self::G1, q: &Self::G1) -> Self::G1;
    /// P - Q, counted as an addition.
    fn g1_sub(&self, p: &Self::G1, q: &Self::G1) -> Self::G1 {
        self.g1_add(p, &self.g1_neg(q))
    }
    /// 48 compressed bytes (`g1-encode`).
    fn g1_encode(&self, point: &Self::G1) -> Vec<u8>;
    /// A point from its compressed bytes, on the curve and in the subgroup, not the identity (`g1-decode`).
    ///
    /// # Errors
    /// [`DecodeError`] with the first of these that does not hold.
    fn g1_decode(&self, bytes: &[u8]) -> Result<Self::G1, DecodeError>;
    /// RFC 9380 hash to G1, random oracle (`hash-to-g1`); `tag` separates its uses.
    fn hash_to_g1(&self, tag: &[u8], message: &[u8]) -> Self::G1;

    /// The generator P2.
    fn g2_generator(&self) -> Self::G2;
    /// Whether a point is the identity.
    fn g2_is_identity(&self, point: &Self::G2) -> bool;
    /// -P; free.
    fn g2_neg(&self, point: &Self::G2) -> Self::G2;
    /// kP (`g2-mul`).
    fn g2_mul(&self, point: &Self::G2, k: &Self::Scalar) -> Self::G2;
    /// P + Q (`g2-add`).
    fn g2_add(&self, p: &Self::G2, q: &Self::G2) -> Self::G2;
    /// P - Q, counted as an addition.
    fn g2_sub(&self, p: &Self::G2, q: &Self::G2) -> Self::G2 {
        self.g2_add(p, &self.g2_neg(q))
    }
    /// 96 compressed bytes (`g2-encode`).
    fn g2_encode(&self, point: &Self::G2) -> Vec<u8>;
    /// A point from its compressed bytes, on the curve and in the subgroup, not the identity (`g2-decode`).
    ///
    /// # Errors
    /// [`DecodeError`] with the first of these that does not hold.
    fn g2_decode(&self, bytes: &[u8]) -> Result<Self::G2, DecodeError>;
    /// RFC 9380 hash to G2, random oracle (`hash-to-g2`).
    fn hash_to_g2(&self, tag: &[u8], message: &[u8]) -> Self::G2;
}

/// The pairing e: G1 x G2 -> GT.
pub trait PairingEngine: SourceGroups {
    /// An element of the target group.
    type Gt: Copy + PartialEq + Debug;
    /// A product of Miller loops before the final exponentiation.
    type Loops;

    /// Name of the library.
    fn library(&self) -> &'static str;
    /// e(P, Q): Miller loop and final exponentiation (`pairing`).
    fn pairing(&self, p: &Self::G1, q: &Self::G2) -> Self::Gt;
    /// The Miller loop of (P, Q), multiplied into `product` if there is one (`miller-loop`).
    fn miller_loop(&self, product: Option<Self::Loops>, p: &Self::G1, q: &Self::G2) -> Self::Loops;
    /// The element of the target group that a product of Miller loops stands for (`final-exp`).
    fn final_exp(&self, product: Self::Loops) -> Self::Gt;
    /// Whether an element is the identity.
    fn gt_is_identity(&self, element: &Self::Gt) -> bool;
    /// A product in the target group (`gt-mul`).
    fn gt_mul(&self, a: &Self::Gt, b: &Self::Gt) -> Self::Gt;
    /// A power in the target group (`gt-exp`).
    fn gt_exp(&self, base: &Self::Gt, k: &Self::Scalar) -> Self::Gt;
    /// 576 bytes, the twelve coefficients; not counted.
    fn gt_encode(&self, element: &Self::Gt) -> Vec<u8>;
}

/// A curve group of prime order without a pairing.
pub trait CurveEngine: ScalarField {
    /// A point.
    type Point: Copy + PartialEq + Debug;

    /// Name of the library.
    fn library(&self) -> &'static str;
    /// The generator P.
    fn generator(&self) -> Self::Point;
    /// The identity.
    fn identity(&self) -> Self::Point;
    /// Whether a point is the identity.
    fn is_identity(&self, point: &Self::Point) -> bool {
        *point == self.identity()
    }
    /// -P; free.
    fn neg(&self, point: &Self::Point) -> Self::Point;
    /// kP (`ec-mul`); the generator has no faster way.
    fn mul(&self, point: &Self::Point, k: &Self::Scalar) -> Self::Point;
    /// P + Q (`ec-add`).
    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point;
    /// P - Q, counted as an addition.
    fn sub(&self, p: &Self::Point, q: &Self::Point) -> Self::Point {
        self.add(p, &self.neg(q))
    }
    /// 33 compressed bytes (`ec-encode`).
    fn encode(&self, point: &Self::Point) -> Vec<u8>;
    /// A point from its compressed bytes, on the curve and not the identity (`ec-decode`).
    ///
    /// # Errors
    /// [`DecodeError`] with the first of these that does not hold.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Point, DecodeError>;
    /// The inverse modulo the group order, `None` for zero (`ec-inv`).
    fn invert(&self, scalar: &Self::Scalar) -> Option<Self::Scalar>;
}
