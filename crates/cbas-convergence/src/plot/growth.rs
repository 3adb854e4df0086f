//! Times against a number, on logarithmic axes: curves with bands, and where they cross.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBColor};

use super::axis::{Axis, Spacing, TimeUnit, log_ticks};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Mark, Panel, Sample};
use super::marker::Marker;
use super::{Draw, PlotError, theme};

/// Opacity of the band about a curve.
const BAND: f64 = 0.22;

/// How times grow with a number: one curve a thing with the band of its interval, and marks where curves cross.
///
/// ```
/// use cbas_convergence::plot::{Crossing, Figure, Growth, GrowthCurve};
/// let curve = |name: &str, ns: [f64; 3]| GrowthCurve {
///     name: name.into(),
///     points: [1.0, 10.0, 100.0].into_iter().zip(ns.map(|ns| (ns, Some((0.9 * ns, 1.1 * ns))))).collect(),
/// };
/// let picture = Growth {
///     title: "Verification of an aggregate".into(),
///     subtitle: "five processes".into(),
///     number: "number of signers n".into(),
///     curves: vec![curve("a", [1e6, 1e7, 1e8]), curve("b", [4e6, 8e6, 5e7])],
///     crossings: vec![Crossing { at: 7.0, ns: 7e6, words: "n = 7".into() }],
/// };
/// assert!(picture.svg()?.contains("n = 7"));
/// # Ok::<(), cbas_convergence::plot::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// Title.
    pub title: String,
    /// What the figures rest on.
    pub subtitle: String,
    /// Title of the horizontal axis.
    pub number: String,
    /// The curves.
    pub curves: Vec<GrowthCurve>,
    /// Where they cross.
    pub crossings: Vec<Crossing>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct GrowthCurve {
    /// Its name.
    pub name: String,
    /// The number, and the time with its interval (ns), in rising order of the number. Times that are not above 0 have
    /// no place on a logarithmic axis and are left out.
    pub points: Vec<(f64, GrowthValue)>,
}

/// A time and its interval, ns.
pub type GrowthValue = (f64, Option<(f64, f64)>);

/// Where two curves cross.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The number.
    pub at: f64,
    /// The time, ns.
    pub ns: f64,
    /// What is written above.
    pub words: String,
}

/// One curve as it is drawn.
struct Drawn<'a> {
    name: &'a str,
    points: Vec<(f64, GrowthValue)>,
    color: RGBColor,
    dashed: bool,
}

impl Draw for Growth {
    fn description(&self) -> String {
        let names: Vec<&str> = self.curves.iter().map(|curve| curve.name.as_str()).collect();
        format!("{} against {}: {}", self.title, self.number, names.join(", "))
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let curves = self.drawn();
        let ((first, last), (low, high)) = range(&curves)?;
        let sample = |curve: &Drawn<'_>| match curve.dashed {
            true => Sample::Dashed(theme::BOLD, curve.color),
            false => Sample::Line(theme::BOLD, curve.color),
        };
        let mut legend: Vec<(Sample, String)> = curves.iter().map(|c| (sample(c), c.name.to_owned())).collect();
        if !self.crossings.is_empty() {
            legend.push((Sample::Marker(Marker::Diamond, 5.0, theme::INK), "curves cross".to_owned()));
        }
        let heading = Heading { title: self.title.clone(), subtitle: self.subtitle.clone(), legend };
        let reach = heading.draw(canvas)?;
        let wide = Panel { right: theme::WIDTH - 40.5, ..Panel::below(reach, 0) };
        let x_axis = Axis { spacing: Spacing::Log, low: first, high: last, from: wide.left, to: wide.right };
        let marks: Vec<Mark> = self.crossings.iter().map(|c| Mark { value: c.at, label: c.words.clone() }).collect();
        let rows = frame::mark_rows(&x_axis, &marks).into_iter().map(|row| row + 1).max().unwrap_or(0);
        let panel = Panel { right: wide.right, ..Panel::below(reach, rows) };
        let unit = TimeUnit::of((low * high).sqrt());
        let y_axis =
            Axis { spacing: Spacing::Log, low: low / unit.ns, high: high / unit.ns, from: panel.bottom, to: panel.top };
        let place = |x: f64, ns: f64| (x_axis.place(x), y_axis.place(ns / unit.ns));
        let (x_ticks, y_ticks) = (log_ticks(first, last, 1.0), log_ticks(y_axis.low, y_axis.high, 0.0));
        panel.grid(canvas, (&x_axis, &x_ticks), (&y_axis, &y_ticks))?;
        for curve in &curves {
            band(canvas, curve, place)?;
        }
        for curve in &curves {
            let line: Vec<Point> = curve.points.iter().map(|(x, (ns, _))| place(*x, *ns)).collect();
            match curve.dashed {
                true => canvas.dashed(&line, theme::BOLD, curve.color)?,
                false => canvas.line(&line, theme::BOLD, curve.color)?,
            }
        }
        frame::draw_marks(canvas, &panel, &x_axis, &marks)?;
        for crossing in &self.crossings {
            Marker::Diamond.draw(canvas, place(crossing.at, crossing.ns), 5.0, theme::INK)?;
        }
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &x_ticks, &self.number)?;
        panel.left_axis(canvas, &y_axis, &y_ticks, &format!("time, {}", unit.symbol))
    }
}

impl Growth {
    /// The curves with the points that a logarithm takes.
    fn drawn(&self) -> Vec<Drawn<'_>> {
        let usable = |(x, (ns, _)): &&(f64, GrowthValue)| *x > 0.0 && x.is_finite() && *ns > 0.0 && ns.is_finite();
        let curves = self.curves.iter().enumerate().map(|(at, curve)| Drawn {
            name: &curve.name,
            points: curve.points.iter().filter(usable).copied().collect(),
            color: theme::curve(at),
            dashed: theme::is_second_round(at),
        });
        curves.filter(|curve| curve.points.len() > 1).collect()
    }
}

/// The ranges of the number and of the times, bands included where they are above 0.
fn range(curves: &[Drawn<'_>]) -> Result<(Point, Point), PlotError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)))
    };
    let numbers = span(&mut points().map(|(x, _)| *x));
    let times = |(_, (ns, interval)): &(f64, GrowthValue)| {
        let (low, high) = interval.filter(|(low, high)| *low > 0.0 && high.is_finite()).unwrap_or((*ns, *ns));
        [low, high]
    };
    let (low, high) = span(&mut points().flat_map(times));
    if numbers.0 >= numbers.1 || !low.is_finite() {
        return Err(PlotError::Empty);
    }
    Ok((numbers, (low / 1.3, high * 1.3)))
}

/// The area between the ends of the intervals.
fn band<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    curve: &Drawn<'_>,
    place: impl Fn(f64, f64) -> Point,
) -> Result<(), PlotError> {
    let ends: Vec<(f64, f64, f64)> = curve
        .points
        .iter()
        .filter_map(|(x, (_, interval))| interval.map(|(low, high)| (*x, low, high)))
        .filter(|(_, low, high)| *low > 0.0 && high.is_finite())
        .collect();
    let above = ends.iter().map(|(x, _, high)| place(*x, *high));
    let below = ends.iter().rev().map(|(x, low, _)| place(*x, *low));
    canvas.area(&above.chain(below).collect::<Vec<_>>(), curve.color.mix(BAND))
}
