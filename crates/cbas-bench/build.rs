//! Records what the timings depend on: optimisation, compiler, commit, library versions.

use std::path::Path;
use std::process::Command;

fn main() {
    let lock_path = Path::new("../../Cargo.lock");
    println!("cargo:rerun-if-changed={}", lock_path.display());
    println!("cargo:rerun-if-changed=build.rs");
    let lock = std::fs::read_to_string(lock_path)
        .expect("Cargo.lock of the workspace names the library versions and must be readable");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("locked.rs"), locked(&lock)).expect("OUT_DIR can be written");
    for variable in ["OPT_LEVEL", "PROFILE", "TARGET", "DEBUG"] {
        let value = std::env::var(variable).unwrap_or_default();
        println!("cargo:rustc-env=CBAS_BUILD_{variable}={value}");
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    println!("cargo:rustc-env=CBAS_BUILD_RUSTC={}", output(&rustc, &["--version"]));
    let log = Path::new("../../.git/logs/HEAD");
    if log.exists() {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    println!("cargo:rustc-env=CBAS_BUILD_COMMIT={}", output("git", &["rev-parse", "--short=12", "HEAD"]));
}

/// The packages of a lock file with their versions, as a constant of Rust.
fn locked(lock: &str) -> String {
    let value =
        |line: &str, key: &str| Some(line.strip_prefix(key)?.strip_prefix(" = \"")?.trim_end_matches('"').to_owned());
    let mut packages = String::new();
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = value(line, "name")
            && let Some(version) = lines.next().and_then(|line| value(line, "version"))
        {
            packages.push_str(&format!("    ({name:?}, {version:?}),\n"));
        }
    }
    format!("const LOCKED: &[(&str, &str)] = &[\n{packages}];\n")
}

/// Trimmed standard output of a command, or nothing if it failed.
fn output(program: &str, arguments: &[&str]) -> String {
    Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map(|text| text.trim().to_owned())
        .unwrap_or_default()
}
