//! A figure over a size that varies: several curves with the intervals of their points as bands.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBAColor, RGBColor};

use super::axis::{Axis, Spacing, Tick, linear_ticks};
use super::canvas::{Canvas, Point};
use super::frame::{self, Heading, Panel, Sample};
use super::marker::Marker;
use super::theme;
use super::{Draw, PlotError};

/// Radius of a mark.
const MARK: f64 = 4.0;
/// Share of the height left free above and below.
const ROOM: f64 = 0.06;

/// Curves over a size on a logarithmic axis, such as the ratio of two means over the length of a message.
///
/// ```
/// use cbas_convergence::plot::{Figure, Stroke, Sweep, SweepCurve, SweepPoint};
/// let point = |x: f64, y: f64| SweepPoint { x, y, interval: Some((y - 0.05, y + 0.05)) };
/// let sweep = Sweep {
///     title: "Time of 256-bit keys over 128-bit keys".into(),
///     subtitle: "wall clock; 5 processes".into(),
///     x_title: "bytes of the message".into(),
///     y_title: "ratio of the means".into(),
///     x_ticks: vec![(1024.0, "1 KiB".into()), (10240.0, "10 KiB".into())],
///     references: vec![(1.4, "rounds".into())],
///     from_zero: false,
///     curves: vec![SweepCurve {
///         name: "CBC".into(),
///         points: vec![point(1024.0, 1.1), point(10240.0, 1.3)],
///         tone: 0,
///         stroke: Stroke::Bold,
///     }],
/// };
/// assert!(sweep.svg()?.contains("1 KiB"));
/// # Ok::<(), cbas_convergence::plot::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    /// What is shown.
    pub title: String,
    /// How it was measured.
    pub subtitle: String,
    /// What varies.
    pub x_title: String,
    /// The quantity and its unit.
    pub y_title: String,
    /// Sizes that are labelled.
    pub x_ticks: Vec<(f64, String)>,
    /// Values to compare with, as dashed lines with their names at the right edge.
    pub references: Vec<(f64, String)>,
    /// Whether the axis starts at zero.
    pub from_zero: bool,
    /// The curves.
    pub curves: Vec<SweepCurve>,
}

/// One curve of a [`Sweep`].
#[derive(Debug, Clone, PartialEq)]
pub struct SweepCurve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, by ascending size.
    pub points: Vec<SweepPoint>,
    /// Number of its colour; there are four.
    pub tone: usize,
    /// How the line is drawn.
    pub stroke: Stroke,
}

/// One point of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepPoint {
    /// The size, above zero.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Thick, with marks at the points.
    Bold,
    /// Thin.
    Thin,
    /// Dashed.
    Dashed,
}

/// Line and band of each tone.
const TONES: [(RGBColor, (RGBColor, f64)); 4] = [
    (theme::OVERALL, (theme::INTERVAL, theme::INTERVAL_OPACITY)),
    (theme::TOLERANCE, (theme::TOLERANCE_AREA, theme::WARM_UP_OPACITY)),
    (theme::STRIKING, (theme::STRIKING, theme::STRIKING_OPACITY)),
    (theme::INK, (theme::PROCESS, theme::INTERVAL_OPACITY)),
];

impl SweepCurve {
    fn color(&self) -> RGBColor {
        TONES[self.tone % TONES.len()].0
    }

    fn band(&self) -> RGBAColor {
        let (color, opacity) = TONES[self.tone % TONES.len()].1;
        color.mix(opacity)
    }

    fn sample(&self) -> Sample {
        match self.stroke {
            Stroke::Bold => Sample::Line(theme::BOLD, self.color()),
            Stroke::Thin => Sample::Line(theme::THIN, self.color()),
            Stroke::Dashed => Sample::Dashed(theme::MEDIUM, self.color()),
        }
    }

    fn draw<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        place: impl Fn(f64, f64) -> Point,
    ) -> Result<(), PlotError> {
        let line: Vec<Point> = self.points.iter().map(|point| place(point.x, point.y)).collect();
        match self.stroke {
            Stroke::Bold => canvas.line(&line, theme::BOLD, self.color())?,
            Stroke::Thin => canvas.line(&line, theme::THIN, self.color())?,
            Stroke::Dashed => canvas.dashed(&line, theme::MEDIUM, self.color())?,
        }
        if self.stroke == Stroke::Bold {
            line.iter().try_for_each(|&at| Marker::Dot.draw(canvas, at, MARK, self.color()))?;
        }
        Ok(())
    }

    /// The intervals of neighbouring points joined to a band; a gap where one has none.
    fn draw_band<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        place: impl Fn(f64, f64) -> Point,
    ) -> Result<(), PlotError> {
        for pair in self.points.windows(2) {
            let [a, b] = pair else { continue };
            let (Some(left), Some(right)) = (a.interval, b.interval) else { continue };
            let corners = [place(a.x, left.0), place(b.x, right.0), place(b.x, right.1), place(a.x, left.1)];
            canvas.area(&corners, self.band())?;
        }
        Ok(())
    }
}

impl Sweep {
    /// All finite values that must be visible.
    fn range(&self) -> Option<(f64, f64)> {
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let values = points.flat_map(|point| [Some(point.y), point.interval.map(|i| i.0), point.interval.map(|i| i.1)]);
        let references = self.references.iter().map(|reference| Some(reference.0));
        let zero = self.from_zero.then_some(Some(0.0));
        let mut finite = values.chain(references).chain(zero).flatten().filter(|value| value.is_finite());
        let first = finite.next()?;
        let (low, high) = finite.fold((first, first), |(low, high), value| (low.min(value), high.max(value)));
        let room = ROOM * (high - low).max(1e-3 * high.abs()).max(f64::MIN_POSITIVE);
        Some((if self.from_zero { 0.0 } else { low - room }, high + room))
    }

    fn sizes(&self) -> Option<(f64, f64)> {
        let mut sizes = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.x).filter(|x| *x > 0.0);
        let first = sizes.next()?;
        let (low, high) = sizes.fold((first, first), |(low, high), x| (low.min(x), high.max(x)));
        Some((low / 1.3, high * 1.3))
    }

    fn heading(&self) -> Heading {
        let mut legend: Vec<(Sample, String)> =
            self.curves.iter().map(|curve| (curve.sample(), curve.name.clone())).collect();
        if self.curves.iter().flat_map(|curve| &curve.points).any(|point| point.interval.is_some()) {
            legend.push((Sample::Area(frame::interval_fill(), None), "interval".into()));
        }
        Heading { title: self.title.clone(), subtitle: self.subtitle.clone(), legend }
    }
}

impl Draw for Sweep {
    fn description(&self) -> String {
        format!("{}, over {}", self.title, self.x_title)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let (sizes, range) = self.sizes().zip(self.range()).ok_or(PlotError::Empty)?;
        let panel = Panel::below(self.heading().draw(canvas)?, 0);
        let x_axis = Axis { spacing: Spacing::Log, low: sizes.0, high: sizes.1, from: panel.left, to: panel.right };
        let y_axis = Axis { spacing: Spacing::Linear, low: range.0, high: range.1, from: panel.bottom, to: panel.top };
        let x_ticks: Vec<Tick> =
            self.x_ticks.iter().map(|(value, label)| Tick { value: *value, label: Some(label.clone()) }).collect();
        let y_ticks = linear_ticks(range.0, range.1, 7.0, false);
        let place = |x: f64, y: f64| (x_axis.place(x), y_axis.place(y.clamp(range.0, range.1)));
        panel.grid(canvas, (&x_axis, &x_ticks), (&y_axis, &y_ticks))?;
        for (value, _) in &self.references {
            let y = frame::crisp(y_axis.place(*value));
            canvas.dashed(&[(panel.left, y), (panel.right, y)], theme::MEDIUM, theme::MUTED)?;
        }
        self.curves.iter().try_for_each(|curve| curve.draw_band(canvas, place))?;
        self.curves.iter().try_for_each(|curve| curve.draw(canvas, place))?;
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &x_ticks, &self.x_title)?;
        panel.left_axis(canvas, &y_axis, &y_ticks, &self.y_title)?;
        let notes = self.references.iter().map(|(value, name)| (y_axis.place(*value), name.clone(), theme::MUTED));
        panel.notes(canvas, notes.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Figure;

    fn sweep(points: Vec<SweepPoint>) -> Sweep {
        Sweep {
            title: "Ratio".into(),
            subtitle: String::new(),
            x_title: "bytes".into(),
            y_title: "ratio".into(),
            x_ticks: vec![(1024.0, "1 KiB".into())],
            references: vec![(1.4, "rounds: 1.4".into())],
            from_zero: false,
            curves: vec![SweepCurve { name: "CBC".into(), points, tone: 0, stroke: Stroke::Bold }],
        }
    }

    #[test]
    fn the_picture_holds_its_words_and_its_references() {
        let point = |x| SweepPoint { x, y: 1.2, interval: Some((1.1, 1.3)) };
        let svg = sweep(vec![point(1024.0), point(4096.0)]).svg().unwrap();
        for part in ["1 KiB", "rounds: 1.4", "CBC", "ratio", "bytes"] {
            assert!(svg.contains(part), "{part}");
        }
    }

    #[test]
    fn intervals_and_references_are_within_the_picture() {
        let sweep = sweep(vec![SweepPoint { x: 1.0, y: 1.0, interval: Some((0.2, f64::INFINITY)) }]);
        let (low, high) = sweep.range().unwrap();
        assert!(low < 0.2 && high > 1.4 && high < 2.0, "{low} {high}");
        assert!(sweep.png().is_ok());
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(matches!(sweep(vec![]).svg(), Err(PlotError::Empty)));
    }
}
