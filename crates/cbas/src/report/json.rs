//! Every figure, for programs: schema `cbas-analysis/1`.

use anyhow::Result;
use serde_json::{Value, json};

use crate::analysis::JudgedCampaign;

/// The analyses of a campaign as one JSON document.
pub fn campaign(judged: &JudgedCampaign) -> Result<String> {
    let source = json!({"format": "campaign", "path": judged.campaign.directory.display().to_string()});
    let mut series = Vec::new();
    let mut refused = Vec::new();
    for workload in &judged.workloads {
        let name = &judged.campaign.manifest.workloads[workload.index].id;
        match &workload.outcome {
            Ok((_, analysis)) => {
                let mut value = serde_json::to_value(analysis)?;
                value["source"] = source.clone();
                series.push(value);
            }
            Err(error) => refused.push(json!({"name": name, "reason": error.to_string()})),
        }
    }
    for failure in &judged.campaign.manifest.failures {
        refused.push(json!({"name": failure.id, "reason": failure.reason}));
    }
    let document = json!({
        "schema": "cbas-analysis/1",
        "settings": settings(judged),
        "notes": judged.campaign.notes,
        "series": series,
        "refused": refused,
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn settings(judged: &JudgedCampaign) -> Value {
    json!({
        "eps": judged.settings.eps,
        "delta": judged.settings.delta,
        "confidence": judged.settings.confidence,
        "clock": judged.clock.to_string(),
    })
}
