//! Has the mean converged, and what is it?
//!
//! ```text
//! cargo run --release -p cbas-convergence --example has_it_converged -- TIMES.csv
//! ```

// What the library must not do, an example is for.
#![allow(clippy::print_stdout)]

pub mod times;

use anyhow::Result;
use cbas_convergence::quantity::{chosen_percent, time, time_with_half_width};
use cbas_convergence::{Series, Settings, analyze};

fn main() -> Result<()> {
    for series in times::from_arguments(&["pairing"], 2000)? {
        println!("{}", answer(&series).join("\n"));
    }
    Ok(())
}

/// The verdict, the mean with its interval, and what belongs beside them.
pub fn answer(series: &Series) -> Vec<String> {
    let analysis = analyze(series, &Settings::default());
    let mean = match analysis.interval() {
        Some(interval) => {
            let half_width = interval.relative_half_width * analysis.mean();
            let level = chosen_percent(interval.level);
            format!("The mean is {} ({level} interval).", time_with_half_width(analysis.mean(), half_width))
        }
        None => format!("The mean is {}, without an interval.", time(analysis.mean())),
    };
    let mut sentences = vec![format!("{}: {}", analysis.name, analysis.verdict), mean];
    for &run in &analysis.main_runs {
        let warnings = analysis.runs[run].warnings.iter();
        sentences.extend(warnings.map(|warning| format!("Run {run}: {warning}")));
    }
    sentences
}
