//! Checks that the work is done: output digests across libraries, before anything is timed.

use std::collections::BTreeMap;

use crate::campaign::Failure;
use crate::parallel;
use crate::workload::{OutputDigest, Selection, Workload};

/// The verdict on one workload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Digest of its outputs.
    pub digest: OutputDigest,
    /// Libraries that gave the same digest for the same operation and seed.
    pub agrees_with: Vec<String>,
    /// Libraries that gave another one, with theirs.
    pub differs_from: Vec<(String, OutputDigest)>,
}

impl Checked {
    /// Whether the workload may be timed: those that agree, itself included, outnumber those that
    /// differ. Of two that differ, neither may.
    pub fn accepted(&self) -> bool {
        self.agrees_with.len() + 1 > self.differs_from.len()
    }

    /// The refusal, for the error row.
    fn refusal(&self, seed: u64) -> String {
        let others: Vec<String> =
            self.differs_from.iter().map(|(library, digest)| format!("{library} {}", short(*digest))).collect();
        format!("wrong output digest on seed {seed}: {} here, but {}", short(self.digest), others.join(", "))
    }
}

fn short(digest: OutputDigest) -> String {
    let mut text = digest.to_string();
    text.truncate(16);
    text
}

/// Digests of all `workloads` on `seed`, compared within each operation.
///
/// `workloads` must hold every library that provides the operations, not only those to be timed.
pub fn check(workloads: &[Workload], seed: u64) -> Vec<Checked> {
    let digests = parallel::map(workloads, |workload| workload.prepare(seed, Selection::All).digest());
    let mut by_operation: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, workload) in workloads.iter().enumerate() {
        by_operation.entry(workload.operation.id).or_default().push(index);
    }
    let compare = |index: usize| {
        let others = by_operation[workloads[index].operation.id].iter().filter(|&&other| other != index);
        let (same, different): (Vec<usize>, Vec<usize>) = others.partition(|&&other| digests[other] == digests[index]);
        let name = |other: usize| workloads[other].library.name.to_owned();
        Checked {
            digest: digests[index],
            agrees_with: same.into_iter().map(name).collect(),
            differs_from: different.into_iter().map(|other| (name(other), digests[other])).collect(),
        }
    };
    (0..workloads.len()).map(compare).collect()
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
    use crate::library::{self, Library};
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
    fn a_wrong_digest_is_refused_and_the_majority_is_kept() {
        let workloads = [adder(&HONEST, false), adder(&FAULTY, true), adder(&OTHER, false)];
        let checked = check(&workloads, 7);
        assert!(checked[0].accepted() && checked[2].accepted());
        assert!(!checked[1].accepted());
        let failure = failure(&workloads[1], &checked[1], 7);
        assert_eq!(failure.id, "mod-inv/faulty");
        assert!(failure.reason.contains("honest") && failure.reason.contains("seed 7"), "{}", failure.reason);
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
