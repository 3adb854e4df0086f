//! openssl: the system's OpenSSL, in C and assembly.

mod aes;
mod curve;
mod modular;
mod symmetric;

use std::cell::RefCell;

use openssl::bn::{BigNum, BigNumContext, BigNumContextRef};

use super::Library;
use crate::locked;
use crate::operation::Operation;
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "openssl",
    version: locked::version("openssl", ""),
    role: "the system's OpenSSL, in C and assembly: P-256, big numbers, AES, hashes",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let parts = [curve::workload, modular::workload, symmetric::workload, aes::workload];
    parts.into_iter().find_map(|workload| workload(operation))
}

thread_local! {
    static CONTEXT: RefCell<BigNumContext> = RefCell::new(BigNumContext::new().expect("memory for temporaries"));
}

/// Runs `operate` with this thread's temporaries. As in a program that works for long, they are made once, by the first
/// operation of a thread, which falls into the warm-up; every other one only looks them up, in about a nanosecond.
fn with_context<T>(operate: impl FnOnce(&mut BigNumContextRef) -> T) -> T {
    CONTEXT.with_borrow_mut(|context| operate(context))
}

fn integer(bytes: &[u8]) -> BigNum {
    BigNum::from_slice(bytes).expect("memory for an integer")
}
