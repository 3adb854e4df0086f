//! A table of text for people: columns as wide as they need to be, figures to the right.

use std::io::IsTerminal;

/// Headings, a rule, and the rows; every line ends with a line break. On a terminal that is too narrow, words go on in
/// the line below; in a file or a pipe lines are as long as they need to be.
///
/// A column is set to the right if it holds figures, and besides them at most cells without a value.
pub fn grid(headings: &[impl AsRef<str>], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let terminal = std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    fitted(headings, rows, terminal.map(|(width, _)| usize::from(width.0)))
}

/// The same in lines of at most `limit` characters, if the longest words allow it.
fn fitted(headings: &[impl AsRef<str>], rows: impl IntoIterator<Item = Vec<String>>, limit: Option<usize>) -> String {
    let headings: Vec<String> = headings.iter().map(|heading| heading.as_ref().to_owned()).collect();
    // A name from a file must not break its line, or steer the terminal.
    let one_line = |row: Vec<String>| row.iter().map(|cell| cell.replace(char::is_control, " ")).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(one_line).collect();
    let mut columns: Vec<Column> = headings
        .iter()
        .enumerate()
        .map(|(index, heading)| Column::new(heading, rows.iter().filter_map(|row| row.get(index))))
        .collect();
    if let Some(limit) = limit {
        narrow(&mut columns, limit);
    }
    let rule = "─".repeat(total(&columns).saturating_sub(1));
    let mut text = format!("{}{rule}\n", lines(&columns, &headings));
    for row in &rows {
        text.push_str(&lines(&columns, row));
    }
    text
}

/// Between two columns; one space stands before the first and after the last.
const GAP: &str = "   ";

struct Column {
    width: usize,
    /// Of the longest word or figure, which are not broken.
    least: usize,
    of_figures: bool,
}

impl Column {
    fn new<'a>(heading: &str, cells: impl Iterator<Item = &'a String> + Clone) -> Self {
        let longest = |of: fn(&str) -> usize| cells.clone().map(|cell| of(cell)).chain([of(heading)]).max();
        let word = |text: &str| text.split_whitespace().map(width).max().unwrap_or(0);
        let mut with_value = cells.clone().filter(|cell| !matches!(cell.as_str(), "" | "–")).peekable();
        let of_figures = with_value.peek().is_some() && with_value.all(|cell| is_figure(cell));
        let least =
            if of_figures { cells.clone().map(|cell| width(cell)).chain([word(heading)]).max() } else { longest(word) };
        Self { width: longest(width).unwrap_or(0), least: least.unwrap_or(0), of_figures }
    }

    fn pad(&self, cell: &str) -> String {
        let missing = " ".repeat(self.width.saturating_sub(width(cell)));
        if self.of_figures { missing + cell } else { cell.to_owned() + &missing }
    }

    /// A cell in lines no wider than the column.
    fn wrapped(&self, cell: &str) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in cell.split_whitespace() {
            let last = lines.last_mut().expect("there is a line");
            if !last.is_empty() && width(last) + 1 + width(word) > self.width {
                lines.push(word.to_owned());
            } else {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
        }
        lines
    }
}

fn total(columns: &[Column]) -> usize {
    columns.iter().map(|column| column.width + GAP.len()).sum()
}

/// Takes from the widest column, one character after the other, until the lines fit or no column can give any.
fn narrow(columns: &mut [Column], limit: usize) {
    while total(columns) > limit + 1 {
        let Some(widest) =
            columns.iter_mut().filter(|column| column.width > column.least).max_by_key(|column| column.width)
        else {
            return;
        };
        widest.width -= 1;
    }
}

/// One row, in as many lines as its longest cell takes.
fn lines(columns: &[Column], cells: &[String]) -> String {
    let wrapped: Vec<Vec<String>> = columns.iter().zip(cells).map(|(column, cell)| column.wrapped(cell)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
    let line = |at: usize| {
        let cells: Vec<String> = columns
            .iter()
            .zip(&wrapped)
            .map(|(column, lines)| column.pad(lines.get(at).map_or("", String::as_str)))
            .collect();
        format!(" {}\n", cells.join(GAP).trim_end())
    };
    (0..height).map(line).collect()
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
    fn what_does_not_fit_goes_on_below() {
        let rows = rows(&[&["gt-exp", "1 ± 0.1 µs", "one two three four"]]);
        let expected = " \
 name           mean   why
──────────────────────────────────
 gt-exp   1 ± 0.1 µs   one two
                       three four
";
        assert_eq!(fitted(&["name", "mean", "why"], rows.clone(), Some(34)), expected);
        let widest = |limit| fitted(&["name", "mean", "why"], rows.clone(), Some(limit)).lines().map(width).max();
        assert_eq!(widest(60), Some(42));
        // Words and figures are not broken: three columns of 6, 10 and 5 at the least.
        assert_eq!(widest(5), Some(6 + 10 + 5 + 2 * GAP.len() + 2));
    }

    #[test]
    fn rows_may_be_none_or_short() {
        assert_eq!(grid(&["a", "bc"], []), " a   bc\n────────\n");
        assert_eq!(grid(&["a", "bc"], rows(&[&["x"]])), " a   bc\n────────\n x\n");
    }
}
