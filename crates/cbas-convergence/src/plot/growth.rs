//! Times against a number, on logarithmic axes: curves with bands, and where they cross. Every curve has a letter at its
//! end, and curves are drawn in turns where they lie upon each other, so that none hides another.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBColor};

use libm::log10;

use super::axis::{Axis, Spacing, TimeUnit, log_ticks};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Mark, Panel, Sample};
use super::marker::Marker;
use super::{Draw, PlotError, theme};

/// Opacity of the band about a curve.
const BAND: f64 = 0.22;
/// Two curves are one to the eye where they are closer than this share of the height of the panel.
const CLOSE: f64 = 0.009;
/// They are drawn in turns if they are so close over at least this share of the numbers.
const TOGETHER: f64 = 0.3;

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
///     crossings: vec![Crossing { at: 7.0, ns: 7e6, interval: Some((6.2, 7.9)), words: "n = 7".into() }],
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
    /// The interval of the number, drawn as a bar.
    pub interval: Option<(f64, f64)>,
    /// What is written above.
    pub words: String,
}

/// The turn of a curve among so many.
type Turn = (usize, usize);

/// One curve as it is drawn.
struct Drawn<'a> {
    name: &'a str,
    letter: char,
    /// Which of the groups of curves that lie upon each other it belongs to.
    group: usize,
    /// Whether it is the first of its group.
    leads: bool,
    points: Vec<(f64, GrowthValue)>,
    /// Its turn among the curves that it lies upon, point by point: (0, 1) where it lies upon none.
    turns: Vec<Turn>,
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
        let mut legend: Vec<(Sample, String)> =
            curves.iter().map(|c| (sample(c), format!("{}  {}", c.letter, c.name))).collect();
        legend.extend(together(&curves));
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
            for (turn, piece) in curve.pieces() {
                let line: Vec<Point> = piece.iter().map(|(x, (ns, _))| place(*x, *ns)).collect();
                match (turn, curve.dashed) {
                    ((_, 2..), _) => canvas.in_turns(&line, theme::BOLD, curve.color, turn)?,
                    (_, true) => canvas.dashed(&line, theme::BOLD, curve.color)?,
                    (_, false) => canvas.line(&line, theme::BOLD, curve.color)?,
                }
            }
        }
        frame::draw_marks(canvas, &panel, &x_axis, &marks)?;
        for crossing in &self.crossings {
            if let Some((low, high)) = crossing.interval.filter(|(low, high)| *high > first && *low < last) {
                let ((left, y), (right, _)) = (place(low.max(first), crossing.ns), place(high.min(last), crossing.ns));
                let caps =
                    [(left, y - 6.0), (left, y + 6.0), (left, y), (right, y), (right, y - 6.0), (right, y + 6.0)];
                canvas.line(&caps, theme::MEDIUM, theme::INK)?;
            }
            Marker::Diamond.draw(canvas, place(crossing.at, crossing.ns), 5.0, theme::INK)?;
        }
        panel.border(canvas)?;
        panel.notes(canvas, ends(&curves, place))?;
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
            letter: char::from(b'a' + (at % 26) as u8),
            group: at,
            leads: true,
            points: curve.points.iter().filter(usable).copied().collect(),
            turns: Vec::new(),
            color: theme::curve(at),
            dashed: theme::is_second_round(at),
        });
        let mut curves: Vec<Drawn<'_>> = curves.filter(|curve| curve.points.len() > 1).collect();
        take_turns(&mut curves);
        curves
    }
}

impl Drawn<'_> {
    /// The pieces in which it takes turns with the same curves, each with its turn; neighbours share a point.
    fn pieces(&self) -> Vec<(Turn, &[(f64, GrowthValue)])> {
        // Between two points it lies upon those that it lies upon at both.
        let turn = |at: usize| self.turns[at..at + 2].iter().copied().min_by_key(|(_, of)| *of);
        let mut pieces = Vec::new();
        let mut from = 0;
        for at in 1..self.points.len() {
            if at + 1 == self.points.len() || turn(at) != turn(from) {
                pieces.push((turn(from).unwrap_or((0, 1)), &self.points[from..=at]));
                from = at;
            }
        }
        pieces
    }

    /// Whether it ends upon another curve.
    fn ends_upon(&self) -> bool {
        self.turns.last().is_some_and(|(_, of)| *of > 1)
    }

    /// Whether it is closer than `near` (in powers of ten) to another curve at a number that both have.
    fn is_near(&self, &(x, (ns, _)): &(f64, GrowthValue), near: f64) -> Option<bool> {
        let (_, (own, _)) = self.points.iter().find(|(own, _)| *own == x)?;
        Some(log10(ns / own).abs() < near)
    }
}

/// Finds the curves that lie upon each other and gives each of them a turn.
fn take_turns(curves: &mut [Drawn<'_>]) {
    let Ok((_, (low, high))) = range(curves) else { return };
    let near = CLOSE * log10(high / low);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in 0..curves.len() {
        let joins = |group: &Vec<usize>| group.iter().any(|&other| are_one(&curves[at], &curves[other], near));
        match groups.iter_mut().find(|group| joins(group)) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    for (number, group) in groups.into_iter().enumerate() {
        for (turn, &at) in group.iter().enumerate() {
            let upon = |others: &[usize], point| {
                others.iter().filter(|&&other| curves[other].is_near(point, near) == Some(true)).count()
            };
            let among = |point| {
                let earlier = upon(&group[..turn], point);
                (earlier, earlier + 1 + upon(&group[turn + 1..], point))
            };
            let turns = curves[at].points.iter().map(among).collect();
            let curve = &mut curves[at];
            (curve.group, curve.leads, curve.turns) = (number, turn == 0, turns);
        }
    }
}

/// Whether two curves are closer than `near` (in powers of ten) over a good part of the axis between their common
/// numbers.
fn are_one(a: &Drawn<'_>, b: &Drawn<'_>, near: f64) -> bool {
    let common = a.points.iter().filter_map(|point| Some((log10(point.0), b.is_near(point, near)?)));
    let common: Vec<(f64, bool)> = common.collect();
    let (close, all) = common.windows(2).fold((0.0, 0.0), |(close, all), pair| {
        let length = pair[1].0 - pair[0].0;
        (if pair[0].1 && pair[1].1 { close + length } else { close }, all + length)
    });
    all > 0.0 && close >= TOGETHER * all
}

/// What the legend says of curves in turns, group by group.
fn together(curves: &[Drawn<'_>]) -> Vec<(Sample, String)> {
    let firsts = curves.iter().filter(|curve| curve.leads);
    let entry = |first: &Drawn<'_>| {
        let group: Vec<&Drawn<'_>> = curves.iter().filter(|curve| curve.group == first.group).collect();
        let names: Vec<String> = group.iter().map(|curve| curve.letter.to_string()).collect();
        let sample = Sample::Turns(theme::BOLD, first.color, group.get(1)?.color);
        let (last, others) = names.split_last()?;
        Some((sample, format!("{} and {last} nearly coincide where drawn in turns", others.join(", "))))
    };
    firsts.filter_map(entry).collect()
}

/// The letters at the ends of the curves; curves that end upon each other have one note.
fn ends(curves: &[Drawn<'_>], place: impl Fn(f64, f64) -> Point) -> Vec<(f64, String, RGBColor)> {
    let end = |curve: &Drawn<'_>| curve.points.last().map(|(x, (ns, _))| place(*x, *ns).1);
    let share =
        |a: &Drawn<'_>, b: &Drawn<'_>| std::ptr::eq(a, b) || a.group == b.group && a.ends_upon() && b.ends_upon();
    let note = |curve: &Drawn<'_>| {
        let mut together = curves.iter().filter(|other| share(curve, other)).peekable();
        // The first of them has the note of all.
        together.next_if(|first| std::ptr::eq(*first, curve))?;
        let others: String = together.map(|other| format!(" {}", other.letter)).collect();
        let color = if others.is_empty() { curve.color } else { theme::INK };
        Some((end(curve)?, format!("{}{others}", curve.letter), color))
    };
    curves.iter().filter_map(note).collect()
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
