//! The pictures of every workload, as SVG and PNG.

use std::iter::Sum;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use cbas_bench::campaign::ClockChoice;
use cbas_convergence::plot::{
    Caption, Correlogram, Criteria, Distribution, Figure, HalfWidth, PlotError, ProcessMeans, RunningMean, TracePlot,
};
use cbas_convergence::statistics::autocorrelation::{Autocorrelation, autocorrelation};
use cbas_convergence::statistics::histogram::{Histogram, histogram};
use cbas_convergence::statistics::settling::{Settling, settling};
use cbas_convergence::statistics::trace::{Trace, trace};
use cbas_convergence::{Analysis, Run, RunAnalysis, Series};

use crate::analysis::JudgedCampaign;

/// Which pictures are drawn, in which formats.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Formats, as endings of file names.
    pub endings: &'static [&'static str],
    /// Pictures of the samples (trace, distribution, autocorrelation, process means) of every workload, or of the first
    /// only; the running mean and the half-width are drawn of every one.
    pub samples_of_every_workload: bool,
}

/// One workload as the pictures need it.
struct Subject<'a> {
    name: String,
    caption: Caption,
    series: &'a Series,
    analysis: &'a Analysis,
    with_samples: bool,
}

/// What was drawn.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Files that were written.
    pub files: usize,
    /// Pictures for which the samples do not suffice, each with the reason.
    pub left_out: Vec<String>,
}

impl Sum for Drawn {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, drawn| {
            sum.files += drawn.files;
            sum.left_out.extend(drawn.left_out);
            sum
        })
    }
}

/// Draws all pictures into `directory`.
pub fn write(judged: &JudgedCampaign, directory: &Path, extent: Extent) -> Result<Drawn> {
    let subjects = subjects(judged, extent);
    let criteria = Criteria {
        eps: judged.settings.eps,
        confidence: judged.settings.confidence,
        marks: judged.campaign.manifest.protocol.sizes.iter().map(|&n| n as usize).collect(),
    };
    let target = Target { directory, endings: extent.endings, criteria: &criteria };
    // Nothing is timed any more: two threads halve the wait. Some subjects have more pictures than others, so each thread
    // takes the next one that is left.
    let next = AtomicUsize::new(0);
    let draw = || {
        let left = std::iter::from_fn(|| subjects.get(next.fetch_add(1, Ordering::Relaxed)));
        left.map(|subject| target.draw(subject)).sum::<Result<Drawn>>()
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(draw);
        let drawn = draw()?;
        Ok([drawn, other.join().expect("drawing does not panic")?].into_iter().sum())
    })
}

fn subjects(judged: &JudgedCampaign, extent: Extent) -> Vec<Subject<'_>> {
    let clock = match judged.clock {
        ClockChoice::Cpu => "thread CPU clock",
        ClockChoice::Wall => "wall clock",
    };
    let (timed, sizes) = (&judged.campaign.manifest.workloads, &judged.campaign.manifest.protocol.sizes);
    let usable = judged.workloads.iter().filter_map(|workload| {
        let (series, analysis) = workload.outcome.as_ref().ok()?;
        Some((&timed[workload.index], series, analysis))
    });
    usable
        .enumerate()
        .map(|(i, (timed, series, analysis))| Subject {
            name: timed.id.replace('/', "-"),
            caption: Caption {
                operation: timed.operation.clone(),
                library: format!("{} {}", timed.library, timed.library_version),
                clock: clock.to_owned(),
            },
            series,
            analysis,
            // Operations that only price schemes make runs of one size, and their samples are looked at less often.
            with_samples: i == 0 || (extent.samples_of_every_workload && timed.sizes == *sizes),
        })
        .collect()
}

/// Where pictures go, and what they are checked against.
struct Target<'a> {
    directory: &'a Path,
    endings: &'a [&'a str],
    criteria: &'a Criteria,
}

impl Target<'_> {
    /// Draws the pictures of one workload.
    fn draw(&self, subject: &Subject<'_>) -> Result<Drawn> {
        let Subject { name, caption, series, analysis, with_samples } = subject;
        let criteria = self.criteria;
        let settling: &Settling = &settling(series, analysis);
        let mut drawn = vec![
            self.save(&RunningMean { settling, caption, criteria }, name, "running-mean")?,
            self.save(&HalfWidth { settling, caption, criteria }, name, "half-width")?,
        ];
        if !with_samples {
            return Ok(drawn.into_iter().sum());
        }
        let Telling { samples, run, which } = &telling(series, analysis);
        let trace: &Trace = &trace(samples, run, &analysis.settings);
        drawn.push(self.save(&TracePlot { trace, run, caption, which }, name, "trace")?);
        let autocorrelation: &Autocorrelation = &autocorrelation(samples, run, &analysis.settings);
        drawn.push(self.save(&Correlogram { autocorrelation, run, caption, which }, name, "autocorrelation")?);
        let histogram: &Histogram = &histogram(series, analysis);
        drawn.push(self.save(&Distribution { histogram, analysis, caption }, name, "distribution")?);
        drawn.push(self.save(&ProcessMeans { analysis, caption }, name, "process-means")?);
        Ok(drawn.into_iter().sum())
    }

    /// A picture for which the samples do not suffice is left out: the others, and the tables, are worth having.
    fn save(&self, figure: &impl Figure, name: &str, kind: &str) -> Result<Drawn> {
        for ending in self.endings {
            let path = self.directory.join(format!("{name}-{kind}.{ending}"));
            match figure.write(&path) {
                Err(error @ (PlotError::Empty | PlotError::MeanNotPositive(_))) => {
                    return Ok(Drawn { files: 0, left_out: vec![format!("{name}-{kind}: {error}")] });
                }
                written => written.with_context(|| format!("cannot draw {}", path.display()))?,
            }
        }
        Ok(Drawn { files: self.endings.len(), left_out: Vec::new() })
    }
}

/// The run that tells most, and words that say why.
struct Telling<'a> {
    samples: &'a Run,
    run: &'a RunAnalysis,
    which: String,
}

/// Of the longest runs the least stable one, or the first if all are stable.
fn telling<'a>(series: &'a Series, analysis: &'a Analysis) -> Telling<'a> {
    let main = &analysis.main_runs;
    let instability = |run: usize| {
        let run = &analysis.runs[run];
        if run.verdict.reasons().is_empty() { 0.0 } else { run.instability.unwrap_or(0.0).max(f64::MIN_POSITIVE) }
    };
    let unstable = main.iter().copied().filter(|&run| instability(run) > 0.0);
    let worst = unstable.reduce(|a, b| if instability(b) > instability(a) { b } else { a });
    let chosen = worst.unwrap_or(main[0]);
    let run = &analysis.runs[chosen];
    let process = run.process.as_deref().map_or_else(|| format!("run {chosen}"), |name| format!("process {name}"));
    let of = main.len();
    let which = match (of, worst) {
        (1, _) => process,
        (_, Some(_)) => format!("{process}, the least stable of {of}"),
        (_, None) => format!("{process}, the first of {of}"),
    };
    Telling { samples: &series.runs()[chosen], run, which }
}
