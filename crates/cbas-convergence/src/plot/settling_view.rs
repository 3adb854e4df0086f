//! What the pictures of a `Settling` share: its checked curves, the axis of n, marks and words.

use super::axis::{Axis, Spacing, TimeUnit, number, percent};
use super::canvas::Point;
use super::curve;
use super::frame::{Mark, mark_rows};
use super::theme;
use super::{Caption, Criteria, PlotError};
use crate::statistics::settling::{Settling, SettlingPoint};

/// Marks this much beyond the last n still get a place: a warm-up cut takes samples from N.
const BEYOND: f64 = 1.25;

/// Points of all curves of a picture, about: what keeps an SVG file below 60 kB.
const POINTS: usize = 3600;
/// Points that every curve may have.
const FEWEST: usize = 60;
/// The same where curves are so many that none can be told from the others.
const FEWEST_OF_MANY: usize = 8;
/// That many curves.
const MANY: usize = 100;
/// How far a drawn curve deviates from the given one, in pixels, if its points allow that.
const FINEST: f64 = 0.25;

/// A `Settling` whose drawable points have been picked out.
pub(super) struct View<'a> {
    /// Curves of the processes.
    pub processes: Vec<Vec<SettlingPoint>>,
    /// Curve over the processes; not empty.
    pub overall: Vec<SettlingPoint>,
    caption: &'a Caption,
    criteria: &'a Criteria,
    count: usize,
}

impl<'a> View<'a> {
    /// Checks the input of a picture.
    pub fn new(settling: &Settling, caption: &'a Caption, criteria: &'a Criteria) -> Result<Self, PlotError> {
        for (name, value) in [("eps", criteria.eps), ("the confidence", criteria.confidence)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(PlotError::BadCriterion { name, value });
            }
        }
        let overall = drawable(&settling.overall);
        let mean = overall.last().ok_or(PlotError::Empty)?.mean;
        if mean <= 0.0 {
            return Err(PlotError::MeanNotPositive(mean));
        }
        let processes = settling.processes.iter().map(|curve| drawable(curve)).collect();
        let count = settling.processes.len().max(1);
        Ok(View { processes, overall, caption, criteria, count })
    }

    /// The last point of the overall curve.
    pub fn last(&self) -> SettlingPoint {
        self.overall[self.overall.len() - 1]
    }

    /// Every point of every curve.
    pub fn points(&self) -> impl Iterator<Item = &SettlingPoint> {
        self.overall.iter().chain(self.processes.iter().flatten())
    }

    /// From this n on, everything matters to the vertical range.
    pub fn settled_from(&self) -> f64 {
        (self.last().n as f64).sqrt()
    }

    /// The logarithmic axis of n.
    pub fn n_axis(&self, from: f64, to: f64) -> Axis {
        let ns = || self.points().map(|point| point.n as f64);
        let low = ns().fold(f64::INFINITY, f64::min);
        let last = ns().fold(1.0, f64::max);
        let high = self.reached(last).map(|n| n as f64).fold(last, f64::max);
        if low == high {
            return Axis { spacing: Spacing::Log, low: low / 2.0, high: high * 2.0, from, to };
        }
        // A little air, so that the last point is not on the border.
        let high = high * libm::pow(high / low, 0.015);
        Axis { spacing: Spacing::Log, low, high, from, to }
    }

    fn reached(&self, last: f64) -> impl Iterator<Item = usize> + '_ {
        self.criteria.marks.iter().copied().filter(move |&n| n > 0 && n as f64 <= BEYOND * last)
    }

    /// Marks on the axis of n, in order.
    pub fn marks(&self, axis: &Axis) -> Vec<Mark> {
        let mut reached: Vec<usize> =
            self.reached(axis.high).filter(|&n| (axis.low..=axis.high).contains(&(n as f64))).collect();
        reached.sort_unstable();
        reached.dedup();
        let label = |n: usize| format!("N = {}", number(n as f64, 0));
        reached.into_iter().map(|n| Mark { value: n as f64, label: label(n) }).collect()
    }

    /// Rows that the labels of the marks need.
    pub fn rows(&self, axis: &Axis) -> usize {
        mark_rows(axis, &self.marks(axis)).into_iter().max().map_or(0, |row| row + 1)
    }

    /// `quantity` of what was timed.
    pub fn title(&self, quantity: &str) -> String {
        self.caption.title(quantity)
    }

    /// Clock, number of processes and the final mean with its interval.
    pub fn subtitle(&self) -> String {
        let last = self.last();
        let width = last.relative_half_width();
        let mean = TimeUnit::of(last.mean).format(last.mean, width * last.mean);
        let result =
            if width.is_finite() { format!("{mean} ± {}", percent(width)) } else { format!("{mean}, no interval") };
        let n = number(last.n as f64, 0);
        format!("{}; {}; mean at n = {n}: {result}", self.caption.clock, self.count_words())
    }

    /// "1 process", "5 processes".
    pub fn count_words(&self) -> String {
        if self.alone() { "1 process".into() } else { format!("{} processes", self.count) }
    }

    /// Whether there is only one process, so that the overall curve is its own.
    pub fn alone(&self) -> bool {
        self.count == 1
    }

    /// What the interval is an interval of.
    pub fn interval_words(&self) -> String {
        let level = percent(self.criteria.confidence);
        if self.alone() {
            format!("{level} interval within this process")
        } else {
            format!("{level} interval of the process means")
        }
    }

    /// Curves of single processes that are not the overall curve itself.
    pub fn thin_curves(&self) -> impl Iterator<Item = &Vec<SettlingPoint>> {
        self.processes.iter().filter(|_| !self.alone())
    }

    /// Drawn pieces of a curve, without needless points and cut at the edges of the panel.
    pub fn pieces(&self, curve: &[Point], top: f64, bottom: f64) -> Vec<Vec<Point>> {
        curve::cut(&self.thinned(curve), top, bottom)
    }

    /// The curve with as many points as its share of the picture allows.
    pub fn thinned(&self, curve: &[Point]) -> Vec<Point> {
        let fewest = if self.count > MANY { FEWEST_OF_MANY } else { FEWEST };
        let share = (POINTS / (self.count + 3)).max(fewest);
        let mut tolerance = FINEST;
        let mut thin = curve::thin_out(curve, tolerance);
        while thin.len() > share {
            tolerance *= 1.4;
            thin = curve::thin_out(&thin, tolerance);
        }
        thin
    }
}

/// Title of the axis of n.
pub(super) const N_TITLE: &str = "samples per process, n (after warm-up)";

/// The colour and width of a thin curve.
pub(super) const THIN: (f64, plotters::style::RGBColor) = (theme::THIN, theme::PROCESS);

/// Points with a finite mean and an n that a logarithm takes, in order of n.
fn drawable(curve: &[SettlingPoint]) -> Vec<SettlingPoint> {
    let mut points: Vec<SettlingPoint> =
        curve.iter().copied().filter(|point| point.n > 0 && point.mean.is_finite()).collect();
    points.sort_by_key(|point| point.n);
    points
}
