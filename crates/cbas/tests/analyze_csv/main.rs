//! `cbas analyze` on CSV files: the built binary, as a user calls it.

mod document;
mod files;
mod levels;
mod oracle;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn analyze(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("cbas"));
    command.current_dir(directory).arg("analyze").args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Analyses the text as a file `x.csv` and returns what the program did.
fn analyze_text(text: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    let root = TempDir::new().unwrap();
    fs::write(root.path().join("x.csv"), text).unwrap();
    analyze(root.path(), &[&["x.csv"], arguments].concat())
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}\n{}", stderr(output)))
}

/// The JSON of a text that is analysed without complaint.
fn json_of(text: impl AsRef<[u8]>, arguments: &[&str]) -> Value {
    let output = analyze_text(text, &[&["--format", "json"], arguments].concat());
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    json(&output)
}

fn oracle_files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cbas-convergence/tests/oracle")
}

/// `n` times about 3000 ns that have converged by any measure; another seed, other times.
fn times(n: usize, seed: usize) -> impl Iterator<Item = f64> {
    (0..n).map(move |i| 2950.0 + ((i + 31 * seed) * 7919 % 101) as f64)
}

/// Rows of one series: `prefix,time`.
fn rows(prefix: &str, n: usize, seed: usize, scale: f64) -> String {
    times(n, seed).map(|time| format!("{prefix},{}\n", (time * scale).round())).collect()
}
