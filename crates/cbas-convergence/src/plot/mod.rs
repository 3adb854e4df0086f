//! Pictures of a series: one file a picture, in SVG and PNG from the same drawing.
//!
//! | picture | shows | drawn from |
//! |---|---|---|
//! | [`RunningMean`] | how the mean settles | [`settling`](crate::statistics::settling::settling) |
//! | [`HalfWidth`] | how its interval narrows | the same |
//! | [`TracePlot`] | one run in time order: warm-up cut, shifts, preempted samples | [`trace`](crate::statistics::trace::trace) |
//! | [`Distribution`] | how the samples are distributed, with quantiles | [`histogram`](crate::statistics::histogram::histogram) |
//! | [`Correlogram`] | how much neighbouring samples have in common | [`autocorrelation`](crate::statistics::autocorrelation::autocorrelation) |
//! | [`Sweep`] | a figure over a size, several curves with bands | the caller's figures |
//! | [`ProcessMeans`] | how much processes differ | [`Analysis`](crate::Analysis) |
//! | [`Bars`] | how long several things take | figures of the caller |
//! | [`Growth`] | how times grow with a number, and where they cross | figures of the caller |
//!
//! ```
//! use cbas_convergence::plot::{Caption, Figure, TracePlot};
//! use cbas_convergence::statistics::trace::trace;
//! use cbas_convergence::{Series, Settings, analyze};
//!
//! let (series, settings) =
//!     (Series::from_nanoseconds("hash", (0..5000u32).map(|i| 3000 + i * 7919 % 211))?, Settings::default());
//! let analysis = analyze(&series, &settings);
//! let (samples, run) = (&series.runs()[0], &analysis.runs[0]);
//! let caption = &Caption { operation: "hash".into(), library: "mine 1.0".into(), clock: "wall clock".into() };
//! let svg = TracePlot { trace: &trace(samples, run, &settings), run, caption, which: "the only run" }.svg()?;
//! assert!(svg.contains("Samples in time order: hash · mine 1.0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pictures show numbers that were computed elsewhere and compute none. Everything a picture needs,
//! the font included, is in the binary, and the same input gives the same bytes on every machine.

mod autocorrelation;
mod axis;
mod bars;
mod canvas;
mod coverage;
mod curve;
mod distribution;
mod frame;
mod growth;
mod half_width;
mod marker;
mod png;
mod process_means;
mod running_mean;
mod settling_view;
mod sweep;
mod theme;
mod times;
mod trace;

use std::fs;
use std::path::{Path, PathBuf};

use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};

pub use autocorrelation::Correlogram;
pub use bars::{Bar, BarGroup, Bars};
use canvas::{Canvas, Kind};
pub use distribution::Distribution;
pub use growth::{Crossing, Growth, GrowthCurve, GrowthValue};
pub use half_width::HalfWidth;
pub use process_means::ProcessMeans;
pub use running_mean::RunningMean;
pub use sweep::{Stroke, Sweep, SweepCurve, SweepPoint};
pub use trace::TracePlot;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("nothing to draw: there are too few samples (a curve begins at 10), or no mean is finite")]
    Empty,
    /// Relative errors need a positive mean.
    #[error("cannot draw errors relative to a mean of {0} ns: it must be above zero")]
    MeanNotPositive(f64),
    /// The criteria make no sense.
    #[error("{name} is {value}, but must be above 0 and below 1")]
    BadCriterion {
        /// Which of the criteria.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The file name does not say which format is wanted.
    #[error("{}: the name of a picture must end in .svg or .png", .0.display())]
    UnknownFormat(PathBuf),
    /// The file could not be written.
    #[error("cannot write {}: {reason}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said; part of the message, so not a source of its own.
        reason: std::io::Error,
    },
    /// The drawing library refused.
    #[error("cannot draw: {0}")]
    Drawing(String),
}

/// What a picture is about: the words of its titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// The operation, e.g. `pairing`.
    pub operation: String,
    /// The library, e.g. `blstrs`.
    pub library: String,
    /// The clock, e.g. `thread CPU clock`.
    pub clock: String,
}

impl Caption {
    /// `quantity` of what was timed.
    fn title(&self, quantity: &str) -> String {
        format!("{quantity}: {} · {}", self.operation, self.library)
    }
}

/// What a reader checks the curves against.
#[derive(Debug, Clone, PartialEq)]
pub struct Criteria {
    /// The tolerance: relative half-width that is small enough, e.g. 0.01.
    pub eps: f64,
    /// The level of the intervals, e.g. 0.95.
    pub confidence: f64,
    /// Sample sizes to mark, e.g. 1000 and 5000.
    pub marks: Vec<usize>,
}

/// A picture that can be drawn.
pub trait Figure {
    /// The picture as an SVG document with real text.
    fn svg(&self) -> Result<String, PlotError>;

    /// The picture as a PNG file.
    fn png(&self) -> Result<Vec<u8>, PlotError>;

    /// Writes the picture in the format that the name ends in; the file is whole or absent.
    fn write(&self, path: &Path) -> Result<(), PlotError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let bytes = match ending.to_ascii_lowercase().as_str() {
            "svg" => self.svg()?.into_bytes(),
            "png" => self.png()?,
            _ => return Err(PlotError::UnknownFormat(path.to_owned())),
        };
        replace(path, &bytes).map_err(|reason| PlotError::Write { path: path.to_owned(), reason })
    }
}

/// One drawing for every backend; all that a picture has to implement.
trait Draw {
    /// What the picture shows, in words for readers who cannot see it.
    fn description(&self) -> String;

    /// Draws the picture on white paper.
    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError>;
}

impl<T: Draw> Figure for T {
    fn svg(&self) -> Result<String, PlotError> {
        theme::register_fonts()?;
        let mut svg = String::new();
        let size = (theme::WIDTH * theme::UNITS, theme::HEIGHT * theme::UNITS);
        let backend = SVGBackend::with_string(&mut svg, (size.0 as u32, size.1 as u32));
        let canvas = Canvas::new(backend, Kind::Vector);
        canvas.fill(theme::PAPER)?;
        self.draw(&canvas)?;
        canvas.finish()?;
        Ok(with_root(&svg, &self.description()))
    }

    fn png(&self) -> Result<Vec<u8>, PlotError> {
        theme::register_fonts()?;
        let (width, height) = (theme::WIDTH as usize, theme::HEIGHT as usize);
        let mut rgb = vec![0; width * height * 3];
        let backend = BitMapBackend::with_buffer(&mut rgb, (width as u32, height as u32));
        let canvas = Canvas::new(backend, Kind::Pixels);
        canvas.fill(theme::PAPER)?;
        self.draw(&canvas)?;
        canvas.finish()?;
        png::encode(&rgb, width, height)
    }
}

/// The document with a root element that shows drawing units at their size in pixels.
fn with_root(svg: &str, description: &str) -> String {
    let (width, height, units) = (theme::WIDTH, theme::HEIGHT, theme::UNITS);
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let description = canvas::printable(description).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
         <title>{description}</title>{}",
        width * units,
        height * units,
        body.replace(" opacity=\"1\"", ""),
    )
}

/// Writes beside the file and renames, so that no reader ever sees half a picture.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The error of the write is the one to tell; the leftover may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}
