//! `cbas lint`: printed operation counts against counted ones.

use std::fmt;
use std::path::Path;

use anyhow::{Result, anyhow};
use cbas_schemes::catalogue::{find, shipped};
use cbas_schemes::lint::{Report, lint, lint_file};

use crate::cli::{LintArgs, LintRequirement};
use crate::command::{complain, print};

/// Files that [`LintRequirement::Clean`] was asked for hold faults.
#[derive(Debug)]
pub struct Unclean {
    findings: usize,
    unread: usize,
}

/// Prints every finding as `file:line: reason`, then what was compared.
pub fn run(arguments: &LintArgs) -> Result<()> {
    let mut reports = Vec::new();
    let mut unread = 0;
    if arguments.all {
        reports.extend(shipped()?.iter().map(lint));
    }
    for file in &arguments.files {
        match report(file) {
            Ok(report) => reports.push(report),
            Err(error) => {
                complain(&format!("error: {error}"));
                unread += 1;
            }
        }
    }
    if reports.is_empty() {
        return Err(anyhow!("none of the {unread} files is a scheme"));
    }
    let findings = reports.iter().map(|report| report.findings.len()).sum();
    print(&text(&reports, findings))?;
    match arguments.require {
        Some(LintRequirement::Clean) if findings + unread > 0 => Err(Unclean { findings, unread }.into()),
        None if unread > 0 => Err(anyhow!("{unread} of {} files cannot be read", arguments.files.len())),
        _ => Ok(()),
    }
}

/// Of a file, or where there is none, of the shipped scheme of that name.
fn report(file: &Path) -> Result<Report> {
    let id = file.to_str().filter(|_| !file.exists());
    let Some(id) = id.filter(|id| !id.ends_with(".toml")) else { return Ok(lint_file(file)?) };
    let scheme = find(id).map_err(|error| anyhow!("there is no file `{id}`; {error}"))?;
    Ok(lint(&scheme))
}

fn text(reports: &[Report], findings: usize) -> String {
    let lines = reports.iter().flat_map(|report| &report.findings);
    let mut text: String =
        lines.map(|finding| format!("{}:{}: {}\n", finding.file, finding.line, finding.fault)).collect();
    let agreeing: usize = reports.iter().map(|report| report.agreeing.len()).sum();
    let unchecked: usize = reports.iter().map(|report| report.unchecked.len()).sum();
    let faulty = reports.iter().filter(|report| !report.is_clean()).count();
    let (schemes, of_them) = match reports.len() {
        1 => ("scheme", String::new()),
        _ => ("schemes", format!(" in {faulty} of them")),
    };
    text.push_str(&format!(
        "{} {schemes}: findings: {findings}{of_them}; phases that agree: {agreeing}; printed phases without counts to \
         compare with: {unchecked}\n",
        reports.len()
    ));
    text
}

impl fmt::Display for Unclean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--require clean does not hold: {} findings", self.findings)?;
        if self.unread > 0 {
            write!(f, ", and {} files that cannot be read", self.unread)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unclean {}
