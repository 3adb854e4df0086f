//! Pure functions on slices, one method a file.
//!
//! Every function takes samples in nanoseconds per operation (or batch means of them) and returns plain numbers. There
//! is no random number and no bootstrap; transcendental functions come from `libm`, so that the same input gives the
//! same bits on every machine of one architecture.

pub mod autocorrelation;
pub mod autocovariance;
pub mod coarse;
pub mod digest;
pub mod distribution;
pub mod equivalence;
mod fourier;
pub mod histogram;
pub mod interval;
pub mod moments;
pub mod order;
pub mod processes;
pub mod resolution;
pub mod segmentation;
mod selection;
pub mod settling;
pub mod signed_rank;
pub mod stability;
pub mod trace;
pub mod trend;
pub mod warm_up;
