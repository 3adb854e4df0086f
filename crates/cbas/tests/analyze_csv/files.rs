//! Files that are odd, that are refused, or that come by standard input.

use super::*;

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
