//! Mean time as a line over a size: a fixed cost and a cost per unit.

use serde::Serialize;

use super::Analysis;
use crate::settings::Settings;
use crate::statistics::processes::Components;

/// A line y = intercept + slope·x through the means of several series, ns.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Cost at x = 0, ns.
    pub intercept: Coefficient,
    /// Cost of one more unit of x, ns.
    pub slope: Coefficient,
    /// Largest relative distance of a mean from the line: how far the truth is from being a line.
    pub worst_residual: f64,
    /// Processes that measured all points.
    pub processes: usize,
}

/// One coefficient of a [`Line`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Coefficient {
    /// Its value, ns: the mean over processes.
    pub value: f64,
    /// t(K−1)·S/√K over the K processes; `None` for one process.
    pub half_width: Option<f64>,
}

/// The line through points (x, series), by least squares of the relative residuals, since timing noise is proportional to
/// the time. It is fitted to the means of each process that measured all of them, and the coefficients are averaged
/// (§8): what slows down a whole process moves both alike. `None` for fewer than three points, for fewer than two
/// different x, or without a process that has all points.
///
/// ```
/// use cbas_convergence::analysis::fit_line;
/// use cbas_convergence::{Run, Series, Settings, analyze};
///
/// let settings = Settings::default();
/// let series = |mean: f64| {
///     let run = Run::new((0..400).map(|i| mean + f64::from(i % 7)).collect())?.in_process("0");
///     Ok::<_, cbas_convergence::SampleError>(analyze(&Series::new("x", vec![run])?, &settings))
/// };
/// let (a, b, c) = (series(1300.0)?, series(1600.0)?, series(2200.0)?);
/// let line = fit_line(&[(1.0, &a), (2.0, &b), (4.0, &c)], &settings).unwrap();
/// assert!((line.slope.value - 300.0).abs() < 1e-6 && line.worst_residual < 1e-9);
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
pub fn fit_line(points: &[(f64, &Analysis)], settings: &Settings) -> Option<Line> {
    let (x, first) = points.first()?;
    if points.len() < 3 || points.iter().all(|(other, _)| other == x) {
        return None;
    }
    let processes = first.main_runs.iter().filter_map(|&run| first.runs[run].process.as_deref());
    let means = |process: &str| -> Option<Vec<(f64, f64)>> {
        points.iter().map(|(x, analysis)| Some((*x, mean_in(analysis, process)?))).collect()
    };
    let fits: Vec<(f64, f64)> = processes.filter_map(|process| Some(least_squares(&means(process)?))).collect();
    if fits.is_empty() {
        return None;
    }
    let coefficient = |values: Vec<f64>| {
        let components = Components::of(&values, None);
        let half_width = (values.len() > 1).then(|| components.half_width(settings.confidence));
        Coefficient { value: components.mean, half_width }
    };
    let intercept = coefficient(fits.iter().map(|fit| fit.0).collect());
    let slope = coefficient(fits.iter().map(|fit| fit.1).collect());
    let residual = |(x, analysis): &(f64, &Analysis)| (intercept.value + slope.value * x) / analysis.mean() - 1.0;
    let worst_residual = points.iter().map(|point| residual(point).abs()).fold(0.0, f64::max);
    Some(Line { intercept, slope, worst_residual, processes: fits.len() })
}

/// Mean of the main run of a process.
fn mean_in(analysis: &Analysis, process: &str) -> Option<f64> {
    let run = analysis.main_runs.iter().map(|&run| &analysis.runs[run]);
    run.into_iter().find(|run| run.process.as_deref() == Some(process)).map(|run| run.mean)
}

/// Intercept and slope that minimise Σ((a + b·x)/y − 1)²; not all x may be equal.
fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let weights = line_weights(points);
    weights.iter().zip(points).fold((0.0, 0.0), |(a, b), ((of_a, of_b), (_, y))| (a + of_a * y, b + of_b * y))
}

/// What each point (x, y) contributes to intercept and slope of the line that minimises Σ((a + b·x)/y − 1)²: a = Σ uᵢyᵢ and
/// b = Σ vᵢyᵢ with the pairs (uᵢ, vᵢ), through which errors of the yᵢ are carried to the line. Not all x may be equal.
///
/// ```
/// use cbas_convergence::analysis::line_weights;
/// let points = [(1.0, 5.0), (2.0, 8.0), (4.0, 14.0)];
/// let slope: f64 = line_weights(&points).iter().zip(points).map(|((_, v), (_, y))| v * y).sum();
/// assert!((slope - 3.0).abs() < 1e-12);
/// ```
pub fn line_weights(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let weight = |y: f64| 1.0 / (y * y);
    let total = points.iter().fold(0.0, |sum, &(_, y)| sum + weight(y));
    let mean_x = points.iter().fold(0.0, |sum, &(x, y)| sum + weight(y) * x / total);
    let sxx = points.iter().fold(0.0, |sxx, &(x, y)| sxx + weight(y) * (x - mean_x) * (x - mean_x));
    let of = |&(x, y): &(f64, f64)| {
        let slope = weight(y) * (x - mean_x) / sxx;
        (weight(y) / total - mean_x * slope, slope)
    };
    points.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Run, Series, analyze};

    /// A series whose process k takes `scales[k]` times `mean`.
    fn analysed(mean: f64, scales: &[f64]) -> Analysis {
        let samples = |scale: f64| (0..400).map(|i| scale * (mean + f64::from(i * 7919 % 211) - 105.0)).collect();
        let runs =
            scales.iter().enumerate().map(|(k, &scale)| Run::new(samples(scale)).unwrap().in_process(k.to_string()));
        analyze(&Series::new("x", runs.collect()).unwrap(), &Settings::default())
    }

    #[test]
    fn a_line_is_found_with_its_spread_over_processes() {
        let scales = [1.0, 1.02, 0.98];
        let points: Vec<(f64, Analysis)> =
            [1.0, 2.0, 8.0, 64.0].into_iter().map(|x| (x, analysed(3000.0 + 500.0 * x, &scales))).collect();
        let points: Vec<(f64, &Analysis)> = points.iter().map(|(x, analysis)| (*x, analysis)).collect();
        let line = fit_line(&points, &Settings::default()).unwrap();
        assert_eq!(line.processes, 3);
        assert!((line.slope.value / 500.0 - 1.0).abs() < 1e-3, "{line:?}");
        assert!((line.intercept.value / 3000.0 - 1.0).abs() < 1e-3, "{line:?}");
        // t(2)·0.02/√3 of the value.
        assert!((line.slope.half_width.unwrap() / 500.0 - 4.302_652_7 * 0.02 / 3f64.sqrt()).abs() < 1e-3, "{line:?}");
        assert!(line.worst_residual < 1e-3);
    }

    #[test]
    fn a_curve_is_told_by_its_residual() {
        let points: Vec<(f64, Analysis)> =
            [1.0, 2.0, 4.0, 8.0].into_iter().map(|x| (x, analysed(3000.0 + 500.0 * x * x, &[1.0, 1.0]))).collect();
        let points: Vec<(f64, &Analysis)> = points.iter().map(|(x, analysis)| (*x, analysis)).collect();
        assert!(fit_line(&points, &Settings::default()).unwrap().worst_residual > 0.05);
        assert_eq!(fit_line(&points[..2], &Settings::default()), None);
        let same: Vec<(f64, &Analysis)> = points.iter().map(|(_, analysis)| (1.0, *analysis)).collect();
        assert_eq!(fit_line(&same, &Settings::default()), None);
    }
}
