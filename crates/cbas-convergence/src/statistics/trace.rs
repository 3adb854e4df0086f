//! A run in the order of measurement, reduced to what a picture can show without losing an extreme.

use serde::Serialize;

use super::order::{MAD_TO_SD, median};
use crate::analysis::RunAnalysis;
use crate::sample::Run;
use crate::settings::Settings;

/// Parts of a run, each reduced to its extremes: about the pixel columns of a picture.
const PARTS: usize = 980;
/// Parts of a run, each reduced to the extremes of its preempted samples: their marks are wider than a column.
const MARKED_PARTS: usize = 245;
/// Local medians along a run, about.
const BLOCKS: usize = 120;
/// Samples of a local median at least.
const SMALLEST_BLOCK: usize = 5;
/// Q95 − Q05 of a standard normal distribution.
const VENTILE_RANGE: f64 = 3.289_707_253_902_945;
/// Q75 − Q25 of a standard normal distribution.
const QUARTILE_RANGE: f64 = 1.348_979_500_392_163_6;

/// One sample, or a summary of the samples about it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TracePoint {
    /// Index in the run, from 0.
    pub at: usize,
    /// Time, ns.
    pub value: f64,
}

/// A stretch of a run between changes of level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Level {
    /// First sample.
    pub from: usize,
    /// First sample after it.
    pub to: usize,
    /// Mean of its samples, each clipped at the median of the run ± 5 robust standard deviations as for the search for
    /// shifts (§3, §6.1), ns.
    pub mean: f64,
}

/// Samples outside a range, on one side of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Beyond {
    /// How many.
    pub count: usize,
    /// The farthest of them, ns; of none, the end of the range.
    pub farthest: f64,
}

/// Samples during which the process was descheduled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Preempted {
    /// How many.
    pub count: usize,
    /// The lowest and the highest of each of 245 parts of the run; all, if that is no more.
    pub points: Vec<TracePoint>,
}

/// One run in the order of measurement (times in ns per operation).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trace {
    /// Number of samples.
    pub n: usize,
    /// Samples cut as start-up phase.
    pub warm_up: usize,
    /// The lowest and the highest sample of each of 980 parts of the run, in time order; all samples of a run that has
    /// no more. So no extreme is lost.
    pub points: Vec<TracePoint>,
    /// Median of each block of [`Self::block`] samples, at its middle; empty for a short run.
    pub medians: Vec<TracePoint>,
    /// Samples of a block.
    pub block: usize,
    /// Levels between the cut, the shifts and the end.
    pub levels: Vec<Level>,
    /// Preempted samples, where the run knows them.
    pub preempted: Option<Preempted>,
    /// A range that shows the bulk of the samples, ns: see [`bulk`].
    pub range: (f64, f64),
    /// Samples below the range.
    pub below: Beyond,
    /// Samples above the range.
    pub above: Beyond,
}

/// Reduces a run to a picture of it in one pass and a selection a block: linear in the number of samples, no sort.
///
/// `analysis` must be the result of analysing `run` with `settings`.
///
/// ```
/// use cbas_convergence::{Series, Settings, analyze, statistics::trace::trace};
/// let times = (0..100_000u32).map(|i| if i == 77_777 { 90_000 } else { 3000 + i * 7919 % 101 });
/// let (series, settings) = (Series::from_nanoseconds("hash", times)?, Settings::default());
/// let analysis = analyze(&series, &settings);
/// let trace = trace(&series.runs()[0], &analysis.runs[0], &settings);
/// assert!(trace.points.len() <= 1960 && trace.points.iter().any(|point| point.at == 77_777));
/// assert_eq!((trace.above.count, trace.above.farthest), (1, 90_000.0));
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
pub fn trace(run: &Run, analysis: &RunAnalysis, settings: &Settings) -> Trace {
    let x = run.nanoseconds();
    let warm_up = analysis.warm_up.min(x.len() - 1);
    let block = x.len().div_ceil(BLOCKS).max(SMALLEST_BLOCK);
    let medians = local_medians(x, block);
    let start = medians.iter().filter(|point| point.at < warm_up).map(|point| point.value);
    let a = analysis;
    let range = widened(bulk([a.min, a.q05, a.q25, a.median, a.q75, a.q95, a.max]), start);
    let (below, above) = beyond(x, range);
    Trace {
        n: x.len(),
        warm_up,
        points: extremes(x.iter().copied().enumerate(), x.len(), PARTS),
        medians,
        block,
        levels: levels(x, warm_up, analysis, settings),
        preempted: run.preempted().map(|flags| preempted(x, flags)),
        range,
        below,
        above,
    }
}

/// The lowest and the highest value of each of `parts` equal parts of a list, in order; the whole list if it has no more
/// than two values a part.
///
/// ```
/// use cbas_convergence::statistics::trace::decimate;
/// let points = decimate(&[5.0, 1.0, 3.0, 9.0, 2.0, 2.0, 2.0, 7.0], 2);
/// assert_eq!(points.iter().map(|point| point.at).collect::<Vec<_>>(), [1, 3, 4, 7]);
/// ```
pub fn decimate(x: &[f64], parts: usize) -> Vec<TracePoint> {
    extremes(x.iter().copied().enumerate(), x.len(), parts)
}

/// The range that shows the bulk of a sample with minimum, Q05, Q25, median, Q75, Q95 and maximum as given: the median
/// ± 5 robust standard deviations ((Q75 − Q25)/1.349) or three times the distance to Q05 and Q95, whichever reaches
/// farther, but no farther than the samples; everything, if most samples are equal.
pub fn bulk([min, q05, q25, median, q75, q95, max]: [f64; 7]) -> (f64, f64) {
    let reach = 5.0 * (q75 - q25) / QUARTILE_RANGE;
    let low = min.max(median - reach.max(3.0 * (median - q05)));
    let high = max.min(median + reach.max(3.0 * (q95 - median)));
    if low < high { (low, high) } else { (min, max) }
}

/// The range, widened to show a start-up phase as far as that takes no more than three quarters of it.
fn widened((low, high): (f64, f64), start: impl Iterator<Item = f64>) -> (f64, f64) {
    let span = high - low;
    // The samples scatter about their local medians as those of the bulk do.
    start.fold((low, high), |(l, h), median| {
        let down = if median < low { (median - span / 2.0).max(low - 3.0 * span) } else { l };
        let up = if median > high { (median + span / 2.0).min(high + 3.0 * span) } else { h };
        (l.min(down), h.max(up))
    })
}

fn beyond(x: &[f64], (low, high): (f64, f64)) -> (Beyond, Beyond) {
    let mut below = Beyond { count: 0, farthest: low };
    let mut above = Beyond { count: 0, farthest: high };
    for &v in x {
        below.count += usize::from(v < low);
        above.count += usize::from(v > high);
        below.farthest = below.farthest.min(v);
        above.farthest = above.farthest.max(v);
    }
    (below, above)
}

/// Extremes of the parts of a run of `n` samples, some or all of which are given in time order.
fn extremes(samples: impl Iterator<Item = (usize, f64)> + Clone, n: usize, parts: usize) -> Vec<TracePoint> {
    let parts = parts.max(1);
    let point = |(at, value)| TracePoint { at, value };
    if samples.clone().take(2 * parts + 1).count() <= 2 * parts {
        return samples.map(point).collect();
    }
    let end_of = |part: usize| ((part as u128 * n as u128).div_ceil(parts as u128)) as usize;
    let (mut points, mut part, mut end) = (Vec::with_capacity(2 * parts), 0, 0);
    let mut found: Option<(TracePoint, TracePoint)> = None;
    let close = |found: Option<(TracePoint, TracePoint)>, points: &mut Vec<TracePoint>| {
        if let Some((low, high)) = found {
            let (first, last) = if low.at <= high.at { (low, high) } else { (high, low) };
            points.push(first);
            points.extend((last.at > first.at).then_some(last));
        }
    };
    for (at, value) in samples {
        if at >= end {
            close(found.take(), &mut points);
            while at >= end {
                part += 1;
                end = end_of(part);
            }
        }
        let here = point((at, value));
        match &mut found {
            None => found = Some((here, here)),
            Some((low, _)) if value < low.value => *low = here,
            Some((_, high)) if value > high.value => *high = here,
            Some(_) => {}
        }
    }
    close(found, &mut points);
    points
}

fn preempted(x: &[f64], flags: &[bool]) -> Preempted {
    let flagged = x.iter().copied().enumerate().zip(flags).filter(|(_, flag)| **flag).map(|(sample, _)| sample);
    let count = flags.iter().filter(|flag| **flag).count();
    Preempted { count, points: extremes(flagged, x.len(), MARKED_PARTS) }
}

fn local_medians(x: &[f64], block: usize) -> Vec<TracePoint> {
    if x.len() < 4 * block {
        return Vec::new();
    }
    let mut scratch = Vec::with_capacity(block);
    x.chunks(block)
        .enumerate()
        // A last block that is too short would be noisier than the others.
        .filter(|(_, part)| 2 * part.len() >= block)
        .map(|(i, part)| {
            scratch.clear();
            scratch.extend_from_slice(part);
            TracePoint { at: i * block + part.len() / 2, value: median(&mut scratch) }
        })
        .collect()
}

fn levels(x: &[f64], warm_up: usize, analysis: &RunAnalysis, settings: &Settings) -> Vec<Level> {
    let spread = MAD_TO_SD * analysis.mad;
    let spread = if spread > 0.0 { spread } else { (analysis.q95 - analysis.q05) / VENTILE_RANGE };
    let reach = if spread > 0.0 { settings.winsor_k * spread } else { f64::INFINITY };
    let centre = analysis.median;
    let clipped = |part: &[f64]| {
        // About the median, so that no digits are lost at large offsets.
        let sum = super::moments::sum(part, |v| (v - centre).clamp(-reach, reach));
        centre + sum / part.len() as f64
    };
    let mut bounds = vec![warm_up];
    bounds.extend(analysis.shifts.iter().map(|shift| shift.at).filter(|at| (warm_up + 1..x.len()).contains(at)));
    bounds.push(x.len());
    let level = |pair: &[usize]| Level { from: pair[0], to: pair[1], mean: clipped(&x[pair[0]..pair[1]]) };
    bounds.windows(2).filter(|pair| pair[0] < pair[1]).map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Series, analyze};

    fn traced(x: Vec<f64>, flags: Option<Vec<bool>>) -> Trace {
        let run = Run::new(x).unwrap();
        let run = if let Some(flags) = flags { run.with_preempted(flags) } else { run };
        let settings = Settings::default();
        let series = Series::new("x", vec![run]).unwrap();
        let analysis = analyze(&series, &settings);
        trace(&series.runs()[0], &analysis.runs[0], &settings)
    }

    fn noise(n: usize) -> Vec<f64> {
        (0..n).map(|i| 3000.0 + ((i * 7919) % 211) as f64).collect()
    }

    #[test]
    fn every_part_keeps_its_extremes_in_time_order() {
        let x = noise(54_321);
        let points = decimate(&x, 100);
        assert!(points.len() <= 200 && points.windows(2).all(|pair| pair[0].at < pair[1].at));
        for part in 0..100 {
            let (from, to) = ((part * x.len()).div_ceil(100), ((part + 1) * x.len()).div_ceil(100));
            let kept: Vec<f64> = points.iter().filter(|p| (from..to).contains(&p.at)).map(|p| p.value).collect();
            let lowest = x[from..to].iter().copied().fold(f64::INFINITY, f64::min);
            let highest = x[from..to].iter().copied().fold(0.0, f64::max);
            assert!(kept.contains(&lowest) && kept.contains(&highest), "part {part}: {kept:?}");
        }
        assert_eq!(decimate(&x[..200], 100).len(), 200);
        assert!(decimate(&[], 5).is_empty());
    }

    #[test]
    fn a_shift_separates_two_levels() {
        let x: Vec<f64> = noise(4000).iter().enumerate().map(|(i, v)| if i < 2400 { *v } else { v + 600.0 }).collect();
        let trace = traced(x, None);
        assert_eq!(trace.levels.len(), 2, "{:?}", trace.levels);
        let (a, b) = (trace.levels[0], trace.levels[1]);
        assert!(a.to == b.from && a.to.abs_diff(2400) <= 20 && b.to == 4000);
        assert!((b.mean - a.mean - 600.0).abs() < 5.0);
    }

    #[test]
    fn outliers_leave_the_range_but_are_counted() {
        let mut x = noise(5000);
        x[4000] = 1e9;
        x[4500] = 1.0;
        let trace = traced(x, None);
        assert!(trace.range.0 > 2000.0 && trace.range.1 < 4000.0, "{:?}", trace.range);
        assert_eq!(trace.above, Beyond { count: 1, farthest: 1e9 });
        assert_eq!(trace.below, Beyond { count: 1, farthest: 1.0 });
    }

    #[test]
    fn a_start_up_phase_is_in_the_range() {
        let x: Vec<f64> = noise(4000).iter().enumerate().map(|(i, v)| if i < 200 { v * 1.5 } else { *v }).collect();
        let trace = traced(x, None);
        assert!(trace.warm_up >= 200 && trace.range.1 > 3300.0, "{} {:?}", trace.warm_up, trace.range);
    }

    #[test]
    fn preempted_samples_are_counted_and_thinned() {
        let flags = |every: usize| (0..10_000).map(|i| i % every == 3).collect();
        let few = traced(noise(10_000), Some(flags(100))).preempted.unwrap();
        assert_eq!((few.count, few.points.len(), few.points[0].at), (100, 100, 3));
        let many = traced(noise(10_000), Some(flags(5))).preempted.unwrap();
        assert!(many.count == 2000 && many.points.len() <= 490);
        assert!(traced(noise(100), None).preempted.is_none());
    }

    #[test]
    fn equal_samples_have_an_empty_range() {
        let trace = traced(vec![7.0; 50], None);
        assert_eq!((trace.range, trace.above.count + trace.below.count), ((7.0, 7.0), 0));
        assert_eq!(trace.levels, [Level { from: 0, to: 50, mean: 7.0 }]);
    }
}
