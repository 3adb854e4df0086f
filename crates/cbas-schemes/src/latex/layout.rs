//! What fits on a page: how wide columns are and how long tables may be.
//!
//! TeX knows the widths only when it sets the page, so they are estimated for `\footnotesize` in the text width of a
//! plain article, which is about that of Springer's proceedings and the narrowest of the usual ones.

use super::{Cell, Column, Kind, Row, Table};

/// Text width of a plain article, pt.
const TEXT: f64 = 345.0;
/// Width of a digit in `\footnotesize`, pt.
const DIGIT: f64 = 4.25;
/// Width of a letter in a column that must hold its widest cell, and on average in lines, pt.
const LETTER: (f64, f64) = (4.3, 3.9);
/// Width of ± with its space, and of a thin space between groups of digits that a column may have, pt.
const PLUS_MINUS: f64 = 16.0;
/// Space between two columns, pt; `document` sets it.
const BETWEEN: f64 = 6.0;
/// Lines of a table that fit on a page under its caption, with a few to spare for words in capitals, which are wider than
/// letters are on average.
const LINES: f64 = 40.0;

/// Digits of the numbers of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Format {
    negative: bool,
    whole: usize,
    decimals: usize,
    /// Digits before the point of half-widths; `None` if none has one.
    half_whole: Option<usize>,
}

impl Format {
    /// What holds all numbers such as `-3.25 +- 0.04`.
    pub fn of<'a>(numbers: impl Iterator<Item = &'a str>) -> Self {
        let mut format = Self { whole: 1, ..Self::default() };
        for number in numbers {
            let (value, half) = number.split_once("+-").map_or((number, None), |(value, half)| (value, Some(half)));
            let (whole, decimals) = digits(value);
            format.negative |= value.trim_start().starts_with('-');
            format.whole = format.whole.max(whole);
            format.decimals = format.decimals.max(decimals);
            if let Some((whole, decimals)) = half.map(digits) {
                format.decimals = format.decimals.max(decimals);
                format.half_whole = Some(format.half_whole.unwrap_or(0).max(whole));
            }
        }
        format
    }

    /// For `table-format` of siunitx: `-2.3(5)`. Digits of the half-width are counted from its last one.
    pub fn siunitx(self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let half = self.half_whole.map(|whole| format!("({})", whole + self.decimals)).unwrap_or_default();
        format!("{sign}{}.{}{half}", self.whole, self.decimals)
    }

    fn width(self) -> f64 {
        let digits = self.whole + self.decimals + usize::from(self.negative) * 2 + 1;
        let half = self.half_whole.map_or(0.0, |whole| (whole + self.decimals + 1) as f64 * DIGIT + PLUS_MINUS);
        digits as f64 * DIGIT + half
    }
}

/// Digits before and after the point.
fn digits(number: &str) -> (usize, usize) {
    let number = number.trim().trim_start_matches(['-', '+']);
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    (whole.len(), decimals.len())
}

/// The numbers of a column.
pub(super) fn format_of(table: &Table, column: usize) -> Format {
    let cells = table.rows.iter().filter_map(|row| match row {
        Row::Cells(cells) => cells.get(column),
        Row::Group(_) => None,
    });
    Format::of(cells.filter_map(|cell| match cell {
        Cell::Value { tex, .. } => Some(tex.as_str()),
        Cell::Tex(_) => None,
    }))
}

fn width(table: &Table, column: usize) -> f64 {
    let cells = table.rows.iter().filter_map(|row| match row {
        Row::Cells(cells) => cells.get(column),
        Row::Group(_) => None,
    });
    match table.columns[column].kind {
        Kind::Number => format_of(table, column).width().max(table.columns[column].heading.len() as f64 * 3.0),
        Kind::Wrapped(share) => share * TEXT,
        Kind::Words => {
            let widest = cells.map(|cell| letters(cell.tex())).max().unwrap_or(0);
            widest.max(letters(&table.columns[column].heading)) as f64 * LETTER.0
        }
    }
}

/// Letters that are seen of a text, about: commands count as nothing.
pub(super) fn letters(tex: &str) -> usize {
    let mut letters = 0;
    let mut command = false;
    for character in tex.chars() {
        command = character == '\\' || (command && character.is_ascii_alphabetic());
        letters += usize::from(!command && !"{}$_".contains(character));
    }
    letters
}

/// The table in parts that fit on a page: numbers that are too wide beside each other come below, what is too long goes
/// on in a next table, broken between groups where there are some.
pub(super) fn parts(table: &Table) -> Vec<Table> {
    let parts: Vec<Table> = narrow(table).iter().flat_map(short).collect();
    let name = |(at, part): (usize, Table)| match at {
        0 => part,
        at => Table {
            label: format!("{}-{}", part.label, at + 1),
            caption: format!("{} (continued)", table.caption.trim_end_matches('.')) + ".",
            ..part
        },
    };
    parts.into_iter().enumerate().map(name).collect()
}

/// Parts with as many columns of numbers as fit beside the others.
fn narrow(table: &Table) -> Vec<Table> {
    let widths: Vec<f64> = (0..table.columns.len()).map(|column| width(table, column) + BETWEEN).collect();
    let is_number = |column: &usize| table.columns[*column].kind == Kind::Number;
    let (numbers, fixed): (Vec<usize>, Vec<usize>) = (0..table.columns.len()).partition(is_number);
    let room = TEXT + BETWEEN - fixed.iter().map(|&column| widths[column]).sum::<f64>();
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    let mut used = 0.0;
    for column in numbers {
        if used + widths[column] > room && groups.last().is_some_and(|group| !group.is_empty()) {
            groups.push(Vec::new());
            used = 0.0;
        }
        used += widths[column];
        groups.last_mut().expect("there is a group").push(column);
    }
    if groups.len() == 1 {
        return vec![table.clone()];
    }
    // As many in the last part as in the first.
    let numbers = groups.concat();
    let each = numbers.len().div_ceil(groups.len());
    numbers.chunks(each).map(|group| only(table, |column| fixed.contains(&column) || group.contains(&column))).collect()
}

/// The table with some of its columns.
fn only(table: &Table, keep: impl Fn(usize) -> bool) -> Table {
    fn kept<T: Clone>(all: &[T], keep: &impl Fn(usize) -> bool) -> Vec<T> {
        all.iter().enumerate().filter(|(at, _)| keep(*at)).map(|(_, one)| one.clone()).collect()
    }
    let rows = table.rows.iter().map(|row| match row {
        Row::Cells(cells) => Row::Cells(kept(cells, &keep)),
        group @ Row::Group(_) => group.clone(),
    });
    Table { columns: kept(&table.columns, &keep), rows: rows.collect(), ..table.clone() }
}

/// Parts of as many rows as fit on a page.
fn short(table: &Table) -> Vec<Table> {
    // Rows that stay together: a group with its rows, or one row.
    let grouped = table.rows.iter().any(|row| matches!(row, Row::Group(_)));
    let mut blocks: Vec<(Vec<Row>, f64)> = Vec::new();
    for row in &table.rows {
        let lines = lines(&table.columns, row);
        match blocks.last_mut() {
            Some((rows, sum)) if grouped && !matches!(row, Row::Group(_)) && *sum + lines <= LINES => {
                rows.push(row.clone());
                *sum += lines;
            }
            _ => blocks.push((vec![row.clone()], lines)),
        }
    }
    let mut parts: Vec<(Vec<Row>, f64)> = Vec::new();
    for (rows, lines) in blocks {
        match parts.last_mut() {
            Some((part, sum)) if *sum + lines <= LINES => {
                part.extend(rows);
                *sum += lines;
            }
            _ => parts.push((rows, lines)),
        }
    }
    parts.into_iter().map(|(rows, _)| Table { rows, ..table.clone() }).collect()
}

/// Lines that a row takes.
fn lines(columns: &[Column], row: &Row) -> f64 {
    match row {
        Row::Group(_) => 1.6,
        Row::Cells(cells) => {
            let of = |(column, cell): (&Column, &Cell)| match column.kind {
                Kind::Wrapped(share) => (letters(cell.tex()) as f64 * LETTER.1 / (share * TEXT)).ceil().max(1.0),
                _ => 1.0,
            };
            columns.iter().zip(cells).map(of).fold(1.0, f64::max)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_holds_every_number() {
        let format = |numbers: &[&str]| Format::of(numbers.iter().copied()).siunitx();
        assert_eq!(format(&["25.32 +- 0.21", "1234.5 +- 12.3", "-0.001614 +- 0.000075"]), "-4.6(8)");
        assert_eq!(format(&["5", "12.729"]), "2.3");
        assert_eq!(format(&[]), "1.0");
    }

    fn table(rows: usize, numbers: usize) -> Table {
        let number = |column: usize| Cell::number(&["c", &column.to_string()], "123.4567 +- 0.0021");
        let group = |at: usize| (at.is_multiple_of(5)).then(|| Row::Group(format!("scheme {at}")));
        let cells = || std::iter::once(Cell::text("AggVerify")).chain((0..numbers).map(number)).collect();
        let columns = std::iter::once(Column::words("phase"));
        Table {
            label: "t".to_owned(),
            caption: "Costs.".to_owned(),
            columns: columns.chain((0..numbers).map(|n| Column::number(&format!("$n = {n}$")))).collect(),
            rows: (0..rows).flat_map(|at| group(at).into_iter().chain([Row::Cells(cells())])).collect(),
        }
    }

    #[test]
    fn numbers_that_do_not_fit_beside_each_other_come_below() {
        let parts = parts(&table(3, 7));
        assert!(parts.len() > 1, "{}", parts.len());
        let headings: Vec<&str> =
            parts.iter().flat_map(|part| &part.columns[1..]).map(|column| column.heading.as_str()).collect();
        assert_eq!(headings, (0..7).map(|n| format!("$n = {n}$")).collect::<Vec<_>>());
        for (at, part) in parts.iter().enumerate() {
            assert_eq!(part.columns[0].heading, "phase");
            assert_eq!(part.caption.contains("(continued)"), at > 0);
        }
    }

    #[test]
    fn a_long_table_is_broken_between_groups_and_loses_no_row() {
        let whole = table(100, 1);
        let parts = parts(&whole);
        assert!(parts.len() >= 3);
        assert!(parts.iter().all(|part| matches!(part.rows[0], Row::Group(_))));
        assert_eq!(parts.iter().flat_map(|part| part.rows.clone()).collect::<Vec<_>>(), whole.rows);
        let mut labels: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
        labels.dedup();
        assert_eq!((labels.len(), labels[1]), (parts.len(), "t-2"));
    }
}
