//! Schemes with their prices: what every report of `cbas costs` prints from.

pub mod growth;
pub mod measured;
pub mod source;

use anyhow::{Result, anyhow};
use cbas_bench::symbol::SymbolProfile;
use cbas_schemes::catalogue::{Catalogue, Kind, Provenance, Scheme};
use cbas_schemes::cost::{PhaseCost, Priced, Pricer, Ratio, row_operations};
use cbas_schemes::error::CostError;
use cbas_schemes::formula::Formula;
use cbas_schemes::symbol::{PRODUCT_PAIR, resolve};

use crate::cli::CostsArgs;
use growth::Growth;
use source::{Source, UnitRow};

/// Schemes priced from one source of unit costs.
pub struct Costing {
    /// Where the unit costs come from.
    pub source: Source,
    /// What the symbols stand for.
    pub profile: SymbolProfile,
    /// Numbers of signers.
    pub ns: Vec<u64>,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The schemes.
    pub schemes: Vec<Priced>,
    /// What they cost relative to one of them.
    pub against: Option<Against>,
    /// How the verification of an aggregate grows.
    pub growth: Growth,
}

/// What schemes cost relative to one of them.
pub struct Against {
    /// Its identifier.
    pub scheme: String,
    /// Its name.
    pub name: String,
    /// The row of it that is the denominator.
    pub row: Provenance,
    /// One row a scheme and phase.
    pub rows: Vec<AgainstRow>,
}

/// One scheme in one phase, relative to another.
pub struct AgainstRow {
    /// Identifier of the scheme.
    pub scheme: String,
    /// Its name.
    pub name: String,
    /// The phase.
    pub phase: String,
    /// Whether both are priced with composite operations.
    pub composite: bool,
    /// Its cost divided by that of the other, one for each n; `None` where either has none.
    pub ratios: Vec<Option<Ratio>>,
}

impl AgainstRow {
    /// The name of the phase, with what is special about the price.
    pub fn label(&self) -> String {
        if self.composite { format!("{}, composite", self.phase) } else { self.phase.clone() }
    }
}

impl Costing {
    /// Prices what the command line asks for. What has no price says so in its place; schemes without the row asked for
    /// are left out with a word in the second value.
    pub fn of(arguments: &CostsArgs) -> Result<(Self, Vec<String>)> {
        let profile = SymbolProfile::named(&arguments.symbols)?;
        let catalogue = catalogue(arguments)?;
        let chosen = chosen(arguments, &catalogue)?;
        let against = arguments.against.as_deref().map(|id| catalogue.find(id)).transpose()?;
        let source = Source::of(arguments, &profile)?;
        let (confidence, mut ns) = (arguments.judge.confidence, arguments.n.clone());
        ns.sort_unstable();
        ns.dedup();
        let pricer = Pricer::new(&profile, &source.units, confidence)?;
        let (mut schemes, mut left_out) = (Vec::new(), Vec::new());
        for scheme in chosen {
            let row = row_of(arguments, scheme);
            match Priced::of(&pricer, scheme, row, &ns, arguments.optimised) {
                Ok(priced) => schemes.push(priced),
                Err(error @ CostError::NoRow { .. }) => left_out.push(error.to_string()),
                Err(error) => return Err(error.into()),
            }
        }
        if schemes.is_empty() {
            return Err(anyhow!("nothing to price: {}", left_out.join("; ")));
        }
        let mut costing = Self { source, profile, ns, confidence, schemes, against: None, growth: Growth::default() };
        costing.growth = growth::growth(&costing)?;
        costing.against = against
            .map(|scheme| costing.against(scheme, row_of(arguments, scheme), arguments.optimised))
            .transpose()?;
        Ok((costing, left_out))
    }

    /// What every price here rests on.
    ///
    /// # Errors
    /// If the unit costs have intervals of another confidence.
    pub fn pricer(&self) -> Result<Pricer<'_>, CostError> {
        Pricer::new(&self.profile, &self.source.units, self.confidence)
    }

    /// What the schemes cost relative to `other` in every phase that both have, plain over plain and, where either has them,
    /// composite over composite.
    fn against(&self, other: &Scheme, row: Provenance, optimised: bool) -> Result<Against> {
        let other = Priced::of(&self.pricer()?, other, row, &self.ns, optimised)?;
        let mut rows = Vec::new();
        for priced in self.schemes.iter().filter(|priced| priced.scheme.id != other.scheme.id) {
            for above in &priced.cost.phases {
                let phase = above.name.as_str();
                let Some(below) = other.cost.phase(phase) else { continue };
                rows.push(self.against_row(priced, phase, false, (above, below))?);
                let (Some(best), Some(best_below)) = (priced.phase(phase), other.phase(phase)) else { continue };
                let changed = best.formula != above.formula || best_below.formula != below.formula;
                // A table against sums that could have used it too would be no comparison.
                let alike = self.is_best(above, best)? && self.is_best(below, best_below)?;
                if changed && alike {
                    rows.push(self.against_row(priced, phase, true, (best, best_below))?);
                }
            }
        }
        let name = other.cost.security.named(&other.scheme.name);
        Ok(Against { scheme: other.scheme.id.clone(), name, row, rows })
    }

    /// Whether all is known that a composite price needs: without code to run, nobody knows which products on a curve
    /// without pairing are multiples of the generator.
    fn is_best(&self, plain: &PhaseCost, best: &PhaseCost) -> Result<bool> {
        let formula = Formula::parse(&plain.formula)?;
        let unknown = formula.symbols().iter().any(|symbol| resolve(&self.profile, symbol) == Some("ec-mul"));
        Ok(best.formula != plain.formula || !unknown)
    }

    fn against_row(
        &self,
        priced: &Priced,
        phase: &str,
        composite: bool,
        (above, below): (&PhaseCost, &PhaseCost),
    ) -> Result<AgainstRow> {
        let (above, below) = (Formula::parse(&above.formula)?, Formula::parse(&below.formula)?);
        let pricer = self.pricer()?;
        let ratio = |&n: &u64| match pricer.ratio(&above, &below, n) {
            Err(CostError::MissingUnitCost { .. }) => Ok(None),
            other => other,
        };
        let ratios = self.ns.iter().map(ratio).collect::<Result<Vec<_>, _>>()?;
        let (scheme, name) = (priced.scheme.id.clone(), priced.cost.security.named(&priced.scheme.name));
        Ok(AgainstRow { scheme, name, phase: phase.to_owned(), composite, ratios })
    }

    /// Operations without a unit cost, which is why phases have no cost.
    pub fn missing(&self) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        let phases = self.schemes.iter().flat_map(Priced::lines).flat_map(|line| &line.phase.missing);
        for operation in phases {
            if !missing.contains(operation) {
                missing.push(operation.clone());
            }
        }
        missing
    }

    /// The name of a scheme with a warning that nobody must overlook.
    pub fn warned(&self, name: &str) -> String {
        let known = self.schemes.iter().find(|priced| priced.scheme.name == name);
        known.map_or_else(|| name.to_owned(), |priced| priced.cost.security.named(name))
    }

    /// Whether no phase of any scheme has a price but those that need no operation.
    pub fn is_unpriced(&self) -> bool {
        let costs = self.schemes.iter().flat_map(|priced| &priced.cost.phases).flat_map(|phase| &phase.costs);
        !costs.flatten().any(|cost| cost.mean_ns > 0.0)
    }

    /// Whether any scheme has composite prices beside plain sums.
    pub fn has_composite(&self) -> bool {
        self.schemes.iter().any(|priced| priced.composite.is_some())
    }

    /// The unit costs that any price here rests on.
    pub fn used(&self) -> Vec<&UnitRow> {
        let needed = self.needed();
        let composite = self.schemes.iter().filter_map(|priced| priced.composite.as_ref());
        let formulas: Vec<Formula> =
            composite.flat_map(|cost| &cost.phases).filter_map(|phase| Formula::parse(&phase.formula).ok()).collect();
        let composite: Vec<&str> = formulas.iter().flat_map(Formula::symbols).collect();
        // The line through the products of pairings rests on all of them.
        let on_line =
            |row: &UnitRow| composite.contains(&PRODUCT_PAIR) && row.operation.starts_with("pairing-product-");
        let is_used = |row: &&UnitRow| {
            needed.contains(&row.operation)
                || on_line(row)
                || composite.iter().any(|symbol| resolve(&self.profile, symbol) == Some(&row.operation))
        };
        self.source.rows.iter().filter(is_used).collect()
    }

    /// The operations that the priced rows need.
    pub fn needed(&self) -> Vec<String> {
        let mut needed: Vec<String> = Vec::new();
        for priced in &self.schemes {
            let operations = row_operations(&priced.scheme, priced.cost.row, &self.profile).unwrap_or_default();
            needed.extend(operations);
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

/// The shipped schemes and those of the user's directory.
pub fn catalogue(arguments: &CostsArgs) -> Result<Catalogue> {
    let shipped = Catalogue::shipped()?;
    Ok(match &arguments.directory {
        Some(directory) => shipped.with_directory(directory)?,
        None => shipped,
    })
}

/// The schemes named, else the certificate-based aggregate signatures and the user's own.
pub fn chosen<'a>(arguments: &CostsArgs, catalogue: &'a Catalogue) -> Result<Vec<&'a Scheme>> {
    if arguments.all {
        return Ok(catalogue.schemes().iter().collect());
    }
    if !arguments.schemes.is_empty() {
        let mut chosen: Vec<&Scheme> = Vec::new();
        for id in &arguments.schemes {
            let scheme = catalogue.find(id)?;
            if !chosen.iter().any(|known| known.id == scheme.id) {
                chosen.push(scheme);
            }
        }
        return Ok(chosen);
    }
    let shipped = Catalogue::shipped()?.schemes().len();
    let certificate_based = |scheme: &Scheme| matches!(scheme.kind, Some(Kind::CbasPairing | Kind::CbasPairingFree));
    let schemes = catalogue.schemes().iter().enumerate();
    Ok(schemes.filter(|(at, scheme)| *at >= shipped || certificate_based(scheme)).map(|(_, scheme)| scheme).collect())
}

/// The row asked for, else that to price by default.
fn row_of(arguments: &CostsArgs, scheme: &Scheme) -> Provenance {
    arguments.row.map_or_else(|| scheme.default_row().provenance, |row| row.provenance())
}
