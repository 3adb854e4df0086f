//! Tables beside the summary, each where a campaign has what it compares.

use super::{aes, inputs, libraries, orders, products};
use crate::analysis::JudgedCampaign;

/// A table of its own under the summary.
pub struct Section {
    /// What it shows.
    pub title: String,
    /// Headings of its columns.
    pub headings: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// What it rests on, one sentence each.
    pub notes: Vec<String>,
}

/// Every table that the campaign has something for.
pub fn sections(judged: &JudgedCampaign) -> Vec<Section> {
    let mut sections: Vec<Section> = orders::section(judged).into_iter().collect();
    sections.extend(libraries::sections(judged));
    sections.extend(products::section(judged));
    sections.extend(inputs::section(judged));
    sections.extend(aes::sections(judged));
    sections
}
