//! The mean of every process with its own interval, and what they say together.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::axis::{Axis, Spacing, Tick, number, percent};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Panel, Sample};
use super::marker::Marker;
use super::theme::{self, SMALL, Weight};
use super::times::{Times, checked, mean_words};
use super::{Caption, Draw, PlotError};
use crate::analysis::{Analysis, Interval};
use crate::statistics::trace::decimate;

/// Up to this many processes each has its own mark and interval; of more, the extremes are drawn.
const SINGLE: usize = 250;
/// Half of the width of a cap.
const CAP: f64 = 5.0;
/// Radius of a mark.
const MARK: f64 = 4.5;

/// How much processes differ: their means with the interval of each, the mean over them with its interval, and the
/// spread between processes.
#[derive(Debug, Clone, Copy)]
pub struct ProcessMeans<'a> {
    /// The figures.
    pub analysis: &'a Analysis,
    /// The words of the titles.
    pub caption: &'a Caption,
}

/// One process as it is drawn.
struct Member {
    name: String,
    mean: f64,
    interval: Option<Interval>,
    unstable: bool,
}

impl Draw for ProcessMeans<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Mean time of {operation} in {library} in each process, with intervals")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let members = self.members();
        let mean = self.analysis.mean();
        checked(members.len(), mean)?;
        let (low, high) = self.range(&members);
        let heading = Heading {
            title: self.caption.title("Means of the processes"),
            subtitle: self.subtitle(members.len()),
            legend: self.legend(&members, (low, high)),
        };
        let panel = Panel::below(heading.draw(canvas)?, 0);
        let times = Times::over((low, high), (panel.bottom, panel.top));
        let last = members.len() as f64 - 0.5;
        let x_axis = Axis { spacing: Spacing::Linear, low: -0.5, high: last, from: panel.left, to: panel.right };

        self.bands(canvas, &panel, &times)?;
        let (y_axis, y_ticks) = times.labelled(6.0);
        panel.grid(canvas, (&x_axis, &[]), (&y_axis, &y_ticks))?;
        if members.len() <= SINGLE {
            each(canvas, &members, &x_axis, &times)?;
        } else {
            extremes(canvas, &members, &x_axis, &times)?;
        }
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &names(&members, &x_axis), "process, in the order of measurement")?;
        panel.left_axis(canvas, &y_axis, &y_ticks, &format!("mean time per operation, {}", times.unit.symbol))?;
        let (relative, ticks) = times.relative_to(mean);
        let of = if members.len() == 1 { "of the process" } else { "over processes" };
        panel.right_axis(canvas, &relative, &ticks, &format!("deviation from the mean {of}, %"))
    }
}

impl ProcessMeans<'_> {
    fn members(&self) -> Vec<Member> {
        let a = self.analysis;
        let of_run = |&run: &usize| {
            let r = &a.runs[run];
            let unstable = !r.verdict.reasons().is_empty();
            let name = r.process.clone().unwrap_or_else(|| run.to_string());
            Member { name, mean: r.mean, interval: r.interval, unstable }
        };
        match &a.between {
            // Values that are means of whole processes have no run of their own.
            Some(b) if b.process_means.len() != a.main_runs.len() => {
                let of_value = |(i, &mean): (usize, &f64)| {
                    let name = i.to_string();
                    Member { name, mean, interval: None, unstable: false }
                };
                b.process_means.iter().enumerate().map(of_value).collect()
            }
            _ => a.main_runs.iter().map(of_run).collect(),
        }
    }

    /// Standard deviation between processes beyond the noise of their samples, ns.
    fn between_sd(&self) -> Option<f64> {
        let variance = self.analysis.between.as_ref()?.variance_between?;
        Some(variance.sqrt())
    }

    fn subtitle(&self, processes: usize) -> String {
        let a = self.analysis;
        let clock = &self.caption.clock;
        let mean = a.mean();
        let Some(b) = &a.between else {
            return format!("{clock}; 1 process: nothing is known of others; {}", a.verdict.short());
        };
        let over = mean_words(mean, Some(&b.interval));
        let between = self.between_sd().map_or(String::new(), |sd| {
            if sd == 0.0 {
                "; no spread beyond the samples' noise".into()
            } else {
                format!("; sd between {}", percent(sd / mean))
            }
        });
        format!("{clock}; {} processes, mean {over}{between}; {}", number(processes as f64, 0), a.verdict.short())
    }

    fn legend(&self, members: &[Member], (low, high): (f64, f64)) -> Vec<(Sample, String)> {
        let level = percent(self.analysis.settings.confidence);
        let mut legend = Vec::new();
        if members.len() > SINGLE {
            legend.push((Sample::Line(theme::HAIR, theme::PROCESS), "process means (lowest and highest)".into()));
        } else if members.iter().any(|member| member.interval.is_some()) {
            let words = format!("process, {level} interval within it");
            legend.push((Sample::Marker(Marker::Dot, MARK, theme::INK), words));
        } else {
            legend.push((Sample::Marker(Marker::Dot, MARK, theme::INK), "process".into()));
        }
        if members.len() <= SINGLE && members.iter().any(|member| member.unstable) {
            legend.push((Sample::Marker(Marker::Diamond, MARK, theme::STRIKING), "unstable process".into()));
        }
        if self.analysis.between.is_some() {
            legend.push((Sample::Line(theme::BOLD, theme::OVERALL), "mean of the processes".into()));
            legend.push((Sample::Area(frame::interval_fill(), None), format!("its {level} interval")));
        }
        if self.between_sd().is_some_and(|sd| sd > 0.0) {
            legend.push((Sample::Dashed(theme::MEDIUM, theme::INK), "± sd between processes".into()));
        }
        let (mean, eps) = (self.analysis.mean(), self.analysis.settings.eps);
        let beyond = mean * (1.0 - eps) < low && mean * (1.0 + eps) > high;
        let place = if beyond { " (wider than the picture)" } else { "" };
        let words = format!("mean ± eps = {}{place}", percent(eps));
        legend.push((Sample::Area(frame::tolerance_fill(), Some(theme::TOLERANCE)), words));
        legend
    }

    /// All means and intervals, and the tolerance unless it would squash them.
    fn range(&self, members: &[Member]) -> (f64, f64) {
        let mean = self.analysis.mean();
        let mut ends: Vec<f64> = members.iter().map(|member| member.mean).collect();
        if members.len() <= SINGLE {
            ends.extend(members.iter().filter_map(|member| member.interval).flat_map(|i| [i.low, i.high]));
        }
        ends.extend(self.analysis.between.iter().flat_map(|b| [b.interval.low, b.interval.high]));
        ends.extend(self.between_sd().into_iter().flat_map(|sd| [mean - sd, mean + sd]));
        let far = ends.iter().filter(|end| end.is_finite()).map(|end| (end - mean).abs()).fold(0.0, f64::max);
        let tolerance = self.analysis.settings.eps * mean;
        if far == 0.0 || tolerance < 8.0 * far {
            ends.extend([mean - tolerance, mean + tolerance]);
        }
        let finite = ends.into_iter().filter(|end| end.is_finite());
        finite.fold((mean, mean), |(low, high), end| (low.min(end), high.max(end)))
    }

    /// Tolerance, interval, spread between processes and mean.
    fn bands<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, panel: &Panel, times: &Times) -> Result<(), PlotError> {
        let a = self.analysis;
        let mean = a.mean();
        let across = |y: f64| [(panel.left, y), (panel.right, y)];
        let inside = |y: &f64| *y > panel.top && *y < panel.bottom;
        let edges = [1.0, -1.0].map(|sign| frame::crisp(times.axis.place(mean * (1.0 + sign * a.settings.eps))));
        panel.stripe(canvas, (edges[0], edges[1]), frame::tolerance_fill())?;
        for y in edges.into_iter().filter(inside) {
            canvas.line(&across(y), theme::MEDIUM, theme::TOLERANCE)?;
        }
        let Some(b) = &a.between else { return Ok(()) };
        let (low, high) = (times.axis.place(b.interval.low), times.axis.place(b.interval.high));
        panel.stripe(canvas, (low, high), frame::interval_fill())?;
        if let Some(sd) = self.between_sd().filter(|sd| *sd > 0.0) {
            for y in [mean - sd, mean + sd].map(|end| times.axis.place(end)) {
                canvas.dashed(&across(y), theme::MEDIUM, theme::INK)?;
            }
        }
        canvas.line(&across(times.axis.place(mean)), theme::BOLD, theme::OVERALL)
    }
}

/// A mark and an interval for each process.
fn each<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    members: &[Member],
    x_axis: &Axis,
    times: &Times,
) -> Result<(), PlotError> {
    let cap = CAP.min((x_axis.to - x_axis.from) / members.len() as f64 / 3.0);
    for (i, member) in members.iter().enumerate() {
        let x = x_axis.place(i as f64);
        let (marker, color): (Marker, RGBColor) =
            if member.unstable { (Marker::Diamond, theme::STRIKING) } else { (Marker::Dot, theme::INK) };
        if let Some(interval) = member.interval.filter(|i| i.low.is_finite() && i.high.is_finite()) {
            let (low, high) = (times.pressed(interval.low), times.pressed(interval.high));
            // One line: cap, stem, cap.
            let beam: [Point; 6] =
                [(x - cap, low), (x + cap, low), (x, low), (x, high), (x - cap, high), (x + cap, high)];
            canvas.line(&beam, theme::MEDIUM, color)?;
        }
        marker.draw(canvas, (x, times.pressed(member.mean)), MARK.min(cap + 1.0), color)?;
    }
    Ok(())
}

/// The lowest and the highest mean of each pixel column.
fn extremes<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    members: &[Member],
    x_axis: &Axis,
    times: &Times,
) -> Result<(), PlotError> {
    let means: Vec<f64> = members.iter().map(|member| member.mean).collect();
    let points = decimate(&means, (x_axis.to - x_axis.from) as usize);
    let place = |at: usize, value: f64| (x_axis.place(at as f64), times.pressed(value));
    let line: Vec<Point> = points.iter().map(|point| place(point.at, point.value)).collect();
    canvas.line(&line, theme::HAIR, theme::PROCESS)
}

/// Ticks with the names of processes, as many as do not overlap.
fn names(members: &[Member], axis: &Axis) -> Vec<Tick> {
    let widths = members.iter().map(|member| theme::text_width(&short(&member.name), SMALL, Weight::Regular));
    let room = (axis.to - axis.from) / members.len() as f64;
    let least = (widths.fold(0.0, f64::max) + 14.0) / room;
    let steps = (0..).flat_map(|decade| [1, 2, 5].map(|digit| digit * 10usize.saturating_pow(decade)));
    let every = steps.into_iter().find(|&step| step as f64 >= least).unwrap_or(members.len());
    let ticks = members.iter().enumerate().step_by(every);
    ticks.map(|(i, member)| Tick { value: i as f64, label: Some(short(&member.name)) }).collect()
}

/// A name that leaves room for others.
fn short(name: &str) -> String {
    let start: String = name.chars().take(12).collect();
    if start.len() < name.len() { format!("{start}…") } else { start }
}
