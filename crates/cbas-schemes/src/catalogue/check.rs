//! TOML to scheme: the file as it is written, and every check it must pass.

use std::collections::BTreeMap;

use cbas_bench::symbol::SymbolProfile;
use serde::Deserialize;

use super::{Bibliography, DoiStatus, Phase, Provenance, Row, Scheme, Security};
use crate::error::CatalogueError;
use crate::formula::Formula;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemeFile {
    id: String,
    name: String,
    description: String,
    symbols: Option<String>,
    bibliography: BibliographyTable,
    security: Security,
    #[serde(default)]
    elements: BTreeMap<String, u64>,
    #[serde(default)]
    sizes: BTreeMap<String, String>,
    row: Vec<RowTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BibliographyTable {
    title: String,
    authors: String,
    year: Option<u16>,
    doi: Option<String>,
    doi_status: DoiStatus,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowTable {
    provenance: Provenance,
    source: String,
    phases: Vec<PhaseTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PhaseTable {
    name: String,
    formula: String,
}

/// Reads and checks the text of one scheme file.
pub(super) fn scheme(file: &str, text: &str) -> Result<Scheme, CatalogueError> {
    let table: SchemeFile = toml::from_str(text).map_err(|error| toml_error(file, text, &error))?;
    let value =
        |key: &str, reason: String| CatalogueError::Value { file: file.to_owned(), key: key.to_owned(), reason };
    if !is_id(&table.id) {
        let reason = format!("`{}` is no identifier: use lower-case letters, digits and `-`", table.id);
        return Err(value("id", reason));
    }
    if table.row.is_empty() {
        return Err(value("row", "there is none: give at least one [[row]]".to_owned()));
    }
    let scheme = Scheme {
        id: table.id,
        name: table.name,
        description: table.description,
        symbols: table.symbols,
        bibliography: bibliography(table.bibliography).map_err(|reason| value("bibliography.doi", reason))?,
        security: table.security,
        sizes: sizes(&table.elements, &table.sizes).map_err(|(key, reason)| value(&key, reason))?,
        elements: table.elements,
        rows: rows(file, table.row)?,
    };
    check_symbols(file, &scheme)?;
    Ok(scheme)
}

/// The first line of the parser's message, with the place.
fn toml_error(file: &str, text: &str, error: &toml::de::Error) -> CatalogueError {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    CatalogueError::Toml {
        file: file.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        reason: error.message().replace('\n', ", "),
    }
}

fn is_id(text: &str) -> bool {
    let allowed = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    text.starts_with(|character: char| character.is_ascii_lowercase()) && text.chars().all(allowed)
}

fn bibliography(table: BibliographyTable) -> Result<Bibliography, String> {
    let doi = table.doi.filter(|doi| !doi.is_empty());
    match (table.doi_status, &doi) {
        (DoiStatus::None, Some(_)) => Err("doi_status is `none` beside a DOI: say `read` or `memory`".to_owned()),
        (DoiStatus::Read | DoiStatus::Memory, None) => Err("there is none: say doi_status = \"none\"".to_owned()),
        _ => Ok(Bibliography {
            title: table.title,
            authors: table.authors,
            year: table.year,
            doi_status: table.doi_status,
            doi,
        }),
    }
}

/// The sizes as formulas, each in declared elements; an error carries its key.
fn sizes(
    elements: &BTreeMap<String, u64>,
    texts: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Formula>, (String, String)> {
    let mut sizes = BTreeMap::new();
    for (name, text) in texts {
        let refuse = |reason: String| (format!("sizes.{name}"), reason);
        let formula = Formula::parse(text).map_err(|error| refuse(error.to_string()))?;
        if let Some(element) = formula.symbols().into_iter().find(|symbol| !elements.contains_key(*symbol)) {
            return Err(refuse(format!("element `{element}` has no size: give its bytes in [elements]")));
        }
        sizes.insert(name.clone(), formula);
    }
    Ok(sizes)
}

fn rows(file: &str, tables: Vec<RowTable>) -> Result<Vec<Row>, CatalogueError> {
    let mut rows: Vec<Row> = Vec::with_capacity(tables.len());
    for table in tables {
        let provenance = table.provenance;
        let refuse =
            |reason: &str| CatalogueError::Row { file: file.to_owned(), row: provenance, reason: reason.to_owned() };
        if rows.iter().any(|row| row.provenance == provenance) {
            return Err(refuse("there are two: keep one row per provenance"));
        }
        if table.phases.is_empty() {
            return Err(refuse("it has no phase: list at least one"));
        }
        let phases = phases(file, provenance, table.phases)?;
        rows.push(Row { provenance, source: table.source, phases });
    }
    Ok(rows)
}

fn phases(file: &str, row: Provenance, tables: Vec<PhaseTable>) -> Result<Vec<Phase>, CatalogueError> {
    let mut phases: Vec<Phase> = Vec::with_capacity(tables.len());
    for PhaseTable { name, formula } in tables {
        let refuse = |reason: String| CatalogueError::Phase { file: file.to_owned(), row, phase: name.clone(), reason };
        if phases.iter().any(|phase| phase.name == name) {
            return Err(refuse("it is listed twice: keep one of them".to_owned()));
        }
        let formula = Formula::parse(&formula).map_err(|error| refuse(error.to_string()))?;
        phases.push(Phase { name, formula });
    }
    Ok(phases)
}

/// A declared profile must exist and give every symbol a meaning.
fn check_symbols(file: &str, scheme: &Scheme) -> Result<(), CatalogueError> {
    let Some(name) = &scheme.symbols else { return Ok(()) };
    let profile = SymbolProfile::named(name).map_err(|error| CatalogueError::Value {
        file: file.to_owned(),
        key: "symbols".to_owned(),
        reason: error.to_string(),
    })?;
    for row in &scheme.rows {
        for phase in &row.phases {
            let unknown = phase.formula.symbols().into_iter().find(|symbol| profile.resolve(symbol).is_none());
            if let Some(symbol) = unknown {
                return Err(CatalogueError::Phase {
                    file: file.to_owned(),
                    row: row.provenance,
                    phase: phase.name.clone(),
                    reason: format!(
                        "symbol `{symbol}` means nothing in profile `{name}`: correct it, or write an operation"
                    ),
                });
            }
        }
    }
    Ok(())
}
