//! `cbas analyze` on CSV files: the built binary, as a user calls it.

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

fn oracle() -> PathBuf {
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

/// Compares a figure with the oracle's at its tolerance, elements of lists one by one.
fn agree(place: &str, got: &[&Value], entry: &Value) {
    let numbers = |value: &Value| match value {
        Value::Array(list) => list.iter().map(|v| v.as_f64().unwrap()).collect::<Vec<_>>(),
        value => vec![value.as_f64().unwrap()],
    };
    let want = numbers(&entry["value"]);
    let tolerance = |field: &str| entry[field].as_f64().unwrap_or(0.0);
    let largest = want.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    assert_eq!(got.len(), want.len(), "{place}");
    for (got, want) in got.iter().map(|v| v.as_f64().unwrap_or_else(|| panic!("{place} is {v}"))).zip(want) {
        let allowed = tolerance("rtol") * largest + tolerance("atol");
        assert!((got - want).abs() <= allowed, "{place}: {got} instead of {want}");
    }
}

/// The figures of a run that the oracle has.
fn figures(run: &Value) -> Vec<(&'static str, Vec<&Value>)> {
    let interval = &run["interval"];
    vec![
        ("n", vec![&run["n"]]),
        ("mean", vec![&run["mean"]]),
        ("median", vec![&run["median"]]),
        ("min", vec![&run["min"]]),
        ("max", vec![&run["max"]]),
        ("mad_raw", vec![&run["mad"]]),
        ("sd", vec![&run["sd"]]),
        ("skewness_g1", vec![&run["skewness"]]),
        ("spec_lrv", vec![&run["long_run_variance"]]),
        ("spec_ess", vec![&run["ess"]]),
        ("spec_df", vec![&run["df"]]),
        ("spec_se", vec![&run["standard_error"]]),
        ("spec_hall_ci95", vec![&interval["low"], &interval["high"]]),
        ("spec_rel_halfwidth", vec![&interval["relative_half_width"]]),
    ]
}

#[test]
fn the_oracle_s_files_give_the_oracle_s_figures() {
    let mut names: Vec<String> =
        fs::read_dir(oracle()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".csv"));
    names.sort();
    let arguments: Vec<&str> = names.iter().map(String::as_str).chain(["--warm-up", "0", "--format", "json"]).collect();
    let output = analyze(&oracle(), &arguments);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let document = json(&output);
    assert_eq!((names.len(), document["series"].as_array().unwrap().len()), (12, 12));
    let mut compared = 0;
    for (name, series) in names.iter().zip(document["series"].as_array().unwrap()) {
        let (stem, runs) = (name.trim_end_matches(".csv"), series["runs"].as_array().unwrap());
        assert_eq!(series["name"], stem);
        assert_eq!(runs.iter().filter(|run| run["warm_up"] != 0).count(), 0);
        let file = fs::read_to_string(oracle().join(format!("{stem}.json"))).unwrap();
        let expected = serde_json::from_str::<Value>(&file).unwrap()["expected"].clone();
        if let [run] = runs.as_slice() {
            for (key, got) in figures(run) {
                // Below ten samples no interval is given, and a constant has neither skewness nor a lag.
                if !expected[key]["value"].is_null() && !got[0].is_null() {
                    agree(&format!("{name} {key}"), &got, &expected[key]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 120, "only {compared} figures were compared");
    let series = |stem: &str| document["series"].as_array().unwrap().iter().find(|s| s["name"] == stem).unwrap();
    pair(&series("p11_pair_equal")["equivalence"]);
    eight_processes(series("p12_procs8"));
}

/// The value of one field of an oracle entry, with the tolerance of the entry.
fn field(file: &str, key: &str, name: &str) -> Value {
    let file = fs::read_to_string(oracle().join(file)).unwrap();
    let mut entry = serde_json::from_str::<Value>(&file).unwrap()["expected"][key].clone();
    entry["value"] = entry["value"][name].clone();
    entry
}

fn pair(equivalence: &Value) {
    let [entry] = equivalence.as_array().unwrap().as_slice() else { panic!("{equivalence}") };
    assert_eq!((&entry["kind"], &entry["a"]["run"], &entry["b"]["run"]), (&"independent".into(), &0.into(), &1.into()));
    for (name, key) in [("rel_diff", "relative_difference"), ("se", "standard_error"), ("df", "df"), ("tost_p", "p_t")]
    {
        agree(name, &[&entry[key]], &field("p11_pair_equal.json", "spec_indep", name));
    }
}

fn eight_processes(series: &Value) {
    let between = &series["between"];
    let expected = |name| field("p12_procs8.json", "spec_processes", name);
    assert_eq!(between["processes"], 8);
    agree("grand mean", &[&between["mean"]], &expected("grand_mean"));
    agree("W", &[&between["variance_within"]], &expected("within_var_of_means"));
    agree("σ²_B", &[&between["variance_between_raw"]], &expected("sigma2_between_raw"));
    agree("interval", &[&between["interval"]["low"], &between["interval"]["high"]], &expected("ci95"));
    agree("K required", &[&between["required_processes"]], &expected("K_required_eps01"));
}

/// The kinds of value a field may have.
fn has(value: &Value, place: &str, kinds: &[(&str, &str)]) {
    for (field, kind) in kinds {
        let value = value.get(field).unwrap_or_else(|| panic!("{place}.{field} is missing"));
        let fits = kind.split('|').any(|kind| match kind {
            "number" => value.is_number(),
            "text" => value.is_string(),
            "list" => value.is_array(),
            "object" => value.is_object(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("{other}"),
        });
        assert!(fits, "{place}.{field} is {value} instead of {kind}");
    }
}

const INTERVAL: [(&str, &str); 4] =
    [("low", "number"), ("high", "number"), ("level", "number"), ("relative_half_width", "number")];

#[test]
fn the_json_has_every_field_of_its_schema() {
    let text = format!("op,run,ns\n{}x,0,?\n{}", rows("x,0", 1000, 1, 1.0), rows("x,1", 1000, 2, 1.0));
    let output = analyze_text(&text, &["--format", "json"]);
    let document = json(&output);
    assert_eq!(document["schema"], "cbas-analysis/1");
    assert_eq!(
        document["settings"],
        serde_json::json!({"eps": 0.01, "delta": 0.01, "confidence": 0.95, "clock": null, "warm_up": "auto"})
    );
    has(&document, "document", &[("series", "list"), ("refused", "list"), ("notes", "list")]);
    let series = &document["series"][0];
    has(series, "series", &[("name", "text"), ("between", "object"), ("factor", "null"), ("runs", "list")]);
    assert_eq!((&series["unit"], &series["granularity"]), (&"ns".into(), &"per-operation".into()));
    assert_eq!(series["source"], serde_json::json!({"format": "csv", "path": "x.csv"}));
    assert_eq!(series["rejected"], serde_json::json!([{"row": 1002, "reason": "`?` is not a number"}]));
    assert!(document["notes"][0].as_str().unwrap().contains("row 1002"));
    let run = &series["runs"][0];
    for field in [
        "n",
        "warm_up",
        "mean",
        "median",
        "sd",
        "min",
        "max",
        "skewness",
        "lag1",
        "long_run_variance",
        "ess",
        "tau",
        "standard_error",
        "required_n",
        "resolution",
        "quotable_relative",
    ] {
        has(run, "run", &[(field, "number")]);
    }
    has(run, "run", &[("shifts", "list"), ("stability_shown", "boolean"), ("warnings", "list")]);
    has(&run["interval"], "run.interval", &INTERVAL);
    has(&run["drift"], "run.drift", &[("z", "number"), ("relative", "number")]);
    has(&run["verdict"], "run.verdict", &[("kind", "text"), ("at_n", "number")]);
    assert_eq!(run["interval"]["level"], 0.95);
    let between = &series["between"];
    for field in ["processes", "mean", "sd", "variance_between", "icc", "required_processes"] {
        has(between, "between", &[(field, "number|null")]);
    }
    has(between, "between", &[("optimal_n", "null"), ("interval", "object")]);
    has(&between["interval"], "between.interval", &INTERVAL);
    let equivalence = &series["equivalence"][0];
    has(equivalence, "equivalence", &[("relative_difference", "number"), ("p_t", "number"), ("outcome", "text")]);
    has(&equivalence["interval"], "equivalence.interval", &INTERVAL[..3]);
    assert_eq!((&equivalence["a"]["n"], &equivalence["b"]["n"]), (&1000.into(), &1000.into()));
    assert_eq!(series["verdict"]["kind"], "too_few_processes");
}

#[test]
fn shifts_and_at_processes_are_there_when_they_exist() {
    let shifted = format!("op,ns\n{}{}", rows("s", 600, 1, 1.0), rows("s", 400, 2, 1.1));
    let run = json_of(shifted, &[])["series"][0]["runs"][0].clone();
    assert_eq!(run["verdict"]["kind"], "unstable");
    let shift = &run["shifts"][0];
    assert!((590..=610).contains(&shift["at"].as_u64().unwrap()), "{shift}");
    assert!((shift["relative"].as_f64().unwrap() - 0.096).abs() < 0.01, "{shift}");
    let five: String = (0..5).map(|k| rows(&format!("x,{k}"), 400, k, 1.0 + 0.0001 * k as f64)).collect();
    let series = json_of(format!("op,process,ns\n{five}"), &[])["series"][0].clone();
    assert_eq!((&series["verdict"]["kind"], &series["verdict"]["at_processes"]), (&"converged".into(), &5.into()));
    assert_eq!(series["between"]["required_processes"], 5);
}

#[test]
fn one_run_has_no_figures_over_processes() {
    let series = json_of("ns\n3000\n3001\n3002\n", &[])["series"][0].clone();
    assert_eq!((&series["name"], &series["between"]), (&"x".into(), &Value::Null));
    let run = &series["runs"][0];
    for field in ["interval", "ess", "tau", "skewness", "standard_error", "drift", "at_n", "stability_shown"] {
        assert!(run[field].is_null(), "{field} is {}", run[field]);
    }
    assert_eq!(
        (&run["mean"], &run["sd"], &series["equivalence"]),
        (&3001.0.into(), &1.0.into(), &Value::Array(vec![]))
    );
}

#[test]
fn the_warm_up_can_be_found_fixed_or_left_alone() {
    let cut = |warm_up: &[&str]| {
        let output = analyze(&oracle(), &[&["p06_warm100_n1000.csv", "--format", "json"], warm_up].concat());
        let document = json(&output);
        (document["settings"]["warm_up"].clone(), document["series"][0]["runs"][0]["warm_up"].as_u64().unwrap())
    };
    let (setting, found) = cut(&[]);
    assert!(setting == "auto" && (100..=400).contains(&found), "{setting} {found}");
    assert_eq!(cut(&["--warm-up", "auto"]), (setting, found));
    assert_eq!(cut(&["--warm-up", "0"]), (0.into(), 0));
    assert_eq!(cut(&["--warm-up", "123"]), (123.into(), 123));
    for wrong in ["-1", "some", "1.5", ""] {
        let output = analyze(&oracle(), &["p01_n1.csv", "--warm-up", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn two_runs_are_compared_and_so_are_a_and_b_among_others() {
    let compared = |column: &str, names: &[&str]| {
        let all: String = names.iter().enumerate().map(|(seed, name)| rows(name, 500, seed, 1.0)).collect();
        let series = json_of(format!("{column},ns\n{all}"), &[])["series"][0].clone();
        let list = series["equivalence"].as_array().unwrap().clone();
        list.iter().map(|e| (e["a"]["run"].as_u64(), e["b"]["run"].as_u64(), e["outcome"].clone())).collect::<Vec<_>>()
    };
    let once = |a, b| vec![(Some(a), Some(b), Value::from("equivalent"))];
    assert_eq!(compared("group", &["a", "b"]), once(0, 1));
    assert_eq!(compared("run", &["seven", "eight"]), once(0, 1));
    assert_eq!(compared("group", &["b", "x", "a"]), once(2, 0));
    assert!(compared("process", &["0", "1", "2"]).is_empty());
}

#[test]
fn hundreds_of_series_take_one_call_and_give_the_same_bytes_again() {
    let all: String = (0..300).map(|k| rows(&format!("operation {k}"), 1000, k, 1.0)).collect();
    let text = format!("op,ns\n{all}");
    let first = analyze_text(&text, &["--format", "json"]);
    let document = json(&first);
    assert_eq!(document["series"].as_array().unwrap().len(), 300);
    assert!(document["series"].as_array().unwrap().iter().all(|series| series["verdict"]["kind"] == "converged"));
    assert_eq!(document["series"][299]["name"], "operation 299");
    assert_eq!(analyze_text(&text, &["--format", "json"]).stdout, first.stdout);
}

#[test]
fn a_refused_series_is_an_entry_and_the_others_are_analysed() {
    let good = rows("good", 500, 1, 1.0);
    let text = format!("op,ns\nnan,1\n{good}nan,NaN\ninfinite,inf\nnegative,-5\nzero,0\nzero,0\nnone,\n");
    let output = analyze_text(&text, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let document = json(&output);
    assert_eq!((document["series"].as_array().unwrap().len(), &document["series"][0]["name"]), (1, &"good".into()));
    let refused = document["refused"].as_array().unwrap();
    let expected = [
        ("nan", "row 503", Some(503)),
        ("infinite", "not a finite number", Some(504)),
        ("negative", "`-5` is negative", Some(505)),
        ("zero", "all 2 samples of the run are zero", None),
        ("none", "none of its 1 rows holds a number", Some(508)),
    ];
    assert_eq!(refused.len(), expected.len());
    for (entry, (name, reason, row)) in refused.iter().zip(expected) {
        assert_eq!(entry["name"], name);
        assert!(entry["reason"].as_str().unwrap().contains(reason), "{entry}");
        assert_eq!(entry["rejected"][0]["row"].as_u64(), row, "{entry}");
        assert_eq!(entry["source"]["path"], "x.csv");
        assert!(stderr(&output).contains(&format!("series {name} is refused")), "{}", stderr(&output));
    }
    for format in ["table", "csv", "markdown"] {
        let printed = stdout(&analyze_text(&text, &["--format", format]));
        assert!(printed.contains("negative") && printed.contains("refused: row 505"), "{printed}");
    }
}

#[test]
fn if_nothing_can_be_analysed_the_work_failed_but_says_why() {
    let output = analyze_text("op,ns\na,NaN\nb,-1\n", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["refused"].as_array().unwrap().len(), 2);
    assert!(stderr(&output).contains("none of the 2 series can be analysed"), "{}", stderr(&output));
}

#[test]
fn files_that_are_not_understood_are_refused_in_one_sentence() {
    for (bytes, part) in [
        (&b""[..], "empty"),
        (b"\xef\xbb\xbf\r\n", "empty"),
        (b"ns\n", "no rows"),
        (b"time,op\n1,a\n", "names `time`, `op`, and what is needed is `ns`"),
        (b"3086\n3085\n", "numbers (`3086`)"),
        (b"ns,Ns\n1,2\n", "two columns `ns`"),
        (b"{\"ns\": []}", "no table"),
        (b"ns\0\n1\n", "not text"),
        (b"\xff\xfen\0s\0\n\0", "UTF-8"),
        (b"ns,op\n1,\xfcber\n", "row 2 is not UTF-8"),
    ] {
        let output = analyze_text(bytes, &[]);
        let error = stderr(&output);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{error}");
        assert!(error.starts_with("error: x.csv: ") && error.contains(part), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let root = TempDir::new().unwrap();
    let missing = analyze(root.path(), &["missing.csv"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("cannot read missing.csv"), "{}", stderr(&missing));
    assert_eq!(analyze(root.path(), &[]).status.code(), Some(2));
}

#[test]
fn odd_but_possible_files_are_read() {
    let plain = json_of("ns\n3000\n3001\n3002.5\n", &[])["series"][0]["runs"][0].clone();
    for text in [
        "\u{feff}NS\r\n\"3000\"\r\n\r\n3001\r\n 3002.5 ",
        "Ns;note\n3000;\n3001;a\n3002,5;\"b;\nc\"\n",
        "i\tns\textra\n1\t3.0e3\t\n2\t3001\t\n3\t3002.5\t\n",
    ] {
        assert_eq!(json_of(text, &[])["series"][0]["runs"][0], plain, "{text:?}");
    }
    let named = json_of("OP,ns\n\"Paarung, über Kurve\",1\n双线性,2\n", &[]);
    assert_eq!(
        (&named["series"][0]["name"], &named["series"][1]["name"]),
        (&"Paarung, über Kurve".into(), &"双线性".into())
    );
}

#[test]
fn standard_input_is_a_path_too() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("cbas"))
        .args(["analyze", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("op,ns\n{}", rows("piped", 400, 1, 1.0));
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut piped = json(&child.wait_with_output().unwrap());
    assert_eq!(piped["series"][0]["source"]["path"], "-");
    piped["series"][0]["source"]["path"] = "x.csv".into();
    assert_eq!(piped, json_of(text, &[]));
}

#[test]
fn campaigns_and_files_give_one_document() {
    let root = TempDir::new().unwrap();
    support::invent(&root.path().join("c"), 5);
    fs::write(root.path().join("one.csv"), format!("op,ns\n{}", rows("hash", 400, 1, 1.0))).unwrap();
    fs::write(root.path().join("bad.csv"), "time\n1\n").unwrap();
    let output = analyze(root.path(), &["one.csv", "c", "bad.csv", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let document = json(&output);
    let sources: Vec<_> = document["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|series| (series["source"]["format"].as_str().unwrap(), series["clock"].as_str()))
        .collect();
    assert_eq!(
        sources,
        [("csv", None), ("campaign", Some("cpu")), ("campaign", Some("cpu")), ("campaign", Some("cpu"))]
    );
    assert_eq!(document["settings"]["clock"], "cpu");
    let refused: Vec<_> =
        document["refused"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(refused, ["gt-mul/faulty", "bad.csv"]);
    assert!(stderr(&output).contains("bad.csv: the file has no column `ns`"), "{}", stderr(&output));

    let table = stdout(&analyze(root.path(), &["one.csv", "c"]));
    assert!(table.contains("T_bpo") && table.contains(" hash "), "{table}");
    let csv = stdout(&analyze(root.path(), &["one.csv", "c", "--format", "csv"]));
    let mut reader = csv.lines();
    assert!(reader.next().unwrap().starts_with("path,series,rejected_rows,level,runs,samples,mean_ns,"), "{csv}");
    assert_eq!(reader.map(|line| line.split(',').next().unwrap()).collect::<Vec<_>>(), ["one.csv", "c", "c", "c", "c"]);

    let none = analyze(root.path(), &["bad.csv", "missing.csv"]);
    assert_eq!((none.status.code(), stdout(&none).as_str()), (Some(1), ""));
    assert!(stderr(&none).contains("none of the 2 paths can be read"), "{}", stderr(&none));
}

/// Five processes at each of two levels whose means differ by `difference`.
fn two_levels(op: &str, difference: f64) -> String {
    let level = |name: &str, k: usize, scale: f64| rows(&format!("{op},{name},{k}"), 400, k, scale);
    let both = |k: usize| {
        let scale = 1.0 + 0.0002 * k as f64;
        level("forward", k, scale) + &level("reverse", k, scale * (1.0 + difference))
    };
    (0..5).map(both).collect()
}

#[test]
fn levels_of_a_factor_are_compared() {
    let text = format!("op,Order,process,ns\n{}{}", two_levels("same", 0.0), two_levels("moved", 0.03));
    let document = json_of(&text, &[]);
    let same = &document["series"][0];
    assert_eq!(
        (&same["verdict"]["kind"], &same["factor"]["verdict"]["kind"]),
        (&"converged".into(), &"converged".into())
    );
    assert_eq!((&same["factor"]["factor"], &same["between"]["processes"]), (&"order".into(), &10.into()));
    let moved = &document["series"][1];
    assert_eq!(moved["verdict"], moved["factor"]["verdict"]);
    assert_eq!(moved["verdict"]["kind"], "unstable");
    let reason = &moved["verdict"]["reasons"][0];
    assert_eq!((&reason["kind"], &reason["factor"]), (&"order_dependent".into(), &"order".into()));
    assert!((reason["relative"].as_f64().unwrap() + 0.03 / 1.03).abs() < 0.001, "{reason}");
    let levels = moved["factor"]["levels"].as_array().unwrap();
    let named: Vec<_> = levels.iter().map(|level| [&level["level"], &level["analysis"]["verdict"]["kind"]]).collect();
    assert_eq!(named, [["forward", "converged"], ["reverse", "converged"]]);
    let comparison = &moved["factor"]["equivalence"][0];
    assert_eq!((&comparison["level_a"], &comparison["level_b"]), (&"forward".into(), &"reverse".into()));
    assert_eq!((&comparison["kind"], &comparison["outcome"]), (&"processes".into(), &"different".into()));

    let table = stdout(&analyze_text(&text, &[]));
    for part in ["unstable: depends on order by 2.9", "moved, order forward", "forward against reverse: different"] {
        assert!(table.contains(part), "{part} is missing in\n{table}");
    }
    let csv = stdout(&analyze_text(&text, &["--format", "csv"]));
    assert_eq!(csv.lines().filter(|line| line.contains(",forward,5,2000,")).count(), 2, "{csv}");
}

#[test]
fn too_many_levels_are_noted_and_not_compared() {
    let text: String = (0..70).map(|level| format!("{level},300{}\n", level % 10)).collect();
    let output = analyze_text(format!("level,ns\n{text}"), &["--format", "json"]);
    let document = json(&output);
    assert_eq!((output.status.code(), &document["series"][0]["factor"]), (Some(0), &Value::Null));
    assert!(stderr(&output).contains("70 levels"), "{}", stderr(&output));
}

#[test]
fn what_is_required_decides_the_exit_status() {
    let converged = format!("op,ns\n{}", rows("good", 500, 1, 1.0));
    let code = |text: &str| {
        let output = analyze_text(text, &["--require", "converged"]);
        (output.status.code(), stderr(&output), stdout(&output).contains("verdict"))
    };
    assert_eq!(code(&converged), (Some(0), String::new(), true));
    let (status, error, printed) = code(&format!("{converged}few,1\n"));
    assert!(status == Some(3) && printed && error.contains("1 of 2 series: few"), "{status:?} {error}");
    let (status, error, _) = code(&format!("{converged}bad,-1\n"));
    assert!(status == Some(3) && error.contains("bad"), "{status:?} {error}");
    assert_eq!(code("ns\nNaN\n").0, Some(1));
    assert_eq!(analyze_text(&converged, &["--require", "luck"]).status.code(), Some(2));
}

#[test]
fn tables_print_what_a_reader_looks_for() {
    let text = format!("op,ns\n{}odd|name,1\nodd|name,x\n", rows("plain", 1000, 1, 1.0));
    let table = stdout(&analyze_text(&text, &["--warm-up", "0"]));
    for part in [
        "series",
        "runs",
        "tau / ESS",
        "verdict",
        "plain",
        "1 000",
        "converged from N = 300",
        "no start-up phase is cut",
    ] {
        assert!(table.contains(part), "{part} is missing in\n{table}");
    }
    assert!(!table.contains("the means are") && !table.contains(" file "), "{table}");
    let markdown = stdout(&analyze_text(&text, &["--format", "markdown"]));
    assert!(
        markdown.starts_with(
            "| series | runs | n | mean | tau / ESS | verdict |\n|---|---|---|---|---|---|\n| plain | 1 |"
        ),
        "{markdown}"
    );
    assert!(markdown.contains("odd\\|name"), "{markdown}");
    let csv = stdout(&analyze_text(&text, &["--format", "csv"]));
    let cells: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(cells.len() == 3 && cells.iter().all(|row| row.len() == 17), "{csv}");
    assert_eq!((cells[2][1], cells[2][2], cells[2][6]), ("odd|name", "1", "1"));
}
