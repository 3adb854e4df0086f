//! Where on the stack something runs, and where on the heap it puts what it returns: local variables that lie elsewhere within
//! a page or a cache line move short operations by up to 7 %, so two harnesses compare only in the same places.

use std::hint::black_box;

use anyhow::{Result, ensure};

/// Places repeat after a page.
const PAGE: usize = 4096;
/// The stack is kept at multiples of this.
const STEP: usize = 16;
/// From one turn to the next, in steps: odd, so that every place of a page has its turn, and neighbours are far apart.
const STRIDE: usize = 101;

/// A place within a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place(usize);

impl Place {
    /// The place of a turn: 256 turns in a row have each place once.
    pub fn of(turn: usize) -> Self {
        Self(turn * STRIDE * STEP % PAGE)
    }

    /// Another order of the same places, by triangular numbers: 256 turns in a row have each once, and each distance to
    /// [`Place::of`] once. For two codes with frames of different size, which are never in the same place: if their places are
    /// independent, either is as likely as the other to have the better one, and the ratio is symmetric about the truth.
    pub fn apart(turn: usize) -> Self {
        Self::of(turn * (turn + 1) / 2)
    }
}

/// A block on the heap that is held during two samples that are compared, of another size for the next two. A result that
/// is too large for the allocator's bins of small blocks (a ciphertext) takes the first room there is: behind a block of
/// changing size it gets every place of a page, and not one for as long as the program runs.
pub struct Gap(Vec<u8>);

impl Gap {
    /// Of the places of [`Place::of`], since allocators round sizes to the same 16 bytes.
    pub fn of(turn: usize) -> Self {
        Self(Vec::with_capacity(PAGE + Place::of(turn).0))
    }

    /// Gives up its block first, so that the next one may lie where it was.
    pub fn go_to(&mut self, turn: usize) {
        self.0 = Vec::new();
        *self = Self::of(turn);
    }
}

/// Calls `run(count)` with the stack at that place, from wherever this is called.
///
/// Not generic, so that it is one function with one frame for everything that is run.
#[inline(never)]
pub fn run_at(place: Place, run: &mut dyn FnMut(u32), count: u32) {
    let here = 0_u8;
    let address = black_box(&raw const here).addr();
    let bytes = address.wrapping_sub(place.0) % PAGE;
    alloca::with_alloca(bytes, |space| {
        black_box(space);
        run(count);
    });
}

/// Whether that is so on this platform, from different depths and for all places.
pub fn check() -> Result<()> {
    let at = |place| {
        let mut address = 0;
        let mut look = |_| {
            let here = 0_u8;
            address = black_box(&raw const here).addr();
        };
        run_at(place, &mut look, 1);
        address % PAGE
    };
    let first = at(Place::of(0));
    for turn in 0..PAGE / STEP {
        let place = Place::of(turn);
        let found = alloca::with_alloca(48 * turn, |space| {
            black_box(space);
            at(place)
        });
        let expected = (first + place.0) % PAGE;
        ensure!(
            found == expected,
            "the stack is at {found} of a page and not at {expected}: this platform has no places to compare in"
        );
    }
    Ok(())
}
