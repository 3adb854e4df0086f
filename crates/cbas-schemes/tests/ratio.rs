//! One price relative to another.

use cbas_bench::symbol::SymbolProfile;
use cbas_schemes::cost::{Estimate, Pricer, Ratio, UnitCosts};
use cbas_schemes::error::CostError;
use cbas_schemes::formula::Formula;

fn ratio(above: &str, below: &str, units: &UnitCosts) -> Result<Option<Ratio>, CostError> {
    let profile = SymbolProfile::named("source-group").unwrap();
    let formula = |text| Formula::parse(text).unwrap();
    Pricer::new(&profile, units, 0.95)?.ratio(&formula(above), &formula(below), 1)
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} and not {expected}");
}

#[test]
fn within_a_process_shared_operations_cancel_and_sides_are_kept_apart() {
    let unit = |mean_ns: f64, low_ns: f64, high_ns: f64| Estimate { mean_ns, low_ns, high_ns };
    let units = [("ec-mul", unit(100.0, 95.0, 120.0)), ("ec-add", unit(10.0, 9.0, 11.0))];
    let units = UnitCosts::one_process(0.95, units).unwrap();
    // r = (2m + a)/m: by m it falls with (2 - 2.1)/100, by a it rises with 1/100.
    let found = ratio("2*T_smec + T_paec", "T_smec", &units).unwrap().unwrap();
    assert_close(found.ratio, 2.1);
    assert_close(2.1 - found.low.unwrap(), f64::hypot(0.001 * 20.0, 0.01));
    assert_close(found.high.unwrap() - 2.1, f64::hypot(0.001 * 5.0, 0.01));
    let same = ratio("3*T_smec", "T_smec", &units).unwrap().unwrap();
    assert_eq!((same.low, same.high), (Some(3.0), Some(3.0)));
}

#[test]
fn over_processes_the_ratio_is_taken_in_each() {
    let units = UnitCosts::processes([("ec-mul", vec![10.0, 20.0]), ("ec-add", vec![1.0, 4.0])]).unwrap();
    // 0.1 and 0.2: mean 0.15, half-width 12.706205 * 0.05.
    let found = ratio("T_paec", "T_smec", &units).unwrap().unwrap();
    assert_close(found.ratio, 0.15);
    assert!((found.high.unwrap() - 0.15 - 0.635310).abs() < 1e-6, "{found:?}");
}

#[test]
fn what_has_no_ratio_has_none() {
    let units = UnitCosts::table([("ec-mul", 100.0)]).unwrap();
    assert_eq!(ratio("T_smec", "0", &units), Ok(None));
    assert_eq!(ratio("", "T_smec", &units), Ok(None));
    assert!(matches!(ratio("T_smec", "T_paec", &units), Err(CostError::MissingUnitCost { .. })));
    let found = ratio("3*T_smec", "2*T_smec", &units).unwrap().unwrap();
    assert_eq!((found.ratio, found.low, found.high), (1.5, None, None));
}
