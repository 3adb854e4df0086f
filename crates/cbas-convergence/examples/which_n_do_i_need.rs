//! How many samples, and how many processes, does a precision take?
//!
//! Measure a pilot (a few hundred samples in each of five processes) and give it to this program:
//!
//! ```text
//! cargo run --release -p cbas-convergence --example which_n_do_i_need -- PILOT.csv
//! ```

// What the library must not do, an example is for.
#![allow(clippy::print_stdout)]

mod times;

use anyhow::Result;
use cbas_convergence::quantity::{chosen_percent, grouped};
use cbas_convergence::{Series, Settings, analyze};

fn main() -> Result<()> {
    for series in times::from_arguments(&["pairing"], 400)? {
        println!("{}", answer(&series).join("\n"));
    }
    Ok(())
}

/// One sentence for each of three targets.
pub fn answer(series: &Series) -> Vec<String> {
    [0.01, 0.005, 0.002].map(|eps| for_target(series, eps)).to_vec()
}

fn for_target(series: &Series, eps: f64) -> String {
    let analysis = analyze(series, &Settings { eps, ..Settings::default() });
    // The run that needs most; `None` is more than a million times the pilot.
    let runs = analysis.main_runs.iter().map(|&run| analysis.runs[run].required_n);
    let n = runs.collect::<Option<Vec<usize>>>().and_then(|needed| needed.into_iter().max());
    let pilot = analysis.main_runs.iter().map(|&run| analysis.runs[run].n).max();
    let within = match n {
        None => "more samples than can be foreseen".into(),
        Some(n) if Some(n) <= pilot => format!("no more than the {} samples at hand", grouped(n)),
        Some(n) => format!("{} samples", grouped(n)),
    };
    let target = chosen_percent(eps);
    let name = &analysis.name;
    let Some(between) = &analysis.between else {
        return format!("{name}: ±{target} takes {within}, and nothing is known of other processes.");
    };
    // The cautious number: the variance between a few processes is itself known badly.
    let processes = match between.required_processes_cautious {
        Some(processes) => format!("{} processes", grouped(processes)),
        None => "more processes than can be foreseen".into(),
    };
    format!("{name}: ±{target} within each process takes {within}, and over processes {processes}.")
}
