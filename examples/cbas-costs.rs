//! A tour: measure, price three schemes, draw the chart, print the LaTeX.
//!
//! ```text
//! cargo run --release --example cbas-costs
//! cargo run --example cbas-costs -- --symbols target-group --campaign reports/NAME
//! ```

// What the libraries must not do, an example is for.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use cbas_bench::campaign::{Campaign, Manifest, newest};
use cbas_bench::operation::{self, Role};
use cbas_bench::run::{Request, run};
use cbas_bench::symbol::SymbolProfile;
use cbas_bench::time::now;
use cbas_convergence::Settings;
use cbas_convergence::plot::{Figure, Growth};
use cbas_convergence::quantity::TimeUnit;
use cbas_schemes::catalogue::{Provenance, find};
use cbas_schemes::cost::{CampaignCosts, Cost, Priced, Pricer, numbers, row_operations};
use cbas_schemes::latex;
use clap::Parser;

/// Prices a pairing-based and a pairing-free scheme, and Schnorr to compare with.
#[derive(Parser)]
struct Arguments {
    /// Campaign to take unit costs from [default: the newest under reports/ that has them, else a quick one].
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
    let outcome = tour(&Arguments::parse()).inspect_err(|error| eprintln!("error: {error:#}"));
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tour(arguments: &Arguments) -> Result<()> {
    let (profile, settings) = (SymbolProfile::named(&arguments.symbols)?, Settings::default());
    let schemes = [find("cbas-g")?, find("qiao-2023")?, find("schnorr-half-agg")?];
    // 1. Measure, or take what was measured.
    let needed = schemes.iter().map(|scheme| row_operations(scheme, Provenance::Counted, &profile));
    let mut needed: Vec<String> = needed.collect::<Result<Vec<_>, _>>()?.concat();
    // What a campaign leaves out unless it is asked for has no cost, and its phase says so.
    needed.retain(|id| operation::find(id).is_ok_and(|operation| operation.role != Role::Extended));
    let holds = |manifest: &Manifest| needed.iter().all(|id| manifest.on_default_library(id).is_some());
    let directory = match &arguments.campaign {
        Some(directory) => directory.clone(),
        None => newest(Path::new("reports"), holds).map_or_else(|| measure(&needed), Ok)?,
    };
    let campaign = Campaign::read(&directory)?;
    let measured = CampaignCosts::of(&campaign, &settings)?;
    println!("Unit costs: {} ({})", directory.display(), campaign.manifest.created);
    println!("Machine: {}", campaign.manifest.environment.machine());
    println!("Symbols: profile `{}`: {}", profile.name, profile.meaning);
    // 2. Price three schemes, operation by operation.
    let pricer = Pricer::new(&profile, &measured.units, settings.confidence)?;
    let price = |ns: &[u64]| -> Result<Vec<Priced>> {
        let priced = schemes.iter().map(|scheme| Priced::of(&pricer, scheme, Provenance::Counted, ns, false));
        Ok(priced.collect::<Result<_, _>>()?)
    };
    let priced = price(&arguments.n)?;
    priced.iter().for_each(|priced| print(priced, &arguments.n));
    // 3. Draw the chart.
    let curves = price(&numbers(3000))?;
    let curves = curves.iter().map(|priced| priced.cost.curve(&priced.scheme.name, "AggVerify")).collect();
    std::fs::create_dir_all(arguments.chart.parent().unwrap_or(Path::new(".")))?;
    let (title, number) = ("Verification of an aggregate".to_owned(), "number of signers n".to_owned());
    let subtitle = format!("95 % intervals; plain sums; symbols: profile {}", profile.name);
    Growth { title, subtitle, number, curves, crossings: Vec::new() }.write(&arguments.chart)?;
    println!("\nChart: {}\n", arguments.chart.display());
    // 4. Print the LaTeX.
    let milliseconds = |cost: &Cost| cost.siunitx(TimeUnit::Milliseconds);
    let interval = format!("$\\pm$: 95\\,\\% interval, processes: {}.", campaign.processes.len());
    let tables = [latex::counts(&priced), latex::costs(&priced, milliseconds, &interval)];
    println!("{}\n% {}", latex::document("cbas", &tables), measured.verdicts());
    Ok(())
}

/// A campaign of one process with what is needed, for a first look.
fn measure(needed: &[String]) -> Result<PathBuf> {
    eprintln!("no campaign under reports/ holds what the schemes need: measuring quickly (one process)");
    let directory = Path::new("reports").join(format!("campaign-costs-{}", now().replace([':', '.'], "-")));
    run(&Request::first_look(needed.to_vec(), directory.clone()), |_| {})?;
    Ok(directory)
}

fn print(priced: &Priced, ns: &[u64]) {
    println!("\n{}: {}", priced.scheme.name, priced.scheme.description);
    println!("Security: {}; counts: {}; n = {ns:?}", priced.cost.security.warned(), priced.cost.row);
    priced.cost.warning.iter().for_each(|warning| println!("Warning: {warning}"));
    for line in priced.lines() {
        let missing = || format!("no {}", line.phase.missing.join(", "));
        let cell = |cost: &Option<Cost>| format!("  {:>18}", cost.map_or_else(missing, |cost| cost.to_string()));
        let cells: String = line.phase.costs.iter().map(cell).collect();
        println!("  {:<22}{cells}   {}", line.label(), line.phase.formula);
    }
}
