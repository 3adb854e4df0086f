//! The printed figures of the reference study, to stand beside fresh ones.

use std::sync::OnceLock;

use serde::Deserialize;

/// The reference study as far as its figures are known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceStudy {
    /// Title of the study.
    pub title: String,
    /// The library it timed.
    pub library: String,
    /// What to keep in mind when comparing.
    pub note: String,
    /// Rows with printed means.
    #[serde(rename = "operation")]
    pub operations: Vec<ReferenceRow>,
}

/// One printed row: means in milliseconds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceRow {
    /// Operation identifier of this tool.
    pub id: String,
    /// Symbol in the study.
    pub symbol: String,
    /// Printed mean at N = 1000, ms.
    pub mean_ms_1000: f64,
    /// Printed mean at N = 5000, ms.
    pub mean_ms_5000: f64,
}

impl ReferenceStudy {
    /// The data file that ships with the tool.
    pub fn shipped() -> &'static Self {
        static STUDY: OnceLock<ReferenceStudy> = OnceLock::new();
        STUDY.get_or_init(|| {
            toml::from_str(include_str!("../data/reference-study.toml"))
                .expect("the shipped data file is checked by a test")
        })
    }

    /// Printed mean of an operation divided by that of the pairing, both at N = 5000.
    ///
    /// ```
    /// let study = cbas_bench::reference::ReferenceStudy::shipped();
    /// assert!((study.ratio_to_pairing("gt-exp").unwrap() - 0.6727).abs() < 1e-4);
    /// assert_eq!(study.ratio_to_pairing("ec-add"), None);
    /// ```
    pub fn ratio_to_pairing(&self, id: &str) -> Option<f64> {
        let mean = |id: &str| self.operations.iter().find(|row| row.id == id).map(|row| row.mean_ms_5000);
        Some(mean(id)? / mean("pairing")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_names_existing_operations_with_their_symbols() {
        for row in &ReferenceStudy::shipped().operations {
            assert_eq!(crate::operation::find(&row.id).unwrap().symbol, Some(row.symbol.as_str()));
        }
    }
}
