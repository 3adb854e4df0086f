//! `quotable_relative`: does the mean with that uncertainty hold every level of a stream that changes by less than the
//! target (§9)?

use cbas_convergence::Settings;
use cbas_convergence::statistics::moments::mean;

use super::analyse;
use crate::Plan;
use crate::stream::{Drifting, Lognormal, Shifted, Stream};
use crate::table::{Rate, Table};

/// One run of a stream whose level changes from LEVEL to (1 + change)·LEVEL.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quoted {
    /// Judged converged.
    pub converged: bool,
    /// Half-width of the interval divided by the mean.
    pub half_width: f64,
    /// Uncertainty to quote.
    pub quotable: f64,
    /// Largest distance from the mean to a level of the stream, divided by the mean.
    pub distance: f64,
}

/// All repetitions of one stream that changes by `change`.
pub fn cell(plan: &Plan, stream: &dyn Stream, change: f64, n: usize, divisor: usize) -> Vec<Quoted> {
    let settings = Settings::default();
    plan.repeat(&format!("quotable {} N={n}", stream.name()), divisor, |seed| {
        let x = stream.samples(n, seed);
        let m = mean(&x);
        let a = analyse(stream, x, &settings);
        let levels = [stream.mean(), stream.mean() * (1.0 + change)];
        Quoted {
            converged: a.verdict.is_converged(),
            half_width: a.interval.map_or(0.0, |i| i.relative_half_width),
            quotable: a.quotable_relative.unwrap_or(0.0),
            distance: levels.iter().map(|l| (l - a.mean).abs() / m).fold(0.0, f64::max),
        }
    })
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "`quotable_relative` under changes below the target",
        "How often the mean ± what is quoted holds every level that the stream had, against the interval alone. The \
         stream changes by less than eps = 1 %, so it may be judged converged.",
        &["stream", "N", "converged", "interval holds all levels", "quotable holds all levels", "median quotable, %"],
    );
    let base = Lognormal { log_sd: 0.05 };
    let drift = |relative| (relative, Box::new(Drifting { base, relative }) as Box<dyn Stream>);
    let shift = |relative, after| (relative, Box::new(Shifted { base, relative, after }) as Box<dyn Stream>);
    let drifts = [0.0, 0.002, 0.005, 0.009].map(drift);
    for (change, stream) in drifts.into_iter().chain([shift(0.005, 0.5), shift(0.009, 0.5), shift(0.009, 0.9)]) {
        for (n, divisor) in [(1000, 1), (5000, 1), (100_000, 20)] {
            let cell = cell(plan, &*stream, change, n, divisor);
            let mut quoted: Vec<f64> = cell.iter().map(|q| 100.0 * q.quotable).collect();
            quoted.sort_unstable_by(f64::total_cmp);
            table.row(vec![
                stream.name(),
                n.to_string(),
                Rate::of(&cell, |q| q.converged).to_string(),
                Rate::of(&cell, |q| q.distance <= q.half_width).to_string(),
                Rate::of(&cell, |q| q.distance <= q.quotable).to_string(),
                format!("{:.2}", quoted[quoted.len() / 2]),
            ]);
        }
    }
    vec![table]
}
