//! Is the instability called what it is, in short runs and in long ones (§9)?

use cbas_convergence::{Instability, Settings};

use super::{Observed, steady};
use crate::Plan;
use crate::stream::{Drifting, Lognormal, Shifted, Stream, WarmingUp};
use crate::table::{Rate, Table};

/// Whether a drift is among the reasons.
pub fn named_drift(o: &Observed) -> bool {
    o.verdict.reasons().iter().any(|r| matches!(r, Instability::Drift { .. }))
}

/// Whether a shift is among the reasons.
pub fn named_shift(o: &Observed) -> bool {
    o.verdict.reasons().iter().any(|r| matches!(r, Instability::LevelShift { .. }))
}

/// A drift of 2 % and one of 5 %, a shift of 5 % and start-up phases as long as, half as long as and a tenth of the run.
fn streams(n: usize) -> Vec<Box<dyn Stream>> {
    let base = Lognormal { log_sd: 0.05 };
    let start_up = |share: f64| WarmingUp { base, excess: 0.5, length: share * n as f64 };
    vec![
        Box::new(Drifting { base, relative: 0.02 }),
        Box::new(Drifting { base, relative: 0.05 }),
        Box::new(Drifting { base, relative: -0.05 }),
        Box::new(Shifted { base, relative: 0.05, after: 0.6 }),
        Box::new(start_up(1.0)),
        Box::new(start_up(0.5)),
        Box::new(start_up(0.1)),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "What an instability is called",
        "A drift must not be called a start-up phase, or the reader waits for an end that never comes. A drift found by \
         the search for shifts is reported as both.",
        &["stream", "N", "drift", "shift", "still warming up", "converged"],
    );
    for (n, divisor) in [(1000, 1), (5000, 2), (100_000, 20), (1_000_000, 50)] {
        for stream in streams(n) {
            let name = format!("naming {} N={n}", stream.name());
            let settings = Settings::default();
            let cell = plan.repeat(&name, divisor, |seed| super::observe(&*stream, n, seed, &settings));
            let rate = |holds: fn(&Observed) -> bool| Rate::of(&cell, holds).to_string();
            table.row(vec![
                stream.name(),
                n.to_string(),
                rate(named_drift),
                rate(named_shift),
                rate(Observed::still_warming_up),
                steady::converged(&cell).to_string(),
            ]);
        }
    }
    vec![table]
}
