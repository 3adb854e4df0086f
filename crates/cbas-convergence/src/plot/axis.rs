//! Axes: where a value lies, where ticks go, and how numbers read.

// Not the logarithm of the system, which differs in the last bit from machine to machine.
use libm::{log10, pow};

/// Spacing of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Equal steps.
    Linear,
    /// Equal factors.
    Log,
}

/// A range of values laid along a range of pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    /// Spacing.
    pub spacing: Spacing,
    /// Value at the first pixel.
    pub low: f64,
    /// Value at the last pixel.
    pub high: f64,
    /// First pixel.
    pub from: f64,
    /// Last pixel.
    pub to: f64,
}

impl Axis {
    /// The pixel of a value, perhaps outside the range.
    pub fn place(&self, value: f64) -> f64 {
        let share = match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Log => log10(value / self.low) / log10(self.high / self.low),
        };
        self.from + share * (self.to - self.from)
    }
}

/// A tick, with a label on major ones.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Value.
    pub value: f64,
    /// Label of a major tick.
    pub label: Option<String>,
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten, about `wanted` of them.
pub(super) fn linear_ticks(low: f64, high: f64, wanted: f64, signed: bool) -> Vec<Tick> {
    let rough = (high - low) / wanted;
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let exponent = log10(rough).floor();
    let factor =
        [1.0, 2.0, 5.0].into_iter().find(|factor| factor * pow(10.0, exponent) >= rough * 0.999).unwrap_or(10.0);
    let step = factor * pow(10.0, exponent);
    let decimals = decimals_of(step);
    let (first, last) = ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor());
    (0..=(last - first).max(0.0) as usize)
        .map(|i| {
            let value = (first + i as f64) * step;
            let sign = if signed && value > step / 2.0 { "+" } else { "" };
            let label = Some(format!("{sign}{}", number(value, decimals)));
            Tick { value, label }
        })
        .filter(|tick| tick.value <= high + step * 1e-6)
        .collect()
}

/// Ticks at 1 to 9 times powers of ten; labels at 1, 2 and 5, fewer over many decades.
pub(super) fn log_ticks(low: f64, high: f64, smallest_step: f64) -> Vec<Tick> {
    let decades = log10(high / low);
    if decades < 0.7 {
        let wanted = (6.0f64).min((high - low) / smallest_step.max(f64::MIN_POSITIVE));
        return linear_ticks(low, high, wanted.max(0.5), false);
    }
    let labelled: &[i32] = match decades {
        d if d < 4.5 => &[1, 2, 5],
        _ => &[1],
    };
    let (first, last) = (log10(low).floor() as i32, log10(high).ceil() as i32);
    let mut ticks = Vec::new();
    for exponent in first..=last {
        for digit in 1..=9 {
            // Dividing by a whole power of ten keeps 0.2 from becoming 0.200...01.
            let power = 10f64.powi(exponent.abs());
            let digit_value = f64::from(digit);
            let value = if exponent < 0 { digit_value / power } else { digit_value * power };
            if value < low * (1.0 - 1e-9) || value > high * (1.0 + 1e-9) || value < smallest_step {
                continue;
            }
            let label = labelled.contains(&digit).then(|| number(value, (-exponent).max(0) as usize));
            ticks.push(Tick { value, label });
        }
    }
    ticks
}

/// Decimals that show a step exactly.
fn decimals_of(step: f64) -> usize {
    (-(log10(step) + 1e-9).floor()).max(0.0) as usize
}

/// A number with thousands apart and a true minus sign.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let zero = plain.chars().all(|c| c == '0' || c == '.');
    let mut text = String::from(if value < 0.0 && !zero { "\u{2212}" } else { "" });
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push('\u{202F}');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// A share of one as a percentage with two significant digits and no trailing zeros.
pub(super) fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value == 0.0 || !value.is_finite() {
        return "0 %".into();
    }
    let digits = (1 - log10(value.abs()).floor() as i32).clamp(0, 9) as usize;
    let text = number(value, digits);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} %")
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeUnit {
    /// Its symbol.
    pub symbol: &'static str,
    /// Nanoseconds in it.
    pub ns: f64,
}

impl TimeUnit {
    /// The largest unit of which a time has at least one.
    pub fn of(ns: f64) -> Self {
        let (symbol, ns) = match ns {
            t if t < 1e3 => ("ns", 1.0),
            t if t < 1e6 => ("µs", 1e3),
            t if t < 1e9 => ("ms", 1e6),
            _ => ("s", 1e9),
        };
        TimeUnit { symbol, ns }
    }

    /// A time with as many digits as its uncertainty deserves.
    pub fn format(&self, ns: f64, uncertainty: f64) -> String {
        let value = ns / self.ns;
        let least = 2 - log10(value.abs().max(1e-9)).floor() as i32;
        let digits = match uncertainty / self.ns {
            u if u > 0.0 && u.is_finite() => 1 - log10(u).floor() as i32,
            _ => least + 2,
        };
        let digits = digits.clamp(0, least.max(0) + 4) as usize;
        format!("{} {}", number(value, digits), self.symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: Vec<Tick>) -> Vec<String> {
        ticks.into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_labels_have_honest_digits() {
        assert_eq!(labels(linear_ticks(590.9, 592.6, 5.0, false)), ["591.0", "591.5", "592.0", "592.5"]);
        assert_eq!(labels(linear_ticks(-1.2, 1.2, 5.0, true)), ["\u{2212}1.0", "\u{2212}0.5", "0.0", "+0.5", "+1.0"]);
        assert_eq!(labels(linear_ticks(0.0, 2.0e4, 2.0, false)), ["0", "10\u{202F}000", "20\u{202F}000"]);
        assert!(linear_ticks(1.0, 1.0, 5.0, false).is_empty());
    }

    #[test]
    fn log_labels_are_one_two_five() {
        assert_eq!(labels(log_ticks(8.0, 1200.0, 1.0)), ["10", "20", "50", "100", "200", "500", "1\u{202F}000"]);
        assert_eq!(labels(log_ticks(0.04, 1.0, 0.0)), ["0.05", "0.1", "0.2", "0.5", "1"]);
        assert_eq!(labels(log_ticks(0.5, 2.0, 1.0)), ["1", "2"]);
        assert_eq!(log_ticks(10.0, 100.0, 1.0).len(), 10);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(number(-0.0001, 2), "0.00");
        assert_eq!(number(1234567.5, 1), "1\u{202F}234\u{202F}567.5");
        assert_eq!(percent(0.01), "1 %");
        assert_eq!(percent(0.005), "0.5 %");
        assert_eq!(percent(0.00623), "0.62 %");
        assert_eq!(percent(0.2), "20 %");
        assert_eq!(TimeUnit::of(592_345.0).format(592_345.0, 3_600.0), "592.3 µs");
        assert_eq!(TimeUnit::of(300.25).format(300.25, 0.0), "300.25 ns");
    }
}
