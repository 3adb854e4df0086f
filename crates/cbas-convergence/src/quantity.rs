//! How times and shares are written: a sensible unit, and no digit the interval does not support.

/// A unit of time, chosen so that the number before it is easy to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// Nanoseconds.
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
}

impl TimeUnit {
    /// The largest unit in which `nanoseconds` is at least 1.
    ///
    /// ```
    /// use cbas_convergence::quantity::TimeUnit;
    /// assert_eq!(TimeUnit::of(592_000.0).symbol(), "µs");
    /// assert_eq!(TimeUnit::of(0.3).symbol(), "ns");
    /// ```
    pub fn of(nanoseconds: f64) -> Self {
        match nanoseconds.abs() {
            size if size >= 1e9 => Self::Seconds,
            size if size >= 1e6 => Self::Milliseconds,
            size if size >= 1e3 => Self::Microseconds,
            _ => Self::Nanoseconds,
        }
    }

    /// Nanoseconds in one of this unit.
    pub fn nanoseconds(self) -> f64 {
        match self {
            Self::Nanoseconds => 1.0,
            Self::Microseconds => 1e3,
            Self::Milliseconds => 1e6,
            Self::Seconds => 1e9,
        }
    }

    /// Symbol of the unit.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Microseconds => "µs",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
        }
    }
}

/// Decimals that show `half_width` with two significant digits; at most 9, none for 10 and more.
///
/// ```
/// use cbas_convergence::quantity::decimals_for;
/// assert_eq!((decimals_for(1.234), decimals_for(0.0123), decimals_for(45.0)), (1, 3, 0));
/// ```
pub fn decimals_for(half_width: f64) -> usize {
    if !(half_width.is_finite() && half_width > 0.0) {
        return 3;
    }
    // Two significant digits after rounding: 0.0996 is written 0.10, not 0.100.
    let mut decimals = (1.0 - half_width.log10().floor()).clamp(0.0, 9.0) as usize;
    let rounded = format!("{half_width:.decimals$}").parse::<f64>().unwrap_or(half_width);
    if decimals > 0 && rounded.log10().floor() > half_width.log10().floor() {
        decimals -= 1;
    }
    decimals
}

/// `592.1 ± 1.2 µs`: a time with the larger half-width of its interval, both in ns.
///
/// ```
/// use cbas_convergence::quantity::time_with_half_width;
/// assert_eq!(time_with_half_width(592_134.0, 1_234.0), "592.1 ± 1.2 µs");
/// assert_eq!(time_with_half_width(1234.0, 0.0), "1.234 ± 0 µs");
/// assert_eq!(time_with_half_width(0.0, 0.0), "0");
/// ```
pub fn time_with_half_width(nanoseconds: f64, half_width: f64) -> String {
    let unit = TimeUnit::of(nanoseconds);
    let (value, half) = (nanoseconds / unit.nanoseconds(), half_width / unit.nanoseconds());
    if nanoseconds == 0.0 && half == 0.0 {
        return "0".to_owned();
    }
    if half == 0.0 {
        return format!("{value:.3} ± 0 {}", unit.symbol());
    }
    let decimals = decimals_for(half);
    format!("{value:.decimals$} ± {half:.decimals$} {}", unit.symbol())
}

/// `0.2860 ± 0.0042`: a number with the larger half-width of its interval.
///
/// ```
/// assert_eq!(cbas_convergence::quantity::with_half_width(0.28601, 0.0042), "0.2860 ± 0.0042");
/// ```
pub fn with_half_width(value: f64, half_width: f64) -> String {
    if half_width == 0.0 {
        return format!("{} ± 0", significant(value, 4));
    }
    let decimals = decimals_for(half_width);
    format!("{value:.decimals$} ± {half_width:.decimals$}")
}

/// A time without an interval, with four significant digits.
///
/// ```
/// assert_eq!(cbas_convergence::quantity::time(592_134.0), "592.1 µs");
/// assert_eq!(cbas_convergence::quantity::time(0.0), "0 ns");
/// ```
pub fn time(nanoseconds: f64) -> String {
    let unit = TimeUnit::of(nanoseconds);
    format!("{} {}", significant(nanoseconds / unit.nanoseconds(), 4), unit.symbol())
}

/// A number with `digits` significant digits, never in exponent form.
///
/// ```
/// use cbas_convergence::quantity::significant;
/// assert_eq!((significant(0.0012345, 3), significant(123456.0, 3)), ("0.00123".to_string(), "123456".to_string()));
/// ```
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let decimals = (digits as f64 - 1.0 - value.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{value:.decimals$}")
}

/// A share as a percentage with two significant digits, `<0.01 %` below that, and `0 %` for none.
///
/// ```
/// use cbas_convergence::quantity::percent;
/// assert_eq!([percent(0.01234), percent(0.314), percent(0.00001), percent(0.0)], ["1.2 %", "31 %", "<0.01 %", "0 %"]);
/// ```
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value == 0.0 {
        "0 %".to_owned()
    } else if value.abs() < 0.01 {
        "<0.01 %".to_owned()
    } else {
        format!("{} %", significant(value, 2))
    }
}

/// A percentage that somebody chose, such as a margin: as many digits as it has.
///
/// ```
/// use cbas_convergence::quantity::chosen_percent;
/// assert_eq!([chosen_percent(0.01), chosen_percent(0.005), chosen_percent(0.95)], ["1 %", "0.5 %", "95 %"]);
/// ```
pub fn chosen_percent(share: f64) -> String {
    let text = format!("{:.10}", 100.0 * share);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// `+0.12 % [-0.03, +0.27]`: a relative difference with its interval, with the digits the interval supports.
///
/// ```
/// let text = cbas_convergence::quantity::relative_difference(0.0012, -0.0003, 0.0027);
/// assert_eq!(text, "+0.12 % [-0.03, +0.27]");
/// ```
pub fn relative_difference(difference: f64, low: f64, high: f64) -> String {
    let half = 100.0 * (high - low) / 2.0;
    let decimals = if half > 0.0 { decimals_for(half).min(2) } else { 2 };
    let signed = |value: f64| signed(100.0 * value, decimals);
    format!("{} % [{}, {}]", signed(difference), signed(low), signed(high))
}

/// `+1.2 %`: a relative difference without an interval, to a tenth of a percent.
///
/// ```
/// use cbas_convergence::quantity::signed_percent;
/// assert_eq!([signed_percent(0.0123), signed_percent(-0.0001)], ["+1.2 %", "0.0 %"]);
/// ```
pub fn signed_percent(difference: f64) -> String {
    format!("{} %", signed(100.0 * difference, 1))
}

/// A number with its sign; what rounds to zero has none.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let zero = text.trim_start_matches(['+', '-']).chars().all(|digit| matches!(digit, '0' | '.'));
    if zero { text[1..].to_owned() } else { text }
}

/// A whole number with thin groups of three: `347 309`.
///
/// ```
/// use cbas_convergence::quantity::grouped;
/// assert_eq!([grouped(999), grouped(1000), grouped(1234567)], ["999", "1 000", "1 234 567"]);
/// ```
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap_or_default()).collect();
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_half_width() {
        assert_eq!(time_with_half_width(592_134.0, 99_600.0), "592 ± 100 µs");
        assert_eq!(time_with_half_width(2_104.0, 3.0), "2.1040 ± 0.0030 µs");
        assert_eq!(time_with_half_width(999.9, 0.5), "999.90 ± 0.50 ns");
    }

    #[test]
    fn a_difference_that_rounds_to_nothing_has_no_sign() {
        assert_eq!(relative_difference(-0.00001, -0.01, 0.01), "0.0 % [-1.0, +1.0]");
    }
}
