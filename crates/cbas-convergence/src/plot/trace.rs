//! One run in the order of measurement: samples, warm-up cut, levels and shifts, preempted samples.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBAColor};

use super::axis::{Axis, Spacing, linear_ticks, number, percent};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Mark, Panel, Sample};
use super::marker::{Marker, thinned};
use super::times::{Times, beyond_words, checked, mean_words, run_words};
use super::{Caption, Draw, PlotError, theme};
use crate::analysis::RunAnalysis;
use crate::statistics::trace::{Trace, TracePoint};

/// Up to this many points, each also gets a dot.
const DOTS: usize = 300;
/// Up to this many samples, dots are large.
const FEW: usize = 50;
/// Radius of the dot of a sample, and of one of few.
const DOT: (f64, f64) = (2.0, 4.0);
/// Radius of the mark of a preempted sample.
const PREEMPTED: f64 = 3.5;
/// Radius of the mark of samples beyond the axis.
const BEYOND: f64 = 4.0;
/// Rows of labels at most; shifts that are smaller than others go without a label.
const ROWS: usize = 2;

/// One run in time order. Every extreme within the axis is seen whatever the number of samples; those beyond it are marked
/// at the edge and counted.
#[derive(Debug, Clone, Copy)]
pub struct TracePlot<'a> {
    /// What is drawn.
    pub trace: &'a Trace,
    /// The figures of the same run.
    pub run: &'a RunAnalysis,
    /// The words of the titles.
    pub caption: &'a Caption,
    /// Which run it is, e.g. `process 3, the least stable of 5`; may be empty.
    pub which: &'a str,
}

impl Draw for TracePlot<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Times of {operation} in {library} in the order of measurement")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        checked(self.trace.n, self.run.mean)?;
        let heading = Heading {
            title: self.caption.title("Samples in time order"),
            subtitle: run_words(self.caption, self.which, self.run, &self.figures()),
            legend: self.legend(),
        };
        let reach = heading.draw(canvas)?;
        let wide = Panel::below(reach, 0);
        let last = (self.trace.n - 1) as f64;
        // A few samples stand clear of the border.
        let air = if self.trace.n <= FEW { 0.5 } else { 0.0 };
        let x_axis = Axis { spacing: Spacing::Linear, low: -air, high: last + air, from: wide.left, to: wide.right };
        let marks = self.marks(&x_axis);
        let rows = frame::mark_rows(&x_axis, &marks).into_iter().max().map_or(0, |row| row + 1);
        let labelled = marks.iter().any(|mark| !mark.label.is_empty());
        let panel = Panel::below(reach, if labelled { rows } else { 0 });
        let times = Times::over(self.trace.range, (panel.bottom, panel.top));

        self.warm_up(canvas, &panel, &x_axis)?;
        let x_ticks = linear_ticks(0.0, last.max(0.5), 8.0_f64.min(last.max(0.5)), false);
        let (y_axis, y_ticks) = times.labelled(6.0);
        panel.grid(canvas, (&x_axis, &x_ticks), (&y_axis, &y_ticks))?;
        self.samples(canvas, &x_axis, &times)?;
        self.lines(canvas, &x_axis, &times)?;
        frame::draw_marks(canvas, &panel, &x_axis, &marks)?;
        self.single(canvas, &panel, &x_axis, &times)?;
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &x_ticks, "sample of the run, in the order of measurement")?;
        panel.left_axis(canvas, &y_axis, &y_ticks, &format!("time per operation, {}", times.unit.symbol))?;
        // With wild outliers the mean may be off the axis, and deviations from it would all read the same.
        let (centre, name) =
            if times.shows(self.run.mean) { (self.run.mean, "mean") } else { (self.run.median, "median") };
        let (relative, ticks) = times.relative_to(centre);
        panel.right_axis(canvas, &relative, &ticks, &format!("deviation from the {name} of the run, %"))
    }
}

impl TracePlot<'_> {
    fn dot(&self) -> f64 {
        if self.trace.n <= FEW { DOT.1 } else { DOT.0 }
    }

    fn figures(&self) -> String {
        let run = self.run;
        let n = number(self.trace.n as f64, 0);
        let samples = if self.trace.n == 1 { "sample" } else { "samples" };
        let after = if self.trace.warm_up > 0 { "mean after the cut" } else { "mean" };
        format!("{n} {samples}, {after} {}", mean_words(run.mean, run.interval.as_ref()))
    }

    fn legend(&self) -> Vec<(Sample, String)> {
        let trace = self.trace;
        let all = trace.points.len() == trace.n;
        let samples = if all { "samples" } else { "samples (lowest and highest of each pixel column)" };
        let mut legend = vec![(Sample::Line(theme::THIN, theme::SAMPLES), samples.to_owned())];
        if trace.points.len() <= DOTS {
            legend[0].0 = Sample::Marker(Marker::Dot, self.dot(), theme::SAMPLES);
        }
        if !trace.medians.is_empty() {
            let words = format!("median of {} samples", number(trace.block as f64, 0));
            legend.push((Sample::Line(theme::THIN, theme::INK), words));
        }
        let words = if trace.levels.len() > 1 { "level between shifts" } else { "level" };
        legend.push((Sample::Line(theme::BOLD, theme::OVERALL), words.into()));
        if trace.warm_up > 0 {
            let words = format!("warm-up, {} samples cut", number(trace.warm_up as f64, 0));
            legend.push((Sample::Area(warm_up_fill(), None), words));
        }
        if !self.run.shifts.is_empty() {
            let count = self.run.shifts.len();
            let words = if count == 1 { "level shift".into() } else { format!("{count} level shifts") };
            legend.push((Sample::Dashed(1.5, theme::INK), words));
        }
        if let Some(preempted) = &trace.preempted {
            let share = percent(preempted.count as f64 / trace.n as f64);
            let words = match preempted.count {
                0 => "preempted: none".into(),
                count => format!("preempted: {} ({share})", number(count as f64, 0)),
            };
            legend.push((Sample::Marker(Marker::Diamond, PREEMPTED, theme::STRIKING), words));
        }
        if let Some(words) = beyond_words(&trace.below, &trace.above) {
            legend.push((Sample::Marker(Marker::Up, BEYOND, theme::TOLERANCE), words));
        }
        legend
    }

    /// The warm-up cut and the shifts; of the labels of shifts those of the largest, as far as there is room.
    fn marks(&self, axis: &Axis) -> Vec<Mark> {
        let at = |i: usize| number(i as f64, 0);
        let cut = (self.trace.warm_up > 0).then(|| {
            let label = format!("warm-up cut at {}", at(self.trace.warm_up));
            Mark { value: self.trace.warm_up as f64, label }
        });
        let shifts = self.run.shifts.iter().map(|shift| {
            let sign = if shift.relative > 0.0 { "+" } else { "\u{2212}" };
            let label = format!("{sign}{} at {}", percent(shift.relative.abs()), at(shift.at));
            Mark { value: shift.at as f64, label }
        });
        let mut marks: Vec<Mark> = cut.into_iter().chain(shifts).collect();
        let size = |i: usize| match i.checked_sub(usize::from(self.trace.warm_up > 0)) {
            Some(shift) => self.run.shifts[shift].relative.abs(),
            None => f64::INFINITY,
        };
        let mut order: Vec<usize> = (0..marks.len()).collect();
        order.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
        let labels: Vec<String> = marks.iter_mut().map(|mark| std::mem::take(&mut mark.label)).collect();
        for i in order {
            marks[i].label.clone_from(&labels[i]);
            if frame::mark_rows(axis, &marks).into_iter().any(|row| row >= ROWS) {
                marks[i].label.clear();
            }
        }
        marks
    }

    fn warm_up<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, panel: &Panel, axis: &Axis) -> Result<(), PlotError> {
        if self.trace.warm_up == 0 {
            return Ok(());
        }
        let (left, right) = (panel.left, axis.place(self.trace.warm_up as f64));
        let outline = [(left, panel.top), (right, panel.top), (right, panel.bottom), (left, panel.bottom)];
        canvas.area(&outline, warm_up_fill())
    }

    fn samples<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, x: &Axis, times: &Times) -> Result<(), PlotError> {
        let points = placed(&self.trace.points, x, times);
        canvas.line(&points, theme::HAIR, theme::SAMPLES)?;
        if points.len() > DOTS {
            return Ok(());
        }
        points.into_iter().try_for_each(|point| canvas.dot(point, self.dot(), theme::SAMPLES))
    }

    /// Local medians and levels.
    fn lines<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, x: &Axis, times: &Times) -> Result<(), PlotError> {
        for level in &self.trace.levels {
            let y = times.pressed(level.mean);
            let last = (level.to - 1).max(level.from);
            canvas.line(&[(x.place(level.from as f64), y), (x.place(last as f64), y)], theme::BOLD, theme::OVERALL)?;
        }
        canvas.line(&placed(&self.trace.medians, x, times), theme::THIN, theme::INK)
    }

    /// Preempted samples, and marks at the edges for samples beyond them.
    fn single<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        x: &Axis,
        times: &Times,
    ) -> Result<(), PlotError> {
        // Those beyond the axis stand clear of the marks at the edge.
        let (top, bottom) = (panel.top + 4.0 * BEYOND, panel.bottom - 4.0 * BEYOND);
        for (x, y) in self.trace.preempted.iter().flat_map(|preempted| placed(&preempted.points, x, times)) {
            Marker::Diamond.draw(canvas, (x, y.clamp(top, bottom)), PREEMPTED, theme::STRIKING)?;
        }
        let (low, high) = self.trace.range;
        let out = |is_out: &dyn Fn(f64) -> bool| {
            let points = self.trace.points.iter().filter(|point| is_out(point.value));
            thinned(points.map(|point| x.place(point.at as f64)).collect(), 2.0 * BEYOND)
        };
        for x in out(&|value| value > high) {
            Marker::Up.draw(canvas, (x, panel.top + BEYOND + 1.0), BEYOND, theme::TOLERANCE)?;
        }
        for x in out(&|value| value < low) {
            Marker::Down.draw(canvas, (x, panel.bottom - BEYOND - 1.0), BEYOND, theme::TOLERANCE)?;
        }
        Ok(())
    }
}

fn placed(points: &[TracePoint], x: &Axis, times: &Times) -> Vec<Point> {
    points.iter().map(|point| (x.place(point.at as f64), times.pressed(point.value))).collect()
}

fn warm_up_fill() -> RGBAColor {
    theme::TOLERANCE_AREA.mix(theme::WARM_UP_OPACITY)
}
