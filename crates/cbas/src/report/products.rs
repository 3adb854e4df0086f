//! What one more pair costs in a product of pairings: intercept and slope over the number of pairs.

use cbas_bench::operation::{self, Kind};
use cbas_bench::protocol::InputRule;
use cbas_convergence::analysis::{Analysis, Coefficient, fit_line};
use cbas_convergence::quantity::{percent, time, time_with_half_width};

use super::rows::ABSENT;
use super::sections::Section;
use crate::analysis::JudgedCampaign;

/// One row a library that timed at least three products.
pub fn section(judged: &JudgedCampaign) -> Option<Section> {
    let manifest = &judged.campaign.manifest;
    let timed: Vec<(&str, Kind, &Analysis)> = judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let timed = &manifest.workloads[workload.index];
            let (_, analysis) = workload.outcome.as_ref().ok()?;
            let kind = operation::find(&timed.operation).ok()?.kind;
            (timed.inputs != InputRule::Fixed).then_some((timed.library.as_str(), kind, analysis))
        })
        .collect();
    let mut libraries: Vec<&str> = timed.iter().map(|(library, ..)| *library).collect();
    libraries.dedup();
    libraries.sort_unstable();
    libraries.dedup();
    let rows: Vec<Vec<String>> = libraries.into_iter().filter_map(|library| row(library, &timed, judged)).collect();
    if rows.is_empty() {
        return None;
    }
    let headings = ["library", "pairs", "fixed cost", "each pair", "a pairing alone", "largest distance from the line"];
    let notes = vec![
        "Least squares of the relative residuals over k, in each process; each pair is prepared, so the fixed cost is \
         the final exponentiation and what else happens once."
            .to_owned(),
    ];
    Some(Section {
        title: "Products of k pairings: fixed cost + k · cost of a pair".to_owned(),
        headings: headings.map(str::to_owned).to_vec(),
        rows,
        notes,
    })
}

fn row(library: &str, timed: &[(&str, Kind, &Analysis)], judged: &JudgedCampaign) -> Option<Vec<String>> {
    let own = || timed.iter().filter(|(name, ..)| *name == library);
    let points: Vec<(f64, &Analysis)> = own()
        .filter_map(|(_, kind, analysis)| match kind {
            Kind::PairingProduct { pairs } => Some((*pairs as f64, *analysis)),
            _ => None,
        })
        .collect();
    let line = fit_line(&points, &judged.settings)?;
    let single = own().find(|(_, kind, _)| *kind == Kind::Pairing);
    let pairs: Vec<String> = points.iter().map(|(pairs, _)| pairs.to_string()).collect();
    Some(vec![
        library.to_owned(),
        pairs.join(", "),
        coefficient(line.intercept),
        coefficient(line.slope),
        single.map_or_else(|| ABSENT.to_owned(), |(.., analysis)| time(analysis.mean())),
        percent(line.worst_residual),
    ])
}

fn coefficient(coefficient: Coefficient) -> String {
    match coefficient.half_width {
        Some(half_width) => time_with_half_width(coefficient.value, half_width),
        None => time(coefficient.value),
    }
}
