//! What two certificate-based aggregate signature schemes cost on this machine.
//!
//! Takes the newest campaign under `reports/` that timed what the schemes need, or measures quickly
//! if there is none, and prices every phase for n signers with intervals.
//!
//! ```text
//! cargo run --release --example cbas-costs
//! cargo run --example cbas-costs -- --symbols target-group --campaign reports/NAME
//! ```

// What the libraries must not do, an example is for.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use cbas_bench::campaign::{Campaign, Manifest, newest};
use cbas_bench::operation::{Role, find as find_operation};
use cbas_bench::protocol::Protocol;
use cbas_bench::run::{Request, run};
use cbas_bench::selection::What;
use cbas_bench::symbol::SymbolProfile;
use cbas_bench::time::now;
use cbas_convergence::quantity::{time, time_with_half_width};
use cbas_convergence::{Analysis, Settings, analyze};
use cbas_schemes::catalogue::{Provenance, Scheme, find};
use cbas_schemes::cost::{Cost, PhaseCost, UnitCosts, price_measured_phases, row_operations};
use clap::Parser;
use table::grid;

#[path = "../crates/cbas/src/report/grid.rs"]
mod table;

/// Prices one pairing-based and one pairing-free scheme.
#[derive(Parser)]
struct Arguments {
    /// Campaign to take unit costs from [default: the newest under reports/, else a quick one].
    #[arg(long, value_name = "DIR")]
    campaign: Option<PathBuf>,
    /// What symbols such as T_pbsm stand for: source-group or target-group.
    #[arg(long, value_name = "PROFILE", default_value = "source-group")]
    symbols: String,
    /// Numbers of signers.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1u64, 10, 100, 1000])]
    n: Vec<u64>,
}

fn main() -> ExitCode {
    // Campaigns measure in fresh processes of the running program: this may be one of them.
    if let Some(code) = cbas_bench::process::enter_if_child() {
        return code;
    }
    match price(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn price(arguments: &Arguments) -> Result<()> {
    let profile = SymbolProfile::named(&arguments.symbols)?;
    let schemes = [find("cbas-g")?, find("qiao-2023")?];
    let mut needed = Vec::new();
    for scheme in &schemes {
        needed.extend(row_operations(scheme, Provenance::Counted, &profile)?);
    }
    // What a campaign leaves out unless it is asked for has no cost, and its phase says so.
    needed.retain(|operation| find_operation(operation).is_ok_and(|operation| operation.role != Role::Extended));
    let directory = match &arguments.campaign {
        Some(directory) => directory.clone(),
        None => {
            newest(Path::new("reports"), |manifest| holds(manifest, &needed)).map_or_else(|| measure(&needed), Ok)?
        }
    };
    let campaign = Campaign::read(&directory)?;
    let settings = Settings::default();
    let analyses = analyses(&campaign, &settings)?;
    let units = UnitCosts::measured(analyses.iter().map(|(operation, analysis)| (operation.clone(), analysis)))?;
    println!("Unit costs: {} ({})", directory.display(), campaign.manifest.created);
    println!("Machine: {}", campaign.manifest.environment.machine());
    println!("Symbols: profile `{}`: {}", profile.name, profile.meaning);
    for scheme in &schemes {
        print_costs(scheme, &arguments.n, &profile, &units, settings.confidence)?;
    }
    println!("{}", closing(&campaign, &analyses));
    Ok(())
}

/// Whether a campaign timed every operation on its default library.
fn holds(manifest: &Manifest, needed: &[String]) -> bool {
    needed.iter().all(|operation| default_workload(manifest, operation).is_some())
}

/// Index of an operation on its default library in a campaign.
fn default_workload(manifest: &Manifest, operation: &str) -> Option<usize> {
    let library = cbas_bench::operation::find(operation).ok()?.default_library;
    manifest.position(&format!("{operation}/{library}"))
}

/// A campaign of one process with what is needed, for a first look.
fn measure(needed: &[String]) -> Result<PathBuf> {
    eprintln!("no campaign under reports/ holds what the schemes need: measuring quickly (one process)");
    let directory = Path::new("reports").join(format!("campaign-costs-{}", now().replace([':', '.'], "-")));
    let protocol = Protocol { processes: 1, sizes: vec![1000], ..Protocol::default() };
    let what = What { operations: needed.to_vec(), ..What::default() };
    let request = Request { what, protocol, directory: directory.clone() };
    run(&request, |_| {})?;
    Ok(directory)
}

/// The analysis of every operation that was timed on its default library.
fn analyses(campaign: &Campaign, settings: &Settings) -> Result<Vec<(String, Analysis)>> {
    let clock = campaign.default_clock();
    let mut analyses = Vec::new();
    for timed in &campaign.manifest.workloads {
        if let Some(index) = default_workload(&campaign.manifest, &timed.operation)
            .filter(|&i| campaign.manifest.workloads[i].id == timed.id)
        {
            let series = campaign.series(index, clock).with_context(|| format!("{} cannot be used", timed.id))?;
            analyses.push((timed.operation.clone(), analyze(&series, settings)));
        }
    }
    ensure!(!analyses.is_empty(), "{} timed nothing on a default library", campaign.directory.display());
    Ok(analyses)
}

fn print_costs(scheme: &Scheme, ns: &[u64], profile: &SymbolProfile, units: &UnitCosts, confidence: f64) -> Result<()> {
    println!("\n{}: {}", scheme.name, scheme.description);
    println!("Security: {} ({})", scheme.security.label, scheme.security.note);
    let costs = price_measured_phases(scheme, Provenance::Counted, ns, profile, units, confidence)?;
    if let Some(warning) = &costs.warning {
        println!("Warning: {warning}");
    }
    let headings = ["phase", "operations"].map(str::to_owned).into_iter().chain(ns.iter().map(|n| format!("n = {n}")));
    let row = |phase: &PhaseCost| {
        let cells = phase.costs.iter().map(|cost| cost.as_ref().map_or_else(|| why_none(phase), cell));
        [phase.name.clone(), phase.formula.clone()].into_iter().chain(cells).collect()
    };
    print!("{}", grid(&headings.collect::<Vec<_>>(), costs.phases.iter().map(row)));
    Ok(())
}

fn why_none(phase: &PhaseCost) -> String {
    if phase.missing.is_empty() { "unknown".to_owned() } else { format!("no {}", phase.missing.join(", ")) }
}

fn cell(cost: &Cost) -> String {
    match (cost.low_ns, cost.high_ns) {
        (Some(low), Some(high)) => time_with_half_width(cost.mean_ns, (cost.mean_ns - low).max(high - cost.mean_ns)),
        _ => time(cost.mean_ns),
    }
}

/// What the intervals stand for, and which unit costs have not settled.
fn closing(campaign: &Campaign, analyses: &[(String, Analysis)]) -> String {
    let processes = campaign.processes.len();
    let scope = match processes {
        1 => "within one process, operations taken as independent: says nothing about other processes".to_owned(),
        _ => format!("over {processes} processes, each scheme evaluated in every process"),
    };
    let unsettled: Vec<String> = analyses
        .iter()
        .filter(|(_, analysis)| !analysis.verdict.is_converged())
        .map(|(operation, analysis)| format!("{operation} ({})", analysis.verdict.short()))
        .collect();
    let settled = match unsettled.is_empty() {
        true => "All unit costs have converged.".to_owned(),
        false => format!("Not converged: {}.", unsettled.join("; ")),
    };
    format!("\n± is the half-width of the 95 % interval {scope}.\n{settled}")
}
