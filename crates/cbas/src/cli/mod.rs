//! The command line: arguments, their defaults, and what `--help` says.

mod bench;
mod costs;

pub use bench::{BenchArgs, StudyArg, SuiteArg};
pub use costs::{BLS12_381, BLST, CostFormatArg, CostsArgs, LintArgs, LintRequirement};

use std::path::PathBuf;

use cbas_convergence::settings::WarmUp;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Times cryptographic operations, says whether their means have settled, prices signature schemes.
#[derive(Debug, Parser)]
#[command(name = "cbas", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cbas bench                                  time everything at N = 1000 and 5000 in 5 processes
  cbas bench --quick --op pairing             one process, one operation
  cbas bench --library bls12_381 --op gt-exp  another implementation
  cbas analyze reports/campaign-...           the same verdicts again, from the files alone
  cbas costs cbas-g qiao-2023 --n 1,100       what schemes cost, from the newest campaign
  cbas list operations                        what can be timed

Exit status: 0 done; 1 the work failed; 2 the command line was wrong;
3 done, but what --require asks for does not hold.";

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Time operations and judge whether their means have settled.
    #[command(after_help = bench::EXAMPLES)]
    Bench(BenchArgs),
    /// Check that all libraries compute the same, and the known answers.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Judge the samples of campaigns and of CSV files.
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),
    /// Draw the pictures and write the tables of a campaign.
    Report(ReportArgs),
    /// Price signature schemes, with intervals.
    #[command(after_help = costs::COSTS_EXAMPLES)]
    Costs(CostsArgs),
    /// Compare the operation counts a scheme prints with those of its equations.
    #[command(after_help = costs::LINT_EXAMPLES)]
    Lint(LintArgs),
    /// List what the tool knows.
    List(ListArgs),
    /// Check this machine for timing, without changing anything.
    Env(EnvArgs),
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  cbas verify                          every operation on every library of this build
  cbas verify --op gt-exp --seed 7
  cargo run --release --features all-libraries -- verify";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  cbas analyze reports/NAME
  cbas analyze reports/NAME --clock wall --eps 0.5%
  cbas analyze reports/NAME --format json > analysis.json
  cbas analyze times.csv                      one sample a row in a column `ns`
  cbas analyze times.csv --warm-up 0 --require converged
  other-program | cbas analyze - --format json

Columns of a CSV file: `ns` (nanoseconds per operation); optionally `op` (several series),
`process`, `run` or `group` (several runs of a series), `order` or `level` (levels of a factor
that are compared). Others are ignored.";

/// Arguments that say how samples are judged.
#[derive(Debug, Clone, Args)]
pub struct JudgeArgs {
    /// Target relative half-width of the mean's interval [default: that of --until, else 1%].
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true)]
    pub eps: Option<f64>,
    /// Equivalence margin between two means, relative.
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share, allow_hyphen_values = true)]
    pub delta: f64,
    /// Confidence of the intervals.
    #[arg(long, value_name = "SHARE", default_value = "95%", value_parser = share, allow_hyphen_values = true)]
    pub confidence: f64,
    /// Clock to analyse [default: cpu where the platform has it].
    #[arg(long, value_enum)]
    pub clock: Option<ClockArg>,
}

/// Arguments of `cbas analyze`.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// Campaign directories, and CSV files with a column `ns`; `-` is one on standard input.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
    /// Samples cut from the start of every run: as found in the data, or this many (0: none).
    #[arg(long, value_name = "auto|K", default_value = "auto", value_parser = warm_up, allow_hyphen_values = true)]
    pub warm_up: WarmUp,
    /// Exit with status 3 unless every series meets this.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub require: Option<Requirement>,
    /// How the samples are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// Arguments of `cbas report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Campaign directory, or that of a study that was re-run.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Make a copy worth keeping: manifest, compressed samples, tables and SVG pictures.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Replace the table between the markers of this file by that of the campaign.
    #[arg(long, value_name = "FILE")]
    pub readme: Option<PathBuf>,
    /// How the samples are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// Arguments of `cbas verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Operations to check [default: all]; repeat or separate by commas.
    #[arg(long = "op", value_name = "ID", value_delimiter = ',')]
    pub operations: Vec<String>,
    /// Seed of the inputs.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
}

/// Arguments of `cbas list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// What to list.
    #[arg(value_enum)]
    pub what: ListWhat,
}

/// Arguments of `cbas env`.
#[derive(Debug, Args)]
pub struct EnvArgs {
    /// Print the facts as JSON.
    #[arg(long)]
    pub json: bool,
}

/// What `cbas list` lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListWhat {
    /// Operations that can be timed.
    Operations,
    /// Libraries under test.
    Libraries,
    /// Schemes that can be priced.
    Schemes,
    /// Symbol profiles.
    Symbols,
}

/// Output formats of `cbas analyze`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// A table for people.
    Table,
    /// Every figure, for programs.
    Json,
    /// The table, for spreadsheets.
    Csv,
    /// The table, for documents.
    Markdown,
}

/// What `cbas analyze --require` may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Requirement {
    /// The verdict is `converged`; a series that was refused has not converged.
    Converged,
}

/// Clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockArg {
    /// Thread CPU time.
    Cpu,
    /// Wall time.
    Wall,
}

/// Reads `auto` or a number of samples.
fn warm_up(text: &str) -> Result<WarmUp, String> {
    match text.trim() {
        "auto" => Ok(WarmUp::Auto),
        number => number
            .parse()
            .map(WarmUp::Fixed)
            .map_err(|_| format!("`{text}` is neither `auto` nor a number of samples: write auto, 0 or 100")),
    }
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no whole number from 0 to {}", u64::MAX))
}

/// Reads `1%` or `0.01` as a share; the range is checked where it is used.
fn share(text: &str) -> Result<f64, String> {
    // 95 / 100 is the number that is written 0.95; 95 · 0.01 is not.
    let (number, whole) = match text.trim().strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    let value: f64 = number.trim().parse().map_err(|_| format!("`{text}` is no number or percentage"))?;
    if value.is_finite() && value > 0.0 && value / whole < 1.0 {
        Ok(value / whole)
    } else {
        // `95` is meant as 95 %.
        let (percent, share) = if value > 1.0 && value < 100.0 { (value, value / 100.0) } else { (1.0, 0.01) };
        Err(format!("`{text}` is not between 0 and 1: write {percent}% or {share}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_warm_up_is_auto_or_a_number() {
        assert_eq!((warm_up("auto"), warm_up("0")), (Ok(WarmUp::Auto), Ok(WarmUp::Fixed(0))));
        for wrong in ["-1", "1.5", "", "some"] {
            assert!(warm_up(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_percentages_or_fractions() {
        assert_eq!((share("1%"), share("0.05"), share("95%")), (Ok(0.01), Ok(0.05), Ok(0.95)));
        for wrong in ["-1%", "NaN", "0", "100%", "1", "inf", "", "x%"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
