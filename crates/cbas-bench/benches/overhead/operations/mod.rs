//! Every operation of the catalogue on its default library, written by hand: inputs, one call, and a loop. Nothing of the
//! adapters is used, so what they add shows.

mod curve;
mod integers;
mod pairings;
mod symmetric;

use std::hint::black_box;

use cbas_bench::inputs::Input;
use cbas_bench::operation::Operation;

/// Runs the calls that often.
pub type Bare = Box<dyn FnMut(u32)>;

/// The loop of an operation over these inputs; `None` if none is written for it.
pub fn bare(operation: &Operation, inputs: &[Input]) -> Option<Bare> {
    [pairings::bare, integers::bare, curve::bare, symmetric::bare].iter().find_map(|library| library(operation, inputs))
}

/// The loop itself.
fn over<I: 'static, O>(inputs: Vec<I>, call: impl Fn(&I) -> O + 'static) -> Option<Bare> {
    let mut next = 0;
    Some(Box::new(move |count| {
        // In local variables: those of the closure are loaded and stored every time, 0.2 ns of an operation of 9.
        let (inputs, mut at) = (inputs.as_slice(), next);
        for _ in 0..count {
            black_box(call(black_box(&inputs[at])));
            at = if at + 1 == inputs.len() { 0 } else { at + 1 };
        }
        next = at;
    }))
}

fn each<T>(inputs: &[Input], make: impl Fn(&Input) -> T) -> Vec<T> {
    inputs.iter().map(make).collect()
}
