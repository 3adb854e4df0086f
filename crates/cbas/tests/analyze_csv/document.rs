//! The JSON document: every field of its schema, and which figures exist when.

use super::*;

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
fn a_warm_up_that_leaves_nothing_is_said() {
    let warned = |samples: &str| {
        let output = analyze(&oracle_files(), &["p06_warm100_n1000.csv", "--warm-up", samples]);
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(warned("1000").contains("leaves nothing of this run"), "{}", warned("1000"));
    assert!(!warned("10").contains("leaves nothing"), "{}", warned("10"));
}

#[test]
fn the_warm_up_can_be_found_fixed_or_left_alone() {
    let cut = |warm_up: &[&str]| {
        let output = analyze(&oracle_files(), &[&["p06_warm100_n1000.csv", "--format", "json"], warm_up].concat());
        let document = json(&output);
        (document["settings"]["warm_up"].clone(), document["series"][0]["runs"][0]["warm_up"].as_u64().unwrap())
    };
    let (setting, found) = cut(&[]);
    assert!(setting == "auto" && (100..=400).contains(&found), "{setting} {found}");
    assert_eq!(cut(&["--warm-up", "auto"]), (setting, found));
    assert_eq!(cut(&["--warm-up", "0"]), (0.into(), 0));
    assert_eq!(cut(&["--warm-up", "123"]), (123.into(), 123));
    for wrong in ["-1", "some", "1.5", ""] {
        let output = analyze(&oracle_files(), &["p01_n1.csv", "--warm-up", wrong]);
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
