//! Where unit costs come from: a campaign, or a table that somebody printed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use cbas_bench::campaign::{Campaign, ClockChoice, Manifest, newest};
use cbas_bench::operation;
use cbas_bench::protocol::InputRule;
use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Analysis;
use cbas_convergence::quantity::TimeUnit;
use cbas_convergence::verdict::Verdict;
use cbas_schemes::cost::{Cost, Pricer, PrintedTable, ProductLine, UnitCosts};
use cbas_schemes::formula::Formula;
use cbas_schemes::symbol::{PRODUCT_FIXED, PRODUCT_PAIR};

use crate::analysis::JudgedCampaign;
use crate::cli::CostsArgs;

/// Where campaigns land.
const REPORTS: &str = "reports";

/// Unit costs and what is known about them.
pub struct Source {
    /// The unit costs.
    pub units: UnitCosts,
    /// One row an operation.
    pub rows: Vec<UnitRow>,
    /// The line that products of pairings are priced by, if enough of them have a unit cost.
    pub product_line: Option<ProductLine>,
    /// Their origin.
    pub origin: Origin,
    /// What was left out, one sentence each.
    pub notes: Vec<String>,
}

/// Where unit costs come from.
pub enum Origin {
    /// A campaign.
    Campaign(Box<Measured>),
    /// A printed table.
    Printed {
        /// Its file.
        file: PathBuf,
        /// What it says.
        table: PrintedTable,
    },
}

/// A campaign as far as its unit costs rest on it.
pub struct Measured {
    /// Its directory.
    pub directory: PathBuf,
    /// How it was made, and on what.
    pub manifest: Manifest,
    /// The clock that was analysed.
    pub clock: ClockChoice,
    /// Relative half-width of a mean that has converged.
    pub eps: f64,
    /// Number of processes.
    pub processes: usize,
}

/// The unit cost of one operation.
#[derive(Clone)]
pub struct UnitRow {
    /// The operation.
    pub operation: String,
    /// Library and version; `None` for a printed table.
    pub library: Option<String>,
    /// The cost.
    pub cost: Cost,
    /// Samples a run.
    pub n: Option<usize>,
    /// Operations a sample.
    pub batch: Option<u32>,
    /// Whether the mean has converged.
    pub verdict: Option<Verdict>,
}

impl Source {
    /// What the command line names, else the newest campaign.
    pub fn of(arguments: &CostsArgs, profile: &SymbolProfile) -> Result<Self> {
        if let Some(file) = &arguments.unit_costs {
            return Self::printed(file, profile);
        }
        let directory = match &arguments.campaign {
            Some(directory) => directory.clone(),
            None => newest(Path::new(REPORTS), |_| true).ok_or_else(|| {
                anyhow!("there is no campaign under {REPORTS}/: make one with `cbas bench`, or name one with --campaign DIR or a table with --unit-costs FILE")
            })?,
        };
        Self::campaign(JudgedCampaign::judge(Campaign::read(&directory)?, &arguments.judge)?)?
            .with_product_line(profile, Some(arguments.judge.confidence))
    }

    fn printed(file: &Path, profile: &SymbolProfile) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let table = PrintedTable::parse(&file.display().to_string(), &text, profile)?;
        let row = |row: &cbas_schemes::cost::PrintedRow| UnitRow {
            operation: row.operation.clone(),
            library: None,
            cost: Cost { mean_ns: row.ns, low_ns: None, high_ns: None, processes: None },
            n: None,
            batch: None,
            verdict: None,
        };
        let rows = table.rows.iter().map(row).collect();
        let (units, origin) = (table.units.clone(), Origin::Printed { file: file.to_owned(), table });
        Self { units, rows, product_line: None, origin, notes: Vec::new() }.with_product_line(profile, None)
    }

    fn campaign(judged: JudgedCampaign) -> Result<Self> {
        let campaign = &judged.campaign;
        let mut notes = campaign.notes.clone();
        let mut used: Vec<(usize, &Analysis)> = Vec::new();
        for workload in &judged.workloads {
            let timed = &campaign.manifest.workloads[workload.index];
            match &workload.outcome {
                Ok((_, analysis)) if timed.inputs != InputRule::Fixed => used.push((workload.index, analysis)),
                Ok(_) => {}
                Err(error) => notes.push(format!("{} has no unit cost: {error}", timed.id)),
            }
        }
        let timed = |index: usize| &campaign.manifest.workloads[index];
        // One library an operation: the default one, else the first that was timed.
        let is_default = |index: usize| {
            operation::find(&timed(index).operation).is_ok_and(|op| op.default_library == timed(index).library)
        };
        let default_of: HashMap<&str, usize> =
            used.iter().filter(|(i, _)| is_default(*i)).map(|(i, _)| (timed(*i).operation.as_str(), *i)).collect();
        let mut seen: Vec<&str> = Vec::new();
        used.retain(|(index, _)| {
            let name = timed(*index).operation.as_str();
            let keep = default_of.get(name).map_or_else(|| !seen.contains(&name), |default| default == index);
            seen.push(name);
            keep
        });
        let processes = common_processes(&used);
        used.retain(|(index, analysis)| {
            let keep = processes_of(analysis) == processes;
            if !keep {
                let name = &timed(*index).id;
                notes.push(format!("{name} was not measured in the same processes as the others and is left out"));
            }
            keep
        });
        ensure!(!used.is_empty(), "{} holds no operation with samples to price with", campaign.directory.display());
        let units = UnitCosts::measured(used.iter().map(|(i, analysis)| (timed(*i).operation.clone(), *analysis)))?;
        let rows = used.iter().map(|(index, analysis)| unit_row(timed(*index), analysis)).collect();
        let origin = Origin::Campaign(Box::new(Measured {
            directory: campaign.directory.clone(),
            manifest: campaign.manifest.clone(),
            clock: judged.clock,
            eps: judged.settings.eps,
            processes: processes.len(),
        }));
        Ok(Self { units, rows, product_line: None, origin, notes })
    }

    /// Adds the two coefficients that products of pairings are priced by, as rows like those that were measured.
    fn with_product_line(mut self, profile: &SymbolProfile, confidence: Option<f64>) -> Result<Self> {
        self.product_line = self.units.add_product_line();
        if self.product_line.is_none() {
            return Ok(self);
        }
        let measured = self.rows.iter().find(|row| row.operation.starts_with("pairing-product-"));
        // A table has no intervals, whatever their confidence.
        let pricer = Pricer::new(profile, &self.units, confidence.unwrap_or(0.95))?;
        let (library, n) = measured.map(|row| (row.library.clone(), row.n)).unwrap_or_default();
        for operation in [PRODUCT_FIXED, PRODUCT_PAIR] {
            let Some(cost) = pricer.price(&Formula::parse(operation)?, 1)? else { continue };
            let (operation, library) = (operation.to_owned(), library.clone());
            self.rows.push(UnitRow { operation, library, cost, n, batch: None, verdict: None });
        }
        Ok(self)
    }

    /// One sentence: what the unit costs are.
    pub fn sentence(&self) -> String {
        match &self.origin {
            Origin::Campaign(measured) => {
                let Measured { directory, manifest, clock, processes, .. } = &**measured;
                format!(
                    "Unit costs of {} ({}): {}; {clock} clock, order {}, seed {}, {processes} {}.",
                    directory.display(),
                    manifest.created,
                    manifest.environment.machine(),
                    manifest.protocol.order,
                    manifest.protocol.seed,
                    if *processes == 1 { "process" } else { "processes" }
                )
            }
            Origin::Printed { file, .. } => {
                format!("Unit costs as printed in {}: values without intervals, another machine.", file.display())
            }
        }
    }

    /// A cost with its unit, and with the digits that its interval or its table supports.
    pub fn written(&self, cost: &Cost) -> String {
        match &self.origin {
            Origin::Printed { table, .. } => table.written(cost.mean_ns),
            Origin::Campaign(_) => cost.to_string(),
        }
    }

    /// A cost in a unit for siunitx, with the same digits: `25.32 +- 0.21`.
    pub fn siunitx(&self, cost: &Cost, unit: TimeUnit) -> String {
        match &self.origin {
            Origin::Printed { table, .. } => table.number(cost.mean_ns, unit),
            Origin::Campaign(_) => cost.siunitx(unit),
        }
    }
}

fn unit_row(timed: &cbas_bench::campaign::TimedWorkload, analysis: &Analysis) -> UnitRow {
    let runs = analysis.main_runs.iter().map(|&run| &analysis.runs[run]);
    let interval = analysis.interval();
    UnitRow {
        operation: timed.operation.clone(),
        library: Some(format!("{} {}", timed.library, timed.library_version)),
        cost: Cost {
            mean_ns: analysis.mean(),
            low_ns: interval.map(|interval| interval.low),
            high_ns: interval.map(|interval| interval.high),
            processes: Some(analysis.main_runs.len()),
        },
        n: runs.map(|run| run.n).min(),
        batch: Some(timed.batch),
        verdict: Some(analysis.verdict.clone()),
    }
}

fn processes_of(analysis: &Analysis) -> Vec<Option<String>> {
    analysis.main_runs.iter().map(|&run| analysis.runs[run].process.clone()).collect()
}

/// The processes that most operations were measured in.
fn common_processes(used: &[(usize, &Analysis)]) -> Vec<Option<String>> {
    let sets: Vec<Vec<Option<String>>> = used.iter().map(|(_, analysis)| processes_of(analysis)).collect();
    let times = |set: &Vec<Option<String>>| sets.iter().filter(|other| *other == set).count();
    sets.iter().max_by_key(|set| (times(set), set.len())).cloned().unwrap_or_default()
}
