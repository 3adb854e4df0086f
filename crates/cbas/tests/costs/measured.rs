//! `cbas costs --measure`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{cbas, refusal, root, stdout};

#[test]
fn schemes_are_timed_beside_their_price() {
    let root = root();
    let arguments = ["costs", "schnorr-half-agg", "--measure", "--processes", "2", "--seconds", "1", "--n", "2,1"];
    let text = stdout(&cbas(root.path(), &[&arguments[..], &["--format", "json", "--out", "out"]].concat()));
    assert_eq!(text, fs::read_to_string(root.path().join("out/measured.json")).unwrap());
    let measured: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows = measured["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["scheme"] == "schnorr-half-agg") && rows.len() == 2 * 5, "{text}");
    for n in [1, 2] {
        let row = |phase: &str| rows.iter().find(|row| row["phase"] == phase && row["n"] == n).unwrap();
        let mean = |phase: &str, what: &str| row(phase)[what]["mean"].as_f64().unwrap();
        // How long it took is the machine's affair; that there is a price and a time is not.
        for what in ["plain", "composite", "complete", "measured", "ratio"] {
            assert!(mean("Aggregate", what) > 0.0 && mean("Verify", what) > 0.0, "{what}: {text}");
        }
        assert!(row("Verify")["samples"].as_u64().unwrap() >= 3, "{text}");
        assert!(mean("Aggregate", "complete") > mean("Aggregate", "composite"), "{text}");
        assert!(row("Aggregate")["batch"].as_u64().unwrap() > 1, "{text}");
        let beside = row("Aggregate")["beside"].as_array().unwrap();
        assert!(
            beside.iter().any(|work| work["operation"] == "sha512-byte" && work["count"] == 154 * n + 31),
            "{text}"
        );
    }
    let csv = fs::read_to_string(root.path().join("out/measured.csv")).unwrap();
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.lines().count() == 11 && csv.lines().all(|line| line.split(',').count() >= columns), "{csv}");
    every_sample_is_kept(root.path());
    for file in ["measured.txt", "measured.md", "measured.csv", "measured.tex"] {
        let text = fs::read_to_string(root.path().join("out").join(file)).unwrap();
        assert!(text.contains("Aggregate") && text.contains("schnorr-half-agg"), "{file}: {text}");
    }
    let tex = fs::read_to_string(root.path().join("out/measured.tex")).unwrap();
    assert!(tex.contains(r"\newcommand{\cbasSchnorrHalfAggAggVerifyNTwoMeasured}{"), "{tex}");
}

/// The samples can be judged by the analyzer, process by process.
fn every_sample_is_kept(root: &Path) {
    let text = stdout(&cbas(root, &["analyze", "out/samples.csv", "--format", "json"]));
    let analysis: serde_json::Value = serde_json::from_str(&text).unwrap();
    let series = analysis["series"].as_array().unwrap();
    for name in ["ec-mul", "sha512-byte", "schnorr-half-agg AggVerify n = 2", "schnorr-half-agg Sign n = 1"] {
        let found = series.iter().find(|series| series["name"] == name);
        let found = found.unwrap_or_else(|| panic!("no {name} in {text}"));
        assert_eq!((found["runs"].as_array().unwrap().len(), &found["rejected_count"]), (2, &0.into()), "{name}");
    }
}

/// The pairings of another library: its operations price them, and blst's products have a line of their own.
#[test]
fn schemes_can_be_measured_on_other_pairings() {
    let root = root();
    let units = |library: &str| -> Vec<String> {
        let arguments = ["costs", "bls-agg", "--measure", "--processes", "2", "--seconds", "1", "--n", "3"];
        let text =
            stdout(&cbas(root.path(), &[&arguments[..], &["--pairing-library", library, "--format", "json"]].concat()));
        let measured: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(measured["pairing_library"], library);
        let verify = measured["rows"].as_array().unwrap().iter().find(|row| row["phase"] == "AggVerify").unwrap();
        assert!(verify["composite"]["mean"].as_f64() < verify["plain"]["mean"].as_f64(), "{verify}");
        measured["units"].as_object().unwrap().keys().cloned().collect()
    };
    let has_line = |units: &[String]| units.iter().any(|unit| unit == "pairing-product-64");
    assert!(has_line(&units("blst")) && !has_line(&units("bls12_381")));
}

/// A measuring process that fails says why, and the program that started it which one it was.
#[test]
fn a_measuring_process_that_is_refused_says_why() {
    let job = |n: u32, scheme: &str| {
        format!(
            r#"{{"schemes":["{scheme}"],"ns":[{n}],"operations":[],"pairing_library":"blstrs","seconds":1,"process":0}}"#
        )
    };
    for (job, reason) in [
        (job(0, "bls-agg"), "scheme `bls-agg` refuses its own signatures at n = 0, so its times mean nothing"),
        (job(1, "yuan-2023"), "scheme `yuan-2023` has no code to run"),
        ("{}".to_owned(), "missing field"),
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("cbas"));
        let output = child.env("CBAS_COSTS_JOB", job).output().unwrap();
        assert!(output.stdout.is_empty());
        assert!(refusal(&output, 1).contains(reason), "{output:?}");
    }
}
