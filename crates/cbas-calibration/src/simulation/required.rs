//! `need_n`: does a run of the N that a pilot asks for converge (§5.4)?

use cbas_convergence::{Settings, Verdict};

use super::analyse;
use crate::stream::{Autoregressive, Lognormal, Outliers, Stream};
use crate::table::{Rate, Table, spread};
use crate::{Plan, derived_seed};

/// What a pilot that had not converged asked for, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Promise {
    /// N asked for.
    pub need_n: usize,
    /// A fresh run of that N converged.
    pub kept: bool,
    /// It converged, and its mean is off by more than `eps`.
    pub wrong: bool,
}

/// Pilots of `pilot` samples; `None` where a pilot converged or asks for more than `most`.
pub fn cell(plan: &Plan, stream: &dyn Stream, pilot: usize, divisor: usize, s: &Settings) -> Vec<Option<Promise>> {
    const MOST: usize = 1_000_000;
    plan.repeat(&format!("required {} pilot={pilot} eps={}", stream.name(), s.eps), divisor, |seed| {
        let first = analyse(stream, stream.samples(pilot, seed), s);
        let Verdict::NotYet { need_n: Some(need_n), .. } = first.verdict else { return None };
        if need_n > MOST {
            return None;
        }
        let fresh = analyse(stream, stream.samples(need_n, derived_seed(seed, 1)), s);
        let kept = fresh.verdict.is_converged();
        Some(Promise { need_n, kept, wrong: kept && (fresh.mean / stream.mean() - 1.0).abs() > s.eps })
    })
}

/// Streams with their pilots: (stream, pilot N, eps, divisor of the repetitions).
pub fn pilots() -> Vec<(Box<dyn Stream>, usize, f64, usize)> {
    let ar = |phi, log_sd| Box::new(Autoregressive { phi, log_sd });
    vec![
        (Box::new(Lognormal { log_sd: 0.2 }), 1000, 0.01, 1),
        (Box::new(Lognormal { log_sd: 0.2 }), 300, 0.01, 1),
        (ar(0.7, 0.1), 1000, 0.01, 1),
        (ar(0.9, 0.05), 300, 0.01, 1),
        (ar(0.9, 0.05), 1000, 0.01, 1),
        (ar(0.95, 0.05), 300, 0.03, 1),
        (ar(0.95, 0.05), 1000, 0.03, 1),
        (ar(0.95, 0.05), 2000, 0.03, 1),
        (ar(0.95, 0.05), 1000, 0.01, 1),
        (ar(0.98, 0.05), 1000, 0.03, 2),
        (ar(0.98, 0.05), 5000, 0.03, 2),
        (Box::new(Outliers::of_3_to_20(Lognormal { log_sd: 0.05 }, 0.01)), 1000, 0.03, 4),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "`need_n` of a pilot",
        "Of the pilots that are not yet converged: the N they ask for, and how often a fresh run of that N converges. A \
         promise should be kept in about 80 % of cases.",
        &[
            "stream",
            "pilot N",
            "eps, %",
            "not yet",
            "`need_n` (10 – 50 – 90 %)",
            "converges at `need_n`",
            "converges, wrong",
        ],
    );
    for (stream, pilot, eps, divisor) in pilots() {
        let all = cell(plan, &*stream, pilot, divisor, &Settings { eps, ..Settings::default() });
        let asked: Vec<Promise> = all.iter().flatten().copied().collect();
        let needs: Vec<f64> = asked.iter().map(|p| p.need_n as f64).collect();
        table.row(vec![
            stream.name(),
            pilot.to_string(),
            format!("{}", 100.0 * eps),
            Rate::of(&all, Option::is_some).to_string(),
            spread(&needs, 0),
            Rate::of(&asked, |p| p.kept).to_string(),
            Rate::of(&asked, |p| p.wrong).to_string(),
        ]);
    }
    vec![table]
}
