//! Every figure, for programs: schema `cbas-analysis/1`.

use anyhow::Result;
use cbas_convergence::analysis::{Analysis, FactorAnalysis};
use cbas_convergence::import::Rejected;
use cbas_convergence::settings::{Settings, WarmUp};
use serde_json::{Value, json};

use crate::analysis::{Entry, Judged, JudgedCampaign};
use crate::command::analyze::Unread;

/// The analyses of a campaign as one JSON document.
pub fn campaign(judged: &JudgedCampaign) -> Result<String> {
    let mut document = Document::default();
    document.add_campaign(judged)?;
    document.notes.extend(judged.campaign.notes.iter().cloned());
    document.text(&judged.settings)
}

/// The analyses of campaigns and files as one JSON document; what could not be read is refused in it.
pub fn inputs(judged: &[Judged], unread: &[Unread], settings: &Settings) -> Result<String> {
    let mut document = Document::default();
    let several = judged.len() + unread.len() > 1;
    for input in judged {
        match input {
            Judged::Campaign(judged) => document.add_campaign(judged)?,
            Judged::File(judged) => {
                document.eps.push(settings.eps);
                document.add(&judged.entries(), &judged.format.to_string(), &judged.path)?;
            }
        }
        let place = |note: &String| if several { format!("{}: {note}", input.path()) } else { note.clone() };
        document.notes.extend(input.notes().iter().map(place));
    }
    for Unread { path, reason } in unread {
        let source = json!({"format": null, "path": path});
        document.refused.push(refused(path, reason, &source, None));
    }
    document.text(settings)
}

/// The parts of a document that grow with every input.
#[derive(Default)]
struct Document {
    notes: Vec<String>,
    series: Vec<Value>,
    refused: Vec<Value>,
    /// Clock of every input that has one.
    clocks: Vec<String>,
    /// Target of every input: a campaign may have been measured up to its own.
    eps: Vec<f64>,
}

impl Document {
    fn add(&mut self, entries: &[Entry<'_>], format: &str, path: &str) -> Result<()> {
        let source = json!({"format": format, "path": path});
        for entry in entries {
            match &entry.outcome {
                Ok((analysis, factor)) => {
                    self.series.push(analysed(analysis, *factor, &source, entry.rejected)?);
                }
                Err(reason) => self.refused.push(refused(entry.name, reason, &source, entry.rejected)),
            }
        }
        Ok(())
    }

    fn add_campaign(&mut self, judged: &JudgedCampaign) -> Result<()> {
        self.clocks.push(judged.clock.to_string());
        self.eps.push(judged.settings.eps);
        self.add(&judged.entries(), "campaign", &judged.campaign.directory.display().to_string())
    }

    fn text(mut self, settings: &Settings) -> Result<String> {
        self.clocks.dedup();
        self.eps.dedup();
        let document = json!({
            "schema": "cbas-analysis/1",
            "settings": {
                // What inputs do not have in common is null here, and every series names its own.
                "eps": if let [eps] = self.eps.as_slice() { Some(eps) } else { None },
                "delta": settings.delta,
                "confidence": settings.confidence,
                "clock": if let [clock] = self.clocks.as_slice() { Some(clock) } else { None },
                "warm_up": match settings.warm_up {
                    WarmUp::Auto => json!("auto"),
                    WarmUp::Fixed(samples) => json!(samples),
                },
            },
            "notes": self.notes,
            "series": self.series,
            "refused": self.refused,
        });
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    }
}

fn analysed(
    analysis: &Analysis,
    factor: Option<&FactorAnalysis>,
    source: &Value,
    rejected: Option<&Rejected>,
) -> Result<Value> {
    let mut value = serde_json::to_value(analysis)?;
    value["source"] = source.clone();
    value["clock"] = json!(analysis.settings.clock);
    value["eps"] = json!(analysis.settings.eps);
    value["factor"] = serde_json::to_value(factor)?;
    value["rejected"] = rows(rejected);
    value["rejected_count"] = json!(rejected.map_or(0, |rejected| rejected.count));
    Ok(value)
}

fn refused(name: &str, reason: &str, source: &Value, rejected: Option<&Rejected>) -> Value {
    json!({
        "name": name,
        "reason": reason,
        "source": source,
        "rejected": rows(rejected),
        "rejected_count": rejected.map_or(0, |rejected| rejected.count),
    })
}

/// The rows that gave no sample; the first thousand of them.
fn rows(rejected: Option<&Rejected>) -> Value {
    json!(rejected.map_or(&[][..], |rejected| &rejected.rows))
}
