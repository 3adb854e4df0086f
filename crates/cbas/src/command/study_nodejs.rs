//! `cbas bench --study nodejs`: the study of AES in Node.js in its own protocol, in all its orders, beside ours.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cbas_bench::campaign::{Campaign, Manifest, keep, write_atomically};
use cbas_bench::operation::{AesGrid, AesMode, Medium};
use cbas_bench::protocol::{BatchRule, Order, Protocol};
use cbas_bench::run::Request;
use cbas_bench::runner::Program;
use cbas_bench::selection::{Libraries, Suite, What};

use super::{bench, print, write_report};
use crate::analysis::JudgedCampaign;
use crate::cli::{BenchArgs, ClockArg, JudgeArgs, ReportArgs};
use crate::report::{self, study_nodejs::NodeStudy};

/// Iterations of the study.
const ITERATIONS: u32 = 10;
/// Directories of the campaigns: the study's protocol in memory and through files, and ours.
const MEMORY: &str = "memory";
const FILES: &str = "files";
const WARM: &str = "warm";

/// Measures the campaigns, prints what changes and writes the reports.
pub fn run(arguments: &BenchArgs) -> Result<()> {
    let directory = arguments.out.clone().unwrap_or_else(|| bench::default_directory("study-nodejs"));
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
    // Only the first of several modes would meet a cold process: the study has the one that programs take by default.
    let modes = if arguments.modes.is_empty() { vec![AesMode::Cbc] } else { arguments.modes.clone() };
    let grid = AesGrid { modes, ..bench::aes_grid(arguments) };
    let processes = if arguments.quick { 1 } else { arguments.processes };
    let warm = Protocol { processes, seed: arguments.seed, ..bench::aes_protocol(arguments) };
    let cold = Protocol {
        sizes: vec![ITERATIONS],
        processes: processes * Order::Nested.levels().len() as u32,
        warm_up: 0,
        batch: BatchRule::Fixed(1),
        order: Order::Nested,
        ..warm.clone()
    };
    let cold_grid = AesGrid { by_size: false, ..grid.clone() };
    let files = AesGrid { medium: Medium::File, ..cold_grid.clone() };
    let measure = |name: &str, grid: AesGrid, protocol: &Protocol| {
        let what = What {
            suite: Suite::Aes(grid),
            libraries: Libraries::Named(vec!["rustcrypto".to_owned()]),
            runners: vec![Program::Node],
            runner_seconds: Some(arguments.runner_timeout),
            ..What::default()
        };
        let request = Request { what, protocol: protocol.clone(), directory: directory.join(name) };
        bench::measure(&request, &wall(&arguments.judge))
    };
    let study = NodeStudy {
        memory: measure(MEMORY, cold_grid, &cold)?,
        files: measure(FILES, files, &cold)?,
        warm: measure(WARM, grid, &warm)?,
    };
    print(&study.text())?;
    write(&study, &directory)
}

/// Whether a directory holds this study.
pub fn is_study(directory: &Path) -> bool {
    [MEMORY, FILES, WARM].iter().all(|name| directory.join(name).join(Manifest::FILE).is_file())
}

/// Draws the reports of the study again, in place or as a copy worth keeping.
pub fn report(arguments: &ReportArgs) -> Result<()> {
    if arguments.readme.is_some() {
        bail!("--readme takes the table of one campaign, and {} holds three", arguments.directory.display());
    }
    let mut directory = arguments.directory.as_path();
    if let Some(target) = &arguments.keep {
        for name in [MEMORY, FILES, WARM] {
            keep(&Campaign::read(&directory.join(name))?, &target.join(name))?;
        }
        directory = target;
    }
    let read = |name: &str| JudgedCampaign::judge(Campaign::read(&directory.join(name))?, &wall(&arguments.judge));
    write(&NodeStudy { memory: read(MEMORY)?, files: read(FILES)?, warm: read(WARM)? }, directory)
}

fn write(study: &NodeStudy, directory: &Path) -> Result<()> {
    write_atomically(&directory.join("study.md"), study.markdown().as_bytes())?;
    let campaigns = [(MEMORY, &study.memory), (FILES, &study.files), (WARM, &study.warm)];
    let pictures: usize = campaigns
        .iter()
        .map(|(name, judged)| write_report(judged, &directory.join(name), report::SVG))
        .sum::<Result<usize>>()?;
    print(&format!("\nstudy.md, the samples, tables and {pictures} pictures are in {}\n", directory.display()))
}

/// The study read a wall clock.
fn wall(judge: &JudgeArgs) -> JudgeArgs {
    JudgeArgs { clock: Some(ClockArg::Wall), ..judge.clone() }
}
