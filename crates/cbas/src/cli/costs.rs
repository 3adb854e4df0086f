//! Arguments of `cbas costs` and `cbas lint`.

use std::path::PathBuf;

use cbas_schemes::catalogue::Provenance;
use clap::{Args, ValueEnum};

use super::JudgeArgs;

pub(super) const COSTS_EXAMPLES: &str = "\
Examples:
  cbas costs                                      the certificate-based schemes, from the newest campaign
  cbas costs cbas-g qiao-2023 --n 1,100 --optimised
  cbas costs qiao-2023 --row printed --unit-costs examples/paper.csv
  cbas costs --against qiao-2023 --format latex > costs.tex
  cbas costs --out costs                          tables in every format, and pictures
  cbas costs --measure                            the schemes timed beside their price (2-3 minutes)
  cbas costs bls-agg --measure --out bls          with every sample, for `cbas analyze bls/samples.csv`
  cbas costs --schemes my-schemes my-scheme

A file of unit costs is CSV with a column `operation` or `symbol`, and a column `ns`, `us` or `ms`.";

pub(super) const LINT_EXAMPLES: &str = "\
Examples:
  cbas lint my-scheme.toml
  cbas lint qiao-2023                a scheme that ships with the tool
  cbas lint --all                    all of those
  cbas lint my-scheme.toml --require clean";

/// Arguments of `cbas costs`.
#[derive(Debug, Args)]
pub struct CostsArgs {
    /// Schemes to price, see `cbas list schemes` [default: certificate-based aggregate signatures, and those of
    /// --schemes].
    #[arg(value_name = "SCHEME")]
    pub schemes: Vec<String>,
    /// Price every scheme of the catalogue.
    #[arg(long, conflicts_with = "schemes")]
    pub all: bool,
    /// Directory with scheme files of your own, one TOML file a scheme.
    #[arg(long = "schemes", value_name = "DIR", id = "directory")]
    pub directory: Option<PathBuf>,
    /// Campaign to take unit costs from [default: the newest under reports/].
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,
    /// Take unit costs from a printed table instead.
    #[arg(long, value_name = "FILE", conflicts_with = "campaign")]
    pub unit_costs: Option<PathBuf>,
    /// What symbols such as T_pbsm stand for: source-group or target-group.
    #[arg(long, value_name = "PROFILE", default_value = "source-group")]
    pub symbols: String,
    /// Operation counts to price [default: counted, else what the scheme has].
    #[arg(long, value_enum)]
    pub row: Option<RowArg>,
    /// Numbers of signers.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1u64, 10, 100, 1000],
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub n: Vec<u64>,
    /// Also price composite operations: products of pairings, and multiples of the generator.
    #[arg(long)]
    pub optimised: bool,
    /// Also say what every scheme costs relative to this one.
    #[arg(long, value_name = "SCHEME")]
    pub against: Option<String>,
    /// Time the schemes that run, phase by phase, and set the times beside their price.
    #[arg(long, conflicts_with_all = ["campaign", "unit_costs", "against"])]
    pub measure: bool,
    /// Fresh processes of --measure.
    #[arg(long, value_name = "K", default_value_t = 5, requires = "measure",
          value_parser = clap::value_parser!(u32).range(2..=100))]
    pub processes: u32,
    /// Library of the pairings of --measure: blst's own products share squarings.
    #[arg(long, value_name = "LIBRARY", default_value = "blstrs", requires = "measure",
          value_parser = clap::builder::PossibleValuesParser::new(["blstrs", BLST, BLS12_381]))]
    pub pairing_library: String,
    /// Seconds of samples in every process of --measure; the slowest phases have three samples all the same.
    #[arg(long, value_name = "S", default_value_t = 20, requires = "measure",
          value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub seconds: u32,
    /// Output format.
    #[arg(long, value_enum, default_value_t = CostFormatArg::Table)]
    pub format: CostFormatArg,
    /// Also write the tables in every format, and the pictures, into this directory.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How the samples are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// blst's own pairings.
pub const BLST: &str = "blst";
/// bls12_381.
pub const BLS12_381: &str = "bls12_381";

/// Arguments of `cbas lint`.
#[derive(Debug, Args)]
pub struct LintArgs {
    /// Scheme files, or schemes that ship with the tool.
    #[arg(value_name = "FILE|SCHEME", required_unless_present = "all")]
    pub files: Vec<PathBuf>,
    /// Also all that ship with the tool.
    #[arg(long)]
    pub all: bool,
    /// Exit with status 3 unless this holds.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub require: Option<LintRequirement>,
}

/// What `cbas lint --require` may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LintRequirement {
    /// Nothing was found.
    Clean,
}

/// Rows of operation counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RowArg {
    /// As printed in the literature.
    Printed,
    /// Counted from the equations.
    Counted,
    /// Counted while the scheme ran.
    Executed,
    /// Written down from memory, not checked against a source.
    Memory,
}

impl RowArg {
    /// The provenance of the row.
    pub fn provenance(self) -> Provenance {
        match self {
            Self::Printed => Provenance::Printed,
            Self::Counted => Provenance::Counted,
            Self::Executed => Provenance::Executed,
            Self::Memory => Provenance::Memory,
        }
    }
}

/// Output formats of `cbas costs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CostFormatArg {
    /// Tables for people.
    Table,
    /// The tables, for documents.
    Markdown,
    /// The cost of every phase, for spreadsheets.
    Csv,
    /// Every figure, for programs.
    Json,
    /// Tables with booktabs and siunitx, one command a cell.
    Latex,
}
