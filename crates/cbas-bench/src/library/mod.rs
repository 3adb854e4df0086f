//! One file per cryptographic library, each an adapter and nothing else.

mod bls12_381;
mod blstrs;
mod crypto_bigint;
mod ff;
mod gt_bytes;
mod num_bigint;
mod num_integer;
mod p256;
mod p256_13;

use serde::Serialize;

use crate::error::BenchError;
use crate::nearest::nearest;
use crate::workload::Workload;

/// RFC 9380 domain separation tag of `hash-to-g1`.
const HASH_TO_G1_TAG: &[u8] = b"CBAS-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
/// Domain tag of `hash-to-scalar`.
const HASH_TO_SCALAR_TAG: &[u8] = b"CBAS-V01-HASH-TO-SCALAR";

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

/// An adapter: a library and the workloads it provides.
struct Adapter {
    library: &'static Library,
    workloads: fn() -> Vec<Workload>,
}

/// Adding a library is one adapter file and one line here.
const ADAPTERS: &[Adapter] = &[
    Adapter { library: &blstrs::LIBRARY, workloads: blstrs::workloads },
    Adapter { library: &bls12_381::LIBRARY, workloads: bls12_381::workloads },
    Adapter { library: &p256::LIBRARY, workloads: p256::workloads },
    Adapter { library: &p256_13::LIBRARY, workloads: p256_13::workloads },
    Adapter { library: &num_bigint::LIBRARY, workloads: num_bigint::workloads },
    Adapter { library: &num_integer::LIBRARY, workloads: num_integer::workloads },
    Adapter { library: &ff::LIBRARY, workloads: ff::workloads },
    Adapter { library: &crypto_bigint::LIBRARY, workloads: crypto_bigint::workloads },
];

/// Every library, in the order of the tables.
pub fn libraries() -> impl Iterator<Item = &'static Library> {
    ADAPTERS.iter().map(|adapter| adapter.library)
}

/// Every workload of every library.
pub fn all_workloads() -> Vec<Workload> {
    ADAPTERS.iter().flat_map(|adapter| (adapter.workloads)()).collect()
}

/// The library called `name`.
///
/// # Errors
/// [`BenchError::UnknownLibrary`] with the nearest names.
pub fn find(name: &str) -> Result<&'static Library, BenchError> {
    libraries().find(|library| library.name == name).ok_or_else(|| BenchError::UnknownLibrary {
        found: name.to_owned(),
        nearest: nearest(name, libraries().map(|library| library.name)),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_default_library_provides_its_operation_and_another_checks_it() {
        let workloads = all_workloads();
        for operation in crate::operation::CATALOGUE {
            let providers: Vec<_> = workloads.iter().filter(|workload| workload.operation.id == operation.id).collect();
            assert!(providers.iter().any(|workload| workload.library.name == operation.default_library));
            assert!(providers.len() >= 2, "{} has no second library to check it", operation.id);
        }
    }

    #[test]
    fn all_libraries_agree_on_every_operation_for_one_seed() {
        let mut digests: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
        for workload in all_workloads() {
            let digest = workload.prepare(20_260).digest().to_string();
            digests.entry(workload.operation.id).or_default().push((workload.id(), digest));
        }
        for (operation, found) in digests {
            assert!(found.windows(2).all(|pair| pair[0].1 == pair[1].1), "{operation}: {found:?}");
        }
    }

    #[test]
    fn another_seed_gives_other_outputs() {
        for workload in all_workloads() {
            if workload.library.name == workload.operation.default_library {
                assert_ne!(workload.prepare(1).digest(), workload.prepare(2).digest(), "{}", workload.id());
            }
        }
    }
}
