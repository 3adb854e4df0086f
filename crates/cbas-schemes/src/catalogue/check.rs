//! TOML to scheme: every check that a file must pass.

use std::collections::BTreeMap;

use cbas_bench::symbol::{PROFILES, SymbolProfile};
use toml::Spanned;

use super::file::{BibliographyTable, GoldenTable, PhaseTable, RowTable, SchemeFile, TransmissionTable};
use super::place::Source;
use super::{Bibliography, DoiStatus, Golden, Phase, Provenance, Row, Scheme, Transmission};
use crate::error::{CatalogueError, FormulaError};
use crate::formula::Formula;
use crate::symbol::resolve;

/// Numbers of signers at which no count may be negative: all small ones, where `(n-2)` would show, and one beyond every
/// use.
const TRIED: std::ops::RangeInclusive<u64> = 1..=64;
const LARGE: u64 = 1 << 20;

/// Reads and checks the text of one scheme file.
pub(super) fn scheme(file: &str, text: &str) -> Result<Scheme, CatalogueError> {
    let source = Source { file, text };
    let table: SchemeFile = toml::from_str(text).map_err(|error| source.toml_error(&error))?;
    if !is_id(table.id.get_ref()) {
        let reason = format!("`{}` is no identifier: use lower-case letters, digits and `-`", table.id.get_ref());
        return Err(source.value(table.id.span(), "id", reason));
    }
    if table.row.get_ref().is_empty() {
        return Err(source.value(table.row.span(), "row", "there is none: give at least one [[row]]"));
    }
    let symbols = Symbols::new(&source, table.symbols.as_ref())?;
    let rows = rows(&source, &symbols, table.row.into_inner())?;
    Ok(Scheme {
        file: file.to_owned(),
        id: table.id.into_inner(),
        name: table.name,
        description: table.description,
        kind: table.kind,
        curve: table.curve,
        symbols: table.symbols.map(Spanned::into_inner),
        bibliography: bibliography(&source, table.bibliography)?,
        security: table.security,
        sizes: sizes(&source, &table.elements, table.sizes)?,
        elements: table.elements,
        transmission: table.transmission.map(|table| transmission(&source, table)),
        golden: golden(&source, &symbols, &rows, table.golden)?,
        rows,
    })
}

fn is_id(text: &str) -> bool {
    let allowed = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    text.starts_with(|character: char| character.is_ascii_lowercase()) && text.chars().all(allowed)
}

/// The profiles under which every symbol must mean something: the declared one, or else all.
struct Symbols(Vec<SymbolProfile>);

impl Symbols {
    fn new(source: &Source<'_>, declared: Option<&Spanned<String>>) -> Result<Self, CatalogueError> {
        let names = declared.map_or_else(|| PROFILES.to_vec(), |name| vec![name.get_ref().as_str()]);
        let profiles = names.into_iter().map(SymbolProfile::named).collect::<Result<_, _>>();
        let span = declared.map_or(0..0, Spanned::span);
        Ok(Self(profiles.map_err(|error| source.value(span, "symbols", error.to_string()))?))
    }

    /// Why a symbol cannot be used.
    fn refusal(&self, symbol: &str) -> Option<String> {
        let meanings: Vec<Option<&str>> = self.0.iter().map(|profile| resolve(profile, symbol)).collect();
        let names = self.0.iter().map(|profile| format!("`{}`", profile.name)).collect::<Vec<_>>().join(" and ");
        match meanings.as_slice() {
            [Some(first), others @ ..] if others.iter().all(|other| *other == Some(*first)) => None,
            [_] => {
                Some(format!("symbol `{symbol}` means nothing in profile {names}: correct it, or write an operation"))
            }
            all if all.iter().all(Option::is_some) => Some(format!(
                "symbol `{symbol}` means different things in profiles {names}: declare `symbols`, or name its group, as in `T_sm_g1`"
            )),
            _ => Some(format!(
                "symbol `{symbol}` means nothing: correct it, or write an operation of `cbas list operations`"
            )),
        }
    }
}

fn bibliography(source: &Source<'_>, table: BibliographyTable) -> Result<Bibliography, CatalogueError> {
    let doi = table.doi.filter(|doi| !doi.is_empty());
    let (span, doi_status) = (table.doi_status.span(), table.doi_status.into_inner());
    let refuse = |reason: &str| Err(source.value(span, "bibliography.doi", reason));
    match (doi_status, &doi) {
        (DoiStatus::None, Some(_)) => refuse("doi_status is `none` beside a DOI: say `read` or `memory`"),
        (DoiStatus::Read | DoiStatus::Memory, None) => refuse("there is none: say doi_status = \"none\""),
        _ => Ok(Bibliography { title: table.title, authors: table.authors, year: table.year, doi_status, doi }),
    }
}

/// A formula without negative counts.
fn formula(text: &str) -> Result<Formula, FormulaError> {
    let formula = Formula::parse(text)?;
    for n in TRIED.chain([LARGE]) {
        match formula.counts(n) {
            // Too many to count at a million signers is no fault of the file.
            Ok(_) | Err(FormulaError::Overflow { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(formula)
}

/// The sizes as formulas, each in declared elements.
fn sizes(
    source: &Source<'_>,
    elements: &BTreeMap<String, u64>,
    texts: BTreeMap<String, Spanned<String>>,
) -> Result<BTreeMap<String, Formula>, CatalogueError> {
    let mut sizes = BTreeMap::new();
    for (name, text) in texts {
        let refuse = |reason: String| source.value(text.span(), &format!("sizes.{name}"), reason);
        let formula = formula(text.get_ref()).map_err(|error| refuse(error.to_string()))?;
        if let Some(element) = formula.symbols().into_iter().find(|symbol| !elements.contains_key(*symbol)) {
            return Err(refuse(format!("element `{element}` has no size: give its bytes in [elements]")));
        }
        sizes.insert(name, formula);
    }
    Ok(sizes)
}

fn transmission(source: &Source<'_>, table: TransmissionTable) -> Transmission {
    let line = source.line(table.hashed.span());
    Transmission { aggregate: table.aggregate, known: table.known, hashed: table.hashed.into_inner(), line }
}

fn rows(source: &Source<'_>, symbols: &Symbols, tables: Vec<RowTable>) -> Result<Vec<Row>, CatalogueError> {
    let mut rows: Vec<Row> = Vec::with_capacity(tables.len());
    for table in tables {
        let (span, provenance) = (table.provenance.span(), table.provenance.into_inner());
        if rows.iter().any(|row| row.provenance == provenance) {
            return Err(source.row(span, provenance, "there are two: keep one row per provenance"));
        }
        if table.phases.is_empty() {
            return Err(source.row(span, provenance, "it has no phase: list at least one"));
        }
        for neglected in &table.neglects {
            if let Some(reason) = symbols.refusal(neglected.get_ref()) {
                return Err(source.row(neglected.span(), provenance, reason));
            }
        }
        rows.push(Row {
            provenance,
            source: table.source,
            groups: table.groups,
            neglects: table.neglects.into_iter().map(Spanned::into_inner).collect(),
            phases: phases(source, symbols, provenance, table.phases)?,
        });
    }
    Ok(rows)
}

fn phases(
    source: &Source<'_>,
    symbols: &Symbols,
    row: Provenance,
    tables: Vec<PhaseTable>,
) -> Result<Vec<Phase>, CatalogueError> {
    let mut phases: Vec<Phase> = Vec::with_capacity(tables.len());
    for PhaseTable { name, formula: text } in tables {
        let refuse = |reason: String| source.phase(text.span(), row, &name, reason);
        if phases.iter().any(|phase| phase.name == name) {
            return Err(refuse("it is listed twice: keep one of them".to_owned()));
        }
        let formula = formula(text.get_ref()).map_err(|error| refuse(error.to_string()))?;
        if let Some(reason) = formula.symbols().into_iter().find_map(|symbol| symbols.refusal(symbol)) {
            return Err(refuse(reason));
        }
        phases.push(Phase { name, formula, line: source.line(text.span()) });
    }
    Ok(phases)
}

fn golden(
    source: &Source<'_>,
    symbols: &Symbols,
    rows: &[Row],
    tables: Vec<GoldenTable>,
) -> Result<Vec<Golden>, CatalogueError> {
    let checked = tables.into_iter().map(|table| {
        let row = rows.iter().find(|row| row.provenance == table.row);
        if row.and_then(|row| row.phase(table.phase.get_ref())).is_none() {
            let reason =
                format!("the {} row has no phase `{}`: name one that it has", table.row, table.phase.get_ref());
            return Err(source.value(table.phase.span(), "golden.phase", reason));
        }
        if *table.n.get_ref() == 0 {
            return Err(source.value(table.n.span(), "golden.n", FormulaError::NoSigners.to_string()));
        }
        for (symbol, ms) in &table.unit_ms {
            let bad = (!(ms.get_ref().is_finite() && *ms.get_ref() > 0.0))
                .then(|| format!("`{symbol}` costs {} ms: give a finite number above 0", ms.get_ref()));
            if let Some(reason) = symbols.refusal(symbol).or(bad) {
                return Err(source.value(ms.span(), "golden.unit_ms", reason));
            }
        }
        if !table.total_ms.get_ref().parse::<f64>().is_ok_and(f64::is_finite) {
            let reason = format!("`{}` is no number: write it as it is printed", table.total_ms.get_ref());
            return Err(source.value(table.total_ms.span(), "golden.total_ms", reason));
        }
        Ok(Golden {
            row: table.row,
            phase: table.phase.into_inner(),
            n: table.n.into_inner(),
            unit_ms: table.unit_ms.into_iter().map(|(symbol, ms)| (symbol, ms.into_inner())).collect(),
            line: source.line(table.total_ms.span()),
            total_ms: table.total_ms.into_inner(),
        })
    });
    checked.collect()
}
