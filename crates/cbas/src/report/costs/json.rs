//! Everything for programs.

use anyhow::Result;
use cbas_convergence::verdict::Verdict;
use cbas_schemes::cost::Priced;
use serde_json::{Value, json};

use crate::costs::Costing;
use crate::costs::growth::{LAST, PHASE};
use crate::costs::source::Origin;
use crate::report::costs::methods;
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
                   "batch": row.batch, "verdict": row.verdict.as_ref().map(Verdict::short)})
        })
        .collect();
    let (campaign, file) = match &costing.source.origin {
        Origin::Campaign(measured) => (Some(&measured.directory), None),
        Origin::Printed { file, .. } => (None, Some(file)),
    };
    let against = costing.against.as_ref().map(|against| {
        let rows: Vec<Value> = against
            .rows
            .iter()
            .map(|row| json!({"scheme": row.scheme, "phase": row.phase, "composite": row.composite, "ratios": row.ratios}))
            .collect();
        json!({"scheme": against.scheme, "row": against.row, "ratio": "cost of the scheme / cost of this one", "rows": rows})
    });
    let crossings: Vec<Value> = costing
        .growth
        .changes
        .iter()
        .map(|change| json!({"before": change.before, "after": change.after, "crossing": change.crossing, "cost": change.cost}))
        .collect();
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
        "crossings": {"phase": PHASE, "up_to": LAST, "changes": crossings},
        "missing": costing.missing(),
        "notes": costing.source.notes,
        "methods": methods::paragraph(costing),
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
