//! Symbols with their group in the name, which mean the same in every paper and need no profile.
//!
//! Papers write one symbol for a product in G1 and one in G2, and another paper the same symbol for a power in GT. The
//! scheme files write these instead, or the identifier of an operation, or the symbols of a named
//! [profile](cbas_bench::symbol).

use cbas_bench::operation::{self, Kind};
use cbas_bench::symbol::SymbolProfile;

use crate::engine::OPERATIONS;

/// Symbol, operation, meaning.
pub const LABELLED: &[(&str, &str, &str)] = &[
    ("T_bp", "pairing", "pairing, Miller loop and final exponentiation"),
    ("T_ml", "miller-loop", "Miller loop only"),
    ("T_fe", "final-exp", "final exponentiation only"),
    ("T_e_gt", "gt-exp", "power in GT"),
    ("T_m_gt", "gt-mul", "product in GT"),
    ("T_sm_g1", "g1-mul", "scalar multiplication in G1"),
    ("T_pa_g1", "g1-add", "point addition in G1"),
    ("T_htc_g1", "hash-to-g1", "hash to G1"),
    ("T_sm_g2", "g2-mul", "scalar multiplication in G2"),
    ("T_pa_g2", "g2-add", "point addition in G2"),
    ("T_htc_g2", "hash-to-g2", "hash to G2"),
    ("T_sm_ec", "ec-mul", "scalar multiplication on a curve without pairing"),
    ("T_pa_ec", "ec-add", "point addition on a curve without pairing"),
    ("T_inv", "ec-inv", "inverse modulo the group order"),
    ("T_mm", "mod-mul", "multiplication modulo the group order"),
    ("T_me_priv", "mod-exp-2048", "power modulo 2048 bits, full-length exponent"),
    ("T_me_pub", "mod-exp-2048-e65537", "power modulo 2048 bits, exponent 65537"),
    ("T_mm_rsa", "mod-mul-2048", "multiplication modulo 2048 bits"),
    ("T_h", "hash-to-scalar", "hash to Z_r"),
];

/// What happens once in a product of pairings: the intercept of the line through the measured products.
pub const PRODUCT_FIXED: &str = "pairing-product-fixed";
/// What one more pair costs in a product of pairings: the slope of that line.
pub const PRODUCT_PAIR: &str = "pairing-product-pair";

/// The operation behind a symbol: what `profile` says of it, else its group label, else the operation it names itself.
///
/// ```
/// use cbas_bench::symbol::SymbolProfile;
/// use cbas_schemes::symbol::resolve;
/// let profile = SymbolProfile::named("target-group")?;
/// assert_eq!(resolve(&profile, "T_pbsm"), Some("gt-exp"));
/// assert_eq!(resolve(&profile, "T_sm_g1"), Some("g1-mul"));
/// assert_eq!(resolve(&profile, "g2-decode"), Some("g2-decode"));
/// assert_eq!(resolve(&profile, "T_x"), None);
/// # Ok::<(), cbas_bench::error::BenchError>(())
/// ```
pub fn resolve<'a>(profile: &'a SymbolProfile, symbol: &'a str) -> Option<&'a str> {
    profile.resolve(symbol).or_else(|| labelled(symbol)).or_else(|| is_product(symbol).then_some(symbol))
}

/// Whether it names a product of pairings or a part of its line.
fn is_product(symbol: &str) -> bool {
    let measured =
        || operation::find(symbol).is_ok_and(|operation| matches!(operation.kind, Kind::PairingProduct { .. }));
    [PRODUCT_FIXED, PRODUCT_PAIR].contains(&symbol) || (symbol.starts_with("pairing-product-") && measured())
}

/// The operation behind a symbol with its group in the name, or behind the identifier of an operation.
pub fn labelled(symbol: &str) -> Option<&'static str> {
    let by_symbol = LABELLED.iter().find(|(known, ..)| *known == symbol).map(|(_, operation, _)| *operation);
    by_symbol.or_else(|| OPERATIONS.iter().copied().find(|operation| *operation == symbol))
}
