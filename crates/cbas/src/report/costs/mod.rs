//! How priced schemes are shown: one file a format, all printing from the same [`Costing`](crate::costs::Costing).

pub mod csv;
pub mod json;
pub mod latex;
pub mod measured;
pub mod methods;
pub mod pictures;
pub mod sections;

use crate::report::{markdown, text};

use super::sections::Section;

/// Tables for people.
pub fn table(sections: &[Section]) -> String {
    sections.iter().map(text::section).collect::<String>().trim_start_matches('\n').to_owned()
}

/// The same for documents.
pub fn document(sections: &[Section]) -> String {
    sections.iter().map(markdown::section).collect::<String>().trim_start_matches('\n').to_owned()
}
