//! What rounds or builds say together.

use std::fmt;

use cbas_convergence::statistics::order;
use cbas_convergence::statistics::signed_rank::{Centre, hodges_lehmann};

/// Median; reorders `values`, which must not be empty.
pub fn median(values: &mut [f64]) -> f64 {
    order::median(values)
}

/// The centre of the ratios of rounds or builds with its 95 % interval.
///
/// Where the inputs of both lie makes some operations fast or slow, so that ratios to the bare loop have two humps at equal
/// distances from the truth, since both are in every place equally often. A median would be in the one or the other hump.
pub struct Ratio(Centre);

impl Ratio {
    /// Of at least one ratio.
    pub fn of(ratios: &[f64]) -> Self {
        Self(hodges_lehmann(ratios))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4} ({:.4} to {:.4})", self.0.centre, self.0.low, self.0.high)
    }
}
