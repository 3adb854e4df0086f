//! The encodings of BLS12-381 that all libraries share, for miracl, which has others of its own.
//!
//! Points are compressed as ZCash does it: the x coordinate, big-endian, with three flags in its first bits (compressed,
//! infinity, y the larger of y and -y). miracl holds code for that, but the published crate turns it off
//! (`ecp::ALLOW_ALT_COMPRESS`); here it is spelt out with the same public functions.

use miracl_core::bls12381::big::{BIG, MODBYTES};
use miracl_core::bls12381::ecp::ECP;
use miracl_core::bls12381::ecp2::ECP2;
use miracl_core::bls12381::fp2::FP2;
use miracl_core::bls12381::fp4::FP4;
use miracl_core::bls12381::fp12::FP12;
use miracl_core::bls12381::rom;

const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

/// An integer of at most 48 big-endian bytes.
pub(super) fn big(bytes: &[u8]) -> BIG {
    let mut padded = [0; MODBYTES];
    padded[MODBYTES - bytes.len()..].copy_from_slice(bytes);
    BIG::frombytes(&padded)
}

/// A point on the curve of G1 from its 48 bytes, not checked to be in the subgroup. Nothing for the point at infinity,
/// which miracl's check of the subgroup refuses in G1; no input encodes it.
pub(super) fn decode_g1(bytes: &[u8]) -> Option<ECP> {
    let larger = larger(bytes)?;
    let mut point = ECP::new_bigint(&coordinate(bytes)?, 0);
    if (point.getpy().islarger() == 1) != larger {
        point.neg();
    }
    (!point.is_infinity()).then_some(point)
}

/// A point on the curve of G2 from its 96 bytes, as [`decode_g1`].
pub(super) fn decode_g2(bytes: &[u8]) -> Option<ECP2> {
    let larger = larger(bytes)?;
    let (imaginary, real) = bytes.split_at(MODBYTES);
    let x = FP2::new_bigs(&coordinate(real)?, &coordinate(imaginary)?);
    let mut point = ECP2::new_fp2(&x, 0);
    if (point.getpy().islarger() == 1) != larger {
        point.neg();
    }
    (!point.is_infinity()).then_some(point)
}

/// Whether y is the larger one, of the flags of a point that is compressed and not at infinity.
fn larger(bytes: &[u8]) -> Option<bool> {
    (bytes[0] & (COMPRESSED | INFINITY) == COMPRESSED).then_some(bytes[0] & LARGER != 0)
}

/// A coordinate below p from 48 bytes, the first of which may hold flags.
fn coordinate(bytes: &[u8]) -> Option<BIG> {
    let mut plain: [u8; MODBYTES] = bytes.try_into().ok()?;
    plain[0] &= !FLAGS;
    let value = BIG::frombytes(&plain);
    (BIG::comp(&value, &BIG::new_ints(&rom::MODULUS)) < 0).then_some(value)
}

/// 48 bytes.
pub(super) fn encode_g1(point: &ECP) -> Vec<u8> {
    let mut bytes = vec![0; MODBYTES];
    if !point.is_infinity() {
        point.getx().tobytes(&mut bytes);
    }
    let mut affine = point.clone();
    affine.affine();
    bytes[0] |= flags(point.is_infinity(), affine.getpy().islarger());
    bytes
}

/// 96 bytes, the coefficient of u first.
pub(super) fn encode_g2(point: &ECP2) -> Vec<u8> {
    let mut bytes = vec![0; 2 * MODBYTES];
    if !point.is_infinity() {
        point.getx().tobytes(&mut bytes);
    }
    bytes[0] |= flags(point.is_infinity(), point.gety().islarger());
    bytes
}

fn flags(infinity: bool, larger: isize) -> u8 {
    match (infinity, larger) {
        (true, _) => COMPRESSED | INFINITY,
        (false, 1) => COMPRESSED | LARGER,
        (false, _) => COMPRESSED,
    }
}

/// The twelve coefficients in the order of `gt_bytes`: there powers of w are grouped as (1, w², w⁴) and (w, w³, w⁵), here as
/// (1, w³), (w, w⁴) and (w², w⁵), over the same F_p(u) and with the same w⁶ = 1 + u.
pub(super) fn encode_gt(element: &FP12) -> Vec<u8> {
    let mut element = *element;
    element.reduce();
    let parts = |pair: FP4| [pair.geta(), pair.getb()];
    let [[w0, w3], [w1, w4], [w2, w5]] = [element.geta(), element.getb(), element.getc()].map(parts);
    [w0, w2, w4, w1, w3, w5].iter().flat_map(encode_fp2).collect()
}

fn encode_fp2(value: &FP2) -> [u8; 2 * MODBYTES] {
    let mut bytes = [0; 2 * MODBYTES];
    // The library writes the coefficient of u first.
    value.tobytes(&mut bytes);
    bytes.rotate_left(MODBYTES);
    bytes
}
