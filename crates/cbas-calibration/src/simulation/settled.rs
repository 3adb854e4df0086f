//! `at_n`: is the mean as good as it is said to be at the N from which it is said to have settled (§5.5)?

use cbas_convergence::Settings;
use cbas_convergence::statistics::interval::MeanEstimate;

use super::analyse;
use crate::Plan;
use crate::stream::{Autoregressive, Lognormal, Outliers, Stream};
use crate::table::{Rate, Table, spread};

/// One run at the N from which it was said to have settled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settled {
    /// Whether the run was judged converged.
    pub converged: bool,
    /// The N, if one was given.
    pub at_n: Option<usize>,
    /// The interval of the samples up to there holds the mean.
    pub covered: bool,
    /// The mean of the samples up to there is off by more than `eps`.
    pub wrong: bool,
}

/// All repetitions of one stream.
pub fn cell(plan: &Plan, stream: &dyn Stream, n: usize, settings: &Settings) -> Vec<Settled> {
    let truth = stream.mean();
    plan.repeat(&format!("settled {} N={n}", stream.name()), 1, |seed| {
        let x = stream.samples(n, seed);
        let a = analyse(stream, x.clone(), settings);
        let (mut covered, mut wrong) = (false, false);
        if let Some(end) = a.at_n {
            let e = MeanEstimate::of(&x[a.warm_up..end], settings.long_run_batches);
            let (low, high) = e.interval(settings.confidence);
            covered = low <= truth && truth <= high;
            wrong = (e.mean / truth - 1.0).abs() > settings.eps;
        }
        Settled { converged: a.verdict.is_converged(), at_n: a.at_n, covered, wrong }
    })
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "`at_n`",
        "Of the converged runs: how many have an `at_n`, where it lies, and how good the mean of the samples up to there \
         is. It is chosen by looking, so the interval there covers a little less.",
        &[
            "stream",
            "N",
            "eps, %",
            "converged",
            "has `at_n`",
            "`at_n` (10 – 50 – 90 %)",
            "coverage at `at_n`",
            "wrong at `at_n`",
        ],
    );
    let noise = Lognormal { log_sd: 0.05 };
    let streams: [(usize, f64, Box<dyn Stream>); 5] = [
        (5000, 0.01, Box::new(noise)),
        (5000, 0.01, Box::new(Lognormal { log_sd: 0.2 })),
        (5000, 0.01, Box::new(Autoregressive { phi: 0.7, log_sd: 0.1 })),
        (5000, 0.01, Box::new(Autoregressive { phi: 0.9, log_sd: 0.05 })),
        (20_000, 0.03, Box::new(Outliers::of_3_to_20(noise, 0.01))),
    ];
    for (n, eps, stream) in streams {
        let all = cell(plan, &*stream, n, &Settings { eps, ..Settings::default() });
        let converged: Vec<Settled> = all.iter().filter(|s| s.converged).copied().collect();
        let at: Vec<f64> = converged.iter().filter_map(|s| s.at_n).map(|n| n as f64).collect();
        table.row(vec![
            stream.name(),
            n.to_string(),
            format!("{}", 100.0 * eps),
            Rate::of(&all, |s| s.converged).to_string(),
            Rate::of(&converged, |s| s.at_n.is_some()).to_string(),
            spread(&at, 0),
            Rate::of(&converged, |s| s.covered).to_string(),
            Rate::of(&converged, |s| s.wrong).to_string(),
        ]);
    }
    vec![table]
}
