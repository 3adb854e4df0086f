//! The centre of few values by Hodges and Lehmann, with the interval of Wilcoxon's signed ranks.

use libm::sqrt;

use super::order::median;

/// Standard normal quantile of 0.975.
const Z_975: f64 = 1.959_963_984_540_054;

/// A centre and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Centre {
    /// Median of the means of all pairs, each value also paired with itself.
    pub centre: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The centre of symmetry of independent values, in their unit: the median of the n(n+1)/2 means of pairs (Hodges and
/// Lehmann 1963, Annals of Mathematical Statistics 34). The ends of the interval are the means of rank k + 1 from either
/// side, k = n(n+1)/4 − z·√(n(n+1)(2n+1)/24) rounded down: the signed ranks by their normal approximation. Below 6 values no
/// interval has 95 %, and this is the range.
///
/// It needs no normal values and no single hump: where half of the values are a little below the centre and half above, a
/// median is in the one or the other half, and this is between them. Takes n² steps.
///
/// ```
/// use cbas_convergence::statistics::signed_rank::hodges_lehmann;
/// let centre = hodges_lehmann(&[0.98, 1.02, 0.98, 1.02, 1.02, 0.98, 1.02]);
/// assert_eq!((centre.centre, centre.low, centre.high), (1.0, 0.98, 1.02));
/// ```
///
/// # Panics
/// Without values.
pub fn hodges_lehmann(values: &[f64]) -> Centre {
    let pairs = values.iter().enumerate().flat_map(|(at, a)| values[at..].iter().map(move |b| a + 0.5 * (b - a)));
    let mut means: Vec<f64> = pairs.collect();
    means.sort_unstable_by(f64::total_cmp);
    let n = values.len() as f64;
    let outside = n * (n + 1.0) / 4.0 - Z_975 * sqrt(n * (n + 1.0) * (2.0 * n + 1.0) / 24.0);
    let rank = outside.max(0.0) as usize;
    Centre { low: means[rank], high: means[means.len() - 1 - rank], centre: median(&mut means) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_those_of_the_printed_table_of_signed_ranks() {
        // The critical value for n = 10 at 5 % on two sides is 8, so the ends are the ninth of 55 means from either side.
        let values = [1.0, 2.0, 3.5, 4.0, 10.0, 5.5, 7.0, 8.25, 2.75, 6.0];
        assert_eq!(hodges_lehmann(&values), Centre { centre: 4.875, low: 2.75, high: 7.0 });
    }

    #[test]
    fn few_values_have_their_range() {
        assert_eq!(hodges_lehmann(&[3.0]), Centre { centre: 3.0, low: 3.0, high: 3.0 });
        let three = hodges_lehmann(&[1.0, 2.0, 9.0]);
        assert_eq!((three.low, three.high), (1.0, 9.0));
    }

    #[test]
    fn two_humps_have_their_centre_between_them() {
        let humps: Vec<f64> = (0..120).map(|at| if at % 2 == 0 { 0.98 } else { 1.02 } + f64::from(at) * 1e-6).collect();
        let Centre { centre, low, high } = hodges_lehmann(&humps);
        assert!((centre - 1.0).abs() < 1e-3 && low > 0.985 && high < 1.015, "{centre} {low} {high}");
    }

    #[test]
    fn the_interval_holds_the_centre_in_95_of_100_cases() {
        // Uniform values by a multiplicative generator, 20 at a time.
        let mut state = 1_u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let held = (0..4000).filter(|_| {
            let Centre { low, high, .. } = hodges_lehmann(&(0..20).map(|_| uniform()).collect::<Vec<_>>());
            low <= 0.5 && 0.5 <= high
        });
        let held = held.count();
        // 0.95 of 4000 within four standard errors.
        assert!((3745..=3855).contains(&held), "{held}");
    }
}
