//! `cbas bench --study`: a published study in its own protocol, beside ours.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cbas_bench::campaign::{Campaign, Manifest, keep, write_atomically};
use cbas_bench::library;
use cbas_bench::operation::{CATALOGUE, Role};
use cbas_bench::protocol::{BatchRule, Order, Protocol};
use cbas_bench::run::Request;
use cbas_bench::selection::{Libraries, What};

use super::{bench, print, write_report};
use crate::analysis::JudgedCampaign;
use crate::cli::{BenchArgs, ClockArg, JudgeArgs, ReportArgs};
use crate::report::{self, study::Study};

/// The study's library.
const LIBRARY: &str = "miracl";
/// Directories of the two campaigns.
const THEIRS: &str = "study";
const OURS: &str = "ours";

/// Measures both campaigns, prints what changes and writes the reports.
pub fn run(arguments: &BenchArgs) -> Result<()> {
    library::find(LIBRARY)?;
    let directory = arguments.out.clone().unwrap_or_else(|| bench::default_directory("study-miracl"));
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let request = |name: &str, protocol| Request { what: what(), protocol, directory: directory.join(name) };
    let processes = if arguments.quick { 1 } else { arguments.processes };
    let ours =
        Protocol { processes, warm_up: arguments.warm_up.unwrap_or(100), seed: arguments.seed, ..Protocol::default() };
    let theirs = Protocol { processes: 1, batch: BatchRule::Fixed(1), order: Order::Sequential, ..ours.clone() };
    let study = Study {
        theirs: bench::measure(&request(THEIRS, theirs), &wall(&arguments.judge))?,
        ours: bench::measure(&request(OURS, ours), &arguments.judge)?,
    };
    print(&study.text())?;
    write(&study, &directory, report::SVG_AND_PNG)
}

/// Whether a directory holds a study that was re-run.
pub fn is_study(directory: &Path) -> bool {
    [THEIRS, OURS].iter().all(|name| directory.join(name).join(Manifest::FILE).is_file())
}

/// Draws the reports of a study again, in place or as a copy worth keeping.
pub fn report(arguments: &ReportArgs) -> Result<()> {
    if arguments.readme.is_some() {
        bail!("--readme takes the table of one campaign, and {} holds two", arguments.directory.display());
    }
    let mut directory = arguments.directory.as_path();
    let mut extent = report::SVG_AND_PNG;
    if let Some(target) = &arguments.keep {
        for name in [THEIRS, OURS] {
            keep(&Campaign::read(&directory.join(name))?, &target.join(name))?;
        }
        (directory, extent) = (target, report::SVG);
    }
    write(&read(directory, &arguments.judge)?, directory, extent)
}

/// Reads a study from its two campaigns.
pub fn read(directory: &Path, judge: &JudgeArgs) -> Result<Study> {
    Ok(Study {
        theirs: JudgedCampaign::judge(Campaign::read(&directory.join(THEIRS))?, &wall(judge))?,
        ours: JudgedCampaign::judge(Campaign::read(&directory.join(OURS))?, judge)?,
    })
}

fn write(study: &Study, directory: &Path, extent: report::pictures::Extent) -> Result<()> {
    write_atomically(&directory.join("study.md"), study.markdown().as_bytes())?;
    let pictures = write_report(&study.theirs, &directory.join(THEIRS), extent)?
        + write_report(&study.ours, &directory.join(OURS), extent)?;
    print(&format!("\nstudy.md, the samples, tables and {pictures} pictures are in {}\n", directory.display()))
}

/// The eight operations of the study on its library.
fn what() -> What {
    let study = CATALOGUE.iter().filter(|operation| operation.role == Role::Study);
    What {
        operations: study.map(|operation| operation.id.to_owned()).collect(),
        libraries: Libraries::Named(vec![LIBRARY.to_owned()]),
        ..What::default()
    }
}

/// The study read a wall clock.
fn wall(judge: &JudgeArgs) -> JudgeArgs {
    JudgeArgs { clock: Some(ClockArg::Wall), ..judge.clone() }
}
