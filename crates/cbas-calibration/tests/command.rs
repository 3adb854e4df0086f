//! The binary `calibrate`: the same bytes every time, and only between the markers of a document.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use cbas_calibration::document::{BEGIN, END};
use cbas_calibration::stream::{LEVEL, catalogue};

fn calibrate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calibrate")).args(arguments).output().expect("the binary starts")
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the temporary folder is writable");
    path
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let tables = |seed: &str| {
        let output = calibrate(&["--runs", "20", "--seed", seed, "--only", "settled", "--only", "processes"]);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("tables are text")
    };
    let one = tables("1");
    assert!(one.contains("#### `at_n`") && one.contains("| iid lognormal 0.05 |"), "{one}");
    assert_eq!(one, tables("1"));
    assert_ne!(one, tables("2"));
}

#[test]
fn a_document_without_markers_is_refused_and_left_alone() {
    let path = file("no-markers.md", "nothing here\n");
    let output = calibrate(&["--runs", "10", "--write", path.to_str().expect("the path is text")]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("add it"), "{output:?}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), "nothing here\n");
}

#[test]
fn a_document_keeps_all_but_what_stands_between_the_markers() {
    let path = file("markers.md", &format!("before\n{BEGIN}\nold\n{END}\nafter\n"));
    let output = calibrate(&["--runs", "10", "--write", path.to_str().expect("the path is text")]);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&path).expect("the file is there");
    assert!(text.starts_with("before\n") && text.ends_with("\nafter\n") && !text.contains("old\n"));
    assert!(text.contains("#### Steady streams") && text.contains("#### Stopping when settled"));
}

#[test]
fn streams_have_the_mean_they_claim_and_the_samples_of_their_seed() {
    for entry in catalogue() {
        let stream = entry.stream;
        let x = stream.samples(200_000, 7);
        assert_eq!(x[..50], stream.samples(200_000, 7)[..50], "{}", stream.name());
        assert!(x.iter().all(|&v| v > 0.0 && v.fract() == 0.0), "{}", stream.name());
        if entry.expectation != cbas_calibration::stream::Expectation::Changing {
            let mean = x.iter().sum::<f64>() / x.len() as f64;
            // Five standard errors of the noisiest stream; the aligned clock is short by half a step.
            assert!((mean / stream.mean() - 1.0).abs() < 0.013, "{}: {mean}", stream.name());
        }
        assert!(stream.mean() >= LEVEL);
    }
}
