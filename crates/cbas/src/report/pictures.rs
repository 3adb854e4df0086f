//! The convergence pictures of every workload, as SVG and PNG.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cbas_bench::campaign::ClockChoice;
use cbas_convergence::plot::{Caption, Criteria, Figure, HalfWidth, RunningMean};
use cbas_convergence::statistics::settling::{Settling, settling};

use crate::analysis::JudgedCampaign;

/// One workload as the pictures need it.
struct Subject {
    name: String,
    caption: Caption,
    settling: Settling,
}

/// Draws all pictures into `directory` and returns how many files that are.
pub fn write(judged: &JudgedCampaign, directory: &Path, endings: &[&str]) -> Result<usize> {
    let subjects = subjects(judged);
    let criteria = Criteria {
        eps: judged.settings.eps,
        confidence: judged.settings.confidence,
        marks: judged.campaign.manifest.protocol.sizes.iter().map(|&n| n as usize).collect(),
    };
    // Nothing is timed any more: two threads halve the wait.
    let (first, second) = subjects.split_at(subjects.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| draw(first, &criteria, directory, endings));
        let drawn = draw(second, &criteria, directory, endings)?;
        Ok(drawn + other.join().expect("drawing does not panic")?)
    })
}

fn subjects(judged: &JudgedCampaign) -> Vec<Subject> {
    let clock = match judged.clock {
        ClockChoice::Cpu => "thread CPU clock",
        ClockChoice::Wall => "wall clock",
    };
    let timed = &judged.campaign.manifest.workloads;
    judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let timed = &timed[workload.index];
            let (series, analysis) = workload.outcome.as_ref().ok()?;
            Some(Subject {
                name: format!("{}-{}", timed.operation, timed.library),
                caption: Caption {
                    operation: timed.operation.clone(),
                    library: format!("{} {}", timed.library, timed.library_version),
                    clock: clock.to_owned(),
                },
                settling: settling(series, analysis),
            })
        })
        .collect()
}

fn draw(subjects: &[Subject], criteria: &Criteria, directory: &Path, endings: &[&str]) -> Result<usize> {
    let mut drawn = 0;
    for Subject { name, caption, settling } in subjects {
        let running_mean = RunningMean { settling, caption, criteria };
        let half_width = HalfWidth { settling, caption, criteria };
        for ending in endings {
            save(&running_mean, directory.join(format!("{name}-running-mean.{ending}")))?;
            save(&half_width, directory.join(format!("{name}-half-width.{ending}")))?;
            drawn += 2;
        }
    }
    Ok(drawn)
}

fn save(figure: &impl Figure, path: PathBuf) -> Result<()> {
    figure.write(&path).with_context(|| format!("cannot draw {}", path.display()))
}
