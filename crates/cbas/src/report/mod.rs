//! How a judged campaign is shown: one file a format, all printing from the same rows.

pub mod aes;
pub mod costs;
pub mod csv;
pub mod grid;
pub mod inputs;
pub mod json;
pub mod libraries;
pub mod markdown;
pub mod orders;
pub mod pictures;
pub mod products;
pub mod rows;
pub mod sections;
pub mod series_rows;
pub mod stops;
pub mod study;
pub mod study_nodejs;
pub mod text;

use std::path::Path;

use anyhow::{Context, Result};
use cbas_bench::campaign::write_atomically;

use crate::analysis::JudgedCampaign;

use pictures::{Drawn, Extent};

/// All pictures, as vector and bitmap.
pub const SVG_AND_PNG: Extent = Extent { endings: &["svg", "png"], samples_of_every_workload: true };
/// Vector only, for copies that are kept, where every picture of the samples weighs.
pub const SVG: Extent = Extent { endings: &["svg"], samples_of_every_workload: false };

/// The pictures of a campaign where it was made. A grid of AES has its own, and those of every workload as vectors, those
/// of the samples of one alone: two thousand files would take longer to draw than to measure.
pub fn extent(judged: &JudgedCampaign) -> Extent {
    if aes::is_aes(judged) { SVG } else { SVG_AND_PNG }
}

/// Writes tables and pictures of a campaign into its directory and returns what was drawn.
pub fn write(judged: &JudgedCampaign, directory: &Path, extent: Extent) -> Result<Drawn> {
    let reports = directory.join("report");
    std::fs::create_dir_all(&reports).with_context(|| format!("cannot create {}", reports.display()))?;
    write_atomically(&reports.join("table.md"), markdown::campaign(judged).as_bytes())?;
    write_atomically(&reports.join("table.csv"), csv::campaign(judged).as_bytes())?;
    write_atomically(&reports.join("analysis.json"), json::campaign(judged)?.as_bytes())?;
    let mut drawn = pictures::write(judged, &reports, extent)?;
    drawn.files += aes::write(judged, &reports, extent.endings)?;
    Ok(drawn)
}
