//! Where in a file a value stands, and the errors that say so.

use std::ops::Range;

use super::Provenance;
use crate::error::CatalogueError;

/// The text of a file and its name.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// 1-based line and column, in characters, of a byte of the text.
    fn place(&self, start: usize) -> (usize, usize) {
        let before = self.text.get(..start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// 1-based line of a value.
    pub(super) fn line(&self, span: Range<usize>) -> usize {
        self.place(span.start).0
    }

    /// The first line of the parser's message, with the place.
    pub(super) fn toml_error(&self, error: &toml::de::Error) -> CatalogueError {
        let (line, column) = self.place(error.span().map_or(0, |span| span.start));
        CatalogueError::Toml { file: self.file.to_owned(), line, column, reason: error.message().replace('\n', ", ") }
    }

    /// A value outside the rows that cannot be used.
    pub(super) fn value(&self, span: Range<usize>, key: &str, reason: impl Into<String>) -> CatalogueError {
        let (file, line) = (self.file.to_owned(), self.line(span));
        CatalogueError::Value { file, line, key: key.to_owned(), reason: reason.into() }
    }

    /// A row that cannot be used.
    pub(super) fn row(&self, span: Range<usize>, row: Provenance, reason: impl Into<String>) -> CatalogueError {
        CatalogueError::Row { file: self.file.to_owned(), line: self.line(span), row, reason: reason.into() }
    }

    /// A phase that cannot be used.
    pub(super) fn phase(
        &self,
        span: Range<usize>,
        row: Provenance,
        phase: &str,
        reason: impl Into<String>,
    ) -> CatalogueError {
        let (file, line) = (self.file.to_owned(), self.line(span));
        CatalogueError::Phase { file, line, row, phase: phase.to_owned(), reason: reason.into() }
    }
}
