//! Unit costs times counts, and what is refused.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::Scope;
use cbas_schemes::catalogue::{Provenance, find};
use cbas_schemes::cost::{Cost, Estimate, Pricer, UnitCosts, operations, row_operations};
use cbas_schemes::error::CostError;
use cbas_schemes::formula::Formula;
use proptest::prelude::*;

/// 97.5 % quantiles of Student's t for 1 to 9 degrees of freedom, from printed tables.
const T_975: [f64; 9] = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157];

fn cost_of(formula: &str, n: u64, units: &UnitCosts) -> Result<Option<Cost>, CostError> {
    let profile = SymbolProfile::named("source-group").unwrap();
    Pricer::new(&profile, units, 0.95)?.price(&Formula::parse(formula).unwrap(), n)
}

fn close(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * a.abs().max(b.abs())
}

fn symmetric(mean_ns: f64, half_width: f64) -> Estimate {
    Estimate { mean_ns, low_ns: mean_ns - half_width, high_ns: mean_ns + half_width }
}

#[test]
fn the_interval_of_processes_is_that_of_their_costs() {
    let units = UnitCosts::processes([("ec-mul", vec![10.0, 11.0, 12.0]), ("ec-add", vec![1.0, 1.0, 4.0])]).unwrap();
    // Costs 21, 23, 28: mean 24, S = sqrt(13), half-width 4.302653 * sqrt(13 / 3).
    let cost = cost_of("2*T_smec + T_paec", 1, &units).unwrap().unwrap();
    assert_eq!(cost.mean_ns, 24.0);
    assert!(close(cost.high_ns.unwrap() - 24.0, 8.956683, 1e-6) && close(24.0 - cost.low_ns.unwrap(), 8.956683, 1e-6));
    assert_eq!((cost.processes, cost.scope()), (Some(3), Some(Scope::BetweenProcesses)));
    assert!(cost.is_indicative());
}

#[test]
fn operations_that_make_up_for_each_other_leave_no_width_and_others_do() {
    let interval = |third: f64| {
        let adds = vec![8.0, 6.0, third, 10.0];
        let units = UnitCosts::processes([("ec-mul", vec![10.0, 11.0, 13.0, 9.0]), ("ec-add", adds)]).unwrap();
        let cost = cost_of("2*T_smec + T_paec", 1, &units).unwrap().unwrap();
        (cost.low_ns.unwrap(), cost.high_ns.unwrap())
    };
    assert_eq!(interval(2.0), (28.0, 28.0));
    assert!(interval(2.5).0 < interval(2.5).1);
}

#[test]
fn one_process_adds_half_widths_in_quadrature_side_by_side() {
    let estimates = [
        ("ec-mul", Estimate { mean_ns: 100.0, low_ns: 97.0, high_ns: 106.0 }),
        ("ec-add", Estimate { mean_ns: 10.0, low_ns: 8.0, high_ns: 14.0 }),
    ];
    let units = UnitCosts::one_process(0.95, estimates).unwrap();
    let cost = cost_of("T_smec + 2*T_paec", 1, &units).unwrap().unwrap();
    assert_eq!((cost.low_ns, cost.mean_ns, cost.high_ns), (Some(115.0), 120.0, Some(130.0)));
    assert_eq!((cost.processes, cost.scope()), (Some(1), Some(Scope::WithinProcess)));
    assert!(!cost.is_indicative());
}

#[test]
fn two_symbols_of_one_operation_share_its_error() {
    let units = UnitCosts::one_process(0.95, [("gt-mul", symmetric(10.0, 1.0))]).unwrap();
    let profile = SymbolProfile::named("target-group").unwrap();
    let formula = Formula::parse("3*T_pbpa + 4*T_gt").unwrap();
    let cost = Pricer::new(&profile, &units, 0.95).unwrap().price(&formula, 1).unwrap().unwrap();
    assert_eq!((cost.low_ns, cost.high_ns), (Some(63.0), Some(77.0)), "7 ± 7, not 7 ± 5");
}

#[test]
fn no_operation_costs_exactly_nothing_and_unknown_has_no_cost() {
    let all = [
        UnitCosts::processes([("ec-mul", vec![1.0, 2.0])]).unwrap(),
        UnitCosts::one_process(0.95, [("ec-mul", symmetric(1.0, 0.1))]).unwrap(),
        UnitCosts::table([("ec-mul", 1.0)]).unwrap(),
    ];
    for units in &all {
        for free in ["0", "0*T_smec", "(n-1)*T_paec"] {
            let cost = cost_of(free, 1, units).unwrap().unwrap();
            assert!(cost.mean_ns == 0.0 && cost.mean_ns.is_sign_positive(), "{free}");
            let interval = cost.processes.map(|_| 0.0);
            assert_eq!((cost.low_ns, cost.high_ns), (interval, interval), "{free}");
            assert_eq!(cost.scope().is_some(), interval.is_some());
        }
        assert_eq!(cost_of("", 1, units), Ok(None));
    }
}

#[test]
fn what_has_no_price_is_refused_with_symbol_profile_and_operation() {
    let units = UnitCosts::table([("ec-mul", 1.0)]).unwrap();
    assert_eq!(units.operations(), ["ec-mul"]);
    let message = |formula: &str, n: u64| cost_of(formula, n, &units).unwrap_err().to_string();
    assert_eq!(
        message("T_smec + T_paec", 1),
        "no unit cost for `ec-add` (symbol `T_paec` in profile `source-group`): measure it with `cbas bench --op ec-add`, \
         or add it to the imported table"
    );
    assert!(message("0*T_nix", 1).starts_with("symbol `T_nix` means nothing in profile `source-group`"));
    assert!(message("T_smec", 0).contains("n is 0"));
    assert!(message("(n-2)*T_smec", 1).contains("-1 at n = 1"));
}

#[test]
fn a_refused_phase_is_named_with_its_scheme() {
    let (scheme, profile) = (find("qiao-2023").unwrap(), SymbolProfile::named("source-group").unwrap());
    let units = UnitCosts::table([("ec-mul", 1.0), ("hash-to-scalar", 1.0)]).unwrap();
    let message = |row, ns: &[u64], confidence| {
        let priced = Pricer::new(&profile, &units, confidence).and_then(|pricer| pricer.price_row(&scheme, row, ns));
        priced.unwrap_err().to_string()
    };
    assert!(
        message(Provenance::Counted, &[1], 0.95)
            .starts_with("scheme `qiao-2023`, counted row, phase CertVerify: no unit cost for `ec-add`")
    );
    assert!(
        message(Provenance::Counted, &[0], 0.95).starts_with("scheme `qiao-2023`, counted row, phase KeyGen: n is 0")
    );
    assert_eq!(
        message(Provenance::Memory, &[1], 0.95),
        "scheme `qiao-2023` has no memory row: it has counted, executed, printed"
    );
    assert!(message(Provenance::Counted, &[1], 95.0).contains("confidence is 95"));
    let counted = row_operations(&scheme, Provenance::Counted, &profile).unwrap();
    assert_eq!(counted, ["ec-mul", "hash-to-scalar", "ec-add"]);
    let all = operations(&scheme, &profile).unwrap();
    assert_eq!(all, ["ec-mul", "hash-to-scalar", "ec-add", "ec-encode", "ec-decode"]);
    let mut bare = profile.clone();
    bare.symbols.remove("T_mtp");
    let message = operations(&find("cbas-g").unwrap(), &bare).unwrap_err().to_string();
    assert!(message.contains("phase CertGen: symbol `T_mtp` means nothing"), "{message}");
}

#[test]
fn a_table_of_costs_follows_n() {
    let (scheme, profile) = (find("qiao-2023").unwrap(), SymbolProfile::named("source-group").unwrap());
    let units = UnitCosts::table([("ec-mul", 100.0), ("ec-add", 10.0), ("hash-to-scalar", 1.0)]).unwrap();
    let table = Pricer::new(&profile, &units, 0.95).unwrap().price_row(&scheme, Provenance::Printed, &[1, 10]).unwrap();
    let means =
        |phase: &str| table.phase(phase).unwrap().costs.iter().map(|cost| cost.unwrap().mean_ns).collect::<Vec<_>>();
    assert_eq!(means("AggVerify"), [322.0, 1330.0]);
    assert_eq!(means("Sign"), [101.0, 101.0]);
    assert_eq!(table.phase("AggVerify").unwrap().formula, "(n+2)*T_sm_ec + (n+1)*T_pa_ec + 2n*T_h");
    assert!(table.phase("Aggregate").is_none());
}

#[test]
fn phases_that_were_not_measured_are_named_and_the_others_priced() {
    let (scheme, profile) = (find("cbas-g").unwrap(), SymbolProfile::named("source-group").unwrap());
    let units = UnitCosts::table([("g1-mul", 10.0), ("hash-to-g1", 1.0), ("g1-add", 0.5)]).unwrap();
    let table =
        Pricer::new(&profile, &units, 0.95).unwrap().price_measured(&scheme, Provenance::Counted, &[1, 3]).unwrap();
    let mean = |phase: &str, i: usize| table.phase(phase).unwrap().costs[i].map(|cost| cost.mean_ns);
    assert_eq!((mean("Sign", 0), mean("Aggregate", 1)), (Some(11.5), Some(1.0)));
    assert_eq!(table.phase("Sign").unwrap().missing, [] as [&str; 0]);
    let key_gen = table.phase("KeyGen").unwrap();
    assert_eq!((key_gen.costs.as_slice(), key_gen.missing.as_slice()), (&[None, None][..], &["g2-mul".to_owned()][..]));
    assert_eq!(table.phase("AggVerify").unwrap().missing, ["pairing", "gt-mul"]);
    assert_eq!(table.security.to_string(), "unproved");
    let refused = Pricer::new(&profile, &units, 0.95).unwrap().price_measured(&scheme, Provenance::Counted, &[0]);
    assert!(refused.unwrap_err().to_string().contains("n is 0"));
}

#[test]
fn unit_costs_that_are_no_measurement_are_refused() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(UnitCosts::table([("ec-mul", value)]), Err(CostError::BadUnitCost { .. })));
        assert!(matches!(UnitCosts::processes([("ec-mul", vec![1.0, value])]), Err(CostError::BadUnitCost { .. })));
    }
    let processes = |a: usize, b: usize| UnitCosts::processes([("ec-add", vec![1.0; a]), ("ec-mul", vec![1.0; b])]);
    assert_eq!(
        processes(3, 2),
        Err(CostError::UnequalProcesses { operation: "ec-mul".to_owned(), found: 2, expected: 3 })
    );
    assert_eq!(processes(1, 1), Err(CostError::TooFewProcesses { operation: "ec-add".to_owned(), found: 1 }));
    assert!(matches!(UnitCosts::table([("a", 1.0), ("a", 2.0)]), Err(CostError::DuplicateUnitCost { .. })));
    let interval =
        |low_ns: f64, high_ns: f64| UnitCosts::one_process(0.95, [("a", Estimate { mean_ns: 5.0, low_ns, high_ns })]);
    for (low, high) in [(6.0, 7.0), (4.0, 4.5), (f64::NAN, 6.0), (4.0, f64::INFINITY)] {
        assert!(matches!(interval(low, high), Err(CostError::BadInterval { .. })), "{low} {high}");
    }
    assert!(interval(5.0, 5.0).is_ok());
}

#[test]
fn a_confidence_must_be_one_and_the_one_of_the_intervals() {
    let (profile, formula) = (SymbolProfile::named("source-group").unwrap(), Formula::parse("T_smec").unwrap());
    let units = UnitCosts::one_process(0.99, [("ec-mul", symmetric(5.0, 1.0))]).unwrap();
    let priced = |confidence| Pricer::new(&profile, &units, confidence)?.price(&formula, 1);
    assert!(priced(0.99).is_ok());
    assert_eq!(priced(0.95), Err(CostError::OtherConfidence { held: 0.99, asked: 0.95 }));
    for bad in [0.0, 1.0, -0.5, f64::NAN] {
        assert!(matches!(priced(bad), Err(CostError::BadConfidence { .. })), "{bad}");
        assert!(matches!(
            UnitCosts::one_process(bad, [("a", symmetric(1.0, 0.1))]),
            Err(CostError::BadConfidence { .. })
        ));
    }
}

proptest! {
    #[test]
    fn the_interval_agrees_with_an_independent_computation(
        mul in prop::collection::vec(1.0_f64..1e6, 2..=10), seed in prop::collection::vec(1.0_f64..1e4, 10), n in 1_u64..2000,
    ) {
        let add = seed[..mul.len()].to_vec();
        let units = UnitCosts::processes([("ec-mul", mul.clone()), ("ec-add", add.clone())]).unwrap();
        let cost = cost_of("(2n+2)*T_smec + 3n*T_paec", n, &units).unwrap().unwrap();
        // From the moments of the two operations: a² var(X) + b² var(Y) + 2ab cov(X, Y).
        let k = mul.len() as f64;
        let (a, b) = ((2 * n + 2) as f64, (3 * n) as f64);
        let mean = |x: &[f64]| x.iter().sum::<f64>() / k;
        let cov = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x_i, y_i)| (x_i - mean(x)) * (y_i - mean(y))).sum::<f64>() / (k - 1.0);
        let variance = a * a * cov(&mul, &mul) + b * b * cov(&add, &add) + 2.0 * a * b * cov(&mul, &add);
        let half_width = T_975[mul.len() - 2] * (variance / k).sqrt();
        prop_assert!(close(cost.mean_ns, a * mean(&mul) + b * mean(&add), 1e-12));
        prop_assert!((cost.high_ns.unwrap() - cost.mean_ns - half_width).abs() <= 1e-6 * half_width + 1e-7 * cost.mean_ns);
        prop_assert!((cost.mean_ns - cost.low_ns.unwrap() - half_width).abs() <= 1e-6 * half_width + 1e-7 * cost.mean_ns);
    }

    #[test]
    fn a_price_is_linear_in_the_unit_costs(
        x in prop::collection::vec(1.0_f64..1e6, 6), y in prop::collection::vec(1.0_f64..1e6, 6), scale in 0.01_f64..100.0,
    ) {
        let units = |v: &[f64]| UnitCosts::processes([("ec-mul", v[..3].to_vec()), ("ec-add", v[3..].to_vec())]).unwrap();
        let cost = |v: &[f64]| cost_of("(n+2)*T_smec + (n-1)*T_paec", 9, &units(v)).unwrap().unwrap();
        let sum: Vec<f64> = x.iter().zip(&y).map(|(a, b)| a + b).collect();
        let scaled: Vec<f64> = x.iter().map(|a| a * scale).collect();
        prop_assert!(close(cost(&sum).mean_ns, cost(&x).mean_ns + cost(&y).mean_ns, 1e-12));
        prop_assert!(close(cost(&scaled).mean_ns, scale * cost(&x).mean_ns, 1e-12));
        let width = |cost: Cost| cost.high_ns.unwrap() - cost.low_ns.unwrap();
        prop_assert!((width(cost(&scaled)) - scale * width(cost(&x))).abs() <= 1e-9 * cost(&scaled).mean_ns);
    }

    #[test]
    fn perfectly_anti_correlated_operations_leave_no_width(noise in prop::collection::vec(-50_i32..50, 2..12)) {
        let mul = noise.iter().map(|d| f64::from(1000 + d)).collect();
        let add = noise.iter().map(|d| f64::from(1000 - d)).collect();
        let units = UnitCosts::processes([("ec-mul", mul), ("ec-add", add)]).unwrap();
        let cost = cost_of("n*T_smec + n*T_paec", 7, &units).unwrap().unwrap();
        prop_assert_eq!((cost.low_ns, cost.mean_ns, cost.high_ns), (Some(14_000.0), 14_000.0, Some(14_000.0)));
    }
}
