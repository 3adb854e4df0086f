//! What the pictures of samples share: an axis of times, and words about tails and runs.

use super::axis::{Axis, Spacing, Tick, TimeUnit, linear_ticks, number, percent};
use super::{Caption, PlotError};
use crate::analysis::{Interval, RunAnalysis};
use crate::quantity::time;
use crate::statistics::trace::Beyond;

/// Air beyond the ends of an axis, as a share of it.
const AIR: f64 = 0.05;

/// A linear axis of times with its unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// The axis in nanoseconds.
    pub axis: Axis,
    /// The unit of labels.
    pub unit: TimeUnit,
}

impl Times {
    /// The axis over a range with a little air, laid from pixel to pixel.
    pub fn over((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let span = high - low;
        // All values are equal, or nearly so that the digits of a label would not tell: a thousandth either way.
        let air = if span > 1e-9 * high.abs() { AIR * span } else { (1e-3 * high.abs()).max(f64::MIN_POSITIVE) };
        // A time is not negative, so an axis that would just pass zero ends there.
        let low = if low >= 0.0 { (low - air).max(0.0) } else { low - air };
        let axis = Axis { spacing: Spacing::Linear, low, high: high + air, from, to };
        Times { axis, unit: TimeUnit::of((axis.low + axis.high) / 2.0) }
    }

    /// The axis in its unit, and its ticks.
    pub fn labelled(&self, wanted: f64) -> (Axis, Vec<Tick>) {
        let axis = Axis { low: self.axis.low / self.unit.ns, high: self.axis.high / self.unit.ns, ..self.axis };
        (axis, linear_ticks(axis.low, axis.high, wanted, false))
    }

    /// Whether a time is on the axis.
    pub fn shows(&self, time: f64) -> bool {
        (self.axis.low..=self.axis.high).contains(&time)
    }

    /// The axis as deviation from a mean in percent, and its ticks.
    pub fn relative_to(&self, mean: f64) -> (Axis, Vec<Tick>) {
        let share = |time: f64| (time / mean - 1.0) * 100.0;
        let axis = Axis { low: share(self.axis.low), high: share(self.axis.high), ..self.axis };
        (axis, linear_ticks(axis.low, axis.high, 6.0, true))
    }

    /// The pixel of a time, at the edge of the axis if it lies beyond.
    pub fn pressed(&self, time: f64) -> f64 {
        self.axis.place(time.clamp(self.axis.low, self.axis.high))
    }
}

/// "37 above, up to 2.3 ms"; nothing if there are none on either side.
pub(super) fn beyond_words(below: &Beyond, above: &Beyond) -> Option<String> {
    let mut words = Vec::new();
    if above.count > 0 {
        words.push(format!("{} above, up to {}", number(above.count as f64, 0), time(above.farthest)));
    }
    if below.count > 0 {
        words.push(format!("{} below, down to {}", number(below.count as f64, 0), time(below.farthest)));
    }
    (!words.is_empty()).then(|| format!("beyond the axis: {}", words.join("; ")))
}

/// "518 µs ± 3.8 %": a mean with the digits its interval supports.
pub(super) fn mean_words(mean: f64, interval: Option<&Interval>) -> String {
    let width = interval.map_or(f64::NAN, |interval| interval.relative_half_width);
    let time = TimeUnit::of(mean).format(mean, width * mean);
    if width.is_finite() { format!("{time} ± {}", percent(width)) } else { format!("{time}, no interval") }
}

/// Clock, which run, and what was found in it.
pub(super) fn run_words(caption: &Caption, which: &str, run: &RunAnalysis, figures: &str) -> String {
    let parts = [caption.clock.as_str(), which, figures, &run.verdict.short()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Refuses what relative readings cannot be drawn of.
pub(super) fn checked(n: usize, mean: f64) -> Result<(), PlotError> {
    if n == 0 || !mean.is_finite() {
        return Err(PlotError::Empty);
    }
    if mean <= 0.0 { Err(PlotError::MeanNotPositive(mean)) } else { Ok(()) }
}
