//! Schemes with their prices: what every report of `cbas costs` prints from.

pub mod growth;
pub mod measured;
pub mod source;

use anyhow::{Result, anyhow};
use cbas_bench::symbol::SymbolProfile;
use cbas_schemes::catalogue::{Catalogue, Kind, Provenance, Scheme};
use cbas_schemes::cost::{
    PhaseCost, Ratio, SchemeCost, price_composite, price_measured_phases, price_ratio, row_operations,
};
use cbas_schemes::error::CostError;

use crate::cli::CostsArgs;
use growth::Growth;
use source::Source;

/// Phases that schemes are compared in.
const COMPARED: [&str; 3] = ["Sign", "Verify", "AggVerify"];

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

/// A scheme with the price of one of its rows.
pub struct Priced {
    /// The scheme.
    pub scheme: Scheme,
    /// Operation by operation.
    pub cost: SchemeCost,
    /// With composite operations, if asked for.
    pub composite: Option<SchemeCost>,
}

/// One phase as it is priced.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// The price.
    pub phase: &'a PhaseCost,
    /// Whether composite operations are used.
    pub composite: bool,
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
    pub phase: &'static str,
    /// Its cost divided by that of the other, one for each n; `None` where either has none.
    pub ratios: Vec<Option<Ratio>>,
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
        let (mut schemes, mut left_out) = (Vec::new(), Vec::new());
        for scheme in chosen {
            let row = row_of(arguments, scheme);
            let price = || -> Result<Priced, CostError> {
                let cost = price_measured_phases(scheme, row, &ns, &profile, &source.units, confidence)?;
                let composite = || price_composite(scheme, row, &ns, &profile, &source.units, confidence);
                let composite = arguments.optimised.then(composite).transpose()?;
                Ok(Priced { scheme: scheme.clone(), cost, composite })
            };
            match price() {
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
        costing.against = against.map(|scheme| costing.against(scheme, row_of(arguments, scheme))).transpose()?;
        Ok((costing, left_out))
    }

    /// What the schemes cost relative to `other`.
    fn against(&self, other: &Scheme, row: Provenance) -> Result<Against> {
        let denominator = other.row(row).ok_or_else(|| anyhow!("scheme `{}` has no {row} row", other.id))?;
        let mut rows = Vec::new();
        for priced in self.schemes.iter().filter(|priced| priced.scheme.id != other.id) {
            let Some(numerator) = priced.scheme.row(priced.cost.row) else { continue };
            for phase in COMPARED {
                let (Some(above), Some(below)) = (numerator.phase(phase), denominator.phase(phase)) else { continue };
                let ratio = |&n: &u64| {
                    let (profile, units) = (&self.profile, &self.source.units);
                    match price_ratio(&above.formula, &below.formula, n, profile, units, self.confidence) {
                        Err(CostError::MissingUnitCost { .. }) => Ok(None),
                        other => other,
                    }
                };
                let ratios = self.ns.iter().map(ratio).collect::<Result<Vec<_>, _>>()?;
                let (scheme, name) = (priced.scheme.id.clone(), priced.scheme.name.clone());
                rows.push(AgainstRow { scheme, name, phase, ratios });
            }
        }
        Ok(Against { scheme: other.id.clone(), name: other.name.clone(), row, rows })
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

impl Priced {
    /// Every phase, and under it the same with composite operations where it has some.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        for phase in &self.cost.phases {
            let composite = self.composite.as_ref().map(|cost| cost.phase(&phase.name));
            match composite {
                // Shown as the composite form of the phase it belongs to.
                Some(None) => continue,
                Some(Some(composite)) if composite.formula != phase.formula => {
                    lines.push(Line { phase, composite: false });
                    lines.push(Line { phase: composite, composite: true });
                }
                _ => lines.push(Line { phase, composite: false }),
            }
        }
        lines
    }

    /// The best price of a phase that is asked for: composite if there is one.
    pub fn phase(&self, name: &str) -> Option<&PhaseCost> {
        self.composite.as_ref().and_then(|cost| cost.phase(name)).or_else(|| self.cost.phase(name))
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
