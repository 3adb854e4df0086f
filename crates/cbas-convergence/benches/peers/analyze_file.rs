//! Analyses a file of little-endian 64-bit floats (ns) once and prints one JSON line: seconds inside
//! `analyze`, samples, and peak memory. The counterpart of `peers.py`.

use std::time::Instant;

use anyhow::{Context, Result};
use cbas_convergence::{Series, Settings, analyze};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("give the file of samples")?;
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {path}"))?;
    let values: Vec<f64> = bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    drop(bytes);
    let n = values.len();
    let series = Series::from_nanoseconds("series", values)?;
    let started = Instant::now();
    let analysis = analyze(&series, &Settings::default());
    let seconds = started.elapsed().as_secs_f64();
    let run = &analysis.runs[0];
    let result = serde_json::json!({
        "seconds": seconds, "n": n, "peak_mib": peak_mib(), "mean": run.mean, "ess": run.ess, "verdict": analysis.verdict.short(),
    });
    use std::io::Write;
    writeln!(std::io::stdout(), "{result}").context("cannot print")
}

/// Peak resident memory of this process, MiB, where the system tells.
fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()? / 1024.0)
}
