//! A campaign with invented samples: the same bytes on every machine, nothing timed.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// Workloads of the invented campaign: id, mean (ns) and batch.
const WORKLOADS: [(&str, f64, u32); 3] =
    [("pairing/blstrs", 592_000.0, 1), ("gt-exp/blstrs", 398_000.0, 1), ("ec-add/p256", 450.0, 256)];

/// Writes a campaign of `processes` processes with runs of 400 and 1200 samples.
pub fn invent(directory: &Path, processes: u32) {
    fs::create_dir_all(directory.join("samples")).unwrap();
    let manifest = manifest(processes);
    fs::write(directory.join("manifest.json"), serde_json::to_string_pretty(&manifest).unwrap()).unwrap();
    for process in 0..processes {
        let name = |ending: &str| directory.join(format!("samples/process-{process:03}.{ending}"));
        fs::write(name("csv"), samples(process)).unwrap();
        fs::write(name("json"), record(process).to_string()).unwrap();
    }
}

fn manifest(processes: u32) -> Value {
    let workloads: Vec<Value> = WORKLOADS
        .iter()
        .map(|(id, _, batch)| {
            let (operation, library) = id.split_once('/').unwrap();
            json!({"id": id, "operation": operation, "library": library, "library_version": "1.2.3", "sizes": [400, 1200], "batch": batch,
                   "digest": "ab".repeat(32), "checked_against": ["other"]})
        })
        .collect();
    json!({
        "schema": "cbas-campaign/1",
        "created": "2026-01-02T03:04:05.678Z",
        "protocol": {"sizes": [400, 1200], "processes": processes, "warm_up": 3, "rewarm": 2, "block": 100,
                     "batch": {"auto": {"target_ns": 100000}}, "order": "interleaved", "seed": 1,
                     "preemption": {"absolute_ns": 5000, "relative": 0.01}},
        "workloads": workloads,
        "failures": [{"id": "gt-mul/faulty", "operation": "gt-mul", "library": "faulty",
                      "reason": "wrong output digest on seed 1: aa here, but blstrs bb"}],
        "environment": {
            "cpu": {"model": "Invented CPU", "signature": null, "logical": 2, "flags": [], "governor": null, "boost": null,
                    "smt": null, "virtualised": false},
            "system": {"kernel": "Linux 1.2.3", "clock_source": "tsc", "load": 0.0, "steal": 0.0, "throttled": 0},
            "build": {"version": "0.1.0", "commit": null, "rustc": "rustc 1.95.0", "target": "x86_64-unknown-linux-gnu",
                      "profile": "release", "opt_level": "3", "debug_assertions": false, "blst_path": "blst 1"}}
    })
}

fn record(process: u32) -> Value {
    let cost = json!({"wall_ns": 20.0, "cpu_ns": 500.0, "wall_tick_ns": 1, "cpu_tick_ns": 1});
    json!({"process": process, "started": "2026-01-02T03:04:06Z",
           "layout": {"environment_padding": 1, "stack_frames": 2}, "clock_at_start": cost, "clock_at_end": cost,
           "digests": {}, "elapsed_ns": 2_000_000_000u64, "sampled_ns": 1_900_000_000u64})
}

fn samples(process: u32) -> String {
    let mut text = String::from("workload,n,phase,index,batch,wall_ns,cpu_ns,preempted\n");
    let mut state = 88_172_645_463_325_252u64 ^ (u64::from(process) << 40);
    for (id, mean, batch) in WORKLOADS {
        // Processes differ by up to 0.2 %.
        let mean = mean * (1.0 + 0.001 * f64::from(process % 5) - 0.002);
        for n in [400, 1200] {
            for (phase, count) in [("warm-up", 3), ("measured", n)] {
                for index in 0..count {
                    let noise = 0.97 + 0.06 * uniform(&mut state);
                    let cpu = (mean * noise * f64::from(batch)) as u64 + 500;
                    let preempted = index % 97 == 13;
                    let wall = cpu - 480 + if preempted { 40_000 } else { 0 };
                    writeln!(text, "{id},{n},{phase},{index},{batch},{wall},{cpu},{}", u8::from(preempted)).unwrap();
                }
            }
        }
    }
    text
}

/// The next number of a xorshift generator, in 0..1.
fn uniform(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1u64 << 53) as f64
}
