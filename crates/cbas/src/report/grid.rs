//! A table of text for people: columns as wide as they need to be, figures to the right.

/// Headings, a rule, and the rows; every line ends with a line break. Nothing is wrapped.
///
/// A column is set to the right if it holds figures, and besides them at most cells without a value.
pub fn grid(headings: &[impl AsRef<str>], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let headings: Vec<&str> = headings.iter().map(AsRef::as_ref).collect();
    // A name from a file must not break its line, or steer the terminal.
    let one_line = |row: Vec<String>| row.iter().map(|cell| cell.replace(char::is_control, " ")).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(one_line).collect();
    let columns: Vec<Column> = headings
        .iter()
        .enumerate()
        .map(|(index, heading)| Column::new(heading, rows.iter().filter_map(|row| row.get(index))))
        .collect();
    let rule = "─".repeat(columns.iter().map(|column| column.width + GAP.len()).sum::<usize>().saturating_sub(1));
    let mut text = format!("{}{rule}\n", line(&columns, headings.iter().copied()));
    for row in &rows {
        text.push_str(&line(&columns, row.iter().map(String::as_str)));
    }
    text
}

/// Between two columns; one space stands before the first and after the last.
const GAP: &str = "   ";

struct Column {
    width: usize,
    of_figures: bool,
}

impl Column {
    fn new<'a>(heading: &str, cells: impl Iterator<Item = &'a String> + Clone) -> Self {
        let width = cells.clone().map(|cell| width(cell)).chain([width(heading)]).max().unwrap_or(0);
        let mut with_value = cells.filter(|cell| !matches!(cell.as_str(), "" | "–")).peekable();
        Self { width, of_figures: with_value.peek().is_some() && with_value.all(|cell| is_figure(cell)) }
    }

    fn pad(&self, cell: &str) -> String {
        let missing = " ".repeat(self.width - width(cell));
        if self.of_figures { missing + cell } else { cell.to_owned() + &missing }
    }
}

fn line<'a>(columns: &[Column], cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = columns.iter().zip(cells).map(|(column, cell)| column.pad(cell)).collect();
    format!(" {}\n", cells.join(GAP).trim_end())
}

/// Characters, which are columns of a terminal in every text of our own.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Whether a cell holds numbers with their units, and no other words: `1.6 ± 0.1 µs`, `+0.4 % [-0.7, +1.4]`.
fn is_figure(cell: &str) -> bool {
    const BESIDE_NUMBERS: [&str; 8] = ["±", "/", "to", "%", "ns", "µs", "ms", "s"];
    let is_number = |word: &str| {
        let number = word.trim_start_matches('[').trim_end_matches([',', ']']);
        number.ends_with(|last: char| last.is_ascii_digit()) && number.parse::<f64>().is_ok()
    };
    let mut words = cell.split_whitespace();
    words.next().is_some_and(is_number) && words.all(|word| is_number(word) || BESIDE_NUMBERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect()
    }

    #[test]
    fn words_are_set_to_the_left_and_figures_to_the_right() {
        let rows = rows(&[&["gt-exp", "1 ± 0.1 µs", "a"], &["ec", "–", ""], &["g1", "12 ns", "bc"]]);
        let expected = " \
 name           mean   why
───────────────────────────
 gt-exp   1 ± 0.1 µs   a
 ec                –
 g1            12 ns   bc
";
        assert_eq!(grid(&["name", "mean", "why"], rows), expected);
    }

    #[test]
    fn figures_are_numbers_with_units() {
        for figure in ["499 ± 24 µs", "+0.4 % [-0.7, +1.4]", "0 %", "1", "3.2 / 1 000", "1 000 to 5 000", "-0.1 %"] {
            assert!(is_figure(figure), "{figure}");
        }
        for words in
            ["", "–", "unstable: drift 9 %", "0.7.1", "2 T_bpo + 1 T_h", "converged from K = 5", "nan", "inf", "s"]
        {
            assert!(!is_figure(words), "{words}");
        }
    }

    #[test]
    fn a_name_stays_on_its_line() {
        let text = grid(&["name"], rows(&[&["a\nb\u{1b}[2J"]]));
        assert_eq!(text.lines().nth(2), Some(" a b [2J"));
    }

    #[test]
    fn rows_may_be_none_or_short() {
        assert_eq!(grid(&["a", "bc"], []), " a   bc\n────────\n");
        assert_eq!(grid(&["a", "bc"], rows(&[&["x"]])), " a   bc\n────────\n x\n");
    }
}
