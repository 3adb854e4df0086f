//! Levels of a factor, what is required, and what tables print.

use super::*;

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
