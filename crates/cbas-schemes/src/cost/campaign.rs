//! Unit costs from the files of a campaign.

use cbas_bench::campaign::Campaign;
use cbas_convergence::analysis::{Analysis, analyze};
use cbas_convergence::settings::Settings;

use super::{ProductLine, UnitCosts};
use crate::error::CostError;

/// The unit costs of a campaign, each operation on its default library, with the analyses they come from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CampaignCosts {
    /// The unit costs; with a line for products of pairings if enough of them were timed.
    pub units: UnitCosts,
    /// Every operation with its analysis, in the order of the campaign.
    pub analyses: Vec<(String, Analysis)>,
    /// That line.
    pub product_line: Option<ProductLine>,
}

impl CampaignCosts {
    /// Analyses what was timed on default libraries, with the clock that the campaign calls for.
    ///
    /// # Errors
    /// [`CostError::UnusableSamples`] if an operation has no usable samples, and what [`UnitCosts::measured`] refuses.
    pub fn of(campaign: &Campaign, settings: &Settings) -> Result<Self, CostError> {
        let manifest = &campaign.manifest;
        let mut analyses = Vec::new();
        for (index, timed) in manifest.workloads.iter().enumerate() {
            if manifest.on_default_library(&timed.operation) == Some(index) {
                let series = campaign.series(index, campaign.default_clock());
                let series = series.map_err(|cause| CostError::UnusableSamples { id: timed.id.clone(), cause })?;
                analyses.push((timed.operation.clone(), analyze(&series, settings)));
            }
        }
        let mut units =
            UnitCosts::measured(analyses.iter().map(|(operation, analysis)| (operation.clone(), analysis)))?;
        let product_line = units.add_product_line();
        Ok(Self { units, analyses, product_line })
    }

    /// One sentence: which means have not converged, with their verdicts in short.
    pub fn verdicts(&self) -> String {
        let unsettled = self.analyses.iter().filter(|(_, analysis)| !analysis.verdict.is_converged());
        let unsettled: Vec<String> =
            unsettled.map(|(operation, analysis)| format!("{operation} ({})", analysis.verdict.short())).collect();
        match unsettled.is_empty() {
            true => "All unit costs have converged.".to_owned(),
            false => format!("Not converged: {}.", unsettled.join("; ")),
        }
    }
}
