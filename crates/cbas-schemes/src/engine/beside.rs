//! What a scheme does beside the operations of its rows: arithmetic modulo the group order, and hashed bytes.
//!
//! Rows of operation counts take both as free, so they are counted apart, to say what a price leaves out. The counts
//! are kept by thread: scalars are plain values and know no engine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Add, Mul, Neg, Sub};

use super::{Counts, Transcript};

/// Everything that is counted beside the operations of a row, in the order of the tables: products modulo r, products
/// and sums modulo the order of P-256, reductions of five SHA-512 digests modulo 2048 bits, and bytes that SHA-256 and SHA-512 take beyond those of the timed `hash-to-g1`,
/// `hash-to-g2` and `hash-to-scalar`.
///
/// Sums modulo r are not counted: a phase that has some has operations in a group ten thousand times as long.
pub const BESIDE: &[&str] = &["mod-mul", "ec-order-mul", EC_ORDER_ADD, MOD_REDUCE_2048, SHA_256_BYTE, SHA_512_BYTE];

/// A sum modulo the order of P-256.
pub const EC_ORDER_ADD: &str = "ec-order-add";
/// A reduction of five SHA-512 digests modulo a 2048-bit number.
pub const MOD_REDUCE_2048: &str = "mod-reduce-2048";
/// A byte that is hashed by SHA-256.
pub const SHA_256_BYTE: &str = "sha256-byte";
/// A byte that is hashed by SHA-512.
pub const SHA_512_BYTE: &str = "sha512-byte";

/// Bytes of a block of SHA-512, and those that its padding needs at least.
const BLOCK_512: u64 = 128;
const PADDING_512: u64 = 17;
/// The same of SHA-256.
const BLOCK_256: u64 = 64;
const PADDING_256: u64 = 9;

thread_local! {
    static DONE: RefCell<Counts> = const { RefCell::new(BTreeMap::new()) };
}

/// Notes that `name` was done `count` times by this thread.
pub(super) fn note(name: &'static str, count: u64) {
    if count > 0 {
        DONE.with_borrow_mut(|done| *done.entry(name).or_default() += count);
    }
}

/// What this thread did beside counted operations since the last call.
pub fn take_beside() -> Counts {
    DONE.take()
}

/// Bytes that a hash of `own` bytes takes beyond the one block of the timed `hash-to-scalar`, in whole blocks.
pub(super) fn beyond_one_block(own: u64) -> u64 {
    BLOCK_512 * ((own + PADDING_512).div_ceil(BLOCK_512) - 1)
}

/// The same where `copies` hashes begin with the same transcript and end in `own` bytes each.
pub(super) fn beyond_one_block_in_all(transcript: &Transcript, own: u64, copies: u64) -> u64 {
    let whole = transcript.bytes() / BLOCK_512;
    let last = (transcript.bytes() + own + PADDING_512).div_ceil(BLOCK_512) - whole;
    let of_others = (transcript.bytes() - transcript.own_bytes()) / BLOCK_512;
    BLOCK_512 * (whole - of_others + copies * last - 1)
}

/// Bytes that `expand_message_xmd` of RFC 9380, section 5.3.1, hashes beyond those of the timed hashes to a curve, which
/// have a message of 64 and a tag of 50 bytes. Only the first of its hashes takes the message; tags are of about that
/// length everywhere, so the others are alike.
pub(super) fn beyond_timed_expansion(message: usize, tag: usize) -> u64 {
    // Z_pad, message, length in two bytes, a zero, tag with its length.
    let blocks = |message: u64, tag: u64| (64 + message + 4 + tag + PADDING_256).div_ceil(BLOCK_256);
    BLOCK_256 * blocks(message as u64, tag as u64).saturating_sub(blocks(64, 50))
}

/// Under which names arithmetic modulo a group order is counted.
pub trait Order: Copy + PartialEq + Debug {
    /// A product.
    const PRODUCT: &'static str;
    /// A sum or difference, if it is counted.
    const SUM: Option<&'static str>;
}

/// The order r of the pairing groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairingOrder;

impl Order for PairingOrder {
    const PRODUCT: &'static str = "mod-mul";
    const SUM: Option<&'static str> = None;
}

/// The order of P-256.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveOrder;

impl Order for CurveOrder {
    const PRODUCT: &'static str = "ec-order-mul";
    const SUM: Option<&'static str> = Some(EC_ORDER_ADD);
}

/// A scalar whose products and sums are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountedScalar<S, O>(pub(super) S, PhantomData<O>);

impl<S, O: Order> CountedScalar<S, O> {
    pub(super) fn new(scalar: S) -> Self {
        Self(scalar, PhantomData)
    }

    fn sum(scalar: S) -> Self {
        if let Some(name) = O::SUM {
            note(name, 1);
        }
        Self::new(scalar)
    }
}

impl<S: Add<Output = S>, O: Order> Add for CountedScalar<S, O> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::sum(self.0 + other.0)
    }
}

impl<S: Sub<Output = S>, O: Order> Sub for CountedScalar<S, O> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::sum(self.0 - other.0)
    }
}

impl<S: Mul<Output = S>, O: Order> Mul for CountedScalar<S, O> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        note(O::PRODUCT, 1);
        Self::new(self.0 * other.0)
    }
}

/// Free, as that of a point.
impl<S: Neg<Output = S>, O: Order> Neg for CountedScalar<S, O> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Prefix;
    use super::*;

    #[test]
    fn bytes_are_whole_blocks_beyond_the_first() {
        // A block of SHA-512 has room for 111 bytes beside the padding.
        assert_eq!([0, 87, 111, 112, 239, 240].map(beyond_one_block), [0, 0, 0, 128, 128, 256]);
        // Tag and field are 360 bytes: 104 are left over after two whole blocks, so each of five ends needs two more.
        let transcript = |field: usize| Transcript::new("tag").field(&vec![0; field]);
        assert_eq!(transcript(341).bytes(), 360);
        assert_eq!(beyond_one_block_in_all(&transcript(341), 9, 5), 128 * (2 + 5 * 2 - 1));
        assert_eq!(beyond_one_block_in_all(&transcript(0), 92, 1), 0);
        // Of a prefix of 288 bytes, two blocks were hashed with it.
        let forked = Prefix::new(transcript(269)).transcript().field(&[0; 64]);
        assert_eq!((forked.bytes(), forked.own_bytes()), (360, 72));
        assert_eq!(beyond_one_block_in_all(&forked, 9, 5), 128 * (5 * 2 - 1));
    }

    #[test]
    fn a_message_as_that_of_the_timed_hash_takes_no_more_bytes() {
        assert_eq!(beyond_timed_expansion(64, 50), 0);
        assert_eq!(beyond_timed_expansion(0, 50), 0);
        assert_eq!(beyond_timed_expansion(64 + 128, 50), 128);
    }
}
