//! Files of other programs, good and bad.

use std::io::{self, Read};

use cbas_convergence::Series;
use cbas_convergence::import::{Format, ImportError, Imported, ImportedSeries, MOST_ROWS_LISTED, Refusal, import};

fn read(text: &str) -> Imported {
    import(text.as_bytes(), "file").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn only(text: &str) -> ImportedSeries {
    let mut imported = read(text);
    assert_eq!(imported.series.len(), 1, "{text}");
    imported.series.remove(0)
}

fn series(text: &str) -> Series {
    only(text).outcome.unwrap().series
}

fn values(text: &str) -> Vec<f64> {
    series(text).runs().iter().flat_map(|run| run.nanoseconds().to_vec()).collect()
}

fn error(text: &str) -> String {
    let error = import(text.as_bytes(), "file").unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn one_column_is_one_run() {
    let imported = read("ns\n3000\n3001\n");
    assert_eq!((imported.format, imported.notes.len()), (Format::Csv, 0));
    let series = series("ns\n3000\n3001\n");
    assert_eq!((series.name(), series.runs().len()), ("file", 1));
    assert_eq!((series.runs()[0].process(), series.runs()[0].nanoseconds()), (None, &[3000.0, 3001.0][..]));
}

#[test]
fn line_ends_marks_and_spaces_do_not_matter() {
    let plain = values("ns\n1\n2.5\n3\n");
    for text in [
        "ns\r\n1\r\n2.5\r\n3\r\n",
        "\u{feff}ns\n1\n2.5\n3",
        "\u{feff}\"NS\"\r\n\"1\"\r\n\"2.5\"\r\n\"3\"",
        "\n\n Ns \n\n1\n   \n 2.5\n\t3\n\n",
        "ns,\n1,\n2.5,\n3,\n,\n",
        "ns;x\n1;\n2,5;a\n3;b,c\n",
        "i\tNs\n0\t1\n1\t2.5\n2\t3\n",
        "x,ns,y\na,1e0,\"b,\"\"c\"\"\"\nd,+2.5,\"two\nlines\"\ne,3.0,f\n",
    ] {
        assert_eq!(values(text), plain, "{text:?}");
    }
}

#[test]
fn a_decimal_comma_is_read_only_where_it_is_clear() {
    assert_eq!(values("ns;op\n3,5;a\n4;a\n"), [3.5, 4.0]);
    assert_eq!(values("ns\top\n3,5\ta\n"), [3.5]);
    let rejected = |text: &str| {
        let series = only(text);
        (series.rejected.rows[0].row, series.rejected.rows[0].reason.clone())
    };
    assert!(
        matches!(rejected("ns,x\n1,\n\"3,5\",\n"), (3, reason) if reason.contains("`3,5`") && reason.contains("`;`"))
    );
    assert!(matches!(rejected("ns\n1\n3,5\n"), (3, reason) if reason.contains("2 cells")));
    assert!(matches!(rejected("ns;x\n3,5;\n4.5;\n"), (3, reason) if reason.contains("earlier rows")));
    assert!(matches!(rejected("ns;x\n4.5;\n3,5;\n"), (3, reason) if reason.contains("earlier rows")));
    assert!(matches!(rejected("ns;x\n1;\n1.234,5;\n"), (3, reason) if reason.contains("thousands")));
    assert!(matches!(rejected("ns;x\n1;\n1,234,567;\n"), (3, reason) if reason.contains("thousands")));
}

#[test]
fn series_and_runs_keep_the_order_in_which_they_appear() {
    let imported = read("Process,OP,ns\n2,b,10\n1,b,20\n2,b,30\n1,a,40\n2,b,50\n1,b,60\n");
    assert_eq!(imported.series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    let b = &imported.series[0].outcome.as_ref().unwrap().series;
    let runs: Vec<_> = b.runs().iter().map(|run| (run.process().unwrap(), run.nanoseconds())).collect();
    assert_eq!(runs, [("2", &[10.0, 30.0, 50.0][..]), ("1", &[20.0, 60.0][..])]);
    for column in ["run", "group"] {
        assert_eq!(series(&format!("ns,{column}\n1,x\n2,y\n")).runs()[1].process(), Some("y"));
    }
}

#[test]
fn names_may_be_in_any_script() {
    let imported = read("ns,op\n1,Paarung über Kurve\n2,双线性\n3,\"a,b\"\n4, 双线性 \n");
    let names: Vec<&str> = imported.series.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["Paarung über Kurve", "双线性", "a,b"]);
}

#[test]
fn levels_are_kept_apart() {
    let samples = only("order,run,ns\nforward,0,1\nreverse,0,2\nforward,1,3\nforward,0,4\n").outcome.unwrap();
    let names: Vec<_> = samples.series.runs().iter().map(|run| run.process().unwrap()).collect();
    assert_eq!(names, ["forward/0", "reverse/0", "forward/1"]);
    let factor = samples.factor.unwrap();
    assert_eq!(factor.name, "order");
    let levels: Vec<_> = factor.levels.iter().map(|(name, series)| (name.as_str(), series.runs().len())).collect();
    assert_eq!(levels, [("forward", 2), ("reverse", 1)]);
    assert_eq!(factor.levels[0].1.runs()[0].nanoseconds(), [1.0, 4.0]);
    let named_level = only("level,ns\na,1\nb,2\n").outcome.unwrap();
    assert_eq!(named_level.factor.unwrap().name, "level");
    assert_eq!(only("level,ns\na,1\na,2\n").outcome.unwrap().factor, None);
}

#[test]
fn columns_that_mean_the_same_are_noted() {
    let imported = read("ns,run,process,group,order,level\n1,r,p,g,o,l\n");
    assert_eq!(imported.notes.len(), 3, "{:?}", imported.notes);
    assert!(imported.notes[0].contains("`process` and `run`"), "{:?}", imported.notes);
    assert_eq!(imported.series[0].outcome.as_ref().unwrap().series.runs()[0].process(), Some("p"));
}

#[test]
fn rows_without_a_number_are_left_out_and_listed() {
    let series = only("ns,op\n1,a\n\n,a\nNA,a\n2,a\n0x10,a\n1 000,a\n3,a,b\n");
    assert_eq!(series.outcome.as_ref().unwrap().series.runs()[0].nanoseconds(), [1.0, 2.0]);
    let rows: Vec<_> = series.rejected.rows.iter().map(|row| (row.row, row.reason.as_str())).collect();
    assert_eq!(
        rows,
        [
            (4, "the cell is empty"),
            (5, "`NA` is not a number"),
            (7, "`0x10` is not a number"),
            (8, "`1 000` is not a number"),
            (9, "the row has 3 cells, the header 2"),
        ]
    );
    assert_eq!(series.rejected.count, 5);
}

#[test]
fn rows_are_numbered_as_an_editor_does() {
    for end in ["\n", "\r\n"] {
        let text = ["\u{feff}ns,note", "1,x", "", "", "2,\"two", "lines\"", "x,y", "", "y,"].join(end);
        for text in [text.clone(), text + end] {
            let rows: Vec<u64> = only(&text).rejected.rows.iter().map(|row| row.row).collect();
            assert_eq!(rows, [7, 9], "{text:?}");
        }
    }
}

#[test]
fn values_no_clock_gives_refuse_their_series_only() {
    let text = "ns,op\n1,good\nNaN,nan\n1,nan\ninf,infinite\n-1,negative\n1e19,long\n0,zero\n0,zero\nx,none\n,none\n1e999,over\n2,good\n";
    let imported = read(text);
    assert_eq!(imported.series.len(), 8);
    for series in &imported.series {
        let reason = series.outcome.as_ref().err().map(ToString::to_string).unwrap_or_default();
        let (part, row) = match series.name.as_str() {
            "good" => ("", None),
            "nan" => ("row 3: `NaN` is not a finite number", Some(3)),
            "infinite" => ("row 5: `inf` is not a finite", Some(5)),
            "negative" => ("row 6: `-1` is negative", Some(6)),
            "long" => ("row 7: `1e19` ns is more than 31 years", Some(7)),
            "zero" => ("all 2 samples of the run are zero", None),
            "none" => ("none of its 2 rows holds a number (row 10: `x`", Some(10)),
            "over" => ("not a finite number", Some(12)),
            other => panic!("{other}"),
        };
        assert!(reason.contains(part) && !reason.contains('\n'), "{reason}");
        assert_eq!(series.outcome.is_ok(), series.name == "good");
        assert_eq!(series.rejected.rows.first().map(|rejected| rejected.row), row, "{}", series.name);
    }
}

#[test]
fn a_run_that_cannot_be_used_is_named() {
    let refusal = only("ns,run\n1,a\n0,b\nx,c\n").outcome.unwrap_err();
    assert!(matches!(&refusal, Refusal::Run { run: Some(run), .. } if run == "b"), "{refusal}");
    let empty = only("ns,run\n1,a\nx,c\n").outcome.unwrap_err();
    assert!(empty.to_string().starts_with("run \"c\": the run has no samples"), "{empty}");
}

#[test]
fn a_column_that_counts_samples_is_pointed_out() {
    let counted = |column: &str, n: usize| {
        let rows: String = (0..n).map(|i| format!("{i},300{}\n", i % 10)).collect();
        read(&format!("{column},ns\n{rows}")).notes
    };
    assert!(matches!(counted("run", 50).as_slice(), [note] if note.contains("rename `run` if it counts")));
    assert!(matches!(counted("order", 50).as_slice(), [note] if note.contains("`order`")));
    assert!(counted("run", 5).is_empty() && counted("index", 50).is_empty());
}

#[test]
fn many_bad_rows_are_counted_but_not_all_listed() {
    let series = only(&format!("ns\n1\n{}", "-1\nx\n".repeat(3000)));
    assert_eq!((series.rejected.count, series.rejected.rows.len()), (6000, MOST_ROWS_LISTED));
    let reason = series.outcome.unwrap_err().to_string();
    assert!(
        reason.contains("3000 rows") && reason.contains("rows 3, 5, 7") && reason.contains("2990 more"),
        "{reason}"
    );
}

#[test]
fn a_quotation_mark_that_never_closes_is_found() {
    let series = only("ns,op\n1,a\n\"2,a\n3,a\n4,a\n");
    assert_eq!(series.outcome.unwrap().series.runs()[0].len(), 1);
    let imported = read("op,ns\na,1\na,\"2\na,3\na,4\n");
    assert!(imported.series[0].rejected.rows[0].reason.contains("quotation mark"), "{imported:?}");
    assert_eq!(imported.series[0].rejected.rows[0].row, 3);
}

#[test]
fn rows_that_belong_nowhere_are_noted() {
    let imported = read("ns,op,run\n1,a,0\n2,,0\n3,a\n4,a,0\n");
    assert_eq!(imported.series[0].outcome.as_ref().unwrap().series.runs()[0].nanoseconds(), [1.0, 4.0]);
    assert_eq!(imported.notes, ["2 row(s) belong to no series and are left out, the first because row 3 has no `op`"]);
}

#[test]
fn files_that_are_not_understood_are_refused_in_one_sentence() {
    for (text, part) in [
        ("", "empty"),
        (" \n\r\n", "empty"),
        ("ns\n", "no rows"),
        ("ns,op", "no rows"),
        ("time,op\n1,a\n", "names `time`, `op`, and what is needed is `ns`"),
        ("cpu_ns;wall_ns\n1;2\n", "`cpu_ns`, `wall_ns`"),
        ("3086\n3085\n", "holds numbers (`3086`)"),
        ("ns,NS\n1,2\n", "two columns `ns`"),
        ("ns,op,Op\n1,a,b\n", "two columns `op`"),
        ("{\"ns\": 1}", "no table"),
        ("<html>", "no table"),
        ("n\0s\n1\n", "not text"),
    ] {
        assert!(error(text).contains(part), "{text:?}: {}", error(text));
    }
    let wide = (0..40).map(|i| format!("column {i}")).collect::<Vec<_>>().join(",") + "\n1\n";
    assert!(error(&wide).contains("`column 11`, …") && !error(&wide).contains("column 12"));
    assert!(error(&"x".repeat(100_000)).contains("no end of line"));
    let latin = import(&b"ns,op\n1,a\n2,\xfcber\n"[..], "x").unwrap_err();
    assert!(matches!(latin, ImportError::Encoding { row: 3 }), "{latin}");
}

#[test]
fn any_bytes_give_a_series_or_a_sentence() {
    let mut state = 1u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let pieces: [&[u8]; 16] = [
        b"ns", b"op", b",", b";", b"\n", b"\r\n", b"\"", b"1", b"-2.5", b"1e5", b"\xff", b"order", b" ", b"NaN", b"\t",
        b"\0",
    ];
    let (mut understood, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = if next() % 2 == 0 { b"ns,op,run\n".to_vec() } else { Vec::new() };
        (0..next() % 40).for_each(|_| bytes.extend_from_slice(pieces[next() % pieces.len()]));
        match import(bytes.as_slice(), "x") {
            Ok(imported) => {
                understood += 1;
                for series in imported.series.iter().filter_map(|series| series.outcome.as_ref().ok()) {
                    assert!(series.series.runs().iter().all(|run| run.nanoseconds().iter().all(|v| *v >= 0.0)));
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(understood > 100 && refused > 100, "{understood} {refused}");
}

/// Hands out one byte at a time, and then fails.
struct Failing(&'static [u8]);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else { return Err(io::Error::other("gone")) };
        (buffer[0], self.0) = (*first, rest);
        Ok(1)
    }
}

#[test]
fn a_slow_input_is_read_and_a_failing_one_is_an_error() {
    let slow = Failing(b"ns\n1\n2\n").take(7);
    assert_eq!(import(slow, "x").unwrap().series[0].outcome.as_ref().unwrap().series.runs()[0].len(), 2);
    let error = import(Failing(b"ns\n1\n2\n"), "x").unwrap_err();
    assert!(matches!(&error, ImportError::Io(_)) && error.to_string().contains("gone"), "{error}");
}
