//! Checks that the work is done: outputs across libraries on the same inputs, and known answers.

mod agreement;
mod known_answer;

pub use agreement::{Agreement, Disagreement, compare};
pub use known_answer::{KnownAnswer, Outcome, known_answers, known_inputs, vectors_of};

use std::collections::HashMap;

use crate::campaign::Failure;
use crate::library;
use crate::operation::{Kind, Operation};
use crate::workload::{OutputDigest, Workload};

/// The verdict on one workload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Digest of its outputs.
    pub digest: OutputDigest,
    /// Libraries that gave the same outputs for the same operation and seed.
    pub agrees_with: Vec<String>,
    /// Where another library gave another output.
    pub differs_from: Vec<Disagreement>,
}

impl Checked {
    /// Whether the workload may be timed: those that agree, itself included, outnumber those that differ. Of two that
    /// differ, neither may.
    pub fn accepted(&self) -> bool {
        self.agrees_with.len() + 1 > self.differs_from.len()
    }

    /// The refusal, for the error row.
    fn refusal(&self, seed: u64) -> String {
        let others: Vec<String> = self.differs_from.iter().map(ToString::to_string).collect();
        format!("wrong outputs on seed {seed}: {}", others.join("; "))
    }
}

/// Outputs of all `workloads` on `seed`, compared within each operation.
///
/// `workloads` must hold every library that provides the operations, not only those to be timed.
pub fn check(workloads: &[Workload], seed: u64) -> Vec<Checked> {
    let agreements = compare(workloads, seed);
    let checked = |workload: &Workload| {
        let agreement = agreements.iter().find(|agreement| agreement.operation == workload.operation);
        agreement.expect("every operation was compared").of(workload.library)
    };
    workloads.iter().map(checked).collect()
}

/// Which libraries fail the printed vectors of AES that speak for `operations`: by vector and library, the reason.
pub fn wrong_vectors(operations: &[&'static Operation]) -> HashMap<(&'static str, &'static str), String> {
    let mut vectors: Vec<&'static Operation> =
        operations.iter().filter(|operation| matches!(operation.kind, Kind::Aes(_))).map(|op| vectors_of(op)).collect();
    vectors.sort_by_key(|operation| operation.id);
    vectors.dedup();
    // Without an operation, all answers would be asked for.
    let answers = if vectors.is_empty() { Vec::new() } else { known_answers(&vectors) };
    let wrong = |answer: &KnownAnswer| {
        let (id, source) = (answer.operation.id, answer.source.clone());
        let outcomes = answer.outcomes.clone().into_iter();
        outcomes.filter_map(move |(library, outcome)| {
            let Outcome::Wrong { found, expected } = outcome else { return None };
            let library = library::find(&library).ok()?.name;
            Some(((id, library), format!("{source} must give `{expected}` and gave `{found}`")))
        })
    };
    answers.iter().flat_map(wrong).collect()
}

/// The error row of a workload that was refused.
pub fn failure(workload: &Workload, checked: &Checked, seed: u64) -> Failure {
    Failure {
        id: workload.id(),
        operation: workload.operation.id.to_owned(),
        library: workload.library.name.to_owned(),
        reason: checked.refusal(seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Input;
    use crate::library::Library;
    use crate::operation;

    static FAULTY: Library = Library { name: "faulty", version: "1", role: "test" };
    static HONEST: Library = Library { name: "honest", version: "1", role: "test" };
    static OTHER: Library = Library { name: "other", version: "1", role: "test" };

    fn adder(library: &'static Library, wrong: bool) -> Workload {
        Workload::new(
            operation::find("mod-inv").unwrap(),
            library,
            |_: &[Input]| vec![7, 8, 9],
            move |value: &u64| value + 1 + u64::from(wrong && value.is_multiple_of(3)),
            |sum| sum.to_be_bytes().to_vec(),
        )
    }

    #[test]
    fn a_wrong_output_is_refused_and_the_majority_is_kept() {
        let workloads = [adder(&HONEST, false), adder(&FAULTY, true), adder(&OTHER, false)];
        let checked = check(&workloads, 7);
        assert!(checked[0].accepted() && checked[2].accepted());
        assert!(!checked[1].accepted());
        let failure = failure(&workloads[1], &checked[1], 7);
        assert_eq!(failure.id, "mod-inv/faulty");
        // The third input is the first that differs: 10 where 11 is given.
        for part in ["seed 7", "honest", "input 2", "000000000000000b here", "000000000000000a"] {
            assert!(failure.reason.contains(part), "{part}: {}", failure.reason);
        }
    }

    #[test]
    fn when_only_two_disagree_both_are_refused() {
        let checked = check(&[adder(&HONEST, false), adder(&FAULTY, true)], 7);
        assert!(checked.iter().all(|checked| !checked.accepted()));
    }

    #[test]
    fn real_libraries_are_accepted_with_their_witnesses() {
        let checked = check(&library::providers(operation::find("gt-mul").unwrap()), 1);
        assert!(checked[0].agrees_with.contains(&"bls12_381".to_owned()));
        assert!(checked.iter().all(Checked::accepted));
    }
}
