//! The figures of the oracle's files.

use super::*;

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
        fs::read_dir(oracle_files()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".csv"));
    names.sort();
    let arguments: Vec<&str> = names.iter().map(String::as_str).chain(["--warm-up", "0", "--format", "json"]).collect();
    let output = analyze(&oracle_files(), &arguments);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let document = json(&output);
    assert_eq!((names.len(), document["series"].as_array().unwrap().len()), (12, 12));
    let mut compared = 0;
    for (name, series) in names.iter().zip(document["series"].as_array().unwrap()) {
        let (stem, runs) = (name.trim_end_matches(".csv"), series["runs"].as_array().unwrap());
        assert_eq!(series["name"], stem);
        assert_eq!(runs.iter().filter(|run| run["warm_up"] != 0).count(), 0);
        let file = fs::read_to_string(oracle_files().join(format!("{stem}.json"))).unwrap();
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
    let file = fs::read_to_string(oracle_files().join(file)).unwrap();
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
