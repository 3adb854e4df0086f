//! Schemes timed phase by phase beside their price.
//!
//! Each of K fresh processes has the operations and all phases in place and times them in turns, so that a slow spell hits
//! both, and prices the schemes with its own means. Predicted over measured is taken in every process and its interval is
//! that of the K ratios (STATISTICS.md §8). Every process draws its memory layout and its order, checks that the outputs
//! of the operations are the same before and after, and stops if a verification refuses.

mod child;

use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, ensure};
use cbas_convergence::settings::{Settings, WarmUp};
use cbas_convergence::statistics::processes::Components;
use cbas_convergence::{Run, Series, analyze};
use cbas_schemes::catalogue::{Provenance, SecurityLabel, find};
use cbas_schemes::cost::product_line;
use cbas_schemes::count::{CountedScheme, count};
use cbas_schemes::engine::Products;
use cbas_schemes::measure::{Subject, Timed, operations};
use cbas_schemes::polynomial::Polynomial;
use cbas_schemes::scheme::Executable;
use cbas_schemes::symbol::{PRODUCT_FIXED, PRODUCT_PAIR};

pub use child::enter_if_child;
use child::{JOB_VARIABLE, Job, Record};

use super::{catalogue, chosen};
use crate::analysis::file_settings;
use crate::cli::{BLST, CostsArgs};
use crate::command::complain;

/// More signers than this take hours and most of the memory.
const MOST_SIGNERS: u64 = 10_000;
const MILLER_LOOP: &str = "miller-loop";
const FINAL_EXP: &str = "final-exp";
/// Products of pairings that tell what blst's context costs.
const PRODUCTS: [(f64, &str); 4] =
    [(2.0, "pairing-product-2"), (4.0, "pairing-product-4"), (8.0, "pairing-product-8"), (64.0, "pairing-product-64")];

/// A mean over processes with the half-width of its interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// Mean.
    pub mean: f64,
    /// Half-width.
    pub half_width: f64,
}

/// Work that a phase does beside the operations of its row.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Beside {
    /// What is done.
    pub operation: String,
    /// How often.
    pub count: i128,
    /// Its share of the measured time.
    pub share: f64,
}

/// One phase of a scheme for n signers.
#[derive(Debug, serde::Serialize)]
pub struct Row {
    /// Identifier of the scheme.
    pub scheme: String,
    /// What is known about its security.
    pub security: SecurityLabel,
    /// The phase.
    pub phase: String,
    /// Number of signers.
    pub n: u64,
    /// Price of the row, every pairing on its own, ns.
    pub plain: Estimate,
    /// Price of the row with products of pairings, ns.
    pub composite: Estimate,
    /// The same with the named work beside the row, ns.
    pub complete: Estimate,
    /// Time, ns.
    pub measured: Estimate,
    /// Complete price divided by time; `None` if nothing is priced.
    pub ratio: Option<Estimate>,
    /// The work beside the row.
    pub beside: Vec<Beside>,
    /// Counted operations that have no unit cost and are not in the price.
    pub unpriced: Vec<String>,
    /// Samples of a process, at least.
    pub samples: usize,
    /// Runs of the phase in a sample, at most.
    pub batch: u32,
    /// Verdict on the mean time in short.
    pub verdict: String,
}

/// All of them, and what they were measured on.
#[derive(Debug, serde::Serialize)]
pub struct Measured {
    /// Number of processes.
    pub processes: usize,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Library of the pairings and their groups.
    pub pairing_library: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// Means of the operations, ns.
    pub units: BTreeMap<String, Estimate>,
    /// Every sample.
    #[serde(skip)]
    pub samples: Vec<Samples>,
}

/// The samples of one operation or phase in one process.
#[derive(Debug)]
pub struct Samples {
    /// Number of the process, from 0.
    pub process: usize,
    /// What was timed, how, and the times.
    pub timed: Timed,
}

/// The counts of one phase.
struct Counts<'a> {
    plain: &'a [(&'static str, Polynomial)],
    composite: &'a [(&'static str, Polynomial)],
    beside: &'a [(&'static str, Polynomial)],
}

/// Measures what the command line asks for; the second value names what was left out.
pub fn measure(arguments: &CostsArgs) -> Result<(Measured, Vec<String>)> {
    ensure!(
        arguments.row.is_none_or(|row| row.provenance() == Provenance::Executed),
        "--measure prices what the code does, which is the executed row: leave out --row"
    );
    let catalogue = catalogue(arguments)?;
    let (mut schemes, mut left_out) = (Vec::new(), Vec::new());
    for scheme in chosen(arguments, &catalogue)? {
        match Executable::find(&scheme.id) {
            Some(executable) => schemes.push(executable),
            None => left_out.push(format!("scheme `{}` has no code to run", scheme.id)),
        }
    }
    ensure!(!schemes.is_empty(), "nothing to measure: {}", left_out.join("; "));
    let counted: Vec<CountedScheme> = schemes.iter().map(|&scheme| count(scheme)).collect::<Result<_, _>>()?;
    ensure!(
        arguments.n.iter().all(|&n| n <= MOST_SIGNERS),
        "--measure sets up every signer: pass --n of at most {MOST_SIGNERS}"
    );
    let mut ns = arguments.n.clone();
    ns.sort_unstable();
    ns.dedup();
    let mut operations = operations(&counted);
    if arguments.pairing_library == BLST && operations.iter().any(|operation| operation == MILLER_LOOP) {
        operations.extend(PRODUCTS.map(|(_, name)| name.to_owned()));
    }
    let job = Job {
        schemes: schemes.iter().map(|scheme| scheme.id().to_owned()).collect(),
        ns,
        operations,
        pairing_library: arguments.pairing_library.clone(),
        seconds: arguments.seconds,
        process: 0,
    };
    let mut records = Vec::new();
    for process in 0..arguments.processes {
        complain(&format!("note: process {} of {}", process + 1, arguments.processes));
        records.push(spawn(&Job { process, ..job.clone() })?);
    }
    let settings = file_settings(&arguments.judge, WarmUp::Fixed(0))?;
    Ok((Measured::of(records, &counted, &arguments.pairing_library, &settings)?, left_out))
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

impl Measured {
    /// What the processes say, each of them timed the same.
    fn of(records: Vec<Record>, counted: &[CountedScheme], pairing_library: &str, settings: &Settings) -> Result<Self> {
        let units: Vec<BTreeMap<&str, f64>> = records.iter().map(Record::units).collect();
        let mut rows = Vec::new();
        for (at, timed) in records[0].timed.iter().enumerate() {
            let Subject::Phase { scheme, phase, n } = &timed.subject else { continue };
            let of_scheme = counted.iter().find(|counted| counted.scheme.id() == scheme);
            let counts = of_scheme.and_then(|counted| Counts::of(counted, phase));
            let counts = counts.ok_or_else(|| anyhow!("phase {phase} of `{scheme}` was timed and is not counted"))?;
            let timed: Vec<&Timed> = records.iter().filter_map(|record| record.timed.get(at)).collect();
            rows.push(row((scheme, phase, *n), &counts, &timed, &units, settings)?);
        }
        let means = |name: &&str| units.iter().filter_map(|units| units.get(*name).copied()).collect::<Vec<f64>>();
        let means = units[0].keys().map(|name| ((*name).to_owned(), estimate(&means(name), settings.confidence)));
        let (processes, confidence, units) = (records.len(), settings.confidence, means.collect());
        let samples = records.into_iter().enumerate();
        let samples = samples
            .flat_map(|(process, record)| record.timed.into_iter().map(move |timed| Samples { process, timed }))
            .collect();
        Ok(Self { processes, confidence, pairing_library: pairing_library.to_owned(), rows, units, samples })
    }
}

impl Record {
    /// Means of the operations, ns, and where products of pairings were timed the line through them.
    fn units(&self) -> BTreeMap<&str, f64> {
        let of = |timed| match timed {
            timed @ &Timed { subject: Subject::Operation(ref operation), .. } => {
                Some((operation.as_str(), timed.mean()))
            }
            _ => None,
        };
        let mut units: BTreeMap<&str, f64> = self.timed.iter().filter_map(of).collect();
        let products: Vec<(f64, f64)> = PRODUCTS.iter().filter_map(|&(k, name)| Some((k, *units.get(name)?))).collect();
        if let Some((fixed, pair)) = product_line(&products) {
            units.extend([(PRODUCT_PAIR, pair), (PRODUCT_FIXED, fixed)]);
        }
        units
    }
}

impl<'a> Counts<'a> {
    fn of(counted: &'a CountedScheme, phase: &str) -> Option<Self> {
        let plain = counted.phase_with(phase, Products::Separate)?;
        let shared = counted.phase_with(phase, Products::Shared)?;
        Some(Self { plain: &plain.operations, composite: &shared.operations, beside: &shared.beside })
    }
}

/// Counts times unit costs, ns; what has no unit cost is left out.
fn price(counts: &[(&'static str, Polynomial)], n: u64, units: &BTreeMap<&str, f64>) -> f64 {
    // Where there is a line, a pairing in a product costs its slope, and what ends the product its intercept.
    let unit = |operation: &'static str| {
        let in_product = match operation {
            MILLER_LOOP => units.get(PRODUCT_PAIR),
            FINAL_EXP => units.get(PRODUCT_FIXED),
            _ => None,
        };
        in_product.or_else(|| units.get(operation))
    };
    let term = |(operation, count): &(&'static str, Polynomial)| Some(count.at(n)? as f64 * unit(operation)?);
    counts.iter().filter_map(term).sum()
}

fn row(
    (scheme, phase, n): (&str, &str, u64),
    counts: &Counts<'_>,
    timed: &[&Timed],
    units: &[BTreeMap<&str, f64>],
    settings: &Settings,
) -> Result<Row> {
    let estimate = |values: &[f64]| estimate(values, settings.confidence);
    let priced = |counts: &[(&'static str, Polynomial)]| -> Vec<f64> {
        units.iter().map(|units| price(counts, n, units)).collect()
    };
    let (composite, besides) = (priced(counts.composite), priced(counts.beside));
    let complete: Vec<f64> = composite.iter().zip(&besides).map(|(row, beside)| row + beside).collect();
    let measured: Vec<f64> = timed.iter().map(|timed| timed.mean()).collect();
    let ratios: Vec<f64> = complete.iter().zip(&measured).map(|(predicted, ns)| predicted / ns).collect();
    let occurs = |(_, count): &&(&str, Polynomial)| count.at(n).is_some_and(|count| count > 0);
    let has = |operation: &str| units.iter().all(|units| units.contains_key(operation));
    let all = || counts.composite.iter().chain(counts.beside).filter(occurs);
    let mean = estimate(&measured).mean;
    let beside = counts.beside.iter().filter(occurs).filter_map(|(operation, count)| {
        let ns = priced(std::slice::from_ref(&(*operation, count.clone()))).iter().sum::<f64>() / units.len() as f64;
        Some(Beside { operation: (*operation).to_owned(), count: count.at(n)?, share: ns / mean })
    });
    let runs = timed
        .iter()
        .enumerate()
        .map(|(process, timed)| Ok(Run::new(timed.ns.clone())?.in_process(process.to_string())));
    let series = runs.collect::<Result<Vec<_>>>().and_then(|runs| Ok(Series::new(phase, runs)?));
    Ok(Row {
        scheme: scheme.to_owned(),
        security: find(scheme)?.security.label,
        phase: phase.to_owned(),
        n,
        plain: estimate(&priced(counts.plain)),
        composite: estimate(&composite),
        complete: estimate(&complete),
        measured: estimate(&measured),
        ratio: ratios.iter().all(|&ratio| ratio.is_finite() && ratio > 0.0).then(|| estimate(&ratios)),
        beside: beside.collect(),
        unpriced: all()
            .filter(|(operation, _)| !has(operation))
            .map(|(operation, _)| (*operation).to_owned())
            .collect(),
        samples: timed.iter().map(|timed| timed.ns.len()).min().unwrap_or(0),
        batch: timed.iter().map(|timed| timed.batch).max().unwrap_or(1),
        // A phase that does nothing has no time to judge.
        verdict: series.map_or_else(|_| "no time".to_owned(), |series| analyze(&series, settings).verdict.short()),
    })
}

/// STATISTICS.md §8: mean ± t·S/√K.
fn estimate(values: &[f64], confidence: f64) -> Estimate {
    let components = Components::of(values, None);
    Estimate { mean: components.mean, half_width: components.half_width(confidence) }
}
