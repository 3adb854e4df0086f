//! One input of an operation as bytes, and how adapters make their own types of them.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::bls12_381_order;

/// The fields of one input, in the order that [`super::draw()`] states: scalars and integers are big-endian.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Input(Vec<Vec<u8>>);

impl Input {
    /// Of these fields.
    pub fn new<const K: usize>(fields: [Vec<u8>; K]) -> Self {
        Self(fields.into())
    }

    /// Of any number of fields.
    pub fn of(fields: Vec<Vec<u8>>) -> Self {
        Self(fields)
    }

    /// All fields.
    pub fn fields(&self) -> &[Vec<u8>] {
        &self.0
    }

    /// Field `index`.
    ///
    /// # Panics
    /// If there is none: an adapter asks for fields that the operation has.
    pub fn field(&self, index: usize) -> &[u8] {
        &self.0[index]
    }

    /// A copy of all fields, of which there are `K`: an operation on bytes then finds them where a pattern says.
    ///
    /// # Panics
    /// If there are not `K`.
    pub fn own<const K: usize>(&self) -> [Vec<u8>; K] {
        self.0.clone().try_into().expect("an adapter knows how many fields its operation has")
    }

    /// Field `index`, which is 32 bytes long.
    ///
    /// # Panics
    /// If it is not.
    pub fn scalar(&self, index: usize) -> &[u8; 32] {
        self.0[index].as_slice().try_into().expect("a scalar of 32 bytes")
    }
}

/// The pool of an operation whose inputs do not depend on each other.
pub fn each<I>(parse: impl Fn(&Input) -> I) -> impl Fn(&[Input]) -> Vec<I> {
    move |inputs| inputs.iter().map(&parse).collect()
}

/// The elements of many scalars, each made once: products of pairings take theirs from one small set.
pub fn elements<'a, T: Clone>(
    scalars: impl IntoIterator<Item = &'a [u8; 32]>,
    make: impl Fn(&[u8; 32]) -> T,
) -> Vec<T> {
    let mut known: HashMap<[u8; 32], T> = HashMap::new();
    scalars.into_iter().map(|scalar| known.entry(*scalar).or_insert_with(|| make(scalar)).clone()).collect()
}

/// The points (P, Q) of pairings and of their products: one for every two fields of an input, in their order. Each point
/// is made once.
pub fn pairs<P: Clone, Q: Clone>(
    inputs: &[Input],
    p: impl Fn(&[u8; 32]) -> P,
    q: impl Fn(&[u8; 32]) -> Q,
) -> Vec<Vec<(P, Q)>> {
    let side = |first: usize| {
        inputs.iter().flat_map(move |input| (first..input.0.len()).step_by(2).map(|field| input.scalar(field)))
    };
    let mut points = elements(side(0), p).into_iter().zip(elements(side(1), q));
    inputs.iter().map(|input| points.by_ref().take(input.0.len() / 2).collect()).collect()
}

/// The elements g^s for scalars s modulo the BLS12-381 group order. Scalars in arithmetic progression, as `draw` gives
/// them, cost one product each instead of one power (0.15 s a process in the target group).
pub fn powers<'a, T: Clone>(
    scalars: impl IntoIterator<Item = &'a [u8; 32]>,
    power: impl Fn(&[u8; 32]) -> T,
    product: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let scalars: Vec<&[u8; 32]> = scalars.into_iter().collect();
    let [first, second, ..] = scalars[..] else { return scalars.into_iter().map(power).collect() };
    let number = |bytes: &[u8; 32]| BigUint::from_bytes_be(bytes);
    let r = bls12_381_order();
    let step = (number(second) + r - number(first)) % r;
    let follows = |pair: &[&[u8; 32]]| (number(pair[0]) + &step) % r == number(pair[1]);
    if !scalars.windows(2).all(follows) {
        return scalars.into_iter().map(power).collect();
    }
    let step = power(&super::padded(&step, 32).try_into().expect("below r"));
    std::iter::successors(Some(power(first)), |element| Some(product(element, &step))).take(scalars.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_two_by_two_make_pairs() {
        let input = |fields: &[u8]| Input::of(fields.iter().map(|&field| vec![field; 32]).collect());
        let inputs = [input(&[1, 2, 3, 4]), input(&[3, 4, 1, 5])];
        let (first, negative) = (|scalar: &[u8; 32]| scalar[0], |scalar: &[u8; 32]| -i16::from(scalar[0]));
        assert_eq!(pairs(&inputs, first, negative), [[(1, -2), (3, -4)], [(3, -4), (1, -5)]]);
        assert!(pairs(&[], first, negative).is_empty());
    }

    #[test]
    fn progressions_and_others_give_the_same_powers() {
        // The group of integers modulo r under addition: g^s is s.
        let r = bls12_381_order();
        let bytes = |n: &BigUint| <[u8; 32]>::try_from(super::super::padded(n, 32)).unwrap();
        let value = |s: &[u8; 32]| BigUint::from_bytes_be(s);
        let add = |a: &BigUint, b: &BigUint| (a + b) % r;
        let walk: Vec<_> = (0..9u32).map(|i| bytes(&((r - 20u32 + 7u32 * i) % r))).collect();
        let mut other = walk.clone();
        other.swap(3, 5);
        for scalars in [&walk[..], &other, &walk[..1], &walk[..2], &[]] {
            let expected: Vec<_> = scalars.iter().map(value).collect();
            assert_eq!(powers(scalars, value, add), expected);
        }
    }
}
