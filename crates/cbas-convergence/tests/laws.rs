//! Laws that hold for every series (§12.1): shifting, scaling, reversing.

use cbas_convergence::analysis::analyze_run;
use cbas_convergence::statistics::autocovariance::long_run_variance;
use cbas_convergence::statistics::moments::variance;
use cbas_convergence::{Run, RunAnalysis, Settings, WarmUp};
use proptest::prelude::*;

fn analyse(x: Vec<f64>) -> RunAnalysis {
    analyze_run(&Run::new(x).unwrap(), None, &Settings::default())
}

fn close(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * a.abs().max(b.abs())
}

/// Whole nanoseconds: noise, and in half of the cases a level that decays or jumps.
fn integers() -> impl Strategy<Value = Vec<f64>> {
    (prop::collection::vec(0u32..400, 20..900), 0u32..2000, 0.1f64..0.9, 0..4u8).prop_map(
        |(noise, size, place, shape)| {
            let n = noise.len() as f64;
            let level = |i: usize| match shape {
                0 => f64::from(size) * (-10.0 * i as f64 / (place * n)).exp(),
                1 if i as f64 > place * n => f64::from(size),
                _ => 0.0,
            };
            noise.iter().enumerate().map(|(i, &e)| 3000.0 + f64::from(e) + level(i).round()).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_shift_moves_only_the_mean(x in integers()) {
        let a = analyse(x.clone());
        let b = analyse(x.iter().map(|v| v + 1e12).collect());
        prop_assert_eq!(a.warm_up, b.warm_up);
        let places = |r: &RunAnalysis| r.shifts.iter().map(|s| s.at).collect::<Vec<_>>();
        prop_assert_eq!(places(&a), places(&b));
        prop_assert!(close(a.sd.unwrap(), b.sd.unwrap(), 1e-9));
        prop_assert!(close(a.long_run_variance.unwrap(), b.long_run_variance.unwrap(), 1e-9));
        prop_assert!(close(a.mean + 1e12, b.mean, 1e-15));
        prop_assert_eq!(a.ties, b.ties);
        prop_assert_eq!(a.resolution, b.resolution);
    }

    #[test]
    fn a_scale_moves_only_what_has_a_unit(x in integers(), power in -8i32..12) {
        // A power of two leaves every digit alone; halves of integers are no integers, so no resolution is inferred
        // below 1, and it must not matter.
        let c = 2f64.powi(power);
        let (a, b) = (analyse(x.clone()), analyse(x.iter().map(|v| v * c).collect()));
        prop_assert_eq!(a.warm_up, b.warm_up);
        prop_assert!(close(a.mean * c, b.mean, 1e-12));
        prop_assert!(close(a.sd.unwrap() * c, b.sd.unwrap(), 1e-12));
        prop_assert!(close(a.standard_error.unwrap() * c, b.standard_error.unwrap(), 1e-12));
        prop_assert!(close(a.ess.unwrap(), b.ess.unwrap(), 1e-12));
        let half_width = |r: &RunAnalysis| r.interval.unwrap().relative_half_width;
        prop_assert!(close(half_width(&a), half_width(&b), 1e-12));
        prop_assert_eq!(a.verdict.short(), b.verdict.short());
    }

    #[test]
    fn reversing_leaves_the_long_run_variance(x in integers()) {
        let v = variance(&x);
        let mut reversed = x.clone();
        reversed.reverse();
        let (a, b) = (long_run_variance(&x, v, 8192), long_run_variance(&reversed, v, 8192));
        prop_assert!(close(a, b, 1e-9), "{} {}", a, b);
    }

    #[test]
    fn every_figure_is_a_number_or_absent(x in prop::collection::vec(0.0f64..1e6, 1..600), fixed in prop::option::of(0usize..700)) {
        prop_assume!(x.iter().any(|&v| v > 1e-9));
        let warm_up = fixed.map_or(WarmUp::Auto, WarmUp::Fixed);
        let run = analyze_run(&Run::new(x).unwrap(), None, &Settings { warm_up, ..Settings::default() });
        if let Some(i) = run.interval {
            prop_assert!(i.low <= run.mean && run.mean <= i.high);
            prop_assert!(run.ess.unwrap() <= run.n_used as f64 * (1.0 + 1e-12));
            prop_assert!(run.required_n.is_none_or(|n| n >= run.n_used));
        }
        let json = serde_json::to_value(&run).unwrap();
        for field in ["mean", "median", "min", "max", "mad", "ties", "resolution", "unseen_event_rate"] {
            // JSON writes NaN as null.
            prop_assert!(json[field].is_number(), "{} is {}", field, json[field]);
        }
        prop_assert!(run.verdict.to_string().ends_with('.'));
    }
}
