//! Every cost for spreadsheets: plain numbers in ns, one row a scheme, phase, price and n.

use crate::costs::Costing;
use crate::report::csv::{number, quoted};

const COLUMNS: [&str; 14] = [
    "scheme",
    "name",
    "row",
    "security",
    "symbols",
    "phase",
    "price",
    "operations",
    "n",
    "mean_ns",
    "low_ns",
    "high_ns",
    "processes",
    "missing",
];

/// One table; an absent value is an empty cell.
pub fn costs(costing: &Costing) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for priced in &costing.schemes {
        for line in priced.lines() {
            for (n, cost) in costing.ns.iter().zip(&line.phase.costs) {
                let cells = [
                    priced.scheme.id.clone(),
                    priced.scheme.name.clone(),
                    priced.cost.row.to_string(),
                    priced.cost.security.to_string(),
                    priced.cost.profile.clone(),
                    line.phase.name.clone(),
                    if line.composite { "composite" } else { "plain" }.to_owned(),
                    line.phase.formula.clone(),
                    n.to_string(),
                    number(cost.map(|cost| cost.mean_ns)),
                    number(cost.and_then(|cost| cost.low_ns)),
                    number(cost.and_then(|cost| cost.high_ns)),
                    cost.and_then(|cost| cost.processes).map(|count| count.to_string()).unwrap_or_default(),
                    line.phase.missing.join(" "),
                ];
                text.push_str(&cells.map(quoted).join(","));
                text.push('\n');
            }
        }
    }
    text
}
