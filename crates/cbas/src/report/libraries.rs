//! One operation across libraries: a matrix of ratios to the default library.

use cbas_bench::campaign::TimedWorkload;
use cbas_bench::operation::{self, Group};
use cbas_bench::protocol::InputRule;
use cbas_convergence::analysis::{Analysis, ratio};
use cbas_convergence::quantity::{significant, with_half_width};

use super::rows::{ABSENT, mean_cell};
use super::sections::Section;
use crate::analysis::JudgedCampaign;

/// Operations whose libraries are alike, so that one matrix has few empty cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Bls12381,
    P256,
    Modular,
    Symmetric,
}

impl Field {
    const ALL: [Field; 4] = [Field::Bls12381, Field::P256, Field::Modular, Field::Symmetric];

    fn of(group: Group) -> Self {
        match group {
            Group::Pairing | Group::Gt | Group::G1 | Group::G2 => Field::Bls12381,
            Group::P256 => Field::P256,
            Group::Modular => Field::Modular,
            Group::Hash | Group::Cipher => Field::Symmetric,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Field::Bls12381 => "BLS12-381 across libraries",
            Field::P256 => "P-256 across libraries",
            Field::Modular => "Modular arithmetic across libraries",
            Field::Symmetric => "Hashes and ciphers across libraries",
        }
    }
}

/// A workload with its analysis.
struct Entry<'a> {
    timed: &'a TimedWorkload,
    analysis: &'a Analysis,
}

/// One matrix for each field in which an operation was timed on two libraries or more.
pub fn sections(judged: &JudgedCampaign) -> Vec<Section> {
    let entries: Vec<Entry<'_>> = judged
        .workloads
        .iter()
        .filter_map(|workload| {
            let timed = &judged.campaign.manifest.workloads[workload.index];
            let (_, analysis) = workload.outcome.as_ref().ok()?;
            (timed.inputs != InputRule::Fixed).then_some(Entry { timed, analysis })
        })
        .collect();
    Field::ALL.into_iter().filter_map(|field| matrix(field, &entries, judged)).collect()
}

fn matrix(field: Field, entries: &[Entry<'_>], judged: &JudgedCampaign) -> Option<Section> {
    let known = |entry: &&Entry<'_>| {
        operation::find(&entry.timed.operation).is_ok_and(|operation| Field::of(operation.group) == field)
    };
    let entries: Vec<&Entry<'_>> = entries.iter().filter(known).collect();
    let of = |id: &str| entries.iter().filter(|entry| entry.timed.operation == id).copied().collect::<Vec<_>>();
    let mut operations: Vec<&str> = Vec::new();
    let mut libraries: Vec<&str> = Vec::new();
    for entry in &entries {
        let id = entry.timed.operation.as_str();
        if of(id).len() > 1 {
            let new = |names: &[&str], name: &str| !names.contains(&name);
            if new(&operations, id) {
                operations.push(id);
            }
            if new(&libraries, &entry.timed.library) {
                libraries.push(&entry.timed.library);
            }
        }
    }
    if operations.is_empty() {
        return None;
    }
    let mut headings = vec!["operation".to_owned(), "default library".to_owned()];
    headings.extend(libraries.iter().map(|&name| name.to_owned()));
    let rows = operations.iter().map(|id| row(id, &of(id), &libraries, judged)).collect();
    let notes = vec![
        "Mean of the default library, and the others as multiples of it, each within the same processes; ± is the \
         half-width of the interval, * marks a library that claims constant time for the operation."
            .to_owned(),
    ];
    Some(Section { title: field.title().to_owned(), headings, rows, notes })
}

fn row(id: &str, entries: &[&Entry<'_>], libraries: &[&str], judged: &JudgedCampaign) -> Vec<String> {
    let default = operation::find(id).map_or("", |operation| operation.default_library);
    let find = |name: &str| entries.iter().find(|entry| entry.timed.library == name);
    let base = find(default).or(entries.first());
    let mut cells = vec![id.to_owned()];
    cells.push(base.map_or_else(
        || ABSENT.to_owned(),
        |base| {
            let mean = base.analysis.sizes.last().map_or_else(|| ABSENT.to_owned(), mean_cell);
            format!("{mean} ({})", base.timed.library)
        },
    ));
    cells.extend(libraries.iter().map(|name| match (find(name), base) {
        (Some(entry), Some(base)) => cell(entry, base, judged),
        _ => ABSENT.to_owned(),
    }));
    cells
}

fn cell(entry: &Entry<'_>, base: &Entry<'_>, judged: &JudgedCampaign) -> String {
    let mark = if entry.timed.claims_constant_time == Some(true) { " *" } else { "" };
    if entry.timed.id == base.timed.id {
        return format!("1{mark}");
    }
    let ratio = ratio(entry.analysis, base.analysis, &judged.settings);
    let text =
        ratio.half_width().map_or_else(|| significant(ratio.value, 3), |half| with_half_width(ratio.value, half));
    format!("{text}{mark}")
}
