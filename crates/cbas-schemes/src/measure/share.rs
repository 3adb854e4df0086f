//! How many samples everything gets of a limited time, and in how many turns.

/// Turns of anything, if it has so many samples.
const TURNS: u32 = 8;
/// Samples of anything, at least and at most.
const LEAST: u32 = 3;
const MOST: u32 = 1000;
/// A sample that lasts longer than this needs no other one to warm up, ns.
pub(super) const LONG_NS: f64 = 10e6;

/// Samples of things that take `sample_ns` each: equal shares of the budget, what long ones need beyond theirs taken
/// from all others.
pub(super) fn samples(sample_ns: &[f64], budget_ns: f64) -> Vec<u32> {
    let mut longest_first: Vec<usize> = (0..sample_ns.len()).collect();
    longest_first.sort_by(|&a, &b| sample_ns[b].total_cmp(&sample_ns[a]));
    let (mut left_ns, mut samples) = (budget_ns, vec![0; sample_ns.len()]);
    for (done, &index) in longest_first.iter().enumerate() {
        let share_ns = left_ns / (sample_ns.len() - done) as f64;
        // One nanosecond stands for what is too short for the clock.
        let one_ns = sample_ns[index].max(1.0);
        samples[index] = ((share_ns / one_ns).max(0.0) as u32).clamp(LEAST, MOST);
        left_ns -= f64::from(samples[index]) * one_ns;
    }
    samples
}

/// Samples of each turn.
pub(super) fn turns(samples: u32) -> Vec<u32> {
    let turns = samples.min(TURNS);
    (0..turns).map(|turn| samples / turns + u32::from(turn < samples % turns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_things_have_few_samples_and_short_ones_share_the_rest() {
        let found = samples(&[1e5, 400e6, 1e5, 20e6], 2e9);
        // 1.2 s for the long one; 800 ms are left for three, so 266 ms for the next.
        assert_eq!(found, [MOST, LEAST, MOST, 13]);
        assert_eq!(samples(&[1e6, 1e6], 20e6), [10, 10]);
        assert_eq!(samples(&[5e9, 1e6], 1e9), [LEAST, LEAST], "a budget that is not enough");
        assert_eq!(samples(&[0.0], 1e9), [MOST]);
        assert!(samples(&[], 1e9).is_empty());
    }

    #[test]
    fn turns_hold_all_samples() {
        assert_eq!(turns(3), [1, 1, 1]);
        assert_eq!(turns(20), [3, 3, 3, 3, 2, 2, 2, 2]);
        assert!(turns(0).is_empty());
    }
}
