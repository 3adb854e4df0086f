//! The tables: unit costs, each scheme, percentages, bytes.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::quantity::{chosen_percent, relative_difference, signed_percent};
use cbas_schemes::catalogue::{Scheme, SecurityLabel};
use cbas_schemes::cost::{PhaseCost, Ratio};
use cbas_schemes::symbol::resolve;

use crate::costs::growth::{Change, PHASE};
use crate::costs::source::{Origin, UnitRow};
use crate::costs::{Against, Costing, Line, Priced};
use crate::report::rows::ABSENT;
use crate::report::sections::Section;

/// What a phase is called where composite operations are priced.
pub const COMPOSITE: &str = "composite";

/// Every table, in the order in which a reader needs them.
pub fn all(costing: &Costing) -> Vec<Section> {
    let mut sections = vec![unit_costs(costing)];
    sections.extend(costing.schemes.iter().map(|priced| scheme(costing, priced)));
    sections.extend(costing.against.as_ref().map(|against| percentages(costing, against)));
    sections.extend(sizes(costing));
    if let Some(last) = sections.last_mut() {
        last.notes.extend(closing(costing));
    }
    sections
}

fn unit_costs(costing: &Costing) -> Section {
    let needed = costing.needed();
    let composite = costing.schemes.iter().filter_map(|priced| priced.composite.as_ref());
    let composite: String = composite.flat_map(|cost| &cost.phases).map(|phase| phase.formula.clone() + " ").collect();
    let used = |row: &&UnitRow| needed.contains(&row.operation) || composite.contains(&row.operation);
    let rows = costing.source.rows.iter().filter(used).map(|row| {
        let missing = || ABSENT.to_owned();
        vec![
            row.operation.clone(),
            symbols(&costing.profile, &row.operation),
            row.library.clone().unwrap_or_else(missing),
            costing.source.written(&row.cost),
            row.n.map_or_else(missing, |n| n.to_string()),
            row.cost.processes.map_or_else(missing, |processes| processes.to_string()),
            row.verdict.clone().unwrap_or_else(missing),
        ]
    });
    let headings = ["operation", "symbols", "library", "mean", "N", "processes", "verdict"];
    Section {
        title: format!("Unit costs; symbols: profile `{}`", costing.profile.name),
        headings: headings.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        notes: vec![
            costing.source.sentence(),
            format!("Profile `{}`: {}.", costing.profile.name, costing.profile.meaning),
        ],
    }
}

/// The symbols that stand for an operation: those of the profile, then those with a group in their name.
fn symbols(profile: &SymbolProfile, operation: &str) -> String {
    let own = profile.symbols.keys().map(String::as_str);
    let labelled = cbas_schemes::symbol::LABELLED.iter().map(|(symbol, ..)| *symbol);
    let mut symbols: Vec<&str> = own.chain(labelled).filter(|s| resolve(profile, s) == Some(operation)).collect();
    symbols.dedup();
    symbols.join(", ")
}

fn scheme(costing: &Costing, priced: &Priced) -> Section {
    let Priced { scheme, cost, .. } = priced;
    let columns = costing.ns.iter().map(|n| format!("n = {n}"));
    Section {
        title: format!(
            "{} [{}]; counts: {}; security: {}; symbols: profile `{}`",
            scheme.name,
            scheme.id,
            cost.row,
            warned(cost.security),
            cost.profile
        ),
        headings: ["phase", "operations"].map(str::to_owned).into_iter().chain(columns).collect(),
        rows: priced.lines().iter().map(|line| cells(costing, line)).collect(),
        notes: provenance(priced),
    }
}

/// A security label that nobody overlooks if it must be seen.
pub fn warned(label: SecurityLabel) -> String {
    match label {
        SecurityLabel::Broken => "BROKEN".to_owned(),
        SecurityLabel::Attacked => "ATTACKED".to_owned(),
        other => other.to_string(),
    }
}

fn cells(costing: &Costing, line: &Line<'_>) -> Vec<String> {
    let Line { phase, composite } = line;
    let name = if *composite { format!("{}, {COMPOSITE}", phase.name) } else { phase.name.clone() };
    let costs = phase.costs.iter().map(|cost| match cost {
        Some(cost) => costing.source.written(cost),
        None => why_none(phase),
    });
    [name, phase.formula.clone()].into_iter().chain(costs).collect()
}

/// Why a phase has no cost.
pub fn why_none(phase: &PhaseCost) -> String {
    if phase.missing.is_empty() { "unknown".to_owned() } else { format!("no {}", phase.missing.join(", ")) }
}

/// Where the counts come from, what is known of the security, what the profile changes.
fn provenance(priced: &Priced) -> Vec<String> {
    let Priced { scheme, cost, .. } = priced;
    let source = scheme.row(cost.row).map(|row| row.source.as_str()).unwrap_or_default();
    let mut notes = vec![
        format!("{}.", publication(scheme)),
        format!("Counts ({}): {source}.", cost.row),
        format!("Security ({}): {}.", cost.security, scheme.security.note),
    ];
    notes.extend(cost.warning.as_ref().map(|warning| format!("Warning: {warning}.")));
    notes
}

/// Authors, title, year, and the DOI if it was read in a source.
pub fn publication(scheme: &Scheme) -> String {
    let book = &scheme.bibliography;
    let year = book.year.map(|year| format!(", {year}")).unwrap_or_default();
    let doi = book.doi().map(|doi| format!(", doi {doi}")).unwrap_or_default();
    format!("{}: {}{year}{doi}", book.authors, book.title)
}

fn percentages(costing: &Costing, against: &Against) -> Section {
    let columns = costing.ns.iter().map(|n| format!("n = {n}"));
    let rows = against.rows.iter().map(|row| {
        let cells = row.ratios.iter().map(|ratio| ratio.as_ref().map_or_else(|| ABSENT.to_owned(), difference));
        [row.name.clone(), row.phase.to_owned()].into_iter().chain(cells).collect()
    });
    Section {
        title: format!(
            "Cost relative to {} [{}], in percent of the cost of {0}; symbols: profile `{}`",
            against.name, against.scheme, costing.profile.name
        ),
        headings: ["scheme", "phase"].map(str::to_owned).into_iter().chain(columns).collect(),
        rows: rows.collect(),
        notes: vec![format!(
            "(cost of the scheme − cost of {0}) / cost of {0}, phase by phase at the same n; the denominator is its {1} \
             row. Below 0: the scheme costs less. Plain sums on both sides.",
            against.name, against.row
        )],
    }
}

/// A ratio as the difference from 1.
fn difference(ratio: &Ratio) -> String {
    match (ratio.low, ratio.high) {
        (Some(low), Some(high)) => relative_difference(ratio.ratio - 1.0, low - 1.0, high - 1.0),
        _ => signed_percent(ratio.ratio - 1.0),
    }
}

/// What is long about a scheme, in the order of the table.
pub const LENGTHS: [&str; 4] = ["public-key", "certificate", "signature", "aggregate"];

/// Bytes as formulas in the elements, and of the aggregate at every n.
fn sizes(costing: &Costing) -> Option<Section> {
    let columns = costing.ns.iter().map(|n| format!("aggregate, n = {n}"));
    let rows: Vec<Vec<String>> = costing
        .schemes
        .iter()
        .filter(|priced| !priced.scheme.sizes.is_empty())
        .map(|priced| {
            let scheme = &priced.scheme;
            let cells = LENGTHS.iter().map(|name| length(scheme, name)).chain(std::iter::once(elements(scheme)));
            let bytes = costing.ns.iter().map(|&n| match scheme.size_bytes("aggregate", n) {
                Ok(Some(bytes)) => bytes.to_string(),
                _ => ABSENT.to_owned(),
            });
            std::iter::once(scheme.name.clone()).chain(cells).chain(bytes).collect()
        })
        .collect();
    let headings = ["scheme"].into_iter().chain(LENGTHS).chain(["bytes of an element"]).map(str::to_owned);
    (!rows.is_empty()).then(|| Section {
        title: "Length in bytes".to_owned(),
        headings: headings.chain(columns).collect(),
        rows,
        notes: vec!["Points are compressed; public parameters, messages and identities are not counted.".to_owned()],
    })
}

/// `n*point + scalar = 33n + 32`, or the number if it does not depend on n.
pub fn length(scheme: &Scheme, name: &str) -> String {
    let Some(formula) = scheme.sizes.get(name) else { return ABSENT.to_owned() };
    match formula.symbols().is_empty() {
        true => formula.to_string(),
        false => format!("{formula}{}", number(scheme, name).map(|bytes| format!(" = {bytes}")).unwrap_or_default()),
    }
}

/// The bytes of something long: a number if they do not depend on n, else `33n+32`.
fn number(scheme: &Scheme, name: &str) -> Option<String> {
    let mut points = Vec::new();
    for n in [1, 2, 5, 16] {
        points.push((n, scheme.size_bytes(name, n).ok()??));
    }
    cbas_schemes::polynomial::Polynomial::fit(&points, 2).map(|bytes| bytes.to_string())
}

fn elements(scheme: &Scheme) -> String {
    scheme.elements.iter().map(|(element, bytes)| format!("{element} {bytes}")).collect::<Vec<_>>().join(", ")
}

/// Where schemes change places.
fn changes(costing: &Costing) -> Option<String> {
    let changes = &costing.growth.changes;
    let words = |change: &Change| format!("{} from n = {} on less than {}", change.after, change.n, change.before);
    let changes: Vec<String> = changes.iter().map(words).collect();
    (!changes.is_empty()).then(|| format!("{PHASE} up to n = 3000: {}.", changes.join("; ")))
}

/// What the figures stand for, and what is missing.
fn closing(costing: &Costing) -> Vec<String> {
    let mut notes: Vec<String> = changes(costing).into_iter().collect();
    let level = chosen_percent(costing.confidence);
    match &costing.source.origin {
        Origin::Campaign { processes: 1, .. } => notes.push(format!(
            "± is the larger half-width of the {level} interval within one process, operations taken as independent: it \
             says nothing about other processes."
        )),
        Origin::Campaign { processes, .. } => notes.push(format!(
            "± is the half-width of the {level} interval over {processes} processes, every scheme evaluated in every \
             process{}.",
            if *processes < cbas_convergence::statistics::processes::MIN_PROCESSES { "; fewer than 5 are indicative" } else { "" }
        )),
        Origin::Printed { .. } => {}
    }
    if costing.schemes.iter().any(|priced| priced.composite.is_some()) {
        notes.push(
            "Composite: the pairings of one verification equation are computed as one product (Miller loops and one \
             final exponentiation), multiples of the generator from its table; the line above is the plain sum."
                .to_owned(),
        );
    }
    let missing = costing.missing();
    if !missing.is_empty() {
        notes.push(format!(
            "No unit cost for {0}: measure with `cbas bench --op {1}` together with the others, or add to the table.",
            missing.join(", "),
            missing.join(",")
        ));
    }
    let unsettled = costing.source.rows.iter().filter(|row| costing.needed().contains(&row.operation));
    let unsettled: Vec<String> = unsettled
        .filter_map(|row| {
            let verdict = row.verdict.as_ref().filter(|verdict| !verdict.starts_with("converged"))?;
            Some(format!("{} ({verdict})", row.operation))
        })
        .collect();
    if !unsettled.is_empty() {
        notes.push(format!("Not converged: {}.", unsettled.join("; ")));
    }
    notes.extend(costing.source.notes.iter().map(|note| format!("Note: {note}.")));
    notes
}
