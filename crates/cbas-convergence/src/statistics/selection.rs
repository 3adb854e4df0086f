//! Exact order statistics of long samples by counting (§3): one pass counts into bins that stay in the cache, one
//! collects the few bins in which the wanted ranks lie. Selection in place would copy everything and move it through
//! memory several times.

const BINS: usize = 2048;
/// Neighbouring samples count into different tables: equal ones would wait for each other's addition.
const TABLES: usize = 4;
/// Samples after which the tables are added to the totals, so that their 32 bits suffice.
const CHUNK: usize = 1 << 20;
/// Samples from which the range of the bins comes, and how many of them are left out at each end.
const PROBES: usize = 1024;
const TRIM: usize = 4;

/// Equal bins over the bulk of a sample; the first and the last also take everything beyond.
struct Bins {
    low: f64,
    scale: f64,
}

impl Bins {
    /// Over the inner range of values spread evenly over x, so that no outlier widens them. An unlucky choice costs
    /// time, not exactness.
    fn around(x: &[f64], term: &impl Fn(f64) -> f64) -> Self {
        let stride = x.len() as f64 / PROBES as f64;
        let mut probes: Vec<f64> = (0..PROBES).map(|i| term(x[(i as f64 * stride) as usize])).collect();
        probes.sort_unstable_by(f64::total_cmp);
        let (mut low, mut high) = (probes[TRIM], probes[PROBES - 1 - TRIM]);
        // More than the last digits of the values, so that the scale is finite and a lone value has bins beside it.
        let least = low.abs().max(high.abs()) * 1e-12 + f64::MIN_POSITIVE * 1e12;
        if high - low < least {
            (low, high) = (low - least, high + least);
        }
        Self { low, scale: (BINS - 2) as f64 / (high - low) }
    }

    /// Bin of a value; does not go down as the value goes up.
    fn of(&self, v: f64) -> usize {
        const LAST: f64 = (BINS - 1) as f64;
        let at = (v - self.low) * self.scale + 1.0;
        let at = if at > 0.0 { at } else { 0.0 };
        let at = if at < LAST { at } else { LAST };
        // Added to 2^52, a number is rounded to a whole one that stands in the lowest bits: unlike a conversion, this
        // is done for several values at once.
        (at + 4_503_599_627_370_496.0).to_bits() as usize % BINS
    }

    fn count(&self, x: &[f64], term: &impl Fn(f64) -> f64) -> Vec<usize> {
        let mut totals = vec![0usize; BINS];
        for chunk in x.chunks(CHUNK) {
            let mut tables = vec![[0u32; TABLES]; BINS];
            let (groups, rest) = chunk.as_chunks::<TABLES>();
            for group in groups {
                let mut bins = [0; TABLES];
                for (bin, &v) in bins.iter_mut().zip(group) {
                    *bin = self.of(term(v));
                }
                for table in 0..TABLES {
                    tables[bins[table]][table] += 1;
                }
            }
            for &v in rest {
                tables[self.of(term(v))][0] += 1;
            }
            for (total, counts) in totals.iter_mut().zip(&tables) {
                *total += counts.iter().map(|&count| count as usize).sum::<usize>();
            }
        }
        totals
    }

    /// The values in the marked bins: those of bin `b` in list `lists[b]` − 1, and nothing where that is 0.
    fn collect(&self, x: &[f64], term: &impl Fn(f64) -> f64, lists: &[u8], sizes: &[usize]) -> Vec<Vec<f64>> {
        let mut collected: Vec<Vec<f64>> = sizes.iter().map(|&size| Vec::with_capacity(size)).collect();
        let mut keep = |value: f64, list: u8| {
            if list > 0 {
                collected[usize::from(list) - 1].push(value);
            }
        };
        let (groups, rest) = x.as_chunks::<8>();
        for group in groups {
            let (mut values, mut marks) = ([0.0; 8], [0u8; 8]);
            for ((value, mark), &v) in values.iter_mut().zip(&mut marks).zip(group) {
                *value = term(v);
                *mark = lists[self.of(*value)];
            }
            if u64::from_ne_bytes(marks) != 0 {
                (0..8).for_each(|i| keep(values[i], marks[i]));
            }
        }
        for &v in rest {
            keep(term(v), lists[self.of(term(v))]);
        }
        collected
    }
}

/// Values of `term` over a non-empty x at ascending `ranks` (fewer than 256) counted from 0.
pub(super) fn at_ranks(x: &[f64], term: impl Fn(f64) -> f64, ranks: &[usize]) -> Vec<f64> {
    let bins = Bins::around(x, &term);
    let counts = bins.count(x, &term);
    let (mut lists, mut sizes) = (vec![0u8; BINS], Vec::new());
    let (mut bin, mut below) = (0, 0);
    let places: Vec<(usize, usize)> = ranks
        .iter()
        .map(|&rank| {
            while below + counts[bin] <= rank {
                below += counts[bin];
                bin += 1;
            }
            if lists[bin] == 0 {
                sizes.push(counts[bin]);
                lists[bin] = sizes.len() as u8;
            }
            (sizes.len() - 1, rank - below)
        })
        .collect();
    let mut collected = bins.collect(x, &term, &lists, &sizes);
    let value = |(list, place): (usize, usize)| *collected[list].select_nth_unstable_by(place, f64::total_cmp).1;
    places.into_iter().map(value).collect()
}

/// Type-7 quantiles of `term` over a non-empty x at ascending probabilities.
pub(super) fn quantiles<const K: usize>(x: &[f64], term: impl Fn(f64) -> f64, probabilities: [f64; K]) -> [f64; K] {
    let last = x.len() - 1;
    let positions = probabilities.map(|p| last as f64 * p);
    let ranks: Vec<usize> =
        positions.iter().flat_map(|&p| [p.floor() as usize, (p.floor() as usize + 1).min(last)]).collect();
    let mut sorted = ranks.clone();
    sorted.sort_unstable();
    let values = at_ranks(x, term, &sorted);
    let value = |rank: usize| values[sorted.partition_point(|&r| r < rank)];
    std::array::from_fn(|k| {
        let (low, high) = (value(ranks[2 * k]), value(ranks[2 * k + 1]));
        low + (positions[k] - positions[k].floor()) * (high - low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(x: &[f64]) {
        let mut sorted = x.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let n = x.len();
        let ranks = [0, 1, n / 20, n / 2 - 1, n / 2, n / 2 + 1, n * 99 / 100, n - 2, n - 1];
        let wanted: Vec<f64> = ranks.iter().map(|&rank| sorted[rank]).collect();
        assert_eq!(at_ranks(x, |v| v, &ranks), wanted);
    }

    #[test]
    fn counting_agrees_with_sorting() {
        let noise = |i: usize| ((i * 7919 + 13) % 10_007) as f64;
        let n = 40_001;
        agree(&(0..n).map(noise).collect::<Vec<_>>());
        agree(&(0..n).map(|i| noise(i) / 7.0 + if i % 1000 == 3 { 1e300 } else { 0.0 }).collect::<Vec<_>>());
        agree(&(0..n).map(|i| if i % 2000 == 3 { 5.0 + noise(i) } else { 5.0 }).collect::<Vec<_>>());
        agree(&(0..n).map(|i| if i % 3 == 0 { 0.0 } else { 5e-324 }).collect::<Vec<_>>());
        agree(&(0..n).map(|i| i as f64).collect::<Vec<_>>());
        agree(&(0..n).map(|i| 1e15 + (i % 3) as f64).collect::<Vec<_>>());
        agree(&vec![0.0; n]);
    }
}
