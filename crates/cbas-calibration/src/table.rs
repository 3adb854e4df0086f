//! Rates with their simulation error, and Markdown tables of them.

use std::fmt;

/// A share of repetitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Repetitions in which it held.
    pub hits: usize,
    /// Repetitions in which it could have.
    pub of: usize,
}

impl Rate {
    /// Of the items that `holds` answers with yes or no; `None` does not count.
    pub fn among<T>(items: &[T], holds: impl Fn(&T) -> Option<bool>) -> Self {
        let mut rate = Self { hits: 0, of: 0 };
        for answer in items.iter().filter_map(holds) {
            rate.of += 1;
            rate.hits += usize::from(answer);
        }
        rate
    }

    /// Of all items.
    pub fn of<T>(items: &[T], holds: impl Fn(&T) -> bool) -> Self {
        Self::among(items, |item| Some(holds(item)))
    }

    /// The share itself; NaN of nothing.
    pub fn share(self) -> f64 {
        self.hits as f64 / self.of as f64
    }

    /// Binomial standard error of the share.
    pub fn standard_error(self) -> f64 {
        let p = self.share();
        (p * (1.0 - p) / self.of as f64).sqrt()
    }
}

/// Percent with binomial standard error, as many digits as that supports: `95.2 ± 0.5`. Where nothing or everything held,
/// the 95 % bound by the rule of three stands instead, rounded away from it: `< 0.2`, `> 99.8`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 0 {
            return f.write_str("–");
        }
        let exact = 300.0 / self.of as f64;
        let unit = 10f64.powf(exact.log10().floor());
        let bound = (exact / unit - 1e-9).ceil() * unit;
        match self.hits {
            0 if bound >= 20.0 => f.write_str("0"),
            0 => write!(f, "< {}", with_digits(bound, bound)),
            n if n == self.of && bound >= 20.0 => f.write_str("100"),
            n if n == self.of => write!(f, "> {}", with_digits(100.0 - bound, bound)),
            _ => {
                let (p, e) = (100.0 * self.share(), 100.0 * self.standard_error());
                write!(f, "{} ± {}", with_digits(p, e), with_digits(e, e))
            }
        }
    }
}

/// `value` with so many decimals that the last is the first digit of `error`.
fn with_digits(value: f64, error: f64) -> String {
    let decimals = (-error.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.decimals$}")
}

/// Lower tenth, median and upper tenth: `980 – 1100 – 1400`.
pub fn spread(values: &[f64], decimals: usize) -> String {
    match quantiles(values) {
        Some([low, middle, high]) => format!("{low:.decimals$} – {middle:.decimals$} – {high:.decimals$}"),
        None => "–".into(),
    }
}

/// Lower tenth, median and upper tenth; `None` of nothing.
pub fn quantiles(values: &[f64]) -> Option<[f64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |q: f64| sorted.get((q * (sorted.len() as f64 - 1.0)).round() as usize).copied();
    Some([at(0.1)?, at(0.5)?, at(0.9)?])
}

/// A Markdown table with a heading and a sentence that says how to read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    title: String,
    caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Without rows yet.
    pub fn new(title: &str, caption: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&c| c.to_string()).collect();
        Self { title: title.into(), caption: caption.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not one cell a column.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.columns.len(), "a row of {:?} has one cell a column", self.title);
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#### {}\n\n{}\n", self.title, self.caption)?;
        writeln!(f, "| {} |", self.columns.join(" | "))?;
        writeln!(f, "|{}", "---|".repeat(self.columns.len()))?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_the_digits_its_error_supports() {
        assert_eq!(Rate { hits: 1904, of: 2000 }.to_string(), "95.2 ± 0.5");
        assert_eq!(Rate { hits: 3, of: 2000 }.to_string(), "0.15 ± 0.09");
        assert_eq!(Rate { hits: 0, of: 2000 }.to_string(), "< 0.2");
        assert_eq!(Rate { hits: 2000, of: 2000 }.to_string(), "> 99.8");
        assert_eq!(Rate { hits: 5, of: 10 }.to_string(), "50 ± 16");
        assert_eq!(Rate { hits: 0, of: 0 }.to_string(), "–");
    }

    #[test]
    fn items_without_an_answer_do_not_count() {
        let rate = Rate::among(&[1, 2, 3, 4], |&i| (i > 1).then_some(i == 2));
        assert_eq!(rate, Rate { hits: 1, of: 3 });
    }

    #[test]
    #[should_panic(expected = "one cell a column")]
    fn a_row_with_a_cell_too_many_is_refused() {
        Table::new("T", "How to read.", &["a"]).row(vec!["1".into(), "2".into()]);
    }

    #[test]
    fn a_table_is_markdown() {
        let mut table = Table::new("T", "How to read.", &["a", "b"]);
        table.row(vec!["1".into(), "2".into()]);
        assert_eq!(table.to_string(), "#### T\n\nHow to read.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
    }
}
