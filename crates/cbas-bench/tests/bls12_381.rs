//! What every BLS12-381 library must satisfy beyond agreeing with the others: laws, known answers, and refusals.

use bls12_381::{G1Affine, G2Affine};
use cbas_bench::inputs::{self, Input, bls12_381_modulus, bls12_381_order, padded};
use cbas_bench::library;
use cbas_bench::operation::find;
use cbas_bench::workload::Workload;
use num_bigint::BigUint;

/// The operations that every BLS12-381 library provides.
const OPERATIONS: [&str; 17] = [
    "pairing",
    "miller-loop",
    "final-exp",
    "pairing-product-2",
    "pairing-product-3",
    "gt-exp",
    "gt-mul",
    "g1-mul",
    "g1-add",
    "hash-to-g1",
    "g1-encode",
    "g1-decode",
    "g2-mul",
    "g2-add",
    "hash-to-g2",
    "g2-encode",
    "g2-decode",
];

fn providers(id: &str) -> Vec<Workload> {
    library::providers(find(id).unwrap())
}

/// What each library makes of `inputs`.
fn outputs(id: &str, inputs: &[Input]) -> Vec<(String, Vec<Vec<u8>>)> {
    providers(id).iter().map(|workload| (workload.id(), workload.prepare_on(inputs).outputs())).collect()
}

fn number(hexadecimal: &str) -> BigUint {
    BigUint::parse_bytes(hexadecimal.as_bytes(), 16).unwrap()
}

#[test]
fn every_library_provides_every_operation() {
    let libraries = library::libraries().map(|library| library.name);
    let pairing: Vec<_> =
        libraries.filter(|name| ["blstrs", "bls12_381", "arkworks", "miracl"].contains(name)).collect();
    assert!(pairing.len() >= 2);
    for id in OPERATIONS {
        let found: Vec<_> = providers(id).iter().map(|workload| workload.library.name).collect();
        assert!(pairing.iter().all(|name| found.contains(name)), "{id}: {found:?}");
    }
}

/// e(aP, bQ) = e(P, Q)^(ab), whichever way it is computed.
#[test]
fn pairings_and_powers_of_the_same_scalars_are_the_same_elements() {
    let inputs = &inputs::draw(find("pairing").unwrap(), 3)[..4];
    for workload in providers("pairing") {
        let pairing = workload.prepare_on(inputs).outputs();
        for id in ["miller-loop", "final-exp", "gt-exp"] {
            let others = providers(id);
            // blst's own interface has no powers.
            let Some(same) = others.iter().find(|other| other.library == workload.library) else {
                assert_eq!((id, workload.library.name), ("gt-exp", "blst"));
                continue;
            };
            assert_eq!(same.prepare_on(inputs).outputs(), pairing, "{}", same.id());
        }
    }
}

/// e(aP, bQ) e(-aP, bQ) e(cP, dQ) = e(cP, dQ).
#[test]
fn a_product_of_pairings_is_the_product_of_each() {
    let r = bls12_381_order();
    let [a, b, c, d] = [5u32, 7, 11, 13].map(|n| padded(&(r / n), 32));
    let minus_a = padded(&(r - r / 5u32), 32);
    let product = Input::new([a, b.clone(), minus_a, b, c.clone(), d.clone()]);
    let single = outputs("pairing", &[Input::new([c, d])]);
    for (product, single) in outputs("pairing-product-3", &[product]).iter().zip(single) {
        assert_eq!(product.1, single.1, "{} and {}", product.0, single.0);
    }
}

/// A product is commutative, and in the target group 1 is the element of twelve coefficients 1, 0, ..., 0.
#[test]
fn the_identity_of_the_target_group_has_its_encoding() {
    let inverse = padded(&(bls12_381_order() - 9u32), 32);
    let nine = padded(&9u32.into(), 32);
    let mut one = vec![0; 12 * 48];
    one[47] = 1;
    for (id, found) in outputs("gt-mul", &[Input::new([nine, inverse])]) {
        assert_eq!(found, [one.clone()], "{id}");
    }
}

/// RFC 9380, appendices J.9.1 and J.10.1, message "abc"; y is the smaller root in both.
#[test]
fn hashes_to_the_curves_are_those_of_the_standard() {
    let x = "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903";
    let g1 = Input::new([b"abc".to_vec(), b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_".to_vec()]);
    let imaginary = "139cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8";
    let real = "02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe0e7a210245129dbec7780ccc7954725f4168aff2787776e6";
    let g2 = Input::new([b"abc".to_vec(), b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_".to_vec()]);
    let known = [
        ("hash-to-g1", g1, padded(&number(x), 48)),
        ("hash-to-g2", g2, padded(&number(&(imaginary.to_owned() + real)), 96)),
    ];
    for (id, input, mut point) in known {
        point[0] |= 0x80;
        for (id, found) in outputs(id, &[input]) {
            assert_eq!(found, [point.clone()], "{id}");
        }
    }
}

/// Encodings with these x coordinates, and with either y.
fn encodings(xs: impl Iterator<Item = BigUint>, length: usize) -> Vec<Vec<u8>> {
    let flagged = |x: BigUint| {
        [0x80, 0xa0].map(|flags| {
            let mut bytes = padded(&x, length);
            bytes[0] |= flags;
            bytes
        })
    };
    xs.flat_map(flagged).collect()
}

fn assert_refused(id: &str, encodings: &[Vec<u8>]) {
    let inputs: Vec<_> = encodings.iter().map(|bytes| Input::new([bytes.clone()])).collect();
    for (id, found) in outputs(id, &inputs) {
        for (bytes, point) in encodings.iter().zip(found) {
            assert!(point.is_empty(), "{id} accepts {bytes:02x?} as {point:02x?}");
        }
    }
}

/// Small x coordinates are off the curve or belong to points outside the subgroup; those from p on are no residues.
#[test]
fn points_of_no_subgroup_are_refused() {
    let p = bls12_381_modulus();
    let small = || (0u32..16).map(BigUint::from);
    let g1 = encodings(small(), 48);
    let on_curve =
        |bytes: &Vec<u8>| bool::from(G1Affine::from_compressed_unchecked(bytes[..].try_into().unwrap()).is_some());
    assert!(g1.iter().any(on_curve) && !g1.iter().all(on_curve));
    assert_refused("g1-decode", &g1);
    assert_refused("g1-decode", &encodings(small().map(|x| x + p), 48));

    let g2 = encodings(small(), 96);
    let on_curve =
        |bytes: &Vec<u8>| bool::from(G2Affine::from_compressed_unchecked(bytes[..].try_into().unwrap()).is_some());
    assert!(g2.iter().any(on_curve) && !g2.iter().all(on_curve));
    assert_refused("g2-decode", &g2);
    assert_refused("g2-decode", &encodings(small().map(|x| x + p), 96));
}

/// A point in the subgroup whose bytes say that they are not compressed, or that it is at infinity.
#[test]
fn wrong_flags_are_refused() {
    for id in ["g1-decode", "g2-decode"] {
        let good = inputs::draw(find(id).unwrap(), 3)[0].field(0).to_vec();
        let with = |flags: u8| {
            let mut bytes = good.clone();
            bytes[0] = bytes[0] & 0x1f | flags;
            bytes
        };
        assert_refused(id, &[with(0x00), with(0x20), with(0xc0), with(0xe0)]);
    }
}

/// Each of the two roots is decoded as itself.
#[test]
fn both_roots_are_decoded() {
    for id in ["g1-decode", "g2-decode"] {
        let good = inputs::draw(find(id).unwrap(), 4)[0].field(0).to_vec();
        let mut other = good.clone();
        other[0] ^= 0x20;
        let inputs = [good.clone(), other.clone()].map(|bytes| Input::new([bytes]));
        for (id, found) in outputs(id, &inputs) {
            assert_eq!(found, [good.clone(), other.clone()], "{id}");
        }
    }
}

/// Every library decodes what it encodes.
#[test]
fn encoding_and_decoding_are_inverse() {
    for group in ["g1", "g2"] {
        let inputs = &inputs::draw(find(&format!("{group}-encode")).unwrap(), 7)[..8];
        for (id, encoded) in outputs(&format!("{group}-encode"), inputs) {
            let again: Vec<Input> = encoded.iter().map(|bytes| Input::new([bytes.clone()])).collect();
            for (decoding, decoded) in outputs(&format!("{group}-decode"), &again) {
                assert_eq!(decoded, encoded, "{id}, {decoding}");
            }
        }
    }
}
