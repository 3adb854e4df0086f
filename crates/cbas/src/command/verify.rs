//! `cbas verify`: do all libraries compute the same, and what is known?

use anyhow::{Result, bail};
use cbas_bench::library;
use cbas_bench::operation::{self, CATALOGUE, Operation};
use cbas_bench::verify::{Agreement, KnownAnswer, Outcome, compare, known_answers};

use crate::cli::VerifyArgs;
use crate::command::print;
use crate::report::grid::grid;

/// Compares the libraries, asks for known answers, prints both and fails if anything differs.
pub fn run(arguments: &VerifyArgs) -> Result<()> {
    let named: Vec<&'static Operation> =
        arguments.operations.iter().map(|id| operation::find(id)).collect::<Result<_, _>>()?;
    let operations: Vec<&'static Operation> = if named.is_empty() { CATALOGUE.iter().collect() } else { named.clone() };
    let workloads: Vec<_> = operations.iter().flat_map(|operation| library::providers(operation)).collect();
    let agreements = compare(&workloads, arguments.seed);
    let answers = known_answers(&named);
    print(&format!("Outputs on seed {}, byte for byte:\n{}", arguments.seed, agreement_table(&agreements)))?;
    print(&format!("\nKnown answers:\n{}", answer_table(&answers)))?;
    let faults: Vec<String> = disagreements(&agreements, arguments.seed).chain(wrong_answers(&answers)).collect();
    if faults.is_empty() {
        let alone = agreements.iter().filter(|agreement| agreement.libraries().count() == 1).count();
        let mut libraries: Vec<&str> =
            agreements.iter().flat_map(Agreement::libraries).map(|library| library.name).collect();
        libraries.sort_unstable();
        libraries.dedup();
        return print(&format!(
            "\nNothing differs: {} operations on {} libraries ({alone} operations on one library alone), {} known \
             answers.\n",
            agreements.len(),
            libraries.len(),
            answers.len(),
        ));
    }
    bail!("{}", faults.join("\n       "))
}

fn agreement_table(agreements: &[Agreement]) -> String {
    let rows = agreements.iter().map(|agreement| {
        let libraries: Vec<&str> = agreement.libraries().map(|library| library.name).collect();
        let verdict = match (agreement.holds(), libraries.len()) {
            (false, _) => "DIFFER",
            (true, 1) => "alone",
            (true, _) => "agree",
        };
        let mut digest = agreement.digest().to_string();
        digest.truncate(16);
        vec![
            agreement.operation.id.to_owned(),
            verdict.to_owned(),
            agreement.inputs.to_string(),
            digest,
            libraries.join(", "),
        ]
    });
    grid(&["operation", "outputs", "inputs", "digest", "libraries"], rows)
}

fn answer_table(answers: &[KnownAnswer]) -> String {
    let rows = answers.iter().map(|answer| {
        let names = |wanted: fn(&Outcome) -> bool| {
            let found: Vec<&str> = answer
                .outcomes
                .iter()
                .filter(|(_, outcome)| wanted(outcome))
                .map(|(library, _)| library.as_str())
                .collect();
            found.join(", ")
        };
        vec![
            answer.operation.id.to_owned(),
            answer.source.clone(),
            names(|outcome| *outcome == Outcome::Right),
            names(|outcome| matches!(outcome, Outcome::Wrong { .. })),
        ]
    });
    grid(&["operation", "known answer", "right", "wrong"], rows)
}

/// One sentence for each library that differs from the default library, or from the first.
fn disagreements<'a>(agreements: &'a [Agreement], seed: u64) -> impl Iterator<Item = String> + 'a {
    agreements.iter().filter(|agreement| !agreement.holds()).flat_map(move |agreement| {
        let id = agreement.operation.id;
        let differs = move |library| {
            let first = agreement.of(library).differs_from.into_iter().next()?;
            Some(format!("{id}/{}: on seed {seed}, {first}", library.name))
        };
        agreement.libraries().filter_map(differs)
    })
}

fn wrong_answers(answers: &[KnownAnswer]) -> impl Iterator<Item = String> {
    answers.iter().flat_map(|answer| {
        answer.outcomes.iter().filter_map(|(library, outcome)| {
            let Outcome::Wrong { found, expected } = outcome else { return None };
            Some(format!(
                "{}/{library}: {} must give `{expected}` and gave `{found}`",
                answer.operation.id, answer.source
            ))
        })
    })
}
