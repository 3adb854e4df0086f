//! Tables for LaTeX: booktabs rules, siunitx numbers aligned at the point, and one `\newcommand` a value, so that a text
//! cites the figure of its table and cannot drift from it.
//!
//! The commands stand for bare numbers (`25.32 +- 0.21`): a text writes `\qty{\cbasX}{\milli\second}`. Tables that do not
//! fit on a page go on in a next one.
//!
//! ```
//! use cbas_schemes::latex::{Cell, Column, Row, Table, document};
//! let table = Table {
//!     label: "costs".to_owned(),
//!     caption: "Costs in ms.".to_owned(),
//!     columns: vec![Column::words("scheme"), Column::number("$n = 100$")],
//!     rows: vec![Row::Cells(vec![Cell::text("A & B"), Cell::number(&["a-b", "sign", "100"], "1.25 +- 0.03")])],
//! };
//! let text = document("cbas", &[table]);
//! assert!(text.contains(r"\newcommand{\cbasABSignOneZeroZero}{1.25 +- 0.03}"));
//! assert!(text.contains(r"A \& B & \cbasABSignOneZeroZero \\"));
//! ```

use std::collections::HashMap;
use std::fmt::Write;

use crate::cost::{Cost, Priced};

mod layout;
mod words;

pub use words::{escaped, formula};

/// What a document must load.
const PREAMBLE: &str = "% \\usepackage{booktabs}\n% \\usepackage{siunitx} % version 3\n\
                        % In the text: \\num{\\NAME}, or with a unit \\qty{\\NAME}{\\milli\\second}; the caption of each table\n\
                        % says which unit its commands are in. Lengths in bytes are text and stand alone.\n";
/// Floats in a row before they are set: LaTeX holds no more than some dozens.
const FLOATS: usize = 16;
/// More letters of a group than these are set in lines.
const ONE_LINE: usize = 72;

/// One table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// End of its label, after `tab:`.
    pub label: String,
    /// Its caption, as TeX.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its heading, as TeX.
    pub heading: String,
    /// What stands in it.
    pub kind: Kind,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Words on one line.
    Words,
    /// Words or formulas in lines of this share of the width of the text.
    Wrapped(f64),
    /// Numbers, aligned at the point.
    Number,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A heading, as TeX, over the rows that follow it.
    Group(String),
    /// A cell a column.
    Cells(Vec<Cell>),
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Words or a formula, as TeX.
    Tex(String),
    /// A value behind a command of its own.
    Value {
        /// What the command is named after.
        name: Vec<String>,
        /// What it stands for: a number for siunitx in a column of numbers, else TeX.
        tex: String,
    },
}

impl Column {
    /// Words on one line.
    pub fn words(heading: &str) -> Self {
        Self { heading: heading.to_owned(), kind: Kind::Words }
    }

    /// Words in lines of this share of the width of the text.
    pub fn wrapped(heading: &str, share: f64) -> Self {
        Self { heading: heading.to_owned(), kind: Kind::Wrapped(share) }
    }

    /// Numbers.
    pub fn number(heading: &str) -> Self {
        Self { heading: heading.to_owned(), kind: Kind::Number }
    }
}

impl Cell {
    /// Words, with every character that TeX reads otherwise escaped.
    pub fn text(words: &str) -> Self {
        Self::Tex(escaped(words))
    }

    /// No value.
    pub fn absent() -> Self {
        Self::Tex("--".to_owned())
    }

    /// A number for siunitx, such as `1.25 +- 0.03`.
    pub fn number(name: &[&str], number: &str) -> Self {
        Self::value(name, number.to_owned())
    }

    /// Any value, as TeX.
    pub fn value(name: &[&str], tex: String) -> Self {
        Self::Value { name: name.iter().map(|&part| part.to_owned()).collect(), tex }
    }

    fn tex(&self) -> &str {
        match self {
            Self::Tex(tex) | Self::Value { tex, .. } => tex,
        }
    }
}

/// All tables, the commands of each before it. Names of commands begin with `prefix`, which is letters only, and no name
/// is given twice.
pub fn document(prefix: &str, tables: &[Table]) -> String {
    let mut names: HashMap<String, u32> = HashMap::new();
    let parts = tables.iter().flat_map(layout::parts);
    let tables = parts.map(|table| {
        let (mut commands, mut body) = (String::new(), String::new());
        for (at, row) in table.rows.iter().enumerate() {
            match row {
                Row::Group(heading) => body.push_str(&group(heading, table.columns.len(), at == 0)),
                Row::Cells(cells) => {
                    let cells: Vec<String> = cells
                        .iter()
                        .zip(&table.columns)
                        .map(|(cell, column)| match cell {
                            // Without braces siunitx would read it as a number.
                            Cell::Tex(tex) if column.kind == Kind::Number => format!("{{{tex}}}"),
                            Cell::Tex(tex) => tex.clone(),
                            Cell::Value { name, tex } => {
                                let command = unique(command(prefix, name), &mut names);
                                let _ = writeln!(commands, "\\newcommand{{{command}}}{{{tex}}}");
                                command
                            }
                        })
                        .collect();
                    let _ = writeln!(body, "    {} \\\\", cells.join(" & "));
                }
            }
        }
        float(&table, &commands, &body)
    });
    let mut text = PREAMBLE.to_owned();
    for (at, table) in tables.enumerate() {
        if at > 0 && at % FLOATS == 0 {
            text.push_str("\n\\clearpage\n");
        }
        text = text + "\n" + &table;
    }
    text
}

/// A paragraph with a heading.
pub fn paragraph(heading: &str, words: &str) -> String {
    // Paths, versions and targets have no spaces to break lines at.
    let words = escaped(words).replace('/', "/\\allowbreak{}").replace("\\_", "\\_\\allowbreak{}");
    format!("\\begin{{sloppypar}}\n\\paragraph{{{}.}} {words}\n\\end{{sloppypar}}\n", escaped(heading))
}

/// A table over both columns of a page that has two.
fn float(table: &Table, commands: &str, body: &str) -> String {
    let (caption, label) = (&table.caption, &table.label);
    let headings = table.columns.iter().map(|column| match column.kind {
        Kind::Number => format!("{{{}}}", column.heading),
        Kind::Words | Kind::Wrapped(_) => column.heading.clone(),
    });
    let headings = headings.collect::<Vec<_>>().join(" & ");
    let columns: String = (0..table.columns.len()).map(|column| specification(table, column)).collect();
    format!(
        "{commands}\n\\begin{{table*}}[tp]\n  \\centering\\footnotesize\n  \\setlength{{\\tabcolsep}}{{3pt}}\n  \
         \\sisetup{{separate-uncertainty, table-align-uncertainty = false}}\n  \\caption{{{caption}}}\n  \
         \\label{{tab:{label}}}\n  \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n    \\toprule\n    {headings} \\\\\n    \
         \\midrule\n{body}    \\bottomrule\n  \\end{{tabular}}\n\\end{{table*}}\n"
    )
}

/// How a column is set.
fn specification(table: &Table, column: usize) -> String {
    match table.columns[column].kind {
        Kind::Words => "l".to_owned(),
        Kind::Wrapped(share) => format!(">{{\\raggedright\\arraybackslash}}p{{{share:.2}\\textwidth}}"),
        Kind::Number => format!("S[table-format = {}]", layout::format_of(table, column).siunitx()),
    }
}

/// The heading of a group over all columns.
fn group(heading: &str, columns: usize, first: bool) -> String {
    let space = if first { "" } else { "    \\addlinespace\n" };
    let how = match layout::letters(heading) > ONE_LINE {
        true => ">{\\raggedright\\arraybackslash}p{0.9\\textwidth}",
        false => "l",
    };
    format!("{space}    \\multicolumn{{{columns}}}{{@{{}}{how}@{{}}}}{{{heading}}} \\\\\n")
}

/// The operations of every phase as formulas, grouped by scheme with the provenance of the counts and what is known of
/// the security.
pub fn counts(schemes: &[Priced]) -> Table {
    let rows = schemes.iter().flat_map(|priced| {
        let lines = priced
            .lines()
            .into_iter()
            .map(|line| Row::Cells(vec![Cell::text(&line.label()), Cell::Tex(formula(&line.phase.formula))]));
        std::iter::once(Row::Group(heading(priced))).chain(lines).collect::<Vec<_>>()
    });
    Table {
        label: "operation-counts".to_owned(),
        caption: format!("Operations of every phase with $n$ signers. {}", profile(schemes)),
        columns: vec![Column::words("phase"), Column::wrapped("operations", 0.7)],
        rows: rows.collect(),
    }
}

/// The costs (ms) of every phase, grouped by scheme like the [`counts`]; `number` writes a cost for siunitx with the
/// digits that it supports, and `meaning` says what stands after ± (TeX, a sentence).
pub fn costs(schemes: &[Priced], number: impl Fn(&Cost) -> String, meaning: &str) -> Table {
    let ns = schemes.first().map(|priced| priced.cost.ns.clone()).unwrap_or_default();
    let rows = schemes.iter().flat_map(|priced| {
        let lines = priced.lines().into_iter().map(|line| {
            let cells = ns.iter().zip(&line.phase.costs).map(|(n, value)| {
                let (row, n) = (priced.cost.row.to_string(), n.to_string());
                let price = if line.composite { "composite" } else { "" };
                let name = [priced.scheme.id.as_str(), &row, price, &line.phase.name, "n", &n];
                value.as_ref().map_or_else(Cell::absent, |value| Cell::number(&name, &number(value)))
            });
            Row::Cells(std::iter::once(Cell::text(&line.label())).chain(cells).collect())
        });
        std::iter::once(Row::Group(heading(priced))).chain(lines).collect::<Vec<_>>()
    });
    let space = if meaning.is_empty() { "" } else { " " };
    Table {
        label: "scheme-costs".to_owned(),
        caption: format!("Cost in ms with $n$ signers.{space}{meaning} {}", profile(schemes)),
        columns: std::iter::once(Column::words("phase"))
            .chain(ns.iter().map(|n| Column::number(&format!("$n = {n}$"))))
            .collect(),
        rows: rows.collect(),
    }
}

fn profile(schemes: &[Priced]) -> String {
    let profile = schemes.first().map(|priced| escaped(&priced.cost.profile)).unwrap_or_default();
    format!("Symbols: profile {profile}.")
}

/// The name of a scheme with where its counts come from and what is known of its security.
fn heading(priced: &Priced) -> String {
    let label = priced.cost.security;
    let security = format!("security: {}", escaped(&label.warned()));
    let security = if label.is_warning() { format!("\\textbf{{{security}}}") } else { security };
    format!("\\emph{{{}}} (counts: {}; {security})", escaped(&priced.scheme.name), priced.cost.row)
}

/// A command of letters only, each part with a capital and digits as words: names in TeX hold nothing else.
fn command(prefix: &str, name: &[String]) -> String {
    const DIGITS: [&str; 10] = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let mut command = format!("\\{prefix}");
    for part in name.iter().flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric())) {
        let mut start = true;
        for character in part.chars() {
            match character.to_digit(10) {
                Some(digit) => command.push_str(DIGITS[digit as usize]),
                None if start => command.push(character.to_ascii_uppercase()),
                None => command.push(character),
            }
            start = false;
        }
    }
    command
}

/// The name, with letters at its end if it is taken.
fn unique(command: String, names: &mut HashMap<String, u32>) -> String {
    let count = names.entry(command.clone()).and_modify(|count| *count += 1).or_insert(0);
    match *count {
        0 => command,
        again => unique(format!("{command}{}", "X".repeat(again as usize)), names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_letters_only_and_given_once() {
        let cell = || Cell::number(&["a_b", "n", "10"], "1");
        let other = Cell::number(&["a-b", "n", "10"], "2");
        let rows = vec![Row::Cells(vec![cell(), other, cell()])];
        let columns = vec![Column::number("a"); 3];
        let text = document("x", &[Table { label: String::new(), caption: String::new(), columns, rows }]);
        let mut names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("\\newcommand{\\")).collect();
        names.iter_mut().for_each(|name| *name = name.split('}').next().unwrap());
        assert_eq!(names, ["xABNOneZero", "xABNOneZeroX", "xABNOneZeroXX"]);
    }
}
