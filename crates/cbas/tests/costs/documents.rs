//! Tables and pictures for papers.

use std::collections::HashSet;
use std::fs;

use super::{cbas, root, stdout};

#[test]
fn latex_has_one_command_a_cell_and_balanced_braces() {
    let root = root();
    let arguments =
        ["costs", "--all", "--unit-costs", "qiao.csv", "--format", "latex", "--against", "qiao-2023", "--optimised"];
    let text = stdout(&cbas(root.path(), &arguments));
    let code: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
    let mut depth = 0i32;
    let joined = code.join("\n").replace("\\{", "").replace("\\}", "");
    for character in joined.chars() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        assert!(depth >= 0, "a brace too many");
    }
    assert_eq!(depth, 0, "a brace too few");
    assert_eq!(joined.matches('$').count() % 2, 0);
    for kind in ["table*", "tabular"] {
        let count = |word: &str| joined.matches(&format!("\\{word}{{{kind}}}")).count();
        assert!(count("begin") >= 4 && count("begin") == count("end"), "{kind}");
    }
    let names: Vec<&str> = code
        .iter()
        .filter_map(|line| line.strip_prefix("\\newcommand{\\"))
        .map(|rest| rest.split_once('}').unwrap().0)
        .collect();
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_alphabetic())), "{names:?}");
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "a name twice");
    // Every command stands in exactly one cell, and a row has as many cells as the heading.
    let cells: Vec<&str> = code
        .iter()
        .filter(|line| line.ends_with("\\\\") && !line.contains("\\multicolumn"))
        .flat_map(|line| line.trim_end_matches("\\\\").split(" & "))
        .filter_map(|cell| cell.trim().strip_prefix("\\cbas").map(|_| &cell.trim()[1..]))
        .collect();
    assert_eq!(cells.len(), names.len());
    assert_eq!(cells.iter().collect::<HashSet<_>>(), names.iter().collect::<HashSet<_>>());
    let at = r"\newcommand{\cbasQiaoTwoZeroTwoThreeCountedAggVerifyNOneZeroZero}{25.324}";
    assert!(code.contains(&at), "{at}");
}

/// Everything that a paper needs stands in the LaTeX of a campaign.
#[test]
fn latex_holds_what_a_paper_needs() {
    let root = root();
    let run = |arguments: &[&str]| stdout(&cbas(root.path(), &[&["costs", "--format", "latex"], arguments].concat()));
    let text = run(&["gentry-cbe", "verma-cbcas-2020", "--n", "1,7", "--campaign", "reports/made"]);
    for label in ["unit-costs", "operation-counts", "scheme-costs", "provenance", "scheme-sizes"] {
        assert!(text.contains(&format!("\\label{{tab:{label}}}")), "{label}\n{text}");
    }
    for heading in [r"symbol & meaning & group & library & {mean} & $N$ & $K$", r"phase & {$n = 1$} & {$n = 7$}"] {
        assert!(text.contains(heading), "{heading}\n{text}");
    }
    assert!(text.contains(r"\textbf{security: BROKEN}") && text.contains("counts: counted"), "{text}");
    assert!(text.contains("Symbols: profile source-group"), "{text}");
    // The mean of `ec-add` in microseconds, with the digits that its half-width supports, and aligned at the point.
    let unit = text.lines().find_map(|line| line.strip_prefix(r"\newcommand{\cbasUnitEcAdd}{")).unwrap();
    let (mean, half) = unit.trim_end_matches('}').split_once(" +- ").unwrap();
    let decimals = |number: &str| number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    assert!((mean.parse::<f64>().unwrap() - 0.45).abs() < 0.01 && decimals(mean) == decimals(half), "{unit}");
    assert!(text.contains("S[table-format = "), "{text}");
    // What was not timed has no command.
    assert!(!text.contains(r"\newcommand{\cbasUnitEcMul}") && text.contains("{--}"), "{text}");
}

#[test]
fn methods_name_machine_versions_protocol_verdicts_and_interval() {
    let root = root();
    let arguments = ["costs", "gentry-cbe", "verma-cbcas-2020", "--campaign", "reports/made", "--format", "markdown"];
    let text = stdout(&cbas(root.path(), &arguments));
    let methods = text.split_once("**Methods.** ").unwrap().1;
    for part in [
        "Invented CPU",
        "Linux 1.2.3",
        "rustc 1.95.0",
        "blstrs 1.2.3, p256 1.2.3 (blstrs on blst 1)",
        "each of 3 fresh processes",
        "N = 1200 samples after 3 samples of warm-up",
        "1 to 256 operations a sample (as many as last 0.1 ms)",
        "in interleaved order with seed 1",
        "thread CPU time",
        "outputs of 3 of the 3 operations",
        "Of the 3 means that are used, 0 have converged (half-width of at most 1 % and no material instability), 3 have \
         too few processes to judge.",
        "95 % interval over 3 processes",
        "Operation counts are counted for 2 schemes.",
        "profile source-group",
    ] {
        assert!(methods.contains(part), "{part}\n{methods}");
    }
    // Nobody measured a printed table, so nothing is said of a protocol.
    let arguments = ["costs", "qiao-2023", "--unit-costs", "qiao.csv", "--format"];
    for format in ["markdown", "latex"] {
        let text = stdout(&cbas(root.path(), &[&arguments[..], &[format]].concat()));
        assert!(text.contains("Nothing was measured: unit costs are the values printed in qiao.csv"), "{text}");
        assert!(!text.contains("seed"), "{text}");
    }
}

#[test]
fn tables_and_pictures_are_written() {
    let root = root();
    let arguments = ["costs", "--unit-costs", "qiao.csv", "--out", "out"];
    stdout(&cbas(root.path(), &arguments));
    for file in [
        "costs.txt",
        "costs.md",
        "costs.csv",
        "costs.json",
        "costs.tex",
        "agg-verify.svg",
        "agg-verify.png",
        "sign-verify.png",
    ] {
        assert!(fs::metadata(root.path().join("out").join(file)).is_ok_and(|file| file.len() > 100), "{file}");
    }
    let svg = fs::read_to_string(root.path().join("out/agg-verify.svg")).unwrap();
    assert!(svg.contains("symbols: profile source-group") && svg.contains("BROKEN: CB-CAS"), "{svg}");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(root.path().join("out/costs.json")).unwrap()).unwrap();
    assert_eq!(json["schema"], "cbas-costs/1");
    let csv = fs::read_to_string(root.path().join("out/costs.csv")).unwrap();
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.contains("qiao-2023,Qiao et al. 2023,counted,claimed,source-group,AggVerify,plain,") && columns == 14);
}
