//! The grammar, its refusals and its printing.

use cbas_schemes::error::FormulaError;
use cbas_schemes::formula::Formula;
use proptest::prelude::*;

fn counts(text: &str, n: u64) -> Vec<(String, u64)> {
    let formula = Formula::parse(text).unwrap();
    let counts = formula.counts(n).unwrap().unwrap();
    counts.into_iter().map(|(symbol, count)| (symbol.to_owned(), count)).collect()
}

#[test]
fn every_form_of_the_grammar_is_counted() {
    let cases: &[(&str, &str, u64)] = &[
        ("(2n+2)*T_smec", "T_smec", 16),
        ("2*n*T_h", "T_h", 14),
        ("2n T_h", "T_h", 14),
        ("2T_h", "T_h", 2),
        ("T_h", "T_h", 1),
        ("n T_h", "T_h", 7),
        ("( n - 1 ) * T_pbpa", "T_pbpa", 6),
        ("3(n-1)(n+1)*T_h", "T_h", 144),
        ("(-n+8)*T_h", "T_h", 1),
        ("((n))*T_h", "T_h", 7),
        ("n*(n-(n-1))*T_h", "T_h", 7),
        ("2*T_meo*", "T_meo*", 2),
        ("n*gt-mul", "gt-mul", 7),
        ("2hash-to-g1", "hash-to-g1", 2),
        ("3*mod-exp-255", "mod-exp-255", 3),
        ("\t4 *\nT_e_gt2 ", "T_e_gt2", 4),
        ("0*T_h", "T_h", 0),
    ];
    for &(text, symbol, count) in cases {
        assert_eq!(counts(text, 7), [(symbol.to_owned(), count)], "{text}");
    }
}

#[test]
fn a_star_at_the_end_of_a_symbol_belongs_to_it() {
    assert_eq!(counts("2*T_meo* + 3*T_meo", 1), [("T_meo*".to_owned(), 2), ("T_meo".to_owned(), 3)]);
}

#[test]
fn a_repeated_symbol_is_counted_together() {
    assert_eq!(counts("T_h + 2*T_b + n*T_h", 4), [("T_h".to_owned(), 5), ("T_b".to_owned(), 2)]);
    assert_eq!(Formula::parse("T_h + T_b + T_h").unwrap().symbols(), ["T_h", "T_b"]);
}

#[test]
fn nothing_and_unknown_are_different() {
    for zero in ["0", " 0 "] {
        assert_eq!(counts(zero, 1), []);
        assert_eq!(Formula::parse(zero).unwrap().to_string(), "0");
    }
    for unknown in ["", " \t"] {
        let formula = Formula::parse(unknown).unwrap();
        assert!(formula.is_unknown() && formula.counts(1).unwrap().is_none());
        assert_eq!(formula.to_string(), "");
    }
}

#[test]
fn text_outside_the_grammar_is_refused_at_its_column() {
    let cases: &[(&str, usize, &str, &str)] = &[
        ("T_h*2", 5, "`2`", "coefficient before the symbol"),
        ("T_h*T_b", 5, "`T_b`", "coefficient before the symbol"),
        ("2*T_meo**", 9, "`*`", "coefficient before the symbol"),
        ("T_a T_b", 5, "`T_b`", "coefficient before the symbol"),
        ("T_a - T_b", 5, "`-`", "difference into a coefficient"),
        ("T_a-T_b", 4, "`-`", "difference into a coefficient"),
        ("T_a-2*T_b", 4, "`-`", "difference into a coefficient"),
        ("3n-1*T_h", 3, "`-`", "parentheses"),
        ("n+1", 2, "`+`", "needs its symbol"),
        ("7", 2, "the end", "needs its symbol"),
        ("n", 2, "the end", "needs its symbol"),
        ("0 + T_h", 3, "`+`", "needs its symbol"),
        ("2 3*T_h", 3, "`3`", "needs its symbol"),
        ("(n+1)2*T_h", 6, "`2`", "needs its symbol"),
        ("(n-1*T_h", 6, "`T_h`", "outside parentheses"),
        ("(n-1", 5, "the end", "`)`"),
        ("(n-)*T_h", 4, "`)`", "a number, n or `(`"),
        ("()*T_h", 2, "`)`", "a number, n or `(`"),
        ("(T_h+1)", 2, "`T_h`", "outside parentheses"),
        ("T_h)", 4, "`)`", "closes nothing"),
        ("T_h +", 6, "the end", "a number, n, `(` or a symbol"),
        ("+ T_h", 1, "`+`", "a number, n, `(` or a symbol"),
        ("-T_h", 1, "`-`", "a number, n, `(` or a symbol"),
        ("2**T_h", 3, "`*`", "a number, n, `(` or a symbol"),
        ("2nT_h", 2, "`nT_h`", "after n"),
        ("2·T_h", 2, "`·`", "use only"),
        ("é*T_h", 1, "`é`", "use only"),
        ("2.5*T_h", 2, "`.`", "use only"),
        ("n^2*T_h", 2, "`^`", "use only"),
        ("18446744073709551616*T_h", 1, "`18446744073709551616`", "64 bits"),
    ];
    for &(text, column, found, remedy) in cases {
        match Formula::parse(text) {
            Err(FormulaError::Syntax { column: at, found: what, remedy: advice, .. }) => {
                assert_eq!((at, what.as_str()), (column, found), "{text}");
                assert!(advice.contains(remedy), "{text}: {advice}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let message = Formula::parse("T_h*2").unwrap_err().to_string();
    assert_eq!(
        message,
        "formula `T_h*2`, column 5: found `2`, where a symbol ends its term: write the coefficient before the symbol, as in `2*T_h`"
    );
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let nested = |depth: usize| format!("{}n{}*T_h", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(counts(&nested(32), 3), [("T_h".to_owned(), 3)]);
    assert!(matches!(Formula::parse(&nested(33)), Err(FormulaError::Syntax { column: 33, .. })));
    assert!(Formula::parse(&"(".repeat(1_000_000)).is_err());
}

#[test]
fn counts_that_do_not_exist_are_refused() {
    let at = |text: &str, n: u64| Formula::parse(text).unwrap().counts(n).map(|_| ()).unwrap_err();
    assert_eq!(at("T_h", 0), FormulaError::NoSigners);
    assert_eq!(at("", 0), FormulaError::NoSigners);
    assert_eq!(at("(n-3)*T_h", 2), FormulaError::Negative { symbol: "T_h".to_owned(), n: 2, count: -1 });
    // A negative term is refused even if another term of the same symbol would lift the sum above zero.
    assert!(matches!(at("9*T_h + (n-3)*T_h", 2), FormulaError::Negative { .. }));
    let overflow = |text: &str, n: u64| assert!(matches!(at(text, n), FormulaError::Overflow { .. }), "{text}");
    overflow("2n*T_h", u64::MAX);
    overflow("n*T_h + n*T_h", u64::MAX);
    overflow("n*n*n*(0)*T_h", u64::MAX);
    assert_eq!(counts("n*T_h", u64::MAX), [("T_h".to_owned(), u64::MAX)]);
}

#[test]
fn printing_is_short_and_can_be_read_back() {
    let cases = [
        ("1*T_h+2*n*T_b", "T_h + 2n*T_b"),
        ("(2*n+2)*T_smec + 3*n*T_paec", "(2n+2)*T_smec + 3n*T_paec"),
        ("n * 2 * T_h", "n*2*T_h"),
        ("2(3n)*T_h", "2*3n*T_h"),
        ("n(n-1)*T_meo*", "n*(n-1)*T_meo*"),
        ("(-1+n)T_h", "(-1+n)*T_h"),
        ("0*T_h", "0*T_h"),
    ];
    for (text, printed) in cases {
        assert_eq!(Formula::parse(text).unwrap().to_string(), printed);
    }
}

/// Coefficients as text with their value at n, built side by side.
fn coefficient(n: i128) -> impl Strategy<Value = (String, i128)> {
    let leaf = prop_oneof![(0_u64..50).prop_map(|v| (v.to_string(), i128::from(v))), Just(("n".to_owned(), n))];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| (format!("({}+{})", a.0, b.0), a.1 + b.1)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| (format!("({}-{})", a.0, b.0), a.1 - b.1)),
            (inner.clone(), inner).prop_map(|(a, b)| (format!("{}*{}", a.0, b.0), a.1 * b.1)),
        ]
    })
}

proptest! {
    #[test]
    fn a_coefficient_has_the_value_of_the_arithmetic((text, value) in coefficient(12)) {
        let formula = Formula::parse(&format!("{text}*T_h")).unwrap();
        match formula.counts(12) {
            Ok(counts) => prop_assert_eq!(i128::from(counts.unwrap()[0].1), value),
            Err(FormulaError::Negative { count, .. }) => prop_assert!(count == value && value < 0),
            Err(FormulaError::Overflow { .. }) => prop_assert!(value > i128::from(u64::MAX)),
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn what_is_printed_reads_back_as_the_same_formula((a, _) in coefficient(3), (b, _) in coefficient(3)) {
        let formula = Formula::parse(&format!("{a}*T_meo* + {b}*gt-mul")).unwrap();
        prop_assert_eq!(Formula::parse(&formula.to_string()).unwrap(), formula);
    }

    #[test]
    fn no_text_crashes_the_parser(text in "[n0-9T_h*+() -]{0,24}") {
        if let Ok(formula) = Formula::parse(&text) {
            let _ = formula.counts(3);
            prop_assert_eq!(Formula::parse(&formula.to_string()).unwrap(), formula);
        }
    }
}
