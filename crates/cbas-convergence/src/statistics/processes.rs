//! Several processes (§8): variance between them, the only honest interval, and how many are needed
//! (two levels after Kalibera & Jones 2013).

use super::distribution::{chi_square_quantile, student_t_quantile};
use super::moments::Moments;

/// Fewest processes a verdict rests on.
pub const MIN_PROCESSES: usize = 5;
const MOST_PROCESSES: usize = 1 << 40;

/// The two levels of variance of process means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Components {
    /// Number of processes K.
    pub processes: usize,
    /// Unweighted mean of the process means, ns.
    pub mean: f64,
    /// S², variance of the process means (divisor K−1), ns².
    pub variance_of_means: f64,
    /// W, mean of σ²_LR/n over the processes, ns²: what S² would be if processes did not differ.
    /// `None` if a process has too few samples to tell.
    pub within: Option<f64>,
}

impl Components {
    /// From the means of at least two processes, and the squared standard error of each where known.
    pub fn of(means: &[f64], squared_errors: Option<&[f64]>) -> Self {
        let m = Moments::of(means);
        let within = squared_errors.map(|e| e.iter().fold(0.0, |s, v| s + v) / e.len() as f64);
        Self { processes: m.n, mean: m.mean(), variance_of_means: m.variance(), within }
    }

    /// σ²_B = S² − W, not truncated: negative if the processes differ less than their samples let expect.
    pub fn between_raw(&self) -> Option<f64> {
        self.within.map(|w| self.variance_of_means - w)
    }

    /// Share of the variance of a process mean that is between processes; `None` if there is no variance at all.
    pub fn intraclass(&self) -> Option<f64> {
        let within = self.within?;
        let between = self.between_raw()?.max(0.0);
        (between + within > 0.0).then(|| between / (between + within))
    }

    /// t_{K−1}·S/√K, ns.
    pub fn half_width(&self, confidence: f64) -> f64 {
        half_width(self.variance_of_means, self.processes, confidence)
    }

    /// Smallest k ≥ 5 with t_{k−1}·sqrt(S²/k) ≤ eps·mean.
    pub fn required(&self, eps: f64, confidence: f64) -> Option<usize> {
        required_processes(self.variance_of_means, eps * self.mean, confidence)
    }

    /// The same with S² replaced by its upper 80 % bound S²(K−1)/χ²_{.20,K−1}: a plan made from five processes would
    /// else fall short half of the time.
    pub fn required_cautiously(&self, eps: f64, confidence: f64) -> Option<usize> {
        let df = (self.processes - 1) as f64;
        let bound = self.variance_of_means * df / chi_square_quantile(0.20, df);
        required_processes(bound, eps * self.mean, confidence)
    }

    /// Samples a process that make the most of a given total time: ⌈sqrt((c_process/c_sample)·mean σ²_LR/σ²_B)⌉, not
    /// below `least`. `None` if the between-process variance is not positive: longer runs help then.
    pub fn optimal_samples(&self, cost_ratio: f64, mean_long_run_variance: f64, least: usize) -> Option<usize> {
        let between = self.between_raw()?;
        if between <= 0.0 {
            return None;
        }
        let n = (cost_ratio * mean_long_run_variance / between).sqrt().ceil();
        Some((n.min(1e15) as usize).max(least))
    }
}

fn half_width(variance: f64, k: usize, confidence: f64) -> f64 {
    if variance == 0.0 {
        return 0.0;
    }
    student_t_quantile((1.0 + confidence) / 2.0, (k - 1) as f64) * (variance / k as f64).sqrt()
}

/// Smallest k ≥ 5 with t_{(1+conf)/2,k−1}·sqrt(variance/k) ≤ `target` (ns); `None` beyond 10^12.
pub fn required_processes(variance: f64, target: f64, confidence: f64) -> Option<usize> {
    let enough = |k: usize| half_width(variance, k, confidence) <= target;
    if enough(MIN_PROCESSES) {
        return Some(MIN_PROCESSES);
    }
    let mut high = 2 * MIN_PROCESSES;
    while !enough(high) {
        high *= 2;
        if high > MOST_PROCESSES {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// Smallest k ≥ 5 such that the first k' processes meet t·S/√k' ≤ eps·mean for every k' from k to K.
pub fn settled_at(means: &[f64], eps: f64, confidence: f64) -> Option<usize> {
    let mut settled = None;
    for k in (MIN_PROCESSES..=means.len()).rev() {
        let c = Components::of(&means[..k], None);
        if c.half_width(confidence) <= eps * c.mean {
            settled = Some(k);
        } else {
            break;
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_variance_needs_more_processes() {
        let k = |v: f64| required_processes(v, 10.0, 0.95).unwrap();
        assert_eq!(k(0.0), 5);
        assert!(k(400.0) > k(200.0) && k(200.0) > 5);
        let n = k(400.0);
        assert!(half_width(400.0, n, 0.95) <= 10.0 && half_width(400.0, n - 1, 0.95) > 10.0);
    }

    #[test]
    fn equal_processes_settle_at_five() {
        assert_eq!(settled_at(&[100.0; 8], 0.01, 0.95), Some(5));
        assert_eq!(settled_at(&[100.0; 4], 0.01, 0.95), None);
    }
}
