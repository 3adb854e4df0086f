//! The paragraph on methods that a paper needs beside the tables: machine, versions, protocol, verdicts, intervals.

use cbas_bench::campaign::{ClockChoice, Manifest};
use cbas_bench::protocol::{BatchRule, InputRule};
use cbas_convergence::quantity::{chosen_percent, percent};
use cbas_convergence::statistics::processes::MIN_PROCESSES;
use cbas_convergence::verdict::Verdict;

use crate::costs::Costing;
use crate::costs::source::{Measured, Origin, UnitRow};

/// The paragraph, in plain words.
pub fn paragraph(costing: &Costing) -> String {
    let mut sentences = match &costing.source.origin {
        Origin::Campaign(measured) => of_campaign(costing, measured),
        Origin::Printed { file, .. } => vec![format!(
            "Nothing was measured: unit costs are the values printed in {}, which have no interval and come from another \
             machine, and whose protocol is not known here; costs are sums of them, written with the decimals of that \
             table.",
            file.display()
        )],
    };
    sentences.push(counts(costing));
    if costing.schemes.iter().any(|priced| priced.composite.is_some()) {
        sentences.push(composite(costing));
    }
    sentences
        .push(format!("Symbols are read through the profile {}: {}.", costing.profile.name, costing.profile.meaning));
    sentences.join(" ")
}

fn of_campaign(costing: &Costing, measured: &Measured) -> Vec<String> {
    let used = costing.used();
    let Measured { manifest, clock, eps, .. } = measured;
    let build = &manifest.environment.build;
    let commit = build.commit.as_ref().map(|commit| format!(", commit {commit}")).unwrap_or_default();
    let mut sentences = vec![
        format!(
            "Unit costs were measured on {} ({}), with {} for {} at optimisation level {}, by cbas-bench {}{commit}.",
            manifest.environment.machine(),
            manifest.created.split('T').next().unwrap_or_default(),
            build.rustc,
            build.target,
            build.opt_level,
            build.version
        ),
        libraries(manifest, &used),
        protocol(measured, &used),
        checks(manifest, &used),
        verdicts(&used, *eps),
        interval(costing.confidence, measured.processes),
    ];
    if *clock == ClockChoice::Wall {
        sentences.push("Wall time contains what other programs took.".to_owned());
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn libraries(manifest: &Manifest, used: &[&UnitRow]) -> String {
    let mut libraries: Vec<&str> = used.iter().filter_map(|row| row.library.as_deref()).collect();
    libraries.sort_unstable();
    libraries.dedup();
    let blst = match libraries.iter().any(|library| library.starts_with("blstrs ")) {
        true => format!(" (blstrs on {})", manifest.environment.build.blst_path),
        false => String::new(),
    };
    format!("Libraries: {}{blst}.", libraries.join(", "))
}

fn protocol(measured: &Measured, used: &[&UnitRow]) -> String {
    let protocol = &measured.manifest.protocol;
    let range = |values: Vec<u64>| match (values.iter().min(), values.iter().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(one), _) => one.to_string(),
        _ => "no".to_owned(),
    };
    let processes = match measured.processes {
        1 => "one process".to_owned(),
        count => format!("each of {count} fresh processes"),
    };
    let batch = match protocol.batch {
        BatchRule::Auto { target_ns } => format!(" (as many as last {} ms)", target_ns as f64 / 1e6),
        BatchRule::Fixed(_) => String::new(),
    };
    let inputs = match protocol.inputs {
        InputRule::Fixed => "one random input a process",
        InputRule::Random | InputRule::Both => "random inputs in turn",
    };
    format!(
        "Every operation was timed in {processes} with N = {} samples after {} samples of warm-up, {} operations a \
         sample{batch}, on {inputs}, in {} order with seed {}, in {}.",
        range(used.iter().filter_map(|row| row.n).map(|n| n as u64).collect()),
        protocol.warm_up,
        range(used.iter().filter_map(|row| row.batch).map(u64::from).collect()),
        protocol.order,
        protocol.seed,
        match measured.clock {
            ClockChoice::Cpu => "thread CPU time",
            ClockChoice::Wall => "wall time",
        }
    )
}

/// How many outputs were compared across libraries.
fn checks(manifest: &Manifest, used: &[&UnitRow]) -> String {
    let timed = |row: &&&UnitRow| {
        manifest.workloads.iter().any(|timed| {
            timed.operation == row.operation
                && row.library.as_deref() == Some(&format!("{} {}", timed.library, timed.library_version))
                && !timed.checked_against.is_empty()
        })
    };
    let all = used.iter().filter(|row| row.batch.is_some()).count();
    match used.iter().filter(timed).count() {
        0 => String::new(),
        checked => format!(
            "Before timing, the outputs of {checked} of the {all} operations were compared byte for byte with those of \
             another library."
        ),
    }
}

/// How many unit costs are settled, and how many are not and why.
fn verdicts(used: &[&UnitRow], eps: f64) -> String {
    let verdicts: Vec<&Verdict> = used.iter().filter_map(|row| row.verdict.as_ref()).collect();
    let mut others: Vec<(Unsettled, usize)> = Vec::new();
    for kind in verdicts.iter().filter_map(|verdict| unsettled(verdict)) {
        match others.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => others.push((kind, 1)),
        }
    }
    let verb = |kind: Unsettled, count: usize| if count == 1 { kind.one } else { kind.several };
    let others = others.iter().map(|(kind, count)| format!(", {count} {} {}", verb(*kind, *count), kind.words));
    let converged = verdicts.iter().filter(|verdict| verdict.is_converged()).count();
    format!(
        "Of the {} means that are used, {converged} {} converged (half-width of at most {} and no material \
         instability){}.",
        verdicts.len(),
        if converged == 1 { "has" } else { "have" },
        chosen_percent(eps),
        others.collect::<String>()
    )
}

/// How one mean, and how several, are said not to have converged.
#[derive(Clone, Copy, PartialEq)]
struct Unsettled {
    one: &'static str,
    several: &'static str,
    words: &'static str,
}

fn unsettled(verdict: &Verdict) -> Option<Unsettled> {
    let is = |words| Some(Unsettled { one: "is", several: "are", words });
    let has = |words| Some(Unsettled { one: "has", several: "have", words });
    match verdict {
        Verdict::Converged { .. } => None,
        Verdict::Unstable { .. } => is("unstable"),
        Verdict::NotYet { .. } => has("not yet converged"),
        Verdict::TooFewSamples { .. } => has("too few samples"),
        Verdict::TooFewProcesses { .. } => has("too few processes to judge"),
        Verdict::AggregateOnly { .. } => is("known as an aggregate only"),
    }
}

/// What stands after ±.
pub fn interval(confidence: f64, processes: usize) -> String {
    let level = chosen_percent(confidence);
    match processes {
        1 => format!(
            "± is the larger half-width of the {level} interval within one process, operations taken as independent: it \
             says nothing about other processes."
        ),
        _ => format!(
            "± is the half-width of the {level} interval over {processes} processes (t of {} degrees of freedom), every \
             scheme evaluated in every process{}.",
            processes - 1,
            if processes < MIN_PROCESSES { "; fewer than 5 are indicative" } else { "" }
        ),
    }
}

/// What composite prices are made of.
pub fn composite(costing: &Costing) -> String {
    let product = match &costing.source.product_line {
        Some(line) => {
            let pairs: Vec<String> = line.pairs.iter().map(usize::to_string).collect();
            format!(
                "what a product of just so many pairings was measured to take, else pairing-product-fixed + k · \
                 pairing-product-pair for k pairings, the line through the products of {}, of which the farthest is {} off",
                pairs.join(", "),
                percent(line.worst_residual)
            )
        }
        None => "Miller loops timed one by one and one final exponentiation".to_owned(),
    };
    format!(
        "Composite prices: the pairings of one verification equation are one product ({product}), and multiples of the \
         generator come from its table where the scheme has code that tells which they are."
    )
}

/// Where the operation counts come from.
fn counts(costing: &Costing) -> String {
    let mut rows: Vec<(String, usize)> = Vec::new();
    for priced in &costing.schemes {
        let row = priced.cost.row.to_string();
        match rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, count)) => *count += 1,
            None => rows.push((row, 1)),
        }
    }
    let schemes = |count: usize| if count == 1 { "scheme" } else { "schemes" };
    let rows: Vec<String> = rows.iter().map(|(row, count)| format!("{row} for {count} {}", schemes(*count))).collect();
    format!("Operation counts are {}.", rows.join(", "))
}
