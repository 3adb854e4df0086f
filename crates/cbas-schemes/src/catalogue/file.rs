//! A scheme file as it is written. Values that a check may refuse keep their place in the text.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{DoiStatus, Groups, Kind, Provenance, Security};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SchemeFile {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) kind: Option<Kind>,
    pub(super) curve: Option<String>,
    pub(super) symbols: Option<Spanned<String>>,
    pub(super) bibliography: BibliographyTable,
    pub(super) security: Security,
    #[serde(default)]
    pub(super) elements: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) sizes: BTreeMap<String, Spanned<String>>,
    pub(super) transmission: Option<TransmissionTable>,
    pub(super) row: Spanned<Vec<RowTable>>,
    #[serde(default)]
    pub(super) golden: Vec<GoldenTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BibliographyTable {
    pub(super) title: String,
    pub(super) authors: String,
    pub(super) year: Option<u16>,
    pub(super) doi: Option<String>,
    pub(super) doi_status: Spanned<DoiStatus>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransmissionTable {
    pub(super) aggregate: Vec<String>,
    pub(super) known: Vec<String>,
    pub(super) hashed: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowTable {
    pub(super) provenance: Spanned<Provenance>,
    pub(super) source: String,
    #[serde(default)]
    pub(super) groups: Groups,
    #[serde(default)]
    pub(super) neglects: Vec<Spanned<String>>,
    pub(super) phases: Vec<PhaseTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PhaseTable {
    pub(super) name: String,
    pub(super) formula: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoldenTable {
    pub(super) row: Provenance,
    pub(super) phase: Spanned<String>,
    pub(super) n: Spanned<u64>,
    pub(super) unit_ms: BTreeMap<String, Spanned<f64>>,
    pub(super) total_ms: Spanned<String>,
}
