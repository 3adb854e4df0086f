//! `cbas env`: checks this machine for timing, without changing anything.

use std::fmt::Write;

use anyhow::Result;
use cbas_bench::clock::SystemClock;
use cbas_bench::environment::Environment;
use cbas_bench::overhead;

use crate::cli::EnvArgs;
use crate::command::print;

/// Prints the facts that timings depend on, and what to mind.
pub fn run(arguments: &EnvArgs) -> Result<()> {
    let environment = Environment::read();
    if arguments.json {
        return print(&(serde_json::to_string_pretty(&environment)? + "\n"));
    }
    print(&text(&environment))
}

fn text(environment: &Environment) -> String {
    let cost = overhead::cost(&SystemClock::new());
    let (cpu, system, build) = (&environment.cpu, &environment.system, &environment.build);
    let unknown = || "unknown".to_owned();
    let yes_no = |fact: Option<bool>| fact.map_or_else(unknown, |yes| if yes { "yes" } else { "no" }.to_owned());
    let optimised = match build.require_optimised() {
        Ok(()) => format!("{} (opt-level {})", build.profile, build.opt_level),
        Err(error) => error.to_string(),
    };
    let cpu_cost = cost.cpu_ns.map_or_else(|| "not available".to_owned(), |ns| format!("{ns:.0} ns a sample"));
    let facts = [
        ("processor", cpu.model.clone().unwrap_or_else(unknown)),
        ("", cpu.signature.clone().unwrap_or_else(unknown)),
        ("logical processors", cpu.logical.to_string()),
        ("extensions", cpu.flags.join(" ")),
        ("virtual machine", yes_no(cpu.virtualised)),
        ("multithreading", yes_no(cpu.smt)),
        ("governor", cpu.governor.clone().unwrap_or_else(unknown)),
        ("boost", yes_no(cpu.boost)),
        ("kernel", system.kernel.clone().unwrap_or_else(unknown)),
        ("clock source", system.clock_source.clone().unwrap_or_else(unknown)),
        ("wall clock", format!("{:.0} ns a sample, tick {} ns", cost.wall_ns, cost.wall_tick_ns)),
        ("thread CPU clock", cpu_cost),
        ("load", system.load.map_or_else(unknown, |load| format!("{load:.2}"))),
        ("stolen time", system.steal.map_or_else(unknown, |share| format!("{:.2} % since boot", 100.0 * share))),
        ("throttled", system.throttled.map_or_else(unknown, |times| format!("{times} times"))),
        ("compiler", build.rustc.clone()),
        ("target", build.target.clone()),
        ("profile", optimised),
        ("commit", build.commit.clone().unwrap_or_else(unknown)),
        ("BLS12-381", build.blst_path.clone()),
        ("AES", build.aes_path.clone()),
    ];
    let mut text = String::new();
    for (name, fact) in facts {
        let _ = writeln!(text, "{name:<20}{fact}");
    }
    let warnings = environment.warnings();
    if warnings.is_empty() {
        let _ = writeln!(text, "\nNothing here speaks against timing on this machine.");
    } else {
        let _ = writeln!(text, "\nMind:");
    }
    for warning in warnings {
        let _ = writeln!(text, "- {warning}");
    }
    text
}
