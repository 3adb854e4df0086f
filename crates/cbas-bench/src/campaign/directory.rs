//! Claiming, releasing and finding campaign directories.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Manifest;
use crate::error::BenchError;

/// Claims `directory` for a new campaign that needs about `bytes`: it must not exist or be empty.
///
/// Returns whether it had to be created. Nothing is left behind when it is refused.
///
/// # Errors
/// [`BenchError::CampaignExists`], [`BenchError::Occupied`], [`BenchError::DiskSpace`], [`BenchError::Io`].
pub fn claim(directory: &Path, bytes: u64) -> Result<bool, BenchError> {
    let existed = directory.exists();
    if existed {
        require_empty(directory)?;
    }
    require_space(directory, bytes)?;
    if !existed {
        fs::create_dir_all(directory).map_err(BenchError::io("create", directory))?;
    }
    // Creating the samples folder is also the test of whether the directory can be written.
    let samples = directory.join("samples");
    fs::create_dir(&samples).map_err(|error| {
        if !existed {
            let _ = fs::remove_dir(directory);
        }
        BenchError::io("create", &samples)(error)
    })?;
    Ok(!existed)
}

/// Takes back a [`claim`] whose campaign came to nothing.
///
/// # Errors
/// [`BenchError::Io`].
pub fn release(directory: &Path, created: bool) -> Result<(), BenchError> {
    let samples = directory.join("samples");
    fs::remove_dir_all(&samples).map_err(BenchError::io("remove", &samples))?;
    let manifest = directory.join(Manifest::FILE);
    if manifest.exists() {
        fs::remove_file(&manifest).map_err(BenchError::io("remove", &manifest))?;
    }
    if created {
        fs::remove_dir(directory).map_err(BenchError::io("remove", directory))?;
    }
    Ok(())
}

/// Removes the samples of a process that failed: a run cut short by a fault is no run.
///
/// # Errors
/// [`BenchError::Io`].
pub(crate) fn discard_unfinished(directory: &Path, process: u32) -> Result<(), BenchError> {
    let path = super::writer::SampleWriter::path(directory, process);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(BenchError::io("remove", path)(error)),
        _ => Ok(()),
    }
}

fn require_empty(directory: &Path) -> Result<(), BenchError> {
    if !directory.is_dir() {
        return Err(BenchError::Occupied { path: directory.to_owned(), found: "it is a file".into() });
    }
    if directory.join(Manifest::FILE).exists() {
        return Err(BenchError::CampaignExists { path: directory.to_owned() });
    }
    let mut entries = fs::read_dir(directory).map_err(BenchError::io("read", directory))?;
    match entries.next() {
        None => Ok(()),
        Some(entry) => {
            let name = entry.map_err(BenchError::io("read", directory))?.file_name();
            let found = format!("it holds `{}`", name.to_string_lossy());
            Err(BenchError::Occupied { path: directory.to_owned(), found })
        }
    }
}

#[cfg(unix)]
fn require_space(directory: &Path, bytes: u64) -> Result<(), BenchError> {
    let Some(existing) = directory.ancestors().find(|path| path.exists()) else { return Ok(()) };
    let Ok(disk) = nix::sys::statvfs::statvfs(existing) else { return Ok(()) };
    // The field types differ between platforms; a disk of 2^64 bytes does not exist.
    #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
    let available = (disk.blocks_available() as u64).saturating_mul(disk.fragment_size() as u64);
    if available < bytes {
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        return Err(BenchError::DiskSpace {
            path: directory.to_owned(),
            available: available / 1_000_000,
            needed: megabytes(bytes),
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn require_space(_: &Path, _: u64) -> Result<(), BenchError> {
    Ok(())
}

/// The campaign in `reports` whose manifest was created last and which `accept` takes.
pub fn newest(reports: &Path, accept: impl Fn(&Manifest) -> bool) -> Option<PathBuf> {
    let campaigns = fs::read_dir(reports).ok()?.filter_map(|entry| {
        let path = entry.ok()?.path();
        let manifest = Manifest::read(&path).ok()?;
        accept(&manifest).then_some((manifest.created, path))
    });
    campaigns.max().map(|(_, path)| path)
}

/// Writes a whole file or nothing: a temporary file beside it, then a rename.
///
/// # Errors
/// [`BenchError::Io`].
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), BenchError> {
    let temporary = path.with_extension("tmp");
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&temporary);
        BenchError::io("write", path)(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_with_something_else_in_it_is_refused_and_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.tex"), "x").unwrap();
        let message = claim(root.path(), 0).unwrap_err().to_string();
        assert!(message.contains("thesis.tex"), "{message}");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_claim_can_be_taken_back_without_a_trace() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("new");
        let created = claim(&directory, 0).unwrap();
        assert!(directory.join("samples").is_dir());
        release(&directory, created).unwrap();
        assert!(!directory.exists());
    }

    #[test]
    fn an_impossible_size_is_refused_before_anything_is_created() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("new");
        assert!(matches!(claim(&directory, u64::MAX), Err(BenchError::DiskSpace { .. })));
        assert!(!directory.exists());
    }
}
