//! What all pictures share: size, colours, line widths, fonts.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, RGBColor, register_font};

use super::PlotError;

/// Width of every picture in pixels.
pub(super) const WIDTH: f64 = 1200.0;
/// Height of every picture in pixels.
pub(super) const HEIGHT: f64 = 750.0;
/// Drawing units per pixel: plotters knows whole units only, and a whole pixel is too coarse.
pub(super) const UNITS: f64 = 4.0;

// Blue, sky blue, orange and vermilion of Okabe and Ito, apart for every common colour vision; they
// also differ in lightness, and lines that could still be confused differ in width or dashes.
/// Text and frame.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// Subordinate text.
pub(super) const MUTED: RGBColor = RGBColor(89, 89, 89);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(228, 228, 228);
/// Paper.
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
/// The curve of one process.
pub(super) const PROCESS: RGBColor = RGBColor(135, 135, 135);
/// The curve over all processes.
pub(super) const OVERALL: RGBColor = RGBColor(0, 94, 162);
/// The interval about the overall curve.
pub(super) const INTERVAL: RGBColor = RGBColor(86, 180, 233);
/// The tolerance eps, as a line.
pub(super) const TOLERANCE: RGBColor = RGBColor(190, 76, 0);
/// The tolerance eps, as an area.
pub(super) const TOLERANCE_AREA: RGBColor = RGBColor(230, 159, 0);

/// Single samples, lighter than a process because there are so many.
pub(super) const SAMPLES: RGBColor = RGBColor(168, 174, 182);
/// What stands out: preempted samples, unstable processes (Okabe and Ito's reddish purple, darker).
pub(super) const STRIKING: RGBColor = RGBColor(160, 0, 110);

/// A fourth thing beside those of other colours (Okabe and Ito's bluish green, darker). Always a broad line or area.
const FOURTH: RGBColor = RGBColor(0, 122, 92);

/// Every colour that thin lines, marks and texts have: kept in a bitmap however few pixels have it.
pub(super) const LINES: [RGBColor; 7] = [INK, MUTED, PROCESS, OVERALL, TOLERANCE, SAMPLES, STRIKING];

/// Colours of things that are compared, in their order.
const CURVES: [RGBColor; 6] = [OVERALL, TOLERANCE, FOURTH, STRIKING, INK, PROCESS];

/// The colour of the thing at a place among those that are compared.
pub(super) fn curve(at: usize) -> RGBColor {
    CURVES[at % CURVES.len()]
}

/// Whether the colour of the thing at a place has been used before.
pub(super) fn is_second_round(at: usize) -> bool {
    at / CURVES.len() % 2 == 1
}

/// Opacity of the interval area.
pub(super) const INTERVAL_OPACITY: f64 = 0.32;
/// Opacity of the tolerance area.
pub(super) const TOLERANCE_OPACITY: f64 = 0.13;
/// Opacity of the warm-up area, in the colour of the tolerance.
pub(super) const WARM_UP_OPACITY: f64 = 0.26;

/// Opacity of the interval about a curve that stands out; such areas are large, and keep their colour without a place below.
pub(super) const STRIKING_OPACITY: f64 = 0.16;

/// Every colour and opacity that areas of all pictures have.
pub(super) const AREAS: [(RGBColor, f64); 3] =
    [(INTERVAL, INTERVAL_OPACITY), (TOLERANCE_AREA, TOLERANCE_OPACITY), (TOLERANCE_AREA, WARM_UP_OPACITY)];

/// Width of hair lines (grid, ticks, frame).
pub(super) const HAIR: f64 = 1.0;
/// Width of the curve of one process.
pub(super) const THIN: f64 = 1.25;
/// Width of reference lines.
pub(super) const MEDIUM: f64 = 1.75;
/// Width of the overall curve.
pub(super) const BOLD: f64 = 3.0;
/// Dash and gap of reference lines.
pub(super) const DASHES: (f64, f64) = (10.0, 6.0);

/// Width of the strips in which lines upon each other are drawn in turns.
pub(super) const TURN: f64 = 17.0;

/// Em size of the title, pixels.
pub(super) const TITLE: f64 = 24.0;
/// Em size of the subtitle, axis titles and legend.
pub(super) const LABEL: f64 = 16.0;
/// Em size of tick labels and notes.
pub(super) const SMALL: f64 = 14.0;

/// The family name in SVG, and the name the embedded font is registered under.
pub(super) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";
/// Height of the embedded font (ascent and descent) per em; the rasteriser scales by height.
pub(super) const HEIGHT_PER_EM: f64 = 2384.0 / 2048.0;

static REGULAR: &[u8] = include_bytes!("../../assets/DejaVuSans.ttf");
static BOLD_FACE: &[u8] = include_bytes!("../../assets/DejaVuSans-Bold.ttf");

/// Weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// For everything but titles.
    Regular,
    /// For titles.
    Bold,
}

impl Weight {
    fn style(self) -> FontStyle {
        match self {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        }
    }
}

/// Makes the embedded font known to plotters, once.
pub(super) fn register_fonts() -> Result<(), PlotError> {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    let registered = *REGISTERED.get_or_init(|| {
        register_font(FAMILY, FontStyle::Normal, REGULAR).is_ok()
            && register_font(FAMILY, FontStyle::Bold, BOLD_FACE).is_ok()
    });
    if registered { Ok(()) } else { Err(PlotError::Drawing("the embedded font is damaged".into())) }
}

/// The embedded font at a size in the measure of plotters (whatever the backend makes of it).
pub(super) fn font(size: f64, weight: Weight) -> FontDesc<'static> {
    FontDesc::new(FontFamily::Name(FAMILY), size, weight.style())
}

/// Width of a text in pixels at an em size in pixels.
pub(super) fn text_width(text: &str, em: f64, weight: Weight) -> f64 {
    // Measured large, because plotters rounds widths down to whole units.
    let size = 64.0 * HEIGHT_PER_EM;
    font(size, weight).layout_box(text).map_or(0.0, |(_, (width, _))| f64::from(width) * em / 64.0)
}
