//! Has the mean of a timing series settled? Verdicts, intervals and pictures from samples.
//!
//! ```
//! use cbas_convergence::{Series, Settings, Verdict, analyze};
//!
//! let times = (0..1000u32).map(|i| 3000 + i * 7919 % 211);
//! let series = Series::from_nanoseconds("pairing", times)?;
//! let analysis = analyze(&series, &Settings::default());
//! assert!(matches!(analysis.verdict, Verdict::Converged { .. }));
//! # Ok::<(), cbas_convergence::SampleError>(())
//! ```
//!
//! "Converged" means that an interval which accounts for autocorrelation and skewness has a relative half-width of at
//! most `eps`, and that no material instability was found. It never means that a running mean came close to its own
//! last value, or that a test failed to find a difference.

pub mod analysis;
pub mod plot;
pub mod quantity;
pub mod sample;
pub mod settings;
pub mod statistics;
pub mod stopping;
pub mod verdict;

pub use analysis::{Analysis, Equivalence, Outcome, RunAnalysis, Warning, analyze};
pub use sample::{Granularity, Run, SampleError, Series};
pub use settings::{Settings, SettingsError, WarmUp};
pub use verdict::{Instability, Limiting, Scope, Verdict};
