//! The built binary, as a user calls it.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs `cbas` in `directory`.
fn cbas(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("cbas")).current_dir(directory).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// One sentence on standard error, the exit status, and nothing on standard output.
fn refusal(output: &Output, status: i32) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    assert!(output.stdout.is_empty(), "{}", stdout(output));
    error
}

const TINY: [&str; 9] = ["bench", "--op", "gt-mul,ec-add", "--n", "12,40", "--processes", "2", "--warm-up", "3"];

fn tiny(directory: &Path) -> Output {
    cbas(directory, &[&TINY[..], &["--out", "made"]].concat())
}

#[test]
fn a_small_campaign_runs_and_analyze_prints_the_same_figures() {
    let root = TempDir::new().unwrap();
    let bench = tiny(root.path());
    assert!(bench.status.success(), "{}", String::from_utf8_lossy(&bench.stderr));
    let printed = stdout(&bench);
    for part in
        ["gt-mul", "ec-add", "T_pbpa", "T_paec", "blstrs 0.7.1", "outside the timed samples", "cbas analyze made"]
    {
        assert!(printed.contains(part), "{part} is missing in\n{printed}");
    }
    let again = stdout(&cbas(root.path(), &["analyze", "made"]));
    assert!(printed.starts_with(&again), "{again}\nis not how this starts:\n{printed}");
    let json = stdout(&cbas(root.path(), &["analyze", "made", "--format", "json"]));
    assert_eq!(json, fs::read_to_string(root.path().join("made/report/analysis.json")).unwrap());
    for name in ["gt-mul-blstrs-running-mean.svg", "gt-mul-blstrs-half-width.png", "ec-add-p256-half-width.svg"] {
        assert!(root.path().join("made/report").join(name).exists(), "{name}");
    }
    let samples = fs::read_to_string(root.path().join("made/samples/process-001.csv")).unwrap();
    // Two workloads, runs of 12 and 40 in one block each, 3 warm-up samples before each.
    assert_eq!(samples.lines().count(), 1 + 2 * (12 + 3 + 40 + 3));
}

#[test]
fn runs_end_when_they_have_settled_and_the_record_says_why() {
    let root = TempDir::new().unwrap();
    let arguments = ["--op", "gt-mul,ec-add", "--until", "40%", "--processes", "2", "--batch", "1", "--out", "made"];
    let output = cbas(root.path(), &[&["bench"], &arguments[..]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for process in 0..2 {
        let text = fs::read_to_string(root.path().join(format!("made/samples/process-00{process}.json"))).unwrap();
        let record: serde_json::Value = serde_json::from_str(&text).unwrap();
        for id in ["gt-mul/blstrs", "ec-add/p256"] {
            let stop = &record["stops"][id];
            let samples =
                fs::read_to_string(root.path().join(format!("made/samples/process-00{process}.csv"))).unwrap();
            let measured = samples.lines().filter(|line| line.starts_with(id) && line.contains(",measured,")).count();
            assert_eq!(stop["n"], measured, "{text}");
            // Which rule ends a run depends on the machine; that one did is the law.
            assert!(["settled", "max_n", "max_time"].contains(&stop["reason"].as_str().unwrap()), "{text}");
        }
    }
    assert!(stdout(&output).contains("settled"), "{}", stdout(&output));
}

#[test]
fn a_run_that_cannot_settle_ends_at_its_limits() {
    let root = TempDir::new().unwrap();
    let start = ["bench", "--op", "gt-mul", "--until", "0.0001%", "--processes", "1", "--batch", "1"];
    let by_n = cbas(root.path(), &[&start[..], &["--max-n", "1100", "--out", "n"]].concat());
    assert!(by_n.status.success() && stdout(&by_n).contains("largest N"), "{}", stdout(&by_n));
    let by_time =
        cbas(root.path(), &[&start[..], &["--max-time", "0.001s", "--max-n", "9000000", "--out", "t"]].concat());
    assert!(by_time.status.success() && stdout(&by_time).contains("time was up"), "{}", stdout(&by_time));
}

#[test]
fn both_orders_are_measured_and_compared() {
    let root = TempDir::new().unwrap();
    let output = cbas(root.path(), &[&TINY[..], &["--order", "both", "--out", "made"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let orders: Vec<serde_json::Value> = (0..4)
        .map(|process| {
            let path = root.path().join(format!("made/samples/process-00{process}.json"));
            serde_json::from_str::<serde_json::Value>(&fs::read_to_string(path).unwrap()).unwrap()["order"].clone()
        })
        .collect();
    assert_eq!(orders, ["sequential", "reverse", "sequential", "reverse"]);
    assert!(stdout(&output).contains("sequential") && stdout(&output).contains("reverse"), "{}", stdout(&output));
}

#[test]
fn progress_is_not_printed_where_nobody_watches() {
    let root = TempDir::new().unwrap();
    let error = String::from_utf8(tiny(root.path()).stderr).unwrap();
    assert!(error.lines().all(|line| line.starts_with("note: ") || line.starts_with("warning: ")), "{error}");
}

#[test]
fn what_does_not_exist_is_refused_with_the_nearest_names() {
    let root = TempDir::new().unwrap();
    let operation = refusal(&cbas(root.path(), &["bench", "--op", "paring"]), 2);
    assert!(operation.contains("`paring`") && operation.contains("`pairing`"), "{operation}");
    let library = refusal(&cbas(root.path(), &["bench", "--library", "blstr"]), 2);
    assert!(library.contains("`blstrs`"), "{library}");
    let pair = refusal(&cbas(root.path(), &["bench", "--op", "ec-mul", "--library", "ff"]), 2);
    assert!(pair.contains("p256"), "{pair}");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "a refusal leaves nothing behind");
}

#[test]
fn values_that_cannot_be_are_refused() {
    let root = TempDir::new().unwrap();
    for arguments in [
        ["--n", "0"],
        ["--n", "1000,1000"],
        ["--n", "-5"],
        ["--eps", "-1%"],
        ["--seed", "-1"],
        ["--mod-exp", "-5:128"],
        ["--warm-up", "4294967296"],
        ["--eps", "NaN"],
        ["--eps", "0"],
        ["--delta", "100%"],
        ["--confidence", "40%"],
        ["--processes", "0"],
        ["--batch", "0"],
        ["--batch", "some"],
        ["--order", "random"],
        ["--until", "0"],
        ["--until", "NaN"],
        ["--max-n", "5000"],
    ] {
        let output = cbas(root.path(), &["bench", arguments[0], arguments[1]]);
        let error = refusal(&output, 2);
        assert!(!error.contains("panicked"), "{error}");
    }
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "a refusal leaves nothing behind");
}

#[test]
fn an_output_directory_that_is_something_else_is_left_alone() {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("thesis")).unwrap();
    fs::write(root.path().join("thesis/chapter.tex"), "x").unwrap();
    let error = refusal(&cbas(root.path(), &["bench", "--op", "gt-mul", "--out", "thesis"]), 1);
    assert!(error.contains("chapter.tex") && error.contains("does not exist or is empty"), "{error}");
    let file = refusal(&cbas(root.path(), &["bench", "--op", "gt-mul", "--out", "thesis/chapter.tex"]), 1);
    assert!(file.contains("is a file"), "{file}");
    let below = refusal(&cbas(root.path(), &["bench", "--op", "gt-mul", "--out", "thesis/chapter.tex/new"]), 1);
    assert!(below.contains("cannot create"), "{below}");
    assert_eq!(below.matches("os error").count(), 1, "a cause is said once: {below}");
    assert_eq!(fs::read_dir(root.path().join("thesis")).unwrap().count(), 1);
}

#[test]
fn a_campaign_is_never_overwritten() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("made"), 1);
    let before = fs::read(root.path().join("made/samples/process-000.csv")).unwrap();
    let error = refusal(&tiny(root.path()), 1);
    assert!(error.contains("already holds a campaign"), "{error}");
    assert_eq!(fs::read(root.path().join("made/samples/process-000.csv")).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_nothing_half_written() {
    let root = TempDir::new().unwrap();
    // A limit on file sizes stands for a full disk: writes beyond it fail as they do there.
    let script = r#"trap "" XFSZ; ulimit -f 8; exec "$0" "$@""#;
    let output = Command::new("bash")
        .current_dir(root.path())
        .args(["-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("cbas"))
        .args(["bench", "--op", "gt-mul", "--n", "400", "--processes", "2", "--batch", "1", "--out", "made"])
        .output()
        .unwrap();
    let error = refusal(&output, 1);
    assert!(error.contains("cannot write") && error.contains("process-000.csv"), "{error}");
    assert!(!root.path().join("made").exists());
}

#[test]
fn what_is_no_campaign_cannot_be_analysed() {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("empty")).unwrap();
    let error = refusal(&cbas(root.path(), &["analyze", "empty"]), 1);
    assert!(error.contains("manifest.json"), "{error}");
    let missing = refusal(&cbas(root.path(), &["analyze", "missing"]), 1);
    assert!(missing.contains("missing"), "{missing}");
}

#[test]
fn a_corrupt_manifest_is_refused_with_its_place() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 1);
    let manifest = root.path().join("c/manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    let other_schema = whole.replace("cbas-campaign/1", "cbas-campaign/9");
    for (text, part) in
        [(&whole[..whole.len() / 2], "line"), ("", "empty"), (&other_schema, "cbas-campaign/9"), ("\u{0}", "line")]
    {
        fs::write(&manifest, text).unwrap();
        let error = refusal(&cbas(root.path(), &["analyze", "c"]), 1);
        assert!(error.contains("manifest.json") && error.contains(part), "{error}");
    }
    fs::write(&manifest, [0xff, 0xfe, 0x00]).unwrap();
    assert!(refusal(&cbas(root.path(), &["analyze", "c"]), 1).contains("not text"));
}

#[test]
fn only_the_last_line_of_samples_may_be_cut() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 2);
    let file = root.path().join("c/samples/process-001.csv");
    let whole = fs::read_to_string(&file).unwrap();

    fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    let output = cbas(root.path(), &["analyze", "c"]);
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains("process-001.csv") && warning.contains("last line is cut"), "{warning}");

    let lines: Vec<&str> = whole.lines().collect();
    let with = |replacement: &str| {
        let mut lines = lines.clone();
        lines[99] = replacement;
        lines.join("\n") + "\n"
    };
    let short = &lines[99][..20];
    for (line, part) in [
        (short, "fields"),
        ("pairing/blstrs,400,measured,0,1,1,1,0", "index"),
        ("gt-pow/blstrs,400,measured,96,1,1,1,0", "gt-pow"),
        ("pairing/blstrs,400,measured,x,1,1,1,0", "index"),
        ("pairing/blstrs,400,measured,95,7,1,1,0", "batch"),
        ("pairing/blstrs,400,measured,95,1,-1,1,0", "wall_ns"),
        ("", "fields"),
    ] {
        fs::write(&file, with(line)).unwrap();
        let error = refusal(&cbas(root.path(), &["analyze", "c"]), 1);
        assert!(error.contains("line 100") && error.contains(part), "{error}");
    }
}

#[test]
fn a_process_that_did_not_finish_is_left_out_and_said_so() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 3);
    fs::remove_file(root.path().join("c/samples/process-002.json")).unwrap();
    let output = cbas(root.path(), &["analyze", "c"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("process 2 did not finish"));
    assert!(stdout(&output).contains("2 fresh processes"));
}

#[test]
fn an_interrupted_campaign_is_judged_by_what_was_measured() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 1);
    fs::remove_file(root.path().join("c/samples/process-000.json")).unwrap();
    // Ended before the longer run of the last operation began: its shorter one is whole.
    let file = root.path().join("c/samples/process-000.csv");
    let text = fs::read_to_string(&file).unwrap();
    let kept: String = text.split_inclusive('\n').filter(|line| !line.starts_with("ec-add/p256,1200")).collect();
    fs::write(&file, kept).unwrap();
    let output = cbas(root.path(), &["analyze", "c"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no process finished"));
    let printed = stdout(&output);
    let row = printed.lines().find(|line| line.contains("ec-add")).unwrap();
    assert!(row.contains("ns") && !row.contains("error:"), "{printed}");

    // Ended within that run: its mean is not said to be of 1200 samples.
    let measured = |line: &str| line.starts_with("ec-add/p256,1200,measured");
    let mut taken = 0;
    let kept: String = text
        .split_inclusive('\n')
        .filter(|line| {
            taken += usize::from(measured(line));
            !measured(line) || taken <= 777
        })
        .collect();
    fs::write(&file, kept).unwrap();
    let printed = stdout(&cbas(root.path(), &["analyze", "c"]));
    assert_eq!(printed.matches("(n = 777)").count(), 1, "{printed}");
}

#[test]
fn too_few_samples_for_curves_leave_pictures_out_and_nothing_else() {
    let root = TempDir::new().unwrap();
    let output =
        cbas(root.path(), &["bench", "--quick", "--op", "gt-mul", "--n", "4", "--warm-up", "0", "--out", "made"]);
    let (printed, warned) = (stdout(&output), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(output.status.success(), "{warned}");
    assert!(warned.contains("note: 2 pictures are left out, the first is gt-mul-blstrs-running-mean"), "{warned}");
    assert!(printed.contains("cbas analyze made") && warned.contains("samples go to made"), "{printed}{warned}");
    let report = root.path().join("made/report");
    assert!(report.join("gt-mul-blstrs-trace.svg").exists());
    assert!(!report.join("gt-mul-blstrs-running-mean.svg").exists());
}

#[test]
fn a_kept_copy_gives_the_same_figures_and_feeds_the_readme() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 2);
    fs::write(
        root.path().join("README.md"),
        "a\n<!-- table of `cbas report --readme`: begin -->\n<!-- table of `cbas report --readme`: end -->\nb\n",
    )
    .unwrap();
    let output = cbas(root.path(), &["report", "c", "--keep", "kept", "--readme", "README.md"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(root.path().join("kept/samples/process-001.csv.xz").exists());
    assert!(!root.path().join("kept/samples/process-001.csv").exists());
    let figures = |directory| stdout(&cbas(root.path(), &["analyze", directory, "--format", "csv"]));
    assert_eq!(figures("c"), figures("kept"));
    let readme = fs::read_to_string(root.path().join("README.md")).unwrap();
    assert!(readme.starts_with("a\n") && readme.ends_with("b\n") && readme.contains("| T_bpo | pairing |"), "{readme}");
}

#[test]
fn every_format_prints_the_invented_campaign_as_before() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 5);
    for format in ["table", "markdown", "csv"] {
        let output = cbas(root.path(), &["analyze", "c", "--format", format]);
        assert!(output.status.success());
        insta::assert_snapshot!(format!("analyze-{format}"), stdout(&output));
    }
}

#[test]
fn one_process_is_said_to_speak_for_itself_only() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 1);
    assert!(stdout(&cbas(root.path(), &["analyze", "c"])).contains("One process only"));
}

#[test]
fn the_wall_clock_can_be_analysed_too() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 2);
    let wall = stdout(&cbas(root.path(), &["analyze", "c", "--clock", "wall"]));
    assert!(wall.contains("Wall time of Invented CPU"), "{wall}");
    assert_ne!(wall, stdout(&cbas(root.path(), &["analyze", "c"])));
}

#[test]
fn lists_environment_and_help_are_printed() {
    let root = TempDir::new().unwrap();
    for what in ["operations", "libraries", "schemes", "symbols"] {
        let output = cbas(root.path(), &["list", what]);
        assert!(output.status.success() && stdout(&output).lines().count() > 3, "{what}");
    }
    assert!(stdout(&cbas(root.path(), &["env"])).contains("thread CPU clock"));
    let json: serde_json::Value = serde_json::from_str(&stdout(&cbas(root.path(), &["env", "--json"]))).unwrap();
    assert!(json["build"]["rustc"].as_str().unwrap().starts_with("rustc"));
    for arguments in [&["--help"][..], &["bench", "--help"], &["analyze", "--help"]] {
        let help = stdout(&cbas(root.path(), arguments));
        assert!(help.contains("Examples:"));
        // Help is not wrapped: its lines are written to fit.
        let long: Vec<&str> = help.lines().filter(|line| line.chars().count() > 110).collect();
        assert!(long.is_empty(), "{long:?}");
    }
}
