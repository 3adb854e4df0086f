//! Outputs of all libraries on the same inputs, byte for byte.

use std::fmt;

use super::Checked;
use crate::library::Library;
use crate::operation::Operation;
use crate::parallel;
use crate::workload::{OutputDigest, Workload};

/// What the libraries that provide an operation gave on one seed.
#[derive(Debug, Clone)]
pub struct Agreement {
    /// The operation.
    pub operation: &'static Operation,
    /// Inputs that were compared.
    pub inputs: usize,
    outputs: Vec<(&'static Library, Vec<Vec<u8>>)>,
}

/// The first input on which two libraries gave different outputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The other library.
    pub library: String,
    /// Index of the input in the pool.
    pub input: usize,
    /// Its output in hexadecimal.
    pub output: String,
    /// The output here.
    pub here: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { library, input, output, here } = self;
        write!(f, "input {input} gives {} here and {} in {library}", short(here), short(output))
    }
}

fn short(hexadecimal: &str) -> String {
    match hexadecimal.get(..16) {
        None if hexadecimal.is_empty() => "nothing".to_owned(),
        Some(start) if hexadecimal.len() > 16 => format!("{start}..."),
        _ => hexadecimal.to_owned(),
    }
}

/// Bytes in hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs every workload on the inputs of `seed` and groups the outputs by operation, in the order of the workloads.
pub fn compare(workloads: &[Workload], seed: u64) -> Vec<Agreement> {
    let outputs = parallel::map(workloads, |workload| workload.prepare_checked(seed).outputs());
    let mut agreements: Vec<Agreement> = Vec::new();
    for (workload, outputs) in workloads.iter().zip(outputs) {
        let operation = workload.operation;
        let known = agreements.iter().position(|agreement| agreement.operation == operation);
        let index = known.unwrap_or_else(|| {
            agreements.push(Agreement { operation, inputs: outputs.len(), outputs: Vec::new() });
            agreements.len() - 1
        });
        agreements[index].outputs.push((workload.library, outputs));
    }
    agreements
}

impl Agreement {
    /// The libraries that were compared.
    pub fn libraries(&self) -> impl Iterator<Item = &'static Library> {
        self.outputs.iter().map(|(library, _)| *library)
    }

    /// Digest of what the first library gave.
    pub fn digest(&self) -> OutputDigest {
        OutputDigest::of(self.outputs.iter().take(1).flat_map(|(_, outputs)| outputs.iter().cloned()))
    }

    /// Whether all gave the same.
    pub fn holds(&self) -> bool {
        self.outputs.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }

    /// What one of the libraries gave, against all others.
    ///
    /// # Panics
    /// If the library was not compared.
    pub fn of(&self, library: &Library) -> Checked {
        let found = self.outputs.iter().find(|(other, _)| *other == library);
        let (_, own) = found.expect("the library was compared");
        let others = self.outputs.iter().filter(|(other, _)| *other != library);
        let (same, different): (Vec<_>, Vec<_>) = others.partition(|(_, outputs)| outputs == own);
        Checked {
            digest: OutputDigest::of(own.iter().cloned()),
            agrees_with: same.into_iter().map(|(other, _)| other.name.to_owned()).collect(),
            differs_from: different.into_iter().map(|(other, outputs)| first_difference(own, other, outputs)).collect(),
        }
    }
}

fn first_difference(own: &[Vec<u8>], other: &Library, outputs: &[Vec<u8>]) -> Disagreement {
    let input = own.iter().zip(outputs).position(|(a, b)| a != b).unwrap_or(own.len().min(outputs.len()));
    let show = |outputs: &[Vec<u8>]| outputs.get(input).map_or_else(String::new, |output| hexadecimal(output));
    Disagreement { library: other.name.to_owned(), input, output: show(outputs), here: show(own) }
}
