//! Start-up phases of 100 to 600 samples in N = 1000 (§4).

use cbas_convergence::Settings;

use super::{Observed, steady};
use crate::Plan;
use crate::stream::{Lognormal, SteppedStartUp, Stream, WarmingUp};
use crate::table::{Rate, Table, spread};

/// Exponential and stepped start-up phases of some length, 50 % above the steady state.
pub fn streams() -> Vec<Box<dyn Stream>> {
    let base = Lognormal { log_sd: 0.05 };
    let lengths = [100, 200, 300, 400, 500, 600];
    let exponential = lengths.map(|l| Box::new(WarmingUp { base, excess: 0.5, length: l as f64 }) as Box<dyn Stream>);
    let stepped = lengths.map(|length| Box::new(SteppedStartUp { base, excess: 0.5, length }) as Box<dyn Stream>);
    exponential.into_iter().chain(stepped).collect()
}

fn row(stream: &dyn Stream, cell: &[Observed]) -> Vec<String> {
    let rate = |holds: fn(&Observed) -> bool| Rate::of(cell, holds).to_string();
    let cuts: Vec<f64> = cell.iter().map(|o| o.warm_up as f64).collect();
    vec![
        stream.name(),
        spread(&cuts, 0),
        rate(Observed::converged),
        rate(Observed::still_warming_up),
        rate(|o| o.unstable() && !o.still_warming_up()),
        Rate::among(cell, |o| o.converged().then_some(o.covered)).to_string(),
        rate(|o| o.converged() && o.wrong),
        rate(|o| o.halves_close),
        rate(|o| o.t_narrow && o.plain_wrong),
    ]
}

/// One table.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut table = Table::new(
        "Start-up phases in N = 1000",
        "The first sample is 50 % slower; an exponential start-up has fallen to a twentieth after its length. Coverage is \
         that of the steady state among the runs judged converged.",
        &[
            "stream",
            "cut (10 – 50 – 90 %)",
            "converged",
            "still warming up",
            "otherwise unstable",
            "coverage if converged",
            "converged, wrong",
            "halves close",
            "t narrow, wrong",
        ],
    );
    for stream in streams() {
        let cell = steady::cell(plan, &*stream, 1000, &Settings::default());
        table.row(row(&*stream, &cell));
    }
    vec![table]
}
