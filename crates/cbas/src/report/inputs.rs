//! Fixed inputs against random ones: what part of the variance is the input's.

use cbas_bench::campaign::TimedWorkload;
use cbas_bench::protocol::InputRule;
use cbas_convergence::analysis::{Analysis, RunAnalysis};
use cbas_convergence::quantity::percent;
use cbas_convergence::statistics::order::MAD_TO_SD;
use cbas_convergence::statistics::processes::Components;

use super::rows::{ABSENT, mean_cell};
use super::sections::Section;
use crate::analysis::JudgedCampaign;

/// One row a workload that was fed with both.
pub fn section(judged: &JudgedCampaign) -> Option<Section> {
    let analysed: Vec<(&TimedWorkload, &Analysis)> = judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let (_, analysis) = workload.outcome.as_ref().ok()?;
            Some((&judged.campaign.manifest.workloads[workload.index], analysis))
        })
        .collect();
    let fixed_of = |timed: &TimedWorkload| {
        let same = |other: &&(&TimedWorkload, &Analysis)| {
            other.0.inputs == InputRule::Fixed
                && (&other.0.operation, &other.0.library) == (&timed.operation, &timed.library)
        };
        analysed.iter().find(same).map(|(_, analysis)| *analysis)
    };
    let rows: Vec<Vec<String>> = analysed
        .iter()
        .filter(|(timed, _)| timed.inputs != InputRule::Fixed)
        .filter_map(|(timed, random)| Some(row(timed, random, fixed_of(timed)?, judged)))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let headings = [
        "operation and library",
        "claims constant time",
        "mean, random",
        "mean, fixed",
        "sd of a sample, random",
        "sd of a sample, fixed",
        "the input's part of the variance",
        "sd between processes, random",
        "sd between processes, fixed",
    ];
    let notes = vec![
        "Fixed: one input again and again, another one in every process. The sd is 1.4826 MAD, which slow samples do not \
         touch; the input's part is 1 − variance(fixed)/variance(random), with its interval over processes, of samples \
         that hold as many operations as the batch says. Where the input matters, fixed inputs differ between processes \
         by more than random ones."
            .to_owned(),
    ];
    let title = "Fixed inputs against random ones".to_owned();
    Some(Section { title, headings: headings.map(str::to_owned).to_vec(), rows, notes })
}

fn row(timed: &TimedWorkload, random: &Analysis, fixed: &Analysis, judged: &JudgedCampaign) -> Vec<String> {
    let mean = |analysis: &Analysis| analysis.sizes.last().map_or_else(|| ABSENT.to_owned(), mean_cell);
    let claim = match timed.claims_constant_time {
        Some(true) => "yes",
        Some(false) => "no",
        None => ABSENT,
    };
    vec![
        timed.id.clone(),
        claim.to_owned(),
        mean(random),
        mean(fixed),
        sd_cell(random),
        sd_cell(fixed),
        share_cell(random, fixed, judged.settings.confidence),
        between_cell(random),
        between_cell(fixed),
    ]
}

fn main_runs(analysis: &Analysis) -> impl Iterator<Item = &RunAnalysis> {
    analysis.main_runs.iter().map(|&run| &analysis.runs[run])
}

fn robust_sd(run: &RunAnalysis) -> f64 {
    MAD_TO_SD * run.mad
}

/// Median over the processes of the robust sd, relative to the mean.
fn sd_cell(analysis: &Analysis) -> String {
    let mut values: Vec<f64> = main_runs(analysis).map(|run| robust_sd(run) / run.mean).collect();
    if values.is_empty() {
        return ABSENT.to_owned();
    }
    percent(cbas_convergence::statistics::order::median(&mut values))
}

fn between_cell(analysis: &Analysis) -> String {
    let between = analysis.between.as_ref();
    between.map_or_else(|| ABSENT.to_owned(), |between| percent(between.sd / between.mean))
}

/// 1 − s²(fixed)/s²(random): the mean over processes of the logarithm of the ratio, ± t(K−1)·S/√K, turned back.
fn share_cell(random: &Analysis, fixed: &Analysis, confidence: f64) -> String {
    let logarithms: Vec<f64> = main_runs(random)
        .filter_map(|run| {
            let partner = main_runs(fixed).find(|other| other.process == run.process)?;
            let logarithm = 2.0 * (robust_sd(partner) / robust_sd(run)).ln();
            logarithm.is_finite().then_some(logarithm)
        })
        .collect();
    if logarithms.is_empty() {
        return ABSENT.to_owned();
    }
    // Below 0 the fixed input varies more than the random ones: noise, not a negative part.
    let share = |logarithm: f64| percent((1.0 - logarithm.exp()).max(0.0));
    let components = Components::of(&logarithms, None);
    if logarithms.len() == 1 {
        return share(components.mean);
    }
    let half = components.half_width(confidence);
    format!("{} ({} to {})", share(components.mean), share(components.mean + half), share(components.mean - half))
}
