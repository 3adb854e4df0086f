//! What is hashed: a domain tag and fields, each behind its length.
//!
//! Without lengths, the fields "ab", "c" and "a", "bc" would be one message, and a signature on one of them a
//! signature on the other.

use sha2::{Digest, Sha512};

/// A running SHA-512 of length-prefixed fields. Many hashes can share a [`Prefix`].
#[derive(Debug, Clone)]
pub struct Transcript {
    hash: Sha512,
    bytes: u64,
    shared: u64,
}

impl Transcript {
    /// The empty transcript of one use of the hash.
    pub fn new(tag: &str) -> Self {
        Self { hash: Sha512::new(), bytes: 0, shared: 0 }.field(tag.as_bytes())
    }

    /// The transcript with one more field.
    #[must_use]
    pub fn field(mut self, bytes: &[u8]) -> Self {
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
        self.bytes += 8 + bytes.len() as u64;
        self
    }

    /// The transcript with more fields, in order.
    #[must_use]
    pub fn fields(self, fields: &[&[u8]]) -> Self {
        fields.iter().fold(self, |transcript, bytes| transcript.field(bytes))
    }

    /// Bytes so far, lengths of the fields included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Those that no other transcript shares.
    pub(super) fn own_bytes(&self) -> u64 {
        self.bytes - self.shared
    }

    /// The digest.
    pub fn finish(self) -> [u8; 64] {
        self.hash.finalize().into()
    }
}

/// What many transcripts begin with, hashed once.
#[derive(Debug, Clone)]
pub struct Prefix(Transcript);

impl Prefix {
    pub(super) fn new(transcript: Transcript) -> Self {
        Self(transcript)
    }

    /// A transcript that begins so.
    pub fn transcript(&self) -> Transcript {
        Transcript { shared: self.0.bytes, ..self.0.clone() }
    }
}

/// The fields one after the other, each behind its length in 8 big-endian bytes: the message of a hash to a curve.
///
/// ```
/// use cbas_schemes::engine::length_prefixed;
/// assert_ne!(length_prefixed(&[b"ab", b"c"]), length_prefixed(&[b"a", b"bc"]));
/// ```
pub fn length_prefixed(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(fields.iter().map(|field| field.len() + 8).sum());
    for field in fields {
        bytes.extend_from_slice(&(field.len() as u64).to_be_bytes());
        bytes.extend_from_slice(field);
    }
    bytes
}
