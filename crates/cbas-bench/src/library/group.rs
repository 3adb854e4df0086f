//! group: the group laws through the `Group` trait, as code that is generic over the curve has them; here on the types of
//! bls12_381 and p256. What the trait adds to calling these directly is the question, and nothing is the answer.

use ff::PrimeField;
use group::{Group, GroupEncoding};

use super::Library;
use crate::inputs::each;
use crate::locked;
use crate::operation::{Kind, Operation};
use crate::workload::Workload;

pub(super) const LIBRARY: Library = Library {
    name: "group",
    version: locked::version("group", "0.14"),
    role: "group laws through the Group trait (on bls12_381 and p256), as generic code has them",
};

pub(super) fn workload(operation: &'static Operation) -> Option<Workload> {
    Some(match operation.kind {
        Kind::G1Add => sum::<bls12_381::G1Projective>(operation, ByteOrder::Little),
        Kind::G2Add => sum::<bls12_381::G2Projective>(operation, ByteOrder::Little),
        Kind::EcAdd => sum::<p256::ProjectivePoint>(operation, ByteOrder::Big),
        Kind::G1Mul => product::<bls12_381::G1Projective>(operation, ByteOrder::Little),
        Kind::G2Mul => product::<bls12_381::G2Projective>(operation, ByteOrder::Little),
        Kind::EcMul => product::<p256::ProjectivePoint>(operation, ByteOrder::Big),
        _ => return None,
    })
}

/// How a curve's scalars are written.
#[derive(Clone, Copy)]
enum ByteOrder {
    Big,
    Little,
}

fn scalar<F: PrimeField>(big_endian: &[u8; 32], order: ByteOrder) -> F {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(big_endian);
    if let ByteOrder::Little = order {
        repr.as_mut().reverse();
    }
    F::from_repr(repr).expect("inputs are below the group order")
}

fn sum<G: Group + GroupEncoding>(operation: &'static Operation, order: ByteOrder) -> Workload {
    let point = move |k: &[u8; 32]| G::generator() * scalar::<G::Scalar>(k, order);
    let pool = each(move |input| (point(input.scalar(0)), point(input.scalar(1))));
    Workload::new(operation, &LIBRARY, pool, |(p, q): &(G, G)| *p + q, encode)
}

fn product<G: Group + GroupEncoding>(operation: &'static Operation, order: ByteOrder) -> Workload {
    let pool = each(move |input| {
        let k = scalar::<G::Scalar>(input.scalar(0), order);
        (G::generator() * k, scalar::<G::Scalar>(input.scalar(1), order))
    });
    Workload::new(operation, &LIBRARY, pool, |(p, k): &(G, G::Scalar)| *p * k, encode)
}

fn encode<G: GroupEncoding>(point: &G) -> Vec<u8> {
    point.to_bytes().as_ref().to_vec()
}
