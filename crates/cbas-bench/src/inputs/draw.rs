//! What the inputs of each operation are: the same bytes for every library.

use group13::{Curve, Group};
use num_bigint::BigUint;

use super::{AES_POOL_BYTES, Input, InputStream, POOL, bls12_381_modulus, bls12_381_order, p256_order, padded};
use crate::operation::{Aes, Exponent, Kind, ModExp, Modulus, Operation};

/// RFC 9380 domain separation tag of `hash-to-g1`.
pub const HASH_TO_G1_TAG: &[u8] = b"CBAS-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
/// RFC 9380 domain separation tag of `hash-to-g2`.
pub const HASH_TO_G2_TAG: &[u8] = b"CBAS-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
/// Domain tag of `hash-to-scalar`.
pub const HASH_TO_SCALAR_TAG: &[u8] = b"CBAS-V01-HASH-TO-SCALAR";
/// Bytes of a message that is hashed.
const MESSAGE: usize = 64;
/// Bytes of a message that is encrypted.
const PLAINTEXT: usize = 1024;

/// The pool of inputs of `operation` under `seed`, [`POOL`] of them (of long messages fewer: [`AES_POOL_BYTES`]), with these
/// fields (P, Q generators):
///
/// | operation | fields |
/// |---|---|
/// | pairing, miller-loop, final-exp | a, b of the points aP, bQ (final-exp: of their Miller loop) |
/// | pairing-product-K | a₁, b₁, ..., a_K, b_K |
/// | gt-exp | s, k: the power g^(sk) of g^s, g = e(P, Q) |
/// | gt-mul | s, t of the factors g^s, g^t |
/// | g1-mul, g2-mul, ec-mul, ec-mul-small | a, k: the product k(aP) |
/// | g1-add, g2-add, ec-add | a, b of the points aP, bP |
/// | g1-decode, g2-decode, ec-decode | compressed point |
/// | ec-mul-base | k |
/// | g1-encode, g2-encode, ec-encode | a of the point aP, which the adapter leaves in projective form |
/// | mod-inv, ec-inv | value |
/// | mod-mul, ec-order-mul, ec-order-add | two factors or summands |
/// | mod-mul-2048 | modulus, two factors |
/// | mod-exp | modulus, base, exponent |
/// | hash-to-g1, hash-to-g2, hash-to-scalar | message, domain tag |
/// | hash-256 | message |
/// | hmac-256 | key, message |
/// | aes-gcm-enc, aes-gcm-dec | key, nonce, plaintext or ciphertext with tag |
/// | aes-KEY-MODE-BYTES | key, initialisation vector (GCM: nonce of 12 bytes), plaintext |
pub fn draw(operation: &Operation, seed: u64) -> Vec<Input> {
    let stream = InputStream::new(seed, label(operation));
    let (r, n) = (bls12_381_order(), p256_order());
    match operation.kind {
        Kind::Pairing | Kind::MillerLoop | Kind::FinalExp | Kind::G1Mul | Kind::G1Add | Kind::G2Mul | Kind::G2Add => {
            stream.pool(|stream| Input::new([stream.below(r), stream.below(r)]))
        }
        Kind::PairingProduct { pairs } => windows(stream, pairs),
        Kind::GtExp => {
            let mut exponents = InputStream::new(seed, "gt-exp exponent");
            walk(stream).into_iter().take(POOL).map(|s| Input::new([s, exponents.below(r)])).collect()
        }
        Kind::GtMul => walk(stream).windows(2).map(|pair| Input::new([pair[0].clone(), pair[1].clone()])).collect(),
        Kind::ModInv => stream.pool(|stream| Input::new([stream.below(r)])),
        Kind::ModMul(modulus) => products(stream, modulus),
        Kind::ModExp(sizes) => powers(stream, sizes),
        Kind::HashToG1 => messages(stream, HASH_TO_G1_TAG),
        Kind::HashToG2 => messages(stream, HASH_TO_G2_TAG),
        Kind::HashToScalar => messages(stream, HASH_TO_SCALAR_TAG),
        Kind::Hash256 => stream.pool(|stream| Input::new([stream.many_bytes(MESSAGE)])),
        Kind::Hmac256 => stream.pool(|stream| Input::new([stream.many_bytes(32), stream.many_bytes(MESSAGE)])),
        Kind::EcMul | Kind::EcAdd | Kind::EcOrderMul | Kind::EcOrderAdd => {
            stream.pool(|stream| Input::new([stream.below(n), stream.below(n)]))
        }
        Kind::EcMulSmall => stream
            .pool(|stream| Input::new([stream.below(n), padded(&BigUint::from_bytes_be(&stream.exact_bits(64)), 32)])),
        Kind::EcMulBase | Kind::EcInv | Kind::EcEncode => stream.pool(|stream| Input::new([stream.below(n)])),
        Kind::EcDecode => stream.pool(|stream| Input::new([p256_point(&stream.below(n))])),
        Kind::G1Encode | Kind::G2Encode => stream.pool(|stream| Input::new([stream.below(r)])),
        Kind::G1Decode => stream.pool(|stream| {
            let point = blstrs::G1Projective::generator() * scalar(&stream.below(r));
            Input::new([point.to_affine().to_compressed().to_vec()])
        }),
        Kind::G2Decode => stream.pool(|stream| {
            let point = blstrs::G2Projective::generator() * scalar(&stream.below(r));
            Input::new([point.to_affine().to_compressed().to_vec()])
        }),
        Kind::AesGcmEnc => stream.pool(plaintext),
        Kind::AesGcmDec => stream.pool(|stream| encrypted(&plaintext(stream))),
        Kind::Aes(aes) => messages_to_encrypt(stream, aes),
    }
}

/// Operations of one kind with other sizes share no inputs, and decryption undoes what encryption did.
fn label(operation: &Operation) -> &str {
    match operation.kind {
        Kind::AesGcmDec => "aes-gcm-enc",
        _ => operation.id,
    }
}

/// `POOL + 1` scalars start, start + step, ...: pairwise independent and uniform, and the elements that they stand for
/// cost one group operation each.
fn walk(mut stream: InputStream) -> Vec<Vec<u8>> {
    let r = bls12_381_order();
    let [start, step] = [(); 2].map(|()| BigUint::from_bytes_be(&stream.below(r)));
    (0..=POOL).map(|i| padded(&((&start + &step * i) % r), 32)).collect()
}

/// Every `pairs` neighbours of a circle of [`POOL`] pairs: no input holds a pair twice.
fn windows(stream: InputStream, pairs: usize) -> Vec<Input> {
    let r = bls12_381_order();
    let circle = stream.pool(|stream| [stream.below(r), stream.below(r)]);
    (0..POOL).map(|i| Input::of((i..i + pairs).flat_map(|j| circle[j % POOL].clone()).collect())).collect()
}

/// Two factors; a modulus that is no constant stands before them, one for all as with powers.
fn products(mut stream: InputStream, modulus: Modulus) -> Vec<Input> {
    let (number, bytes) = modulus_of(&mut stream, modulus);
    stream.pool(|stream| {
        let factors = [stream.below(&number), stream.below(&number)];
        let modulus = matches!(modulus, Modulus::Random(_)).then(|| bytes.clone());
        Input::of(modulus.into_iter().chain(factors).collect())
    })
}

/// One modulus for all: a library may prepare it beforehand, as a scheme with one modulus would.
fn powers(mut stream: InputStream, sizes: ModExp) -> Vec<Input> {
    let (modulus, bytes) = modulus_of(&mut stream, sizes.modulus);
    stream.pool(|stream| {
        let exponent = match sizes.exponent {
            Exponent::Random(bits) => stream.exact_bits(bits),
            Exponent::F4 => vec![1, 0, 1],
        };
        Input::new([bytes.clone(), stream.below(&modulus), exponent])
    })
}

/// A modulus and its big-endian bytes.
fn modulus_of(stream: &mut InputStream, modulus: Modulus) -> (BigUint, Vec<u8>) {
    let modulus = match modulus {
        Modulus::GroupOrder => bls12_381_order().clone(),
        Modulus::BaseField => bls12_381_modulus().clone(),
        Modulus::Random(bits) => {
            let mut modulus = BigUint::from_bytes_be(&stream.exact_bits(bits));
            modulus.set_bit(0, true);
            modulus
        }
    };
    let bytes = padded(&modulus, (modulus.bits() as usize).div_ceil(8));
    (modulus, bytes)
}

fn messages(stream: InputStream, tag: &[u8]) -> Vec<Input> {
    stream.pool(|stream| Input::new([stream.many_bytes(MESSAGE), tag.to_vec()]))
}

fn scalar(bytes: &[u8]) -> blstrs::Scalar {
    let bytes = bytes.try_into().expect("a scalar has 32 bytes");
    blstrs::Scalar::from_bytes_be(bytes).expect("inputs are below the group order")
}

fn p256_point(bytes: &[u8]) -> Vec<u8> {
    use ff::PrimeField;
    use group::GroupEncoding;
    let bytes: [u8; 32] = bytes.try_into().expect("a scalar has 32 bytes");
    let k = p256::Scalar::from_repr(bytes.into()).expect("inputs are below the group order");
    (p256::ProjectivePoint::GENERATOR * k).to_bytes().to_vec()
}

fn plaintext(stream: &mut InputStream) -> Input {
    Input::new([stream.many_bytes(16), stream.many_bytes(12), stream.many_bytes(PLAINTEXT)])
}

fn messages_to_encrypt(stream: InputStream, aes: Aes) -> Vec<Input> {
    let (key, iv, bytes) = ((aes.key.bits() / 8) as usize, aes.mode.iv_bytes(), aes.bytes as usize);
    stream.pool_of((AES_POOL_BYTES / bytes).clamp(1, POOL), |stream| {
        Input::new([stream.many_bytes(key), stream.many_bytes(iv), stream.many_bytes(bytes)])
    })
}

fn encrypted(input: &Input) -> Input {
    use aes_gcm::aead::{Aead, KeyInit};
    let cipher = aes_gcm::Aes128Gcm::new_from_slice(input.field(0)).expect("a key of 16 bytes");
    let nonce = input.field(1).try_into().expect("a nonce of 12 bytes");
    let ciphertext = cipher.encrypt(nonce, input.field(2)).expect("1 KiB is below the limit");
    Input::new([input.field(0).to_vec(), input.field(1).to_vec(), ciphertext])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::operation::{CATALOGUE, find};

    #[test]
    fn inputs_are_distinct_and_repeatable_for_every_operation() {
        for operation in CATALOGUE {
            let inputs = draw(operation, 7);
            assert_eq!(inputs.len(), POOL, "{}", operation.id);
            assert_eq!(inputs.iter().collect::<HashSet<_>>().len(), POOL, "{}", operation.id);
            assert_eq!(inputs, draw(operation, 7), "{}", operation.id);
            assert_ne!(inputs, draw(operation, 8), "{}", operation.id);
        }
    }

    #[test]
    fn pools_of_long_messages_are_bounded() {
        for (id, count, iv) in
            [("aes-128-cbc-1000", 256, 16), ("aes-192-gcm-102400", 5, 12), ("aes-256-ctr-10485760", 1, 16)]
        {
            let inputs = draw(find(id).unwrap(), 7);
            assert_eq!((inputs.len(), inputs[0].field(1).len()), (count, iv), "{id}");
        }
    }

    #[test]
    fn powers_have_the_stated_sizes() {
        for (id, modulus, exponent) in [
            ("mod-exp-255", 255, 255),
            ("mod-exp-381", 381, 381),
            ("mod-exp-1027-161", 1027, 161),
            ("mod-exp-2048-e65537", 2048, 17),
        ] {
            let inputs = draw(find(id).unwrap(), 7);
            for input in &inputs {
                let [m, base, e] = [0, 1, 2].map(|field| BigUint::from_bytes_be(input.field(field)));
                assert_eq!((m.bits(), e.bits()), (modulus, exponent), "{id}");
                assert!(m.bit(0) && base < m, "{id}");
                assert_eq!(input.field(0), inputs[0].field(0), "{id}");
            }
        }
    }

    #[test]
    fn no_operand_meets_itself() {
        for id in ["gt-mul", "g1-add", "g2-add", "ec-add"] {
            assert!(draw(find(id).unwrap(), 3).iter().all(|input| input.field(0) != input.field(1)), "{id}");
        }
        let product = draw(find("pairing-product-64").unwrap(), 3);
        assert!(product.iter().all(|input| input.fields().chunks(2).collect::<HashSet<_>>().len() == 64));
    }
}
