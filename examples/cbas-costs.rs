//! A tour: what three certificate-based and baseline schemes cost on this machine.
//!
//! Takes a campaign (the newest under `reports/` that timed what is needed, else a quick one), prices every phase for
//! n signers with intervals, draws the verification of an aggregate against n, and prints the table for LaTeX.
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
use cbas_convergence::plot::{Figure, Growth, GrowthCurve};
use cbas_convergence::quantity::{decimals_for, time_with_half_width};
use cbas_convergence::{Analysis, Settings, analyze};
use cbas_schemes::catalogue::{Provenance, Scheme, find};
use cbas_schemes::cost::{Cost, SchemeCost, UnitCosts, price_measured_phases, row_operations};
use cbas_schemes::latex;
use clap::Parser;
use table::grid;

#[path = "../crates/cbas/src/report/grid.rs"]
mod table;

/// Prices a pairing-based and a pairing-free scheme, and Schnorr to compare with.
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
    /// Where the chart goes, an SVG or PNG file.
    #[arg(long, value_name = "FILE", default_value = "target/agg-verify.svg")]
    chart: PathBuf,
}

fn main() -> ExitCode {
    // Campaigns measure in fresh processes of the running program: this may be one of them.
    if let Some(code) = cbas_bench::process::enter_if_child() {
        return code;
    }
    match tour(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn tour(arguments: &Arguments) -> Result<()> {
    let profile = SymbolProfile::named(&arguments.symbols)?;
    let schemes = [find("cbas-g")?, find("qiao-2023")?, find("schnorr-half-agg")?];
    let mut needed = Vec::new();
    for scheme in &schemes {
        needed.extend(row_operations(scheme, Provenance::Counted, &profile)?);
    }
    // What a campaign leaves out unless it is asked for has no cost, and its phase says so.
    needed.retain(|operation| find_operation(operation).is_ok_and(|operation| operation.role != Role::Extended));
    // 1. Measure, or take what was measured.
    let holds = |manifest: &Manifest| needed.iter().all(|operation| default_workload(manifest, operation).is_some());
    let directory = match &arguments.campaign {
        Some(directory) => directory.clone(),
        None => newest(Path::new("reports"), holds).map_or_else(|| measure(&needed), Ok)?,
    };
    let campaign = Campaign::read(&directory)?;
    let settings = Settings::default();
    let analyses = analyses(&campaign, &settings)?;
    let units = UnitCosts::measured(analyses.iter().map(|(operation, analysis)| (operation.clone(), analysis)))?;
    println!("Unit costs: {} ({})", directory.display(), campaign.manifest.created);
    println!("Machine: {}", campaign.manifest.environment.machine());
    println!("Symbols: profile `{}`: {}", profile.name, profile.meaning);
    // 2. Price.
    let price = |scheme: &Scheme, ns: &[u64]| {
        price_measured_phases(scheme, Provenance::Counted, ns, &profile, &units, settings.confidence)
    };
    let costs = schemes.iter().map(|scheme| price(scheme, &arguments.n)).collect::<Result<Vec<_>, _>>()?;
    schemes.iter().zip(&costs).for_each(|(scheme, cost)| print_costs(scheme, cost));
    // 3. Draw.
    let ns: Vec<u64> = (1..=3000).step_by(25).collect();
    let curves = schemes.iter().map(|scheme| Ok(curve(scheme, &price(scheme, &ns)?))).collect::<Result<Vec<_>>>()?;
    let chart = &arguments.chart;
    std::fs::create_dir_all(chart.parent().unwrap_or(Path::new(".")))?;
    let (title, number) = ("Verification of an aggregate".to_owned(), "number of signers n".to_owned());
    let subtitle = format!("95 % intervals; symbols: profile {}", profile.name);
    Growth { title, subtitle, number, curves, crossings: Vec::new() }.write(chart)?;
    println!("\nChart: {}\n", chart.display());
    // 4. Print for a paper.
    let named = schemes.iter().zip(&costs).map(|(scheme, cost)| (scheme, cost, ""));
    println!("{}", latex::document("cbas", &[latex::costs(named, milliseconds)]));
    println!("{}", closing(&campaign, &analyses));
    Ok(())
}

/// Index of an operation on its default library in a campaign.
fn default_workload(manifest: &Manifest, operation: &str) -> Option<usize> {
    manifest.position(&format!("{operation}/{}", find_operation(operation).ok()?.default_library))
}

/// A campaign of one process with what is needed, for a first look.
fn measure(needed: &[String]) -> Result<PathBuf> {
    eprintln!("no campaign under reports/ holds what the schemes need: measuring quickly (one process)");
    let directory = Path::new("reports").join(format!("campaign-costs-{}", now().replace([':', '.'], "-")));
    let protocol = Protocol { processes: 1, sizes: vec![1000], ..Protocol::default() };
    let what = What { operations: needed.to_vec(), ..What::default() };
    run(&Request { what, protocol, directory: directory.clone() }, |_| {})?;
    Ok(directory)
}

/// The analysis of every operation that was timed on its default library.
fn analyses(campaign: &Campaign, settings: &Settings) -> Result<Vec<(String, Analysis)>> {
    let mut analyses = Vec::new();
    for (index, timed) in campaign.manifest.workloads.iter().enumerate() {
        if default_workload(&campaign.manifest, &timed.operation) == Some(index) {
            let series = campaign.series(index, campaign.default_clock());
            let series = series.with_context(|| format!("{} cannot be used", timed.id))?;
            analyses.push((timed.operation.clone(), analyze(&series, settings)));
        }
    }
    ensure!(!analyses.is_empty(), "{} timed nothing on a default library", campaign.directory.display());
    Ok(analyses)
}

fn print_costs(scheme: &Scheme, costs: &SchemeCost) {
    println!("\n{}: {}", scheme.name, scheme.description);
    println!("Security: {} ({}); counts: {}", scheme.security.label, scheme.security.note, costs.row);
    if let Some(warning) = &costs.warning {
        println!("Warning: {warning}");
    }
    let columns = costs.ns.iter().map(|n| format!("n = {n}"));
    let headings: Vec<String> = ["phase", "operations"].map(str::to_owned).into_iter().chain(columns).collect();
    let rows = costs.phases.iter().map(|phase| {
        let cell = |cost: &Option<Cost>| match cost {
            Some(cost) => time_with_half_width(cost.mean_ns, half_width(cost)),
            None => format!("no {}", phase.missing.join(", ")),
        };
        [phase.name.clone(), phase.formula.clone()].into_iter().chain(phase.costs.iter().map(cell)).collect()
    });
    print!("{}", grid(&headings, rows));
}

/// The larger half-width, ns: measured costs have an interval.
fn half_width(cost: &Cost) -> f64 {
    (cost.low_ns.zip(cost.high_ns)).map_or(0.0, |(low, high)| (cost.mean_ns - low).max(high - cost.mean_ns))
}

/// For siunitx, with no digit that the interval does not support.
fn milliseconds(cost: &Cost) -> String {
    let (mean, half) = (cost.mean_ns / 1e6, half_width(cost) / 1e6);
    let decimals = decimals_for(half);
    if half == 0.0 { format!("{mean}") } else { format!("{mean:.decimals$} +- {half:.decimals$}") }
}

fn curve(scheme: &Scheme, costs: &SchemeCost) -> GrowthCurve {
    let priced = costs.phase("AggVerify").map(|phase| phase.costs.as_slice()).unwrap_or_default();
    let points = costs.ns.iter().zip(priced).filter_map(|(&n, cost)| Some((n, (*cost)?)));
    let points = points.map(|(n, cost)| (n as f64, (cost.mean_ns, cost.low_ns.zip(cost.high_ns)))).collect();
    GrowthCurve { name: scheme.name.clone(), points }
}

/// What the intervals stand for, and which unit costs have not settled.
fn closing(campaign: &Campaign, analyses: &[(String, Analysis)]) -> String {
    let scope = match campaign.processes.len() {
        1 => "within one process, operations taken as independent: says nothing about other processes".to_owned(),
        processes => format!("over {processes} processes, each scheme evaluated in every process"),
    };
    let unsettled = analyses.iter().filter(|(_, analysis)| !analysis.verdict.is_converged());
    let unsettled: Vec<String> =
        unsettled.map(|(operation, analysis)| format!("{operation} ({})", analysis.verdict.short())).collect();
    let settled = match unsettled.is_empty() {
        true => "All unit costs have converged.".to_owned(),
        false => format!("Not converged: {}.", unsettled.join("; ")),
    };
    format!("% ± is the half-width of the 95 % interval {scope}.\n% {settled}")
}
