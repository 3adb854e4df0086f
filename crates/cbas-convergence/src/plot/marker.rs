//! Small shapes that mark single points.

use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBColor};

use super::PlotError;
use super::canvas::{Canvas, Point};

/// A shape; shapes differ also where colours do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    /// A disc.
    Dot,
    /// A square on its corner.
    Diamond,
    /// A triangle that points up.
    Up,
    /// A triangle that points down.
    Down,
    /// A triangle that points to the left.
    Left,
    /// A triangle that points to the right.
    Right,
}

impl Marker {
    /// Draws the shape, about `radius` pixels to each side of a point.
    pub fn draw<DB: DrawingBackend>(
        self,
        canvas: &Canvas<DB>,
        (x, y): Point,
        radius: f64,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        let r = radius;
        let fill = color.to_rgba();
        match self {
            Marker::Dot => canvas.dot((x, y), r, color),
            Marker::Diamond => {
                canvas.area(&[(x - 1.2 * r, y), (x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r)], fill)
            }
            Marker::Up => canvas.area(&[(x - r, y + r), (x, y - r), (x + r, y + r)], fill),
            Marker::Down => canvas.area(&[(x - r, y - r), (x, y + r), (x + r, y - r)], fill),
            Marker::Left => canvas.area(&[(x + r, y - r), (x - r, y), (x + r, y + r)], fill),
            Marker::Right => canvas.area(&[(x - r, y - r), (x + r, y), (x - r, y + r)], fill),
        }
    }
}

/// Points that are at least `apart` pixels from the one before, in order of x.
pub(super) fn thinned(mut xs: Vec<f64>, apart: f64) -> Vec<f64> {
    xs.sort_by(f64::total_cmp);
    let mut last = f64::NEG_INFINITY;
    xs.retain(|&x| {
        let keep = x >= last + apart;
        last = if keep { x } else { last };
        keep
    });
    xs
}
