//! The time of day, as written in manifests and records.

/// Now, UTC, to the millisecond: `2026-01-31T12:34:56.789Z`.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Millisecond).unwrap_or(now).to_string()
}
