//! Seeded timing streams with a known long-run mean.

pub use cbas_calibration::stream::*;
