//! openssl: the system's OpenSSL, in C and assembly.

use super::Library;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "openssl",
    version: env!("CBAS_VERSION_OPENSSL"),
    role: "the system's OpenSSL, in C and assembly: P-256, big numbers, AES, hashes",
};

pub(super) fn workload(_operation: &'static Operation) -> Option<Workload> {
    None
}
