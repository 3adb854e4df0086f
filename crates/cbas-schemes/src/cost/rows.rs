//! The rows of schemes: what their phases cost, and which operations they need.

use cbas_bench::symbol::SymbolProfile;

use super::pricer::{self, Pricer};
use super::{PhaseCost, SchemeCost};
use crate::catalogue::{Provenance, Row, Scheme};
use crate::error::CostError;
use crate::formula::Formula;

/// Phases with an operation that was not measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unmeasured {
    /// They are an error.
    Refused,
    /// They have no cost and name what is missing.
    Named,
}

impl Pricer<'_> {
    /// The costs of every phase of one row, at every n.
    ///
    /// # Errors
    /// [`CostError::NoRow`] if the scheme has no such row, [`CostError::Phase`] around what [`Pricer::price`] refuses.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// use cbas_schemes::{catalogue::{Provenance, find}, cost::{Pricer, UnitCosts}};
    ///
    /// let units = UnitCosts::table([("ec-mul", 100_000.0), ("ec-add", 500.0)])?;
    /// let (profile, scheme) = (SymbolProfile::named("source-group")?, find("qiao-2023")?);
    /// let pricer = Pricer::new(&profile, &units, 0.95)?;
    /// // Signing hashes to a scalar, which has no unit cost here.
    /// assert!(pricer.price_row(&scheme, Provenance::Counted, &[1]).is_err());
    /// let cost = pricer.price_measured(&scheme, Provenance::Counted, &[1])?;
    /// assert_eq!(cost.phase("Sign").unwrap().missing, ["hash-to-scalar"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn price_row(&self, scheme: &Scheme, row: Provenance, ns: &[u64]) -> Result<SchemeCost, CostError> {
        self.price_phases(scheme, row, ns, Unmeasured::Refused)
    }

    /// As [`Pricer::price_row`], but a phase whose operations were not all measured has no cost and names what is
    /// missing, so that the others can be shown.
    ///
    /// # Errors
    /// As [`Pricer::price_row`], except [`CostError::MissingUnitCost`].
    pub fn price_measured(&self, scheme: &Scheme, row: Provenance, ns: &[u64]) -> Result<SchemeCost, CostError> {
        self.price_phases(scheme, row, ns, Unmeasured::Named)
    }

    fn price_phases(
        &self,
        scheme: &Scheme,
        row: Provenance,
        ns: &[u64],
        unmeasured: Unmeasured,
    ) -> Result<SchemeCost, CostError> {
        let formulas = find_row(scheme, row)?.phases.iter().map(|phase| (phase.name.as_str(), phase.formula.clone()));
        self.price_formulas(scheme, row, formulas, ns, unmeasured)
    }

    /// The costs of phases that are given by name and formula.
    pub(super) fn price_formulas<'a>(
        &self,
        scheme: &Scheme,
        row: Provenance,
        formulas: impl Iterator<Item = (&'a str, Formula)>,
        ns: &[u64],
        unmeasured: Unmeasured,
    ) -> Result<SchemeCost, CostError> {
        let phases = formulas.map(|(name, formula)| {
            self.price_phase(name, &formula, ns, unmeasured).map_err(|cause| in_phase(scheme, row, name, cause))
        });
        Ok(SchemeCost {
            scheme: scheme.id.clone(),
            security: scheme.security.label,
            row,
            profile: self.profile().name.clone(),
            confidence: self.confidence(),
            warning: scheme.misreading(self.profile()),
            ns: ns.to_vec(),
            phases: phases.collect::<Result<_, CostError>>()?,
        })
    }

    fn price_phase(
        &self,
        name: &str,
        formula: &Formula,
        ns: &[u64],
        unmeasured: Unmeasured,
    ) -> Result<PhaseCost, CostError> {
        let compiled = self.compile(formula)?;
        let missing = if unmeasured == Unmeasured::Named { compiled.missing() } else { Vec::new() };
        let costs = ns.iter().map(|&n| if missing.is_empty() { compiled.price(n) } else { Ok(None) });
        let costs = costs.collect::<Result<_, _>>()?;
        Ok(PhaseCost { name: name.to_owned(), formula: formula.to_string(), costs, missing })
    }
}

/// The operations that one row of a scheme needs under a profile, in order of first appearance.
///
/// # Errors
/// [`CostError::NoRow`] if the scheme has no such row, [`CostError::Phase`] around [`CostError::UnresolvedSymbol`].
pub fn row_operations(scheme: &Scheme, row: Provenance, profile: &SymbolProfile) -> Result<Vec<String>, CostError> {
    let mut operations = Vec::new();
    add_operations(&mut operations, scheme, find_row(scheme, row)?, profile)?;
    Ok(operations)
}

/// The operations that all rows of a scheme need under a profile, in order of first appearance.
///
/// # Errors
/// [`CostError::Phase`] around [`CostError::UnresolvedSymbol`].
pub fn operations(scheme: &Scheme, profile: &SymbolProfile) -> Result<Vec<String>, CostError> {
    let mut operations = Vec::new();
    scheme.rows.iter().try_for_each(|row| add_operations(&mut operations, scheme, row, profile))?;
    Ok(operations)
}

fn add_operations(
    operations: &mut Vec<String>,
    scheme: &Scheme,
    row: &Row,
    profile: &SymbolProfile,
) -> Result<(), CostError> {
    for phase in &row.phases {
        for symbol in phase.formula.symbols() {
            let operation = pricer::resolve(profile, symbol)
                .map_err(|cause| in_phase(scheme, row.provenance, &phase.name, cause))?;
            if !operations.iter().any(|known| known == operation) {
                operations.push(operation.to_owned());
            }
        }
    }
    Ok(())
}

pub(super) fn find_row(scheme: &Scheme, row: Provenance) -> Result<&Row, CostError> {
    scheme.row(row).ok_or_else(|| CostError::NoRow {
        scheme: scheme.id.clone(),
        row,
        available: scheme.rows.iter().map(|row| row.provenance).collect(),
    })
}

fn in_phase(scheme: &Scheme, row: Provenance, phase: &str, cause: CostError) -> CostError {
    CostError::Phase { scheme: scheme.id.clone(), row, phase: phase.to_owned(), cause: Box::new(cause) }
}
