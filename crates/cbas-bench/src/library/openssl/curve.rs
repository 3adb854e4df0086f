//! P-256 of OpenSSL. The manual claims constant time for none of these functions, so neither do the workloads.

use std::sync::LazyLock;

use openssl::bn::BigNum;
use openssl::ec::{EcGroup, EcPoint, PointConversionForm};
use openssl::nid::Nid;

use super::{LIBRARY, integer, with_context};
use crate::inputs::each;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

static GROUP: LazyLock<EcGroup> =
    LazyLock::new(|| EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).expect("OpenSSL has P-256"));

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    let library = &LIBRARY;
    let group: &'static EcGroup = &GROUP;
    Some(match operation.kind {
        // A short scalar has no faster way here: it is multiplied by as an integer of full width.
        Kind::EcMul | Kind::EcMulSmall => {
            let pool = each(|input| (point(input.field(0)), integer(input.field(1))));
            let product = move |(p, k): &(EcPoint, BigNum)| {
                let mut product = EcPoint::new(group).expect("memory for a point");
                with_context(|context| product.mul2(group, p, k, context)).expect("a product of valid inputs");
                product
            };
            Workload::new(operation, library, pool, product, encode)
        }
        Kind::EcAdd => {
            let pool = each(|input| [0, 1].map(|i| point(input.field(i))));
            let sum = move |[p, q]: &[EcPoint; 2]| {
                let mut sum = EcPoint::new(group).expect("memory for a point");
                with_context(|context| sum.add(group, p, q, context)).expect("a sum of valid inputs");
                sum
            };
            Workload::new(operation, library, pool, sum, encode)
        }
        Kind::EcMulBase => {
            let pool = each(|input| integer(input.field(0)));
            Workload::new(operation, library, pool, move |k: &BigNum| base_product(group, k), encode)
        }
        // Products are left as they come: with Z != 1.
        Kind::EcEncode => Workload::new(operation, library, each(|input| point(input.field(0))), encode, Vec::clone),
        Kind::EcDecode => {
            let pool = each(|input| input.field(0).to_vec());
            let decode = move |bytes: &Vec<u8>| with_context(|context| EcPoint::from_bytes(group, bytes, context)).ok();
            Workload::new(operation, library, pool, decode, |point| point.as_ref().map(encode).unwrap_or_default())
        }
        _ => return None,
    })
}

fn base_product(group: &EcGroup, k: &BigNum) -> EcPoint {
    let mut product = EcPoint::new(group).expect("memory for a point");
    with_context(|context| product.mul_generator2(group, k, context)).expect("a product of valid inputs");
    product
}

/// Left in projective form, with Z != 1.
fn point(k: &[u8]) -> EcPoint {
    base_product(&GROUP, &integer(k))
}

fn encode(point: &EcPoint) -> Vec<u8> {
    with_context(|context| point.to_bytes(&GROUP, PointConversionForm::COMPRESSED, context)).expect("a valid point")
}
