//! Canonical bytes of a BLS12-381 target-group element.
//!
//! They are the twelve coefficients, 48 big-endian bytes each, in the order of the tower F_p(u)(v)(w) with u² = -1,
//! v³ = 1 + u and w² = v: those of w⁰ first, among these those of v⁰, among these that of u⁰.
//!
//! Neither blstrs nor bls12_381 has a public encoding, but the `Debug` text of either holds the coefficients as `0x` and
//! 96 hexadecimal digits in this order. Other libraries write it out themselves.

use std::fmt::Debug;

use blst::blst_fp12;

/// The encoding of an element of blstrs or bls12_381.
///
/// # Panics
/// If the text does not hold exactly twelve coefficients: a library changed its `Debug`, and a
/// digest of anything else would prove nothing.
pub fn encode(element: &impl Debug) -> Vec<u8> {
    let text = format!("{element:?}");
    let bytes: Vec<u8> = text.split("0x").skip(1).flat_map(coefficient).collect();
    assert_eq!(bytes.len(), 12 * 48, "a target-group element has twelve coefficients of 48 bytes: {text}");
    bytes
}

/// The encoding of an element of blst, which writes the coefficient of w inside that of v.
pub fn encode_blst(element: &blst_fp12) -> Vec<u8> {
    let bytes = element.to_bendian();
    let coefficient = |w: usize, v: usize| &bytes[(2 * v + w) * 96..][..96];
    [0, 1].iter().flat_map(|&w| [0, 1, 2].map(|v| coefficient(w, v))).flatten().copied().collect()
}

fn coefficient(text: &str) -> Vec<u8> {
    let digits = text.get(..96).expect("96 hexadecimal digits follow 0x");
    (0..48).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal digits follow 0x")).collect()
}
