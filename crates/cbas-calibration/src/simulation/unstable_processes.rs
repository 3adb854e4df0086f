//! When are several processes unstable (§8)? Some of them, or all a little.

use cbas_convergence::{Run, Series, Settings, Verdict, analyze};

use crate::stream::{Autoregressive, Drifting, Lognormal, Outliers, Periodic, Shifted, Stream, WarmingUp, normals};
use crate::table::{Rate, Table};
use crate::{Plan, derived_seed};

/// Processes of which the first few run another stream.
pub struct Mixture {
    /// Stream of the others.
    pub steady: Box<dyn Stream>,
    /// Stream of the first few.
    pub other: Box<dyn Stream>,
    /// How many those are.
    pub others: usize,
    /// All processes.
    pub processes: usize,
    /// Samples a process.
    pub n: usize,
}

impl Mixture {
    fn name(&self) -> String {
        match self.others {
            0 => self.steady.name(),
            k if k == self.processes => format!("all: {}", self.other.name()),
            k => format!("{k}: {}", self.other.name()),
        }
    }

    /// Mean of the steady state that the processes have in common.
    fn truth(&self) -> f64 {
        if self.others == self.processes { self.other.mean() } else { self.steady.mean() }
    }
}

/// One campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The mean is off the steady level by more than `eps`.
    pub wrong: bool,
    /// The interval holds the steady level.
    pub covered: bool,
}

impl Judged {
    /// Whether it was judged unstable.
    pub fn unstable(&self) -> bool {
        matches!(self.verdict, Verdict::Unstable { .. })
    }
}

/// All campaigns of one mixture; processes differ by 0.2 % (standard deviation).
pub fn cell(plan: &Plan, mixture: &Mixture, divisor: usize) -> Vec<Judged> {
    let s = Settings::default();
    let name = format!("mixture {} K={} N={}", mixture.name(), mixture.processes, mixture.n);
    let truth = mixture.truth();
    plan.repeat(&name, divisor, |seed| {
        let run = |(i, e): (usize, f64)| {
            let stream = if i < mixture.others { &mixture.other } else { &mixture.steady };
            let level = 1.0 + 0.002 * e;
            let x = stream.exact(mixture.n, derived_seed(seed, i as u64)).iter().map(|v| (v * level).round()).collect();
            Run::new(x).expect("positive times")
        };
        let runs = (0..mixture.processes).zip(normals(seed)).map(run).collect();
        let a = analyze(&Series::new("x", runs).expect("there are runs"), &s);
        let b = a.between.expect("there are several processes");
        let covered = b.interval.low <= truth && truth <= b.interval.high;
        Judged { verdict: a.verdict, wrong: (b.mean / truth - 1.0).abs() > s.eps, covered }
    })
}

/// Mixtures of five and ten processes.
fn mixtures() -> Vec<Mixture> {
    let base = Lognormal { log_sd: 0.05 };
    let mix =
        |others, processes, n, other: Box<dyn Stream>| Mixture { steady: Box::new(base), other, others, processes, n };
    let steady = |processes, n| mix(0, processes, n, Box::new(base));
    let shift = || Box::new(Shifted { base, relative: 0.05, after: 0.6 });
    let drift = |relative| Box::new(Drifting { base, relative });
    let start_up = |length| Box::new(WarmingUp { base, excess: 0.5, length });
    vec![
        steady(5, 1000),
        steady(5, 300),
        steady(10, 1000),
        mix(5, 5, 5000, Box::new(Autoregressive { phi: 0.7, log_sd: 0.1 })),
        mix(10, 10, 1000, Box::new(Autoregressive { phi: 0.7, log_sd: 0.1 })),
        mix(10, 10, 1000, Box::new(Outliers::of_3_to_20(base, 0.01))),
        mix(5, 5, 1000, Box::new(Autoregressive { phi: 0.9, log_sd: 0.05 })),
        mix(5, 5, 1000, Box::new(Autoregressive { phi: 0.95, log_sd: 0.05 })),
        mix(5, 5, 1000, Box::new(Periodic { base, amplitude: 0.02, period: 400.0 })),
        mix(1, 5, 1000, shift()),
        mix(2, 5, 1000, shift()),
        mix(2, 10, 1000, shift()),
        mix(3, 10, 1000, shift()),
        mix(5, 5, 300, drift(0.02)),
        mix(5, 5, 1000, drift(0.02)),
        mix(5, 5, 1000, drift(0.015)),
        mix(10, 10, 300, drift(0.02)),
        mix(5, 5, 1000, start_up(300.0)),
        mix(5, 5, 1000, start_up(400.0)),
        mix(5, 5, 1000, start_up(500.0)),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Several processes, some or all of them unstable",
        "The rest are steady; levels differ by 0.2 %. Coverage is that of the steady level (before a shift or drift).",
        &["processes", "K", "N", "unstable", "converged", "converged, wrong", "coverage if converged"],
    );
    for mixture in mixtures() {
        let cell = cell(plan, &mixture, 2);
        table.row(vec![
            mixture.name(),
            mixture.processes.to_string(),
            mixture.n.to_string(),
            Rate::of(&cell, Judged::unstable).to_string(),
            Rate::of(&cell, |j| j.verdict.is_converged()).to_string(),
            Rate::of(&cell, |j| j.verdict.is_converged() && j.wrong).to_string(),
            Rate::among(&cell, |j| j.verdict.is_converged().then_some(j.covered)).to_string(),
        ]);
    }
    vec![table]
}
