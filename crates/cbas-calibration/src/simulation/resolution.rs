//! Coarse clocks and constant times (§2.3, §2.6).

use cbas_convergence::{Limiting, Settings, Verdict};

use super::{Observed, steady};
use crate::Plan;
use crate::stream::{Clocked, Constant, Lognormal, Scaled, Stream};
use crate::table::{Rate, Table, quantiles};

/// Whether the clock was named as the limit.
pub fn limited_by_clock(o: &Observed) -> bool {
    matches!(o.verdict, Verdict::NotYet { limiting: Limiting::Resolution, .. })
}

/// Clocks at random phase and clocks that every measurement starts on a tick of, with noise and without.
fn streams() -> Vec<(f64, Box<dyn Stream>)> {
    let noise = Lognormal { log_sd: 0.05 };
    let quiet = Lognormal { log_sd: 0.001 };
    let short = Scaled { base: quiet, factor: 205.0 / 3000.0 };
    let mut streams: Vec<(f64, Box<dyn Stream>)> = Vec::new();
    for aligned in [false, true] {
        for step in [10.0, 29.0, 41.0] {
            streams.push((step / 3000.0, Box::new(Clocked { base: noise, step, aligned })));
        }
        streams.push((29.0 / 3000.0, Box::new(Clocked { base: quiet, step: 29.0, aligned })));
        streams.push((10.0 / 205.0, Box::new(Clocked { base: short, step: 10.0, aligned })));
    }
    let odd = Scaled { base: Constant, factor: 1.009 };
    streams.push((29.0 / 3027.0, Box::new(Clocked { base: odd, step: 29.0, aligned: true })));
    streams.push((41.0 / 3027.0, Box::new(Clocked { base: odd, step: 41.0, aligned: true })));
    streams.push((1.0 / 3000.0, Box::new(Constant)));
    streams
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Coarse clocks, N = 1000",
        "A clock whose step exceeds eps of the mean must be named as the limit; below, the error of the clock is at most one \
         step and is reported beside the interval, which does not contain it. *Covered with ± step* adds it.",
        &[
            "stream",
            "step / mean, %",
            "converged",
            "limited by the clock",
            "coverage",
            "covered with ± step",
            "median error, %",
            "converged, wrong",
        ],
    );
    let settings = Settings::default();
    for (relative, stream) in streams() {
        let name = format!("resolution {}", stream.name());
        let truth = stream.mean();
        let cell = plan.repeat(&name, 1, |seed| {
            let a = super::analyse(&*stream, stream.samples(1000, seed), &settings);
            let wide = a.interval.map(|i| (i.low - a.resolution, i.high + a.resolution));
            (super::observe(&*stream, 1000, seed, &settings), wide.is_some_and(|(l, h)| l <= truth && truth <= h))
        });
        let seen: Vec<Observed> = cell.iter().map(|(o, _)| o.clone()).collect();
        let errors: Vec<f64> = seen.iter().map(|o| 100.0 * o.error).collect();
        let median = quantiles(&errors).map_or(f64::NAN, |[_, m, _]| m);
        table.row(vec![
            stream.name(),
            format!("{:.2}", 100.0 * relative),
            steady::converged(&seen).to_string(),
            Rate::of(&seen, limited_by_clock).to_string(),
            steady::coverage(&seen).to_string(),
            Rate::of(&cell, |(_, wide)| *wide).to_string(),
            format!("{median:+.2}"),
            Rate::of(&seen, |o| o.converged() && o.wrong).to_string(),
        ]);
    }
    vec![table]
}
