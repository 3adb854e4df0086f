//! criterion and divan, run from within and read back.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result};
use cbas_bench::workload::Prepared;
use criterion::Criterion;
use nix::unistd::dup2_stdout;
use tempfile::TempDir;

/// Time that criterion and divan measure an operation in one turn, at least.
const TURN: Duration = Duration::from_millis(30);

/// What a peer calls: `operations` operations of the workload in one call. More than one where they are short, since a
/// call of a workload is a virtual one, some nanoseconds that are neither ours nor the peer's.
pub struct Closure {
    pub workload: Box<dyn Prepared>,
    pub operations: u32,
}

/// The closure whose turn it is with divan.
static TURNS: Mutex<Option<Closure>> = Mutex::new(None);

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

    /// Median time by criterion, ns an operation.
    pub fn criterion(&self, closure: &mut Closure) -> Result<f64> {
        let directory = self.directory.path();
        let operations = closure.operations;
        self.captured(|| {
            let mut criterion = Criterion::default()
                .output_directory(directory)
                .without_plots()
                .sample_size(10)
                .nresamples(1001)
                .warm_up_time(Duration::from_millis(2))
                .measurement_time(TURN);
            criterion.bench_function("turn", |bencher| bencher.iter(|| closure.workload.run(operations)));
        })?;
        let path = directory.join("turn/new/estimates.json");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let estimates: serde_json::Value = serde_json::from_str(&text).context("criterion's estimates are no JSON")?;
        let median = estimates["median"]["point_estimate"].as_f64().context("criterion's estimates hold no median")?;
        Ok(median / f64::from(operations))
    }

    /// Median time by divan, ns an operation, in samples of `size` operations, for `time` at least. divan's functions are
    /// static, so the closure goes there and comes back.
    pub fn divan(&self, closure: Closure, size: u32, time: Duration) -> Result<(f64, Closure)> {
        let operations = closure.operations;
        *TURNS.lock().expect("no turn panics") = Some(closure);
        let text = self.captured(|| {
            let calls = (size / operations).max(1);
            let divan = divan::Divan::default().color(false).sample_count(30).sample_size(calls);
            divan.max_time(time.max(TURN)).run_benches();
        })?;
        let closure = TURNS.lock().expect("no turn panics").take().context("divan lost the workload")?;
        let median = text.lines().find_map(divan_median).context("divan printed no median")?;
        Ok((median / f64::from(operations), closure))
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

#[divan::bench]
fn turn(bencher: divan::Bencher<'_, '_>) {
    let mut turn = TURNS.lock().expect("no turn panics");
    let Closure { workload, operations } = turn.as_mut().expect("it is set before divan runs");
    bencher.bench_local(|| workload.run(*operations));
}

/// Median of the line `╰─ turn   fastest │ slowest │ median │ mean │ samples │ iters` of divan's table.
fn divan_median(line: &str) -> Option<f64> {
    let (_, row) = line.rsplit_once("─ turn ")?;
    let (value, unit) = row.split('│').nth(2)?.trim().split_once(' ')?;
    let scale = match unit.trim() {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(value.parse::<f64>().ok()? * scale)
}
