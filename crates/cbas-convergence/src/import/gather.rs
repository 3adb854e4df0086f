//! Rows of a file put together to series: whatever the format, a row is a value of a run at a level of a series.

use std::collections::HashMap;

use serde::Serialize;

use super::error::Refusal;
use crate::sample::{Run, Series};

/// Most rejected rows that are listed one by one; beyond it they are only counted.
pub const MOST_ROWS_LISTED: usize = 1000;
/// Rows that the reason of a refusal lists.
const ROWS_IN_REASON: usize = 10;

/// A row that gave no sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RejectedRow {
    /// Line of the file, from 1; the header is line 1 where nothing stands above it.
    pub row: u64,
    /// Why.
    pub reason: String,
}

/// The rows of a series that gave no sample.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rejected {
    /// The first [`MOST_ROWS_LISTED`] of them.
    pub rows: Vec<RejectedRow>,
    /// All of them.
    pub count: u64,
}

impl Rejected {
    fn push(&mut self, row: u64, reason: String) {
        self.count += 1;
        if self.rows.len() < MOST_ROWS_LISTED {
            self.rows.push(RejectedRow { row, reason });
        }
    }
}

/// One series of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedSeries {
    /// Its name.
    pub name: String,
    /// Rows that gave no sample, and are left out of a series that is kept.
    pub rejected: Rejected,
    /// Its samples, or why it cannot be used.
    pub outcome: Result<Samples, Refusal>,
}

/// The samples of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    /// All runs.
    pub series: Series,
    /// The same runs by level, where there are several levels.
    pub factor: Option<Factor>,
}

/// The runs of a series by the level of a design factor, as
/// [`analyze_factor`](crate::analysis::analyze_factor) takes them.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    /// Name of the factor.
    pub name: String,
    /// Name and runs of each level, in the order in which they first appear.
    pub levels: Vec<(String, Series)>,
}

/// What a row holds in the place of its time.
pub(super) enum Cell {
    /// A time, ns.
    Time(f64),
    /// A number that no clock gives, and why.
    Unusable(String),
    /// No number, and why.
    NotANumber(String),
}

/// Where a row belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub series: &'a str,
    pub level: &'a str,
    pub run: &'a str,
}

/// Collects rows; series, levels and runs keep the order in which they first appear.
pub(super) struct Gatherer {
    series: Vec<GatheredSeries>,
    by_name: HashMap<String, usize>,
    /// Where the last row went: rows of one run mostly follow each other.
    last: (usize, usize),
}

struct GatheredSeries {
    name: String,
    runs: Vec<GatheredRun>,
    by_level: HashMap<String, HashMap<String, usize>>,
    rejected: Rejected,
    unusable: Option<Unusable>,
}

struct GatheredRun {
    level: String,
    name: String,
    times: Vec<f64>,
}

struct Unusable {
    count: u64,
    rows: Vec<u64>,
    first: RejectedRow,
}

impl Gatherer {
    pub(super) fn new() -> Self {
        Self { series: Vec::new(), by_name: HashMap::new(), last: (0, 0) }
    }

    pub(super) fn add(&mut self, place: Place<'_>, row: u64, cell: Cell) {
        self.find(place);
        let series = &mut self.series[self.last.0];
        match cell {
            Cell::Time(time) => series.runs[self.last.1].times.push(time),
            Cell::NotANumber(reason) => series.rejected.push(row, reason),
            Cell::Unusable(reason) => {
                let first =
                    || Unusable { count: 0, rows: Vec::new(), first: RejectedRow { row, reason: reason.clone() } };
                let unusable = series.unusable.get_or_insert_with(first);
                unusable.count += 1;
                if unusable.rows.len() < ROWS_IN_REASON {
                    unusable.rows.push(row);
                }
                series.rejected.push(row, reason);
            }
        }
    }

    /// Points `last` at the run of a place, and makes it if it is new.
    fn find(&mut self, place: Place<'_>) {
        if let Some(series) = self.series.get(self.last.0)
            && let Some(run) = series.runs.get(self.last.1)
            && (Place { series: &series.name, level: &run.level, run: &run.name }) == place
        {
            return;
        }
        let at = self.by_name.get(place.series).copied().unwrap_or_else(|| {
            self.series.push(GatheredSeries::new(place.series));
            self.by_name.insert(place.series.to_owned(), self.series.len() - 1);
            self.series.len() - 1
        });
        self.last = (at, self.series[at].run(place));
    }

    /// A series in which every row is a run of its own, if there is one: a column that counts samples does that.
    pub(super) fn counted(&self) -> Option<&str> {
        const SUSPICIOUS: usize = 20;
        let counted = |series: &&GatheredSeries| {
            series.runs.len() >= SUSPICIOUS && series.runs.iter().all(|run| run.times.len() <= 1)
        };
        self.series.iter().find(counted).map(|series| series.name.as_str())
    }

    /// The series; `factor` names what levels are levels of.
    pub(super) fn finish(self, factor: &str) -> Vec<ImportedSeries> {
        self.series.into_iter().map(|series| series.finish(factor)).collect()
    }
}

impl GatheredSeries {
    fn new(name: &str) -> Self {
        let (runs, by_level) = (Vec::new(), HashMap::new());
        Self { name: name.to_owned(), runs, by_level, rejected: Rejected::default(), unusable: None }
    }

    fn run(&mut self, place: Place<'_>) -> usize {
        if let Some(&run) = self.by_level.get(place.level).and_then(|runs| runs.get(place.run)) {
            return run;
        }
        let (level, name) = (place.level.to_owned(), place.run.to_owned());
        self.by_level.entry(level.clone()).or_default().insert(name.clone(), self.runs.len());
        self.runs.push(GatheredRun { level, name, times: Vec::new() });
        self.runs.len() - 1
    }

    fn finish(self, factor: &str) -> ImportedSeries {
        let Self { name, runs, rejected, unusable, .. } = self;
        let outcome = if let Some(Unusable { count, rows, first }) = unusable {
            Err(Refusal::Unusable { count, rows, first })
        } else if runs.iter().all(|run| run.times.is_empty()) {
            Err(Refusal::NoNumbers { rejected: rejected.clone() })
        } else {
            samples(&name, runs, factor)
        };
        ImportedSeries { name, rejected, outcome }
    }
}

/// The runs of a series, checked, and by level where they have several.
fn samples(name: &str, gathered: Vec<GatheredRun>, factor: &str) -> Result<Samples, Refusal> {
    let levels: Vec<String> = gathered.iter().map(|run| run.level.clone()).collect();
    let several = levels.iter().any(|level| *level != levels[0]);
    let run = |GatheredRun { level, name, times }| {
        // The same name at another level is another run.
        let process: String = match (several, name.is_empty()) {
            (false, _) => name,
            (true, true) => level,
            (true, false) => format!("{level}/{name}"),
        };
        match Run::new(times) {
            Ok(run) if process.is_empty() => Ok(run),
            Ok(run) => Ok(run.in_process(process)),
            Err(error) => Err(Refusal::Run { run: Some(process).filter(|name| !name.is_empty()), error }),
        }
    };
    let runs = gathered.into_iter().map(run).collect::<Result<Vec<_>, _>>()?;
    let series = Series::new(name, runs).map_err(|error| Refusal::Run { run: None, error })?;
    let factor =
        several.then(|| Factor { name: factor.to_owned(), levels: series.levels(|index, _| levels[index].clone()) });
    Ok(Samples { series, factor })
}
