//! One walk over a long steady state instead of one for each question: moments of its prefixes and halves (§5.5, §6.4),
//! and coarse sums from which batch means of any length follow.
//!
//! Above the cache a pass over everything costs what memory gives, not what it computes.

use super::autocovariance::long_run_variance_of;
use super::interval::MeanEstimate;
use super::moments::{MOMENT_BLOCK, Moments, batch_means, sum};
use std::ops::Range;

/// Samples of one coarse sum.
const COARSE: usize = 16;
/// Batches shorter than this are mostly ends of coarse sums, so they are added up directly.
const SHORTEST_BATCH: usize = 4 * COARSE;

/// Sums of consecutive groups of samples, as deviations from an origin.
#[derive(Debug, Clone)]
pub struct CoarseSums<'a> {
    x: &'a [f64],
    origin: f64,
    sums: Vec<f64>,
}

impl<'a> CoarseSums<'a> {
    /// Of x, about its first value.
    pub fn of(x: &'a [f64]) -> Self {
        let mut coarse = Self::empty(x);
        coarse.push(x);
        coarse
    }

    fn empty(x: &'a [f64]) -> Self {
        let origin = x.first().copied().unwrap_or(0.0);
        Self { x, origin, sums: Vec::with_capacity(x.len() / COARSE) }
    }

    /// Adds the next samples, whole groups of them except at the end of x.
    fn push(&mut self, next: &[f64]) {
        let origin = self.origin;
        self.sums.extend(next.as_chunks::<COARSE>().0.iter().map(|group| group_sum(group, origin)));
    }

    /// Sum of x − origin over a range.
    fn sum(&self, range: Range<usize>) -> f64 {
        let direct = |range: Range<usize>| self.x[range].iter().fold(0.0, |s, &v| s + (v - self.origin));
        let (first, last) = (range.start.div_ceil(COARSE), range.end / COARSE);
        if first >= last {
            return direct(range);
        }
        direct(range.start..first * COARSE) + sum(&self.sums[first..last], |v| v) + direct(last * COARSE..range.end)
    }

    /// Means of consecutive batches of `size` samples of a range, as deviations from the first value of x; a rest
    /// shorter than a batch is dropped.
    pub fn batch_means(&self, range: Range<usize>, size: usize) -> Vec<f64> {
        if size < SHORTEST_BATCH {
            return batch_means(&self.x[range], size, self.origin);
        }
        let starts = (0..range.len() / size).map(|batch| range.start + batch * size);
        starts.map(|start| self.sum(start..start + size) / size as f64).collect()
    }

    /// Long-run variance of a range with the sample variance `variance` (§5.1).
    pub fn long_run_variance(&self, range: Range<usize>, variance: f64, max_batches: usize) -> f64 {
        long_run_variance_of(range.len(), variance, max_batches, |size, count| {
            self.batch_means(range.end - size * count..range.end, size)
        })
    }
}

fn group_sum(group: &[f64; COARSE], origin: f64) -> f64 {
    let mut lanes = [0.0; 4];
    for (i, &v) in group.iter().enumerate() {
        lanes[i % 4] += v - origin;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// What the mean, its interval at every checkpoint and the comparison of halves need of one steady state.
#[derive(Debug, Clone)]
pub struct Digest<'a> {
    coarse: CoarseSums<'a>,
    checkpoints: Vec<(usize, Moments)>,
    halves: [Moments; 2],
    whole: Moments,
    max_batches: usize,
}

impl<'a> Digest<'a> {
    /// Of a non-empty z with the moments of its prefixes at ascending `checkpoints`, all below its length; long-run
    /// variances will use at most `max_batches` batches.
    pub fn of(z: &'a [f64], checkpoints: &[usize], max_batches: usize) -> Self {
        let none = Moments::about(&[], z[0]);
        let mut digest = Self {
            coarse: CoarseSums::empty(z),
            checkpoints: Vec::with_capacity(checkpoints.len()),
            halves: [none; 2],
            whole: none,
            max_batches,
        };
        let mut waiting = checkpoints.iter().copied().peekable();
        for start in (0..z.len()).step_by(MOMENT_BLOCK) {
            let end = (start + MOMENT_BLOCK).min(z.len());
            digest.coarse.push(&z[start..end]);
            let mut from = start;
            while let Some(point) = waiting.next_if(|&point| point <= end) {
                digest.advance(from..point);
                digest.checkpoints.push((point, digest.whole));
                from = point;
            }
            digest.advance(from..end);
        }
        if z.len() <= MOMENT_BLOCK {
            // Of a short series in one piece, so that its last digit does not depend on where the checkpoints are.
            digest.whole = Moments::of(z);
        }
        digest
    }

    /// Takes in the next samples, which begin where the last ones ended.
    fn advance(&mut self, range: Range<usize>) {
        let middle = (self.coarse.x.len() / 2).clamp(range.start, range.end);
        for (half, part) in [(0, range.start..middle), (1, middle..range.end)] {
            if !part.is_empty() {
                let moments = Moments::about(&self.coarse.x[part], self.coarse.origin);
                self.halves[half] = self.halves[half].merge(&moments);
                self.whole = self.whole.merge(&moments);
            }
        }
    }

    /// Moments of all samples.
    pub fn moments(&self) -> &Moments {
        &self.whole
    }

    fn estimate_of(&self, range: Range<usize>, moments: &Moments) -> MeanEstimate {
        let lrv = self.coarse.long_run_variance(range, moments.variance(), self.max_batches);
        MeanEstimate::from_parts(moments, lrv)
    }

    /// Estimate from all samples.
    pub fn estimate(&self) -> MeanEstimate {
        self.estimate_of(0..self.coarse.x.len(), &self.whole)
    }

    /// Estimates from the first ⌊n/2⌋ samples and from the others.
    pub fn halves(&self) -> [MeanEstimate; 2] {
        let n = self.coarse.x.len();
        [self.estimate_of(0..n / 2, &self.halves[0]), self.estimate_of(n / 2..n, &self.halves[1])]
    }

    /// Estimates at the checkpoints, the longest prefix first, each made when it is asked for.
    pub fn from_the_longest(&self) -> impl Iterator<Item = MeanEstimate> {
        self.checkpoints.iter().rev().map(|(point, moments)| self.estimate_of(0..*point, moments))
    }
}

#[cfg(test)]
mod tests {
    use super::super::autocovariance::long_run_variance;
    use super::super::moments::last_batch_means;
    use super::*;

    fn slow(i: usize) -> f64 {
        3000.0 + ((i * 7919) % 1013) as f64 + if i.is_multiple_of(97) { 5e4 } else { 0.0 }
    }

    #[test]
    fn coarse_sums_give_the_batch_means() {
        let x: Vec<f64> = (0..50_003).map(slow).collect();
        let coarse = CoarseSums::of(&x);
        for (range, size) in [(0..50_003, 64), (13..49_999, 77), (5..30_000, 5003), (1..40, 3)] {
            let direct = last_batch_means(&x[range.clone()], size, range.len() / size, x[0]);
            let got = coarse.batch_means(range.end - direct.len() * size..range.end, size);
            assert_eq!(got.len(), direct.len());
            assert!(got.iter().zip(&direct).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs().max(1.0)));
        }
    }

    #[test]
    fn estimates_are_those_of_the_parts() {
        let x: Vec<f64> = (0..60_001).map(slow).collect();
        let points = [300, 16_384, 16_385, 50_000];
        let digest = Digest::of(&x, &points, 512);
        let close = |a: &MeanEstimate, b: &MeanEstimate| {
            let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-11 * b.abs(), "{a} {b}");
            assert_eq!(a.n, b.n);
            close(a.mean, b.mean);
            close(a.variance, b.variance);
            close(a.skewness, b.skewness);
            close(a.long_run_variance, b.long_run_variance);
        };
        close(&digest.estimate(), &MeanEstimate::of(&x, 512));
        let [first, second] = digest.halves();
        close(&first, &MeanEstimate::of(&x[..30_000], 512));
        close(&second, &MeanEstimate::of(&x[30_000..], 512));
        for (estimate, &point) in digest.from_the_longest().zip(points.iter().rev()) {
            close(&estimate, &MeanEstimate::of(&x[..point], 512));
        }
        let v = Moments::of(&x).variance();
        assert!((digest.estimate().long_run_variance / long_run_variance(&x, v, 512) - 1.0).abs() < 1e-11);
    }
}
