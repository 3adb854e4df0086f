//! What one operation costs, by operation.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::CostError;

/// Something for each operation identifier.
pub(super) type ByOperation<T> = BTreeMap<String, T>;

/// A mean with its interval, from one process, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// Mean, ns.
    pub mean_ns: f64,
    /// Lower end of the interval, ns.
    pub low_ns: f64,
    /// Upper end of the interval, ns.
    pub high_ns: f64,
}

/// The unit cost of every operation that was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitCosts {
    pub(super) held: Held,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Held {
    /// Means of the same K >= 2 processes, in the same order, for every operation.
    Processes { count: usize, means: ByOperation<Vec<f64>> },
    /// Means with intervals of one process.
    OneProcess { confidence: f64, estimates: ByOperation<Estimate> },
    /// Values without intervals.
    Table(ByOperation<f64>),
}

impl UnitCosts {
    /// From the means (ns) of two or more processes, listed in the same order of processes for every operation.
    ///
    /// # Errors
    /// [`CostError`] if an operation has other than the common number of means or a mean that is no time.
    pub fn processes<S: Into<String>>(means: impl IntoIterator<Item = (S, Vec<f64>)>) -> Result<Self, CostError> {
        let means = by_operation(means)?;
        let expected = means.values().next().map_or(0, Vec::len);
        for (operation, values) in &means {
            let (operation, found) = (operation.clone(), values.len());
            if found < 2 {
                return Err(CostError::TooFewProcesses { operation, found });
            }
            if found != expected {
                return Err(CostError::UnequalProcesses { operation, found, expected });
            }
            values.iter().try_for_each(|&mean| check_unit_cost(&operation, mean))?;
        }
        Ok(Self { held: Held::Processes { count: expected, means } })
    }

    /// From the means and intervals of one process; `confidence` is that of the intervals.
    ///
    /// # Errors
    /// [`CostError`] if a mean is no time, an interval does not hold its mean, or the confidence is no probability.
    pub fn one_process<S: Into<String>>(
        confidence: f64,
        estimates: impl IntoIterator<Item = (S, Estimate)>,
    ) -> Result<Self, CostError> {
        check_confidence(confidence)?;
        let estimates = by_operation(estimates)?;
        for (operation, &Estimate { mean_ns: mean, low_ns: low, high_ns: high }) in &estimates {
            check_unit_cost(operation, mean)?;
            let holds = low.is_finite() && high.is_finite() && low <= mean && mean <= high;
            if !holds {
                return Err(CostError::BadInterval { operation: operation.clone(), low, mean, high });
            }
        }
        Ok(Self { held: Held::OneProcess { confidence, estimates } })
    }

    /// From bare values (ns), such as a table printed in a paper.
    ///
    /// # Errors
    /// [`CostError`] if a value is no time or an operation comes twice.
    pub fn table<S: Into<String>>(values: impl IntoIterator<Item = (S, f64)>) -> Result<Self, CostError> {
        let values = by_operation(values)?;
        values.iter().try_for_each(|(operation, &value)| check_unit_cost(operation, value))?;
        Ok(Self { held: Held::Table(values) })
    }

    /// The operations that have a unit cost, sorted by name.
    pub fn operations(&self) -> Vec<&str> {
        match &self.held {
            Held::Processes { means, .. } => means.keys().map(String::as_str).collect(),
            Held::OneProcess { estimates, .. } => estimates.keys().map(String::as_str).collect(),
            Held::Table(values) => values.keys().map(String::as_str).collect(),
        }
    }
}

fn by_operation<S: Into<String>, T>(entries: impl IntoIterator<Item = (S, T)>) -> Result<ByOperation<T>, CostError> {
    let mut by_operation = BTreeMap::new();
    for (operation, entry) in entries {
        let operation = operation.into();
        if by_operation.contains_key(&operation) {
            return Err(CostError::DuplicateUnitCost { operation });
        }
        by_operation.insert(operation, entry);
    }
    if by_operation.is_empty() {
        return Err(CostError::NoUnitCosts);
    }
    Ok(by_operation)
}

fn check_unit_cost(operation: &str, value: f64) -> Result<(), CostError> {
    if value.is_finite() && value > 0.0 {
        return Ok(());
    }
    Err(CostError::BadUnitCost { operation: operation.to_owned(), found: value })
}

/// A confidence lies strictly between 0 and 1.
pub(super) fn check_confidence(confidence: f64) -> Result<(), CostError> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    Err(CostError::BadConfidence { found: confidence })
}
