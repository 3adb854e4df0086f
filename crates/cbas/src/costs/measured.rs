//! Schemes timed phase by phase beside their price.
//!
//! Each of K fresh processes times the operations and the schemes in turns, so that a slow spell hits both, and prices
//! the schemes with its own means. Predicted over measured is taken in every process and its interval is that of the K
//! ratios (STATISTICS.md §8). Every process draws its memory layout, discards warm-up runs, checks that the digests of
//! the operations are the same before and after, and stops if a verification refuses.

mod child;

use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail, ensure};
use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::statistics::processes::Components;
use cbas_schemes::cost::{UnitCosts, price};
use cbas_schemes::count::count;
use cbas_schemes::engine::Products;
use cbas_schemes::formula::Formula;
use cbas_schemes::polynomial::Polynomial;
use cbas_schemes::scheme::Executable;

pub use child::enter_if_child;
use child::{JOB_VARIABLE, Job, Record};

use super::{catalogue, chosen};
use crate::cli::CostsArgs;
use crate::command::complain;

/// A mean over processes with the half-width of its interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// Mean.
    pub mean: f64,
    /// Half-width.
    pub half_width: f64,
}

/// One phase of a scheme for n signers.
#[derive(Debug, serde::Serialize)]
pub struct Row {
    /// Identifier of the scheme.
    pub scheme: String,
    /// The phase.
    pub phase: String,
    /// Number of signers.
    pub n: u64,
    /// Price, every pairing on its own, ns.
    pub plain: Estimate,
    /// Price with products of pairings, ns.
    pub composite: Estimate,
    /// Time, ns.
    pub measured: Estimate,
    /// Composite price divided by time.
    pub ratio: Estimate,
    /// Counted operations that have no unit cost and are not in the price.
    pub unpriced: Vec<String>,
    /// Whether the time is too short to be taken singly.
    pub too_short: bool,
}

/// All of them, and what they were measured on.
#[derive(Debug, serde::Serialize)]
pub struct Measured {
    /// Number of processes.
    pub processes: usize,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The rows.
    pub rows: Vec<Row>,
    /// Means of the operations, ns.
    pub units: BTreeMap<String, Estimate>,
}

/// The counts of one phase in both forms.
struct Counts {
    plain: Vec<(&'static str, Polynomial)>,
    composite: Vec<(&'static str, Polynomial)>,
}

/// Measures what the command line asks for; the second value names what was left out.
pub fn measure(arguments: &CostsArgs) -> Result<(Measured, Vec<String>)> {
    let catalogue = catalogue(arguments)?;
    let (mut schemes, mut left_out) = (Vec::new(), Vec::new());
    for scheme in chosen(arguments, &catalogue)? {
        match Executable::find(&scheme.id) {
            Some(executable) => schemes.push(executable),
            None => left_out.push(format!("scheme `{}` has no code to run", scheme.id)),
        }
    }
    ensure!(!schemes.is_empty(), "nothing to measure: {}", left_out.join("; "));
    let counted: Vec<_> = schemes.iter().map(|&scheme| count(scheme)).collect::<Result<_, _>>()?;
    let mut operations: Vec<&str> =
        counted.iter().flat_map(|c| &c.phases).flat_map(|p| &p.operations).map(|(operation, _)| *operation).collect();
    operations.sort_unstable();
    operations.dedup();
    let job = Job {
        schemes: schemes.iter().map(|scheme| scheme.id().to_owned()).collect(),
        ns: arguments.n.clone(),
        operations: operations.into_iter().map(str::to_owned).collect(),
        process: 0,
    };
    let mut records = Vec::new();
    for process in 0..arguments.processes {
        complain(&format!("note: process {} of {}", process + 1, arguments.processes));
        records.push(spawn(&Job { process, ..job.clone() })?);
    }
    let mut rows = Vec::new();
    for (at, timed) in records[0].phases.iter().enumerate() {
        let of_scheme = schemes.iter().position(|scheme| scheme.id() == timed.scheme);
        let counted =
            of_scheme.and_then(|at| counted.get(at)).ok_or_else(|| anyhow!("a process timed what nobody asked for"))?;
        let of = |products| counted.phase_with(&timed.phase, products).map(|phase| phase.operations.clone());
        let (Some(plain), Some(composite)) = (of(Products::Separate), of(Products::Shared)) else {
            bail!("phase {} of `{}` was timed and is not counted", timed.phase, timed.scheme);
        };
        rows.push(row(&records, at, &Counts { plain, composite }, arguments.judge.confidence)?);
    }
    let estimate = |values: Vec<f64>| estimate(&values, arguments.judge.confidence);
    let of_all =
        |operation: &String| records.iter().filter_map(|record| record.units.get(operation).copied()).collect();
    let units = records[0].units.keys().map(|operation| (operation.clone(), estimate(of_all(operation)))).collect();
    let (processes, confidence) = (records.len(), arguments.judge.confidence);
    Ok((Measured { processes, confidence, rows, units }, left_out))
}

/// Runs one fresh process of the running program.
fn spawn(job: &Job) -> Result<Record> {
    let program = std::env::current_exe().context("the running program is unknown")?;
    let mut child = Command::new(program)
        .env(JOB_VARIABLE, serde_json::to_string(job)?)
        .env("CBAS_CHILD_PADDING", "x".repeat(job.layout().environment_padding))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("a measuring process could not be started")?;
    let mut text = String::new();
    child.stdout.take().expect("standard output is piped").read_to_string(&mut text)?;
    let status = child.wait()?;
    ensure!(status.success(), "measuring process {} ended with {status}, for the reason given above", job.process);
    serde_json::from_str(&text).with_context(|| format!("measuring process {} gave no record", job.process))
}

fn row(records: &[Record], at: usize, counts: &Counts, confidence: f64) -> Result<Row> {
    let timed = &records[0].phases[at];
    let has = |operation: &str| records[0].units.contains_key(operation);
    let unpriced = counts
        .composite
        .iter()
        .filter(|(operation, count)| !has(operation) && count.at(timed.n).is_some_and(|count| count > 0));
    let unpriced = unpriced.map(|(operation, _)| (*operation).to_owned()).collect();
    let priced = |operations: &[(&'static str, Polynomial)], record: &Record| -> Result<f64> {
        let terms = operations.iter().filter(|(operation, _)| has(operation));
        let terms: Vec<String> = terms.map(|(operation, count)| count.term(operation)).collect();
        if terms.is_empty() {
            return Ok(0.0);
        }
        let units = UnitCosts::table(record.units.iter().map(|(operation, ns)| (operation.clone(), *ns)))?;
        // Operations stand for themselves in every profile.
        let profile = SymbolProfile::named("source-group")?;
        let cost = price(&Formula::parse(&terms.join(" + "))?, timed.n, &profile, &units, confidence)?;
        Ok(cost.map_or(0.0, |cost| cost.mean_ns))
    };
    let of = |operations: &[(&'static str, Polynomial)]| -> Result<Vec<f64>> {
        records.iter().map(|record| priced(operations, record)).collect()
    };
    let (plain, composite) = (of(&counts.plain)?, of(&counts.composite)?);
    let measured: Vec<f64> = records.iter().map(|record| record.phases[at].ns).collect();
    let ratios: Vec<f64> = composite.iter().zip(&measured).map(|(predicted, ns)| predicted / ns).collect();
    let estimate = |values: &[f64]| estimate(values, confidence);
    Ok(Row {
        scheme: timed.scheme.clone(),
        phase: timed.phase.clone(),
        n: timed.n,
        plain: estimate(&plain),
        composite: estimate(&composite),
        measured: estimate(&measured),
        ratio: estimate(&ratios),
        unpriced,
        too_short: records.iter().any(|record| record.phases[at].ns < record.shortest_ns),
    })
}

/// STATISTICS.md §8: mean ± t·S/√K.
fn estimate(values: &[f64], confidence: f64) -> Estimate {
    let components = Components::of(values, None);
    Estimate { mean: components.mean, half_width: components.half_width(confidence) }
}
