//! Scheme files: what ships, and what is refused with which words.

use cbas_schemes::catalogue::{Catalogue, DoiStatus, Provenance, Scheme, SecurityLabel, find, shipped};
use cbas_schemes::count::count;
use cbas_schemes::error::CatalogueError;
use cbas_schemes::scheme::Executable;

const GOOD: &str = r#"
id = "toy"
name = "Toy"
description = "A scheme for tests."
symbols = "source-group"

[bibliography]
title = "Toy"
authors = "A. Author"
year = 2020
doi = "10.1000/toy"
doi_status = "memory"

[security]
label = "broken"
note = "forgeable"

[elements]
g1 = 48

[sizes]
aggregate = "n*g1"

[[row]]
provenance = "counted"
source = "the equations"
phases = [{ name = "Sign", formula = "T_mtp" }, { name = "Verify", formula = "2*T_bpo" }]
"#;

/// The message that refuses `GOOD` with one piece of text exchanged.
fn refusal(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    Scheme::parse("toy.toml", &GOOD.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_shipped_schemes_are_valid_and_named_like_their_files() {
    let schemes = shipped().unwrap();
    assert_eq!(schemes.len(), 36);
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/schemes")).unwrap();
    let mut stems: Vec<_> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    stems.sort();
    let mut ids: Vec<_> = schemes.iter().map(|scheme| scheme.id.clone()).collect();
    ids.sort();
    assert_eq!(ids, stems);
    for scheme in &schemes {
        assert_eq!(scheme.file, format!("{}.toml", scheme.id));
        assert!(scheme.kind.is_some() && scheme.curve.is_some(), "{}", scheme.id);
        assert!(!scheme.security.note.is_empty() && !scheme.default_row().source.is_empty(), "{}", scheme.id);
    }
}

/// The executed rows are what the code does today: on a difference, the message holds the row to paste.
#[test]
fn executed_rows_are_those_of_a_run() {
    for scheme in shipped().unwrap() {
        let row = scheme.row(Provenance::Executed);
        let Some(executable) = Executable::find(&scheme.id) else {
            assert!(row.is_none(), "{} has an executed row and no code", scheme.id);
            continue;
        };
        let counted = count(executable).unwrap();
        let written: Vec<(&str, String)> = row
            .unwrap_or_else(|| panic!("{} runs: give it this row\n{}", scheme.id, counted.to_toml()))
            .phases
            .iter()
            .map(|phase| (phase.name.as_str(), phase.formula.to_string()))
            .collect();
        let found: Vec<(&str, String)> =
            counted.phases.iter().map(|phase| (phase.name.as_str(), phase.formula())).collect();
        assert_eq!(written, found, "{}: replace the executed row by\n{}", scheme.id, counted.to_toml());
    }
}

#[test]
fn labels_dois_and_sizes_of_the_shipped_schemes() {
    let (ours, qiao) = (find("cbas-g").unwrap(), find("qiao-2023").unwrap());
    assert_eq!((ours.security.label, ours.bibliography.doi()), (SecurityLabel::Unproved, None));
    assert_eq!(
        (qiao.security.label, qiao.bibliography.doi()),
        (SecurityLabel::Claimed, Some("10.1109/JSYST.2022.3188012"))
    );
    assert_eq!((ours.symbols.as_deref(), qiao.symbols.as_deref()), (Some("source-group"), None));
    for n in [1, 100] {
        assert_eq!(ours.size_bytes("aggregate", n), Ok(Some(48)));
        assert_eq!(ours.size_bytes("public-key", n), Ok(Some(96)));
        assert_eq!(qiao.size_bytes("signature", n), Ok(Some(65)));
        assert_eq!(qiao.size_bytes("aggregate", n), Ok(Some(33 * n + 32)));
        assert_eq!(qiao.size_bytes("ciphertext", n), Ok(None));
    }
    assert!(qiao.size_bytes("aggregate", u64::MAX).is_err());
}

#[test]
fn a_doi_from_memory_is_withheld() {
    let toy = Scheme::parse("toy.toml", GOOD).unwrap();
    assert_eq!((toy.bibliography.doi_status, toy.bibliography.doi()), (DoiStatus::Memory, None));
    let checked = Scheme::parse("toy.toml", &GOOD.replace("\"memory\"", "\"read\"")).unwrap();
    assert_eq!(checked.bibliography.doi(), Some("10.1000/toy"));
}

#[test]
fn an_unknown_scheme_is_answered_with_the_nearest() {
    let error = find("cbas").unwrap_err();
    assert!(matches!(error, CatalogueError::UnknownScheme { .. }));
    assert_eq!(
        error.to_string(),
        "unknown scheme `cbas`: did you mean `cbas-g`, `cbas-z` or `verma-cbcas-2020`? `cbas list schemes` shows all"
    );
}

#[test]
fn an_unknown_key_is_refused_with_file_and_line() {
    let cases = [
        ("name = \"Toy\"", "nom = \"Toy\"", "toy.toml, line 3, column 1: unknown field `nom`"),
        ("year = 2020", "yaer = 2020", "toy.toml, line 10, column 1: unknown field `yaer`"),
        ("note = \"forgeable\"", "why = \"forgeable\"", "toy.toml, line 16, column 1: unknown field `why`"),
        ("source = \"the equations\"", "sauce = \"x\"", "toy.toml, line 26, column 1: unknown field `sauce`"),
        ("{ name = \"Sign\"", "{ nmae = \"Sign\"", "toy.toml, line 27, column 13: unknown field `nmae`"),
        (
            "\"counted\"",
            "\"guessed\"",
            "unknown variant `guessed`, expected one of `counted`, `printed`, `executed`, `memory`",
        ),
        ("g1 = 48", "g1 = -48", "toy.toml, line 19, column 6"),
    ];
    for (from, to, expected) in cases {
        let message = refusal(from, to);
        assert!(message.contains(expected) && !message.contains('\n'), "{message}");
    }
}

#[test]
fn a_wrong_value_is_refused_with_its_place() {
    let cases = [
        ("id = \"toy\"", "id = \"Toy 1\"", "toy.toml, line 2, id: `Toy 1` is no identifier"),
        (
            "\"source-group\"",
            "\"source-grup\"",
            "toy.toml, line 5, symbols: unknown symbol profile `source-grup`: did you mean `source-group`",
        ),
        ("\"memory\"", "\"none\"", "toy.toml, line 12, bibliography.doi: doi_status is `none` beside a DOI"),
        ("doi = \"10.1000/toy\"", "", "toy.toml, line 12, bibliography.doi: there is none"),
        ("\"n*g1\"", "\"n*g2\"", "toy.toml, line 22, sizes.aggregate: element `g2` has no size"),
        ("\"n*g1\"", "\"n*\"", "toy.toml, line 22, sizes.aggregate: formula `n*`, column 3"),
        ("\"n*g1\"", "\"(n-2)*g1\"", "line 22, sizes.aggregate: the count of `g1` is -1 at n = 1"),
        (
            "\"T_mtp\"",
            "\"T_mtp*2\"",
            "toy.toml, line 27, counted row, phase Sign: formula `T_mtp*2`, column 7: found `2`",
        ),
        (
            "\"2*T_bpo\"",
            "\"2*T_bop\"",
            "toy.toml, line 27, counted row, phase Verify: symbol `T_bop` means nothing in profile `source-group`",
        ),
        (
            "\"2*T_bpo\"",
            "\"(n-1)(n-3)*T_bpo\"",
            "toy.toml, line 27, counted row, phase Verify: the count of `T_bpo` is -1 at n = 2",
        ),
        ("\"2*T_bpo\"", "\"(90-n)*T_bpo\"", "phase Verify: the count of `T_bpo` is -1048486 at n = 1048576"),
        ("\"Verify\"", "\"Sign\"", "toy.toml, line 27, counted row, phase Sign: it is listed twice"),
        (
            "source = \"the equations\"",
            "source = \"x\"\nneglects = [\"T_q\"]",
            "toy.toml, line 27, counted row: symbol `T_q` means nothing",
        ),
    ];
    for (from, to, expected) in cases {
        let message = refusal(from, to);
        assert!(message.contains(expected), "{message}");
    }
}

/// Without a declared profile a symbol must mean the same in all of them.
#[test]
fn a_symbol_with_two_meanings_needs_a_profile_or_a_group() {
    let bare = GOOD.replace("symbols = \"source-group\"\n", "");
    let parse = |text: &str| Scheme::parse("toy.toml", text).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(parse(&bare), Ok(()));
    let message = parse(&bare.replace("\"T_mtp\"", "\"T_mtp + T_pbsm\"")).unwrap_err();
    assert!(message.contains("line 26, counted row, phase Sign: symbol `T_pbsm` means different things"), "{message}");
    assert_eq!(parse(&bare.replace("\"T_mtp\"", "\"T_htc_g1 + T_sm_g2 + g1-decode\"")), Ok(()));
}

#[test]
fn a_golden_cost_is_checked_when_it_is_read() {
    let golden =
        "\n[[golden]]\nrow = \"counted\"\nphase = \"Sign\"\nn = 1\nunit_ms = { T_mtp = 2.5 }\ntotal_ms = \"2.50\"\n";
    let text = format!("{GOOD}{golden}");
    assert_eq!(Scheme::parse("toy.toml", &text).unwrap().golden[0].line, 34);
    let cases = [
        ("n = 1\nunit", "n = 0\nunit", "toy.toml, line 32, golden.n: n is 0: a scheme has at least one signer"),
        ("n = 1\nunit", "n = -1\nunit", "toy.toml, line 32, column 5"),
        ("T_mtp = 2.5", "T_nix = 2.5", "toy.toml, line 33, golden.unit_ms: symbol `T_nix` means nothing"),
        ("T_mtp = 2.5", "T_mtp = -2.5", "toy.toml, line 33, golden.unit_ms: `T_mtp` costs -2.5 ms"),
        ("\"2.50\"", "\"much\"", "toy.toml, line 34, golden.total_ms: `much` is no number"),
        (
            "phase = \"Sign\"",
            "phase = \"Sing\"",
            "toy.toml, line 31, golden.phase: the counted row has no phase `Sing`",
        ),
        ("row = \"counted\"", "row = \"printed\"", "golden.phase: the printed row has no phase `Sign`"),
    ];
    for (from, to, expected) in cases {
        assert!(golden.contains(from), "{from}");
        let text = format!("{GOOD}{}", golden.replacen(from, to, 1));
        let message = Scheme::parse("toy.toml", &text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn schemes_of_a_directory_are_added_in_order_and_their_names_must_be_new() {
    let folder = tempfile::tempdir().unwrap();
    let with = || Catalogue::shipped().unwrap().with_directory(folder.path());
    assert!(matches!(with(), Err(CatalogueError::NoSchemes { .. })));
    std::fs::write(folder.path().join("notes.txt"), "no scheme").unwrap();
    std::fs::write(folder.path().join("b.toml"), GOOD).unwrap();
    std::fs::write(folder.path().join("a.toml"), GOOD.replace("\"toy\"", "\"toy-2\"")).unwrap();
    let catalogue = with().unwrap();
    let ids: Vec<_> = catalogue.schemes().iter().skip(36).map(|scheme| scheme.id.as_str()).collect();
    assert_eq!(ids, ["toy-2", "toy"]);
    assert!(catalogue.find("toy").unwrap().file.ends_with("b.toml"));
    let message = catalogue.find("toi").unwrap_err().to_string();
    assert!(message.contains("`toy`"), "{message}");
    std::fs::write(folder.path().join("c.toml"), GOOD.replace("\"toy\"", "\"cbas-g\"")).unwrap();
    let message = with().unwrap_err().to_string();
    assert!(message.contains("c.toml and cbas-g.toml both call their scheme `cbas-g`"), "{message}");
    std::fs::write(folder.path().join("c.toml"), GOOD.replace("T_mtp", "T_nix")).unwrap();
    let message = with().unwrap_err().to_string();
    assert!(message.contains("c.toml, line 27, counted row, phase Sign"), "{message}");
    assert!(matches!(
        Catalogue::shipped().unwrap().with_directory(&folder.path().join("none")),
        Err(CatalogueError::Io { .. })
    ));
}

#[test]
fn rows_must_exist_once_and_hold_phases() {
    let (head, row) = GOOD.split_at(GOOD.find("[[row]]").unwrap());
    let message = |text: String| Scheme::parse("toy.toml", &text).unwrap_err().to_string();
    assert!(message(head.to_owned()).contains("missing field `row`"));
    assert!(message(format!("{head}{row}{row}")).contains("counted row: there are two"));
    let empty = "[[row]]\nprovenance = \"printed\"\nsource = \"x\"\nphases = []\n";
    assert!(message(format!("{GOOD}{empty}")).contains("printed row: it has no phase"));
}

#[test]
fn a_file_is_read_with_its_path_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.toml");
    assert!(Scheme::read(&path).unwrap_err().to_string().contains("toy.toml"));
    std::fs::write(&path, GOOD).unwrap();
    let toy = Scheme::read(&path).unwrap();
    assert!(toy.row(Provenance::Counted).is_some() && toy.row(Provenance::Executed).is_none());
    std::fs::write(&path, "id = ").unwrap();
    let message = Scheme::read(&path).unwrap_err().to_string();
    assert!(message.contains("toy.toml, line 1"), "{message}");
}
