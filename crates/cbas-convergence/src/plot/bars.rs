//! Times side by side: groups of bars with intervals.

use plotters::prelude::DrawingBackend;
use plotters::style::Color;

use super::axis::{Axis, Spacing, TimeUnit, linear_ticks};
use super::canvas::{Anchor, Canvas, Ink};
use super::frame::{Heading, Panel, Sample};
use super::theme::{self, SMALL, Weight};
use super::{Draw, PlotError};

/// Share of a group that its bars take.
const FILLED: f64 = 0.76;
/// Least height of a bar that has its figure written beside it, pixels.
const WITH_FIGURE: f64 = 13.0;
/// Widest column of names, pixels.
const NAMES: f64 = 360.0;
/// Opacity of a bar, whose interval is drawn over it.
const OPACITY: f64 = 0.55;

/// How long several things take, each in the same few respects: horizontal bars from zero, with intervals.
///
/// ```
/// use cbas_convergence::plot::{Bar, BarGroup, Bars, Figure};
/// let bar = Bar { ns: 2.1e6, interval: Some((2.0e6, 2.2e6)), words: "2.10 ± 0.10 ms".into() };
/// let picture = Bars {
///     title: "Sign".into(),
///     subtitle: "five processes".into(),
///     series: vec!["Sign".into()],
///     groups: vec![BarGroup { name: "ECDSA".into(), bars: vec![Ok(bar)] }],
/// };
/// assert!(picture.svg()?.contains("2.10 ± 0.10 ms"));
/// # Ok::<(), cbas_convergence::plot::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// Title.
    pub title: String,
    /// What the figures rest on.
    pub subtitle: String,
    /// What the bars of every group are, in their order.
    pub series: Vec<String>,
    /// The groups, from above.
    pub groups: Vec<BarGroup>,
}

/// What one thing takes.
#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    /// Its name.
    pub name: String,
    /// A bar a series, or why there is none.
    pub bars: Vec<Result<Bar, String>>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its length, ns.
    pub ns: f64,
    /// Its interval, ns.
    pub interval: Option<(f64, f64)>,
    /// The figure with the digits that it supports.
    pub words: String,
}

impl Draw for Bars {
    fn description(&self) -> String {
        format!("{}: {}", self.title, self.groups.iter().map(|g| g.name.as_str()).collect::<Vec<_>>().join(", "))
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let longest = self.longest()?;
        let swatch = |at: usize| Sample::Area(theme::curve(at).mix(OPACITY), Some(theme::curve(at)));
        let heading = Heading {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            legend: self.series.iter().enumerate().map(|(at, name)| (swatch(at), name.clone())).collect(),
        };
        let names = self.groups.iter().map(|group| theme::text_width(&group.name, SMALL, Weight::Regular));
        let panel = Panel {
            left: (names.fold(40.0, f64::max).min(NAMES) + 44.0).round() + 0.5,
            ..Panel::below(heading.draw(canvas)?, 0)
        };
        let panel = Panel { right: theme::WIDTH - 40.5, ..panel };
        let unit = TimeUnit::of(longest);
        // Room for the figures behind the longest bar.
        let x_axis = Axis {
            spacing: Spacing::Linear,
            low: 0.0,
            high: 1.24 * longest / unit.ns,
            from: panel.left,
            to: panel.right,
        };
        let ticks = linear_ticks(0.0, x_axis.high, 8.0, false);
        panel.grid(canvas, (&x_axis, &ticks), (&x_axis, &[]))?;
        let height = (panel.bottom - panel.top) / self.groups.len() as f64;
        for (at, group) in self.groups.iter().enumerate() {
            let top = panel.top + at as f64 * height;
            let middle = top + height / 2.0 + 5.0;
            canvas.text(&cut(&group.name), (panel.left - 10.0, middle), Anchor::End, Ink::new(SMALL, theme::INK))?;
            self.group(canvas, group, (top, height), |ns| x_axis.place(ns / unit.ns))?;
        }
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &ticks, &format!("time, {}", unit.symbol))
    }
}

impl Bars {
    /// The largest time or end of an interval.
    fn longest(&self) -> Result<f64, PlotError> {
        let bars = self.groups.iter().flat_map(|group| &group.bars).flatten();
        let ends = bars.map(|bar| bar.interval.map_or(bar.ns, |(_, high)| high.max(bar.ns)));
        let longest = ends.filter(|end| end.is_finite()).fold(0.0, f64::max);
        if longest > 0.0 { Ok(longest) } else { Err(PlotError::Empty) }
    }

    fn group<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        group: &BarGroup,
        (top, height): (f64, f64),
        place: impl Fn(f64) -> f64,
    ) -> Result<(), PlotError> {
        let thick = (height * FILLED / self.series.len().max(1) as f64).min(34.0);
        let start = top + (height - thick * self.series.len() as f64) / 2.0;
        for (at, bar) in group.bars.iter().enumerate() {
            let (above, color) = (start + at as f64 * thick, theme::curve(at));
            let (below, middle) = (above + thick - 1.5, above + (thick - 1.5) / 2.0);
            let left = place(0.0);
            let (end, words, ink) = match bar {
                Ok(bar) => {
                    let right = place(bar.ns);
                    canvas.area(&[(left, above), (right, above), (right, below), (left, below)], color.mix(OPACITY))?;
                    let end = bar.interval.filter(|(low, high)| low.is_finite() && high.is_finite());
                    let end = match end {
                        Some((low, high)) => {
                            let (low, high, cap) = (place(low.max(0.0)), place(high), (thick / 4.0).min(5.0));
                            let beam = [
                                (low, middle - cap),
                                (low, middle + cap),
                                (low, middle),
                                (high, middle),
                                (high, middle - cap),
                                (high, middle + cap),
                            ];
                            canvas.line(&beam, theme::MEDIUM, color)?;
                            high.max(right)
                        }
                        None => right,
                    };
                    (end, &bar.words, theme::INK)
                }
                Err(reason) => (left, reason, theme::MUTED),
            };
            if thick >= WITH_FIGURE {
                canvas.text(words, (end + 9.0, middle + 5.0), Anchor::Start, Ink::new(SMALL, ink))?;
            }
        }
        Ok(())
    }
}

/// A name in the width of its column.
fn cut(name: &str) -> String {
    let mut shown = name.to_owned();
    while theme::text_width(&shown, SMALL, Weight::Regular) > NAMES {
        shown = shown.trim_end_matches('…').to_owned();
        shown.pop();
        shown.push('…');
    }
    shown
}
