//! All schemes: those that ship with the tool and those of a user's directory.

use std::path::Path;

use super::Scheme;
use crate::error::CatalogueError;

/// The schemes to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalogue {
    schemes: Vec<Scheme>,
}

impl Catalogue {
    /// The schemes that ship with the tool.
    ///
    /// # Errors
    /// [`CatalogueError`] if a shipped file is damaged, which the tests of this crate exclude.
    pub fn shipped() -> Result<Self, CatalogueError> {
        Ok(Self { schemes: shipped()? })
    }

    /// These schemes and those of every `.toml` file in a directory, in the order of the names of the files.
    ///
    /// # Errors
    /// [`CatalogueError::Io`] if the directory cannot be read, [`CatalogueError::NoSchemes`] if it holds no `.toml`
    /// file, [`CatalogueError::Duplicate`] if an identifier is taken, else as [`Scheme::read`].
    pub fn with_directory(mut self, directory: &Path) -> Result<Self, CatalogueError> {
        let failed = |reason| CatalogueError::Io { path: directory.to_owned(), reason };
        let entries: Result<Vec<_>, _> = std::fs::read_dir(directory).map_err(failed)?.collect();
        let mut files: Vec<_> = entries.map_err(failed)?.into_iter().map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        if files.is_empty() {
            return Err(CatalogueError::NoSchemes { path: directory.to_owned() });
        }
        for path in files {
            let scheme = Scheme::read(&path)?;
            if let Some(known) = self.schemes.iter().find(|known| known.id == scheme.id) {
                let (file, other) = (scheme.file, known.file.clone());
                return Err(CatalogueError::Duplicate { file, id: scheme.id, other });
            }
            self.schemes.push(scheme);
        }
        Ok(self)
    }

    /// All schemes, in the order of the tables.
    pub fn schemes(&self) -> &[Scheme] {
        &self.schemes
    }

    /// The scheme called `id`.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownScheme`] with the nearest names.
    pub fn find(&self, id: &str) -> Result<&Scheme, CatalogueError> {
        self.schemes
            .iter()
            .find(|scheme| scheme.id == id)
            .ok_or_else(|| CatalogueError::UnknownScheme { found: id.to_owned(), nearest: nearest(id, &self.schemes) })
    }
}

/// The schemes that ship with the tool.
///
/// # Errors
/// [`CatalogueError`] if a shipped file is damaged, which the tests of this crate exclude.
pub fn shipped() -> Result<Vec<Scheme>, CatalogueError> {
    SHIPPED.iter().map(|(file, text)| Scheme::parse(file, text)).collect()
}

/// The shipped scheme called `id`.
///
/// # Errors
/// [`CatalogueError::UnknownScheme`] with the nearest names.
///
/// ```
/// assert_eq!(cbas_schemes::catalogue::find("cbas-g").unwrap().name, "CBAS-G");
/// assert!(cbas_schemes::catalogue::find("qiao").unwrap_err().to_string().contains("qiao-2023"));
/// ```
pub fn find(id: &str) -> Result<Scheme, CatalogueError> {
    // One file is read and not all: identifiers are the names of the files, which a test holds.
    let name = format!("{id}.toml");
    match SHIPPED.iter().find(|(file, _)| *file == name) {
        Some((file, text)) => Scheme::parse(file, text),
        None => Err(CatalogueError::UnknownScheme { found: id.to_owned(), nearest: nearest(id, &shipped()?) }),
    }
}

/// The three identifiers most like `id`, best first.
fn nearest(id: &str, schemes: &[Scheme]) -> Vec<String> {
    let mut names: Vec<&str> = schemes.iter().map(|scheme| scheme.id.as_str()).collect();
    names.sort_by(|a, b| strsim::jaro_winkler(id, b).total_cmp(&strsim::jaro_winkler(id, a)));
    names.into_iter().take(3).map(str::to_owned).collect()
}

/// File name and text of every scheme that ships with the tool, in the order of the tables.
const SHIPPED: &[(&str, &str)] = &[
    ("bls-agg.toml", include_str!("../../schemes/bls-agg.toml")),
    ("bls-agg-same.toml", include_str!("../../schemes/bls-agg-same.toml")),
    ("bdn-msp.toml", include_str!("../../schemes/bdn-msp.toml")),
    ("gentry-cbe.toml", include_str!("../../schemes/gentry-cbe.toml")),
    ("cbas-g.toml", include_str!("../../schemes/cbas-g.toml")),
    ("cbas-z.toml", include_str!("../../schemes/cbas-z.toml")),
    ("qiao-2023.toml", include_str!("../../schemes/qiao-2023.toml")),
    ("verma-cbcas-2020.toml", include_str!("../../schemes/verma-cbcas-2020.toml")),
    ("verma-pfcbas-2020.toml", include_str!("../../schemes/verma-pfcbas-2020.toml")),
    ("qiao-ref-21.toml", include_str!("../../schemes/qiao-ref-21.toml")),
    ("qiao-ref-22.toml", include_str!("../../schemes/qiao-ref-22.toml")),
    ("qiao-ref-23.toml", include_str!("../../schemes/qiao-ref-23.toml")),
    ("qiao-ref-24.toml", include_str!("../../schemes/qiao-ref-24.toml")),
    ("cahyadi-2022.toml", include_str!("../../schemes/cahyadi-2022.toml")),
    ("yuan-2023.toml", include_str!("../../schemes/yuan-2023.toml")),
    ("xiong-2013.toml", include_str!("../../schemes/xiong-2013.toml")),
    ("zhang-shen-wu-2014.toml", include_str!("../../schemes/zhang-shen-wu-2014.toml")),
    ("gong-pcas-2023.toml", include_str!("../../schemes/gong-pcas-2023.toml")),
    ("zheng-2023.toml", include_str!("../../schemes/zheng-2023.toml")),
    ("vallent-2021.toml", include_str!("../../schemes/vallent-2021.toml")),
    ("wang-ecae-2025.toml", include_str!("../../schemes/wang-ecae-2025.toml")),
    ("wu-ye-2025.toml", include_str!("../../schemes/wu-ye-2025.toml")),
    ("rabie-2023.toml", include_str!("../../schemes/rabie-2023.toml")),
    ("carbon-deng.toml", include_str!("../../schemes/carbon-deng.toml")),
    ("carbon-xie.toml", include_str!("../../schemes/carbon-xie.toml")),
    ("carbon-xu.toml", include_str!("../../schemes/carbon-xu.toml")),
    ("carbon-liu1.toml", include_str!("../../schemes/carbon-liu1.toml")),
    ("carbon-xiong.toml", include_str!("../../schemes/carbon-xiong.toml")),
    ("carbon-gong.toml", include_str!("../../schemes/carbon-gong.toml")),
    ("carbon-liu2.toml", include_str!("../../schemes/carbon-liu2.toml")),
    ("carbon-carbon-own.toml", include_str!("../../schemes/carbon-carbon-own.toml")),
    ("ecdsa-p256.toml", include_str!("../../schemes/ecdsa-p256.toml")),
    ("schnorr-p256.toml", include_str!("../../schemes/schnorr-p256.toml")),
    ("schnorr-half-agg.toml", include_str!("../../schemes/schnorr-half-agg.toml")),
    ("rsa-fdh-2048.toml", include_str!("../../schemes/rsa-fdh-2048.toml")),
    ("condensed-rsa-2048.toml", include_str!("../../schemes/condensed-rsa-2048.toml")),
];
