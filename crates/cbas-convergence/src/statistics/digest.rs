//! One walk over a long steady state instead of one for each question: moments of its prefixes and halves (§5.5, §6.4)
//! with their long-run variances.
//!
//! Above the cache a pass over everything costs what memory gives, not what it computes.

use super::coarse::CoarseSums;
use super::interval::MeanEstimate;
use super::moments::{MOMENT_BLOCK, Moments};
use std::ops::Range;

/// What the mean, its interval at every checkpoint and the comparison of halves need of one steady state.
#[derive(Debug, Clone)]
pub struct Digest<'a> {
    z: &'a [f64],
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
            z,
            coarse: CoarseSums::empty(z, z[0], f64::INFINITY),
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
        let middle = (self.coarse.len() / 2).clamp(range.start, range.end);
        for (half, part) in [(0, range.start..middle), (1, middle..range.end)] {
            if !part.is_empty() {
                let moments = Moments::about(&self.z[part], self.z[0]);
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
        self.estimate_of(0..self.coarse.len(), &self.whole)
    }

    /// Estimates from the first ⌊n/2⌋ samples and from the others.
    pub fn halves(&self) -> [MeanEstimate; 2] {
        let n = self.coarse.len();
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
    use super::*;

    fn slow(i: usize) -> f64 {
        3000.0 + ((i * 7919) % 1013) as f64 + if i.is_multiple_of(97) { 5e4 } else { 0.0 }
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
