//! Polynomials in n with whole coefficients: what a count is.

use std::fmt;

/// Highest power that is computed with; counts have 2.
const HIGHEST: usize = 64;

/// c_0 + c_1 n + c_2 n² + ..., without zeros at the end.
///
/// ```
/// use cbas_schemes::polynomial::Polynomial;
/// let count = Polynomial::fit(&[(1, 4), (2, 6), (5, 12), (16, 34)], 2).unwrap();
/// assert_eq!(count.to_string(), "2n+2");
/// assert_eq!(count.at(100), Some(202));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Polynomial(Vec<i128>);

impl Polynomial {
    /// The polynomial of these coefficients, that of n⁰ first.
    pub fn new(mut coefficients: Vec<i128>) -> Self {
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// A number.
    pub fn constant(value: i128) -> Self {
        Self::new(vec![value])
    }

    /// n itself.
    pub fn n() -> Self {
        Self::new(vec![0, 1])
    }

    /// Whether it is 0 for every n.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at n; `None` on overflow.
    pub fn at(&self, n: u64) -> Option<i128> {
        self.0.iter().rev().try_fold(0_i128, |sum, c| sum.checked_mul(i128::from(n))?.checked_add(*c))
    }

    /// The sum; `None` on overflow.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let coefficient = |p: &Self, i: usize| p.0.get(i).copied().unwrap_or(0);
        let length = self.0.len().max(other.0.len());
        let sums = (0..length).map(|i| coefficient(self, i).checked_add(coefficient(other, i)));
        Some(Self::new(sums.collect::<Option<_>>()?))
    }

    /// The negative; `None` on overflow.
    pub fn negative(&self) -> Option<Self> {
        Some(Self(self.0.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?))
    }

    /// The product; `None` on overflow, or beyond the 64th power.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let length = (self.0.len() + other.0.len()).saturating_sub(1);
        if length > HIGHEST + 1 {
            return None;
        }
        let mut product = vec![0_i128; length];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] = product[i + j].checked_add(a.checked_mul(*b)?)?;
            }
        }
        Some(Self::new(product))
    }

    /// The count of `symbol` as a term of a formula: `(2n+2)*ec-mul`, `3n*T_h`, `T_bp`.
    pub fn term(&self, symbol: &str) -> String {
        match self.to_string().as_str() {
            "1" => symbol.to_owned(),
            sum if sum.contains(['+', '-']) => format!("({sum})*{symbol}"),
            product => format!("{product}*{symbol}"),
        }
    }

    /// The polynomial with whole coefficients, of at most degree `degree`, through all points (n, count); `None` if
    /// there is none.
    ///
    /// By Newton's divided differences. Those of a polynomial with whole coefficients at whole places are whole, so a
    /// remainder proves that there is no such polynomial, and no fraction is ever needed. At least `degree` + 2 points
    /// make the answer a test and not a definition.
    pub fn fit(points: &[(u64, u64)], degree: usize) -> Option<Self> {
        let places: Vec<i128> = points.iter().map(|&(n, _)| i128::from(n)).collect();
        let mut differences: Vec<i128> = points.iter().map(|&(_, count)| i128::from(count)).collect();
        let (mut fitted, mut basis) = (Self::new(Vec::new()), Self::constant(1));
        for order in 0..=degree.min(points.len().checked_sub(1)?) {
            fitted = fitted.plus(&basis.times(&Self::constant(differences[0]))?)?;
            basis = basis.times(&Self::new(vec![-places[order], 1]))?;
            differences = (0..differences.len() - 1)
                .map(|i| {
                    let (rise, run) = (differences[i + 1] - differences[i], places[i + order + 1] - places[i]);
                    (run != 0 && rise % run == 0).then(|| rise / run)
                })
                .collect::<Option<_>>()?;
            if differences.is_empty() {
                break;
            }
        }
        points.iter().all(|&(n, count)| fitted.at(n) == Some(i128::from(count))).then_some(fitted)
    }
}

/// In the grammar of formulas, the highest power first: `2n+2`, `n*n-n`, `0`.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let mut first = true;
        for (power, &coefficient) in self.0.iter().enumerate().rev().filter(|(_, c)| **c != 0) {
            match (coefficient < 0, first) {
                (true, _) => f.write_str("-")?,
                (false, true) => {}
                (false, false) => f.write_str("+")?,
            }
            first = false;
            let size = coefficient.unsigned_abs();
            let powers = vec!["n"; power].join("*");
            match size {
                1 if power > 0 => f.write_str(&powers)?,
                _ => write!(f, "{size}{powers}")?,
            }
        }
        Ok(())
    }
}

/// As it is printed.
impl serde::Serialize for Polynomial {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_the_values() {
        let (a, b) = (Polynomial::new(vec![-3, 2]), Polynomial::new(vec![5, 0, 1]));
        for n in [0, 1, 7, 1000] {
            let (x, y) = (a.at(n).unwrap(), b.at(n).unwrap());
            assert_eq!(a.plus(&b).unwrap().at(n), Some(x + y));
            assert_eq!(a.times(&b).unwrap().at(n), Some(x * y));
            assert_eq!(a.negative().unwrap().at(n), Some(-x));
        }
        assert!(a.plus(&a.negative().unwrap()).unwrap().is_zero());
        assert!(Polynomial::constant(i128::MAX).plus(&Polynomial::constant(1)).is_none());
        assert!(Polynomial::constant(i128::MAX).times(&Polynomial::constant(2)).is_none());
    }

    #[test]
    fn a_fit_finds_the_polynomial_and_refuses_what_is_none() {
        let at = |f: fn(u64) -> u64| Polynomial::fit(&[1, 2, 5, 16].map(|n| (n, f(n))), 2);
        assert_eq!(at(|n| n * n + 3 * n - 1).unwrap(), Polynomial::new(vec![-1, 3, 1]));
        assert_eq!(at(|_| 0).unwrap(), Polynomial::new(vec![]));
        assert_eq!(at(|n| n - 1).unwrap().to_string(), "n-1");
        assert!(at(|n| n * n * n).is_none(), "degree 3");
        assert!(at(|n| n.ilog2().into()).is_none());
        assert!(at(|n| n * (n - 1) / 2).is_none(), "no whole coefficients, so no formula of the grammar");
        assert!(Polynomial::fit(&[], 2).is_none() && Polynomial::fit(&[(1, 1), (1, 1)], 2).is_none());
    }

    #[test]
    fn printing_is_that_of_formulas() {
        let text = |coefficients: &[i128]| Polynomial::new(coefficients.to_vec()).to_string();
        assert_eq!(text(&[2, 2]), "2n+2");
        assert_eq!(text(&[-1, 1]), "n-1");
        assert_eq!(text(&[3, -1]), "-n+3");
        assert_eq!(text(&[0, -2, 3]), "3n*n-2n");
        assert_eq!((text(&[]), text(&[7])), ("0".to_owned(), "7".to_owned()));
    }
}
