//! The error of a mean whose N was chosen by looking: the sequential rule (§9) against the running mean.

use cbas_convergence::statistics::moments::mean;
use cbas_convergence::stopping::StoppingRule;
use cbas_convergence::{Run, Settings, analysis::analyze_run};

use crate::stream::{Autoregressive, Lognormal, Outliers, Stream};
use crate::table::{Rate, Table, spread};
use crate::{Plan, naive};

/// Where a measurement stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Samples, or `None` where the rule had not stopped at the limit.
    pub n: Option<usize>,
    /// The mean is off by more than `eps`.
    pub wrong: bool,
    /// Its interval holds the mean.
    pub covered: bool,
    /// "The running mean stopped moving" on the same samples: the mean there is off by more than `eps`.
    pub running_mean_wrong: Option<bool>,
}

/// Measurements of at most `most` samples that start looking at `first`.
pub fn cell(plan: &Plan, stream: &dyn Stream, first: usize, most: usize, eps: f64, divisor: usize) -> Vec<Stop> {
    let s = Settings { eps, ..Settings::default() };
    let truth = stream.mean();
    plan.repeat(&format!("stopping {} first={first} eps={eps}", stream.name()), divisor, |seed| {
        let x = stream.samples(most, seed);
        let off = |m: f64| (m / truth - 1.0).abs() > eps;
        let running_mean_wrong = naive::running_mean_stops(&x, eps).map(|n| off(mean(&x[..n])));
        let mut rule = StoppingRule::new(s.clone()).starting_at(first);
        while rule.next_checkpoint() <= x.len() {
            let n = rule.next_checkpoint();
            if rule.is_settled(&x[..n]).unwrap_or(false) {
                let a = analyze_run(&Run::new(x[..n].to_vec()).expect("positive times"), None, &s);
                let covered = a.interval.is_some_and(|i| i.low <= truth && truth <= i.high);
                return Stop { n: Some(n), wrong: off(a.mean), covered, running_mean_wrong };
            }
        }
        Stop { n: None, wrong: false, covered: false, running_mean_wrong }
    })
}

/// Share of all measurements that stopped with a mean off by more than `eps`.
pub fn wrong(cell: &[Stop]) -> Rate {
    Rate::of(cell, |s| s.wrong)
}

/// Streams with their limit and the divisor of the repetitions.
fn streams() -> Vec<(Box<dyn Stream>, usize, f64, usize)> {
    let base = Lognormal { log_sd: 0.05 };
    vec![
        (Box::new(base), 2000, 0.01, 1),
        (Box::new(Lognormal { log_sd: 0.2 }), 20_000, 0.01, 1),
        (Box::new(Autoregressive { phi: 0.7, log_sd: 0.1 }), 30_000, 0.01, 1),
        (Box::new(Outliers::of_3_to_20(base, 0.01)), 60_000, 0.03, 2),
        (Box::new(Outliers::of_3_to_20(base, 0.01)), 200_000, 0.01, 4),
        (Box::new(Autoregressive { phi: 0.95, log_sd: 0.05 }), 50_000, 0.01, 2),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Stopping when settled",
        "Looks at N growing by a quarter, stops after two *converged* in a row. *Wrong*: the mean at the stop is off by more \
         than eps. One process each, so variance between processes is not in it.",
        &[
            "stream",
            "eps, %",
            "first look",
            "stopped",
            "N (10 – 50 – 90 %)",
            "wrong",
            "coverage at the stop",
            "running mean, wrong",
        ],
    );
    for (stream, most, eps, divisor) in streams() {
        for first in [300, 1000] {
            let cell = cell(plan, &*stream, first, most, eps, divisor);
            let ends: Vec<f64> = cell.iter().filter_map(|s| s.n).map(|n| n as f64).collect();
            table.row(vec![
                stream.name(),
                format!("{}", 100.0 * eps),
                first.to_string(),
                Rate::of(&cell, |s| s.n.is_some()).to_string(),
                spread(&ends, 0),
                wrong(&cell).to_string(),
                Rate::among(&cell, |s| s.n.map(|_| s.covered)).to_string(),
                Rate::among(&cell, |s| s.running_mean_wrong).to_string(),
            ]);
        }
    }
    vec![table]
}
