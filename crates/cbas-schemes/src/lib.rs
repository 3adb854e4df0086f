//! What a signature scheme costs: operation counts times measured unit costs, with intervals.
//!
//! A scheme is one TOML file ([`catalogue`]) whose rows give the operations of every phase as
//! formulas in the number of signers n ([`formula`]). A formula times the unit costs of a campaign
//! is a cost with an interval ([`cost`]).
//!
//! Thirteen of the schemes also run ([`scheme`]), on real libraries or on one that counts ([`engine`]): so their counts
//! are found by running them ([`count`]), their time can be set beside their price ([`measure`]), and what a paper
//! prints is compared with what its equations need ([`lint`]).
//!
//! ```
//! use cbas_bench::symbol::SymbolProfile;
//! use cbas_schemes::catalogue::{Provenance, find};
//! use cbas_schemes::cost::{Pricer, UnitCosts};
//!
//! let scheme = find("qiao-2023")?;
//! let profile = SymbolProfile::named("source-group")?;
//! let units = UnitCosts::table([("ec-mul", 112_000.0), ("ec-add", 5_000.0), ("hash-to-scalar", 4_000.0)])?;
//! let cost = Pricer::new(&profile, &units, 0.95)?.price_row(&scheme, Provenance::Counted, &[100])?;
//! let verify = cost.phase("AggVerify").unwrap().costs[0].unwrap();
//! assert_eq!(format!("{:.3}", verify.mean_ns / 1e6), "25.324");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
pub mod catalogue;
pub mod cost;
pub mod count;
pub mod engine;
pub mod error;
pub mod formula;
pub mod latex;
pub mod lint;
pub mod measure;
pub mod polynomial;
pub mod scheme;
pub mod symbol;
