//! What reading a sample of a runner costs this program: `cargo bench -p cbas-bench --bench runner`.
//!
//! A shell prints a prepared answer of 100 000 samples, so the time includes that of its pipe; none of it falls into a
//! timed region, because a runner writes when it has finished timing.

// The tool's libraries print nothing; a benchmark is read.
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::time::{Duration, Instant};

use cbas_bench::runner::{Program, Run, Session};

const SAMPLES: u32 = 100_000;
const HELLO: &str = r#"{"hello":{"protocol":"cbas-runner/1","runner":"bench","version":"1","workloads":["w"]}}"#;

fn main() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let answer = directory.path().join("answer");
    let mut text = String::new();
    for i in 0..SAMPLES {
        let wall_ns = 8000 + i % 977;
        writeln!(text, r#"{{"sample":{{"phase":"measured","i":{i},"batch":1,"wall_ns":{wall_ns},"cpu_ns":null}}}}"#)?;
    }
    std::fs::write(&answer, text + "{\"done\":{}}\n")?;
    let script = format!("echo '{HELLO}'; while read line; do cat '{}'; done", answer.display());
    let program = Program::parse(&format!("sh -c \"{}\"", script.replace('"', "\\\"")))?;
    let (mut session, _) = Session::start(&program, Duration::from_secs(60))?;
    let run = Run { workload: "w", n: SAMPLES, warm_up: 0, batch: 1, seed: 1, inputs: None };
    for _ in 0..5 {
        let mut samples = Vec::with_capacity(SAMPLES as usize);
        let start = Instant::now();
        session.run(&run, &mut samples)?;
        let ns = start.elapsed().as_nanos() as f64 / f64::from(SAMPLES);
        println!("{ns:.0} ns a sample, {} samples", samples.len());
    }
    Ok(())
}
