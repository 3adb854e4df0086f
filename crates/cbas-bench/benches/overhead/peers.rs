//! criterion and divan, run from within and read back, with a sample of ours between any two of theirs: on the same inputs, in
//! the same place, at the same speed of the processor.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use criterion::{Criterion, SamplingMode};
use nix::unistd::dup2_stdout;
use tempfile::TempDir;

use super::statistics::median;
use super::subject::{Sizes, Subject};

/// Longer than any turn takes: divan stops by the number of samples.
const NO_LIMIT: Duration = Duration::from_secs(3600);

/// The subject whose turn it is with divan.
static TURNS: Mutex<Option<Subject>> = Mutex::new(None);

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

    /// Median of ours / median by criterion. It calls the outer closure once for every sample, and times only what is in `iter`:
    /// so a sample of ours goes before or after each of its own.
    pub fn criterion(&self, subject: &mut Subject) -> Result<f64> {
        let directory = self.directory.path();
        let sizes = subject.sizes();
        self.captured(|| {
            let mut criterion = Criterion::default()
                .output_directory(directory)
                .without_plots()
                .nresamples(1001)
                .sample_size(sizes.samples)
                .warm_up_time(Duration::from_millis(2))
                // Half of what it takes, since numbers of calls are rounded up: one a sample.
                .measurement_time(sizes.sample * sizes.samples as u32 / 2);
            let mut group = criterion.benchmark_group("peer");
            group.sampling_mode(SamplingMode::Flat).bench_function("turn", |bencher| {
                subject.keep_before();
                bencher.iter(|| subject.call());
                subject.keep_after();
            });
        })?;
        let path = directory.join("peer/turn/new/estimates.json");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let estimates: serde_json::Value = serde_json::from_str(&text).context("criterion's estimates are no JSON")?;
        let peer = estimates["median"]["point_estimate"].as_f64().context("criterion's estimates hold no median")?;
        ratio(subject, peer)
    }

    /// Median of ours / median by divan. It makes the inputs of a sample before it, untimed: so a sample of ours goes there.
    /// divan's functions are static, so the subject goes there and comes back.
    pub fn divan(&self, subject: Subject) -> Result<(f64, Subject)> {
        let sizes = subject.sizes();
        *TURNS.lock().expect("no turn panics") = Some(subject);
        let text = self.captured(|| {
            let divan = divan::Divan::default().color(false).max_time(NO_LIMIT);
            divan.sample_count(sizes.samples as u32).sample_size(1).run_benches();
        })?;
        let mut subject = TURNS.lock().expect("no turn panics").take().context("divan lost the workload")?;
        let peer = text.lines().find_map(divan_median).context("divan printed no median")?;
        Ok((ratio(&mut subject, peer)?, subject))
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

/// Median of ours to that of a peer, ns a call.
fn ratio(subject: &mut Subject, peer: f64) -> Result<f64> {
    let Sizes { samples, batch, .. } = subject.sizes();
    let own = subject.own();
    ensure!(own.len() == samples, "a peer took {} samples and not {samples}", own.len());
    Ok(median(own) * f64::from(batch) / peer)
}

#[divan::bench]
fn turn(bencher: divan::Bencher<'_, '_>) {
    let mut turn = TURNS.lock().expect("no turn panics");
    let subject = turn.as_mut().expect("it is set before divan runs");
    let subject = RefCell::new(subject);
    let mut first = true;
    let between_samples = || {
        let mut subject = subject.borrow_mut();
        if !std::mem::take(&mut first) {
            subject.keep_after();
        }
        subject.keep_before();
    };
    bencher.with_inputs(between_samples).bench_local_values(|()| subject.borrow_mut().call());
    subject.borrow_mut().keep_after();
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
