//! The tables: unit costs, each scheme, percentages, bytes.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::quantity::{relative_difference, signed_percent};
use cbas_convergence::verdict::Verdict;
use cbas_schemes::catalogue::Scheme;
use cbas_schemes::cost::{Line, PhaseCost, Priced, Ratio};
use cbas_schemes::symbol::resolve;

use crate::costs::growth::{Change, LAST, PHASE};
use crate::costs::source::Origin;
use crate::costs::{Against, Costing};
use crate::report::costs::methods;
use crate::report::rows::ABSENT;
use crate::report::sections::Section;

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
    let rows = costing.used().into_iter().map(|row| {
        let missing = || ABSENT.to_owned();
        vec![
            row.operation.clone(),
            symbols(&costing.profile, &row.operation).join(", "),
            row.library.clone().unwrap_or_else(missing),
            costing.source.written(&row.cost),
            row.n.map_or_else(missing, |n| n.to_string()),
            row.cost.processes.map_or_else(missing, |processes| processes.to_string()),
            row.verdict.as_ref().map_or_else(missing, Verdict::short),
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
pub fn symbols(profile: &SymbolProfile, operation: &str) -> Vec<String> {
    let own = profile.symbols.keys().map(String::as_str);
    let labelled = cbas_schemes::symbol::LABELLED.iter().map(|(symbol, ..)| *symbol);
    let mut symbols: Vec<&str> = own.chain(labelled).filter(|s| resolve(profile, s) == Some(operation)).collect();
    symbols.dedup();
    symbols.into_iter().map(str::to_owned).collect()
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
            cost.security.warned(),
            cost.profile
        ),
        headings: ["phase", "operations"].map(str::to_owned).into_iter().chain(columns).collect(),
        rows: priced.lines().iter().map(|line| cells(costing, line)).collect(),
        notes: provenance(priced),
    }
}

fn cells(costing: &Costing, line: &Line<'_>) -> Vec<String> {
    let phase = line.phase;
    let costs = phase.costs.iter().map(|cost| match cost {
        Some(cost) => costing.source.written(cost),
        None => why_none(phase),
    });
    [line.label(), phase.formula.clone()].into_iter().chain(costs).collect()
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

/// What an interval of a ratio covers.
const ONLY_TIMING: &str = ": what timing leaves open, not what counts leave out. ";

fn percentages(costing: &Costing, against: &Against) -> Section {
    let columns = costing.ns.iter().map(|n| format!("n = {n}"));
    let rows = against.rows.iter().map(|row| {
        let cells = row.ratios.iter().map(|ratio| ratio.as_ref().map_or_else(|| ABSENT.to_owned(), difference));
        [row.name.clone(), row.label()].into_iter().chain(cells).collect()
    });
    Section {
        title: format!(
            "Cost relative to {} [{}], in percent of the cost of {0}; symbols: profile `{}`",
            against.name, against.scheme, costing.profile.name
        ),
        headings: ["scheme", "phase"].map(str::to_owned).into_iter().chain(columns).collect(),
        rows: rows.collect(),
        notes: vec![format!(
            "(cost of the scheme − cost of {0}) / cost of {0}, in every phase that both have, at the same \
             n; the denominator is its {1} row. Below 0: the scheme costs less. –: one of the two has no price. {2}Plain sums on both sides, or \
             composite prices on both; the latter only where it is known which multiples are those of the generator.",
            against.name,
            against.row,
            match &costing.source.origin {
                Origin::Printed { .. } => String::new(),
                Origin::Campaign(measured) if measured.processes == 1 => {
                    format!("Intervals within one process, operations taken as independent{ONLY_TIMING}")
                }
                Origin::Campaign(_) => format!("Intervals from the ratio in every process{ONLY_TIMING}"),
            }
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
            std::iter::once(costing.warned(&scheme.name)).chain(cells).chain(bytes).collect()
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
fn length(scheme: &Scheme, name: &str) -> String {
    let Some(formula) = scheme.sizes.get(name) else { return ABSENT.to_owned() };
    match formula.symbols().is_empty() {
        true => formula.to_string(),
        false => format!("{formula}{}", bytes(scheme, name).map(|bytes| format!(" = {bytes}")).unwrap_or_default()),
    }
}

/// The bytes of something long: a number if they do not depend on n, else `33n+32`.
pub fn bytes(scheme: &Scheme, name: &str) -> Option<String> {
    let mut points = Vec::new();
    for n in [1, 2, 5, 16] {
        points.push((n, scheme.size_bytes(name, n).ok()??));
    }
    cbas_schemes::polynomial::Polynomial::fit(&points, 2).map(|bytes| bytes.to_string())
}

pub fn elements(scheme: &Scheme) -> String {
    scheme.elements.iter().map(|(element, bytes)| format!("{element} {bytes}")).collect::<Vec<_>>().join(", ")
}

/// Where schemes change places.
fn changes(costing: &Costing) -> Option<String> {
    let changes = &costing.growth.changes;
    let words = |change: &Change| {
        let [after, before] = [&change.after, &change.before].map(|name| costing.warned(name));
        format!("{after} from n = {} on less than {before}", change.number())
    };
    let words: Vec<String> = changes.iter().map(words).collect();
    let interval = match changes.iter().any(|change| change.crossing.interval.is_some()) {
        true => "; in brackets the interval of that number",
        false => "",
    };
    (!words.is_empty()).then(|| format!("{PHASE} up to n = {LAST}{interval}: {}.", words.join("; ")))
}

/// What the figures stand for, and what is missing.
fn closing(costing: &Costing) -> Vec<String> {
    let mut notes: Vec<String> = changes(costing).into_iter().collect();
    if let Origin::Campaign(measured) = &costing.source.origin {
        notes.push(methods::interval(costing.confidence, measured.processes));
    }
    if costing.schemes.iter().any(|priced| priced.composite.is_some()) {
        notes.push(format!("{} The line above is the plain sum.", methods::composite(costing)));
    }
    let missing = costing.missing();
    if !missing.is_empty() {
        notes.push(format!(
            "No unit cost for {0}: measure with `cbas bench --op {1}` together with the others, or add to the table.",
            missing.join(", "),
            missing.join(",")
        ));
    }
    let used = costing.used();
    let unsettled: Vec<String> = used
        .iter()
        .filter_map(|row| {
            let verdict = row.verdict.as_ref().filter(|verdict| !verdict.is_converged())?;
            Some(format!("{} ({})", row.operation, verdict.short()))
        })
        .collect();
    if !unsettled.is_empty() {
        notes.push(format!("Not converged: {}.", unsettled.join("; ")));
    }
    notes.extend(costing.source.notes.iter().map(|note| format!("Note: {note}.")));
    notes
}
