//! `cbas bench`: times operations and judges whether their means have settled.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cbas_bench::campaign::{Campaign, SKIPPED};
use cbas_bench::error::BenchError;
use cbas_bench::operation::{AesGrid, Medium};
use cbas_bench::protocol::{BatchRule, Order, Protocol, Until};
use cbas_bench::run::{Progress, Request};
use cbas_bench::runner::Program;
use cbas_bench::selection::{Libraries, Suite, What};
use cbas_convergence::quantity::percent;

use crate::analysis::{JudgedCampaign, settings};
use crate::cli::{BenchArgs, JudgeArgs, StudyArg, SuiteArg};
use crate::command::{complain, print, study, study_nodejs, write_report};
use crate::progress::ProgressLine;
use crate::report;

/// Name of the runner that comes with this program, among those of libraries.
const NODE: &str = "node";

/// Runs a campaign, prints its table and writes its pictures.
pub fn run(arguments: &BenchArgs) -> Result<()> {
    let started = Instant::now();
    // Settings that cannot be used are refused before minutes are spent.
    settings(&arguments.judge, cbas_bench::campaign::ClockChoice::Cpu, arguments.until)?;
    if (!arguments.modes.is_empty() || arguments.decimal)
        && arguments.suite != SuiteArg::Aes
        && arguments.study != Some(StudyArg::Nodejs)
    {
        let (what, found) = ("the grid of --modes and --decimal", "not asked for".to_owned());
        return Err(BenchError::Protocol { what, found, remedy: "give --suite aes or --study nodejs" }.into());
    }
    match arguments.study {
        Some(StudyArg::Miracl) => return study::run(arguments),
        Some(StudyArg::Nodejs) => return study_nodejs::run(arguments),
        None => {}
    }
    let request = request(arguments)?;
    let judged = measure(&request, &arguments.judge)?;
    print(&report::text::campaign(&judged))?;
    let files = write_report(&judged, &request.directory, report::extent(&judged))?;
    print(&closing(&judged, &request, files, started.elapsed()))?;
    all_timed(&judged)
}

/// Fails if what was asked for has no figure. What is not there to be timed, Node.js, is no failure.
fn all_timed(judged: &JudgedCampaign) -> Result<()> {
    let entries = judged.entries();
    let skipped = |reason: &str| reason.starts_with(SKIPPED);
    let without = entries.iter().filter(|entry| entry.outcome.as_ref().is_err_and(|reason| !skipped(reason)));
    let names: Vec<&str> = without.map(|entry| entry.name).collect();
    match names.first() {
        None => Ok(()),
        Some(first) => {
            bail!("{} of {} were not timed, the first is {first}: their rows say why", names.len(), entries.len())
        }
    }
}

/// Measures and judges one campaign, with progress and warnings on standard error.
pub(super) fn measure(request: &Request, judge: &JudgeArgs) -> Result<JudgedCampaign> {
    let mut line = ProgressLine::new();
    let mut said = false;
    let manifest = cbas_bench::run::run(request, |progress| {
        // Whoever interrupts the campaign finds its samples.
        if matches!(progress, Progress::Measuring { .. }) && !std::mem::replace(&mut said, true) {
            complain(&format!("note: samples go to {}", request.directory.display()));
        }
        line.show(progress);
    })?;
    drop(line);
    for warning in manifest.environment.warnings() {
        complain(&format!("note: {warning}"));
    }
    let judged = JudgedCampaign::judge(Campaign::read(&request.directory)?, judge)?;
    for note in &judged.campaign.notes {
        complain(&format!("warning: {note}"));
    }
    Ok(judged)
}

fn request(arguments: &BenchArgs) -> Result<Request> {
    let order = arguments.order.into();
    let processes = if arguments.quick { 1 } else { arguments.processes };
    // Both orders need the processes of each.
    let processes = if order == Order::Both { 2 * processes } else { processes };
    let until = arguments.until.map(|eps| Until {
        eps,
        confidence: arguments.judge.confidence,
        // From 300 on, the interval at the stop would cover less where slow events are rare.
        first: 1000,
        max_n: arguments.max_n,
        max_seconds: arguments.max_time / f64::from(processes.max(1)),
    });
    let default = if arguments.suite == SuiteArg::Aes { aes_protocol(arguments) } else { Protocol::default() };
    let protocol = Protocol {
        sizes: if arguments.n.is_empty() { default.sizes.clone() } else { arguments.n.clone() },
        processes,
        warm_up: arguments.warm_up.unwrap_or(default.warm_up),
        batch: arguments.batch.unwrap_or(default.batch),
        order,
        seed: arguments.seed,
        inputs: arguments.inputs.into(),
        until,
        ..default
    };
    let directory = arguments.out.clone().unwrap_or_else(|| default_directory("campaign"));
    Ok(Request { what: what(arguments)?, protocol, directory })
}

/// What is to be timed, and by whom.
fn what(arguments: &BenchArgs) -> Result<What> {
    let mut runners = arguments.runners.iter().map(|command| Program::parse(command)).collect::<Result<Vec<_>, _>>()?;
    let (node, names): (Vec<String>, Vec<String>) = arguments.libraries.iter().cloned().partition(|name| name == NODE);
    let libraries = match &names[..] {
        [] if !node.is_empty() => Libraries::None,
        [] => Libraries::Default,
        [all] if all == "all" => Libraries::All,
        names => Libraries::Named(names.to_vec()),
    };
    let suite = match arguments.suite {
        SuiteArg::Standard => Suite::Standard,
        SuiteArg::Extended => Suite::Extended,
        SuiteArg::Aes => Suite::Aes(aes_grid(arguments)),
    };
    let in_suite = matches!(suite, Suite::Aes(_)) && matches!(libraries, Libraries::Default | Libraries::All);
    if !node.is_empty() || in_suite {
        runners.push(Program::Node);
    }
    let operations = arguments.operations.iter().chain(&arguments.mod_exp).cloned().collect();
    Ok(What { operations, suite, libraries, runners, runner_seconds: Some(arguments.runner_timeout) })
}

/// The grid of the study of key lengths.
pub(super) fn aes_grid(arguments: &BenchArgs) -> AesGrid {
    let default = AesGrid::default();
    AesGrid {
        modes: if arguments.modes.is_empty() { default.modes } else { arguments.modes.clone() },
        sizes: if arguments.decimal { AesGrid::DECIMAL_SIZES.to_vec() } else { default.sizes },
        medium: Medium::Memory,
        by_size: arguments.n.is_empty() && arguments.until.is_none(),
    }
}

/// Short samples and short blocks: the grid has many workloads, and its longest messages few samples.
pub(super) fn aes_protocol(arguments: &BenchArgs) -> Protocol {
    let mut sizes: Vec<u32> = aes_grid(arguments).sizes.into_iter().map(AesGrid::samples).collect();
    sizes.dedup();
    Protocol { sizes, warm_up: 10, block: 30, batch: BatchRule::Auto { target_ns: 20_000 }, ..Protocol::default() }
}

/// `reports/KIND-TIME`, UTC, without the colons that some systems refuse in names, and with a number if that is taken.
pub(super) fn default_directory(kind: &str) -> PathBuf {
    let now = cbas_bench::time::now().replace(':', "-");
    let seconds = now.split('.').next().unwrap_or(&now).trim_end_matches('Z').to_owned();
    let first = PathBuf::from("reports").join(format!("{kind}-{seconds}Z"));
    let more = (2..).map(|number| PathBuf::from("reports").join(format!("{kind}-{seconds}Z-{number}")));
    std::iter::once(first).chain(more).find(|path| !path.exists()).expect("some number is free")
}

/// Where the files are, and how much of the time went into samples.
fn closing(judged: &JudgedCampaign, request: &Request, files: usize, elapsed: Duration) -> String {
    let records = judged.campaign.processes.iter().filter_map(|process| process.record.as_ref());
    let sampled: u64 = records.map(|record| record.sampled_ns).sum();
    let seconds = elapsed.as_secs_f64();
    let outside = 1.0 - sampled as f64 / 1e9 / seconds;
    format!(
        "\nThe campaign took {seconds:.1} s; {} of it outside the timed samples (checks, inputs, storage, analysis, \
         pictures).\nSamples, tables and {files} pictures are in {}\nThe same figures again: cbas analyze {}\n",
        percent(outside),
        request.directory.display(),
        request.directory.display(),
    )
}
