//! `cbas analyze`: judges campaigns again from their files alone.

use anyhow::Result;
use cbas_bench::campaign::Campaign;

use crate::analysis::JudgedCampaign;
use crate::cli::{AnalyzeArgs, FormatArg};
use crate::command::{complain, print};
use crate::report;

/// Prints the verdicts of every campaign named.
pub fn run(arguments: &AnalyzeArgs) -> Result<()> {
    for path in &arguments.paths {
        let judged = JudgedCampaign::judge(Campaign::read(path)?, &arguments.judge)?;
        for note in &judged.campaign.notes {
            complain(&format!("warning: {note}"));
        }
        print(&match arguments.format {
            FormatArg::Table => report::text::campaign(&judged),
            FormatArg::Json => report::json::campaign(&judged)?,
            FormatArg::Csv => report::csv::campaign(&judged),
            FormatArg::Markdown => report::markdown::campaign(&judged),
        })?;
    }
    Ok(())
}
