//! What adapters implement: prepare inputs, run a batch, give a digest.

use std::fmt;
use std::hint::black_box;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::inputs::{self, Input};
use crate::library::Library;
use crate::operation::Operation;

/// SHA-256 over the canonical encodings of the outputs on the inputs that are checked.
///
/// Two libraries that compute the same operation on the same seed have the same digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OutputDigest([u8; 32]);

impl OutputDigest {
    /// Digest of a sequence of encoded outputs, each preceded by its length.
    ///
    /// ```
    /// use cbas_bench::workload::OutputDigest;
    /// let split = OutputDigest::of([b"ab".to_vec(), b"c".to_vec()]);
    /// let other = OutputDigest::of([b"a".to_vec(), b"bc".to_vec()]);
    /// assert_ne!(split, other);
    /// ```
    pub fn of(outputs: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut hash = Sha256::new();
        for output in outputs {
            hash.update((output.len() as u64).to_be_bytes());
            hash.update(&output);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for OutputDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for OutputDigest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OutputDigest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes: Option<Vec<u8>> = (0..text.len() / 2)
            .map(|i| text.get(2 * i..2 * i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()))
            .collect();
        bytes
            .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
            .filter(|_| text.len() == 64)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not a digest of 64 hexadecimal digits")))
    }
}

/// A workload with its inputs in place, ready to be timed.
pub trait Prepared: Send + Sync {
    /// Runs the operation `batch` times, cycling through the input pool. This is all that is timed.
    fn run(&mut self, batch: u32);

    /// Runs the operation once on each of the first [`Operation::checked_inputs`] inputs and encodes the outputs.
    fn outputs(&self) -> Vec<Vec<u8>>;

    /// Digest of [`Self::outputs`].
    fn digest(&self) -> OutputDigest {
        OutputDigest::of(self.outputs())
    }
}

/// Which of the drawn inputs a workload cycles through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// All of the pool: the cost of random inputs.
    All,
    /// Only this one (modulo the size of the pool): the cost of a fixed input.
    One(usize),
}

/// How a workload makes its inputs: bytes in, prepared workload out.
type Prepare = Box<dyn Fn(&[Input]) -> Box<dyn Prepared> + Send + Sync>;

/// One operation on one library.
pub struct Workload {
    /// What is timed.
    pub operation: &'static Operation,
    /// Whose implementation.
    pub library: &'static Library,
    /// Whether the library's documentation claims that the time does not depend on secret inputs.
    pub claims_constant_time: bool,
    prepare: Prepare,
}

impl Workload {
    /// A workload that applies `operate` to inputs that `pool` makes of bytes, and compares results by `encode`. It makes
    /// no claim of constant time.
    pub fn new<I, O, M, F, E>(
        operation: &'static Operation,
        library: &'static Library,
        pool: M,
        operate: F,
        encode: E,
    ) -> Self
    where
        I: Send + Sync + 'static,
        O: 'static,
        M: Fn(&[Input]) -> Vec<I> + Send + Sync + 'static,
        F: Fn(&I) -> O + Copy + Send + Sync + 'static,
        E: Fn(&O) -> Vec<u8> + Copy + Send + Sync + 'static,
    {
        Self {
            operation,
            library,
            claims_constant_time: false,
            prepare: Box::new(move |inputs| {
                let checked = operation.checked_inputs();
                Box::new(Pool { inputs: pool(inputs), next: 0, checked, operate, encode })
            }),
        }
    }

    /// The same, where the library claims constant time.
    #[must_use]
    pub fn claiming_constant_time(self) -> Self {
        Self { claims_constant_time: true, ..self }
    }

    /// `operation/library`, the name of the workload in files and tables.
    pub fn id(&self) -> String {
        format!("{}/{}", self.operation.id, self.library.name)
    }

    /// Makes the inputs for `seed`, outside any timed region.
    pub fn prepare(&self, seed: u64, selection: Selection) -> Box<dyn Prepared> {
        let inputs = inputs::draw(self.operation, seed);
        match selection {
            Selection::All => self.prepare_on(&inputs),
            Selection::One(index) => self.prepare_on(&inputs[index % inputs.len()..][..1]),
        }
    }

    /// Makes only the inputs for `seed` whose outputs are compared ([`Operation::checked_inputs`]): the outputs are those of
    /// the whole pool, in a fraction of the time.
    pub fn prepare_checked(&self, seed: u64) -> Box<dyn Prepared> {
        let mut inputs = inputs::draw(self.operation, seed);
        inputs.truncate(self.operation.checked_inputs());
        self.prepare_on(&inputs)
    }

    /// The workload on given inputs, which must have the fields that [`inputs::draw()`] states.
    pub fn prepare_on(&self, inputs: &[Input]) -> Box<dyn Prepared> {
        (self.prepare)(inputs)
    }
}

impl fmt::Debug for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Workload").field(&self.id()).finish()
    }
}

/// A pool of inputs, the operation on one of them, and how its output is encoded.
struct Pool<I, F, E> {
    inputs: Vec<I>,
    next: usize,
    checked: usize,
    operate: F,
    encode: E,
}

impl<I, O, F, E> Prepared for Pool<I, F, E>
where
    I: Send + Sync,
    F: Fn(&I) -> O + Copy + Send + Sync,
    E: Fn(&O) -> Vec<u8> + Send + Sync,
{
    // One virtual call a batch; inside, the loop is monomorphic. Outputs go through `black_box` by
    // value, so that libraries which allocate them also pay for dropping them, as in real use.
    fn run(&mut self, batch: u32) {
        let (inputs, operate, mut next) = (self.inputs.as_slice(), self.operate, self.next);
        for _ in 0..batch {
            black_box(operate(black_box(&inputs[next])));
            next += 1;
            if next == inputs.len() {
                next = 0;
            }
        }
        self.next = next;
    }

    fn outputs(&self) -> Vec<Vec<u8>> {
        self.inputs.iter().take(self.checked).map(|input| (self.encode)(&(self.operate)(input))).collect()
    }
}

/// The empty workload: what a sample costs when nothing is done. Its time is the clock overhead.
#[derive(Debug, Default)]
pub struct Empty;

impl Prepared for Empty {
    fn run(&mut self, batch: u32) {
        black_box(batch);
    }

    fn outputs(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}
