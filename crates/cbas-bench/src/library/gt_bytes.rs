//! Canonical bytes of a BLS12-381 target-group element.
//!
//! Neither implementation has a public encoding, but the `Debug` text of either holds the twelve
//! base-field coefficients as `0x` and 96 hexadecimal digits, in the same order of the same tower.

use std::fmt::Debug;

/// The twelve coefficients, 48 big-endian bytes each.
///
/// # Panics
/// If the text does not hold exactly twelve coefficients: a library changed its `Debug`, and a
/// digest of anything else would prove nothing.
pub(super) fn encode(element: &impl Debug) -> Vec<u8> {
    let text = format!("{element:?}");
    let bytes: Vec<u8> = text.split("0x").skip(1).flat_map(coefficient).collect();
    assert_eq!(bytes.len(), 12 * 48, "a target-group element has twelve coefficients of 48 bytes: {text}");
    bytes
}

fn coefficient(text: &str) -> Vec<u8> {
    let digits = text.get(..96).expect("96 hexadecimal digits follow 0x");
    (0..48).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal digits follow 0x")).collect()
}
