//! Where unit costs come from: a campaign, or a table that somebody printed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use cbas_bench::campaign::{Campaign, newest};
use cbas_bench::operation;
use cbas_bench::protocol::InputRule;
use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Analysis;
use cbas_convergence::quantity::{TimeUnit, decimals_for, time, time_with_half_width};
use cbas_schemes::cost::{Cost, PrintedTable, UnitCosts};

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
    /// Their origin.
    pub origin: Origin,
    /// What was left out, one sentence each.
    pub notes: Vec<String>,
}

/// Where unit costs come from.
pub enum Origin {
    /// A campaign.
    Campaign {
        /// Its directory.
        directory: PathBuf,
        /// When it was made.
        created: String,
        /// The machine.
        machine: String,
        /// The clock and the processes, in words.
        protocol: String,
        /// Number of processes.
        processes: usize,
    },
    /// A printed table.
    Printed {
        /// Its file.
        file: PathBuf,
        /// What it says.
        table: PrintedTable,
    },
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
    /// Verdict in short.
    pub verdict: Option<String>,
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
        Self::campaign(JudgedCampaign::judge(Campaign::read(&directory)?, &arguments.judge)?)
    }

    fn printed(file: &Path, profile: &SymbolProfile) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let table = PrintedTable::parse(&file.display().to_string(), &text, profile)?;
        let row = |row: &cbas_schemes::cost::PrintedRow| UnitRow {
            operation: row.operation.clone(),
            library: None,
            cost: Cost { mean_ns: row.ns, low_ns: None, high_ns: None, processes: None },
            n: None,
            verdict: None,
        };
        let (units, rows) = (table.units.clone(), table.rows.iter().map(row).collect());
        Ok(Self { units, rows, origin: Origin::Printed { file: file.to_owned(), table }, notes: Vec::new() })
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
        let origin = Origin::Campaign {
            directory: campaign.directory.clone(),
            created: campaign.manifest.created.clone(),
            machine: campaign.manifest.environment.machine(),
            protocol: format!(
                "{} clock, order {}, seed {}",
                judged.clock, campaign.manifest.protocol.order, campaign.manifest.protocol.seed
            ),
            processes: processes.len(),
        };
        Ok(Self { units, rows, origin, notes })
    }

    /// One sentence: what the unit costs are.
    pub fn sentence(&self) -> String {
        match &self.origin {
            Origin::Campaign { directory, created, machine, protocol, processes } => format!(
                "Unit costs of {} ({created}): {machine}; {protocol}, {processes} {}.",
                directory.display(),
                if *processes == 1 { "process" } else { "processes" }
            ),
            Origin::Printed { file, .. } => {
                format!("Unit costs as printed in {}: values without intervals, another machine.", file.display())
            }
        }
    }

    /// A cost with its unit, and with the digits that its interval or its table supports.
    pub fn written(&self, cost: &Cost) -> String {
        match (&self.origin, half_width(cost)) {
            (Origin::Printed { table, .. }, _) => table.written(cost.mean_ns),
            (_, Some(half)) => time_with_half_width(cost.mean_ns, half),
            (_, None) => time(cost.mean_ns),
        }
    }

    /// A cost in ms for siunitx, with the same digits: `25.32 +- 0.21`.
    pub fn milliseconds(&self, cost: &Cost) -> String {
        const MS: f64 = 1e6;
        match (&self.origin, half_width(cost)) {
            (Origin::Printed { table, .. }, _) => table.number(cost.mean_ns, TimeUnit::Milliseconds),
            (_, Some(half)) if half > 0.0 => {
                let decimals = decimals_for(half / MS);
                format!("{:.decimals$} +- {:.decimals$}", cost.mean_ns / MS, half / MS)
            }
            _ if cost.mean_ns == 0.0 => "0".to_owned(),
            _ => cbas_convergence::quantity::significant(cost.mean_ns / MS, 4),
        }
    }
}

/// The larger half-width of the interval of a cost, ns.
pub fn half_width(cost: &Cost) -> Option<f64> {
    let (low, high) = (cost.low_ns?, cost.high_ns?);
    Some((cost.mean_ns - low).max(high - cost.mean_ns))
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
        verdict: Some(analysis.verdict.short()),
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
