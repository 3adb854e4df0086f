//! Arguments of `cbas bench`.

use std::path::PathBuf;

use cbas_bench::operation::{self, AesMode};
use cbas_bench::protocol::{BatchRule, InputRule, Order};
use clap::{Args, ValueEnum};

use super::{JudgeArgs, seed, share};

pub(super) const EXAMPLES: &str = "\
Examples:
  cbas bench                           the full campaign (about a minute)
  cbas bench --quick                   one process: a first look
  cbas bench --op mod-inv --library num-bigint --library num-integer
  cbas bench --until 1%                measure each operation until its mean has settled
  cbas bench --order both              does the order of the operations matter?
  cbas bench --op pairing --library all               one operation across libraries
  cbas bench --suite extended          G1, G2, products of pairings, other sizes, hashes, AES-GCM
  cbas bench --mod-exp 1536:256        a modular power of any size
  cbas bench --op mod-inv --inputs both               how much of the variance is the input's?
  cbas bench --study miracl            the reference study's own protocol beside ours (feature miracl)
  cbas bench --suite aes               AES keys of 128, 192 and 256 bits, 1 KiB to 10 MiB, on every engine
  cbas bench --study nodejs            a study of AES in Node.js, cold, in both orders of its keys
  cbas bench --runner 'python3 runner.py'             a program of yours that measures (docs/FORMATS.md)
  cbas bench --batch 1 --order sequential --processes 1    the protocol of the reference study";

/// Arguments of `cbas bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Operations to time [default: all]; repeat or separate by commas.
    #[arg(long = "op", value_name = "ID", value_delimiter = ',')]
    pub operations: Vec<String>,
    /// Operations to time where none is named.
    #[arg(long, value_enum, default_value_t = SuiteArg::Standard, conflicts_with_all = ["operations", "mod_exp"])]
    pub suite: SuiteArg,
    /// Modular power of these sizes in bits (128 to 8192; e65537 as exponent); repeat or separate by commas.
    #[arg(long, value_name = "MODULUS:EXPONENT", value_delimiter = ',', value_parser = mod_exp, allow_hyphen_values = true)]
    pub mod_exp: Vec<String>,
    /// Modes of --suite aes and --study nodejs [default: all; in the study cbc].
    #[arg(long, value_name = "MODE", value_delimiter = ',')]
    pub modes: Vec<AesMode>,
    /// Messages of --suite aes and --study nodejs from 1 KB to 10 MB, not from 1 KiB to 10 MiB.
    #[arg(long)]
    pub decimal: bool,
    /// A program that measures and speaks the runner protocol of docs/FORMATS.md; repeat for several.
    #[arg(long = "runner", value_name = "COMMAND", conflicts_with_all = ["study", "inputs"])]
    pub runners: Vec<String>,
    /// Time limit of each request to a runner, such as 90s or 5m.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = seconds)]
    pub runner_timeout: f64,
    /// Libraries to time [default: each operation's default library].
    ///
    /// `all`: every one that has the operation; `node`: AES of Node.js. --suite aes takes all it finds.
    #[arg(long = "library", value_name = "NAME|all", value_delimiter = ',')]
    pub libraries: Vec<String>,
    /// Re-run a published study in its own protocol and in ours, and say what changes.
    #[arg(long, value_enum, conflicts_with_all = ["operations", "mod_exp", "suite", "libraries", "n", "until",
        "batch", "order", "inputs"])]
    pub study: Option<StudyArg>,
    /// Measured samples of each run; every process makes one run of each size [default: 1000,5000].
    ///
    /// With --suite aes the default is 1000 up to 100 KiB, 300 at 1 MiB and 30 at 10 MiB.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = count, allow_hyphen_values = true)]
    pub n: Vec<u32>,
    /// Measure each run until its mean has settled to this relative half-width, not to a fixed N.
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true, conflicts_with = "n")]
    pub until: Option<f64>,
    /// Most samples of a run with --until.
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "until", value_parser = count, allow_hyphen_values = true)]
    pub max_n: u32,
    /// Longest measuring time of the whole campaign with --until, such as 90s or 5m.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = seconds, requires = "until")]
    pub max_time: f64,
    /// Fresh processes (with --order both: of each order).
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = count, allow_hyphen_values = true)]
    pub processes: u32,
    /// Samples before the first measured one of each run, kept and marked [default: 100; aes: 10].
    #[arg(long, value_name = "K", value_parser = count, allow_hyphen_values = true)]
    pub warm_up: Option<u32>,
    /// Operations a sample [default: auto]: `auto` makes samples of at least 100 µs (--suite aes: 20 µs).
    #[arg(long, value_name = "auto|K", allow_hyphen_values = true)]
    pub batch: Option<BatchRule>,
    /// Order of the blocks of all workloads.
    #[arg(long, value_enum, default_value_t = OrderArg::Interleaved)]
    pub order: OrderArg,
    /// What operations are fed with.
    #[arg(long, value_enum, default_value_t = InputsArg::Random)]
    pub inputs: InputsArg,
    /// Seed of inputs, block order and memory layout.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Directory of the campaign [default: reports/campaign-TIME].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// One process only: fast, but says nothing about other processes.
    #[arg(long, conflicts_with = "processes")]
    pub quick: bool,
    /// How the samples are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// Block orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// Blocks of all workloads in seeded random order.
    Interleaved,
    /// One run after the other.
    Sequential,
    /// The reverse of sequential.
    Reverse,
    /// Half of the processes sequential, half reverse: compares the two.
    Both,
}

impl From<OrderArg> for Order {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::Interleaved => Order::Interleaved,
            OrderArg::Sequential => Order::Sequential,
            OrderArg::Reverse => Order::Reverse,
            OrderArg::Both => Order::Both,
        }
    }
}

/// Suites of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SuiteArg {
    /// The eight of the reference study, and those that price the shipped schemes.
    Standard,
    /// Every operation.
    Extended,
    /// AES by key length, mode and size.
    Aes,
}

/// Published studies that can be re-run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StudyArg {
    /// The reference study with MIRACL Core.
    Miracl,
    /// A study of AES key lengths in Node.js.
    Nodejs,
}

/// What operations are fed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InputsArg {
    /// Many random inputs in turn.
    Random,
    /// One input again and again, another one in every process.
    Fixed,
    /// Either, side by side: says what part of the variance is the input's.
    Both,
}

impl From<InputsArg> for InputRule {
    fn from(inputs: InputsArg) -> Self {
        match inputs {
            InputsArg::Random => InputRule::Random,
            InputsArg::Fixed => InputRule::Fixed,
            InputsArg::Both => InputRule::Both,
        }
    }
}

/// Reads `MODULUS:EXPONENT` and gives the operation's identifier.
fn mod_exp(text: &str) -> Result<String, String> {
    let refusal = || {
        let (least, most) = (operation::MOD_EXP_LEAST_BITS, operation::MOD_EXP_MOST_BITS);
        format!(
            "`{text}` is no pair of sizes: write MODULUS:EXPONENT in bits, the modulus from {least} to {most}, the \
             exponent from 1 to {most} or e65537, such as 2048:256"
        )
    };
    let (modulus, exponent) = text.trim().split_once(':').ok_or_else(refusal)?;
    // 255 and 381 alone name powers modulo the two primes of BLS12-381.
    let id = format!("mod-exp-{modulus}-{exponent}");
    operation::find(&id).map(|_| id).map_err(|_| refusal())
}

/// Reads a number of samples or processes; whether 0 makes sense is checked where it is used.
fn count(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no whole number from 0 to {}", u32::MAX))
}

/// Reads `90s`, `5m`, `1h` or a plain number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale))).unwrap_or((text, 1.0));
    match number.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value * scale),
        _ => Err(format!("`{text}` is no time above 0: write 90s, 5m or 1h")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!((seconds("90s"), seconds("5m"), seconds("2")), (Ok(90.0), Ok(300.0), Ok(2.0)));
        for wrong in ["0s", "-1m", "NaN", "m", "5d"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_count_is_whole_and_has_32_bits() {
        assert_eq!((count("1000"), count(" 5 ")), (Ok(1000), Ok(5)));
        for wrong in ["-1", "1e3", "4294967296", "", "x"] {
            assert!(count(wrong).unwrap_err().contains("to 4294967295"), "{wrong}");
        }
    }

    #[test]
    fn sizes_of_a_power_name_an_operation() {
        assert_eq!(mod_exp("2048:e65537").unwrap(), "mod-exp-2048-e65537");
        for wrong in ["2048", "127:5", "9000:5", "2048:", ":5", "a:b", "2048:0"] {
            assert!(mod_exp(wrong).unwrap_err().contains("2048:256"), "{wrong}");
        }
    }
}
