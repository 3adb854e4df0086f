//! Sums of every sixteen samples, from which batch means of any length follow without another pass over everything.

use std::ops::Range;

use super::autocovariance::long_run_variance_of;
use super::moments::{MOMENT_BLOCK, Moments, sum};

/// Samples of one coarse sum.
const COARSE: usize = 16;
/// Batches shorter than this are mostly ends of coarse sums, so they are added up directly.
const SHORTEST_BATCH: usize = 4 * COARSE;

/// The sequence clamp(x − origin, ±clip) with its coarse sums; the sequence itself is made where it is needed, because a
/// copy of it costs as much memory as the samples.
#[derive(Debug, Clone, PartialEq)]
pub struct CoarseSums<'a> {
    x: &'a [f64],
    origin: f64,
    clip: f64,
    sums: Vec<f64>,
}

impl<'a> CoarseSums<'a> {
    /// Of x − `origin`.
    pub fn about(x: &'a [f64], origin: f64) -> Self {
        Self::clipped(x, origin, f64::INFINITY)
    }

    /// Of x − `origin`, clipped at ±`clip` ≥ 0.
    pub fn clipped(x: &'a [f64], origin: f64, clip: f64) -> Self {
        let mut coarse = Self::empty(x, origin, clip);
        coarse.push(x);
        coarse
    }

    /// Without its sums yet.
    pub(super) fn empty(x: &'a [f64], origin: f64, clip: f64) -> Self {
        Self { x, origin, clip, sums: Vec::with_capacity(x.len() / COARSE) }
    }

    /// Adds the sums of the next samples, whole groups of them except at the end of x.
    pub(super) fn push(&mut self, next: &[f64]) {
        let (origin, clip) = (self.origin, self.clip);
        self.sums.extend(next.as_chunks::<COARSE>().0.iter().map(|group| group_sum(group, origin, clip)));
    }

    /// The same sequence without its first `cut` values.
    #[must_use]
    pub fn after(&self, cut: usize) -> Self {
        Self::clipped(&self.x[cut..], self.origin, self.clip)
    }

    /// Length of the sequence.
    pub fn len(&self) -> usize {
        self.x.len()
    }

    /// There is no sample.
    pub fn is_empty(&self) -> bool {
        self.x.is_empty()
    }

    /// Values of the sequence over a range.
    pub fn values(&self, range: Range<usize>) -> impl Iterator<Item = f64> {
        self.x[range].iter().map(|&v| deviation(v, self.origin, self.clip))
    }

    /// Sum over a range.
    fn sum(&self, range: Range<usize>) -> f64 {
        let direct = |range| self.values(range).fold(0.0, |s, v| s + v);
        let (first, last) = (range.start.div_ceil(COARSE), range.end / COARSE);
        if first >= last {
            return direct(range);
        }
        direct(range.start..first * COARSE) + sum(&self.sums[first..last], |v| v) + direct(last * COARSE..range.end)
    }

    /// Mean over a range that is not empty.
    pub fn mean(&self, range: Range<usize>) -> f64 {
        let n = range.len() as f64;
        self.sum(range) / n
    }

    /// Sample variance (divisor n−1) over a range; 0 for fewer than two values.
    pub fn variance(&self, range: Range<usize>) -> f64 {
        let origin = self.values(range.clone()).next().unwrap_or(0.0);
        let mut moments = Moments::about(&[], origin);
        let mut block = Vec::with_capacity(MOMENT_BLOCK.min(range.len()));
        for start in range.clone().step_by(MOMENT_BLOCK) {
            block.clear();
            block.extend(self.values(start..(start + MOMENT_BLOCK).min(range.end)));
            moments = moments.merge(&Moments::about(&block, origin));
        }
        moments.variance()
    }

    /// Means of consecutive batches of `size` values of a range; a rest shorter than a batch is dropped.
    pub fn batch_means(&self, range: Range<usize>, size: usize) -> Vec<f64> {
        if size < SHORTEST_BATCH {
            let value = |v| deviation(v, self.origin, self.clip);
            return self.x[range].chunks_exact(size).map(|batch| sum(batch, value) / size as f64).collect();
        }
        let starts = (0..range.len() / size).map(|batch| range.start + batch * size);
        starts.map(|start| self.mean(start..start + size)).collect()
    }

    /// Long-run variance of a range with the sample variance `variance` (§5.1).
    pub fn long_run_variance(&self, range: Range<usize>, variance: f64, max_batches: usize) -> f64 {
        long_run_variance_of(range.len(), variance, max_batches, |size, count| {
            self.batch_means(range.end - size * count..range.end, size)
        })
    }
}

fn deviation(v: f64, origin: f64, clip: f64) -> f64 {
    (v - origin).clamp(-clip, clip)
}

fn group_sum(group: &[f64; COARSE], origin: f64, clip: f64) -> f64 {
    let mut lanes = [0.0; 4];
    for (i, &v) in group.iter().enumerate() {
        lanes[i % 4] += deviation(v, origin, clip);
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

#[cfg(test)]
mod tests {
    use super::super::moments::{last_batch_means, variance};
    use super::*;

    fn slow(i: usize) -> f64 {
        3000.0 + ((i * 7919) % 1013) as f64 + if i.is_multiple_of(97) { 5e4 } else { 0.0 }
    }

    #[test]
    fn coarse_sums_give_the_batch_means() {
        let x: Vec<f64> = (0..50_003).map(slow).collect();
        let coarse = CoarseSums::about(&x, x[0]);
        for (range, size) in [(0..50_003, 64), (13..49_999, 77), (5..30_000, 5003), (1..40, 3)] {
            let direct = last_batch_means(&x[range.clone()], size, range.len() / size, x[0]);
            let got = coarse.batch_means(range.end - direct.len() * size..range.end, size);
            assert_eq!(got.len(), direct.len());
            assert!(got.iter().zip(&direct).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs().max(1.0)));
        }
    }

    #[test]
    fn a_clipped_sequence_is_that_of_a_clipped_copy() {
        let x: Vec<f64> = (0..50_003).map(slow).collect();
        let copy: Vec<f64> = x.iter().map(|v| (v - 3500.0).clamp(-400.0, 400.0)).collect();
        let coarse = CoarseSums::clipped(&x, 3500.0, 400.0);
        assert!(coarse.values(7..900).eq(copy[7..900].iter().copied()));
        assert!((coarse.variance(5..50_000) / variance(&copy[5..50_000]) - 1.0).abs() < 1e-12);
        let direct = last_batch_means(&copy, 1001, 49, 0.0);
        let got = coarse.batch_means(50_003 - 49 * 1001..50_003, 1001);
        assert!(got.iter().zip(&direct).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs().max(1.0)));
        assert_eq!(coarse.after(3).mean(0..10), coarse.mean(3..13));
    }
}
