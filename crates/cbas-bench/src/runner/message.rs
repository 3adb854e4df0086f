//! What is said between this program and a runner, one JSON object a line.

use serde::{Deserialize, Serialize};

use super::InputFile;
use crate::campaign::Phase;
use crate::measure::BatchTotal;
use crate::workload::OutputDigest;

/// Name and version of the protocol.
pub const PROTOCOL: &str = "cbas-runner/1";
/// Most workloads that a runner may offer.
const MOST_WORKLOADS: usize = 1000;
/// Longest name, version or workload, and longest remark, characters.
const LONGEST_NAME: usize = 64;
const LONGEST_REMARK: usize = 200;

/// What a runner says first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: String,
    /// Name of the runner, which stands in the place of a library's.
    pub runner: String,
    /// Its version.
    pub version: String,
    /// Operations it can time; one that ends in `*` stands for all that start so.
    pub workloads: Vec<String>,
    /// What else its figures depend on, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

impl Hello {
    /// Checks everything that later stands in files and tables.
    ///
    /// # Errors
    /// What is wrong, for [`super::RunnerFault::Line`].
    pub(super) fn checked(self) -> Result<Self, String> {
        if self.protocol != PROTOCOL {
            return Err(format!("it speaks `{}`, and this program speaks `{PROTOCOL}`", printable(&self.protocol)));
        }
        name("the name of the runner", &self.runner, "")?;
        name("its version", &self.version, "+")?;
        if self.workloads.is_empty() || self.workloads.len() > MOST_WORKLOADS {
            return Err(format!("it offers {} workloads; 1 to {MOST_WORKLOADS} are possible", self.workloads.len()));
        }
        for workload in &self.workloads {
            name("a workload", workload.strip_suffix('*').unwrap_or(workload), "")?;
        }
        Ok(Self { about: self.about.map(|text| printable(&text).chars().take(LONGEST_REMARK).collect()), ..self })
    }

    /// Whether it can time an operation.
    pub fn offers(&self, operation: &str) -> bool {
        self.workloads.iter().any(|offered| match offered.strip_suffix('*') {
            Some(start) => operation.starts_with(start),
            None => offered == operation,
        })
    }

    /// The operations that it names in full.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        self.workloads.iter().map(String::as_str).filter(|name| !name.ends_with('*'))
    }
}

/// Names stand in CSV files and in file names.
fn name(what: &str, text: &str, more: &str) -> Result<(), String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c) || more.contains(c);
    if text.is_empty() || text.len() > LONGEST_NAME || !text.chars().all(allowed) {
        let found = printable(text);
        return Err(format!("{what} is `{found}`; 1 to {LONGEST_NAME} letters, digits, `-`, `.` and `_` are possible"));
    }
    Ok(())
}

/// Text of a runner's on one line, without characters that steer a terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What a runner is asked: so many samples of a workload, or with `n` = 0 the digest of its outputs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run<'a> {
    /// The operation.
    pub workload: &'a str,
    /// Measured samples; 0: none, and the digest instead.
    pub n: u32,
    /// Samples before them.
    pub warm_up: u32,
    /// Operations a sample.
    pub batch: u32,
    /// Seed of the campaign, for a runner that makes its own inputs.
    pub seed: u64,
    /// The inputs, where this program knows the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<&'a InputFile>,
}

/// Everything this program says.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Request<'a> {
    Run(&'a Run<'a>),
}

/// Everything a runner says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    Hello(Hello),
    Sample(RawSample),
    Done(Done),
    Error(String),
}

/// The end of an answer.
#[derive(Debug, Deserialize)]
pub(super) struct Done {
    #[serde(default)]
    pub(super) digest: Option<OutputDigest>,
}

/// A sample as it was written: any number, so that a wrong one is told as what it is.
#[derive(Debug, Deserialize)]
pub(super) struct RawSample {
    phase: Phase,
    i: serde_json::Number,
    batch: serde_json::Number,
    wall_ns: serde_json::Number,
    #[serde(default)]
    cpu_ns: Option<serde_json::Number>,
}

/// One sample of a runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunnerSample {
    /// Warm-up or measured.
    pub phase: Phase,
    /// Time of the whole batch.
    pub total: BatchTotal,
}

impl RawSample {
    /// The sample, if it is number `taken` of the answer to `run`.
    pub(super) fn checked(self, run: &Run<'_>, taken: u32) -> Result<RunnerSample, String> {
        if taken >= run.warm_up + run.n {
            return Err(format!("a sample too many: {} warm-up and {} measured were asked for", run.warm_up, run.n));
        }
        let (phase, index) =
            if taken < run.warm_up { (Phase::WarmUp, taken) } else { (Phase::Measured, taken - run.warm_up) };
        if self.phase != phase || self.i.as_u64() != Some(index.into()) {
            return Err(format!("{} sample {index} is due: samples come in order, none left out", phase.as_str()));
        }
        if self.batch.as_u64() != Some(run.batch.into()) {
            return Err(format!("a batch of {} was asked for", run.batch));
        }
        let time = |name: &str, value: &serde_json::Number| {
            value.as_u64().ok_or_else(|| format!("{name} is {value}, no whole number of nanoseconds from 0 on"))
        };
        let wall_ns = time("wall_ns", &self.wall_ns)?;
        let cpu_ns = self.cpu_ns.as_ref().map(|value| time("cpu_ns", value)).transpose()?;
        Ok(RunnerSample { phase, total: BatchTotal { wall_ns, cpu_ns } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(runner: &str, workloads: &[&str]) -> Hello {
        let workloads = workloads.iter().map(|&name| name.to_owned()).collect();
        Hello { protocol: PROTOCOL.into(), runner: runner.into(), version: "1.0+x".into(), workloads, about: None }
    }

    #[test]
    fn names_that_would_break_a_file_are_refused() {
        assert!(hello("node-aes", &["aes-128-cbc-*", "mod-inv"]).checked().is_ok());
        for wrong in ["", "a,b", "a/b", "a b", "a\n", "../x\u{1b}"] {
            assert!(hello(wrong, &["x"]).checked().is_err(), "{wrong:?}");
            assert!(hello("x", &[wrong]).checked().is_err(), "{wrong:?}");
        }
        assert!(hello("x", &[]).checked().is_err());
        let other = Hello { protocol: "cbas-runner/2".into(), ..hello("x", &["y"]) };
        assert!(other.checked().unwrap_err().contains("cbas-runner/1"));
    }

    #[test]
    fn a_star_stands_for_every_ending() {
        let hello = hello("x", &["aes-128-cbc-*", "mod-inv"]);
        assert!(hello.offers("aes-128-cbc-1024") && hello.offers("mod-inv"));
        assert!(!hello.offers("aes-128-ctr-1024") && !hello.offers("mod-inv-2"));
        assert_eq!(hello.named().collect::<Vec<_>>(), ["mod-inv"]);
    }

    #[test]
    fn samples_are_taken_as_they_are_due_and_not_otherwise() {
        let run = Run { workload: "w", n: 2, warm_up: 1, batch: 4, seed: 1, inputs: None };
        let read = |text: &str, taken| serde_json::from_str::<RawSample>(text).unwrap().checked(&run, taken);
        let good = read(r#"{"phase":"measured","i":1,"batch":4,"wall_ns":7,"cpu_ns":null}"#, 2).unwrap();
        assert_eq!(good.total, BatchTotal { wall_ns: 7, cpu_ns: None });
        for (text, taken, part) in [
            (r#"{"phase":"measured","i":1,"batch":4,"wall_ns":7}"#, 1, "measured sample 0 is due"),
            (r#"{"phase":"measured","i":0,"batch":4,"wall_ns":7}"#, 0, "warm-up sample 0 is due"),
            (r#"{"phase":"measured","i":0,"batch":3,"wall_ns":7}"#, 1, "a batch of 4"),
            (r#"{"phase":"measured","i":0,"batch":4,"wall_ns":-7}"#, 1, "wall_ns is -7"),
            (r#"{"phase":"measured","i":0,"batch":4,"wall_ns":7.5}"#, 1, "wall_ns is 7.5"),
            (r#"{"phase":"measured","i":0,"batch":4,"wall_ns":7,"cpu_ns":-1}"#, 1, "cpu_ns is -1"),
            (r#"{"phase":"measured","i":2,"batch":4,"wall_ns":7}"#, 3, "a sample too many"),
        ] {
            let reason = read(text, taken).unwrap_err();
            assert!(reason.contains(part), "{part}: {reason}");
        }
    }
}
