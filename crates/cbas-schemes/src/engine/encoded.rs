//! Points that are hashed: decoded, checked, and with their bytes kept.

use thiserror::Error;

use super::{CurveEngine, SourceGroups};

/// Why bytes are no usable point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Not as long as a compressed point.
    #[error("a compressed point has {expected} bytes and {found} were given: pass exactly {expected}")]
    Length {
        /// Bytes of a compressed point.
        expected: usize,
        /// Bytes given.
        found: usize,
    },
    /// No canonical encoding of a point on the curve.
    #[error("the bytes encode no point of the curve: ask the sender for the point again")]
    NotOnCurve,
    /// On the curve, but not in the group of prime order.
    #[error("the point is on the curve and outside the subgroup of prime order: refuse its sender")]
    OutsideSubgroup,
    /// The identity, which verifies too much.
    #[error("the point is the identity, which is no key, certificate or signature: refuse its sender")]
    Identity,
}

/// A public point with its encoding, so that hashing it needs no encoding and using it no decoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<P> {
    point: P,
    bytes: Vec<u8>,
}

impl<P> Decoded<P> {
    /// The point.
    pub fn point(&self) -> &P {
        &self.point
    }

    /// The encoding.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A point of G1 that was computed here.
    pub fn g1<E: SourceGroups<G1 = P>>(engine: &E, point: P) -> Self {
        Self { bytes: engine.g1_encode(&point), point }
    }

    /// A point of G1 that was received.
    ///
    /// # Errors
    /// As [`SourceGroups::g1_decode`].
    pub fn g1_from<E: SourceGroups<G1 = P>>(engine: &E, bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self { point: engine.g1_decode(bytes)?, bytes: bytes.to_vec() })
    }

    /// A point of G2 that was computed here.
    pub fn g2<E: SourceGroups<G2 = P>>(engine: &E, point: P) -> Self {
        Self { bytes: engine.g2_encode(&point), point }
    }

    /// A point of G2 that was received.
    ///
    /// # Errors
    /// As [`SourceGroups::g2_decode`].
    pub fn g2_from<E: SourceGroups<G2 = P>>(engine: &E, bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self { point: engine.g2_decode(bytes)?, bytes: bytes.to_vec() })
    }

    /// A point of a curve without pairing that was computed here.
    pub fn point_of<E: CurveEngine<Point = P>>(engine: &E, point: P) -> Self {
        Self { bytes: engine.encode(&point), point }
    }

    /// A point of a curve without pairing that was received.
    ///
    /// # Errors
    /// As [`CurveEngine::decode`].
    pub fn point_from<E: CurveEngine<Point = P>>(engine: &E, bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self { point: engine.decode(bytes)?, bytes: bytes.to_vec() })
    }
}
