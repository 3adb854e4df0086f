//! Tables for papers: unit costs, costs, percentages, bytes.

use cbas_convergence::quantity::decimals_for;
use cbas_schemes::cost::{Ratio, SchemeCost};
use cbas_schemes::latex::{self, Cell, Table, escaped};

use crate::costs::source::UnitRow;
use crate::costs::{Against, Costing};
use crate::report::costs::sections::{LENGTHS, length};

/// Prefix of every command.
pub const PREFIX: &str = "cbas";

/// All tables, with a paragraph on methods as a comment before them.
pub fn costs(costing: &Costing) -> String {
    let priced = costing.schemes.iter().flat_map(|priced| {
        let composite = priced.composite.as_ref().map(|cost| (&priced.scheme, cost, "composite"));
        std::iter::once((&priced.scheme, &priced.cost, "")).chain(composite)
    });
    let priced: Vec<(_, &SchemeCost, &str)> = priced.collect();
    let mut tables = vec![unit_costs(costing), latex::costs(priced, |cost| costing.source.milliseconds(cost))];
    tables.extend(costing.against.as_ref().map(|against| percentages(costing, against)));
    tables.push(sizes(costing));
    let missing = costing.missing();
    let missing = match missing.is_empty() {
        true => String::new(),
        false => format!("% No unit cost for {}.\n", missing.join(", ")),
    };
    format!("% {}\n{missing}{}", costing.source.sentence().replace('\n', " "), latex::document(PREFIX, &tables))
}

fn unit_costs(costing: &Costing) -> Table {
    let needed = costing.needed();
    let row = |row: &UnitRow| {
        let number = costing.source.milliseconds(&row.cost);
        vec![
            Cell::text(&row.operation),
            Cell::text(row.library.as_deref().unwrap_or("as printed")),
            Cell::number(&["unit", &row.operation], &number),
            Cell::Tex(row.n.map_or_else(|| "--".to_owned(), |n| n.to_string())),
            Cell::Tex(row.cost.processes.map_or_else(|| "--".to_owned(), |count| count.to_string())),
        ]
    };
    Table {
        label: "unit-costs".to_owned(),
        caption: format!(
            "Unit costs in ms. Symbols: profile {}. {}",
            escaped(&costing.profile.name),
            escaped(&costing.source.sentence())
        ),
        headings: ["operation", "library", "mean", "$N$", "processes"].map(str::to_owned).to_vec(),
        rows: costing.source.rows.iter().filter(|row| needed.contains(&row.operation)).map(row).collect(),
    }
}

fn percentages(costing: &Costing, against: &Against) -> Table {
    let rows = against.rows.iter().map(|row| {
        let cells = costing.ns.iter().zip(&row.ratios).map(|(n, ratio)| {
            let n = n.to_string();
            let name = [&row.scheme, "against", &against.scheme, row.phase, "n", &n];
            match ratio {
                Some(ratio) => Cell::value(&name, format!("\\qty{{{}}}{{\\percent}}", percent(ratio))),
                None => Cell::value(&name, "--".to_owned()),
            }
        });
        [Cell::text(&row.name), Cell::text(row.phase)].into_iter().chain(cells).collect()
    });
    let columns = costing.ns.iter().map(|n| format!("$n = {n}$"));
    Table {
        label: format!("against-{}", against.scheme),
        caption: format!(
            "Cost relative to {0} ({1} counts): (cost of the scheme $-$ cost of {0}) divided by the cost of {0}. \
             Symbols: profile {2}.",
            escaped(&against.name),
            against.row,
            escaped(&costing.profile.name)
        ),
        headings: ["scheme", "phase"].map(str::to_owned).into_iter().chain(columns).collect(),
        rows: rows.collect(),
    }
}

/// The difference from 1 in percent, with the digits its interval supports.
fn percent(ratio: &Ratio) -> String {
    let value = 100.0 * (ratio.ratio - 1.0);
    match (ratio.low, ratio.high) {
        (Some(low), Some(high)) => {
            let half = 100.0 * (ratio.ratio - low).max(high - ratio.ratio);
            let decimals = if half > 0.0 { decimals_for(half).min(4) } else { 2 };
            format!("{value:.decimals$} +- {half:.decimals$}")
        }
        _ => format!("{value:.1}"),
    }
}

fn sizes(costing: &Costing) -> Table {
    let with_sizes = costing.schemes.iter().filter(|priced| !priced.scheme.sizes.is_empty());
    let rows = with_sizes.map(|priced| {
        let scheme = &priced.scheme;
        let cells = LENGTHS.iter().map(|name| {
            let length = length(scheme, name);
            let tex = if length.contains(|c: char| c.is_ascii_digit()) { escaped(&length) } else { "--".to_owned() };
            Cell::value(&[&scheme.id, "bytes", name], tex)
        });
        std::iter::once(Cell::text(&scheme.name)).chain(cells).collect()
    });
    Table {
        label: "scheme-sizes".to_owned(),
        caption: "Length in bytes; points compressed.".to_owned(),
        headings: ["scheme"].into_iter().chain(LENGTHS).map(str::to_owned).collect(),
        rows: rows.collect(),
    }
}
