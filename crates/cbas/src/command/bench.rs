//! `cbas bench`: times operations and judges whether their means have settled.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use cbas_bench::campaign::Campaign;
use cbas_bench::protocol::{Order, Protocol, Until};
use cbas_bench::run::Request;
use cbas_bench::selection::{Libraries, Suite, What};
use cbas_convergence::quantity::percent;

use crate::analysis::{JudgedCampaign, settings};
use crate::cli::{BenchArgs, JudgeArgs, StudyArg, SuiteArg};
use crate::command::{complain, print, study};
use crate::progress::ProgressLine;
use crate::report;

/// Runs a campaign, prints its table and writes its pictures.
pub fn run(arguments: &BenchArgs) -> Result<()> {
    let started = Instant::now();
    // Settings that cannot be used are refused before minutes are spent.
    settings(&arguments.judge, cbas_bench::campaign::ClockChoice::Cpu, arguments.until)?;
    if let Some(StudyArg::Miracl) = arguments.study {
        return study::run(arguments);
    }
    let request = request(arguments);
    let judged = measure(&request, &arguments.judge)?;
    print(&report::text::campaign(&judged))?;
    let files = report::write(&judged, &request.directory, report::SVG_AND_PNG)?;
    print(&closing(&judged, &request, files, started.elapsed()))
}

/// Measures and judges one campaign, with progress and warnings on standard error.
pub(super) fn measure(request: &Request, judge: &JudgeArgs) -> Result<JudgedCampaign> {
    let mut line = ProgressLine::new();
    let manifest = cbas_bench::run::run(request, |progress| line.show(progress))?;
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

fn request(arguments: &BenchArgs) -> Request {
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
    let protocol = Protocol {
        sizes: arguments.n.clone(),
        processes,
        warm_up: arguments.warm_up,
        batch: arguments.batch,
        order,
        seed: arguments.seed,
        inputs: arguments.inputs.into(),
        until,
        ..Protocol::default()
    };
    let libraries = match &arguments.libraries[..] {
        [] => Libraries::Default,
        [all] if all == "all" => Libraries::All,
        names => Libraries::Named(names.to_vec()),
    };
    let operations = arguments.operations.iter().chain(&arguments.mod_exp).cloned().collect();
    let suite = match arguments.suite {
        SuiteArg::Standard => Suite::Standard,
        SuiteArg::Extended => Suite::Extended,
    };
    Request {
        what: What { operations, suite, libraries },
        protocol,
        directory: arguments.out.clone().unwrap_or_else(|| default_directory("campaign")),
    }
}

/// `reports/KIND-TIME`, UTC, without the colons that some systems refuse in names.
pub(super) fn default_directory(kind: &str) -> PathBuf {
    let now = cbas_bench::time::now().replace(':', "-");
    let seconds = now.split('.').next().unwrap_or(&now).trim_end_matches('Z').to_owned();
    PathBuf::from("reports").join(format!("{kind}-{seconds}Z"))
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
