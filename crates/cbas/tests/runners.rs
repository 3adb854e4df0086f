//! Runners and the study of AES from the command line. Nothing here needs Node.js or Python.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A runner in the language of the shell. Its first argument is what it does wrong.
const RUNNER: &str = r#"
number() { echo "$line" | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
sample() { echo "{\"sample\":{\"phase\":\"$1\",\"i\":$2,\"batch\":$batch,\"wall_ns\":$((5000 + ($2 * 7919) % 211))}}"; }
echo '{"hello":{"protocol":"cbas-runner/1","runner":"shell","version":"1.2","workloads":["nap"],"about":"a test"}}'
asked=0
while read -r line; do
    n=$(number n); warm_up=$(number warm_up); batch=$(number batch)
    if [ "$n" = 0 ]; then
        digest=$(printf '%064d' "$([ "$1" = lies ] && echo $$ || echo 7)")
        echo "{\"done\":{\"digest\":\"$digest\"}}"
        continue
    fi
    asked=$((asked + 1))
    i=0; while [ $i -lt "$warm_up" ]; do sample warm-up $i; i=$((i + 1)); done
    if [ "$1" = dies ] && [ $asked = 2 ]; then sample measured 0; echo 'no more naps' >&2; exit 3; fi
    if [ "$1" = hangs ] && [ $asked = 2 ]; then sample measured 0; sleep 1000; fi
    i=0; while [ $i -lt "$n" ]; do sample measured $i; i=$((i + 1)); done
    echo '{"done":{}}'
done
"#;

fn cbas(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("cbas"));
    command.current_dir(directory).args(arguments);
    command
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A campaign of the shell's runner, and what was printed and warned.
fn campaign(root: &TempDir, fault: &str) -> (String, String) {
    fs::write(root.path().join("my runner.sh"), RUNNER).unwrap();
    let runner = format!("sh 'my runner.sh' {fault}");
    let arguments = [
        "bench",
        "--runner",
        &runner,
        "--runner-timeout",
        "2s",
        "--n",
        "150",
        "--warm-up",
        "3",
        "--processes",
        "2",
        "--batch",
        "1",
        "--out",
        "made",
    ];
    let output = cbas(root.path(), &arguments).output().unwrap();
    let warned = String::from_utf8(output.stderr).unwrap();
    // What has no figure at all is a failure.
    assert_eq!(output.status.code(), Some(i32::from(fault == "lies")), "{warned}");
    (String::from_utf8(output.stdout).unwrap(), warned)
}

/// The measured samples in the file of a process.
fn measured(root: &TempDir, process: u32) -> usize {
    let path = root.path().join(format!("made/samples/process-{process:03}.csv"));
    fs::read_to_string(path).unwrap().matches(",measured,").count()
}

/// The row of the table that has this operation.
fn row<'a>(text: &'a str, operation: &str) -> &'a str {
    let found = text.lines().find(|line| line.split_whitespace().next() == Some(operation));
    found.unwrap_or_else(|| panic!("no row of {operation} in\n{text}"))
}

#[test]
fn a_runner_is_judged_like_a_library() {
    let root = TempDir::new().unwrap();
    let (printed, _) = campaign(&root, "");
    assert!(row(&printed, "nap").contains("shell 1.2") && row(&printed, "nap").contains("µs"), "{printed}");
    assert_eq!([measured(&root, 0), measured(&root, 1)], [150, 150]);
    let again = stdout(&cbas(root.path(), &["analyze", "made"]).output().unwrap());
    assert!(printed.starts_with(&again), "{again}\nis not how this starts:\n{printed}");
    assert!(root.path().join("made/report/nap-shell-running-mean.svg").is_file());
    let manifest = fs::read_to_string(root.path().join("made/manifest.json")).unwrap();
    assert!(manifest.contains("\"about\": \"a test\""), "{manifest}");
}

#[test]
fn one_that_dies_or_hangs_keeps_what_was_complete() {
    for (fault, words) in [("dies", "no more naps"), ("hangs", "within 2 s")] {
        let root = TempDir::new().unwrap();
        let (printed, warned) = campaign(&root, fault);
        // The first block of a hundred, and the sample before the end.
        assert_eq!([measured(&root, 0), measured(&root, 1)], [101, 101], "{fault}");
        assert!(warned.contains(words) && warned.contains("101 of 150 samples are kept"), "{warned}");
        assert!(printed.contains("Warning: process 1, runner shell") && printed.contains(words), "{printed}");
        assert!(row(&printed, "nap").contains("µs"), "{printed}");
    }
}

#[test]
fn wrong_outputs_are_kept_and_left_out() {
    let root = TempDir::new().unwrap();
    let (printed, warned) = campaign(&root, "lies");
    assert_eq!(measured(&root, 0), 150);
    assert!(warned.contains("gave digest") && warned.contains("kept and left out"), "{warned}");
    assert!(row(&printed, "nap").contains("error: its runner failed: it gave digest"), "{printed}");
    assert!(warned.contains("error: 1 of 1 were not timed, the first is nap/shell"), "{warned}");
}

#[test]
fn a_runner_that_cannot_be_used_is_refused_and_leaves_nothing() {
    let root = TempDir::new().unwrap();
    let refused = |runner: &str, code: i32, words: &str| {
        let output = cbas(root.path(), &["bench", "--runner", runner, "--out", "made"]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(words), "{message}");
        assert!(!root.path().join("made").exists());
    };
    refused("no-such-program-anywhere", 1, "not found");
    refused("sh 'unfinished", 2, "quote");
    refused("echo hello", 1, "line 1 is `hello`");
}

#[test]
fn without_node_the_suite_says_that_it_was_skipped() {
    let root = TempDir::new().unwrap();
    let arguments = [
        "bench",
        "--suite",
        "aes",
        "--modes",
        "ctr",
        "--library",
        "rustcrypto,node",
        "--n",
        "20",
        "--processes",
        "2",
        "--warm-up",
        "0",
        "--batch",
        "1",
        "--decimal",
        "--out",
        "made",
    ];
    let output = cbas(root.path(), &arguments).env("PATH", root.path()).output().unwrap();
    let printed = stdout(&output);
    assert!(printed.contains("skipped: node not found") && !printed.contains("error:"), "{printed}");
    for part in ["AES: what a longer key costs", "10 KB", "GB/s", "fixed cost", "Path of rustcrypto: aes 0."] {
        assert!(printed.contains(part), "{part} is missing in\n{printed}");
    }
    for picture in ["aes-ratio-rustcrypto.svg", "aes-throughput-rustcrypto.svg"] {
        assert!(root.path().join("made/report").join(picture).is_file(), "{picture}");
    }
}

#[test]
fn the_study_runs_its_keys_in_every_order() {
    let root = TempDir::new().unwrap();
    let output = cbas(root.path(), &["bench", "--study", "nodejs", "--quick", "--out", "made"])
        .env("PATH", root.path())
        .output();
    let printed = stdout(&output.unwrap());
    for part in ["doi 10.54342/wym48457", "cold: keys down, sizes", "inside", "node: skipped: node not found"] {
        assert!(printed.contains(part), "{part} is missing in\n{printed}");
    }
    let first = |process: u32| {
        let path = root.path().join(format!("made/memory/samples/process-{process:03}.csv"));
        let text = fs::read_to_string(path).unwrap();
        let ids = text.lines().skip(1).step_by(10).map(|line| line.split('/').next().unwrap().to_owned());
        ids.take(2).collect::<Vec<_>>()
    };
    assert_eq!(first(0), ["aes-128-cbc-1024", "aes-192-cbc-1024"]);
    assert_eq!(first(1), ["aes-256-cbc-1024", "aes-192-cbc-1024"]);
    assert_eq!(first(2), ["aes-128-cbc-1024", "aes-128-cbc-10240"]);
    assert_eq!(first(3), ["aes-256-cbc-1024", "aes-256-cbc-10240"]);
    let again = stdout(&cbas(root.path(), &["report", "made", "--keep", "kept"]).output().unwrap());
    assert!(again.contains("study.md"), "{again}");
    let study = |directory: &str| fs::read_to_string(root.path().join(directory).join("study.md")).unwrap();
    assert_eq!(study("made"), study("kept"));
}
