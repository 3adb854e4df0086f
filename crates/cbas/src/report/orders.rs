//! The table of a campaign that was made in both orders of its operations.

use cbas_convergence::analysis::FactorAnalysis;
use cbas_convergence::quantity::relative_difference;

use super::rows::{ABSENT, mean_cell};
use super::sections::Section;
use crate::analysis::JudgedCampaign;

/// The comparison of orders; none if the campaign has one order only.
pub fn section(judged: &JudgedCampaign) -> Option<Section> {
    let compared: Vec<(&str, &FactorAnalysis)> = judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let id = judged.campaign.manifest.workloads[workload.index].id.as_str();
            Some((id, workload.factor.as_ref()?))
        })
        .collect();
    let (_, first) = compared.first()?;
    let mut headings = vec!["operation and library".to_owned()];
    headings.extend(first.levels.iter().map(|level| format!("mean, {}", level.level)));
    headings.extend(["difference", "the two means are", "over both orders"].map(str::to_owned));
    let rows = compared.into_iter().map(|(id, factor)| row(id, factor)).collect();
    Some(Section { title: "Orders of the operations".to_owned(), headings, rows, notes: vec![] })
}

fn row(id: &str, factor: &FactorAnalysis) -> Vec<String> {
    let mut cells = vec![id.to_owned()];
    cells.extend(
        factor.levels.iter().map(|level| level.analysis.sizes.last().map_or_else(|| ABSENT.to_owned(), mean_cell)),
    );
    let pair = factor.equivalence.first().map(|pair| &pair.equivalence);
    let difference = pair.and_then(|pair| {
        let interval = pair.interval?;
        Some(relative_difference(pair.relative_difference?, interval.low, interval.high))
    });
    cells.push(difference.unwrap_or_else(|| ABSENT.to_owned()));
    cells.push(pair.map_or_else(|| ABSENT.to_owned(), |pair| pair.outcome.short()));
    cells.push(factor.verdict.short());
    cells
}
