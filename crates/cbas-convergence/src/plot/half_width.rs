//! The relative half-width of the interval against n, with the tolerance and the law 1/√n.

use plotters::prelude::DrawingBackend;

use super::axis::{Axis, Spacing, log_ticks, percent};
use super::canvas::{Anchor, Canvas, Ink, Point};
use super::frame::{self, Heading, Panel, Sample};
use super::settling_view::{N_TITLE, THIN, View};
use super::{Caption, Criteria, Draw, PlotError, theme};
use crate::statistics::settling::{Settling, SettlingPoint};

/// Largest over smallest value of the vertical axis at most.
const RANGE: f64 = 1e6;

/// How the interval of one operation narrows: relative half-widths of the processes and overall.
#[derive(Debug, Clone, Copy)]
pub struct HalfWidth<'a> {
    /// The curves.
    pub settling: &'a Settling,
    /// The words of the titles.
    pub caption: &'a Caption,
    /// Tolerance, level and marks.
    pub criteria: &'a Criteria,
}

impl Draw for HalfWidth<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Relative half-width of the interval of {operation} in {library} against the number of samples")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let view = View::new(self.settling, self.caption, self.criteria)?;
        let overall = widths(&view.overall);
        let law = law(&overall);
        let heading = Heading {
            title: view.title("Half-width of the interval"),
            subtitle: view.subtitle(),
            legend: legend(&view, law.is_some()),
        };
        let reach = heading.draw(canvas)?;
        let wide = Panel::below(reach, 0);
        let n_axis = view.n_axis(wide.left, wide.right);
        let panel = Panel::below(reach, view.rows(&n_axis));
        let (low, high) = range(&view, self.criteria.eps);
        let y_axis = Axis { spacing: Spacing::Log, low, high, from: panel.bottom, to: panel.top };
        let place = |p: &Point| (n_axis.place(p.0), y_axis.place(p.1));

        let x_ticks = log_ticks(n_axis.low, n_axis.high, 1.0);
        let y_ticks = log_ticks(low, high, 0.0);
        panel.grid(canvas, (&n_axis, &x_ticks), (&y_axis, &y_ticks))?;
        let eps = frame::crisp(y_axis.place(self.criteria.eps * 100.0));
        canvas.line(&[(panel.left, eps), (panel.right, eps)], theme::MEDIUM, theme::TOLERANCE)?;
        for curve in view.thin_curves() {
            let points: Vec<Point> = widths(curve).iter().map(place).collect();
            draw_curve(canvas, &view, &panel, &points, (THIN.0, THIN.1, 3.0))?;
        }
        let points: Vec<Point> = overall.iter().map(place).collect();
        draw_curve(canvas, &view, &panel, &points, (theme::BOLD, theme::OVERALL, 5.0))?;
        let mut notes = vec![(eps, format!("eps = {}", percent(self.criteria.eps)), theme::TOLERANCE)];
        if let Some(scale) = law {
            let ends = [n_axis.low, n_axis.high].map(|n| place(&(n, scale / n.sqrt())));
            for piece in view.pieces(&ends, panel.top, panel.bottom) {
                canvas.dashed(&piece, theme::MEDIUM, theme::INK)?;
            }
            notes.push((ends[1].1, "∝ 1/√n".into(), theme::INK));
        }
        if let (Some(last), Some(width)) = (points.last(), overall.last()) {
            notes.push((last.1, percent(width.1 / 100.0), theme::OVERALL));
        } else {
            nothing(canvas, &panel)?;
        }
        frame::draw_marks(canvas, &panel, &n_axis, &view.marks(&n_axis))?;
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &n_axis, &x_ticks, N_TITLE)?;
        panel.left_axis(canvas, &y_axis, &y_ticks, "half-width relative to the mean, %")?;
        panel.notes(canvas, notes)
    }
}

fn legend(view: &View<'_>, law: bool) -> Vec<(Sample, String)> {
    let mut legend = Vec::new();
    if !view.alone() {
        legend.push((Sample::Line(THIN.0, THIN.1), "interval within each process".into()));
    }
    legend.push((Sample::Line(theme::BOLD, theme::OVERALL), view.interval_words()));
    if law {
        let words = "1/√n through the overall curve".into();
        legend.push((Sample::Dashed(theme::MEDIUM, theme::INK), words));
    }
    legend.push((Sample::Line(theme::MEDIUM, theme::TOLERANCE), "tolerance eps".into()));
    legend
}

fn draw_curve<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    view: &View<'_>,
    panel: &Panel,
    points: &[Point],
    (width, color, radius): (f64, plotters::style::RGBColor, f64),
) -> Result<(), PlotError> {
    for piece in view.pieces(points, panel.top, panel.bottom) {
        canvas.line(&piece, width, color)?;
    }
    match points.last() {
        Some(&last) if (panel.top..=panel.bottom).contains(&last.1) => canvas.dot(last, radius, color),
        _ => Ok(()),
    }
}

/// Says why there is no curve.
fn nothing<DB: DrawingBackend>(canvas: &Canvas<DB>, panel: &Panel) -> Result<(), PlotError> {
    let middle = ((panel.left + panel.right) / 2.0, panel.top + 40.0);
    let words = "no half-width above zero: a logarithmic axis cannot show it";
    canvas.text(words, middle, Anchor::Middle, Ink::new(theme::LABEL, theme::MUTED))
}

/// n and relative half-width in percent, where a logarithm takes it.
fn widths(curve: &[SettlingPoint]) -> Vec<Point> {
    curve
        .iter()
        .map(|point| (point.n as f64, point.relative_half_width() * 100.0))
        .filter(|(_, width)| width.is_finite() && *width > 0.0)
        .collect()
}

/// The factor of the law 1/√n that meets the curve midway between n = 10 and its end; the median
/// over a factor of two either way, so that no single dip decides.
fn law(overall: &[Point]) -> Option<f64> {
    let first = overall.iter().find(|(n, _)| *n >= 10.0)?;
    let last = overall.last()?;
    let middle = (first.0 * last.0).sqrt();
    let near = |point: &&Point| point.0 >= middle / 2.0 && point.0 <= middle * 2.0;
    let mut factors: Vec<f64> = overall.iter().filter(near).map(|(n, width)| width * n.sqrt()).collect();
    factors.sort_by(f64::total_cmp);
    factors.get(factors.len() / 2).copied()
}

/// The vertical range in percent: everything if it fits, else the late part.
fn range(view: &View<'_>, eps: f64) -> (f64, f64) {
    let eps = eps * 100.0;
    let all: Vec<Point> = std::iter::once(&view.overall).chain(&view.processes).flat_map(|c| widths(c)).collect();
    let late = all.iter().filter(|point| point.0 >= view.settled_from()).map(|point| point.1);
    let (late_low, late_high) = late.fold((eps, eps), |(low, high), width| (low.min(width), high.max(width)));
    let highest = all.iter().map(|point| point.1).fold(eps, f64::max);
    let high = highest.min(late_high * 30.0) * 1.25;
    let low = late_low.max(high / RANGE).min(eps) / 1.5;
    (low, high.max(low * 4.0))
}
