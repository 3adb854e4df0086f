//! Everything for programs.

use anyhow::Result;
use serde_json::{Value, json};

use crate::costs::source::Origin;
use crate::costs::{Costing, Priced};
use crate::report::costs::sections::publication;

/// Version of the layout.
const SCHEMA: &str = "cbas-costs/1";

/// One object.
pub fn costs(costing: &Costing) -> Result<String> {
    let units: Vec<Value> = costing
        .source
        .rows
        .iter()
        .map(|row| {
            json!({"operation": row.operation, "library": row.library, "cost": row.cost, "n": row.n,
                   "verdict": row.verdict})
        })
        .collect();
    let (campaign, file) = match &costing.source.origin {
        Origin::Campaign { directory, .. } => (Some(directory), None),
        Origin::Printed { file, .. } => (None, Some(file)),
    };
    let against = costing.against.as_ref().map(|against| {
        let rows: Vec<Value> = against
            .rows
            .iter()
            .map(|row| json!({"scheme": row.scheme, "phase": row.phase, "ratios": row.ratios}))
            .collect();
        json!({"scheme": against.scheme, "row": against.row, "ratio": "cost of the scheme / cost of this one", "rows": rows})
    });
    let all = json!({
        "schema": SCHEMA,
        "campaign": campaign,
        "unit_cost_file": file,
        "symbols": costing.profile,
        "confidence": costing.confidence,
        "ns": costing.ns,
        "unit_costs": units,
        "schemes": costing.schemes.iter().map(scheme).collect::<Vec<_>>(),
        "against": against,
        "missing": costing.missing(),
        "notes": costing.source.notes,
    });
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}

fn scheme(priced: &Priced) -> Value {
    let Priced { scheme, cost, composite } = priced;
    let row = scheme.row(cost.row);
    let sizes: serde_json::Map<String, Value> =
        scheme.sizes.iter().map(|(name, formula)| (name.clone(), formula.to_string().into())).collect();
    json!({
        "id": scheme.id,
        "name": scheme.name,
        "publication": publication(scheme),
        "doi": scheme.bibliography.doi(),
        "security_note": scheme.security.note,
        "source": row.map(|row| &row.source),
        "elements": scheme.elements,
        "sizes": sizes,
        "plain": cost,
        "composite": composite,
    })
}
