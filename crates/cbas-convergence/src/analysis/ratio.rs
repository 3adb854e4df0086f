//! One mean as a multiple of another.

use serde::Serialize;

use super::{Analysis, FactorAnalysis, RunAnalysis, compare_independent, compare_processes};
use crate::settings::Settings;
use crate::statistics::distribution::normal_quantile;
use crate::statistics::processes::Components;

/// The ratio of two means with its interval, which is absent where too little was measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratio {
    /// Mean of `a` over mean of `b`.
    pub value: f64,
    /// Lower and upper end.
    pub interval: Option<(f64, f64)>,
}

/// Mean of `a` over mean of `b`.
///
/// With two or more processes that measured both: the mean of the ratios within each process, ± t(K−1)·S/√K (§8), so that what
/// slows a whole process down cancels. Otherwise the ratio of the two main runs with the interval of §7.5.
pub fn ratio(a: &Analysis, b: &Analysis, settings: &Settings) -> Ratio {
    let ratios = within_processes(a, b);
    if ratios.len() > 1 {
        let components = Components::of(&ratios, None);
        let half = components.half_width(settings.confidence);
        return Ratio { value: components.mean, interval: Some((components.mean - half, components.mean + half)) };
    }
    let value = a.mean() / b.mean();
    let first = |analysis: &Analysis| analysis.main_runs.first().map(|&run| analysis.runs[run].clone());
    let interval = first(a).zip(first(b)).and_then(|(a, b)| {
        let interval = compare_independent(&a, &b, settings).interval?;
        Some((1.0 + interval.low, 1.0 + interval.high))
    });
    Ratio { value, interval }
}

/// What it takes to know a ratio to a relative half-width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RatioPlan {
    /// Samples of either series within one process: z²·(σ²_LR,a/μ_a² + σ²_LR,b/μ_b²)/target², on average over the
    /// processes (§5.4). It knows nothing of other processes, or of an order.
    pub samples: Option<usize>,
    /// Processes as long as these: smallest K ≥ 5 with t(K−1)·S/√K within the target, S at its upper 80 % bound (§8).
    pub processes: Option<usize>,
}

/// How many samples and how many processes would give the ratio of two means a relative half-width of `target`.
pub fn plan_ratio(a: &Analysis, b: &Analysis, target: f64, settings: &Settings) -> RatioPlan {
    let relative = |analysis: &Analysis| {
        let runs = analysis.main_runs.iter().map(|&run| &analysis.runs[run]);
        let variances: Option<Vec<f64>> =
            runs.map(|run| Some(run.long_run_variance? / (run.mean * run.mean))).collect();
        variances
            .filter(|found| !found.is_empty())
            .map(|found| found.iter().fold(0.0, |s, v| s + v) / found.len() as f64)
    };
    let z = normal_quantile((1.0 + settings.confidence) / 2.0);
    let samples = relative(a).zip(relative(b)).map(|(a, b)| z * z * (a + b) / (target * target));
    let ratios = within_processes(a, b);
    let components = (ratios.len() > 1).then(|| Components::of(&ratios, None));
    RatioPlan {
        samples: samples.filter(|n| n.is_finite() && *n < 1e15).map(|n| (n.ceil() as usize).max(1)),
        processes: components.and_then(|components| components.required_cautiously(target, settings.confidence)),
    }
}

/// Whether the ratio of two means differs between the levels of a factor, such as the order of keys: two levels whose
/// ratios within processes differ in Welch's test (§7.3), at the level that all pairs together allow (Bonferroni). `None`
/// where no two levels have two processes each. The levels of both factors are taken in their order.
pub fn ratio_depends_on_level(a: &FactorAnalysis, b: &FactorAnalysis, settings: &Settings) -> Option<bool> {
    let levels = a.levels.iter().zip(&b.levels).map(|(a, b)| within_processes(&a.analysis, &b.analysis));
    let ratios: Vec<Vec<f64>> = levels.filter(|ratios| ratios.len() > 1).collect();
    let pairs: Vec<(usize, usize)> =
        (0..ratios.len()).flat_map(|i| (i + 1..ratios.len()).map(move |j| (i, j))).collect();
    if pairs.is_empty() {
        return None;
    }
    let joint = Settings { confidence: 1.0 - (1.0 - settings.confidence) / pairs.len() as f64, ..settings.clone() };
    let differs = |&(i, j): &(usize, usize)| {
        let interval = compare_processes(&ratios[i], &ratios[j], &joint).interval;
        interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    Some(pairs.iter().any(differs))
}

/// Ratios of the main runs of the same process.
fn within_processes(a: &Analysis, b: &Analysis) -> Vec<f64> {
    let main =
        |analysis: &Analysis| analysis.main_runs.iter().map(|&run| analysis.runs[run].clone()).collect::<Vec<_>>();
    let denominators = main(b);
    let same =
        |run: &RunAnalysis| denominators.iter().find(|other| run.process.is_some() && other.process == run.process);
    main(a).iter().filter_map(|run| Some(run.mean / same(run)?.mean)).collect()
}

impl Ratio {
    /// Larger distance of an end from the ratio.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (high - self.value).max(self.value - low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Run, Series, analyze};

    fn analysed(scales: &[f64], mean: f64) -> Analysis {
        let samples = |scale: f64| (0..400).map(|i| scale * (mean + f64::from(i * 7919 % 211) - 105.0)).collect();
        let runs =
            scales.iter().enumerate().map(|(k, &scale)| Run::new(samples(scale)).unwrap().in_process(k.to_string()));
        analyze(&Series::new("x", runs.collect()).unwrap(), &Settings::default())
    }

    #[test]
    fn what_slows_a_process_down_cancels() {
        let scales = [1.0, 1.1, 0.9, 1.3];
        let ratio = ratio(&analysed(&scales, 6000.0), &analysed(&scales, 2000.0), &Settings::default());
        let expected = analysed(&[1.0], 6000.0).mean() / analysed(&[1.0], 2000.0).mean();
        assert!((ratio.value - expected).abs() < 1e-12, "{ratio:?}");
        assert!(ratio.half_width().unwrap() < 1e-10, "{ratio:?}");
    }

    #[test]
    fn a_ratio_that_an_order_turns_round_is_seen() {
        // Processes of very different speed: only the ratio within each tells.
        let scales = [1.0, 3.0, 0.5, 2.0];
        let factor = |means: [f64; 2]| {
            let level = |(name, mean): (&str, f64)| {
                let samples = |scale: f64| (0..400).map(|i| scale * (mean + f64::from(i * 7919 % 211))).collect();
                let run = |(k, &scale): (usize, &f64)| Run::new(samples(scale)).unwrap().in_process(k.to_string());
                (name.to_owned(), Series::new("x", scales.iter().enumerate().map(run).collect()).unwrap())
            };
            let levels: Vec<_> = ["up", "down"].into_iter().zip(means).map(level).collect();
            crate::analysis::analyze_factor("order", &levels, &Settings::default()).unwrap()
        };
        let depends = |a, b| ratio_depends_on_level(&factor(a), &factor(b), &Settings::default());
        assert_eq!(depends([6000.0, 9000.0], [6000.0, 6000.0]), Some(true));
        assert_eq!(depends([6000.0, 9000.0], [6000.0, 9000.0]), Some(false));
    }

    #[test]
    fn a_plan_grows_with_the_square_of_the_precision() {
        let plan = |target| {
            let (a, b) = (analysed(&[1.0, 1.02, 0.99, 1.01], 6000.0), analysed(&[1.01, 0.98, 1.0, 1.0], 2000.0));
            plan_ratio(&a, &b, target, &Settings::default())
        };
        let (coarse, fine) = (plan(0.05), plan(0.01));
        let growth = fine.samples.unwrap() as f64 / coarse.samples.unwrap() as f64;
        assert!((20.0..=26.0).contains(&growth), "{coarse:?} {fine:?}");
        assert_eq!(coarse.processes, Some(5));
        assert!(fine.processes.unwrap() > 10, "{fine:?}");
    }

    #[test]
    fn one_process_gives_the_interval_of_two_runs() {
        let ratio = ratio(&analysed(&[1.0], 6000.0), &analysed(&[1.0], 2000.0), &Settings::default());
        let (low, high) = ratio.interval.unwrap();
        assert!(low < ratio.value && ratio.value < high && ratio.half_width().unwrap() < 0.05, "{ratio:?}");
    }
}
