//! Scheme files: what ships, and what is refused with which words.

use cbas_schemes::catalogue::{DoiStatus, Provenance, Scheme, SecurityLabel, find, shipped};
use cbas_schemes::error::CatalogueError;

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
    assert_eq!(schemes.iter().map(|scheme| scheme.id.as_str()).collect::<Vec<_>>(), ["cbas-g", "qiao-2023"]);
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/schemes")).unwrap();
    let mut stems: Vec<_> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    stems.sort();
    assert_eq!(stems, ["cbas-g", "qiao-2023"]);
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
        "unknown scheme `cbas`: did you mean `cbas-g` or `qiao-2023`? `cbas list schemes` shows all"
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
        ("\"counted\"", "\"guessed\"", "unknown variant `guessed`, expected one of `counted`, `printed`, `executed`"),
        ("g1 = 48", "g1 = -48", "toy.toml, line 19, column 6"),
    ];
    for (from, to, expected) in cases {
        let message = refusal(from, to);
        assert!(message.contains(expected) && !message.contains('\n'), "{message}");
    }
}

#[test]
fn a_wrong_value_is_refused_with_its_place() {
    let counted = "toy.toml, counted row";
    let cases = [
        ("id = \"toy\"", "id = \"Toy 1\"", "toy.toml, id: `Toy 1` is no identifier".to_owned()),
        (
            "\"source-group\"",
            "\"source-grup\"",
            "toy.toml, symbols: unknown symbol profile `source-grup`: did you mean `source-group`".to_owned(),
        ),
        ("\"memory\"", "\"none\"", "toy.toml, bibliography.doi: doi_status is `none` beside a DOI".to_owned()),
        ("doi = \"10.1000/toy\"", "", "toy.toml, bibliography.doi: there is none".to_owned()),
        ("\"n*g1\"", "\"n*g2\"", "toy.toml, sizes.aggregate: element `g2` has no size".to_owned()),
        ("\"n*g1\"", "\"n*\"", "toy.toml, sizes.aggregate: formula `n*`, column 3".to_owned()),
        ("\"T_mtp\"", "\"T_mtp*2\"", format!("{counted}, phase Sign: formula `T_mtp*2`, column 7: found `2`")),
        (
            "\"2*T_bpo\"",
            "\"2*T_bop\"",
            format!("{counted}, phase Verify: symbol `T_bop` means nothing in profile `source-group`"),
        ),
        ("\"Verify\"", "\"Sign\"", format!("{counted}, phase Sign: it is listed twice")),
    ];
    for (from, to, expected) in cases {
        let message = refusal(from, to);
        assert!(message.contains(&expected), "{message}");
    }
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
