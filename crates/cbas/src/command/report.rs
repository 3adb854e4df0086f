//! `cbas report`: draws the pictures and writes the tables of a campaign.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cbas_bench::campaign::{Campaign, keep, write_atomically};

use crate::analysis::JudgedCampaign;
use crate::cli::ReportArgs;
use crate::command::{complain, print, study, study_nodejs, write_report};
use crate::report;

/// Lines between which the table of a README is replaced.
const BEGIN: &str = "<!-- table of `cbas report --readme`: begin -->";
const END: &str = "<!-- table of `cbas report --readme`: end -->";

/// Renders a campaign, in place or as a copy worth keeping.
pub fn run(arguments: &ReportArgs) -> Result<()> {
    if study::is_study(&arguments.directory) {
        return study::report(arguments);
    }
    if study_nodejs::is_study(&arguments.directory) {
        return study_nodejs::report(arguments);
    }
    let campaign = Campaign::read(&arguments.directory)?;
    for note in &campaign.notes {
        complain(&format!("warning: {note}"));
    }
    let campaign = match &arguments.keep {
        Some(target) => {
            keep(&campaign, target)?;
            // The copy is what its report speaks of.
            Campaign::read(target)?
        }
        None => campaign,
    };
    let judged = JudgedCampaign::judge(campaign, &arguments.judge)?;
    let extent = if arguments.keep.is_some() { report::SVG } else { report::extent(&judged) };
    let target = &judged.campaign.directory;
    let pictures = write_report(&judged, target, extent)?;
    print(&format!("Tables and {pictures} pictures are in {}\n", target.display()))?;
    match &arguments.readme {
        Some(readme) => splice(readme, &report::markdown::campaign(&judged)),
        None => Ok(()),
    }
}

/// Replaces what stands between the two marker lines of `file`.
fn splice(file: &Path, table: &str) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let new = spliced(&text, table);
    let Some(new) = new else {
        bail!("{} has no line `{BEGIN}` followed by a line `{END}`: add both where the table belongs", file.display());
    };
    write_atomically(file, new.as_bytes())?;
    print(&format!("The table of {} is that of this campaign\n", file.display()))
}

fn spliced(text: &str, table: &str) -> Option<String> {
    let begin = text.find(BEGIN)? + BEGIN.len();
    let end = begin + text[begin..].find(END)?;
    Some(format!("{}\n\n{}\n\n{}", &text[..begin], table.trim_end(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_markers_is_replaced() {
        let text = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let new = spliced(&text, "| new |\n").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\n\n| new |\n\n{END}\nb\n"));
        assert_eq!(spliced(&new, "| new |\n").as_deref(), Some(new.as_str()));
        assert_eq!(spliced("no markers", "x"), None);
    }
}
