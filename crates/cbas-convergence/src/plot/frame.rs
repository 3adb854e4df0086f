//! The frame of a picture: titles, legend, axes, grid and marks.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBAColor, RGBColor};

use super::PlotError;
use super::axis::{Axis, Tick};
use super::canvas::{Anchor, Canvas, Ink, Point};
use super::marker::Marker;
use super::theme::{self, LABEL, SMALL, TITLE, Weight};

/// Left end of titles.
const MARGIN: f64 = 28.0;
/// Pixels between the lower edge of a panel and the lower edge of the picture.
const BELOW: f64 = 74.0;
/// Pixels of one row of labels.
const ROW: f64 = 26.0;
/// Width of the sample of a legend entry.
const SAMPLE: f64 = 34.0;

/// What a legend entry shows beside its words.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    /// A line.
    Line(f64, RGBColor),
    /// A dashed line.
    Dashed(f64, RGBColor),
    /// Lines in turns.
    Turns(f64, RGBColor, RGBColor),
    /// An area, edged by a line if a colour is given.
    Area(RGBAColor, Option<RGBColor>),
    /// A marker of a radius.
    Marker(Marker, f64, RGBColor),
}

/// The words above a panel.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    /// What was timed.
    pub title: String,
    /// How, and with what result.
    pub subtitle: String,
    /// What the lines and areas mean.
    pub legend: Vec<(Sample, String)>,
}

impl Heading {
    /// Draws the words and returns how far down they reach.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<f64, PlotError> {
        let mut ink = Ink::new(TITLE, theme::INK);
        ink.weight = Weight::Bold;
        fitted(canvas, &self.title, (MARGIN, 40.0), ink)?;
        fitted(canvas, &self.subtitle, (MARGIN, 68.0), Ink::new(LABEL, theme::MUTED))?;
        let (mut x, mut y) = (MARGIN, 100.0);
        for (sample, words) in &self.legend {
            let width = SAMPLE + 8.0 + theme::text_width(words, LABEL, Weight::Regular);
            if x > MARGIN && x + width > theme::WIDTH - MARGIN {
                (x, y) = (MARGIN, y + ROW);
            }
            sample.draw(canvas, (x, y - 5.5))?;
            let at = (x + SAMPLE + 8.0, y);
            canvas.text(words, at, Anchor::Start, Ink::new(LABEL, theme::INK))?;
            x += width + 28.0;
        }
        Ok(y + 8.0)
    }
}

impl Sample {
    fn draw<DB: DrawingBackend>(self, canvas: &Canvas<DB>, at: Point) -> Result<(), PlotError> {
        let ends = [at, (at.0 + SAMPLE, at.1)];
        match self {
            Sample::Line(width, color) => canvas.line(&ends, width, color),
            Sample::Dashed(width, color) => canvas.dashed(&ends, width, color),
            Sample::Turns(width, one, other) => {
                let middle = (at.0 + SAMPLE / 2.0, at.1);
                canvas.line(&[at, middle], width, one)?;
                canvas.line(&[middle, ends[1]], width, other)
            }
            Sample::Marker(marker, radius, color) => marker.draw(canvas, (at.0 + SAMPLE / 2.0, at.1), radius, color),
            Sample::Area(fill, edge) => {
                let (left, right, top, bottom) = (at.0, ends[1].0, at.1 - 7.5, at.1 + 7.5);
                canvas.area(&[(left, top), (right, top), (right, bottom), (left, bottom)], fill)?;
                for y in [top, bottom] {
                    if let Some(edge) = edge {
                        canvas.line(&[(left, y), (right, y)], theme::MEDIUM, edge)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// One line of text in the width of the picture: smaller if it must be, cut if that is not enough.
fn fitted<DB: DrawingBackend>(canvas: &Canvas<DB>, text: &str, at: Point, mut ink: Ink) -> Result<(), PlotError> {
    let room = theme::WIDTH - at.0 - MARGIN;
    while ink.em > SMALL && theme::text_width(text, ink.em, ink.weight) > room {
        ink.em -= 2.0;
    }
    let mut shown = text.to_owned();
    while theme::text_width(&shown, ink.em, ink.weight) > room {
        shown = shown.trim_end_matches('…').to_owned();
        shown.pop();
        shown.push('…');
    }
    canvas.text(&shown, at, Anchor::Start, ink)
}

/// The rectangle that curves are drawn in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    /// Left edge.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Upper edge.
    pub top: f64,
    /// Lower edge.
    pub bottom: f64,
}

impl Panel {
    /// The panel under a heading and the rows of labels of `marks`.
    pub fn below(heading: f64, rows: usize) -> Self {
        let top = (heading + 8.0 + rows as f64 * (ROW - 4.0)).round() + 0.5;
        Panel { left: 108.5, right: theme::WIDTH - 112.5, top, bottom: theme::HEIGHT - BELOW + 0.5 }
    }

    /// The panel filled with the bare colour of an area between two heights.
    pub fn stripe<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        (from, to): (f64, f64),
        fill: RGBAColor,
    ) -> Result<(), PlotError> {
        let (top, bottom) = (from.min(to).max(self.top), from.max(to).min(self.bottom));
        if top >= bottom {
            return Ok(());
        }
        let (left, right) = (self.left, self.right);
        canvas.area(&[(left, top), (right, top), (right, bottom), (left, bottom)], fill)
    }

    /// Grid lines at the labelled ticks of both axes.
    pub fn grid<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        (x_axis, x): (&Axis, &[Tick]),
        (y_axis, y): (&Axis, &[Tick]),
    ) -> Result<(), PlotError> {
        for tick in x.iter().filter(|tick| tick.label.is_some()) {
            let x = crisp(x_axis.place(tick.value));
            canvas.line(&[(x, self.top), (x, self.bottom)], theme::HAIR, theme::GRID)?;
        }
        for tick in y.iter().filter(|tick| tick.label.is_some()) {
            let y = crisp(y_axis.place(tick.value));
            canvas.line(&[(self.left, y), (self.right, y)], theme::HAIR, theme::GRID)?;
        }
        Ok(())
    }

    /// The border.
    pub fn border<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        let around = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        canvas.line(&around, theme::HAIR, theme::INK)
    }

    /// Ticks, labels and title of the horizontal axis.
    pub fn bottom_axis<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        axis: &Axis,
        ticks: &[Tick],
        title: &str,
    ) -> Result<(), PlotError> {
        for tick in ticks {
            let x = crisp(axis.place(tick.value));
            let length = if tick.label.is_some() { 7.0 } else { 4.0 };
            canvas.line(&[(x, self.bottom), (x, self.bottom + length)], theme::HAIR, theme::INK)?;
            if let Some(label) = &tick.label {
                let at = (x, self.bottom + 22.0);
                canvas.text(label, at, Anchor::Middle, Ink::new(SMALL, theme::INK))?;
            }
        }
        let middle = ((self.left + self.right) / 2.0, self.bottom + 50.0);
        canvas.text(title, middle, Anchor::Middle, Ink::new(LABEL, theme::INK))
    }

    /// Ticks, labels and title of the vertical axis on the left.
    pub fn left_axis<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        axis: &Axis,
        ticks: &[Tick],
        title: &str,
    ) -> Result<(), PlotError> {
        self.side_axis(canvas, (axis, ticks), (self.left, -1.0, Anchor::End))?;
        self.side_title(canvas, title, 34.0)
    }

    /// Ticks, labels and title of the vertical axis on the right.
    pub fn right_axis<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        axis: &Axis,
        ticks: &[Tick],
        title: &str,
    ) -> Result<(), PlotError> {
        self.side_axis(canvas, (axis, ticks), (self.right, 1.0, Anchor::Start))?;
        self.side_title(canvas, title, theme::WIDTH - 22.0)
    }

    fn side_axis<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        (axis, ticks): (&Axis, &[Tick]),
        (edge, outwards, anchor): (f64, f64, Anchor),
    ) -> Result<(), PlotError> {
        for tick in ticks {
            let y = crisp(axis.place(tick.value));
            let length = if tick.label.is_some() { 7.0 } else { 4.0 };
            canvas.line(&[(edge, y), (edge + outwards * length, y)], theme::HAIR, theme::INK)?;
            if let Some(label) = &tick.label {
                let at = (edge + outwards * 11.0, y + 5.0);
                canvas.text(label, at, anchor, Ink::new(SMALL, theme::INK))?;
            }
        }
        Ok(())
    }

    fn side_title<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, title: &str, x: f64) -> Result<(), PlotError> {
        let mut ink = Ink::new(LABEL, theme::INK);
        ink.upwards = true;
        canvas.text(title, (x, (self.top + self.bottom) / 2.0), Anchor::Middle, ink)
    }

    /// A remark under the panel, at its right end.
    pub fn remark<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, text: &str) -> Result<(), PlotError> {
        let at = (theme::WIDTH - MARGIN, self.bottom + 50.0);
        canvas.text(text, at, Anchor::End, Ink::new(SMALL, theme::MUTED))
    }

    /// Words beside the right edge, moved apart where they would overlap.
    pub fn notes<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        mut notes: Vec<(f64, String, RGBColor)>,
    ) -> Result<(), PlotError> {
        notes.retain(|(y, ..)| (self.top..=self.bottom).contains(y));
        notes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = f64::NEG_INFINITY;
        for (y, words, color) in notes {
            let y = y.max(free);
            free = y + 18.0;
            let at = (self.right + 9.0, y + 5.0);
            canvas.text(&words, at, Anchor::Start, Ink::new(SMALL, color))?;
        }
        Ok(())
    }
}

/// The middle of the pixel that a hair line should fill.
pub(super) fn crisp(pixel: f64) -> f64 {
    pixel.floor() + 0.5
}

/// A vertical line with a label above the panel.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    /// Where on the axis.
    pub value: f64,
    /// Words.
    pub label: String,
}

/// Puts the labels of marks into rows so that none overlaps; returns the row of each from below.
pub(super) fn mark_rows(axis: &Axis, marks: &[Mark]) -> Vec<usize> {
    let mut ends: Vec<f64> = Vec::new();
    marks
        .iter()
        .map(|mark| {
            if mark.label.is_empty() {
                return 0;
            }
            let width = theme::text_width(&mark.label, SMALL, Weight::Regular);
            let left = axis.place(mark.value) - width / 2.0;
            let row = ends.iter().position(|end| end + 12.0 < left).unwrap_or(ends.len());
            if row == ends.len() {
                ends.push(0.0);
            }
            ends[row] = left + width;
            row
        })
        .collect()
}

/// Draws marks over a panel.
pub(super) fn draw_marks<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    panel: &Panel,
    axis: &Axis,
    marks: &[Mark],
) -> Result<(), PlotError> {
    for (mark, row) in marks.iter().zip(mark_rows(axis, marks)) {
        let x = crisp(axis.place(mark.value));
        canvas.dashed(&[(x, panel.top), (x, panel.bottom)], 1.5, theme::INK)?;
        let at = (x, panel.top - 7.0 - row as f64 * (ROW - 4.0));
        canvas.text(&mark.label, at, Anchor::Middle, Ink::new(SMALL, theme::INK))?;
    }
    Ok(())
}

/// The tolerance area as drawn and as sampled in the legend.
pub(super) fn tolerance_fill() -> RGBAColor {
    theme::TOLERANCE_AREA.mix(theme::TOLERANCE_OPACITY)
}

/// The interval area as drawn and as sampled in the legend.
pub(super) fn interval_fill() -> RGBAColor {
    theme::INTERVAL.mix(theme::INTERVAL_OPACITY)
}
