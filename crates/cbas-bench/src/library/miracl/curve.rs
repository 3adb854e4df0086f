//! P-256 of miracl.

use miracl_core::nist256::big::BIG;
use miracl_core::nist256::ecp::ECP;
use miracl_core::nist256::rom;

use super::LIBRARY;
use crate::inputs::each;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

/// Bytes of a compressed point.
const COMPRESSED: usize = 33;

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    Some(match operation.kind {
        // `mul` takes as many steps as the scalar has digits: shorter scalars take less time.
        Kind::EcMul | Kind::EcMulSmall => {
            let pool = each(|input| (point(input.scalar(0)), scalar(input.scalar(1))));
            Workload::new(operation, library, pool, |(p, k): &(ECP, BIG)| p.mul(k), encode)
        }
        // Additions are in place, so the operation copies one operand.
        Kind::EcAdd => {
            let pool = each(|input| [0, 1].map(|i| point(input.scalar(i))));
            let add = |[p, q]: &[ECP; 2]| {
                let mut sum = p.clone();
                sum.add(q);
                sum
            };
            Workload::new(operation, library, pool, add, encode)
        }
        // The library has no product for the base point alone; its key generation makes the generator each time, too.
        Kind::EcMulBase => {
            let pool = each(|input| scalar(input.scalar(0)));
            Workload::new(operation, library, pool, |k: &BIG| ECP::generator().mul(k), encode)
        }
        Kind::EcInv => {
            let n = BIG::new_ints(&rom::CURVE_ORDER);
            let invert = move |value: &BIG| {
                let mut inverse = *value;
                inverse.invmodp(&n);
                inverse
            };
            Workload::new(operation, library, each(|input| scalar(input.scalar(0))), invert, |inverse| {
                let mut bytes = vec![0; 32];
                inverse.tobytes(&mut bytes);
                bytes
            })
        }
        Kind::EcEncode => {
            Workload::new(operation, library, each(|input| point(input.scalar(0))), compressed, |bytes| bytes.to_vec())
        }
        Kind::EcDecode => {
            let pool = each(|input| <[u8; COMPRESSED]>::try_from(input.field(0)).expect("33 bytes"));
            let decode = |bytes: &[u8; COMPRESSED]| ECP::frombytes(bytes);
            // The identity stands for a refusal.
            let encode = |point: &ECP| if point.is_infinity() { Vec::new() } else { encode(point) };
            Workload::new(operation, library, pool, decode, encode)
        }
        _ => return None,
    })
}

fn scalar(bytes: &[u8; 32]) -> BIG {
    BIG::frombytes(bytes)
}

/// Left in projective form, with Z != 1.
fn point(k: &[u8; 32]) -> ECP {
    ECP::generator().mul(&scalar(k))
}

fn compressed(point: &ECP) -> [u8; COMPRESSED] {
    let mut bytes = [0; COMPRESSED];
    point.tobytes(&mut bytes, true);
    bytes
}

fn encode(point: &ECP) -> Vec<u8> {
    compressed(point).to_vec()
}
