//! Does the convergence analyzer keep what it promises?
//!
//! Streams whose mean is known ([`stream`]) are analysed many times over ([`simulation`]), next to the rules the field
//! uses ([`naive`]), and the rates become Markdown tables ([`table`]). Everything is seeded: the same [`Plan`] gives the
//! same bytes.

pub mod document;
pub mod naive;
mod plan;
pub mod simulation;
pub mod stream;
pub mod table;

pub use plan::{Plan, derived_seed};
