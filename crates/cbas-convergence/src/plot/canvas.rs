//! A drawing area in pixels: lines, areas and text placed alike on every backend.

use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::{DrawingArea, DrawingBackend, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, RGBAColor, RGBColor, ShapeStyle, TextStyle};

use super::PlotError;
use super::coverage::{GLYPH_SCALE, Mask};
use super::curve;
use super::theme::{self, UNITS, Weight};

/// A point in pixels from the upper left corner.
pub(super) type Point = (f64, f64);

/// How shapes reach the backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// As lines, areas and text, in units of `1 / UNITS` pixels.
    Vector,
    /// As pixels, smoothed here.
    Pixels,
}

/// Where a text hangs on its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// Size, weight, colour and direction of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    /// Em size in pixels.
    pub em: f64,
    /// Weight.
    pub weight: Weight,
    /// Colour.
    pub color: RGBColor,
    /// Reads upwards instead of to the right.
    pub upwards: bool,
}

impl Ink {
    /// Horizontal text of regular weight.
    pub fn new(em: f64, color: RGBColor) -> Self {
        Ink { em, weight: Weight::Regular, color, upwards: false }
    }
}

/// A drawing area measured in pixels.
pub(super) struct Canvas<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    kind: Kind,
}

impl<DB: DrawingBackend> Canvas<DB> {
    /// A canvas over a backend.
    pub fn new(backend: DB, kind: Kind) -> Self {
        Canvas { area: backend.into_drawing_area(), kind }
    }

    /// Finishes the picture.
    pub fn finish(self) -> Result<(), PlotError> {
        self.area.present().map_err(drawing)
    }

    /// Fills everything.
    pub fn fill(&self, color: RGBColor) -> Result<(), PlotError> {
        self.area.fill(&color).map_err(drawing)
    }

    /// A line through points.
    pub fn line(&self, points: &[Point], width: f64, color: RGBColor) -> Result<(), PlotError> {
        if points.len() < 2 {
            return Ok(());
        }
        if self.kind == Kind::Pixels {
            return self.cover(&Mask::stroke(points, width), color.to_rgba());
        }
        let stroke_width = (width * UNITS).round() as u32;
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width };
        self.area.draw(&PathElement::new(units(points), style)).map_err(drawing)
    }

    /// A dashed line through points.
    pub fn dashed(&self, points: &[Point], width: f64, color: RGBColor) -> Result<(), PlotError> {
        for dash in curve::dashes(points, theme::DASHES) {
            self.line(&dash, width, color)?;
        }
        Ok(())
    }

    /// A line through points in strips of its own: number `turn` of every `of`.
    pub fn in_turns(
        &self,
        points: &[Point],
        width: f64,
        color: RGBColor,
        turn: (usize, usize),
    ) -> Result<(), PlotError> {
        curve::turns(points, theme::TURN, turn).iter().try_for_each(|piece| self.line(piece, width, color))
    }

    /// A filled outline.
    pub fn area(&self, points: &[Point], color: RGBAColor) -> Result<(), PlotError> {
        if points.len() < 3 {
            return Ok(());
        }
        if self.kind == Kind::Pixels {
            return self.cover(&Mask::fill(points), color);
        }
        self.area.draw(&Polygon::new(units(points), color.filled())).map_err(drawing)
    }

    /// A filled circle.
    pub fn dot(&self, at: Point, radius: f64, color: RGBColor) -> Result<(), PlotError> {
        if self.kind == Kind::Pixels {
            // A line without length and with round ends.
            return self.cover(&Mask::stroke(&[at, at], 2.0 * radius), color.to_rgba());
        }
        let dot = Circle::new(units(&[at])[0], (radius * UNITS).round() as u32, color.filled());
        self.area.draw(&dot).map_err(drawing)
    }

    /// A text whose baseline starts, is centred or ends at a point.
    pub fn text(&self, text: &str, at: Point, anchor: Anchor, ink: Ink) -> Result<(), PlotError> {
        let text = printable(text);
        match self.kind {
            Kind::Vector => self.written(&text, at, anchor, ink),
            Kind::Pixels => self.painted(&text, at, anchor, ink),
        }
    }

    /// Text as text. The SVG backend of plotters divides sizes by 1.24 and hangs the baseline of a
    /// text anchored at its top 0.76 em below the anchor.
    fn written(&self, text: &str, at: Point, anchor: Anchor, ink: Ink) -> Result<(), PlotError> {
        let em = ink.em * UNITS;
        let size = em * 1.24;
        // The neighbour that divides without a remainder, for short numbers in the file.
        let exact = |size: &f64| *size / 1.24 == em;
        let size = [size, size.next_up(), size.next_down()].into_iter().find(exact).unwrap_or(size);
        let (x, y, above) = (at.0 * UNITS, at.1 * UNITS, 0.76 * em);
        let (place, transform) = if ink.upwards {
            ((x - above, y), FontTransform::Rotate270)
        } else {
            ((x, y - above), FontTransform::None)
        };
        let horizontal = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style = TextStyle::from(theme::font(size, ink.weight).transform(transform))
            .color(&ink.color)
            .pos(Pos::new(horizontal, VPos::Top));
        let place = (place.0.round() as i32, place.1.round() as i32);
        self.area.draw_text(text, &style, place).map_err(drawing)
    }

    /// Text as pixels. Plotters scales a font by its height and puts the baseline half the size
    /// below the origin; sizes must be even, or dots are misplaced.
    fn painted(&self, text: &str, at: Point, anchor: Anchor, ink: Ink) -> Result<(), PlotError> {
        let size = (ink.em * GLYPH_SCALE * theme::HEIGHT_PER_EM / 2.0).round() * 2.0;
        let above = size / 2.0 / GLYPH_SCALE;
        let width = theme::text_width(text, ink.em, ink.weight);
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let origin = if ink.upwards { (at.0 - above, at.1 + back) } else { (at.0 - back, at.1 - above) };
        let font = theme::font(size, ink.weight);
        self.cover(&Mask::text(text, &font, origin, ink.upwards)?, ink.color.to_rgba())
    }

    fn cover(&self, mask: &Mask, color: RGBAColor) -> Result<(), PlotError> {
        for (pixel, cover) in mask.pixels() {
            self.area.draw_pixel(pixel, &color.mix(cover)).map_err(drawing)?;
        }
        Ok(())
    }
}

/// The text without control characters, most of which XML cannot hold.
pub(super) fn printable(text: &str) -> String {
    let printable = |c: char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    text.chars().map(|c| if printable(c) { c } else { ' ' }).collect()
}

/// Points in whole drawing units, without repetitions.
fn units(points: &[Point]) -> Vec<(i32, i32)> {
    let unit = |value: f64| (value * UNITS).round() as i32;
    let mut units: Vec<_> = points.iter().map(|&(x, y)| (unit(x), unit(y))).collect();
    units.dedup();
    units
}

fn drawing<E: std::error::Error>(error: E) -> PlotError {
    PlotError::Drawing(error.to_string())
}
