//! One file per cryptographic library, each an adapter and nothing else.

mod aes;
pub mod gt_bytes;
mod integer_bytes;
pub mod outlined;

pub use rustcrypto::aes_path;
use serde::Serialize;

use crate::error::BenchError;
use crate::nearest::nearest;
use crate::operation::Operation;
use crate::workload::Workload;

/// A library under test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Library {
    /// Name in the command line, in files and in tables.
    pub name: &'static str,
    /// Exact version, from the lock file this binary was built with.
    pub version: &'static str,
    /// What it is here for.
    pub role: &'static str,
}

/// An adapter: a library and the workload it provides for an operation, if it does.
struct Adapter {
    library: &'static Library,
    workload: fn(&'static Operation) -> Option<Workload>,
}

/// The modules of the adapters, `ADAPTERS`, and in `OPTIONAL` the libraries that come with a cargo feature of their name.
///
/// A macro, so that a library has one line and not one in each list. rustfmt does not see modules that a macro declares:
/// `just format` and `.ci/run` name their files to it.
macro_rules! adapters {
    ($($(#[feature = $feature:literal])? $module:ident,)*) => {
        $($(#[cfg(feature = $feature)])? mod $module;)*

        const ADAPTERS: &[Adapter] = &[$(
            $(#[cfg(feature = $feature)])?
            Adapter { library: &$module::LIBRARY, workload: $module::workload },
        )*];

        const OPTIONAL: &[&str] = &[$($($feature,)?)*];
    };
}

// Adding a library is one adapter file and one line here, in the order of the tables.
adapters! {
    blstrs,
    blst,
    bls12_381,
    p256,
    p256_13,
    num_bigint,
    num_integer,
    ff,
    group,
    crypto_bigint,
    sha2,
    hmac,
    rustcrypto,
    #[feature = "arkworks"] arkworks,
    #[feature = "miracl"] miracl,
    #[feature = "openssl"] openssl,
    #[feature = "aws-lc"] aws_lc,
}

/// Every library, in the order of the tables.
pub fn libraries() -> impl Iterator<Item = &'static Library> {
    ADAPTERS.iter().map(|adapter| adapter.library)
}

/// The workloads of one operation, in the order of the libraries.
pub fn providers(operation: &'static Operation) -> Vec<Workload> {
    ADAPTERS.iter().filter_map(|adapter| (adapter.workload)(operation)).collect()
}

/// The library called `name`.
///
/// # Errors
/// [`BenchError::NotBuilt`] for one that this program was built without, else [`BenchError::UnknownLibrary`] with the
/// nearest names.
pub fn find(name: &str) -> Result<&'static Library, BenchError> {
    if let Some(library) = libraries().find(|library| library.name == name) {
        return Ok(library);
    }
    if let Some(library) = OPTIONAL.iter().copied().find(|&optional| optional == name) {
        return Err(BenchError::NotBuilt { library, feature: library });
    }
    Err(BenchError::UnknownLibrary {
        found: name.to_owned(),
        nearest: nearest(name, libraries().map(|library| library.name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{CATALOGUE, Role};
    use crate::workload::Selection;

    #[test]
    fn every_default_library_provides_its_operation() {
        for operation in CATALOGUE {
            let providers = providers(operation);
            let default = |workload: &Workload| workload.library.name == operation.default_library;
            assert!(providers.iter().any(default), "{}", operation.id);
            if operation.role != Role::Extended {
                assert!(providers.len() >= 2, "{} has no second library to check it", operation.id);
            }
        }
    }

    #[test]
    fn a_library_of_a_feature_is_there_or_says_which() {
        for name in OPTIONAL {
            match find(name) {
                Ok(library) => assert_eq!(library.name, *name),
                Err(error) => assert!(error.to_string().contains(&format!("--features {name}")), "{error}"),
            }
        }
    }

    #[test]
    fn another_seed_gives_other_outputs() {
        for operation in CATALOGUE.iter().filter(|operation| operation.role != Role::Extended) {
            let workload = &providers(operation)[0];
            let digest = |seed| workload.prepare(seed, Selection::All).digest();
            assert_ne!(digest(1), digest(2), "{}", workload.id());
            assert_eq!(digest(1), workload.prepare_checked(1).digest(), "{}", workload.id());
        }
    }
}
