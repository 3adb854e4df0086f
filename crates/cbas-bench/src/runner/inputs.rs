//! The inputs of an operation in a file, so that a runner encrypts, hashes or multiplies what the libraries do.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use crate::error::BenchError;
use crate::inputs::Input;

/// A file with the fields of all inputs, one behind the other; removed when it is dropped.
#[derive(Debug, PartialEq, Serialize)]
pub struct InputFile {
    /// Where it is.
    pub file: PathBuf,
    /// Number of inputs.
    pub count: usize,
    /// Bytes of each field of an input; all inputs are alike in this.
    pub fields: Vec<usize>,
}

impl InputFile {
    /// Writes `inputs` to a file of the temporary directory; `None` if their fields differ in length.
    ///
    /// # Errors
    /// [`BenchError::Io`].
    pub fn write(inputs: &[Input]) -> Result<Option<Self>, BenchError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let lengths = |input: &Input| input.fields().iter().map(Vec::len).collect::<Vec<_>>();
        let Some(fields) = inputs.first().map(lengths) else { return Ok(None) };
        if inputs.iter().any(|input| lengths(input) != fields) {
            return Ok(None);
        }
        let name = format!("cbas-inputs-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let file = std::env::temp_dir().join(name);
        let written = Self { file, count: inputs.len(), fields };
        let write = || {
            let mut out = std::io::BufWriter::new(fs::File::create(&written.file)?);
            inputs.iter().flat_map(Input::fields).try_for_each(|field| out.write_all(field))?;
            out.flush()
        };
        write().map_err(BenchError::io("write", &written.file))?;
        Ok(Some(written))
    }
}

impl Drop for InputFile {
    fn drop(&mut self) {
        // A file that is gone already needs no removal.
        let _ = fs::remove_file(&self.file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_the_fields_in_order_and_goes_with_its_owner() {
        let inputs = [Input::new([vec![1, 2], vec![3]]), Input::new([vec![4, 5], vec![6]])];
        let file = InputFile::write(&inputs).unwrap().unwrap();
        assert_eq!((file.count, &file.fields[..]), (2, &[2, 1][..]));
        let path = file.file.clone();
        assert_eq!(fs::read(&path).unwrap(), [1, 2, 3, 4, 5, 6]);
        drop(file);
        assert!(!path.exists());
    }

    #[test]
    fn inputs_of_different_lengths_have_no_file() {
        assert_eq!(InputFile::write(&[Input::new([vec![1]]), Input::new([vec![1, 2]])]).unwrap(), None);
        assert_eq!(InputFile::write(&[]).unwrap(), None);
    }
}
