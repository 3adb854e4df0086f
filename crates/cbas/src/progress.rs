//! One line on standard error that says how far a campaign is.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use cbas_bench::run::Progress;

/// At most twice a second: drawing must not disturb the measuring process.
const PAUSE: Duration = Duration::from_millis(500);
/// Steps of the bar.
const BAR: usize = 36;
/// Columns that are written over; what [`text`] gives is shorter.
const COLUMNS: usize = 79;

/// The line, drawn on a terminal only and cleared when it is dropped.
pub struct ProgressLine {
    on_terminal: bool,
    drawn: Option<Instant>,
    /// When the first block began, and of how many: the time left is reckoned from there, not from the checks.
    measuring: Option<(Instant, usize)>,
}

impl ProgressLine {
    /// A line of which nothing is drawn yet.
    pub fn new() -> Self {
        Self { on_terminal: stderr().is_terminal(), drawn: None, measuring: None }
    }

    /// Draws the line if it is due.
    pub fn show(&mut self, progress: Progress) {
        let now = Instant::now();
        if let Progress::Measuring { of, .. } = progress
            && self.measuring.is_none_or(|(_, blocks)| blocks != of)
        {
            self.measuring = Some((now, of));
        }
        if self.on_terminal && self.drawn.is_none_or(|drawn| now - drawn >= PAUSE) {
            self.drawn = Some(now);
            let elapsed = self.measuring.map_or(Duration::ZERO, |(start, _)| now - start);
            write_over(&text(progress, elapsed));
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            write_over("");
        }
    }
}

/// Writes over the line and leaves the cursor at its start, where the next message begins.
fn write_over(text: &str) {
    // Nobody is left to tell if standard error is gone.
    let _ = write!(stderr(), "\r{text:COLUMNS$}\r");
}

fn text(progress: Progress, elapsed: Duration) -> String {
    let Progress::Measuring { done, of } = progress else {
        return "checking outputs across libraries".to_owned();
    };
    let share = if of == 0 { 0.0 } else { (done as f64 / of as f64).min(1.0) };
    let bar = match (share * BAR as f64) as usize {
        BAR => "=".repeat(BAR),
        steps => "=".repeat(steps) + ">",
    };
    // Rounded down: 100 % is said when all is done.
    let percent = (100.0 * share) as u32;
    // A rate from next to no time would promise anything.
    let left = match share > 0.0 && elapsed >= PAUSE {
        true => time_left(elapsed.as_secs_f64() * (1.0 / share - 1.0)),
        false => String::new(),
    };
    format!("measuring [{bar:BAR$}] {percent:>3} %{left}")
}

/// `, 12 s left`, `, 3 min 5 s left`, `, 2 h 10 min left`.
fn time_left(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!(", {seconds} s left"),
        (0, _) => format!(", {minutes} min {} s left", seconds % 60),
        _ => format!(", {hours} h {minutes} min left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(done: usize, of: usize, seconds: u64) -> String {
        text(Progress::Measuring { done, of }, Duration::from_secs(seconds))
    }

    #[test]
    fn the_line_says_how_much_is_done_and_how_long_the_rest_takes() {
        assert_eq!(at(0, 80, 0), format!("measuring [>{}]   0 %", " ".repeat(BAR - 1)));
        assert_eq!(at(1, 80, 0), format!("measuring [>{}]   1 %", " ".repeat(BAR - 1)));
        assert_eq!(at(20, 80, 10), format!("measuring [{}>{}]  25 %, 30 s left", "=".repeat(9), " ".repeat(BAR - 10)));
        assert_eq!(at(79, 80, 79 * 3), format!("measuring [{}>]  98 %, 3 s left", "=".repeat(BAR - 1)));
        assert_eq!(at(80, 80, 90), format!("measuring [{}] 100 %, 0 s left", "=".repeat(BAR)));
    }

    #[test]
    fn times_are_as_coarse_as_they_are_long() {
        assert_eq!([59.4, 185.0, 7800.0].map(time_left), [", 59 s left", ", 3 min 5 s left", ", 2 h 10 min left"]);
    }

    #[test]
    fn every_line_fits_over_the_one_before() {
        for (done, of, seconds) in [(1, 100_000, 600), (0, 0, 0), (5, 3, 9), (1, 7, 86_400 * 30)] {
            assert!(at(done, of, seconds).chars().count() < COLUMNS, "{}", at(done, of, seconds));
        }
        assert!(text(Progress::Checking, Duration::ZERO).chars().count() < COLUMNS);
    }
}
