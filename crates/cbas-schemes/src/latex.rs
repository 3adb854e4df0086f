//! Tables for LaTeX: booktabs rules, siunitx numbers, and one `\newcommand` a value, so that a text cites the figure of
//! its table and cannot drift from it.
//!
//! ```
//! use cbas_schemes::latex::{Cell, Table, document};
//! let table = Table {
//!     label: "costs".to_owned(),
//!     caption: "Costs in ms".to_owned(),
//!     headings: vec!["scheme".to_owned(), "$n = 100$".to_owned()],
//!     rows: vec![vec![Cell::text("A & B"), Cell::number(&["a-b", "sign", "100"], "1.25 +- 0.03")]],
//! };
//! let text = document("cbas", &[table]);
//! assert!(text.contains(r"\newcommand{\cbasABSignOneZeroZero}{\num{1.25 +- 0.03}}"));
//! assert!(text.contains(r"A \& B & \cbasABSignOneZeroZero \\"));
//! ```

use std::collections::HashMap;
use std::fmt::Write;

use crate::catalogue::Scheme;
use crate::cost::{Cost, SchemeCost};

/// What a document must load.
const PREAMBLE: &str =
    "% \\usepackage{booktabs}\n% \\usepackage{siunitx} % version 3\n% \\sisetup{separate-uncertainty}\n";

/// One table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// End of its label, after `tab:`.
    pub label: String,
    /// Its caption, as TeX.
    pub caption: String,
    /// Headings of its columns, as TeX.
    pub headings: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
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
        /// What it stands for, as TeX.
        tex: String,
    },
}

impl Cell {
    /// Words, with every character that TeX reads otherwise escaped.
    pub fn text(words: &str) -> Self {
        Self::Tex(escaped(words))
    }

    /// A number for siunitx, such as `1.25 +- 0.03`.
    pub fn number(name: &[&str], number: &str) -> Self {
        Self::value(name, format!("\\num{{{number}}}"))
    }

    /// Any value, as TeX.
    pub fn value(name: &[&str], tex: String) -> Self {
        Self::Value { name: name.iter().map(|&part| part.to_owned()).collect(), tex }
    }
}

/// All tables, the commands of each before it. Names of commands begin with `prefix`, which is letters only, and no name
/// is given twice.
pub fn document(prefix: &str, tables: &[Table]) -> String {
    let mut names: HashMap<String, u32> = HashMap::new();
    let tables = tables.iter().map(|table| {
        let (mut commands, mut body) = (String::new(), String::new());
        for row in &table.rows {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| match cell {
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
        let (caption, label, headings) = (&table.caption, &table.label, table.headings.join(" & "));
        format!(
            "{commands}\n\\begin{{table}}\n  \\centering\n  \\caption{{{caption}}}\n  \\label{{tab:{label}}}\n  \
             \\begin{{tabular}}{{@{{}}{}@{{}}}}\n    \\toprule\n    {headings} \\\\\n    \\midrule\n{body}    \
             \\bottomrule\n  \\end{{tabular}}\n\\end{{table}}\n",
            alignment(table)
        )
    });
    tables.fold(PREAMBLE.to_owned(), |text, table| text + "\n" + &table)
}

/// The table of the costs (ms) of schemes, one row a phase; `number` writes a cost for siunitx with the digits that it
/// supports, and the third part of a scheme says what is special about the price (`composite`). The caption names the symbol profile, the counts and the security label of every scheme.
pub fn costs<'a>(
    schemes: impl IntoIterator<Item = (&'a Scheme, &'a SchemeCost, &'a str)>,
    number: impl Fn(&Cost) -> String,
) -> Table {
    let (mut rows, mut named, mut headings, mut profile) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    for (scheme, cost, price) in schemes {
        if headings.is_empty() {
            headings = ["scheme", "phase", "operations"].map(str::to_owned).to_vec();
            headings.extend(cost.ns.iter().map(|n| format!("$n = {n}$")));
            profile = cost.profile.clone();
        }
        let comma = if price.is_empty() { "" } else { ", " };
        named.push(format!("{} (counts: {}{comma}{price}; security: {})", scheme.name, cost.row, cost.security));
        for phase in &cost.phases {
            let mut row = vec![Cell::text(&scheme.name), Cell::text(&phase.name), Cell::Tex(formula(&phase.formula))];
            row.extend(cost.ns.iter().zip(&phase.costs).map(|(n, value)| {
                let (row, n) = (cost.row.to_string(), n.to_string());
                let name = [scheme.id.as_str(), &row, price, &phase.name, "n", &n];
                match value {
                    Some(value) => Cell::number(&name, &number(value)),
                    None => Cell::value(&name, "--".to_owned()),
                }
            }));
            rows.push(row);
        }
    }
    let caption = format!("Cost in ms. Symbols: profile {}. {}.", escaped(&profile), escaped(&named.join("; ")));
    Table { label: "scheme-costs".to_owned(), caption, headings, rows }
}

/// A formula in mathematics: `(2n+2)*T_sm_ec` becomes `$(2n+2)\,T_{\mathrm{sm\,ec}}$`.
pub fn formula(text: &str) -> String {
    let terms = text.split(" + ").map(|term| {
        // A `*` at the very end belongs to the symbol.
        let body = term.strip_suffix('*').unwrap_or(term);
        let (coefficient, symbol) = match body.rfind('*') {
            Some(at) => (&term[..at], &term[at + 1..]),
            None => ("", term),
        };
        let space = if coefficient.is_empty() { "" } else { "\\," };
        let symbol = match symbol.split_once('_') {
            Some((letter, index)) => format!("{letter}_{{\\mathrm{{{}}}}}", index.replace('_', "\\,")),
            None => format!("\\mathrm{{{}}}", symbol.replace('-', "\\text{-}")),
        };
        format!("{}{space}{symbol}", coefficient.replace('*', " "))
    });
    match text {
        "" => "--".to_owned(),
        "0" => "$0$".to_owned(),
        _ => format!("${}$", terms.collect::<Vec<_>>().join(" + ")),
    }
}

/// Words with every character escaped that TeX reads otherwise.
pub fn escaped(words: &str) -> String {
    let mut tex = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '\\' => tex.push_str("\\textbackslash{}"),
            '~' => tex.push_str("\\textasciitilde{}"),
            '^' => tex.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => tex.extend(['\\', character]),
            '±' => tex.push_str("$\\pm$"),
            'µ' => tex.push_str("\\textmu{}"),
            '−' => tex.push_str("$-$"),
            '–' => tex.push_str("--"),
            character if character.is_control() => tex.push(' '),
            character => tex.push(character),
        }
    }
    tex
}

/// Columns of values to the right.
fn alignment(table: &Table) -> String {
    let of_values = |column: usize| table.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Value { .. })));
    (0..table.headings.len()).map(|column| if of_values(column) { 'r' } else { 'l' }).collect()
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
    fn formulas_become_mathematics() {
        for (text, tex) in [
            ("0", "$0$"),
            ("", "--"),
            ("T_h", r"$T_{\mathrm{h}}$"),
            ("(2n+2)*T_sm_ec + 3n*T_h", r"$(2n+2)\,T_{\mathrm{sm\,ec}} + 3n\,T_{\mathrm{h}}$"),
            ("2*T_meo* + n*n*ec-mul", r"$2\,T_{\mathrm{meo*}} + n n\,\mathrm{ec\text{-}mul}$"),
        ] {
            assert_eq!(formula(text), tex);
        }
    }

    #[test]
    fn a_name_is_letters_only_and_given_once() {
        let cell = || Cell::number(&["a_b", "n", "10"], "1");
        let other = Cell::number(&["a-b", "n", "10"], "2");
        let rows = vec![vec![cell(), other, cell()]];
        let table = Table { label: String::new(), caption: String::new(), headings: vec![String::new(); 3], rows };
        let text = document("x", &[table]);
        let mut names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("\\newcommand{\\")).collect();
        names.iter_mut().for_each(|name| *name = name.split('}').next().unwrap());
        assert_eq!(names, ["xABNOneZero", "xABNOneZeroX", "xABNOneZeroXX"]);
    }

    #[test]
    fn words_cannot_become_commands() {
        assert_eq!(escaped(r"50% {a}_b \x"), r"50\% \{a\}\_b \textbackslash{}x");
    }
}
