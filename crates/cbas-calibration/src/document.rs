//! Tables in a document: what stands between two marker comments is replaced.

use anyhow::{Context, Result};

/// Marker before the tables.
pub const BEGIN: &str = "<!-- tables of `calibrate --write`: begin -->";
/// Marker after the tables.
pub const END: &str = "<!-- tables of `calibrate --write`: end -->";

/// `document` with `tables` between the markers.
///
/// ```
/// use cbas_calibration::document::{BEGIN, END, replace_tables};
/// let text = replace_tables(&format!("a\n{BEGIN}\nold\n{END}\nb\n"), "new\n")?;
/// assert_eq!(text, format!("a\n{BEGIN}\n\nnew\n\n{END}\nb\n"));
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
/// If a marker is missing, or they stand in the wrong order.
pub fn replace_tables(document: &str, tables: &str) -> Result<String> {
    let (before, rest) =
        document.split_once(BEGIN).with_context(|| format!("the document has no line {BEGIN:?}: add it"))?;
    let (_, after) =
        rest.split_once(END).with_context(|| format!("no line {END:?} follows {BEGIN:?} in the document: add it"))?;
    Ok(format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", tables.trim_end()))
}
