//! Several libraries, sizes of the user's, and fixed inputs, from the command line.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn cbas(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("cbas")).current_dir(directory).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A campaign of a few samples, and what `bench` printed.
fn tiny(root: &TempDir, what: &[&str]) -> String {
    let common = ["bench", "--n", "12,40", "--processes", "2", "--warm-up", "3", "--out", "made"];
    stdout(&cbas(root.path(), &[&common[..], what].concat()))
}

/// The line of a table that starts with these cells.
fn line<'a>(text: &'a str, start: &str) -> &'a str {
    let found = text.lines().find(|line| line.trim_start().starts_with(start));
    found.unwrap_or_else(|| panic!("no line starts with `{start}` in\n{text}"))
}

#[test]
fn verify_compares_libraries_and_asks_for_known_answers() {
    let root = TempDir::new().unwrap();
    let text = stdout(&cbas(root.path(), &["verify", "--op", "gt-mul,ec-add,hash-256", "--seed", "5"]));
    assert!(line(&text, "gt-mul").contains("agree") && line(&text, "gt-mul").contains("bls12_381"), "{text}");
    for part in ["FIPS 180-4", "g^s g^t", "NIST P-256", "Nothing differs: 3 operations"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let wrong = cbas(root.path(), &["verify", "--op", "gt-mull"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn one_operation_across_libraries_is_a_matrix() {
    let root = TempDir::new().unwrap();
    let printed = tiny(&root, &["--op", "mod-inv,ec-add", "--library", "all"]);
    for part in ["Modular arithmetic across libraries", "P-256 across libraries", "crypto-bigint", "num-integer"] {
        assert!(printed.contains(part), "{part} is missing in\n{printed}");
    }
    let again = stdout(&cbas(root.path(), &["analyze", "made"]));
    assert!(printed.starts_with(&again), "{again}\nis not how this starts:\n{printed}");
    let markdown = stdout(&cbas(root.path(), &["analyze", "made", "--format", "markdown"]));
    // The default library is the unit; one that claims constant time is marked.
    let row = markdown.lines().rfind(|line| line.starts_with("| mod-inv |")).unwrap();
    assert!(row.contains("(num-bigint) |") && row.contains(" | 1 | ") && row.contains("\\*"), "{row}");
}

#[test]
fn powers_of_any_size_are_timed_with_random_and_fixed_inputs() {
    let root = TempDir::new().unwrap();
    let printed = tiny(&root, &["--mod-exp", "257:33", "--inputs", "both"]);
    assert!(printed.contains("mod-exp-257-33 (fixed input)"), "{printed}");
    assert!(printed.contains("Fixed inputs against random ones"), "{printed}");
    let samples = std::fs::read_to_string(root.path().join("made/samples/process-001.csv")).unwrap();
    assert!(samples.contains("mod-exp-257-33/num-bigint/fixed,"), "{}", &samples[..300]);
    let wrong = cbas(root.path(), &["bench", "--mod-exp", "64:3"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("2048:256"));
}

#[test]
fn products_of_pairings_are_a_line_over_the_number_of_pairs() {
    let root = TempDir::new().unwrap();
    let operations = "pairing,pairing-product-2,pairing-product-3,pairing-product-5";
    let printed = tiny(&root, &["--op", operations]);
    let row = printed.split("Products of k pairings").nth(1).expect("the section is printed");
    let row = line(row, "blstrs");
    assert!(row.contains("2, 3, 5") && row.contains("µs"), "{row}");
}

#[cfg(not(feature = "miracl"))]
#[test]
fn a_study_whose_library_is_not_built_in_says_how_to_build_it() {
    let root = TempDir::new().unwrap();
    for arguments in [&["bench", "--study", "miracl"][..], &["bench", "--library", "miracl"]] {
        let refused = cbas(root.path(), arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--features miracl"));
    }
    assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0, "nothing is left behind");
}
