//! For papers: methods, unit costs, counts, costs, percentages, bytes.

use cbas_bench::operation;
use cbas_convergence::quantity::{TimeUnit, decimals_for};
use cbas_schemes::catalogue::Scheme;
use cbas_schemes::cost::Ratio;
use cbas_schemes::latex::{self, Cell, Column, Row, Table, escaped};
use cbas_schemes::symbol::{PRODUCT_FIXED, PRODUCT_PAIR};

use crate::costs::growth::{LAST, PHASE};
use crate::costs::source::{Origin, UnitRow};
use crate::costs::{Against, Costing};
use crate::report::costs::methods;
use crate::report::costs::sections::{LENGTHS, bytes, elements, publication, symbols};

/// Prefix of every command.
pub const PREFIX: &str = "cbas";

/// The methods, then all tables.
pub fn costs(costing: &Costing) -> String {
    let milliseconds = |cost: &_| costing.source.siunitx(cost, TimeUnit::Milliseconds);
    let mut tables = vec![
        unit_costs(costing),
        latex::counts(&costing.schemes),
        latex::costs(&costing.schemes, milliseconds, &escaped(&interval(costing))),
        provenance(costing),
    ];
    tables.extend(costing.against.as_ref().map(|against| percentages(costing, against)));
    tables.extend([crossings(costing), sizes(costing)]);
    tables.retain(|table| !table.rows.is_empty());
    let missing = costing.missing();
    let missing = match missing.is_empty() {
        true => String::new(),
        false => format!("% No unit cost for {}.\n", missing.join(", ")),
    };
    let methods = latex::paragraph("Methods", &methods::paragraph(costing));
    format!(
        "% {}\n{missing}{}\n{methods}",
        costing.source.sentence().replace('\n', " "),
        latex::document(PREFIX, &tables)
    )
}

/// What stands after ±.
fn interval(costing: &Costing) -> String {
    match &costing.source.origin {
        Origin::Campaign(measured) => methods::interval(costing.confidence, measured.processes),
        Origin::Printed { .. } => "Printed unit costs, no intervals.".to_owned(),
    }
}

fn unit_costs(costing: &Costing) -> Table {
    let row = |row: &UnitRow| {
        let operation = operation::find(&row.operation);
        let meaning = match (&operation, row.operation.as_str()) {
            (Ok(operation), _) => operation.meaning,
            (_, PRODUCT_FIXED) => "what happens once in a product of pairings, from the line through all of them",
            (_, PRODUCT_PAIR) => "one more pair in a product of pairings, from the same line",
            (_, other) => other,
        };
        let symbols: Vec<String> =
            symbols(&costing.profile, &row.operation).iter().map(|symbol| latex::formula(symbol)).collect();
        let count = |count: Option<usize>| Cell::Tex(count.map_or_else(|| "--".to_owned(), |count| count.to_string()));
        Row::Cells(vec![
            if symbols.is_empty() { Cell::text(&row.operation) } else { Cell::Tex(symbols.join(", ")) },
            Cell::text(meaning),
            operation.as_ref().map_or_else(|_| Cell::absent(), |operation| Cell::text(&operation.group.to_string())),
            Cell::text(row.library.as_deref().unwrap_or("as printed")),
            Cell::number(&["unit", &row.operation], &costing.source.siunitx(&row.cost, TimeUnit::Microseconds)),
            count(row.n),
            count(row.cost.processes),
        ])
    };
    Table {
        label: "unit-costs".to_owned(),
        caption: format!(
            "Unit costs in \\unit{{\\micro\\second}}; $N$ samples in each of $K$ processes. {} Symbols: profile {}.",
            escaped(&interval(costing)),
            escaped(&costing.profile.name),
        ),
        columns: vec![
            Column::wrapped("symbol", 0.12),
            Column::wrapped("meaning", 0.21),
            Column::wrapped("group", 0.09),
            Column::wrapped("library", 0.11),
            Column::number("mean"),
            Column::words("$N$"),
            Column::words("$K$"),
        ],
        rows: costing.used().into_iter().map(row).collect(),
    }
}

/// Where the counts of every scheme come from, and what is known of its security.
fn provenance(costing: &Costing) -> Table {
    let rows = costing.schemes.iter().map(|priced| {
        let scheme = &priced.scheme;
        let source = scheme.row(priced.cost.row).map(|row| row.source.as_str()).unwrap_or_default();
        Row::Cells(vec![
            Cell::text(&scheme.name),
            Cell::text(&format!("{}. {}: {source}", publication(scheme), priced.cost.row)),
            Cell::text(&format!("{}: {}", priced.cost.security.warned(), scheme.security.note)),
        ])
    });
    Table {
        label: "provenance".to_owned(),
        caption: "Where the schemes and their operation counts come from, and what is known of their security."
            .to_owned(),
        columns: vec![
            Column::wrapped("scheme", 0.17),
            Column::wrapped("publication, and source of the counts", 0.43),
            Column::wrapped("security", 0.34),
        ],
        rows: rows.collect(),
    }
}

fn percentages(costing: &Costing, against: &Against) -> Table {
    let mut rows = Vec::new();
    let mut last = "";
    for row in &against.rows {
        if row.scheme != last {
            rows.push(Row::Group(format!("\\emph{{{}}}", escaped(&row.name))));
            last = &row.scheme;
        }
        let cells = costing.ns.iter().zip(&row.ratios).map(|(n, ratio)| {
            let n = n.to_string();
            let price = if row.composite { "composite" } else { "" };
            let name = [&row.scheme, "against", &against.scheme, price, &row.phase, "n", &n];
            ratio.as_ref().map_or_else(Cell::absent, |ratio| Cell::number(&name, &percent(ratio)))
        });
        rows.push(Row::Cells(std::iter::once(Cell::text(&row.label())).chain(cells).collect()));
    }
    let columns = costing.ns.iter().map(|n| Column::number(&format!("$n = {n}$")));
    Table {
        label: format!("against-{}", against.scheme),
        caption: format!(
            "Cost relative to {0} in percent: (cost of the scheme $-$ cost of {0}) divided by the cost of {0} ({1} counts) in \
             the same phase, at the same $n$ and in the same way of pricing. {2} Symbols: profile {3}.",
            escaped(&against.name),
            against.row,
            escaped(&interval(costing)),
            escaped(&costing.profile.name)
        ),
        columns: std::iter::once(Column::words("phase")).chain(columns).collect(),
        rows,
    }
}

/// Where schemes change places.
fn crossings(costing: &Costing) -> Table {
    let rows = costing.growth.changes.iter().map(|change| {
        let interval = match change.crossing.whole() {
            Some((low, high)) => format!("[{low}, {high}]"),
            None => "--".to_owned(),
        };
        let name = [&change.before, "before", &change.after];
        Row::Cells(vec![
            Cell::text(&costing.warned(&change.before)),
            Cell::text(&costing.warned(&change.after)),
            Cell::number(&name, &change.crossing.n.to_string()),
            Cell::Tex(interval),
        ])
    });
    Table {
        label: "crossings".to_owned(),
        caption: format!(
            "Where the cheaper of two schemes changes in {PHASE}, up to $n = {LAST}$; interval of the number of signers, from \
             the crossing in every process. Symbols: profile {}.",
            escaped(&costing.profile.name)
        ),
        columns: vec![
            Column::wrapped("cheaper for fewer signers", 0.36),
            Column::wrapped("cheaper from $n$ on", 0.36),
            Column::number("$n$"),
            Column::words("interval"),
        ],
        rows: rows.collect(),
    }
}

/// The difference from 1 in percent, with the digits its interval supports.
fn percent(ratio: &Ratio) -> String {
    let value = 100.0 * (ratio.ratio - 1.0);
    match (ratio.low, ratio.high) {
        (Some(low), Some(high)) => {
            let half = 100.0 * (ratio.ratio - low).max(high - ratio.ratio);
            let decimals = if half > 0.0 { decimals_for(half) } else { 2 };
            unsigned_zero(format!("{value:.decimals$}")) + &format!(" +- {half:.decimals$}")
        }
        _ => unsigned_zero(format!("{value:.1}")),
    }
}

/// What rounds to zero has no sign.
fn unsigned_zero(number: String) -> String {
    let zero = number.chars().all(|digit| matches!(digit, '-' | '0' | '.'));
    if zero { number.trim_start_matches('-').to_owned() } else { number }
}

fn sizes(costing: &Costing) -> Table {
    let with_sizes = costing.schemes.iter().filter(|priced| !priced.scheme.sizes.is_empty());
    let rows = with_sizes.map(|priced| {
        let scheme = &priced.scheme;
        let cells = LENGTHS.iter().map(|name| match length(scheme, name) {
            Some(tex) => Cell::value(&[&scheme.id, "bytes", name], tex),
            None => Cell::absent(),
        });
        let elements = Cell::text(&elements(scheme));
        Row::Cells(std::iter::once(Cell::text(&costing.warned(&scheme.name))).chain(cells).chain([elements]).collect())
    });
    let lengths = LENGTHS.iter().map(|name| Column::wrapped(&name.replace('-', " "), 0.145));
    Table {
        label: "scheme-sizes".to_owned(),
        caption: "Length in bytes; points compressed, without public parameters, messages and identities.".to_owned(),
        columns: std::iter::once(Column::wrapped("scheme", 0.17))
            .chain(lengths)
            .chain([Column::wrapped("element", 0.12)])
            .collect(),
        rows: rows.collect(),
    }
}

/// `$n\,\textrm{point} = 33n$`; `None` if it is unknown.
fn length(scheme: &Scheme, name: &str) -> Option<String> {
    let formula = scheme.sizes.get(name)?;
    let bytes = bytes(scheme, name)?;
    Some(match formula.symbols().is_empty() {
        true => format!("${bytes}$"),
        false => {
            latex::formula(&formula.to_string()).trim_end_matches('$').to_owned()
                + " = "
                + &bytes.replace('*', "\\,")
                + "$"
        }
    })
}
