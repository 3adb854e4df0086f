//! What the AES engines share: messages in memory or in files, and the same bytes out of each.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Library;
use crate::inputs::{Input, each};
use crate::operation::{Medium, Operation};
use crate::workload::Workload;

/// The workload that encrypts with `encrypt`, which takes key, initialisation vector and message and gives the whole
/// ciphertext, with its tag where the mode has one.
pub(super) fn workload<F>(
    operation: &'static Operation,
    library: &'static Library,
    medium: Medium,
    encrypt: F,
) -> Workload
where
    F: Fn(&[u8], &[u8], &[u8]) -> Vec<u8> + Copy + Send + Sync + 'static,
{
    match medium {
        Medium::Memory => {
            let operate = move |input: &Input| encrypt(input.field(0), input.field(1), input.field(2));
            Workload::new(operation, library, <[Input]>::to_vec, operate, Vec::clone)
        }
        Medium::File => {
            // As a program that encrypts a file does: all of it is read, encrypted, and written.
            let operate = move |files: &Files| {
                let message = fs::read(&files.message).expect("the message was written before");
                let ciphertext = encrypt(&files.key, &files.iv, &message);
                fs::write(&files.ciphertext, &ciphertext).expect("the ciphertext has room where the message had");
                files.ciphertext.clone()
            };
            let encode = |written: &PathBuf| fs::read(written).expect("the ciphertext was written");
            Workload::new(operation, library, each(Files::of), operate, encode)
        }
    }
}

/// One message in a file of the temporary directory, and the file beside it for its ciphertext. Both go with the pool.
struct Files {
    key: Vec<u8>,
    iv: Vec<u8>,
    message: PathBuf,
    ciphertext: PathBuf,
}

impl Files {
    /// Writes the message.
    ///
    /// # Panics
    /// If the temporary directory cannot be written: there is nothing to time then.
    fn of(input: &Input) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let stem = format!("cbas-aes-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = |ending: &str| std::env::temp_dir().join(format!("{stem}.{ending}"));
        let (message, ciphertext) = (path("message"), path("ciphertext"));
        fs::write(&message, input.field(2)).expect("the temporary directory takes files");
        Self { key: input.field(0).to_vec(), iv: input.field(1).to_vec(), message, ciphertext }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // A file that is gone already needs no removal.
        for path in [&self.message, &self.ciphertext] {
            let _ = fs::remove_file(path);
        }
    }
}
