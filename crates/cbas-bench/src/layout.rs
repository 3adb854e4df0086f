//! Samples memory layout: a random environment size and stack offset for every process.
//!
//! With one fixed layout, its luck becomes a hidden constant of every figure (Mytkowicz, Diwan,
//! Hauswirth and Sweeney 2009; Curtsinger and Berger 2013). Drawn from the seed and recorded.

use std::hint::black_box;

use rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::schedule::generator;

/// The layout of one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Bytes added to the environment of the process.
    pub environment_padding: usize,
    /// Stack frames of about 256 bytes below the timing code.
    pub stack_frames: usize,
}

impl Layout {
    /// The layout of `process` under `seed`: up to 4 KiB of environment and 16 KiB of stack.
    pub fn draw(seed: u64, process: u32) -> Self {
        let mut generator = generator(seed, process, "layout");
        Self {
            environment_padding: (generator.next_u32() % 4096) as usize,
            stack_frames: (generator.next_u32() % 64) as usize,
        }
    }
}

/// Calls `body` with `frames` more frames of about 256 bytes on the stack.
pub fn with_stack_frames<T>(frames: usize, body: impl FnOnce() -> T) -> T {
    descend(frames, &mut Some(body)).expect("the innermost frame runs the body")
}

#[inline(never)]
fn descend<T, F: FnOnce() -> T>(frames: usize, body: &mut Option<F>) -> Option<T> {
    let frame = black_box([0u8; 240]);
    let result = if frames == 0 { body.take().map(|body| body()) } else { descend(frames - 1, body) };
    black_box(&frame);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_seeded_and_differ_between_processes() {
        assert_eq!(Layout::draw(1, 0), Layout::draw(1, 0));
        assert_ne!(Layout::draw(1, 0), Layout::draw(1, 1));
    }

    #[test]
    fn a_seed_gives_the_layout_it_has_always_given() {
        // From the record of a campaign: another generator would make no campaign repeatable.
        assert_eq!(Layout::draw(5, 0), Layout { environment_padding: 442, stack_frames: 32 });
    }

    #[test]
    fn frames_move_the_stack_pointer() {
        let address = |frames| {
            with_stack_frames(frames, || {
                let local = 0u8;
                black_box(&raw const local) as usize
            })
        };
        assert!(address(0).abs_diff(address(20)) >= 20 * 240);
    }
}
