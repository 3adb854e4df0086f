//! Where the examples take their times from: a CSV file with a column `ns` (and `op`, `run`), or invented ones.

use anyhow::{Context, Result};
use cbas_convergence::import::import;
use cbas_convergence::{Run, Series};

/// The series of the file that the first argument of the program names, or else invented ones.
pub fn from_arguments(names: &[&str], n: usize) -> Result<Vec<Series>> {
    let Some(path) = std::env::args_os().nth(1) else {
        return names.iter().zip(0..).map(|(name, seed)| invented(name, 5, n, seed)).collect();
    };
    let path = std::path::PathBuf::from(path);
    let file = std::fs::File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
    let imported = import(file, "times").with_context(|| format!("cannot read {}", path.display()))?;
    imported.series.into_iter().map(|series| Ok(series.outcome.map(|samples| samples.series)?)).collect()
}

/// `n` times a process about 592 µs: 3 % of noise in which neighbours are alike, a slow sample in a hundred, and
/// processes that differ by some tenths of a percent.
pub fn invented(name: &str, processes: usize, n: usize, seed: u32) -> Result<Series> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut uniform = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    let mut runs = Vec::new();
    for process in 0..processes {
        let level = 592_000.0 * (1.0 + 0.004 * (uniform() - 0.5));
        let mut slow = 0.0;
        let times = (0..n).map(|_| {
            slow = 0.5 * slow + 0.09 * (uniform() - 0.5);
            let hit = if uniform() < 0.01 { 1.5 } else { 1.0 };
            (level * (1.0 + slow) * hit).round()
        });
        runs.push(Run::new(times.collect())?.in_process(process.to_string()));
    }
    Ok(Series::new(name, runs)?)
}
