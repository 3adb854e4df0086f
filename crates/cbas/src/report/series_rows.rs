//! The rows of the table of files: one a series, and one more for each level of its factor.

use cbas_convergence::analysis::{Analysis, Equivalence, FactorAnalysis};
use cbas_convergence::quantity::{
    chosen_percent, grouped, relative_difference, significant, time, time_with_half_width,
};
use cbas_convergence::settings::{Settings, WarmUp};

use super::rows::ABSENT;
use crate::analysis::{Judged, JudgedFile};

/// Files as a table, ready to print.
pub struct SeriesTable {
    /// Headings of the columns.
    pub headings: Vec<&'static str>,
    /// Cells of every row.
    pub rows: Vec<Vec<String>>,
    /// What the table rests on and cannot show, one sentence each.
    pub notes: Vec<String>,
}

/// The files among the inputs as one table; `None` if there are none.
pub fn files(judged: &[Judged], settings: &Settings) -> Option<SeriesTable> {
    let files: Vec<&JudgedFile> = judged
        .iter()
        .filter_map(|input| match input {
            Judged::File(file) => Some(file),
            Judged::Campaign(_) => None,
        })
        .collect();
    if files.is_empty() {
        return None;
    }
    let mut rows: Vec<Row> = files.iter().flat_map(|file| rows(file)).collect();
    let (several, compared) = (files.len() > 1, rows.iter().any(|row| row.equivalence.is_some()));
    let mut headings = vec!["file", "series", "runs", "n", "mean", "tau / ESS", "verdict", "the means are"];
    headings.retain(|&heading| (several || heading != "file") && (compared || heading != "the means are"));
    let notes = notes(&files, settings);
    let rows = rows.drain(..).map(|row| row.cells(several, compared)).collect();
    Some(SeriesTable { headings, rows, notes })
}

struct Row {
    file: String,
    name: String,
    figures: [String; 4],
    verdict: String,
    equivalence: Option<String>,
}

impl Row {
    fn cells(self, file: bool, equivalence: bool) -> Vec<String> {
        let mut cells = if file { vec![self.file] } else { Vec::new() };
        cells.push(self.name);
        cells.extend(self.figures);
        cells.push(self.verdict);
        if equivalence {
            cells.push(self.equivalence.unwrap_or_else(|| ABSENT.to_owned()));
        }
        cells
    }
}

fn rows(file: &JudgedFile) -> Vec<Row> {
    let row = |name: String, analysis: &Analysis, equivalence: Option<String>| Row {
        file: file.path.clone(),
        name,
        figures: figures(analysis),
        verdict: analysis.verdict.short(),
        equivalence,
    };
    let of_series = |series: &crate::analysis::JudgedSeries| match &series.outcome {
        Ok((analysis, Some(factor))) => {
            let levels = factor
                .levels
                .iter()
                .map(|level| row(format!("{}, {} {}", series.name, factor.factor, level.level), &level.analysis, None));
            std::iter::once(row(series.name.clone(), analysis, between_levels(factor))).chain(levels).collect()
        }
        Ok((analysis, None)) => {
            vec![row(series.name.clone(), analysis, analysis.headline_equivalence().map(compared))]
        }
        Err(reason) => vec![Row {
            file: file.path.clone(),
            name: series.name.clone(),
            figures: std::array::from_fn(|_| ABSENT.to_owned()),
            verdict: format!("refused: {reason}"),
            equivalence: None,
        }],
    };
    file.series.iter().flat_map(of_series).collect::<Vec<Row>>()
}

/// Number of runs, samples a run, mean with half-width, and what the samples are worth.
fn figures(analysis: &Analysis) -> [String; 4] {
    let main = || analysis.main_runs.iter().map(|&run| &analysis.runs[run]);
    let (least, most) = main().fold((usize::MAX, 0), |(low, high), run| (low.min(run.n), high.max(run.n)));
    let n = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
    let mean = analysis.mean();
    let mean = match analysis.interval() {
        Some(interval) => time_with_half_width(mean, (interval.high - mean).max(mean - interval.low)),
        None => time(mean),
    };
    let tau = main().filter_map(|run| run.tau).reduce(f64::max);
    let ess = main().filter_map(|run| run.ess).reduce(f64::min);
    let worth = tau.zip(ess).map_or_else(
        || ABSENT.to_owned(),
        |(tau, ess)| format!("{} / {}", significant(tau, 2), grouped(ess.round() as usize)),
    );
    [analysis.main_runs.len().to_string(), n, mean, worth]
}

fn compared(equivalence: &Equivalence) -> String {
    let outcome = equivalence.outcome.short();
    match (equivalence.relative_difference, equivalence.interval) {
        (Some(difference), Some(interval)) => {
            format!("{outcome}, {}", relative_difference(difference, interval.low, interval.high))
        }
        _ => outcome,
    }
}

fn between_levels(factor: &FactorAnalysis) -> Option<String> {
    let pair = factor.headline()?;
    Some(format!("{} against {}: {}", pair.level_a, pair.level_b, compared(&pair.equivalence)))
}

fn notes(files: &[&JudgedFile], settings: &Settings) -> Vec<String> {
    let outcomes = || files.iter().flat_map(|file| &file.series).filter_map(|series| series.outcome.as_ref().ok());
    let level = chosen_percent(settings.confidence);
    let cut = match settings.warm_up {
        WarmUp::Auto => "the start-up phase of every run is cut where one is found".to_owned(),
        WarmUp::Fixed(0) => "no start-up phase is cut".to_owned(),
        WarmUp::Fixed(samples) => format!("the first {samples} samples of every run are cut"),
    };
    let mut notes = vec![
        format!(
            "± is the larger half-width of the {level} interval, over the runs where there are several; {cut}; of \
             several runs tau is the largest and ESS the smallest."
        ),
        format!(
            "Verdict: converged means a half-width of at most {} and no material instability; equivalence margin {}.",
            chosen_percent(settings.eps),
            chosen_percent(settings.delta),
        ),
    ];
    if outcomes().any(|(analysis, _)| analysis.main_runs.len() == 1) {
        notes.push(
            "A series of one run speaks for the process that made it: nothing here says how the mean varies from process \
             to process."
                .to_owned(),
        );
    }
    if outcomes().any(|(_, factor)| factor.as_ref().is_some_and(|factor| factor.confounded)) {
        notes.push(
            "Levels of one run each: a difference between them cannot be told from one between processes.".to_owned(),
        );
    }
    notes
}
