//! Outputs of all libraries on the same inputs, byte for byte.

use std::fmt;

use super::Checked;
use crate::inputs;
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
    seed: u64,
    outputs: Vec<(&'static Library, Vec<Vec<u8>>)>,
}

/// The first input on which two libraries gave different outputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The other library.
    pub library: String,
    /// Index of the input in the pool.
    pub input: usize,
    /// Its fields in hexadecimal, in the order of [`inputs::draw()`].
    pub fields: Vec<String>,
    /// The output of the other library in hexadecimal.
    pub output: String,
    /// The output here.
    pub here: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { library, input, fields, output, here } = self;
        // Both from the same digit on: long outputs may begin alike.
        let from = here.bytes().zip(output.bytes()).take_while(|(a, b)| a == b).count();
        let fields: Vec<String> = fields.iter().map(|field| excerpt(field, 0, 64)).collect();
        let (here, there) = (excerpt(here, from, 16), excerpt(output, from, 16));
        write!(f, "input {input} ({}) gives {here} here and {there} in {library}", fields.join(", "))
    }
}

/// About `digits` hexadecimal digits from the byte at digit `from` on; dots stand for what is left out.
fn excerpt(hexadecimal: &str, from: usize, digits: usize) -> String {
    if hexadecimal.is_empty() {
        return "nothing".to_owned();
    }
    let start = (from & !1).min(hexadecimal.len().saturating_sub(digits));
    let end = hexadecimal.len().min(start + digits);
    let dots = |left_out: bool| if left_out { "..." } else { "" };
    format!("{}{}{}", dots(start > 0), &hexadecimal[start..end], dots(end < hexadecimal.len()))
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
            agreements.push(Agreement { operation, inputs: outputs.len(), seed, outputs: Vec::new() });
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
            differs_from: different
                .into_iter()
                .map(|(other, outputs)| self.first_difference(own, other, outputs))
                .collect(),
        }
    }

    fn first_difference(&self, own: &[Vec<u8>], other: &Library, outputs: &[Vec<u8>]) -> Disagreement {
        let input = own.iter().zip(outputs).position(|(a, b)| a != b).unwrap_or(own.len().min(outputs.len()));
        let show = |outputs: &[Vec<u8>]| outputs.get(input).map_or_else(String::new, |output| hexadecimal(output));
        let drawn = inputs::draw(self.operation, self.seed);
        let fields = drawn.get(input).map_or(&[][..], |input| input.fields());
        let fields = fields.iter().map(|field| hexadecimal(field)).collect();
        Disagreement { library: other.name.to_owned(), input, fields, output: show(outputs), here: show(own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_shown_where_they_differ() {
        let disagreement = |here: &str, output: &str| Disagreement {
            library: "other".to_owned(),
            input: 3,
            fields: vec!["0102".to_owned(), "ab".repeat(100)],
            output: output.to_owned(),
            here: here.to_owned(),
        };
        let (same, rest) = ("00".repeat(40), "11".repeat(40));
        let said = disagreement(&format!("{same}0a{rest}"), &format!("{same}0b{rest}")).to_string();
        let fields = format!("input 3 (0102, {}...)", "ab".repeat(32));
        let tail = "11".repeat(7);
        assert_eq!(said, format!("{fields} gives ...0a{tail}... here and ...0b{tail}... in other"));
        let said = disagreement("0a", "").to_string();
        assert_eq!(said, format!("{fields} gives 0a here and nothing in other"));
        let said = disagreement(&format!("{same}ff"), &same).to_string();
        assert!(
            said.ends_with(&format!("gives ...{}ff here and ...{} in other", "00".repeat(7), "00".repeat(8))),
            "{said}"
        );
    }
}
