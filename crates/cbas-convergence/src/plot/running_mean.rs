//! The running mean against n, with its interval and the tolerance about the final mean.

use plotters::prelude::DrawingBackend;

use super::axis::{Axis, Spacing, TimeUnit, linear_ticks, log_ticks, percent};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Panel, Sample};
use super::settling_view::{N_TITLE, THIN, View};
use super::{Caption, Criteria, Draw, PlotError, curve, theme};
use crate::statistics::settling::{Settling, SettlingPoint};

/// How the mean of one operation settles: running means of the processes and over them.
#[derive(Debug, Clone, Copy)]
pub struct RunningMean<'a> {
    /// The curves.
    pub settling: &'a Settling,
    /// The words of the titles.
    pub caption: &'a Caption,
    /// Tolerance, level and marks.
    pub criteria: &'a Criteria,
}

impl Draw for RunningMean<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Running mean of {operation} in {library} against the number of samples")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let view = View::new(self.settling, self.caption, self.criteria)?;
        let (low, high) = range(&view, self.criteria.eps);
        let heading = Heading {
            title: view.title("Running mean"),
            subtitle: view.subtitle(),
            legend: self.legend(&view, (low, high)),
        };
        let reach = heading.draw(canvas)?;
        let wide = Panel::below(reach, 0);
        let n_axis = view.n_axis(wide.left, wide.right);
        let panel = Panel::below(reach, view.rows(&n_axis));
        let y_axis = Axis { spacing: Spacing::Linear, low, high, from: panel.bottom, to: panel.top };

        let x_ticks = log_ticks(n_axis.low, n_axis.high, 1.0);
        let unit = TimeUnit::of(view.last().mean);
        let times = Axis { low: low / unit.ns, high: high / unit.ns, ..y_axis };
        let y_ticks = linear_ticks(times.low, times.high, 6.0, false);

        self.tolerance(canvas, &view, &panel, &y_axis)?;
        panel.grid(canvas, (&n_axis, &x_ticks), (&times, &y_ticks))?;
        let cut = curves(canvas, &view, &panel, (&n_axis, &y_axis))?;
        frame::draw_marks(canvas, &panel, &n_axis, &view.marks(&n_axis))?;
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &n_axis, &x_ticks, N_TITLE)?;
        let title = format!("mean time per operation, {}", unit.symbol);
        panel.left_axis(canvas, &times, &y_ticks, &title)?;
        self.relative_axis(canvas, &view, &panel, &y_axis)?;
        if cut {
            panel.remark(canvas, "early values beyond the axis are cut off")?;
        }
        Ok(())
    }
}

impl RunningMean<'_> {
    fn legend(&self, view: &View<'_>, (low, high): (f64, f64)) -> Vec<(Sample, String)> {
        let mut legend = Vec::new();
        if view.alone() {
            let words = "running mean of the one process".into();
            legend.push((Sample::Line(theme::BOLD, theme::OVERALL), words));
        } else {
            legend.push((Sample::Line(THIN.0, THIN.1), "each process".into()));
            let words = format!("mean of {}", view.count_words());
            legend.push((Sample::Line(theme::BOLD, theme::OVERALL), words));
        }
        legend.push((Sample::Area(frame::interval_fill(), None), view.interval_words()));
        let (mean, eps) = (view.last().mean, self.criteria.eps);
        let beyond = mean * (1.0 - eps) < low && mean * (1.0 + eps) > high;
        let place = if beyond { " (wider than the picture)" } else { "" };
        legend.push((
            Sample::Area(frame::tolerance_fill(), Some(theme::TOLERANCE)),
            format!("final mean ± eps = {}{place}", percent(eps)),
        ));
        legend
    }

    /// The area of final mean ± eps.
    fn tolerance<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        view: &View<'_>,
        panel: &Panel,
        y_axis: &Axis,
    ) -> Result<(), PlotError> {
        let edge = |sign: f64| frame::crisp(y_axis.place(view.last().mean * (1.0 + sign * self.criteria.eps)));
        let edges = (edge(1.0), edge(-1.0));
        panel.stripe(canvas, edges, frame::tolerance_fill())?;
        for y in [edges.0, edges.1] {
            if y > panel.top && y < panel.bottom {
                let line = [(panel.left, y), (panel.right, y)];
                canvas.line(&line, theme::MEDIUM, theme::TOLERANCE)?;
            }
        }
        Ok(())
    }

    /// The reading on the right: deviation from the final mean.
    fn relative_axis<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        view: &View<'_>,
        panel: &Panel,
        y_axis: &Axis,
    ) -> Result<(), PlotError> {
        let share = |time: f64| (time / view.last().mean - 1.0) * 100.0;
        let relative = Axis { low: share(y_axis.low), high: share(y_axis.high), ..*y_axis };
        let ticks = linear_ticks(relative.low, relative.high, 6.0, true);
        panel.right_axis(canvas, &relative, &ticks, "deviation from the final mean, %")
    }
}

/// Draws interval, thin curves and bold curve; tells whether any of them left the panel.
fn curves<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    view: &View<'_>,
    panel: &Panel,
    (n_axis, y_axis): (&Axis, &Axis),
) -> Result<bool, PlotError> {
    let place = |n: usize, value: f64| (n_axis.place(n as f64), y_axis.place(value));
    let path =
        |curve: &[SettlingPoint]| -> Vec<Point> { curve.iter().map(|point| place(point.n, point.mean)).collect() };
    let outside = |points: &[Point]| points.iter().any(|p| p.1 < panel.top || p.1 > panel.bottom);
    let mut cut = false;

    for run in view.overall.split(|point| !(point.low.is_finite() && point.high.is_finite())) {
        let upper: Vec<Point> = run.iter().map(|point| place(point.n, point.high)).collect();
        let lower: Vec<Point> = run.iter().map(|point| place(point.n, point.low)).collect();
        cut |= outside(&upper) || outside(&lower);
        let edge = |points: &[Point]| view.thinned(&curve::press(points, panel.top, panel.bottom));
        let mut outline = edge(&upper);
        outline.extend(edge(&lower).into_iter().rev());
        canvas.area(&outline, frame::interval_fill())?;
        if let ([top], [bottom]) = (&upper[..], &lower[..]) {
            for piece in view.pieces(&[*top, *bottom], panel.top, panel.bottom) {
                canvas.line(&piece, theme::BOLD * 2.0, theme::INTERVAL)?;
            }
        }
    }
    let thin = view.thin_curves().map(|curve| (path(curve), THIN, 3.0));
    let bold = (path(&view.overall), (theme::BOLD, theme::OVERALL), 5.0);
    for (points, (width, color), radius) in thin.chain([bold]) {
        cut |= outside(&points);
        for piece in view.pieces(&points, panel.top, panel.bottom) {
            canvas.line(&piece, width, color)?;
        }
        if let Some(&last) = points.last().filter(|last| !outside(&[**last])) {
            canvas.dot(last, radius, color)?;
        }
    }
    Ok(cut)
}

/// The vertical range: all of the settled part, as much of the rest as does not squash it.
fn range(view: &View<'_>, eps: f64) -> (f64, f64) {
    let last = view.last();
    let mean = last.mean;
    // Largest deviation above (+1) or below (-1) the final mean from an n on.
    let need = |from: f64, sign: f64| {
        let means = view.points().filter(|p| p.n as f64 >= from).map(|p| p.mean);
        let ends = view.overall.iter().filter(|p| p.n as f64 >= from).flat_map(|p| [p.low, p.high]);
        means.chain(ends).filter(|value| value.is_finite()).map(|value| sign * (value - mean)).fold(0.0, f64::max)
    };
    let n = last.n as f64;
    let inner = need(n / 10.0, 1.0).max(need(n / 10.0, -1.0));
    let side = |sign: f64| {
        let wanted = need(view.settled_from(), sign).min(4.0 * inner);
        wanted.max(need(n / 10.0, sign)).max(0.3 * inner)
    };
    let (mut down, mut up) = (side(-1.0) * 1.12, side(1.0) * 1.12);
    let tolerance = eps * mean;
    if inner == 0.0 || tolerance < 8.0 * inner {
        down = down.max(1.2 * tolerance);
        up = up.max(1.2 * tolerance);
    }
    (mean - down, mean + up)
}
