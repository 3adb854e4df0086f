//! `cbas analyze`: judges campaigns and files of other programs from their samples alone.

use std::fmt;
use std::path::Path;

use anyhow::{Result, anyhow};
use cbas_convergence::{Analysis, Warning};

use crate::analysis::{Entry, Judged, file_settings};
use crate::cli::{AnalyzeArgs, FormatArg, Requirement};
use crate::command::{complain, print};
use crate::report;

/// Series that [`Requirement::Converged`] was asked for have not converged.
#[derive(Debug)]
pub struct Unmet {
    names: Vec<String>,
    of: usize,
}

/// A path that gave nothing to judge.
pub struct Unread {
    /// The path.
    pub path: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// Prints the verdicts on everything named. What cannot be read is said and left out, unless nothing can.
pub fn run(arguments: &AnalyzeArgs) -> Result<()> {
    // Settings that cannot be used are refused before anything is read.
    let settings = file_settings(&arguments.judge, arguments.warm_up)?;
    let mut judged = Vec::new();
    let mut unread = Vec::new();
    for path in &arguments.paths {
        match Judged::read(path, &arguments.judge, arguments.warm_up) {
            Ok(input) => judged.push(input),
            Err(error) if arguments.paths.len() == 1 => return Err(error),
            Err(error) => unread.push(left_out(path, &error)),
        }
    }
    if judged.is_empty() {
        return Err(anyhow!("none of the {} paths can be read", unread.len()));
    }
    warn(&judged);
    print(&match arguments.format {
        FormatArg::Table => report::text::inputs(&judged, &settings),
        FormatArg::Json => report::json::inputs(&judged, &unread, &settings)?,
        FormatArg::Csv => report::csv::inputs(&judged),
        FormatArg::Markdown => report::markdown::inputs(&judged, &settings),
    })?;
    conclude(&judged, &unread, arguments.require)
}

fn left_out(path: &Path, error: &anyhow::Error) -> Unread {
    let reason = format!("{error:#}");
    complain(&format!("warning: left out: {reason}"));
    Unread { path: path.display().to_string(), reason }
}

/// Says on standard error what was read otherwise than expected, and what was refused.
fn warn(judged: &[Judged]) {
    for input in judged {
        for note in input.notes() {
            complain(&format!("warning: {note}"));
        }
        for Entry { name, outcome, .. } in input.entries() {
            if let Some(warning) = outcome.ok().and_then(|(analysis, _)| too_long(analysis)) {
                complain(&format!("warning: series {name}: {warning}"));
            }
        }
        if let Judged::File(file) = input {
            for series in &file.series {
                if let Err(reason) = &series.outcome {
                    complain(&format!("warning: {}: series {} is refused: {reason}", file.path, series.name));
                }
            }
        }
    }
}

/// That the user's warm-up left a single sample of a run, which says nothing.
fn too_long(analysis: &Analysis) -> Option<&Warning> {
    let mut warnings = analysis.runs.iter().flat_map(|run| &run.warnings);
    warnings.find(|warning| matches!(warning, Warning::WarmUpTooLong { .. }))
}

/// Fails if nothing could be judged, or if what is required does not hold.
fn conclude(judged: &[Judged], unread: &[Unread], require: Option<Requirement>) -> Result<()> {
    let entries: Vec<Entry<'_>> = judged.iter().flat_map(Judged::entries).collect();
    let of = entries.len() + unread.len();
    if entries.iter().all(|entry| entry.outcome.is_err()) {
        return Err(anyhow!("none of the {of} series can be analysed: each is refused for the reason given"));
    }
    if require.is_none() {
        return Ok(());
    }
    let converged =
        |entry: &Entry<'_>| entry.outcome.as_ref().is_ok_and(|(analysis, _)| analysis.verdict.is_converged());
    let open = entries.iter().filter(|entry| !converged(entry)).map(|entry| entry.name.to_owned());
    let names: Vec<String> = open.chain(unread.iter().map(|unread| unread.path.clone())).collect();
    if names.is_empty() { Ok(()) } else { Err(Unmet { names, of }.into()) }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LISTED: usize = 10;
        let (count, of) = (self.names.len(), self.of);
        let listed = self.names.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if count > LISTED { ", …" } else { "" };
        write!(f, "--require converged does not hold for {count} of {of} series: {listed}{more}")
    }
}

impl std::error::Error for Unmet {}
