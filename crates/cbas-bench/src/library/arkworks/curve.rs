//! P-256 of arkworks.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, Field, PrimeField};
use ark_secp256r1::{Affine, Fr, Projective};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

use super::LIBRARY;
use crate::inputs::each;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

/// Bytes of a compressed point, in the form of arkworks as in that of SEC 1.
const COMPRESSED: usize = 33;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        // Double and add from the first bit that is set: shorter scalars take less time.
        Kind::EcMul | Kind::EcMulSmall => {
            let pool = each(|input| (point(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, k): &(Projective, Fr)| *p * k, encode)
        }
        Kind::EcAdd => {
            let pool = each(|input| [0, 1].map(|i| point(input.scalar(i))));
            Workload::new(operation, library, pool, |[p, q]: &[Projective; 2]| *p + q, encode)
        }
        // The library has tables for many products of one base, and nothing for a single one.
        Kind::EcMulBase => {
            let pool = each(|input| scalar(input.scalar(0)));
            Workload::new(operation, library, pool, |k: &Fr| Projective::generator() * k, encode)
        }
        Kind::EcInv => {
            let inverse = |value: &Fr| value.inverse().expect("the value is not 0");
            Workload::new(operation, library, each(|input| scalar(input.scalar(0))), inverse, |inverse| {
                inverse.into_bigint().to_bytes_be()
            })
        }
        // Both in the library's own form, as long as that of SEC 1: the first x little-endian, and which y is larger.
        Kind::EcEncode => Workload::new(operation, library, each(|input| point(input.scalar(0))), own_bytes, |bytes| {
            sec1(&Affine::deserialize_compressed(&bytes[..]).expect("a point that was just encoded"))
        }),
        Kind::EcDecode => {
            let decode = |bytes: &Vec<u8>| Affine::deserialize_compressed(&bytes[..]).ok();
            Workload::new(operation, library, each(|input| from_sec1(input.field(0))), decode, |point| {
                point.as_ref().map(sec1).unwrap_or_default()
            })
        }
        _ => return None,
    })
}

fn scalar(bytes: &[u8; 32]) -> Fr {
    Fr::from_be_bytes_mod_order(bytes)
}

/// Left in projective form, with Z != 1.
fn point(k: &[u8; 32]) -> Projective {
    Projective::generator() * scalar(k)
}

fn own_bytes(point: &Projective) -> [u8; COMPRESSED] {
    let mut bytes = [0; COMPRESSED];
    point.into_affine().serialize_compressed(&mut bytes[..]).expect("33 bytes hold a point");
    bytes
}

/// The library's form of a SEC 1 point; of what is none, bytes that the library refuses.
fn from_sec1(bytes: &[u8]) -> Vec<u8> {
    let [sign @ (2 | 3), x @ ..] = bytes else { return Vec::new() };
    let mut own: Vec<u8> = x.iter().rev().copied().chain([0]).collect();
    if let Ok(point) = Affine::deserialize_compressed(&own[..])
        && sec1(&point)[0] != *sign
    {
        (-point).serialize_compressed(&mut own[..]).expect("33 bytes hold a point");
    }
    own
}

fn sec1(point: &Affine) -> Vec<u8> {
    let Some((x, y)) = point.xy() else { return vec![0; COMPRESSED] };
    let sign = 2 + u8::from(y.into_bigint().is_odd());
    [vec![sign], x.into_bigint().to_bytes_be()].concat()
}

fn encode(point: &Projective) -> Vec<u8> {
    sec1(&point.into_affine())
}
