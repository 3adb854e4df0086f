//! A campaign with its analyses: what every report prints from.

use anyhow::Result;
use cbas_bench::campaign::{Campaign, ClockChoice};
use cbas_convergence::analysis::{Analysis, analyze};
use cbas_convergence::sample::{SampleError, Series};
use cbas_convergence::settings::Settings;

use crate::cli::{ClockArg, JudgeArgs};

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
}

impl JudgedCampaign {
    /// Judges every workload of a campaign.
    pub fn judge(campaign: Campaign, arguments: &JudgeArgs) -> Result<Self> {
        let clock = match arguments.clock {
            Some(ClockArg::Cpu) => ClockChoice::Cpu,
            Some(ClockArg::Wall) => ClockChoice::Wall,
            None => campaign.default_clock(),
        };
        let settings = settings(arguments, clock)?;
        let workloads = (0..campaign.manifest.workloads.len())
            .map(|index| {
                let outcome = campaign.series(index, clock).map(|series| {
                    let analysis = analyze(&series, &settings);
                    (series, analysis)
                });
                JudgedWorkload { index, outcome }
            })
            .collect();
        Ok(Self { campaign, settings, clock, workloads })
    }
}

/// The analyzer's settings from the command line.
pub fn settings(arguments: &JudgeArgs, clock: ClockChoice) -> Result<Settings> {
    let settings = Settings {
        eps: arguments.eps,
        delta: arguments.delta,
        confidence: arguments.confidence,
        clock: Some(clock.to_string()),
        ..Settings::default()
    };
    settings.validate()?;
    Ok(settings)
}
