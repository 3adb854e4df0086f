//! Figures of a whole series that come from what its runs brought along beside their samples.

use super::{Analysis, RunAnalysis};

impl Analysis {
    /// Share of preempted samples in the runs that stand for the series, where every run knows it.
    pub fn preempted_share(&self) -> Option<f64> {
        let weighted = |run: &RunAnalysis| Some((run.preempted_share? * run.n as f64, run.n as f64));
        let parts: Option<Vec<(f64, f64)>> = self.main().map(weighted).collect();
        let (preempted, all) = parts?.into_iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        (all > 0.0).then(|| preempted / all)
    }

    /// Mean wall time over mean time on the analysed clock, minus 1, over the runs that stand for the series.
    pub fn clock_gap(&self) -> Option<f64> {
        let parts: Option<Vec<f64>> = self.main().map(|run| run.clock_gap).collect();
        let parts = parts.filter(|parts| !parts.is_empty())?;
        Some(parts.iter().sum::<f64>() / parts.len() as f64)
    }

    fn main(&self) -> impl Iterator<Item = &RunAnalysis> {
        self.main_runs.iter().map(|&run| &self.runs[run])
    }
}
