//! `cbas lint`: printed operation counts against counted ones.

use std::fmt;

use anyhow::{Result, anyhow};
use cbas_schemes::catalogue::shipped;
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
        match lint_file(file) {
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

fn text(reports: &[Report], findings: usize) -> String {
    let lines = reports.iter().flat_map(|report| &report.findings);
    let mut text: String =
        lines.map(|finding| format!("{}:{}: {}\n", finding.file, finding.line, finding.fault)).collect();
    let agreeing: usize = reports.iter().map(|report| report.agreeing.len()).sum();
    let unchecked: usize = reports.iter().map(|report| report.unchecked.len()).sum();
    let faulty = reports.iter().filter(|report| !report.is_clean()).count();
    text.push_str(&format!(
        "{} schemes: {findings} findings in {faulty} of them; {agreeing} phases agree, {unchecked} printed phases have \
         no counts to compare with\n",
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
