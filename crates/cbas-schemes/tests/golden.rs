//! Printed and counted values that the tool must give back.

use cbas_bench::symbol::SymbolProfile;
use cbas_schemes::catalogue::{Provenance, find, shipped};
use cbas_schemes::cost::{Pricer, UnitCosts, row_operations};
use cbas_schemes::symbol::resolve;

/// One count as a function of n.
type Count = fn(u64) -> u64;
/// Name of a phase and its operations, written here from the equations and not from the scheme file.
type Expected = (&'static str, &'static [(&'static str, Count)]);

const CBAS_G: &[Expected] = &[
    ("KeyGen", &[("g2-mul", |_| 1)]),
    ("CertGen", &[("hash-to-g1", |_| 1), ("g1-mul", |_| 1)]),
    ("CertVerify", &[("hash-to-g1", |_| 1), ("pairing", |_| 2)]),
    ("Sign", &[("hash-to-g1", |_| 1), ("g1-mul", |_| 1), ("g1-add", |_| 1)]),
    ("Verify", &[("hash-to-g1", |_| 2), ("pairing", |_| 3), ("gt-mul", |_| 1)]),
    ("Aggregate", &[("g1-add", |n| n - 1)]),
    ("AggVerify", &[("hash-to-g1", |n| 2 * n), ("g1-add", |n| n - 1), ("pairing", |n| n + 2), ("gt-mul", |n| n)]),
];

const QIAO_COUNTED: &[Expected] = &[
    ("KeyGen", &[("ec-mul", |_| 1)]),
    ("CertGen", &[("ec-mul", |_| 1), ("hash-to-scalar", |_| 1)]),
    ("CertVerify", &[("ec-mul", |_| 2), ("ec-add", |_| 1), ("hash-to-scalar", |_| 1)]),
    ("Sign", &[("ec-mul", |_| 1), ("hash-to-scalar", |_| 2)]),
    ("Verify", &[("ec-mul", |_| 4), ("ec-add", |_| 3), ("hash-to-scalar", |_| 3)]),
    ("AggSign", &[]),
    ("AggVerify", &[("ec-mul", |n| 2 * n + 2), ("ec-add", |n| 3 * n), ("hash-to-scalar", |n| 3 * n)]),
];

const QIAO_PRINTED: &[Expected] = &[
    ("Sign", &[("ec-mul", |_| 1), ("hash-to-scalar", |_| 1)]),
    ("Verify", &[("ec-mul", |_| 3), ("ec-add", |_| 2), ("hash-to-scalar", |_| 2)]),
    ("AggSign", &[("ec-add", |n| n - 1)]),
    ("AggVerify", &[("ec-mul", |n| n + 2), ("ec-add", |n| n + 1), ("hash-to-scalar", |n| 2 * n)]),
];

#[test]
fn the_shipped_rows_have_the_counts_of_the_equations() {
    let profile = SymbolProfile::named("source-group").unwrap();
    let cases = [
        ("cbas-g", Provenance::Counted, CBAS_G, 0),
        ("qiao-2023", Provenance::Counted, QIAO_COUNTED, 0),
        ("qiao-2023", Provenance::Printed, QIAO_PRINTED, 0),
    ];
    for (id, provenance, expected, unknown) in cases {
        let scheme = find(id).unwrap();
        let row = scheme.row(provenance).unwrap();
        let known: Vec<_> = row.phases.iter().filter(|phase| !phase.formula.is_unknown()).collect();
        assert_eq!(row.phases.len() - known.len(), unknown);
        assert_eq!(
            known.iter().map(|phase| phase.name.as_str()).collect::<Vec<_>>(),
            expected.iter().map(|(name, _)| *name).collect::<Vec<_>>()
        );
        for (phase, (name, operations)) in known.iter().zip(expected) {
            for n in [1, 2, 5, 16] {
                let counts = phase.formula.counts(n).unwrap().unwrap();
                let counts: Vec<_> =
                    counts.into_iter().map(|(symbol, count)| (resolve(&profile, symbol).unwrap(), count)).collect();
                let expected: Vec<_> = operations.iter().map(|(operation, count)| (*operation, count(n))).collect();
                assert_eq!(counts, expected, "{id} {provenance} {name} at n = {n}");
            }
        }
    }
}

#[test]
fn qiao_at_100_signers_costs_what_is_printed_and_twice_that_when_counted() {
    let scheme = find("qiao-2023").unwrap();
    let milliseconds = [("pairing", 1.365), ("ec-mul", 0.112), ("ec-add", 0.005), ("hash-to-scalar", 0.004)];
    let units = UnitCosts::table(milliseconds.map(|(operation, ms)| (operation, ms * 1e6))).unwrap();
    for profile in ["source-group", "target-group"] {
        let profile = SymbolProfile::named(profile).unwrap();
        for (row, agg_verify) in [(Provenance::Printed, "12.729"), (Provenance::Counted, "25.324")] {
            let table = Pricer::new(&profile, &units, 0.95).unwrap().price_row(&scheme, row, &[1, 100]).unwrap();
            let cost = table.phase("AggVerify").unwrap().costs[1].unwrap();
            assert_eq!(format!("{:.3}", cost.mean_ns / 1e6), agg_verify);
            assert_eq!((cost.low_ns, cost.high_ns, cost.processes), (None, None, None));
            assert!(table.warning.is_none());
        }
    }
}

/// Every cost printed in a scheme file, and that these are the ones known.
#[test]
fn printed_costs_follow_from_their_rows() {
    let profile = SymbolProfile::named("source-group").unwrap();
    let mut printed = Vec::new();
    for scheme in shipped().unwrap() {
        for golden in &scheme.golden {
            let units = golden.unit_ms.iter().map(|(symbol, ms)| (resolve(&profile, symbol).unwrap(), ms * 1e6));
            let formula = &scheme.row(golden.row).unwrap().phase(&golden.phase).unwrap().formula;
            let units = UnitCosts::table(units).unwrap();
            let cost = Pricer::new(&profile, &units, 0.95).unwrap().price(formula, golden.n).unwrap().unwrap();
            let decimals = golden.total_ms.len() - golden.total_ms.find('.').unwrap() - 1;
            assert_eq!(format!("{:.decimals$}", cost.mean_ns / 1e6), golden.total_ms, "{}", scheme.id);
            printed.push(format!("{} {} {} {}", scheme.id, golden.row, golden.phase, golden.total_ms));
        }
    }
    let expected = [
        "qiao-2023 printed AggVerify 12.729",
        "qiao-2023 counted AggVerify 25.324",
        "verma-pfcbas-2020 printed AggVerify 25.319",
        "yuan-2023 printed Sign 2.3046",
        "yuan-2023 printed Verify 24.1875",
        "yuan-2023 counted Sign 2.3046",
        "yuan-2023 counted Verify 24.1875",
    ];
    assert_eq!(printed, expected);
}

#[test]
fn the_profile_decides_what_cbas_g_needs() {
    let scheme = find("cbas-g").unwrap();
    let needs =
        |profile: &str| row_operations(&scheme, Provenance::Counted, &SymbolProfile::named(profile).unwrap()).unwrap();
    assert_eq!(needs("source-group"), ["g2-mul", "hash-to-g1", "g1-mul", "pairing", "g1-add", "gt-mul"]);
    assert_eq!(needs("target-group"), ["g2-mul", "hash-to-g1", "gt-exp", "pairing", "gt-mul"]);
}

#[test]
fn cbas_g_under_the_other_profile_is_priced_with_a_warning() {
    let scheme = find("cbas-g").unwrap();
    let units = UnitCosts::table([
        ("pairing", 800.0),
        ("gt-exp", 600.0),
        ("gt-mul", 3.0),
        ("g2-mul", 200.0),
        ("g1-mul", 100.0),
        ("g1-add", 1.0),
        ("hash-to-g1", 90.0),
    ])
    .unwrap();
    let sign = |profile: &str| {
        let profile = SymbolProfile::named(profile).unwrap();
        let table = Pricer::new(&profile, &units, 0.95).unwrap().price_row(&scheme, Provenance::Counted, &[1]).unwrap();
        (table.phase("Sign").unwrap().costs[0].unwrap().mean_ns, table.warning.map(|warning| warning.to_string()))
    };
    assert_eq!(sign("source-group"), (191.0, None));
    let (mean, warning) = sign("target-group");
    assert_eq!(mean, 693.0);
    assert_eq!(
        warning.unwrap(),
        "scheme `cbas-g` is written in the symbols of `source-group`, but under `target-group` T_pbsm is gt-exp, not \
         g1-mul, T_pbpa is gt-mul, not g1-add: use `--symbols source-group` for the scheme's own cost"
    );
}
