//! How much of each pixel a line, an area or a text covers.
//!
//! The bitmap backend of plotters draws areas and thick lines without smoothing, with spikes at the
//! joints of noisy lines, so bitmaps get their shapes from here, pixel by pixel.

use plotters::style::FontDesc;

use super::PlotError;
use super::canvas::Point;
use super::curve::distance;
use super::theme::{HEIGHT, WIDTH};

/// Rows sampled per pixel when filling areas.
const ROWS: usize = 4;
/// Glyphs are drawn this many times larger, then averaged.
pub(super) const GLYPH_SCALE: f64 = 4.0;

/// Coverage (0 to 1) of the pixels in a rectangle.
#[derive(Debug)]
pub(super) struct Mask {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    cover: Vec<f32>,
}

impl Mask {
    /// An empty mask large enough for points with a margin, within the picture.
    fn around(points: &[Point], margin: f64) -> Self {
        let bound = |value: f64, end: f64| value.clamp(0.0, end) as i32;
        let low = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::INFINITY, f64::min);
        let high = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        let left = bound((low(|p| p.0) - margin).floor(), WIDTH);
        let right = bound((high(|p| p.0) + margin).ceil(), WIDTH);
        let top = bound((low(|p| p.1) - margin).floor(), HEIGHT);
        let bottom = bound((high(|p| p.1) + margin).ceil(), HEIGHT);
        let (width, height) = ((right - left).max(0), (bottom - top).max(0));
        Mask { left, top, width, height, cover: vec![0.0; (width * height) as usize] }
    }

    /// A line with round joints and ends.
    pub fn stroke(points: &[Point], width: f64) -> Self {
        let reach = width / 2.0 + 0.5;
        let mut mask = Mask::around(points, reach + 1.0);
        for pair in points.windows(2) {
            mask.segment(pair[0], pair[1], reach);
        }
        mask
    }

    fn segment(&mut self, a: Point, b: Point, reach: f64) {
        let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let first = ((a.1 - reach).floor() as i32).max(self.top);
        let last = ((b.1 + reach).ceil() as i32).min(self.top + self.height - 1);
        // Where the segment is at a height; a level segment is everywhere at once.
        let at = |y: f64| {
            if b.1 - a.1 < 1e-9 { a.0 } else { a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0) }
        };
        for row in first..=last {
            let middle = f64::from(row) + 0.5;
            let (high, low) = ((middle - reach).max(a.1), (middle + reach).min(b.1));
            let (from, to) = if b.1 - a.1 < 1e-9 { (a.0, b.0) } else { (at(high), at(low)) };
            let left = ((from.min(to) - reach - 1.0).floor() as i32).max(self.left);
            let right = ((from.max(to) + reach + 1.0).ceil() as i32).min(self.left + self.width - 1);
            for column in left..=right {
                let far = distance((f64::from(column) + 0.5, middle), a, b);
                let cover = (reach - far).clamp(0.0, 1.0) as f32;
                let index = ((row - self.top) * self.width + column - self.left) as usize;
                self.cover[index] = self.cover[index].max(cover);
            }
        }
    }

    /// The inside of an outline (even-odd rule).
    pub fn fill(outline: &[Point]) -> Self {
        let mut mask = Mask::around(outline, 1.0);
        for row in 0..mask.height * ROWS as i32 {
            let y = f64::from(mask.top) + (f64::from(row) + 0.5) / ROWS as f64;
            let mut crossings: Vec<f64> = (0..outline.len())
                .map(|i| (outline[i], outline[(i + 1) % outline.len()]))
                .filter(|(a, b)| (a.1 <= y) != (b.1 <= y))
                .map(|(a, b)| a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for span in crossings.chunks_exact(2) {
                mask.span(row / ROWS as i32, span[0], span[1]);
            }
        }
        mask
    }

    /// Adds one sampled row of an area.
    fn span(&mut self, row: i32, from: f64, to: f64) {
        let (from, to) = (from - f64::from(self.left), to - f64::from(self.left));
        let last = (to.floor() as i32).min(self.width - 1);
        for column in (from.floor() as i32).max(0)..=last {
            let x = f64::from(column);
            let cover = (to.min(x + 1.0) - from.max(x)).clamp(0.0, 1.0) / ROWS as f64;
            self.cover[(row * self.width + column) as usize] += cover as f32;
        }
    }

    /// A text drawn with a font of `GLYPH_SCALE` times its size; `origin` is the upper left corner
    /// before turning, and `upwards` turns the text about it.
    pub fn text(text: &str, font: &FontDesc<'_>, origin: Point, upwards: bool) -> Result<Self, PlotError> {
        let mut dots = Vec::new();
        font.draw(text, (0, 0), |x, y, cover| {
            let (x, y) = ((f64::from(x) + 0.5) / GLYPH_SCALE, (f64::from(y) + 0.5) / GLYPH_SCALE);
            let (x, y) = if upwards { (y, -x) } else { (x, y) };
            dots.push(((origin.0 + x, origin.1 + y), cover));
            Ok::<(), std::convert::Infallible>(())
        })
        .map_err(|error| PlotError::Drawing(error.to_string()))?
        .map_err(|never| match never {})?;
        let points: Vec<Point> = dots.iter().map(|(point, _)| *point).collect();
        let mut mask = Mask::around(&points, 1.0);
        for ((x, y), cover) in dots {
            let (column, row) = (x.floor() as i32 - mask.left, y.floor() as i32 - mask.top);
            if (0..mask.width).contains(&column) && (0..mask.height).contains(&row) {
                mask.cover[(row * mask.width + column) as usize] += cover / (GLYPH_SCALE * GLYPH_SCALE) as f32;
            }
        }
        Ok(mask)
    }

    /// The pixels covered at all, with their coverage.
    pub fn pixels(&self) -> impl Iterator<Item = ((i32, i32), f64)> + '_ {
        self.cover.iter().enumerate().filter(|(_, cover)| **cover > 0.0).map(|(i, cover)| {
            let (row, column) = (i as i32 / self.width, i as i32 % self.width);
            ((self.left + column, self.top + row), f64::from(cover.min(1.0)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(mask: &Mask) -> f64 {
        mask.pixels().map(|(_, cover)| cover).sum()
    }

    #[test]
    fn an_area_covers_its_size() {
        let mask = Mask::fill(&[(10.25, 10.5), (20.75, 10.5), (20.75, 15.0), (10.25, 15.0)]);
        assert!((total(&mask) - 10.5 * 4.5).abs() < 1e-3);
    }

    #[test]
    fn a_line_covers_length_times_width_whatever_its_slope() {
        for end in [(300.0, 100.0), (100.0, 300.0), (241.421, 241.421), (280.0, 160.0)] {
            let length = (end.0 - 100.0f64).hypot(end.1 - 100.0);
            let cover = total(&Mask::stroke(&[(100.0, 100.0), end], 3.0));
            assert!((cover / (3.0 * length) - 1.0).abs() < 0.03, "{end:?}: {cover}");
        }
    }

    #[test]
    fn shapes_outside_the_picture_cover_nothing() {
        assert_eq!(total(&Mask::fill(&[(-9.0, -9.0), (-2.0, -9.0), (-2.0, -3.0)])), 0.0);
        assert_eq!(total(&Mask::stroke(&[(-90.0, -9.0), (-20.0, -9.0)], 3.0)), 0.0);
    }
}
