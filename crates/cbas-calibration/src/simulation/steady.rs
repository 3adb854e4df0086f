//! Coverage and false alarms on steady streams, power on streams that change, per stream and N.

use cbas_convergence::Settings;

use super::{Observed, observe};
use crate::Plan;
use crate::stream::{Entry, Expectation, Stream, catalogue};
use crate::table::{Rate, Table};

/// Sizes of the tables.
const SIZES: [usize; 3] = [300, 1000, 5000];

/// All repetitions of one stream at one N.
pub fn cell(plan: &Plan, stream: &dyn Stream, n: usize, settings: &Settings) -> Vec<Observed> {
    let name = format!("{} N={n} eps={}", stream.name(), settings.eps);
    plan.repeat(&name, 1, |seed| observe(stream, n, seed, settings))
}

/// Share of "converged".
pub fn converged(cell: &[Observed]) -> Rate {
    Rate::of(cell, Observed::converged)
}

/// Share of "unstable".
pub fn unstable(cell: &[Observed]) -> Rate {
    Rate::of(cell, Observed::unstable)
}

/// Share of intervals that hold the mean.
pub fn coverage(cell: &[Observed]) -> Rate {
    Rate::of(cell, |o| o.covered)
}

fn steady_row(entry: &Entry, n: usize, cell: &[Observed]) -> Vec<String> {
    let rate = |holds: fn(&Observed) -> bool| Rate::of(cell, holds).to_string();
    vec![
        entry.stream.name(),
        n.to_string(),
        rate(Observed::converged),
        rate(Observed::unstable),
        rate(|o| o.converged() && o.wrong),
        rate(|o| o.covered),
        rate(|o| o.t_covered),
        rate(|o| o.t_narrow && o.plain_wrong),
        rate(|o| o.halves_close && o.plain_wrong),
        rate(|o| o.running_mean_wrong == Some(true)),
    ]
}

fn changing_row(entry: &Entry, n: usize, cell: &[Observed]) -> Vec<String> {
    let rate = |holds: fn(&Observed) -> bool| Rate::of(cell, holds).to_string();
    vec![
        entry.stream.name(),
        n.to_string(),
        rate(Observed::unstable),
        rate(Observed::converged),
        rate(|o| o.t_narrow),
        rate(|o| o.halves_close),
        rate(|o| o.running_mean_wrong.is_some()),
    ]
}

/// Coverage and false alarms; power.
pub fn tables(plan: &Plan) -> Vec<Table> {
    let mut steady = Table::new(
        "Steady streams",
        "Nominal coverage is 95 %. *Wrong* means: the rule says that the mean has settled, and it is off by more than \
         eps = 1 %. A start-up phase counts as steady here once it is over.",
        &[
            "stream",
            "N",
            "converged",
            "unstable",
            "converged, wrong",
            "coverage",
            "t coverage",
            "t narrow, wrong",
            "halves close, wrong",
            "running mean, wrong",
        ],
    );
    let mut changing = Table::new(
        "Streams that never settle",
        "Power is the share of *unstable*. Whatever the other rules say of these streams is a miss.",
        &["stream", "N", "unstable (power)", "converged (miss)", "t narrow", "halves close", "running mean stops"],
    );
    let settings = Settings::default();
    for entry in catalogue() {
        for n in SIZES {
            let cell = cell(plan, &*entry.stream, n, &settings);
            if entry.expectation == Expectation::Changing {
                changing.row(changing_row(&entry, n, &cell));
            } else {
                steady.row(steady_row(&entry, n, &cell));
            }
        }
    }
    vec![steady, changing]
}
