//! Unit costs from a campaign that was measured and analysed.

use cbas_convergence::analysis::Analysis;

use super::{Estimate, UnitCosts};
use crate::error::CostError;

impl UnitCosts {
    /// The unit costs of analysed operations: process means if there are several processes, else the
    /// mean and interval of the one run. Runs of the largest planned size are used.
    ///
    /// # Errors
    /// [`CostError::UnequalProcesses`] if the operations were not measured in the same processes,
    /// [`CostError::NoInterval`] if a single run is too short for one, and what
    /// [`UnitCosts::processes`] and [`UnitCosts::one_process`] refuse.
    pub fn measured<'a>(analyses: impl IntoIterator<Item = (String, &'a Analysis)>) -> Result<Self, CostError> {
        let analyses: Vec<(String, &Analysis)> = analyses.into_iter().collect();
        let Some((_, first)) = analyses.first() else { return Err(CostError::NoUnitCosts) };
        let expected = processes(first);
        for (operation, analysis) in &analyses {
            let found = processes(analysis);
            if found != expected {
                let (operation, found, expected) = (operation.clone(), found.len(), expected.len());
                return Err(CostError::UnequalProcesses { operation, found, expected });
            }
        }
        if expected.len() > 1 {
            let means = |analysis: &Analysis| analysis.main_runs.iter().map(|&run| analysis.runs[run].mean).collect();
            return Self::processes(analyses.into_iter().map(|(operation, analysis)| (operation, means(analysis))));
        }
        let confidence = first.settings.confidence;
        let estimates = analyses.into_iter().map(|(operation, analysis)| {
            let estimate = estimate(analysis).ok_or_else(|| CostError::NoInterval { operation: operation.clone() })?;
            Ok((operation, estimate))
        });
        Self::one_process(confidence, estimates.collect::<Result<Vec<_>, CostError>>()?)
    }
}

/// The processes behind an analysis, in the order of their runs.
fn processes(analysis: &Analysis) -> Vec<Option<&str>> {
    analysis.main_runs.iter().map(|&run| analysis.runs[run].process.as_deref()).collect()
}

/// Mean and interval of one run; a run that is too short for an interval has none.
fn estimate(analysis: &Analysis) -> Option<Estimate> {
    let interval = analysis.interval()?;
    Some(Estimate { mean_ns: analysis.mean(), low_ns: interval.low, high_ns: interval.high })
}

#[cfg(test)]
mod tests {
    use cbas_bench::symbol::SymbolProfile;
    use cbas_convergence::{Run, Series, Settings, analyze};

    use super::*;
    use crate::cost::{Cost, Pricer};
    use crate::formula::Formula;

    /// A run of 400 values about `mean`, alike in shape for every mean.
    fn run(mean: f64) -> Run {
        Run::new((0..400).map(|i| mean + f64::from(i * 7919 % 211) - 105.0).collect()).unwrap()
    }

    fn analysed(name: &str, means: &[f64]) -> Analysis {
        let runs = means.iter().enumerate().map(|(k, &mean)| run(mean).in_process(k.to_string())).collect();
        analyze(&Series::new(name, runs).unwrap(), &Settings::default())
    }

    fn price(formula: &str, units: &UnitCosts) -> Cost {
        let profile = SymbolProfile::named("source-group").unwrap();
        let pricer = Pricer::new(&profile, units, 0.95).unwrap();
        pricer.price(&Formula::parse(formula).unwrap(), 1).unwrap().unwrap()
    }

    #[test]
    fn several_processes_are_priced_process_by_process() {
        let (mul, add) = (analysed("ec-mul", &[9000.0, 9100.0, 9200.0]), analysed("ec-add", &[2200.0, 2100.0, 2000.0]));
        let units = UnitCosts::measured([("ec-mul".to_owned(), &mul), ("ec-add".to_owned(), &add)]).unwrap();
        let cost = price("T_smec + T_paec", &units);
        assert_eq!(cost.processes, Some(3));
        // The two move against each other, so their sum does not move at all.
        assert!((cost.high_ns.unwrap() - cost.low_ns.unwrap()).abs() < 1e-6);
    }

    #[test]
    fn operations_of_different_processes_are_not_mixed() {
        let run = |process: &str| run(9000.0).in_process(process);
        let series = |name: &str, ids: [&str; 2]| Series::new(name, ids.map(run).to_vec()).unwrap();
        let settings = Settings::default();
        let (mul, add) = (analyze(&series("a", ["0", "1"]), &settings), analyze(&series("b", ["0", "2"]), &settings));
        let units = UnitCosts::measured([("ec-mul".to_owned(), &mul), ("ec-add".to_owned(), &add)]);
        assert!(matches!(units, Err(CostError::UnequalProcesses { .. })));
    }

    #[test]
    fn one_process_carries_the_interval_of_its_run() {
        let mul = analysed("ec-mul", &[9000.0]);
        let interval = *mul.interval().unwrap();
        let units = UnitCosts::measured([("ec-mul".to_owned(), &mul)]).unwrap();
        let cost = price("2*T_smec", &units);
        assert!((cost.low_ns.unwrap() - 2.0 * interval.low).abs() < 1e-6);
        assert_eq!(cost.processes, Some(1));
    }
}
