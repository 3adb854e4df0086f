//! The AES of RustCrypto as a runner of `cbas bench` (protocol `cbas-runner/1`, docs/FORMATS.md).
//!
//! Built with `RUSTFLAGS='--cfg aes_backend="soft" --cfg polyval_backend="soft"'` it is AES without the processor's
//! instructions. As a runner it takes its turns between the engines of a campaign, byte for byte compared with them:
//!
//! ```sh
//! RUSTFLAGS='--cfg aes_backend="soft" --cfg polyval_backend="soft"' \
//!     cargo build --release -p rust-aes-runner --target-dir target/soft
//! cargo run --release -- bench --suite aes --runner target/soft/release/rust-aes-runner
//! ```

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::consts::{U12, U16};
use aes::cipher::{BlockCipherEncrypt, BlockModeEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::Aead;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Its name tells which of the two it is.
const NAME: &str = if cfg!(aes_backend = "soft") { "rust-aes-soft" } else { "rust-aes" };

type Failure = Box<dyn Error>;
/// Key, initialisation vector and message to ciphertext.
type Encryption = fn(&[u8], &[u8], &[u8]) -> Result<Vec<u8>, Failure>;

fn main() -> Result<(), Failure> {
    let modes = ["cbc", "ctr", "gcm"];
    let workloads: Vec<String> =
        [128, 192, 256].iter().flat_map(|bits| modes.map(|mode| format!("aes-{bits}-{mode}-*"))).collect();
    let (version, protocol) = (env!("CARGO_PKG_VERSION"), "cbas-runner/1");
    let hello = json!({"protocol": protocol, "runner": NAME, "version": version, "workloads": workloads});
    say(&format!("{}\n", json!({ "hello": hello })))?;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        say(&answer(&request["run"]).unwrap_or_else(|error| format!("{}\n", json!({"error": error.to_string()}))))?;
    }
    Ok(())
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Times first and writes afterwards: nothing is said between two samples.
fn answer(run: &Value) -> Result<String, Failure> {
    let number = |name: &str| run[name].as_u64().ok_or_else(|| format!("the request has no {name}"));
    let encrypt = encryption(run["workload"].as_str().unwrap_or_default())?;
    let inputs = load(&run["inputs"])?;
    let (n, warm_up, batch) = (number("n")?, number("warm_up")?, number("batch")?);
    if n == 0 {
        return Ok(format!("{}\n", json!({"done": {"digest": digest(encrypt, &inputs)?}})));
    }
    let mut next = inputs.iter().cycle();
    let mut times = Vec::with_capacity((warm_up + n) as usize);
    for _ in 0..warm_up + n {
        let start = Instant::now();
        for _ in 0..batch {
            let [key, iv, message] = next.next().ok_or("there are no inputs")?;
            black_box(encrypt(key, iv, black_box(message))?);
        }
        times.push(start.elapsed().as_nanos() as u64);
    }
    let sample = |(k, wall_ns): (u64, u64)| {
        let (phase, i) = if k < warm_up { ("warm-up", k) } else { ("measured", k - warm_up) };
        format!("{}\n", json!({"sample": {"phase": phase, "i": i, "batch": batch, "wall_ns": wall_ns}}))
    };
    let samples: String = (0..).zip(times).map(sample).collect();
    Ok(samples + &format!("{}\n", json!({"done": {}})))
}

/// The fields of all inputs, one behind the other in a file: key, initialisation vector, message.
fn load(inputs: &Value) -> Result<Vec<[Vec<u8>; 3]>, Failure> {
    let bytes = fs::read(inputs["file"].as_str().ok_or("the request has no inputs")?)?;
    let lengths: Vec<usize> = serde_json::from_value(inputs["fields"].clone())?;
    let [key, iv, message] = lengths[..] else { return Err("an input of AES has three fields".into()) };
    let input = |input: &[u8]| {
        let (head, text) = input.split_at(key + iv);
        let (key, iv) = head.split_at(key);
        [key.to_vec(), iv.to_vec(), text.to_vec()]
    };
    Ok(bytes.chunks_exact(key + iv + message).map(input).collect())
}

/// SHA-256 over the outputs on all inputs, each behind its length.
fn digest(encrypt: Encryption, inputs: &[[Vec<u8>; 3]]) -> Result<String, Failure> {
    let mut hash = Sha256::new();
    for [key, iv, message] in inputs {
        let output = encrypt(key, iv, message)?;
        hash.update((output.len() as u64).to_be_bytes());
        hash.update(&output);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn encryption(workload: &str) -> Result<Encryption, Failure> {
    let parts: Vec<&str> = workload.split('-').collect();
    Ok(match parts[..] {
        ["aes", "128", "cbc", _] => cbc::<Aes128>,
        ["aes", "192", "cbc", _] => cbc::<Aes192>,
        ["aes", "256", "cbc", _] => cbc::<Aes256>,
        ["aes", "128", "ctr", _] => ctr::<Aes128>,
        ["aes", "192", "ctr", _] => ctr::<Aes192>,
        ["aes", "256", "ctr", _] => ctr::<Aes256>,
        ["aes", "128", "gcm", _] => gcm::<Aes128>,
        ["aes", "192", "gcm", _] => gcm::<Aes192>,
        ["aes", "256", "gcm", _] => gcm::<Aes256>,
        _ => return Err(format!("{workload} is none of its workloads").into()),
    })
}

fn cbc<C: BlockCipherEncrypt + KeyInit + BlockSizeUser>(
    key: &[u8],
    iv: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, Failure> {
    Ok(cbc::Encryptor::<C>::new_from_slices(key, iv)?.encrypt_padded_vec::<Pkcs7>(message))
}

fn ctr<C: BlockCipherEncrypt + KeyInit + BlockSizeUser<BlockSize = U16>>(
    key: &[u8],
    iv: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, Failure> {
    let mut ciphertext = vec![0; message.len()];
    ctr::Ctr128BE::<C>::new_from_slices(key, iv)?.apply_keystream_b2b(message, &mut ciphertext);
    Ok(ciphertext)
}

fn gcm<C: BlockCipherEncrypt + KeyInit + BlockSizeUser<BlockSize = U16>>(
    key: &[u8],
    iv: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, Failure> {
    let cipher = AesGcm::<C, U12>::new_from_slice(key)?;
    let nonce = iv.try_into()?;
    cipher.encrypt(nonce, message).map_err(|_| "the message is too long".into())
}
