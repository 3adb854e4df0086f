//! What is done beside operations, timed as schemes do it.

use std::hint::black_box;

use cbas_bench::inputs::InputStream;
use cbas_bench::operation::Operation;
use cbas_bench::selection;
use num_bigint::BigUint;
use sha2::{Digest, Sha256};

use crate::engine::{
    EC_ORDER_ADD, MOD_REDUCE_2048, ModularEngine, NumBigint, P256, SHA_256_BYTE, SHA_512_BYTE, ScalarField, Transcript,
};

/// Bytes of a long hash, and sums of a long sum.
const MANY: usize = 16 << 10;
/// Bytes of a field of a transcript with its length, about those of a point or a message.
const FIELD: usize = 64;

/// Something that takes too little time to be looked at one by one.
pub(super) struct Unit {
    run: Box<dyn Fn()>,
    /// How often it is done in a run.
    pub(super) times: usize,
}

impl Unit {
    /// Does it [`Unit::times`] times.
    pub(super) fn run(&self) {
        (self.run)();
    }

    /// What `name` stands for, if it is not an operation that is timed by itself.
    pub(super) fn find(name: &str, seed: u64) -> Option<Self> {
        let mut stream = InputStream::new(seed, name);
        let (run, times): (Box<dyn Fn()>, usize) = match name {
            SHA_256_BYTE => {
                let message = stream.many_bytes(MANY);
                (Box::new(move || made(Sha256::digest(&message))), MANY)
            }
            // Through the transcript, since short fields take longer than one long message.
            SHA_512_BYTE => {
                let message = stream.many_bytes(MANY / FIELD * (FIELD - 8));
                let fields = move || {
                    let fields = message.chunks_exact(FIELD - 8);
                    made(fields.fold(Transcript::new(""), |transcript, field| transcript.field(field)).finish());
                };
                (Box::new(fields), MANY)
            }
            // A product of many, as of the signatures of an aggregate: each has to wait for the one before.
            "mod-mul-2048" => {
                let mut modulus = BigUint::from_bytes_be(&stream.exact_bits(2048));
                modulus.set_bit(0, true);
                let mut factor = || BigUint::from_bytes_be(&stream.below(&modulus));
                let factors: Vec<BigUint> = (0..MANY / FIELD).map(|_| factor()).collect();
                let times = factors.len() - 1;
                let product = move || {
                    let (first, rest) = factors.split_first().expect("there are factors");
                    made(rest.iter().fold(first.clone(), |product, next| NumBigint.mul(&product, next, &modulus)));
                };
                (Box::new(product), times)
            }
            // The same of a sum.
            EC_ORDER_ADD => {
                let scalars: Vec<_> = (0..MANY / FIELD).map(|_| P256.scalar_from_wide(&stream.bytes())).collect();
                let times = scalars.len() - 1;
                (Box::new(move || made(scalars.iter().copied().reduce(|sum, next| sum + next))), times)
            }
            MOD_REDUCE_2048 => {
                let mut modulus = BigUint::from_bytes_be(&stream.exact_bits(2048));
                modulus.set_bit(0, true);
                let digests = stream.many_bytes(5 * 64);
                (Box::new(move || made(BigUint::from_bytes_be(&digests) % &modulus)), 1)
            }
            _ => return None,
        };
        Some(Self { run, times })
    }
}

/// A result that nobody needs, made all the same.
fn made<T>(result: T) {
    black_box(result);
}

/// The library that an operation is timed on, which is the one that schemes use: for pairings and their groups `pairing`,
/// where it has the operation. `None` where what a scheme runs is timed by nobody.
pub(super) fn library_of(operation: &Operation, pairing: &'static str) -> Option<&'static str> {
    Some(match (operation.id, pairing) {
        // Scalars of blstrs, or of bls12_381, whose field this library is.
        ("mod-mul", "bls12_381") => "ff",
        ("mod-mul", _) => "blstrs",
        // The engine on blst multiplies in the target group by itself, and no library times its powers.
        ("gt-exp", "blst") => return None,
        _ if operation.default_library == "blstrs" && selection::workload(operation.id, pairing).is_some() => pairing,
        _ => operation.default_library,
    })
}
