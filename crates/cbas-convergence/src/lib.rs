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
//!
//! # The way in
//!
//! All times are nanoseconds per operation, in the order of measurement.
//!
//! | question | answer | program to copy from (`examples/`) |
//! |---|---|---|
//! | Has it converged, and what is the mean? | [`analyze`], its [`Verdict`], [`Analysis::mean`], [`Analysis::interval`] | `has_it_converged` |
//! | Which N do I need, how many processes? | [`RunAnalysis::required_n`], [`Between::required_processes_cautious`](analysis::Between::required_processes_cautious) | `which_n_do_i_need` |
//! | Are these two equal? | [`analysis::compare`], its [`Outcome`] | `are_these_two_equal` |
//! | When may I stop measuring? | [`stopping::StoppingRule`] | |
//! | What does it look like? | a [`plot::Figure`] | |
//!
//! One run is given as plain numbers to [`Series::from_nanoseconds`] or as durations to [`Series::from_durations`],
//! several processes as [`Run`]s to [`Series::new`], and the file of another program to [`import::import`]. Only several
//! processes can speak for the next one: a program that is started again gets other addresses and another mean.
//! Verdicts, outcomes, warnings and errors print as sentences.
//!
//! ```
//! use cbas_convergence::{Run, Series, Settings, analyze};
//!
//! // Five processes of 500 samples each.
//! let process = |k: u32| Run::new((0..500).map(|i| f64::from(3000 + k + i * 7919 % 211)).collect());
//! let series = Series::new("hash", (0..5).map(process).collect::<Result<_, _>>()?)?;
//! let sentence = analyze(&series, &Settings::default()).verdict.to_string();
//! assert!(sentence.starts_with("Converged over 5 processes: the 95 % interval of the mean is ±0.06"), "{sentence}");
//! # Ok::<(), cbas_convergence::SampleError>(())
//! ```
//!
//! # The sections these pages cite
//!
//! | § | subject | module |
//! |---|---|---|
//! | 2 | input, resolution of the clock | [`sample`], [`statistics::resolution`], [`statistics::moments`] |
//! | 3 | robust working copy | [`statistics::order`] |
//! | 4 | start-up phase (MSER with a guard) | [`statistics::warm_up`] |
//! | 5 | long-run variance (Geyer 1992), interval (Hall 1992), required N | [`statistics::autocovariance`], [`statistics::interval`] |
//! | 6 | level shifts, drift (Mann & Kendall), tail rate | [`statistics::segmentation`], [`statistics::trend`], [`statistics::stability`] |
//! | 7 | equivalence of two means (two one-sided tests) | [`statistics::equivalence`] |
//! | 8 | several processes (Kalibera & Jones 2013) | [`statistics::processes`] |
//! | 9 | verdict, sequential use | [`verdict`], [`stopping`] |

// Figures have the same bits on every machine: see clippy.toml. Pictures and rounded text may use the system's functions.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod analysis;
pub mod import;
#[allow(clippy::disallowed_methods)]
pub mod plot;
#[allow(clippy::disallowed_methods)]
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
