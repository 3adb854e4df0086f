//! The autocorrelation of a run by lag, with the band of white noise.

use plotters::prelude::DrawingBackend;
use plotters::style::Color;

use super::axis::{Axis, Spacing, linear_ticks, number, percent};
use super::canvas::{Anchor, Canvas, Ink};
use super::frame::{self, Heading, Panel, Sample};
use super::times::{checked, run_words};
use super::{Caption, Draw, PlotError, theme};
use crate::analysis::RunAnalysis;
use crate::quantity::significant;
use crate::statistics::autocorrelation::Autocorrelation;

/// Widest stem in pixels.
const STEM: f64 = 8.0;

/// How much neighbouring samples of a run have in common, and what that leaves of their number.
#[derive(Debug, Clone, Copy)]
pub struct Correlogram<'a> {
    /// Coefficients by lag.
    pub autocorrelation: &'a Autocorrelation,
    /// The figures of the same run.
    pub run: &'a RunAnalysis,
    /// The words of the titles.
    pub caption: &'a Caption,
    /// Which run it is, e.g. `process 3, the least stable of 5`; may be empty.
    pub which: &'a str,
}

impl Draw for Correlogram<'_> {
    fn description(&self) -> String {
        let Caption { operation, library, .. } = self.caption;
        format!("Autocorrelation of the times of {operation} in {library} by lag")
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let acf = self.autocorrelation;
        checked(acf.n, self.run.mean)?;
        let heading = Heading {
            title: self.caption.title("Autocorrelation"),
            subtitle: run_words(self.caption, self.which, self.run, &self.figures()),
            legend: self.legend(),
        };
        let panel = Panel::below(heading.draw(canvas)?, 0);
        // Lag 0 is 1 whatever the samples, and would squash the others.
        let coefficients = acf.coefficients.get(1..).unwrap_or_default();
        let lags = coefficients.len().max(1) as f64;
        let x_axis = Axis { spacing: Spacing::Linear, low: 0.4, high: lags + 0.6, from: panel.left, to: panel.right };
        let (low, high) = range(coefficients, acf.band);
        let y_axis = Axis { spacing: Spacing::Linear, low, high, from: panel.bottom, to: panel.top };

        panel.stripe(canvas, (y_axis.place(acf.band), y_axis.place(-acf.band)), frame::interval_fill())?;
        // Whole lags only.
        let x_ticks = linear_ticks(x_axis.low, x_axis.high, 10.0_f64.min(lags), false);
        let y_ticks = linear_ticks(low, high, 6.0, false);
        panel.grid(canvas, (&x_axis, &x_ticks), (&y_axis, &y_ticks))?;
        let zero = frame::crisp(y_axis.place(0.0));
        canvas.line(&[(panel.left, zero), (panel.right, zero)], theme::HAIR, theme::INK)?;
        let width = ((panel.right - panel.left) / lags * 0.7).min(STEM);
        for (lag, &r) in (1..).zip(coefficients) {
            let (x, y) = (x_axis.place(f64::from(lag)), y_axis.place(r));
            let color = if r.abs() > acf.band { theme::OVERALL } else { theme::PROCESS };
            canvas.area(
                &[(x - width / 2.0, zero), (x - width / 2.0, y), (x + width / 2.0, y), (x + width / 2.0, zero)],
                color.to_rgba(),
            )?;
        }
        if coefficients.is_empty() {
            let middle = ((panel.left + panel.right) / 2.0, panel.top + 40.0);
            let words = if acf.n < 2 { "one sample has no autocorrelation" } else { "all samples are equal" };
            canvas.text(words, middle, Anchor::Middle, Ink::new(theme::LABEL, theme::MUTED))?;
        }
        panel.border(canvas)?;
        panel.bottom_axis(canvas, &x_axis, &x_ticks, "lag, samples")?;
        panel.left_axis(canvas, &y_axis, &y_ticks, "autocorrelation (1 at lag 0, not shown)")?;
        let edge = format!("±{}", significant(acf.band, 2));
        panel.notes(canvas, vec![(y_axis.place(acf.band), edge, theme::OVERALL)])
    }
}

impl Correlogram<'_> {
    /// Effective sample size and tau.
    fn figures(&self) -> String {
        let acf = self.autocorrelation;
        let n = number(acf.n as f64, 0);
        match (acf.tau, acf.ess) {
            (Some(tau), Some(ess)) => {
                let ess = number(ess, 0);
                format!("tau = {}: {n} samples are worth {ess} independent ones (ESS)", significant(tau, 3))
            }
            _ if acf.n == 1 => "1 sample, too few for tau and ESS".into(),
            _ => format!("{n} samples, too few for tau and ESS"),
        }
    }

    fn legend(&self) -> Vec<(Sample, String)> {
        let acf = self.autocorrelation;
        let coefficients = acf.coefficients.get(1..).unwrap_or_default();
        let outside = coefficients.iter().filter(|r| r.abs() > acf.band).count();
        let level = percent(acf.confidence);
        let mut legend = vec![
            (Sample::Area(frame::interval_fill(), None), format!("{level} band of white noise")),
            (
                Sample::Area(theme::OVERALL.to_rgba(), None),
                format!("outside it: {outside} of {} lags", coefficients.len()),
            ),
            (Sample::Area(theme::PROCESS.to_rgba(), None), "inside it".into()),
        ];
        legend.truncate(if coefficients.is_empty() { 1 } else { legend.len() });
        legend
    }
}

/// Everything, and at least twice the band.
fn range(coefficients: &[f64], band: f64) -> (f64, f64) {
    let least = (2.0 * band).min(1.0);
    let low = coefficients.iter().copied().fold(-least, f64::min);
    let high = coefficients.iter().copied().fold(least, f64::max);
    let air = 0.05 * (high - low);
    (low - air, high + air)
}
