//! An engine that counts what passes through it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::beside::{
    CountedScalar, MOD_REDUCE_2048, SHA_256_BYTE, SHA_512_BYTE, beyond_one_block, beyond_one_block_in_all,
    beyond_timed_expansion, note,
};
use super::{CurveEngine, DecodeError, ModularEngine, PairingEngine, Prefix, ScalarField, SourceGroups, Transcript};

/// How often each operation was done, by its name in `cbas list operations`.
pub type Counts = BTreeMap<&'static str, u64>;

/// Every operation that is counted, in the order of the tables.
pub const OPERATIONS: &[&str] = &[
    "pairing",
    "miller-loop",
    "final-exp",
    "gt-exp",
    "gt-mul",
    "hash-to-g1",
    "g1-mul",
    "g1-add",
    "g1-decode",
    "g1-encode",
    "hash-to-g2",
    "g2-mul",
    "g2-add",
    "g2-decode",
    "g2-encode",
    "ec-mul",
    "ec-add",
    "ec-inv",
    "ec-decode",
    "ec-encode",
    "mod-exp-2048",
    "mod-exp-2048-e65537",
    "mod-mul-2048",
    "hash-to-scalar",
];

/// Noted beside `ec-mul` where the point is the generator: a part of that count and not one of [`OPERATIONS`].
pub const FIXED_BASE: &str = "ec-mul-base";

/// Wraps an engine: the results are its own, every counted operation is noted, and apart from them what is done beside
/// ([`BESIDE`](super::BESIDE)).
#[derive(Debug, Default)]
pub struct Counting<E> {
    engine: E,
    counts: RefCell<Counts>,
}

impl<E> Counting<E> {
    /// Counts what `engine` does from now on.
    pub fn new(engine: E) -> Self {
        Self { engine, counts: RefCell::default() }
    }

    /// What was counted since the last call, which starts the next count at zero.
    pub fn take(&self) -> Counts {
        self.counts.take()
    }

    /// The engine inside, having noted one operation.
    fn count(&self, operation: &'static str) -> &E {
        *self.counts.borrow_mut().entry(operation).or_default() += 1;
        &self.engine
    }
}

impl<E: ScalarField> ScalarField for Counting<E> {
    type Scalar = CountedScalar<E::Scalar, E::Order>;
    type Order = E::Order;

    fn hash_to_scalar(&self, transcript: Transcript) -> Self::Scalar {
        note(SHA_512_BYTE, beyond_one_block(transcript.own_bytes()));
        CountedScalar::new(self.count("hash-to-scalar").hash_to_scalar(transcript))
    }

    fn prefix(&self, transcript: Transcript) -> Prefix {
        note(SHA_512_BYTE, transcript.bytes());
        self.engine.prefix(transcript)
    }

    fn scalar_from_wide(&self, bytes: &[u8; 64]) -> Self::Scalar {
        CountedScalar::new(self.engine.scalar_from_wide(bytes))
    }

    fn scalar_encode(&self, scalar: &Self::Scalar) -> [u8; 32] {
        self.engine.scalar_encode(&scalar.0)
    }
}

impl<E: SourceGroups> SourceGroups for Counting<E> {
    type G1 = E::G1;
    type G2 = E::G2;

    fn g1_generator(&self) -> E::G1 {
        self.engine.g1_generator()
    }

    fn g1_is_identity(&self, point: &E::G1) -> bool {
        self.engine.g1_is_identity(point)
    }

    fn g1_neg(&self, point: &E::G1) -> E::G1 {
        self.engine.g1_neg(point)
    }

    fn g1_mul(&self, point: &E::G1, k: &Self::Scalar) -> E::G1 {
        self.count("g1-mul").g1_mul(point, &k.0)
    }

    fn g1_add(&self, p: &E::G1, q: &E::G1) -> E::G1 {
        self.count("g1-add").g1_add(p, q)
    }

    fn g1_encode(&self, point: &E::G1) -> Vec<u8> {
        self.count("g1-encode").g1_encode(point)
    }

    fn g1_decode(&self, bytes: &[u8]) -> Result<E::G1, DecodeError> {
        self.count("g1-decode").g1_decode(bytes)
    }

    fn hash_to_g1(&self, tag: &[u8], message: &[u8]) -> E::G1 {
        note(SHA_256_BYTE, beyond_timed_expansion(message.len(), tag.len()));
        self.count("hash-to-g1").hash_to_g1(tag, message)
    }

    fn g2_generator(&self) -> E::G2 {
        self.engine.g2_generator()
    }

    fn g2_is_identity(&self, point: &E::G2) -> bool {
        self.engine.g2_is_identity(point)
    }

    fn g2_neg(&self, point: &E::G2) -> E::G2 {
        self.engine.g2_neg(point)
    }

    fn g2_mul(&self, point: &E::G2, k: &Self::Scalar) -> E::G2 {
        self.count("g2-mul").g2_mul(point, &k.0)
    }

    fn g2_add(&self, p: &E::G2, q: &E::G2) -> E::G2 {
        self.count("g2-add").g2_add(p, q)
    }

    fn g2_encode(&self, point: &E::G2) -> Vec<u8> {
        self.count("g2-encode").g2_encode(point)
    }

    fn g2_decode(&self, bytes: &[u8]) -> Result<E::G2, DecodeError> {
        self.count("g2-decode").g2_decode(bytes)
    }

    fn hash_to_g2(&self, tag: &[u8], message: &[u8]) -> E::G2 {
        note(SHA_256_BYTE, beyond_timed_expansion(message.len(), tag.len()));
        self.count("hash-to-g2").hash_to_g2(tag, message)
    }
}

impl<E: PairingEngine> PairingEngine for Counting<E> {
    type Gt = E::Gt;
    type Loops = E::Loops;

    fn library(&self) -> &'static str {
        self.engine.library()
    }

    fn pairing(&self, p: &E::G1, q: &E::G2) -> E::Gt {
        self.count("pairing").pairing(p, q)
    }

    fn miller_loop(&self, product: Option<E::Loops>, p: &E::G1, q: &E::G2) -> E::Loops {
        self.count("miller-loop").miller_loop(product, p, q)
    }

    fn final_exp(&self, product: E::Loops) -> E::Gt {
        self.count("final-exp").final_exp(product)
    }

    fn gt_is_identity(&self, element: &E::Gt) -> bool {
        self.engine.gt_is_identity(element)
    }

    fn gt_mul(&self, a: &E::Gt, b: &E::Gt) -> E::Gt {
        self.count("gt-mul").gt_mul(a, b)
    }

    fn gt_exp(&self, base: &E::Gt, k: &Self::Scalar) -> E::Gt {
        self.count("gt-exp").gt_exp(base, &k.0)
    }

    fn gt_encode(&self, element: &E::Gt) -> Vec<u8> {
        self.engine.gt_encode(element)
    }
}

impl<E: CurveEngine> CurveEngine for Counting<E> {
    type Point = E::Point;

    fn library(&self) -> &'static str {
        self.engine.library()
    }

    fn generator(&self) -> E::Point {
        self.engine.generator()
    }

    fn identity(&self) -> E::Point {
        self.engine.identity()
    }

    fn neg(&self, point: &E::Point) -> E::Point {
        self.engine.neg(point)
    }

    fn mul(&self, point: &E::Point, k: &Self::Scalar) -> E::Point {
        if *point == self.engine.generator() {
            self.count(FIXED_BASE);
        }
        self.count("ec-mul").mul(point, &k.0)
    }

    fn add(&self, p: &E::Point, q: &E::Point) -> E::Point {
        self.count("ec-add").add(p, q)
    }

    fn encode(&self, point: &E::Point) -> Vec<u8> {
        self.count("ec-encode").encode(point)
    }

    fn decode(&self, bytes: &[u8]) -> Result<E::Point, DecodeError> {
        self.count("ec-decode").decode(bytes)
    }

    fn invert(&self, scalar: &Self::Scalar) -> Option<Self::Scalar> {
        self.count("ec-inv").invert(&scalar.0).map(CountedScalar::new)
    }
}

impl<E: ModularEngine> ModularEngine for Counting<E> {
    fn library(&self) -> &'static str {
        self.engine.library()
    }

    fn exp(&self, base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
        self.count("mod-exp-2048").exp(base, exponent, modulus)
    }

    fn exp_public(&self, base: &BigUint, modulus: &BigUint) -> BigUint {
        self.count("mod-exp-2048-e65537").exp_public(base, modulus)
    }

    fn mul(&self, a: &BigUint, b: &BigUint, modulus: &BigUint) -> BigUint {
        self.count("mod-mul-2048").mul(a, b, modulus)
    }

    fn prefix(&self, transcript: Transcript) -> Prefix {
        note(SHA_512_BYTE, transcript.bytes());
        self.engine.prefix(transcript)
    }

    fn hash(&self, transcript: Transcript, modulus: &BigUint) -> BigUint {
        // Five hashes that share the transcript and end in a counter, a field of one byte.
        note(SHA_512_BYTE, beyond_one_block_in_all(&transcript, 9, 5));
        note(MOD_REDUCE_2048, 1);
        self.count("hash-to-scalar").hash(transcript, modulus)
    }
}
