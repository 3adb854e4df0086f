//! The lint: known faults of published rows are found, and rows known to be right pass.

use cbas_schemes::catalogue::{Provenance, Scheme, find, shipped};
use cbas_schemes::lint::{Fault, Finding, lint, lint_file};
use cbas_schemes::polynomial::Polynomial;

/// Scheme and phase of every difference between a printed and a counted row, and every omitted value.
fn all_findings() -> Vec<String> {
    let mut findings: Vec<String> = Vec::new();
    for scheme in shipped().unwrap() {
        for finding in lint(&scheme).findings {
            let what = match finding.fault {
                Fault::Count { phase, row: Provenance::Printed, .. } => format!("{} {phase}", scheme.id),
                Fault::Omitted { value } => format!("{} omits {value}", scheme.id),
                other => panic!("{}: {other:?}", scheme.id),
            };
            if !findings.contains(&what) {
                findings.push(what);
            }
        }
    }
    findings
}

/// Exactly the faults that are known, so every other printed row passes, and so does every count by hand against a run.
#[test]
fn exactly_the_known_faults_are_found() {
    let expected = [
        "qiao-2023 Sign",
        "qiao-2023 Verify",
        "qiao-2023 AggSign",
        "qiao-2023 AggVerify",
        "verma-cbcas-2020 Sign",
        "cahyadi-2022 Sign",
        "yuan-2023 omits U_i",
        "vallent-2021 Sign",
        "vallent-2021 Verify",
        "vallent-2021 AggVerify",
        "wang-ecae-2025 omits U_i",
        "wu-ye-2025 Sign",
    ];
    assert_eq!(all_findings(), expected);
}

#[test]
fn rows_known_to_be_right_pass() {
    let agrees = |id: &str, phase: &str| {
        let report = lint(&find(id).unwrap());
        report.agreeing.contains(&(phase.to_owned(), Provenance::Printed, Provenance::Counted))
    };
    for phase in ["Verify", "Aggregate", "AggVerify"] {
        assert!(agrees("verma-cbcas-2020", phase), "{phase}");
    }
    for phase in ["Sign", "Verify", "AggVerify"] {
        assert!(agrees("yuan-2023", phase), "{phase}");
    }
    for (id, phase) in [
        ("cahyadi-2022", "Verify"),
        ("cahyadi-2022", "AggVerify"),
        ("wu-ye-2025", "Verify"),
        ("wu-ye-2025", "AggVerify"),
    ] {
        assert!(agrees(id, phase), "{id} {phase}");
    }
    assert!(!agrees("qiao-2023", "AggVerify") && !agrees("cahyadi-2022", "Sign"));
}

#[test]
fn each_term_that_differs_is_named_with_its_line() {
    let qiao = find("qiao-2023").unwrap();
    let line = qiao.row(Provenance::Printed).unwrap().phase("AggVerify").unwrap().line;
    let terms: Vec<String> = lint(&qiao)
        .findings
        .iter()
        .filter(|finding| finding.phase() == Some("AggVerify"))
        .map(ToString::to_string)
        .collect();
    let prefix = format!("qiao-2023.toml, line {line}, AggVerify: the printed row has");
    let advice = "recount the equations or correct the row";
    assert_eq!(
        terms,
        [
            format!("{prefix} n+2 ec-mul where the counted row has 2n+2: {advice}"),
            format!("{prefix} n+1 ec-add where the counted row has 3n: {advice}"),
            format!("{prefix} 2n hash-to-scalar where the counted row has 3n: {advice}"),
        ]
    );
    let text = include_str!("../schemes/qiao-2023.toml");
    assert!(text.lines().nth(line - 1).unwrap().contains("(n+2)*T_sm_ec"));
    let cahyadi = lint(&find("cahyadi-2022").unwrap());
    assert_eq!(cahyadi.findings.len(), 1);
    match &cahyadi.findings[0].fault {
        Fault::Count { operation, found, expected, .. } => {
            assert_eq!(operation, "g1-mul");
            assert_eq!((found, expected), (&Polynomial::constant(3), &Polynomial::constant(4)));
        }
        other => panic!("{other:?}"),
    }
}

/// Three schemes whose Verify differs from AggVerify at n = 1, rightly.
#[test]
fn verify_need_not_cost_what_aggregate_verification_of_one_costs() {
    let mut different = Vec::new();
    for scheme in shipped().unwrap() {
        let Some(row) = scheme.row(Provenance::Counted) else { continue };
        let counts = |phase: &str| {
            let counts = row.phase(phase)?.formula.counts(1).unwrap()?;
            let mut counts: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
            counts.sort_unstable();
            Some(counts)
        };
        let (verify, aggregate) = (counts("Verify"), counts("AggVerify"));
        if verify.is_some() && aggregate.is_some() && verify != aggregate {
            different.push(scheme.id.clone());
            let by_hand = |finding: &Finding| matches!(finding.fault, Fault::Count { row: Provenance::Counted, .. });
            assert!(!lint(&scheme).findings.iter().any(by_hand), "{}", scheme.id);
        }
    }
    assert_eq!(different, ["zhang-shen-wu-2014", "wu-ye-2025", "schnorr-half-agg"]);
}

const TOY: &str = r#"
id = "toy"
name = "Toy"
description = "A scheme for tests."
bibliography = { title = "Toy", authors = "A. Author", doi_status = "none" }
security = { label = "unknown", note = "a toy" }

[transmission]
aggregate = ["W"]
known = ["m_i"]
hashed = ["m_i", "W", "U_i"]

[[row]]
provenance = "counted"
source = "x"
phases = [{ name = "Sign", formula = "T_sm_g1 + 2*T_sm_g2" }, { name = "Verify", formula = "2(n+1)*T_bp + g1-decode" }]

[[row]]
provenance = "printed"
source = "x"
phases = [{ name = "Sign", formula = "3*T_sm_g1" }, { name = "Verify", formula = "2*T_bp + 2n*T_bp" },
    { name = "Extract", formula = "T_h" }, { name = "Join", formula = "" }]

[[golden]]
row = "printed"
phase = "Sign"
n = 1
unit_ms = { T_sm_g1 = 0.5 }
total_ms = "1.6"
"#;

fn messages(text: &str) -> Vec<String> {
    lint(&Scheme::parse("toy.toml", text).unwrap()).findings.iter().map(ToString::to_string).collect()
}

#[test]
fn terms_are_compared_as_polynomials_and_encodings_are_left_out() {
    let report = lint(&Scheme::parse("toy.toml", TOY).unwrap());
    assert_eq!(report.agreeing, [("Verify".to_owned(), Provenance::Printed, Provenance::Counted)]);
    assert_eq!(report.unchecked, ["Extract"]);
    assert!(!report.is_clean());
    assert_eq!(
        messages(TOY),
        [
            "toy.toml, line 21, Sign: the printed row has 3 g1-mul where the counted row has 1: recount the equations or correct the row",
            "toy.toml, line 21, Sign: the printed row has 0 g2-mul where the counted row has 2: recount the equations or correct the row",
            "toy.toml, line 11, aggregate: the verifier hashes U_i, which the aggregate does not carry and the verifier does not know: add its bytes to the size of the aggregate",
            "toy.toml, line 29, Sign: 1.6 ms is given for n = 1, but the printed row costs 1.5 ms: correct one of them",
        ]
    );
}

#[test]
fn a_row_without_groups_is_compared_without_them_and_neglected_symbols_are_not_compared() {
    let unlabelled = TOY.replace("provenance = \"printed\"", "provenance = \"printed\"\ngroups = \"unlabelled\"");
    assert!(messages(&unlabelled).iter().all(|message| !message.contains("g1-mul") && !message.contains("g2-mul")));
    let neglects = TOY.replace("provenance = \"printed\"", "provenance = \"printed\"\nneglects = [\"T_sm_g2\"]");
    let messages = messages(&neglects);
    assert!(messages.iter().any(|message| message.contains("g1-mul")));
    assert!(messages.iter().all(|message| !message.contains("g2-mul")));
}

#[test]
fn a_count_by_hand_is_compared_with_the_executed_one() {
    let text = TOY
        .replace("provenance = \"printed\"", "provenance = \"executed\"")
        .replace("row = \"printed\"", "row = \"executed\"");
    let messages = messages(&text);
    assert!(messages[0].contains("Sign: the counted row has 1 g1-mul where the executed row has 3"), "{messages:?}");
    // What one row has and the other lacks is still a difference.
    assert!(messages[1].contains("the counted row has 2 g2-mul where the executed row has 0"), "{messages:?}");
}

#[test]
fn a_file_is_linted_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.toml");
    std::fs::write(&path, TOY).unwrap();
    let report = lint_file(&path).unwrap();
    assert_eq!((report.scheme.as_str(), report.findings.len()), ("toy", 4));
    assert!(report.findings[0].to_string().contains("toy.toml, line 21"));
    assert!(lint_file(&folder.path().join("none.toml")).is_err());
}
