//! Bytes of a BLS12-381 target-group element.
//!
//! Neither library has a public encoding that holds for every element, but the `Debug` text of either holds the twelve
//! coefficients as `0x` and 96 hexadecimal digits, in the same order of the same tower.

use std::fmt::Debug;

/// The twelve coefficients, 48 big-endian bytes each.
///
/// # Panics
/// If the text holds anything else: a library changed its `Debug`, and a key hashed from it would be no key.
pub(super) fn encode(element: &impl Debug) -> Vec<u8> {
    let text = format!("{element:?}");
    let coefficients = text.split("0x").skip(1).filter_map(|rest| rest.get(..96));
    let digit_pairs = coefficients.flat_map(|digits| (0..48).map(move |i| &digits[2 * i..2 * i + 2]));
    let bytes: Vec<u8> = digit_pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect();
    assert_eq!(bytes.len(), 12 * 48, "a target-group element has twelve coefficients of 48 bytes: {text}");
    bytes
}
