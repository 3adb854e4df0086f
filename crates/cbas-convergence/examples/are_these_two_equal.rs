//! Are the means of two series equal within a margin?
//!
//! "The difference is not significant" does not answer that: too few samples show no difference either. The answer here
//! rests on two one-sided tests, and says how many samples are missing if it cannot be given.
//!
//! ```text
//! cargo run --release -p cbas-convergence --example are_these_two_equal -- TWO-OPERATIONS.csv
//! ```

// What the library must not do, an example is for.
#![allow(clippy::print_stdout)]

mod times;

use anyhow::{Result, bail};
use cbas_convergence::analysis::compare;
use cbas_convergence::{Outcome, Series, Settings, analyze};

fn main() -> Result<()> {
    match times::from_arguments(&["pairing, old", "pairing, new"], 2000)?.as_slice() {
        [a, b] => println!("{}", answer(a, b).join("\n")),
        other => {
            bail!("the file holds {} series, but two are compared: keep two values in its column `op`", other.len())
        }
    }
    Ok(())
}

/// What the comparison says, and what to conclude from it.
pub fn answer(a: &Series, b: &Series) -> Vec<String> {
    let settings = Settings::default();
    let comparison = compare(&analyze(a, &settings), &analyze(b, &settings), &settings);
    let conclusion = match comparison.outcome {
        Outcome::Equivalent => "Use either: whatever difference there is, it is inside the margin.",
        Outcome::DifferentButEquivalent => "There is a difference, but it is too small to matter by this margin.",
        Outcome::Different => "They differ, and by more than may be ignored as far as these samples can tell.",
        Outcome::Inconclusive { .. } => "Neither equality nor a difference is shown: measure more.",
    };
    vec![format!("{} against {}: {comparison}", a.name(), b.name()), conclusion.into()]
}
