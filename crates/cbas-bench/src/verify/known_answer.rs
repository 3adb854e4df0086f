//! Answers that are known beforehand: printed test vectors, and what the algebra demands.

use serde::Deserialize;

use super::agreement::hexadecimal;
use crate::inputs::Input;
use crate::library;
use crate::operation::{self, Kind, Operation};
use crate::parallel;
use crate::workload::Workload;

const SHIPPED: &str = include_str!("../../data/known_answers.toml");

/// One known answer and what the libraries gave.
#[derive(Debug, Clone)]
pub struct KnownAnswer {
    /// The operation.
    pub operation: &'static Operation,
    /// Where the answer comes from.
    pub source: String,
    /// What each library gave, in the order of the libraries.
    pub outcomes: Vec<(String, Outcome)>,
}

/// Whether a library gave the known answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It did.
    Right,
    /// It gave something else, in hexadecimal.
    Wrong {
        /// What it gave.
        found: String,
        /// What it had to give.
        expected: String,
    },
    /// The answer is compared with that of an operation that this library does not have.
    NoPartner,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    answer: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    operation: String,
    source: String,
    input: Vec<String>,
    output: Option<String>,
    /// Where the end is not printed: that of CBC is padding.
    output_start: Option<String>,
    same_as: Option<Partner>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Partner {
    operation: String,
    input: Vec<String>,
}

/// The operation whose known answers speak for `operation`: printed vectors of AES are 64 bytes long, and the length of a
/// message changes nothing in what an engine does with each block.
pub fn vectors_of(operation: &'static Operation) -> &'static Operation {
    match operation.kind {
        Kind::Aes(aes) => {
            let id = format!("aes-{}-{}-64", aes.key.bits(), aes.mode);
            operation::find(&id).expect("an operation of 64 bytes exists for every key and mode")
        }
        _ => operation,
    }
}

/// All known answers of `operations`, or of every operation if there are none, on all libraries.
///
/// # Panics
/// If the shipped file is wrong: it is part of the program, and a test reads all of it.
pub fn known_answers(operations: &[&'static Operation]) -> Vec<KnownAnswer> {
    let file: File = toml::from_str(SHIPPED).expect("the shipped known answers are TOML");
    let selected: Vec<(&Operation, &Entry)> = file
        .answer
        .iter()
        .map(|entry| (operation::find(&entry.operation).expect("a shipped operation exists"), entry))
        .filter(|(operation, _)| operations.is_empty() || operations.contains(operation))
        .collect();
    parallel::map(&selected, |(operation, entry)| answer(operation, entry))
}

/// The inputs whose answers are known for an operation.
///
/// # Panics
/// As [`known_answers`].
pub fn known_inputs(operation: &Operation) -> Vec<Input> {
    let file: File = toml::from_str(SHIPPED).expect("the shipped known answers are TOML");
    file.answer.iter().filter(|entry| entry.operation == operation.id).map(|entry| input(&entry.input)).collect()
}

fn answer(operation: &'static Operation, entry: &Entry) -> KnownAnswer {
    let input = input(&entry.input);
    let outcome = |workload: &Workload| {
        let mut found = give(workload, &input);
        let expected = match (&entry.output, &entry.output_start, &entry.same_as) {
            (Some(output), None, None) => Some(output.clone()),
            (None, Some(start), None) => {
                found.truncate(start.len());
                Some(start.clone())
            }
            (None, None, Some(partner)) => partner_output(workload, partner),
            _ => panic!("{}, {}: it needs one of output, output_start and same_as", entry.operation, entry.source),
        };
        match expected {
            None => Outcome::NoPartner,
            Some(expected) if expected == found => Outcome::Right,
            Some(expected) => Outcome::Wrong { found, expected },
        }
    };
    let providers = library::providers(operation);
    let outcomes = providers.iter().map(|workload| (workload.library.name.to_owned(), outcome(workload))).collect();
    KnownAnswer { operation, source: entry.source.clone(), outcomes }
}

/// What the same library gives for the other side of an equation.
fn partner_output(workload: &Workload, partner: &Partner) -> Option<String> {
    let operation = operation::find(&partner.operation).expect("a shipped operation exists");
    let providers = library::providers(operation);
    let other = providers.iter().find(|other| other.library == workload.library)?;
    Some(give(other, &input(&partner.input)))
}

/// The output of a workload on one input, in hexadecimal.
fn give(workload: &Workload, input: &Input) -> String {
    workload.prepare_on(std::slice::from_ref(input)).outputs().iter().map(|output| hexadecimal(output)).collect()
}

fn input(fields: &[String]) -> Input {
    let byte =
        |text: &str, i: usize| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("shipped inputs are hexadecimal");
    Input::of(fields.iter().map(|text| (0..text.len() / 2).map(|i| byte(text, i)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_gives_every_known_answer() {
        let answers = known_answers(&[]);
        assert!(answers.len() > 80, "{}", answers.len());
        for answer in &answers {
            assert!(!answer.outcomes.is_empty(), "{}: nobody was asked", answer.operation.id);
            for (library, outcome) in &answer.outcomes {
                let wrong = matches!(outcome, Outcome::Wrong { .. });
                assert!(!wrong, "{}/{library}, {}: {outcome:?}", answer.operation.id, answer.source);
            }
        }
    }

    #[test]
    fn every_operation_that_one_library_alone_provides_has_a_known_answer() {
        let answers = known_answers(&[]);
        for operation in operation::CATALOGUE {
            let checked = library::providers(operation).len() > 1;
            assert!(checked || answers.iter().any(|answer| answer.operation == operation), "{}", operation.id);
        }
    }

    #[test]
    fn a_wrong_answer_is_seen() {
        let entry = Entry {
            operation: "hash-256".to_owned(),
            source: "invented".to_owned(),
            input: vec!["616263".to_owned()],
            output: Some("00".to_owned()),
            output_start: None,
            same_as: None,
        };
        let answer = answer(operation::find("hash-256").unwrap(), &entry);
        assert!(answer.outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Wrong { .. })));
    }
}
