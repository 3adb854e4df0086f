//! criterion and divan, run from within and read back.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use criterion::Criterion;
use nix::unistd::dup2_stdout;
use tempfile::TempDir;

use super::operations::{OPERATIONS, Timed};

/// Time that criterion and divan measure an operation in one turn.
const TURN: Duration = Duration::from_millis(30);

/// Both peers, and where criterion keeps its estimates.
pub struct Peers {
    directory: TempDir,
    stdout: std::os::fd::OwnedFd,
}

impl Peers {
    /// Prepares a folder for criterion.
    pub fn new() -> Result<Self> {
        use std::os::fd::AsFd;
        let stdout = std::io::stdout().as_fd().try_clone_to_owned().context("cannot keep standard output")?;
        Ok(Self { directory: TempDir::new().context("cannot make a folder for criterion")?, stdout })
    }

    /// Median time of an operation by criterion, ns.
    pub fn criterion(&self, timed: &Timed) -> Result<f64> {
        let directory = self.directory.path().to_owned();
        self.captured(|| {
            let mut criterion = Criterion::default()
                .output_directory(&directory)
                .without_plots()
                .sample_size(10)
                .nresamples(1001)
                .warm_up_time(Duration::from_millis(2))
                .measurement_time(TURN);
            criterion.bench_function(timed.id, |bencher| (timed.criterion)(bencher));
        })?;
        let path = directory.join(timed.id.replace('/', "_")).join("new/estimates.json");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let estimates: serde_json::Value = serde_json::from_str(&text).context("criterion's estimates are no JSON")?;
        estimates["median"]["point_estimate"].as_f64().context("criterion's estimates hold no median")
    }

    /// Median time of an operation by divan, ns.
    pub fn divan(&self, timed: &Timed) -> Result<f64> {
        let text = self.captured(|| {
            let others = OPERATIONS.iter().filter(|other| other.id != timed.id);
            let divan = others.fold(divan::Divan::default(), |divan, other| divan.skip_regex(format!("{}$", other.id)));
            divan.color(false).sample_count(30).max_time(TURN).run_benches();
        })?;
        let row = text.lines().filter_map(divan_row).find(|(name, _)| name == timed.id);
        row.map(|(_, median)| median).with_context(|| format!("divan printed no {}", timed.id))
    }

    /// Runs something with standard output in a file and returns what it printed.
    fn captured(&self, run: impl FnOnce()) -> Result<String> {
        std::io::stdout().flush().context("cannot flush standard output")?;
        let mut file: File = tempfile::tempfile().context("cannot make a file for what a peer prints")?;
        dup2_stdout(&file).context("cannot redirect standard output")?;
        run();
        std::io::stdout().flush().context("cannot flush standard output")?;
        dup2_stdout(&self.stdout).context("cannot restore standard output")?;
        let mut text = String::new();
        file.rewind().and_then(|()| file.read_to_string(&mut text)).context("cannot read what a peer printed")?;
        Ok(text)
    }
}

/// Name and median of one line of divan's table: `╰─ name   fastest │ slowest │ median │ mean │ samples │ iters`.
fn divan_row(line: &str) -> Option<(String, f64)> {
    let (_, row) = line.rsplit_once("─ ")?;
    let mut columns = row.split('│');
    let name = columns.next()?.split_whitespace().next()?;
    let (value, unit) = columns.nth(1)?.trim().split_once(' ')?;
    let scale = match unit.trim() {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some((name.to_owned(), value.parse::<f64>().ok()? * scale))
}
