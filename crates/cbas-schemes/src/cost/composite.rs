//! Composite operations: what a careful implementation computes at once, priced at once.
//!
//! * **Products of pairings.** k pairings of one verification equation are k Miller loops and one final exponentiation;
//!   the products in GT between them are part of the loops. Where products of pairings have unit costs of their own,
//!   those are used in their place ([`UnitCosts::add_product_line`]). Taken of the row's own phase of that name with `Product` at
//!   its end if it has one, else derived for phases whose name ends in `Verify`, on the assumption that their pairings
//!   stand in one equation.
//! * **Fixed base.** A multiple of the generator of a curve without pairing is an `ec-mul-base`. How many of the
//!   `ec-mul` of a phase are such is found by running the scheme, so only schemes that run have it.

use cbas_bench::symbol::SymbolProfile;

use super::products::as_products;
use super::rows::{Unmeasured, find_row};
use super::{Pricer, SchemeCost};
use crate::catalogue::{Phase, Provenance, Row, Scheme};
use crate::count::{CountedScheme, count};
use crate::engine::{FIXED_BASE, Products};
use crate::error::CostError;
use crate::formula::Formula;
use crate::polynomial::Polynomial;
use crate::scheme::Executable;
use crate::symbol::resolve;

/// End of the name of a phase that is another one with its pairings computed as one product.
const PRODUCT: &str = "Product";

impl Pricer<'_> {
    /// As [`Pricer::price_measured`], every phase with its [`composite`] operations where it has some; phases that are the
    /// product form of another are left out.
    ///
    /// # Errors
    /// As [`Pricer::price_measured`].
    pub fn price_composite(&self, scheme: &Scheme, row: Provenance, ns: &[u64]) -> Result<SchemeCost, CostError> {
        let (source, profile) = (find_row(scheme, row)?, self.profile());
        // Counting runs a scheme, so it is asked only where products on a curve without pairing occur.
        let curve = source.phases.iter().flat_map(|phase| phase.formula.symbols());
        let has_curve = curve.into_iter().any(|symbol| resolve(profile, symbol) == Some("ec-mul"));
        let counted = has_curve.then(|| Executable::find(&scheme.id).and_then(|scheme| count(scheme).ok())).flatten();
        let formulas = source.phases.iter().filter(|phase| !is_product(source, phase)).map(|phase| {
            let formula = composite(source, phase, profile, counted.as_ref());
            let formula = formula.map(|formula| as_products(formula, profile, self.units()));
            (phase.name.as_str(), formula.unwrap_or_else(|| phase.formula.clone()))
        });
        self.price_formulas(scheme, row, formulas, ns, Unmeasured::Named)
    }
}

/// The formula of a phase with composite operations; `None` if it has none. `counted` says which products have a fixed
/// base.
///
/// ```
/// use cbas_bench::symbol::SymbolProfile;
/// use cbas_schemes::{catalogue::{Provenance, find}, cost::composite};
/// let (scheme, profile) = (find("cbas-g")?, SymbolProfile::named("source-group")?);
/// let row = scheme.row(Provenance::Counted).unwrap();
/// let formula = composite(row, row.phase("AggVerify").unwrap(), &profile, None).unwrap();
/// assert_eq!(formula.to_string(), "(n+2)*miller-loop + final-exp + 2n*T_mtp + (n-1)*T_pbpa");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn composite(
    row: &Row,
    phase: &Phase,
    profile: &SymbolProfile,
    counted: Option<&CountedScheme>,
) -> Option<Formula> {
    if let Some(product) = row.phase(&format!("{}{PRODUCT}", phase.name)) {
        return Some(product.formula.clone());
    }
    let terms = phase.formula.polynomials().ok()??;
    let fixed = counted.and_then(|counted| counted.phase_with(&phase.name, Products::Separate));
    let fixed = fixed.map(|phase| phase.fixed_base.clone()).filter(|fixed| !fixed.is_zero());
    let mut sides: Vec<(String, Polynomial)> = Vec::new();
    let pairings = phase.name.ends_with("Verify").then(|| product(&terms, profile)).flatten();
    if let Some(pairings) = &pairings {
        sides.push(("miller-loop".to_owned(), pairings.clone()));
        sides.push(("final-exp".to_owned(), Polynomial::constant(1)));
    }
    let mut has_base = false;
    for (symbol, count) in terms {
        match (resolve(profile, symbol), &pairings, &fixed) {
            (Some("pairing"), Some(_), _) => {}
            (Some("gt-mul"), Some(pairings), _) if joins(&count, pairings) => {}
            (Some("ec-mul"), _, Some(fixed)) if !has_base => {
                let Some(rest) = minus(&count, fixed) else {
                    sides.push((symbol.to_owned(), count));
                    continue;
                };
                has_base = true;
                sides.push((symbol.to_owned(), rest));
                sides.push((FIXED_BASE.to_owned(), fixed.clone()));
            }
            _ => sides.push((symbol.to_owned(), count)),
        }
    }
    if pairings.is_none() && !has_base {
        return None;
    }
    let terms: Vec<String> =
        sides.iter().filter(|(_, count)| !count.is_zero()).map(|(symbol, count)| count.term(symbol)).collect();
    Formula::parse(&terms.join(" + ")).ok()
}

/// Whether a phase is the product form of another phase of the row.
pub(super) fn is_product(row: &Row, phase: &Phase) -> bool {
    phase.name.strip_suffix(PRODUCT).is_some_and(|name| row.phase(name).is_some())
}

/// The number of pairings of a phase that has two or more for some n.
fn product(terms: &[(&str, Polynomial)], profile: &SymbolProfile) -> Option<Polynomial> {
    let of_pairings = terms.iter().filter(|(symbol, _)| resolve(profile, symbol) == Some("pairing"));
    let mut counts = of_pairings.map(|(_, count)| count);
    let sum = counts.try_fold(Polynomial::constant(0), |sum, count| sum.plus(count))?;
    (!sum.is_zero() && sum != Polynomial::constant(1)).then_some(sum)
}

/// Whether products in GT are just those that join the pairings: one fewer, or two where one stands alone on its side.
fn joins(products: &Polynomial, pairings: &Polynomial) -> bool {
    [1, 2].iter().any(|fewer| minus(pairings, &Polynomial::constant(*fewer)).as_ref() == Some(products))
}

/// The difference, if it is no count below zero for 1, 2 and 1000 signers.
fn minus(from: &Polynomial, what: &Polynomial) -> Option<Polynomial> {
    let difference = from.plus(&what.negative()?)?;
    [1, 2, 1000].iter().all(|&n| difference.at(n).is_some_and(|count| count >= 0)).then_some(difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::shipped;

    fn counts(formula: &Formula, profile: &SymbolProfile) -> Vec<(String, Polynomial)> {
        let terms = formula.polynomials().unwrap().unwrap();
        let named = terms.into_iter().map(|(symbol, count)| (resolve(profile, symbol).unwrap().to_owned(), count));
        let mut named: Vec<_> = named.filter(|(operation, _)| !operation.ends_with("code")).collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }

    /// What is derived from the equations is what the code does when it computes products.
    #[test]
    fn derived_products_are_those_that_run() {
        let profile = SymbolProfile::named("source-group").unwrap();
        let mut compared = 0;
        for scheme in shipped().unwrap() {
            let (Some(counted), Some(executed)) = (scheme.row(Provenance::Counted), scheme.row(Provenance::Executed))
            else {
                continue;
            };
            for phase in counted.phases.iter().filter(|phase| phase.name.ends_with("Verify")) {
                let Some(runs) = executed.phase(&format!("{}{PRODUCT}", phase.name)) else { continue };
                let derived = composite(counted, phase, &profile, None).unwrap();
                assert_eq!(counts(&derived, &profile), counts(&runs.formula, &profile), "{} {}", scheme.id, phase.name);
                compared += 1;
            }
        }
        assert!(compared >= 9, "{compared}");
    }

    #[test]
    fn the_generator_has_a_table_and_other_points_have_none() {
        let profile = SymbolProfile::named("source-group").unwrap();
        let scheme = crate::catalogue::find("qiao-2023").unwrap();
        let (row, counted) = (scheme.row(Provenance::Counted).unwrap(), count(Executable::Qiao).unwrap());
        let of = |name: &str| composite(row, row.phase(name).unwrap(), &profile, Some(&counted));
        assert_eq!(of("Sign").unwrap().to_string(), "ec-mul-base + 2*T_h");
        let verify = of("AggVerify").unwrap().to_string();
        assert_eq!(verify, "(2n+1)*T_sm_ec + ec-mul-base + 3n*T_pa_ec + 3n*T_h");
        assert_eq!(of("AggSign"), None);
    }
}
