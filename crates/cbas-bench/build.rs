//! Records what the timings depend on: optimisation, compiler, commit, library versions.

use std::path::Path;
use std::process::Command;

/// Library name as the tool prints it, crate name, and the version prefix that tells two apart.
const LIBRARIES: &[(&str, &str, &str)] = &[
    ("BLSTRS", "blstrs", ""),
    ("BLST", "blst", ""),
    ("BLS12_381", "bls12_381", ""),
    ("P256", "p256", "0.14"),
    ("P256_13", "p256", "0.13"),
    ("NUM_BIGINT", "num-bigint", "0.5"),
    ("NUM_INTEGER", "num-integer", ""),
    ("FF", "ff", "0.14"),
    ("GROUP", "group", "0.14"),
    ("CRYPTO_BIGINT", "crypto-bigint", "0.7"),
    ("SHA2", "sha2", "0.11"),
    ("HMAC", "hmac", "0.13"),
    ("AES", "aes", "0.9"),
    ("CBC", "cbc", "0.2"),
    ("CTR", "ctr", "0.10"),
    ("AES_GCM", "aes-gcm", "0.11"),
    ("ARKWORKS", "ark-bls12-381", ""),
    ("MIRACL", "miracl_core", ""),
    ("OPENSSL", "openssl", ""),
    ("AWS_LC", "aws-lc-rs", ""),
];

fn main() {
    let lock_path = Path::new("../../Cargo.lock");
    println!("cargo:rerun-if-changed={}", lock_path.display());
    println!("cargo:rerun-if-changed=build.rs");
    let lock = std::fs::read_to_string(lock_path)
        .expect("Cargo.lock of the workspace names the library versions and must be readable");
    for (variable, package, prefix) in LIBRARIES {
        let version = locked_version(&lock, package, prefix).unwrap_or_else(|| {
            panic!("Cargo.lock holds no {package} {prefix}: a library without a version is refused")
        });
        println!("cargo:rustc-env=CBAS_VERSION_{variable}={version}");
    }
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

/// The version of `package` in a lock file whose version starts with `prefix`.
fn locked_version(lock: &str, package: &str, prefix: &str) -> Option<String> {
    let name_line = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        if line == name_line {
            let version = lines.next()?.strip_prefix("version = \"")?.trim_end_matches('"');
            if version.starts_with(prefix) {
                return Some(version.to_owned());
            }
        }
    }
    None
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
