//! Operation counts found by running a scheme: what its code does, and not what anyone says it does.
//!
//! Every phase runs on a counting engine for n = 1, 2, 5 and 16 signers, and each count is fitted exactly by a
//! polynomial of degree 2 at most. Four points overdetermine it, so a count that is no such polynomial is refused.
//!
//! ```
//! let counted = cbas_schemes::count::counted("qiao-2023")?;
//! let verify = counted.phase("AggVerify").unwrap();
//! assert_eq!(verify.formula(), "(2n+2)*ec-mul + 3n*ec-add + 3n*hash-to-scalar");
//! # Ok::<(), cbas_schemes::error::CountError>(())
//! ```

use std::fmt;

use serde::Serialize;

use crate::engine::{BESIDE, Blstrs, Counting, Counts, FIXED_BASE, NumBigint, OPERATIONS, P256, Products, take_beside};
use crate::error::CountError;
use crate::polynomial::Polynomial;
use crate::scheme::{Engines, Executable};

/// Numbers of signers that every scheme is counted at.
pub const SIGNERS: [usize; 4] = [1, 2, 5, 16];
/// What the scheme files say of an executed row.
const SOURCE: &str =
    "counted while the code of this crate ran for 1, 2, 5 and 16 signers; encodings and decodings included";
/// Highest power of n that is looked for.
const DEGREE: usize = 2;

/// The counts of every phase of a scheme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CountedScheme {
    /// The scheme.
    pub scheme: Executable,
    /// The phases in the order they ran.
    pub phases: Vec<CountedPhase>,
}

/// The counts of one phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CountedPhase {
    /// Name; ends in `Product` if the pairings of the phase are computed as one product and the count differs for that.
    pub name: String,
    /// Operations that occur and their counts, in the order of [`OPERATIONS`].
    pub operations: Vec<(&'static str, Polynomial)>,
    /// How many of its `ec-mul` multiply the generator, for which a library may have a table (`ec-mul-base`).
    pub fixed_base: Polynomial,
    /// What is done beside them, in the order of [`BESIDE`]: no row of a scheme file has it, and a price without it is
    /// that much too low.
    pub beside: Vec<(&'static str, Polynomial)>,
}

impl CountedScheme {
    /// The phase of that name.
    pub fn phase(&self, name: &str) -> Option<&CountedPhase> {
        self.phases.iter().find(|phase| phase.name == name)
    }

    /// The phase that runs under `name` when products of pairings are computed so.
    pub fn phase_with(&self, name: &str, products: Products) -> Option<&CountedPhase> {
        let shared = (products == Products::Shared).then(|| self.phase(&format!("{name}Product"))).flatten();
        shared.or_else(|| self.phase(name))
    }

    /// The executed row of a scheme file, ready to paste.
    pub fn to_toml(&self) -> String {
        let phases = self.phases.iter().map(|phase| {
            let (name, formula) = (&phase.name, phase.formula());
            format!("    {{ name = \"{name}\", formula = \"{formula}\" }},\n")
        });
        format!(
            "[[row]]\nprovenance = \"executed\"\nsource = \"{SOURCE}\"\nphases = [\n{}]\n",
            phases.collect::<String>()
        )
    }
}

impl CountedPhase {
    /// The counts in the grammar of [`formula`](crate::formula).
    pub fn formula(&self) -> String {
        let terms = self.operations.iter().map(|(operation, count)| count.term(operation));
        let formula = terms.collect::<Vec<_>>().join(" + ");
        if formula.is_empty() { "0".to_owned() } else { formula }
    }
}

/// One line a phase: its name and its formula.
impl fmt::Display for CountedScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.phases.iter().map(|phase| phase.name.len()).max().unwrap_or(0);
        self.phases.iter().try_for_each(|phase| writeln!(f, "{:width$}  {}", phase.name, phase.formula()))
    }
}

/// The counts of the scheme called `id` in the catalogue.
///
/// # Errors
/// [`CountError::NotExecutable`] if there is no code for it, else as [`count`].
pub fn counted(id: &str) -> Result<CountedScheme, CountError> {
    count(Executable::find(id).ok_or_else(|| CountError::NotExecutable { scheme: id.to_owned() })?)
}

/// The counts of a scheme.
///
/// # Errors
/// [`CountError::Refused`] if a verification refuses what was made for it, [`CountError::NoPolynomial`] if a count does
/// not follow one.
pub fn count(scheme: Executable) -> Result<CountedScheme, CountError> {
    let separate = fitted(scheme, Products::Separate)?;
    let shared = fitted(scheme, Products::Shared)?;
    let mut phases = Vec::with_capacity(separate.len());
    for (separate, mut shared) in separate.into_iter().zip(shared) {
        let differs = separate.operations != shared.operations;
        phases.push(separate);
        if differs {
            shared.name += "Product";
            phases.push(shared);
        }
    }
    Ok(CountedScheme { scheme, phases })
}

/// The phases of a scheme with their counts as polynomials.
fn fitted(scheme: Executable, products: Products) -> Result<Vec<CountedPhase>, CountError> {
    let runs = SIGNERS.map(|n| run(scheme, n, products));
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let phases = runs[0].iter().enumerate().map(|(index, (name, _))| {
        let fit = |operation: &'static str| {
            let count = |run: &Vec<(&str, Counts)>| run.get(index).and_then(|phase| phase.1.get(operation)).copied();
            let counts: Vec<u64> = runs.iter().map(|run| count(run).unwrap_or(0)).collect();
            let points: Vec<(u64, u64)> = SIGNERS.iter().map(|&n| n as u64).zip(counts.iter().copied()).collect();
            Polynomial::fit(&points, DEGREE).ok_or_else(|| {
                let (scheme, phase) = (scheme.id(), (*name).to_owned());
                CountError::NoPolynomial { scheme, phase, operation, counts }
            })
        };
        let fit_all = |names: &[&'static str]| -> Result<Vec<_>, CountError> {
            let mut counts =
                names.iter().map(|&name| Ok((name, fit(name)?))).collect::<Result<Vec<_>, CountError>>()?;
            counts.retain(|(_, count)| !count.is_zero());
            Ok(counts)
        };
        let (operations, beside) = (fit_all(OPERATIONS)?, fit_all(BESIDE)?);
        Ok(CountedPhase { name: (*name).to_owned(), operations, fixed_base: fit(FIXED_BASE)?, beside })
    });
    phases.collect()
}

/// Every phase that ran with `n` signers, with its counts.
fn run(scheme: Executable, n: usize, products: Products) -> Result<Vec<(&'static str, Counts)>, CountError> {
    let engines =
        Engines { pairing: Counting::new(Blstrs), curve: Counting::new(P256), modular: Counting::new(NumBigint) };
    let take = || -> Counts {
        let Engines { pairing, curve, modular } = &engines;
        // A scheme uses one of the three, so no operation is counted by two.
        [pairing.take(), curve.take(), modular.take(), take_beside()].into_iter().flatten().collect()
    };
    let mut counted = Vec::new();
    let verdict = scheme.walk(&engines, n, products, &mut |phases| {
        // What the set-up did belongs to no phase.
        take();
        phases.iter().try_for_each(|phase| {
            phase.run()?;
            counted.push((phase.name(), take()));
            Ok(())
        })
    });
    verdict.map_err(|refusal| CountError::Refused { scheme: scheme.id(), n, refusal })?;
    Ok(counted)
}
