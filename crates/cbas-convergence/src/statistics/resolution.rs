//! The step of the clock as the data show it, and how many values are tied (§2.3).

/// Most bytes of a table with one a value: what stays in the cache.
const BYTES: usize = 1 << 20;
/// 2^52, from which on there are no fractions.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// What the values say about the clock that made them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolution {
    /// All values are whole nanoseconds.
    pub integers: bool,
    /// Step q = max(tick, greatest common divisor of the differences), ns; 0 if the data do not show one.
    pub step: f64,
    /// Number of different values.
    pub distinct: usize,
}

impl Resolution {
    /// Of a non-empty sample; `tick` is the measured step of the clock per value (ns), if the caller knows it.
    pub fn of(x: &[f64], tick: Option<f64>) -> Self {
        let range = range_of_integers(x);
        let shown = if range.is_some() { common_step(x) } else { 0.0 };
        Self { integers: range.is_some(), step: tick.unwrap_or(0.0).max(shown), distinct: distinct_values(x, range) }
    }

    /// Share of the samples that repeat another one: 1 − distinct/n.
    pub fn ties(&self, n: usize) -> f64 {
        1.0 - self.distinct as f64 / n as f64
    }
}

/// A whole number of at most 2^53. Adding 2^52 rounds to one, and from there on every value is one; unlike a conversion,
/// this is done for several values at once.
fn is_integer(v: f64) -> bool {
    let a = v.abs();
    (a <= 2.0 * WHOLE) & ((a >= WHOLE) | ((a + WHOLE) - WHOLE == a))
}

/// Greatest common divisor of |x−x₀| for three or more values, or for two of which the rarer makes up 5 %; else 1.
/// With two values the divisor is their gap, not the tick: 999 × 3000 and one 90000 is no 87 µs clock.
fn common_step(x: &[f64]) -> f64 {
    let first = x[0];
    let Some(&second) = x.iter().find(|&&v| v != first) else { return 1.0 };
    if x.iter().all(|&v| v == first || v == second) {
        let count = x.iter().filter(|&&v| v == first).count();
        let rarer = count.min(x.len() - count);
        return if rarer as f64 >= 0.05 * x.len() as f64 { (second - first).abs() } else { 1.0 };
    }
    let mut divisor = 0u64;
    for &v in x {
        let difference = (v - first).abs() as u64;
        if divisor == 0 {
            divisor = difference;
        } else if !difference.is_multiple_of(divisor) {
            divisor = greatest_common_divisor(divisor, difference);
            if divisor == 1 {
                break;
            }
        }
    }
    divisor as f64
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Exact number of different values in linear time: a byte or a bit a value for integers of a moderate range, else hash
/// tables.
fn distinct_values(x: &[f64], range_of_integers: Option<(f64, f64)>) -> usize {
    let Some((low, high)) = range_of_integers else { return distinct_by_hash(x) };
    let range = (high - low) as u64;
    if range < BYTES.min(x.len()) as u64 {
        // A byte is written without being read, so that equal neighbours do not wait for each other.
        let mut seen = vec![0u8; range as usize + 1];
        // A number below 2^52 added to it stands in the lowest bits.
        let place = |v: f64| ((v - low) + WHOLE).to_bits() as usize % BYTES;
        let (groups, rest) = x.as_chunks::<8>();
        for group in groups {
            group.map(place).into_iter().for_each(|at| seen[at] = 1);
        }
        rest.iter().for_each(|&v| seen[place(v)] = 1);
        return seen.iter().map(|&byte| usize::from(byte)).sum();
    }
    if range < 32 * (x.len() as u64 + 1024) {
        let mut seen = vec![0u64; range as usize / 64 + 1];
        for &v in x {
            let at = (v - low) as usize;
            seen[at / 64] |= 1 << (at % 64);
        }
        return seen.iter().map(|word| word.count_ones() as usize).sum();
    }
    distinct_by_hash(x)
}

/// Smallest and largest value in one pass; `None` as soon as a value is not whole.
fn range_of_integers(x: &[f64]) -> Option<(f64, f64)> {
    let (mut low, mut high) = ([f64::INFINITY; 8], [f64::NEG_INFINITY; 8]);
    // Whole blocks without a branch in them.
    for block in x.chunks(1024) {
        let (groups, rest) = block.as_chunks::<8>();
        let mut whole = rest.iter().all(|&v| is_integer(v));
        for group in groups {
            for (i, &v) in group.iter().enumerate() {
                whole &= is_integer(v);
                low[i] = if v < low[i] { v } else { low[i] };
                high[i] = if v > high[i] { v } else { high[i] };
            }
        }
        for &v in rest {
            (low[0], high[0]) = (low[0].min(v), high[0].max(v));
        }
        if !whole {
            return None;
        }
    }
    Some((low.into_iter().fold(f64::INFINITY, f64::min), high.into_iter().fold(f64::NEG_INFINITY, f64::max)))
}

/// Sorts the hashed values into buckets first, so that the table of each bucket stays in the cache.
fn distinct_by_hash(x: &[f64]) -> usize {
    const PER_BUCKET: usize = 1 << 15;
    let bits = x.len().div_ceil(PER_BUCKET).next_power_of_two().trailing_zeros();
    let bucket = |hash: u64| if bits == 0 { 0 } else { (hash >> (64 - bits)) as usize };
    let mut ends = vec![0usize; (1 << bits) + 1];
    for &v in x {
        ends[bucket(mixed(v)) + 1] += 1;
    }
    for i in 1..ends.len() {
        ends[i] += ends[i - 1];
    }
    let mut sorted = vec![0u64; x.len()];
    for &v in x {
        let hash = mixed(v);
        // What was the start of a bucket grows to its end.
        let at = &mut ends[bucket(hash)];
        sorted[*at] = hash;
        *at += 1;
    }
    let mut table = Vec::new();
    let mut start = 0;
    let mut distinct = 0;
    for &end in &ends[..1 << bits] {
        distinct += distinct_hashes(&sorted[start..end], bits, &mut table);
        start = end;
    }
    distinct
}

/// A bijection on the bit patterns, so that different values have different hashes; only zero has hash 0.
fn mixed(v: f64) -> u64 {
    let key = (v + 0.0).to_bits();
    let hash = (key ^ (key >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash ^ (hash >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn distinct_hashes(hashes: &[u64], skip_bits: u32, table: &mut Vec<u64>) -> usize {
    let slots = hashes.len() + hashes.len() / 2 + 1;
    table.clear();
    table.resize(slots, 0);
    let mut distinct = 0;
    let mut has_zero = false;
    for &hash in hashes {
        if hash == 0 {
            has_zero = true;
            continue;
        }
        let mut at = ((u128::from(hash << skip_bits) * slots as u128) >> 64) as usize;
        while table[at] != 0 && table[at] != hash {
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
        if table[at] == 0 {
            table[at] = hash;
            distinct += 1;
        }
    }
    distinct + usize::from(has_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticking_clock_shows_its_step() {
        let x = [300.0, 341.0, 423.0, 300.0];
        assert_eq!(Resolution::of(&x, None), Resolution { integers: true, step: 41.0, distinct: 3 });
        assert_eq!(Resolution::of(&x, Some(50.0)).step, 50.0);
    }

    #[test]
    fn whole_numbers_are_told_from_others() {
        for v in [0.0, -0.0, 1.0, -3.0, 4_503_599_627_370_495.0, 4_503_599_627_370_497.0, 9_007_199_254_740_992.0] {
            assert!(is_integer(v), "{v}");
        }
        for v in [0.5, -1e-300, 4_503_599_627_370_495.5, 9_007_199_254_740_994.0, f64::NAN, f64::INFINITY] {
            assert!(!is_integer(v), "{v}");
        }
    }

    #[test]
    fn one_outlier_is_no_clock() {
        let mut x = vec![3000.0; 999];
        x.push(90_000.0);
        assert_eq!(Resolution::of(&x, None).step, 1.0);
        assert_eq!(Resolution::of(&[3000.0, 3041.0], None).step, 41.0);
    }

    #[test]
    fn counts_distinct_values_both_ways() {
        let x: Vec<f64> = (0..3000).map(|i| ((i * 31) % 701) as f64).collect();
        assert_eq!(range_of_integers(&x), Some((0.0, 700.0)));
        assert_eq!(range_of_integers(&[1.0, 2.5]), None);
        assert_eq!(distinct_values(&x, Some((0.0, 700.0))), 701);
        assert_eq!(distinct_values(&x[..500], Some((0.0, 700.0))), 500);
        assert_eq!(distinct_by_hash(&x), 701);
        assert_eq!(distinct_by_hash(&[0.0, -0.0, 0.5]), 2);
        let many: Vec<f64> = (0..200_000).map(|i| f64::from((i * 31) % 70_001) / 3.0).collect();
        assert_eq!(distinct_by_hash(&many), 70_001);
    }
}
