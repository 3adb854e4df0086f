//! Where the stack is.

use std::hint::black_box;

/// Frames that the stack can be deeper; together they cover a page.
const DEPTHS: usize = 20;

/// Runs something with the stack deeper by an amount that depends on `turn`. Where the local variables of an operation lie
/// within a page moves short ones by up to 7 %; so every turn of everyone has another place, and medians are over places.
pub fn at_depth<T>(turn: usize, mut run: impl FnMut() -> T) -> T {
    let mut result = None;
    // 7 and 20 have no common factor: neighbouring turns are far apart, and 20 of them are everywhere once.
    deeper(turn * 7 % DEPTHS, &mut || result = Some(run()));
    result.expect("it ran")
}

#[inline(never)]
fn deeper(frames: usize, run: &mut dyn FnMut()) {
    let frame = black_box([0u8; 208]);
    match frames {
        0 => run(),
        _ => deeper(frames - 1, run),
    }
    black_box(&frame);
}
