//! `cbas costs` and `cbas lint`, as a user calls them.

mod documents;
mod measured;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use cbas_bench::campaign::Campaign;
use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Settings;
use cbas_schemes::catalogue::{Provenance, find};
use cbas_schemes::cost::{CampaignCosts, Priced, Pricer};
use tempfile::TempDir;

const QIAO: &str = "symbol,ms\nT_bp,1.365\nT_sm_ec,0.112\nT_pa_ec,0.005\nT_h,0.004\n";
const YUAN: &str = "symbol,ms\nT_bp,10.3239\nT_htc_g1,2.4507\nT_sm_g1,1.1508\nT_pa_g1,0.0276\nT_sm_g2,1.1508\nT_pa_g2,0.0276\nT_h,0.0015\n";

fn cbas(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("cbas")).current_dir(directory).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refusal(output: &Output, status: i32) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    error
}

/// A directory with both printed tables and an invented campaign of three processes.
fn root() -> TempDir {
    let root = TempDir::new().unwrap();
    fs::write(root.path().join("qiao.csv"), QIAO).unwrap();
    fs::write(root.path().join("yuan.csv"), YUAN).unwrap();
    support::invent(&root.path().join("reports/made"), 3);
    root
}

/// The last cell of the line of a phase.
fn cost(text: &str, phase: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with(&format!("{phase} ")))
        .unwrap_or_else(|| panic!("no {phase} in\n{text}"));
    line.rsplit("   ").next().unwrap().trim().to_owned()
}

#[test]
fn printed_costs_are_given_back_from_printed_unit_costs() {
    let root = root();
    for (scheme, row, table, n, phase, expected) in [
        ("qiao-2023", "printed", "qiao.csv", "100", "AggVerify", "12.729 ms"),
        ("qiao-2023", "counted", "qiao.csv", "100", "AggVerify", "25.324 ms"),
        ("verma-pfcbas-2020", "printed", "qiao.csv", "100", "AggVerify", "25.319 ms"),
        ("yuan-2023", "printed", "yuan.csv", "1", "Sign", "2.3046 ms"),
        ("yuan-2023", "printed", "yuan.csv", "1", "Verify", "24.1875 ms"),
        ("yuan-2023", "counted", "yuan.csv", "1", "Sign", "2.3046 ms"),
        ("yuan-2023", "counted", "yuan.csv", "1", "Verify", "24.1875 ms"),
    ] {
        let text = stdout(&cbas(root.path(), &["costs", scheme, "--row", row, "--unit-costs", table, "--n", n]));
        assert_eq!(cost(&text, phase), expected, "{scheme} {row}\n{text}");
        assert!(text.contains("symbols: profile `source-group`") && text.contains(&format!("counts: {row}")), "{text}");
    }
}

#[test]
fn a_campaign_prices_what_it_timed_and_names_what_it_did_not() {
    let root = root();
    let text =
        stdout(&cbas(root.path(), &["costs", "gentry-cbe", "verma-cbcas-2020", "--n", "1,7", "--row", "counted"]));
    // The newest campaign under reports/; `pairing` and `ec-add` are in it, `ec-mul` is not.
    assert!(text.contains("Unit costs of reports/made") && text.contains("3 processes"), "{text}");
    assert!(text.contains("no ec-mul, hash-to-scalar") && text.contains("No unit cost for "), "{text}");
    assert!(text.contains("security: BROKEN"), "{text}");
    // Six additions of 450 ns.
    let aggregate = cost(&text, "Aggregate");
    assert!(aggregate.starts_with("2.6") || aggregate.starts_with("2.7"), "{aggregate}");
    assert!(aggregate.contains('±') && aggregate.ends_with("µs"), "{aggregate}");
}

#[test]
fn composite_operations_are_priced_beside_the_plain_sum() {
    let root = root();
    fs::write(
        root.path().join("units.csv"),
        "operation,us\npairing,600\nmiller-loop,250\nfinal-exp,350\nhash-to-g1,50\ngt-mul,2\ng1-add,1\nec-mul,140\nec-mul-base,40\nec-add,0.5\nhash-to-scalar,0.5\n",
    )
    .unwrap();
    let arguments = ["costs", "cbas-g", "qiao-2023", "--unit-costs", "units.csv", "--n", "10", "--optimised"];
    let text = stdout(&cbas(root.path(), &arguments));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("AggVerify")).collect();
    // 20·50 + 9·1 + 12·600 + 10·2 against 20·50 + 9·1 + 12·250 + 350; then 22·140 + 30 against 21·140 + 40 + 30.
    for (line, expected) in lines.iter().zip(["8229.0 µs", "4359.0 µs", "3110.0 µs", "3010.0 µs"]) {
        assert!(line.ends_with(expected), "{line}");
    }
    assert!(lines[1].contains("AggVerify, composite") && lines[3].contains("ec-mul-base"), "{lines:?}");
}

#[test]
fn a_percentage_states_its_denominator() {
    let root = root();
    let arguments = [
        "costs",
        "qiao-2023",
        "verma-pfcbas-2020",
        "--unit-costs",
        "qiao.csv",
        "--n",
        "100",
        "--against",
        "verma-pfcbas-2020",
    ];
    let text = stdout(&cbas(root.path(), &arguments));
    assert!(text.contains("in percent of the cost of PFCBAS (Verma et al. 2020)"), "{text}");
    assert!(text.contains("the denominator is its printed row"), "{text}");
    // 0.112 + 2·0.004 on both sides; 4·0.112 + 3·0.005 + 3·0.004 over 0.015 less.
    assert_eq!(text.lines().filter(|line| line.contains("Sign") && line.ends_with("0.0 %")).count(), 1, "{text}");
    assert!(text.lines().any(|line| line.contains("Verify") && line.ends_with("+3.3 %")), "{text}");
}

#[test]
fn a_doi_from_memory_is_not_printed() {
    let root = root();
    for format in ["table", "markdown", "csv", "json", "latex"] {
        let arguments = ["costs", "verma-pfcbas-2020", "--unit-costs", "qiao.csv", "--format", format];
        assert!(!stdout(&cbas(root.path(), &arguments)).contains("JSYST.2019"), "{format}");
    }
}

/// What a program takes from a campaign is what the command takes.
#[test]
fn a_program_prices_from_a_campaign_in_one_call() {
    let root = root();
    let campaign = Campaign::read(&root.path().join("reports/made")).unwrap();
    let measured = CampaignCosts::of(&campaign, &Settings::default()).unwrap();
    assert_eq!(measured.units.operations(), ["ec-add", "gt-exp", "pairing"]);
    assert_eq!(measured.product_line, None);
    assert!(
        measured.verdicts().starts_with("Not converged: pairing (too few processes: 3 of 5)"),
        "{}",
        measured.verdicts()
    );
    let (scheme, profile) = (find("verma-cbcas-2020").unwrap(), SymbolProfile::named("source-group").unwrap());
    let pricer = Pricer::new(&profile, &measured.units, 0.95).unwrap();
    let priced = Priced::of(&pricer, &scheme, Provenance::Counted, &[7], false).unwrap();
    let own = priced.cost.phase("Aggregate").unwrap().costs[0].unwrap().to_string();
    let text = stdout(&cbas(root.path(), &["costs", "verma-cbcas-2020", "--n", "7", "--row", "counted"]));
    assert_eq!(cost(&text, "Aggregate"), own);
    let curve = priced.cost.curve("name", "Aggregate");
    assert_eq!((curve.name.as_str(), curve.points.len()), ("name", 1));
}

#[test]
fn products_of_pairings_are_priced_by_what_they_were_measured_to_take() {
    let root = root();
    fs::write(
        root.path().join("units.csv"),
        "operation,us\npairing,600\nmiller-loop,250\nfinal-exp,350\nhash-to-g1,50\ngt-mul,2\ng1-add,1\n\
         pairing-product-2,740\npairing-product-4,1140\npairing-product-8,1940\n",
    )
    .unwrap();
    let arguments = ["costs", "cbas-g", "--unit-costs", "units.csv", "--n", "10", "--optimised"];
    let text = stdout(&cbas(root.path(), &arguments));
    let line = |phase: &str| text.lines().find(|line| line.trim_start().starts_with(phase)).unwrap();
    // 340 + 12·200 + 20·50 + 9: the line, not 350 + 12·250 + ...; and 740 + 50 for just two pairings.
    let (verify, certificate) = (line("AggVerify, composite"), line("CertVerify, composite"));
    assert!(
        verify.ends_with("3749 µs") && verify.contains("(n+2)*pairing-product-pair + pairing-product-fixed"),
        "{verify}"
    );
    assert!(certificate.ends_with("790 µs") && certificate.contains("pairing-product-2"), "{certificate}");
    assert!(text.contains("the line through the products of 2, 4, 8, of which the farthest is"), "{text}");
    assert!(line("pairing-product-pair").contains("200 µs"), "{text}");
    // The plain sum stands above.
    assert!(line("AggVerify  ").contains("pairing") || line("AggVerify ").ends_with("8229 µs"), "{text}");
}

#[test]
fn percentages_and_crossings_have_both_prices_and_intervals() {
    let root = root();
    let units = "operation,us\npairing,600\nmiller-loop,250\nfinal-exp,350\nhash-to-g1,50\ngt-mul,2\ng1-mul,80\ng1-add,1\n\
                 g2-mul,160\ng2-add,2\nhash-to-g2,100\nec-mul,140\nec-mul-base,40\nec-add,0.5\nhash-to-scalar,0.5\n";
    fs::write(root.path().join("units.csv"), units).unwrap();
    let arguments = ["costs", "cbas-g", "verma-pfcbas-2020", "--unit-costs", "units.csv", "--n", "10", "--optimised"];
    let text = stdout(&cbas(root.path(), &[&arguments[..], &["--against", "cbas-z"]].concat()));
    let (_, percentages) = text.split_once("in percent of the cost of CBAS-Z").unwrap();
    let rows = |name: &str| percentages.lines().filter(|line| line.contains(name) && line.ends_with('%')).count();
    // CertVerify, Verify and AggVerify in both prices, KeyGen, CertGen, Sign and Aggregate in one; nobody knows which products of
    // PFCBAS have a fixed base.
    assert_eq!((rows("CBAS-G"), rows("PFCBAS")), (10, 4), "{percentages}");
    assert!(percentages.contains("AggVerify, composite"), "{percentages}");
    let json: serde_json::Value = serde_json::from_str(&stdout(&cbas(
        root.path(),
        &["costs", "cbas-z", "qiao-2023", "--unit-costs", "units.csv", "--format", "json"],
    )))
    .unwrap();
    // (2n+2)·140 + 3n·0.5 + 3n·0.5 against 1200 + (2n+1)·80 + 3n·1 + 3n·0.5: 1000 = 118.5 n, so from 9 on.
    let change = &json["crossings"]["changes"][0];
    assert_eq!((&change["after"], &change["crossing"]["n"]), (&"CBAS-Z".into(), &9.into()), "{json}");
}

#[test]
fn a_row_from_memory_can_be_asked_for() {
    let text = stdout(&cbas(root().path(), &["costs", "rsa-fdh-2048", "--row", "memory", "--unit-costs", "qiao.csv"]));
    assert!(text.contains("counts: memory"), "{text}");
}

#[test]
fn a_scheme_of_ones_own_is_priced() {
    let root = root();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../cbas-schemes/schemes/qiao-2023.toml");
    let own = fs::read_to_string(shipped).unwrap().replace("id = \"qiao-2023\"", "id = \"mine\"");
    fs::create_dir(root.path().join("own")).unwrap();
    fs::write(root.path().join("own/mine.toml"), own).unwrap();
    let text =
        stdout(&cbas(root.path(), &["costs", "mine", "--schemes", "own", "--unit-costs", "qiao.csv", "--n", "100"]));
    assert_eq!(cost(&text, "AggVerify"), "25.324 ms");
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let root = root();
    let run = |arguments: &[&str]| cbas(root.path(), &[&["costs"], arguments].concat());
    assert!(refusal(&run(&["qiao"]), 2).contains("`qiao-2023`"));
    assert!(refusal(&run(&["--symbols", "source"]), 2).contains("source-group"));
    assert!(refusal(&run(&["--n", "0"]), 2).contains('0'));
    assert!(refusal(&run(&["--campaign", "nowhere"]), 1).contains("nowhere"));
    assert!(refusal(&run(&["--unit-costs", "nowhere.csv"]), 1).contains("nowhere.csv"));
    assert!(refusal(&run(&["verma-pfcbas-2020", "--row", "executed"]), 1).contains("no executed row"));
    assert!(refusal(&run(&["--measure", "verma-pfcbas-2020"]), 1).contains("no code to run"));
    assert!(refusal(&run(&["--measure", "--row", "printed"]), 1).contains("leave out --row"));
    assert!(refusal(&run(&["--measure", "--campaign", "made"]), 2).contains("--campaign"));
    assert!(refusal(&run(&["--seconds", "3"]), 2).contains("--measure"));
    assert!(refusal(&run(&["--pairing-library", "blst"]), 2).contains("--measure"));
    fs::write(root.path().join("bad.csv"), "symbol,ms\nT_h,fast\n").unwrap();
    assert!(refusal(&run(&["--unit-costs", "bad.csv"]), 1).contains("bad.csv, line 2: `fast`"));
}

#[test]
fn the_lint_names_file_and_line_and_fails_only_if_asked() {
    let root = root();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../cbas-schemes/schemes/");
    for file in ["qiao-2023.toml", "cbas-g.toml"] {
        fs::copy(format!("{shipped}{file}"), root.path().join(file)).unwrap();
    }
    let text = stdout(&cbas(root.path(), &["lint", "qiao-2023.toml"]));
    let source = fs::read_to_string(root.path().join("qiao-2023.toml")).unwrap();
    let finding = text.lines().find(|line| line.contains("AggVerify: the printed row has n+2 ec-mul")).unwrap();
    let line: usize = finding.split(':').nth(1).unwrap().parse().unwrap();
    assert!(finding.starts_with("qiao-2023.toml:") && source.lines().nth(line - 1).unwrap().contains("(n+2)*T_sm_ec"));
    let error = refusal(&cbas(root.path(), &["lint", "qiao-2023.toml", "--require", "clean"]), 3);
    assert!(error.contains("--require clean does not hold"), "{error}");
    stdout(&cbas(root.path(), &["lint", "cbas-g.toml", "--require", "clean"]));
    assert!(stdout(&cbas(root.path(), &["lint", "--all"])).contains("36 schemes: "));
    assert!(refusal(&cbas(root.path(), &["lint", "nowhere.toml"]), 1).contains("nowhere.toml"));
    // A shipped scheme by its name, as long as there is no file of that name.
    assert!(stdout(&cbas(root.path(), &["lint", "verma-pfcbas-2020"])).contains("1 scheme: "));
    assert!(
        refusal(&cbas(root.path(), &["lint", "qiao"]), 1).contains("there is no file `qiao`; unknown scheme `qiao`")
    );
}
