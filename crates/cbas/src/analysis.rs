//! A campaign or a file with its analyses: what every report prints from.

use std::path::Path;

use anyhow::{Context, Result};
use cbas_bench::campaign::{Campaign, ClockChoice};
use cbas_convergence::analysis::{Analysis, FactorAnalysis, MOST_LEVELS, analyze, analyze_factor};
use cbas_convergence::import::{Factor, Format, Imported, ImportedSeries, Rejected, Samples, import};
use cbas_convergence::sample::{SampleError, Series};
use cbas_convergence::settings::{Settings, WarmUp};

use crate::cli::{ClockArg, JudgeArgs};

/// Name of the standard input among paths.
pub const STANDARD_INPUT: &str = "-";

/// A campaign, judged.
pub struct JudgedCampaign {
    /// The campaign as it lies on disk.
    pub campaign: Campaign,
    /// How it was judged.
    pub settings: Settings,
    /// Which clock was analysed.
    pub clock: ClockChoice,
    /// One entry a workload, in the order of the manifest.
    pub workloads: Vec<JudgedWorkload>,
}

/// One workload, judged or refused.
pub struct JudgedWorkload {
    /// Index in the manifest.
    pub index: usize,
    /// The series and its analysis, or why there is none.
    pub outcome: Result<(Series, Analysis), SampleError>,
    /// Its levels, where the campaign varies a factor; the verdict of the analysis is then that of the factor.
    pub factor: Option<FactorAnalysis>,
}

/// A file that another program wrote, judged.
pub struct JudgedFile {
    /// Path as it was given; `-` for standard input.
    pub path: String,
    /// Its format.
    pub format: Format,
    /// What was read otherwise than one might expect.
    pub notes: Vec<String>,
    /// Its series.
    pub series: Vec<JudgedSeries>,
}

/// One series of a file, judged or refused.
pub struct JudgedSeries {
    /// Its name.
    pub name: String,
    /// Rows that gave no sample.
    pub rejected: Rejected,
    /// Its analysis and that of its factor, or why there is none.
    pub outcome: Result<(Analysis, Option<FactorAnalysis>), String>,
}

/// One series of a campaign or a file, as reports that do not care which print it.
pub struct Entry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its analysis and that of its factor, or why there is none.
    pub outcome: Result<(&'a Analysis, Option<&'a FactorAnalysis>), String>,
    /// Rows of the file that gave no sample.
    pub rejected: Option<&'a Rejected>,
}

/// What one path of `cbas analyze` holds.
pub enum Judged {
    /// A campaign directory.
    Campaign(Box<JudgedCampaign>),
    /// A file.
    File(JudgedFile),
}

impl Judged {
    /// Reads and judges a campaign directory, a file, or standard input.
    pub fn read(path: &Path, arguments: &JudgeArgs, warm_up: WarmUp) -> Result<Self> {
        let standard_input = path == Path::new(STANDARD_INPUT);
        // What is no directory is read like a file: a pipe of the shell, and also what does not exist.
        if standard_input || !path.is_dir() {
            return JudgedFile::read(path, standard_input, &file_settings(arguments, warm_up)?).map(Self::File);
        }
        let judged = JudgedCampaign::judge_with(Campaign::read(path)?, arguments, warm_up)?;
        Ok(Self::Campaign(Box::new(judged)))
    }

    /// What was read otherwise than one might expect, one sentence each.
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Campaign(judged) => &judged.campaign.notes,
            Self::File(judged) => &judged.notes,
        }
    }

    /// The path it was read from.
    pub fn path(&self) -> String {
        match self {
            Self::Campaign(judged) => judged.campaign.directory.display().to_string(),
            Self::File(judged) => judged.path.clone(),
        }
    }

    /// Every series.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        match self {
            Self::Campaign(judged) => judged.entries(),
            Self::File(judged) => judged.entries(),
        }
    }
}

impl JudgedCampaign {
    /// Judges every workload of a campaign.
    pub fn judge(campaign: Campaign, arguments: &JudgeArgs) -> Result<Self> {
        Self::judge_with(campaign, arguments, WarmUp::Auto)
    }

    /// The same with a start-up phase that is found as `warm_up` says.
    pub fn judge_with(campaign: Campaign, arguments: &JudgeArgs, warm_up: WarmUp) -> Result<Self> {
        let clock = match arguments.clock {
            Some(ClockArg::Cpu) => ClockChoice::Cpu,
            Some(ClockArg::Wall) => ClockChoice::Wall,
            None => campaign.default_clock(),
        };
        let until = campaign.manifest.protocol.until.map(|until| until.eps);
        let settings = Settings { warm_up, ..settings(arguments, clock, until)? };
        let workloads = (0..campaign.manifest.workloads.len())
            .map(|index| match campaign.series(index, clock) {
                Ok(series) => {
                    let (analysis, factor) = judge(&series, orders(&campaign, index, clock), &settings);
                    JudgedWorkload { index, outcome: Ok((series, analysis)), factor }
                }
                Err(error) => JudgedWorkload { index, outcome: Err(error), factor: None },
            })
            .collect();
        Ok(Self { campaign, settings, clock, workloads })
    }

    /// Every workload, and what failed before it could be measured.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let manifest = &self.campaign.manifest;
        let timed = self.workloads.iter().map(|workload| Entry {
            name: &manifest.workloads[workload.index].id,
            outcome: match &workload.outcome {
                Ok((_, analysis)) => Ok((analysis, workload.factor.as_ref())),
                Err(error) => Err(error.to_string()),
            },
            rejected: None,
        });
        let failed = manifest.failures.iter().map(|failure| Entry {
            name: &failure.id,
            outcome: Err(failure.reason.clone()),
            rejected: None,
        });
        timed.chain(failed).collect()
    }
}

impl JudgedFile {
    fn read(path: &Path, standard_input: bool, settings: &Settings) -> Result<Self> {
        let shown = path.display().to_string();
        let imported = if standard_input {
            import(std::io::stdin().lock(), "standard input").context("standard input")?
        } else {
            let file = std::fs::File::open(path).with_context(|| format!("cannot read {shown}"))?;
            let name = path.file_stem().map_or_else(|| shown.clone(), |stem| stem.to_string_lossy().into_owned());
            import(file, &name).with_context(|| shown.clone())?
        };
        Ok(Self::judge(imported, shown, settings))
    }

    /// Every series.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let series = self.series.iter().map(|series| Entry {
            name: &series.name,
            outcome: match &series.outcome {
                Ok((analysis, factor)) => Ok((analysis, factor.as_ref())),
                Err(reason) => Err(reason.clone()),
            },
            rejected: Some(&series.rejected),
        });
        series.collect()
    }

    /// Judges every series of a file.
    fn judge(imported: Imported, path: String, settings: &Settings) -> Self {
        let Imported { format, series, mut notes } = imported;
        let mut judged = Vec::with_capacity(series.len());
        for ImportedSeries { name, rejected, outcome } in series {
            if outcome.is_ok() {
                notes.extend(left_out(&name, &rejected));
            }
            // The samples are dropped as soon as they are judged.
            let outcome = outcome.map_err(|refusal| refusal.to_string()).map(|Samples { series, factor }| {
                let levels = factor.as_ref().map_or(0, |factor| factor.levels.len());
                if levels > MOST_LEVELS {
                    notes.push(format!("series {name}: {levels} levels, more than {MOST_LEVELS}, are not compared"));
                }
                judge(&series, factor, settings)
            });
            judged.push(JudgedSeries { name, rejected, outcome });
        }
        Self { path, format, notes, series: judged }
    }
}

/// What is said about rows without a number.
fn left_out(name: &str, rejected: &Rejected) -> Option<String> {
    let first = rejected.rows.first()?;
    let (count, row, reason) = (rejected.count, first.row, &first.reason);
    Some(format!("series {name}: {count} row(s) without a number are left out, the first because row {row}: {reason}"))
}

/// A series and its factor. Where levels are compared, the verdict is that of the factor: a mean over levels that differ
/// has converged to nothing.
fn judge(series: &Series, factor: Option<Factor>, settings: &Settings) -> (Analysis, Option<FactorAnalysis>) {
    let mut analysis = analyze(series, settings);
    // Levels that cannot be compared are runs like any others.
    let factor = factor.and_then(|factor| analyze_factor(&factor.name, &factor.levels, settings).ok());
    if let Some(factor) = &factor {
        analysis.verdict = factor.verdict.clone();
    }
    (analysis, factor)
}

/// The orders of a campaign that was made in both, if processes of both finished.
fn orders(campaign: &Campaign, workload: usize, clock: ClockChoice) -> Option<Factor> {
    let levels = campaign.series_by_order(workload, clock).ok()??;
    let levels = levels.into_iter().map(|(order, series)| (order.to_string(), series)).collect();
    Some(Factor { name: "order".to_owned(), levels })
}

/// The analyzer's settings from the command line; `until` is the target the runs were stopped at, if they were.
pub fn settings(arguments: &JudgeArgs, clock: ClockChoice, until: Option<f64>) -> Result<Settings> {
    let settings = file_settings(arguments, WarmUp::Auto)?;
    let eps = arguments.eps.or(until).unwrap_or(settings.eps);
    Ok(Settings { eps, clock: Some(clock.to_string()), ..settings })
}

/// The same for samples whose clock nobody knows.
pub fn file_settings(arguments: &JudgeArgs, warm_up: WarmUp) -> Result<Settings> {
    let settings = Settings {
        eps: arguments.eps.unwrap_or(Settings::default().eps),
        delta: arguments.delta,
        confidence: arguments.confidence,
        warm_up,
        ..Settings::default()
    };
    settings.validate()?;
    Ok(settings)
}
