//! Operation counts as formulas in n, the number of signers.
//!
//! ```text
//! formula     = "" (unknown) | "0" | term { "+" term }
//! term        = [ coefficient "*" ] SYMBOL
//! coefficient = factor { "*" factor }
//! factor      = INTEGER | "n" | "(" [ "-" ] coefficient { ( "+" | "-" ) coefficient } ")"
//! SYMBOL      = a paper's symbol: an upper-case letter, then letters, digits, "_", and at most one "*" at the end
//!             | an operation:     a lower-case letter, then letters, digits, "_", and "-" before a letter or digit
//! ```
//!
//! * `*` may be left out before `n`, `(` and SYMBOL: `2n*T_h`, `3(n-1)*T_h`, `2 T_h`.
//! * A symbol ends its term, so a `*` that touches the end of a symbol belongs to the symbol:
//!   `2*T_meo*` is twice `T_meo*`, and `T_h*2` is refused with the advice to write `2*T_h`.
//! * A `-` joins an operation (`gt-mul`) and never a paper's symbol; `n` alone is always the number of signers, so
//!   `(n-1)` is a difference.
//!
//! The parser is our own because the grammar is the product. Of the expression crates, `evalexpr` is AGPL since version
//! 12, and `fasteval` and `meval` compute in `f64` and are no longer kept. `exmex`, the well-kept one, takes a number
//! type of one's own, so it could compute exactly; but it brings `regex` and five crates more, knows neither `2n` nor
//! `T_meo*` nor `gt-mul`, and its errors have no column. Nor is a value enough here: the linear form in the symbols is
//! what is priced, compared term by term and printed.

use std::fmt;
use std::str::FromStr;

use crate::error::FormulaError;
use crate::polynomial::Polynomial;

mod parse;

/// A count that depends on n.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Coefficient {
    Integer(u64),
    N,
    Product(Vec<Coefficient>),
    Sum(Vec<(Sign, Coefficient)>),
}

/// How a summand enters its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// A coefficient and the symbol it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    coefficient: Coefficient,
    pub(crate) symbol: String,
}

/// The operations of one phase as a function of n.
///
/// ```
/// use cbas_schemes::formula::Formula;
/// let formula = Formula::parse("(2*n+2)*T_smec + 3*n*T_paec").unwrap();
/// assert_eq!(formula.to_string(), "(2n+2)*T_smec + 3n*T_paec");
/// assert_eq!(formula.counts(100).unwrap().unwrap(), [("T_smec", 202), ("T_paec", 300)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// `None` is unknown; an empty list is no operation at all.
    terms: Option<Vec<Term>>,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// [`FormulaError::Syntax`] with the column of the first character that does not fit.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        parse::formula(text)
    }

    /// Whether nothing is known about the counts (the text was empty).
    pub fn is_unknown(&self) -> bool {
        self.terms.is_none()
    }

    /// The symbols in order of first appearance, each once.
    pub fn symbols(&self) -> Vec<&str> {
        let mut symbols = Vec::new();
        for term in self.terms.iter().flatten() {
            if !symbols.contains(&term.symbol.as_str()) {
                symbols.push(term.symbol.as_str());
            }
        }
        symbols
    }

    /// The coefficient of each symbol as a polynomial in n, in order of first appearance; `None` if unknown.
    ///
    /// # Errors
    /// [`FormulaError::Overflow`] if a coefficient does not fit 128 bits.
    ///
    /// ```
    /// use cbas_schemes::formula::Formula;
    /// let formula = Formula::parse("2(n+1)*T_smec + n*T_smec").unwrap();
    /// assert_eq!(formula.polynomials().unwrap().unwrap()[0].1.to_string(), "3n+2");
    /// ```
    pub fn polynomials(&self) -> Result<Option<Vec<(&str, Polynomial)>>, FormulaError> {
        let Some(terms) = &self.terms else { return Ok(None) };
        let mut polynomials: Vec<(&str, Polynomial)> = Vec::with_capacity(terms.len());
        for term in terms {
            let polynomial = term.coefficient.polynomial().ok_or_else(|| term.overflow(1))?;
            match polynomials.iter_mut().find(|(symbol, _)| *symbol == term.symbol) {
                Some((_, sum)) => *sum = sum.plus(&polynomial).ok_or_else(|| term.overflow(1))?,
                None => polynomials.push((&term.symbol, polynomial)),
            }
        }
        Ok(Some(polynomials))
    }

    /// The terms; `None` if unknown.
    pub(crate) fn terms(&self) -> Option<&[Term]> {
        self.terms.as_deref()
    }

    /// How often each symbol occurs with `n` signers, in order of first appearance; `None` if unknown.
    ///
    /// # Errors
    /// [`FormulaError::NoSigners`] at n = 0, [`FormulaError::Negative`] if a term counts below zero,
    /// [`FormulaError::Overflow`] if a count or a value on the way to it is too large.
    pub fn counts(&self, n: u64) -> Result<Option<Vec<(&str, u64)>>, FormulaError> {
        if n == 0 {
            return Err(FormulaError::NoSigners);
        }
        let Some(terms) = &self.terms else { return Ok(None) };
        let mut counts: Vec<(&str, u64)> = Vec::with_capacity(terms.len());
        for term in terms {
            let count = term.count(n)?;
            match counts.iter_mut().find(|(symbol, _)| *symbol == term.symbol) {
                Some((_, total)) => *total = total.checked_add(count).ok_or_else(|| term.overflow(n))?,
                None => counts.push((&term.symbol, count)),
            }
        }
        Ok(Some(counts))
    }
}

impl Term {
    /// The count at n, not below zero.
    pub(crate) fn count(&self, n: u64) -> Result<u64, FormulaError> {
        let count = self.coefficient.at(i128::from(n)).ok_or_else(|| self.overflow(n))?;
        if count < 0 {
            return Err(FormulaError::Negative { symbol: self.symbol.clone(), n, count });
        }
        u64::try_from(count).map_err(|_| self.overflow(n))
    }

    fn overflow(&self, n: u64) -> FormulaError {
        FormulaError::Overflow { symbol: self.symbol.clone(), n }
    }
}

impl Coefficient {
    /// As a polynomial in n; `None` on overflow.
    fn polynomial(&self) -> Option<Polynomial> {
        match self {
            Self::Integer(value) => Some(Polynomial::constant(i128::from(*value))),
            Self::N => Some(Polynomial::n()),
            Self::Product(factors) => {
                factors.iter().try_fold(Polynomial::constant(1), |product, factor| product.times(&factor.polynomial()?))
            }
            Self::Sum(summands) => summands.iter().try_fold(Polynomial::constant(0), |sum, (sign, summand)| {
                let summand = summand.polynomial()?;
                sum.plus(&match sign {
                    Sign::Plus => summand,
                    Sign::Minus => summand.negative()?,
                })
            }),
        }
    }

    /// The value at n; `None` on overflow.
    fn at(&self, n: i128) -> Option<i128> {
        match self {
            Self::Integer(value) => Some(i128::from(*value)),
            Self::N => Some(n),
            Self::Product(factors) => {
                factors.iter().try_fold(1, |product: i128, factor| product.checked_mul(factor.at(n)?))
            }
            Self::Sum(summands) => summands.iter().try_fold(0, |sum: i128, (sign, summand)| match sign {
                Sign::Plus => sum.checked_add(summand.at(n)?),
                Sign::Minus => sum.checked_sub(summand.at(n)?),
            }),
        }
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// Prints in the grammar, shortest way: `2n*T_h`, no factor 1; unknown prints nothing.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(terms) = &self.terms else { return Ok(()) };
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (index, term) in terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            if term.coefficient != Coefficient::Integer(1) {
                write!(f, "{}*", term.coefficient)?;
            }
            f.write_str(&term.symbol)?;
        }
        Ok(())
    }
}

impl fmt::Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::N => f.write_str("n"),
            Self::Product(factors) => write_product(f, factors),
            Self::Sum(summands) => write_sum(f, summands),
        }
    }
}

fn write_product(f: &mut fmt::Formatter<'_>, factors: &[Coefficient]) -> fmt::Result {
    for (index, factor) in factors.iter().enumerate() {
        let number_before = index > 0 && matches!(factors[index - 1], Coefficient::Integer(_));
        let may_touch = number_before && !matches!(factor, Coefficient::Integer(_));
        if index > 0 && !may_touch {
            f.write_str("*")?;
        }
        write!(f, "{factor}")?;
    }
    Ok(())
}

fn write_sum(f: &mut fmt::Formatter<'_>, summands: &[(Sign, Coefficient)]) -> fmt::Result {
    f.write_str("(")?;
    for (index, (sign, summand)) in summands.iter().enumerate() {
        match (sign, index) {
            (Sign::Plus, 0) => {}
            (Sign::Plus, _) => f.write_str("+")?,
            (Sign::Minus, _) => f.write_str("-")?,
        }
        write!(f, "{summand}")?;
    }
    f.write_str(")")
}
