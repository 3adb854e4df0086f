//! CSV: a header with a column `ns` (nanoseconds per operation), and one sample a row in the order of measurement.
//!
//! | column | meaning | without it |
//! |---|---|---|
//! | `ns` | the time | the file is refused |
//! | `op` | the series | one series |
//! | `process`, `run` or `group` | the run; the first of these that is there | one run |
//! | `order` or `level` | the level of a design factor; the first that is there | no factor |
//!
//! Names of columns are read without regard to case, other columns are ignored. Columns are separated by `,`, `;` or
//! tabs. A decimal comma is read only where `;` or tabs separate, and only if no other value has a decimal point.

use std::io::Read;
use std::str;

use ::csv::{ByteRecord, Reader, ReaderBuilder, Terminator};

use super::gather::{Cell, Gatherer, Place};
use super::{Format, ImportError, Imported};
use crate::sample::LONGEST;

const SEPARATORS: [u8; 3] = *b",;\t";
/// Names of the columns that may name runs, the one that is used first.
const RUN: [&str; 3] = ["process", "run", "group"];
/// Names of the columns that may name levels, the one that is used first.
const LEVEL: [&str; 2] = ["order", "level"];
/// Names of a header that a message lists.
const NAMES_LISTED: usize = 12;

/// Reads a file from `input`, which starts with `head`.
pub(super) fn read(head: &[u8], input: impl Read, name: &str) -> Result<Imported, ImportError> {
    let separator = separator(head)?;
    let mut rows = Rows::new(input, separator);
    if !rows.next()? {
        return Err(ImportError::Empty);
    }
    let columns = Columns::of(&rows.record, rows.row)?;
    let mut notes = columns.notes();
    let mut gatherer = Gatherer::new();
    let mut strays = Strays::default();
    let mut numbers = Numbers { comma_allowed: separator != b',', mark: None };
    let mut any = false;
    while rows.next()? {
        any = true;
        match columns.place(&rows, name)? {
            Ok(place) => gatherer.add(place, rows.row, numbers.cell(&columns, &rows)?),
            Err(column) => strays.add(rows.row, column),
        }
    }
    if !any {
        return Err(ImportError::NoRows);
    }
    notes.extend(strays.note());
    if let Some(series) = gatherer.counted() {
        notes.push(format!(
            "series {series}: every row is a run of its own; rename {} if it counts samples",
            columns.names_of_runs()
        ));
    }
    let series = gatherer.finish(columns.level.map_or("", |(_, name)| name));
    Ok(Imported { format: Format::Csv, series, notes })
}

/// The separator with which the first line has a column `ns`, or else the most columns.
fn separator(head: &[u8]) -> Result<u8, ImportError> {
    let text = head.trim_ascii_start();
    let end = text.iter().position(|&byte| byte == b'\n');
    // A file of one line that was read whole needs no end of line.
    let end = end.or((head.len() < super::HEAD as usize).then_some(text.len()));
    let Some(end) = end else { return Err(ImportError::NoHeader { bytes: head.len() }) };
    let line = &text[..end];
    let rank = |&separator: &u8| {
        let mut rows = Rows::new(line, separator);
        let found = rows.next().unwrap_or(false);
        let times = found && rows.record.iter().any(|cell| is_named(cell, "ns"));
        (times, rows.record.len())
    };
    // The first of equals: a comma where nothing separates.
    Ok(SEPARATORS.into_iter().rev().max_by_key(rank).unwrap_or(b','))
}

fn is_named(cell: &[u8], name: &str) -> bool {
    let cell = cell.strip_prefix(b"\xef\xbb\xbf").unwrap_or(cell);
    cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes())
}

/// The rows of a file that are not blank, with the line each of them starts on.
struct Rows<R> {
    reader: Reader<std::io::Chain<R, &'static [u8]>>,
    record: ByteRecord,
    row: u64,
}

impl<R: Read> Rows<R> {
    fn new(input: R, separator: u8) -> Self {
        let reader = ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            // With one terminator the reader stands right behind the line it has read, and knows its number. The
            // carriage return of CRLF is trimmed with other white space.
            .terminator(Terminator::Any(b'\n'))
            .buffer_capacity(1 << 16)
            .from_reader(input.chain(&b"\n"[..]));
        Self { reader, record: ByteRecord::new(), row: 0 }
    }

    /// Reads the next row that is not blank.
    fn next(&mut self) -> Result<bool, ImportError> {
        loop {
            if !self.reader.read_byte_record(&mut self.record).map_err(into_import_error)? {
                return Ok(false);
            }
            let blank = self.record.iter().all(|cell| cell.trim_ascii().is_empty());
            if !blank {
                let inside = self.record.as_slice().iter().filter(|&&byte| byte == b'\n').count() as u64;
                // Where a quotation mark is never closed, nothing ends the row.
                let start = self.record.position().map_or(1, ::csv::Position::line);
                self.row = self.reader.position().line().saturating_sub(1 + inside).max(start);
                return Ok(true);
            }
        }
    }

    /// A cell as text without white space around it; `None` if the row ends before it.
    fn cell(&self, column: usize) -> Result<Option<&str>, ImportError> {
        let Some(cell) = self.record.get(column) else { return Ok(None) };
        let text = str::from_utf8(cell).map_err(|_| ImportError::Encoding { row: self.row })?;
        Ok(Some(text.trim()))
    }
}

/// Reading bytes with any number of fields a row can only fail where the input does.
fn into_import_error(error: ::csv::Error) -> ImportError {
    ImportError::Io(error.into())
}

/// Where the columns are that are read.
struct Columns {
    count: usize,
    times: usize,
    series: Option<usize>,
    run: Option<(usize, &'static str)>,
    level: Option<(usize, &'static str)>,
    /// Columns that are ignored because another one does the same: (used, ignored).
    ignored: Vec<(&'static str, &'static str)>,
}

impl Columns {
    fn of(header: &ByteRecord, row: u64) -> Result<Self, ImportError> {
        if header.iter().any(|cell| str::from_utf8(cell).is_err()) {
            return Err(ImportError::Encoding { row });
        }
        let find = |name: &'static str| {
            let mut found = header.iter().enumerate().filter(|(_, cell)| is_named(cell, name)).map(|(at, _)| at);
            match (found.next(), found.next()) {
                (at, None) => Ok(at),
                _ => Err(ImportError::RepeatedColumn { name }),
            }
        };
        let mut ignored = Vec::new();
        let mut first_of = |names: &[&'static str]| {
            let mut used: Option<(usize, &'static str)> = None;
            for &name in names {
                match (find(name)?, used) {
                    (Some(_), Some((_, used))) => ignored.push((used, name)),
                    (Some(at), None) => used = Some((at, name)),
                    (None, _) => {}
                }
            }
            Ok::<_, ImportError>(used)
        };
        let times = find("ns")?.ok_or_else(|| without_times(header))?;
        let (run, level) = (first_of(&RUN)?, first_of(&LEVEL)?);
        Ok(Self { count: header.len(), times, series: find("op")?, run, level, ignored })
    }

    /// The columns that make runs, quoted and listed.
    fn names_of_runs(&self) -> String {
        let names = [self.level, self.run].into_iter().flatten().map(|(_, name)| format!("`{name}`"));
        names.collect::<Vec<_>>().join(" or ")
    }

    fn notes(&self) -> Vec<String> {
        let note = |(used, ignored): &(&str, &str)| {
            format!("the columns `{used}` and `{ignored}` mean the same to this tool: `{used}` is read")
        };
        self.ignored.iter().map(note).collect()
    }

    /// Where a row belongs, or the column that does not say so.
    fn place<'a>(
        &self,
        rows: &'a Rows<impl Read>,
        name: &'a str,
    ) -> Result<Result<Place<'a>, &'static str>, ImportError> {
        let named = |column: Option<(usize, &'static str)>, absent: &'a str| {
            let Some((at, name)) = column else { return Ok(Ok(absent)) };
            Ok::<_, ImportError>(rows.cell(at)?.filter(|cell| !cell.is_empty()).ok_or(name))
        };
        let series = named(self.series.map(|at| (at, "op")), name)?;
        let (level, run) = (named(self.level, "")?, named(self.run, "")?);
        Ok(series.and_then(|series| Ok(Place { series, level: level?, run: run? })))
    }
}

fn without_times(header: &ByteRecord) -> ImportError {
    let cells = || header.iter().map(|cell| String::from_utf8_lossy(cell));
    let listed: Vec<String> =
        cells().take(NAMES_LISTED).map(|cell| quoted(cell.trim_start_matches('\u{feff}').trim())).collect();
    let more = if header.len() > NAMES_LISTED { ", …" } else { "" };
    let found = format!("{}{more}", listed.join(", "));
    if cells().all(|cell| cell.trim_start_matches('\u{feff}').trim().parse::<f64>().is_ok()) {
        ImportError::NumbersForHeader { found }
    } else {
        ImportError::NoTimes { found }
    }
}

/// A cell as a message shows it: in quotes, not too long, and on one line.
fn quoted(cell: &str) -> String {
    const LONGEST_SHOWN: usize = 40;
    let shown: String = cell.chars().take(LONGEST_SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let dots = if cell.chars().nth(LONGEST_SHOWN).is_some() { "…" } else { "" };
    format!("`{shown}{dots}`")
}

/// Reads numbers, and remembers which decimal mark the file uses.
struct Numbers {
    /// Commas do not separate columns, so one may be a decimal mark.
    comma_allowed: bool,
    mark: Option<char>,
}

impl Numbers {
    fn cell(&mut self, columns: &Columns, rows: &Rows<impl Read>) -> Result<Cell, ImportError> {
        let spare = rows.record.iter().skip(columns.count).any(|cell| !cell.trim_ascii().is_empty());
        if spare {
            let (cells, header) = (rows.record.len(), columns.count);
            return Ok(Cell::NotANumber(format!("the row has {cells} cells, the header {header}")));
        }
        let Some(text) = rows.cell(columns.times)? else {
            return Ok(Cell::NotANumber("the row ends before its column `ns`".to_owned()));
        };
        Ok(self.number(text))
    }

    fn number(&mut self, text: &str) -> Cell {
        if text.is_empty() {
            return Cell::NotANumber("the cell is empty".to_owned());
        }
        if text.contains('\n') {
            let lines = text.matches('\n').count() + 1;
            return Cell::NotANumber(format!("a quotation mark opens a cell of {lines} lines"));
        }
        if text.contains(',') {
            return self.with_comma(text);
        }
        if text.contains('.') {
            if self.mark == Some(',') {
                let reason = "has a decimal point, but earlier rows have a decimal comma";
                return Cell::NotANumber(format!("{} {reason}", quoted(text)));
            }
            self.mark = Some('.');
        }
        checked(text, text)
    }

    fn with_comma(&mut self, text: &str) -> Cell {
        let shown = quoted(text);
        if !self.comma_allowed {
            let reason = "is not a number: a decimal comma is read only where `;` or tabs separate columns";
            return Cell::NotANumber(format!("{shown} {reason}"));
        }
        if self.mark == Some('.') {
            return Cell::NotANumber(format!("{shown} has a decimal comma, but earlier rows have a decimal point"));
        }
        if text.contains('.') || text.matches(',').count() > 1 {
            return Cell::NotANumber(format!("{shown} is not a number: leave out marks between thousands"));
        }
        self.mark = Some(',');
        checked(&text.replace(',', "."), text)
    }
}

/// A number that a clock may give (§2.1).
fn checked(text: &str, shown: &str) -> Cell {
    match text.parse::<f64>() {
        Err(_) => Cell::NotANumber(format!("{} is not a number", quoted(shown))),
        Ok(value) if !value.is_finite() => Cell::Unusable(format!("{} is not a finite number", quoted(shown))),
        Ok(value) if value < 0.0 => {
            Cell::Unusable(format!("{} is negative, which no monotonic clock gives", quoted(shown)))
        }
        Ok(value) if value > LONGEST => {
            Cell::Unusable(format!("{} ns is more than 31 years, so the unit is wrong", quoted(shown)))
        }
        Ok(value) => Cell::Time(value),
    }
}

/// Rows that do not say where they belong.
#[derive(Default)]
struct Strays {
    count: u64,
    first: Option<(u64, &'static str)>,
}

impl Strays {
    fn add(&mut self, row: u64, column: &'static str) {
        self.count += 1;
        self.first.get_or_insert((row, column));
    }

    fn note(&self) -> Option<String> {
        let (row, column) = self.first?;
        Some(format!(
            "{} row(s) belong to no series and are left out, the first because row {row} has no `{column}`",
            self.count
        ))
    }
}
