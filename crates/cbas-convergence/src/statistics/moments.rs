//! Mean, variance, skewness about a shifted origin (§2), and the summation everything else uses.
//!
//! Samples of 10^12 ns that differ by a few nanoseconds must keep all digits of their variance, so sums run over
//! x − x₀ in eight lanes, and blocks of them are added with Neumaier's compensation.

const LANES: usize = 8;
const BLOCK: usize = 4096;
/// Samples whose moments are taken in two passes: 128 KiB, which the second pass still finds in the cache.
pub(crate) const MOMENT_BLOCK: usize = 16_384;

/// Sums of `K` functions of every sample, in one pass.
pub(crate) fn sums<const K: usize>(x: &[f64], term: impl Fn(f64) -> [f64; K]) -> [f64; K] {
    let mut total = [0.0; K];
    let mut lost = [0.0; K];
    for block in x.chunks(BLOCK) {
        let part = block_sums(block, &term);
        for k in 0..K {
            let sum = total[k] + part[k];
            lost[k] +=
                if total[k].abs() >= part[k].abs() { (total[k] - sum) + part[k] } else { (part[k] - sum) + total[k] };
            total[k] = sum;
        }
    }
    std::array::from_fn(|k| total[k] + lost[k])
}

fn block_sums<const K: usize>(block: &[f64], term: &impl Fn(f64) -> [f64; K]) -> [f64; K] {
    let mut lanes = [[0.0; LANES]; K];
    let mut chunks = block.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (i, &v) in chunk.iter().enumerate() {
            let terms = term(v);
            for k in 0..K {
                lanes[k][i] += terms[k];
            }
        }
    }
    for (i, &v) in chunks.remainder().iter().enumerate() {
        let terms = term(v);
        for k in 0..K {
            lanes[k][i] += terms[k];
        }
    }
    std::array::from_fn(|k| lanes[k].iter().fold(0.0, |a, b| a + b))
}

/// Sum of a function of every sample.
pub(crate) fn sum(x: &[f64], term: impl Fn(f64) -> f64) -> f64 {
    sums(x, |v| [term(v)])[0]
}

/// Mean of x, computed about its first value (ns). NaN for an empty slice.
///
/// ```
/// assert_eq!(cbas_convergence::statistics::moments::mean(&[1e12 + 1.0, 1e12 + 3.0]), 1e12 + 2.0);
/// ```
pub fn mean(x: &[f64]) -> f64 {
    let Some(&origin) = x.first() else { return f64::NAN };
    origin + sum(x, |v| v - origin) / x.len() as f64
}

/// Central sums of a sample: Σ(x−m)², Σ(x−m)³ and Σ(x−m)⁴, with the mean kept as origin + offset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Number of samples.
    pub n: usize,
    origin: f64,
    offset: f64,
    m2: f64,
    m3: f64,
    m4: f64,
}

impl Moments {
    /// About the first value of x.
    pub fn of(x: &[f64]) -> Self {
        Self::about(x, x.first().copied().unwrap_or(0.0))
    }

    /// About a given origin; moments that are to be merged need the same one. Two passes over each block that fits into
    /// the cache, and the blocks merged: memory is read once.
    pub fn about(x: &[f64], origin: f64) -> Self {
        let mut blocks = x.chunks(MOMENT_BLOCK).map(|block| Self::of_block(block, origin));
        let first = blocks.next().unwrap_or_else(|| Self::of_block(&[], origin));
        blocks.fold(first, |moments, block| moments.merge(&block))
    }

    fn of_block(x: &[f64], origin: f64) -> Self {
        let n = x.len() as f64;
        if x.is_empty() {
            return Self { n: 0, origin, offset: 0.0, m2: 0.0, m3: 0.0, m4: 0.0 };
        }
        let offset = sum(x, |v| v - origin) / n;
        let [s1, s2, s3, s4] = sums(x, |v| {
            let d = (v - origin) - offset;
            let d2 = d * d;
            [d, d2, d2 * d, d2 * d2]
        });
        Self { n: x.len(), origin, offset: offset + s1 / n, m2: (s2 - s1 * s1 / n).max(0.0), m3: s3, m4: s4 }
    }

    /// Moments of two samples taken together (Pébay 2008, equations 3.1); both must have the same origin.
    pub fn merge(&self, other: &Self) -> Self {
        if self.n == 0 {
            return *other;
        }
        if other.n == 0 {
            return *self;
        }
        let (a, b) = (self.n as f64, other.n as f64);
        let n = a + b;
        let d = other.offset - self.offset;
        let (d2, ab) = (d * d, a * b);
        let m2 = self.m2 + other.m2 + d2 * ab / n;
        let m3 = self.m3 + other.m3 + d2 * d * ab * (a - b) / (n * n) + 3.0 * d * (a * other.m2 - b * self.m2) / n;
        let m4 = self.m4
            + other.m4
            + d2 * d2 * ab * (a * a - ab + b * b) / (n * n * n)
            + 6.0 * d2 * (a * a * other.m2 + b * b * self.m2) / (n * n)
            + 4.0 * d * (a * other.m3 - b * self.m3) / n;
        Self { n: self.n + other.n, origin: self.origin, offset: self.offset + d * b / n, m2, m3, m4 }
    }

    /// Arithmetic mean, ns.
    pub fn mean(&self) -> f64 {
        self.origin + self.offset
    }

    /// Sample variance with divisor n−1, ns²; 0 for one sample.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.m2 / (self.n - 1) as f64 }
    }

    /// Sample standard deviation, ns; `None` for one sample, where it is undefined.
    pub fn sd(&self) -> Option<f64> {
        (self.n >= 2).then(|| self.variance().sqrt())
    }

    /// Skewness g₁ = (Σ(x−m)³/n)/(Σ(x−m)²/n)^{3/2}; `None` for zero variance.
    pub fn skewness(&self) -> Option<f64> {
        let n = self.n as f64;
        let v = self.m2 / n;
        (self.m2 > 0.0).then(|| self.m3 / n / (v * v.sqrt()))
    }

    /// Excess kurtosis g₂ = (Σ(x−m)⁴/n)/(Σ(x−m)²/n)² − 3; `None` for zero variance.
    pub fn excess_kurtosis(&self) -> Option<f64> {
        let n = self.n as f64;
        let v = self.m2 / n;
        (self.m2 > 0.0).then(|| self.m4 / n / (v * v) - 3.0)
    }
}

/// Sample variance (divisor n−1) by two passes over each block; 0 for fewer than two values.
pub fn variance(x: &[f64]) -> f64 {
    if x.len() > MOMENT_BLOCK {
        return Moments::of(x).variance();
    }
    if x.len() < 2 {
        return 0.0;
    }
    let (n, origin) = (x.len() as f64, x[0]);
    let offset = sum(x, |v| v - origin) / n;
    let [s1, s2] = sums(x, |v| {
        let d = (v - origin) - offset;
        [d, d * d]
    });
    (s2 - s1 * s1 / n).max(0.0) / (n - 1.0)
}

/// Means of consecutive batches of `size` samples as deviations from `origin`; a rest shorter than a batch is dropped.
pub fn batch_means(x: &[f64], size: usize, origin: f64) -> Vec<f64> {
    if size == 1 {
        return x.iter().map(|&v| v - origin).collect();
    }
    x.chunks_exact(size).map(|batch| sum(batch, |v| v - origin) / size as f64).collect()
}

/// [`batch_means`] of the last `count`·`size` samples.
pub fn last_batch_means(x: &[f64], size: usize, count: usize, origin: f64) -> Vec<f64> {
    batch_means(&x[x.len() - size * count..], size, origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_moments_are_those_of_the_whole() {
        let x: Vec<f64> =
            (0..5000).map(|i| 1e9 + ((i * 7919) % 1013) as f64 + if i % 97 == 0 { 5e4 } else { 0.0 }).collect();
        let whole = Moments::of(&x);
        let merged = x.chunks(313).fold(Moments::about(&[], x[0]), |m, part| m.merge(&Moments::about(part, x[0])));
        let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-11 * b.abs(), "{a} {b}");
        close(merged.mean(), whole.mean());
        close(merged.variance(), whole.variance());
        close(merged.skewness().unwrap(), whole.skewness().unwrap());
        close(merged.excess_kurtosis().unwrap(), whole.excess_kurtosis().unwrap());
    }

    #[test]
    fn one_sample_has_no_deviation() {
        let m = Moments::of(&[4.0]);
        assert_eq!((m.mean(), m.sd(), m.skewness()), (4.0, None, None));
    }
}
