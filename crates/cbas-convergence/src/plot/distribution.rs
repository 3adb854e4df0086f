//! The distribution of the samples of a series, with quantiles and the mean.

use plotters::prelude::DrawingBackend;
use plotters::style::Color;

use super::axis::{Axis, Spacing, TimeUnit, linear_ticks, number, percent};
use super::canvas::{Anchor, Canvas, Ink, Point};
use super::frame::{self, Heading, Mark, Panel, Sample};
use super::marker::Marker;
use super::theme::{self, Weight};
use super::times::{Times, beyond_words, checked, mean_words};
use super::{Caption, Draw, PlotError};
use crate::analysis::Analysis;
use crate::statistics::histogram::{Histogram, Quantile};

/// Radius of the mark of samples beyond the axis.
const BEYOND: f64 = 5.0;
/// Distance of the rows of the list of quantiles.
const LIST_ROW: f64 = 20.0;
/// Right edge of the panel, left of that list.
const LIST_LEFT: f64 = theme::WIDTH - 160.5;
/// Room of a value in the list.
const LIST_ROOM: f64 = 100.0;

/// How the samples of one operation are distributed.
#[derive(Debug, Clone, Copy)]
pub struct Distribution<'a> {
    /// Bins and quantiles.
    pub histogram: &'a Histogram,
    /// The figures of the same series.
    pub analysis: &'a Analysis,
    /// The words of the titles.
    pub caption: &'a Caption,
}

impl Draw for Distribution<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Distribution of the times of {operation} in {library}, with quantiles")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let h = self.histogram;
        checked(h.n, self.analysis.mean())?;
        let heading = Heading {
            title: self.caption.title("Distribution of the samples"),
            subtitle: self.subtitle(),
            legend: self.legend(),
        };
        let reach = heading.draw(canvas)?;
        let wide = Panel { right: LIST_LEFT, ..Panel::below(reach, 0) };
        let times = Times::over(self.range(), (wide.left, wide.right));
        let marks = self.marks(&times.axis);
        let rows = frame::mark_rows(&times.axis, &marks).into_iter().max().map_or(0, |row| row + 1);
        let panel = Panel { right: LIST_LEFT, ..Panel::below(reach, rows) };
        let fullest = h.counts.iter().copied().max().unwrap_or(1).max(1);
        let high = self.share(fullest) * 1.06;
        let y_axis = Axis { spacing: Spacing::Linear, low: 0.0, high, from: panel.bottom, to: panel.top };

        let (x_axis, x_ticks) = times.labelled(8.0);
        let y_ticks = linear_ticks(0.0, high, 6.0, false);
        panel.grid(canvas, (&x_axis, &x_ticks), (&y_axis, &y_ticks))?;
        let outline = self.outline(&times.axis, &y_axis);
        canvas.area(&outline, frame::interval_fill())?;
        canvas.line(&outline, theme::MEDIUM, theme::OVERALL)?;
        frame::draw_marks(canvas, &panel, &times.axis, &marks)?;
        let mean = frame::crisp(times.pressed(self.analysis.mean()));
        if times.shows(self.analysis.mean()) {
            canvas.line(&[(mean, panel.top), (mean, panel.bottom)], theme::BOLD, theme::TOLERANCE)?;
        }
        self.tails(canvas, &panel)?;
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &x_ticks, &format!("time per operation, {}", times.unit.symbol))?;
        panel.left_axis(canvas, &y_axis, &y_ticks, "share of the samples in a bin, %")?;
        self.list(canvas, &panel, &times)
    }
}

impl Distribution<'_> {
    fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.histogram.n as f64
    }

    /// The bins, and the quantiles near them.
    fn range(&self) -> (f64, f64) {
        let (low, high) = (self.histogram.low, self.histogram.high());
        let near = |value: f64| value > low - 0.5 * (high - low) && value < high + 0.5 * (high - low);
        let quantiles = self.histogram.quantiles.iter().map(|quantile| quantile.value).filter(|value| near(*value));
        quantiles.fold((low, high), |(low, high), value| (low.min(value), high.max(value)))
    }

    fn subtitle(&self) -> String {
        let h = self.histogram;
        let runs = if h.runs == 1 { "1 run".into() } else { format!("{} runs together", h.runs) };
        let step = TimeUnit::of(h.width).format(h.width, h.width / 10.0);
        let n = number(h.n as f64, 0);
        let samples = if h.n == 1 { "sample" } else { "samples" };
        let clock = &self.caption.clock;
        let bins = if h.counts.len() == 1 { "1 bin".into() } else { format!("{} bins", h.counts.len()) };
        format!("{clock}; {n} {samples} of {runs}, after warm-up; {bins} of {step}")
    }

    fn legend(&self) -> Vec<(Sample, String)> {
        let mut legend = vec![
            (Sample::Area(frame::interval_fill(), Some(theme::OVERALL)), "samples".to_owned()),
            (Sample::Dashed(1.5, theme::INK), "quantiles".into()),
        ];
        let (low, high) = self.range();
        let out = !(low..=high).contains(&self.analysis.mean());
        let mean = mean_words(self.analysis.mean(), self.analysis.interval());
        let place = if out { " (beyond the axis)" } else { "" };
        legend.push((Sample::Line(theme::BOLD, theme::TOLERANCE), format!("mean {mean}{place}")));
        if let Some(words) = beyond_words(&self.histogram.below, &self.histogram.above) {
            legend.push((Sample::Marker(Marker::Right, BEYOND, theme::STRIKING), words));
        }
        legend
    }

    /// Quantiles on the axis; equal ones share a line.
    fn marks(&self, axis: &Axis) -> Vec<Mark> {
        let equal = self.histogram.quantiles.chunk_by(|a, b| a.value == b.value);
        let mark = |chunk: &[Quantile]| {
            let (first, last) = (chunk[0].probability, chunk[chunk.len() - 1].probability);
            let last = percent(last);
            let label = if chunk.len() == 1 { last } else { format!("{}–{last}", number(100.0 * first, 0)) };
            Mark { value: chunk[0].value, label }
        };
        equal.map(mark).filter(|mark| (axis.low..=axis.high).contains(&mark.value)).collect()
    }

    fn outline(&self, x: &Axis, y: &Axis) -> Vec<Point> {
        let h = self.histogram;
        let edge = |bin: usize| x.place(h.low + h.width * bin as f64);
        let mut outline = vec![(edge(0), y.place(0.0))];
        for (bin, &count) in h.counts.iter().enumerate() {
            let height = y.place(self.share(count));
            outline.extend([(edge(bin), height), (edge(bin + 1), height)]);
        }
        outline.push((edge(h.counts.len()), y.place(0.0)));
        outline
    }

    /// Arrows at the lower corners for samples beyond the axis.
    fn tails<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, panel: &Panel) -> Result<(), PlotError> {
        let y = panel.bottom - 14.0;
        let (below, above) = (self.histogram.below.count, self.histogram.above.count);
        for (count, marker, edge, inwards) in
            [(below, Marker::Left, panel.left, 1.0), (above, Marker::Right, panel.right, -1.0)]
        {
            if count == 0 {
                continue;
            }
            let words = format!("{} beyond", number(count as f64, 0));
            let width = theme::text_width(&words, theme::SMALL, Weight::Regular);
            let (near, far) = (edge + inwards * 2.0, edge + inwards * (width + 24.0));
            // The line of a quantile may stand here.
            canvas.area(&[(near, y - 9.0), (far, y - 9.0), (far, y + 9.0), (near, y + 9.0)], theme::PAPER.to_rgba())?;
            marker.draw(canvas, (edge + inwards * 10.0, y), BEYOND, theme::STRIKING)?;
            let middle = (edge + inwards * (20.0 + width / 2.0), y + 5.0);
            canvas.text(&words, middle, Anchor::Middle, Ink::new(theme::SMALL, theme::STRIKING))?;
        }
        Ok(())
    }

    /// The quantiles in numbers, right of the panel.
    fn list<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, panel: &Panel, times: &Times) -> Result<(), PlotError> {
        let h = self.histogram;
        let fine = (times.axis.high - times.axis.low) / 200.0;
        let value = |ns: f64| {
            let unit = TimeUnit::of(ns);
            let fits = |text: &String| theme::text_width(text, theme::SMALL, Weight::Regular) <= LIST_ROOM;
            let text = |coarser: i32| unit.format(ns, fine * libm::pow(10.0, f64::from(coarser)));
            (0..9).map(text).find(fits).unwrap_or_else(|| text(9))
        };
        let mut rows = vec![("max".to_owned(), value(h.max))];
        rows.extend(h.quantiles.iter().rev().map(|q| (percent(q.probability), value(q.value))));
        rows.push(("min".to_owned(), value(h.min)));
        let (left, right) = (panel.right + 9.0, theme::WIDTH - 10.0);
        let mut y = panel.top - 5.0;
        for (name, value) in rows {
            y += LIST_ROW;
            canvas.text(&name, (left, y), Anchor::Start, Ink::new(theme::SMALL, theme::MUTED))?;
            canvas.text(&value, (right, y), Anchor::End, Ink::new(theme::SMALL, theme::INK))?;
        }
        Ok(())
    }
}
