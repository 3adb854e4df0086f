//! The phases of a scheme timed on real engines, beside the operations that price them.
//!
//! A price is a sum of unit costs; this is what the code takes. Everything is in place at once, phases of all schemes
//! for all numbers of signers and all operations, and is timed as operations are in a campaign: batches that last long
//! enough for the clock, several samples a turn after one that is not kept, turns in an order that is drawn for the
//! process. So a slow spell hits phases and operations alike, and neither runs colder than the other.

mod item;
mod share;
mod unit;

use cbas_bench::clock::Clock;
use cbas_bench::{overhead, schedule};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::count::CountedScheme;
use crate::engine::{CurveEngine, ModularEngine, PairingEngine, Products};
use crate::scheme::{Engines, Executable, Phase, Refusal};
use item::Item;

/// What one process measures, and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Schemes, each for a number of signers.
    pub cells: Vec<(Executable, usize)>,
    /// Operations by name, and what is done beside them ([`BESIDE`](crate::engine::BESIDE)).
    pub operations: Vec<String>,
    /// How products of pairings are computed.
    pub products: Products,
    /// Seed of the inputs and of the order.
    pub seed: u64,
    /// Number of the process.
    pub process: u32,
    /// A sample lasts at least this, ns; a longer phase is a sample by itself.
    pub sample_ns: u64,
    /// Samples are planned for so much time in all, ns. Everything has three at least, so it can be more.
    pub budget_ns: f64,
}

/// What was timed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// An operation.
    Operation(String),
    /// A phase of a scheme.
    Phase {
        /// Identifier of the scheme.
        scheme: String,
        /// Name of the phase as it runs;
        /// [`CountedScheme::phase_with`](crate::count::CountedScheme::phase_with) finds its counts.
        phase: String,
        /// Number of signers.
        n: u64,
    },
}

/// Samples of one operation or phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// What was timed.
    pub subject: Subject,
    /// Runs in a sample.
    pub batch: u32,
    /// Time of one run, ns, one value a sample in the order of measurement: CPU time of the thread where the platform has
    /// it, else wall time; the cost of the clock is subtracted.
    pub ns: Vec<f64>,
}

impl Timed {
    /// Mean time, ns.
    pub fn mean(&self) -> f64 {
        self.ns.iter().sum::<f64>() / self.ns.len() as f64
    }
}

/// Why nothing was measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// What was made in a run did not verify in it.
    #[error("scheme `{scheme}` refuses its own signatures at n = {n}, so its times mean nothing: {refusal}")]
    Refused {
        /// The scheme.
        scheme: String,
        /// Number of signers.
        n: u64,
        /// Why; part of the message, so not a source of its own.
        refusal: Refusal,
    },
    /// An operation changed its outputs.
    #[error("`{operation}` gave other outputs after timing than before: do not trust this machine's figures")]
    Outputs {
        /// The operation.
        operation: String,
    },
}

/// The operations that the phases of these schemes need, with what they do beside, each once.
pub fn operations(counted: &[CountedScheme]) -> Vec<String> {
    let phases = || counted.iter().flat_map(|scheme| &scheme.phases);
    let counts = phases().flat_map(|phase| phase.operations.iter().chain(&phase.beside));
    let mut names: Vec<String> = counts.map(|(name, _)| (*name).to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A phase that is in place, with what it belongs to.
#[derive(Debug, Clone, Copy)]
struct Placed<'a> {
    scheme: Executable,
    n: usize,
    phase: Phase<'a>,
}

/// Measures what is planned. An operation that no library provides is left out.
///
/// # Errors
/// [`MeasureError`] if a verification refuses at any time, so that nothing is timed that does not verify, or if the
/// outputs of an operation change.
///
/// ```
/// use cbas_bench::clock::SystemClock;
/// use cbas_schemes::engine::Products;
/// use cbas_schemes::measure::{Plan, Subject, measure};
/// use cbas_schemes::scheme::{Executable, libraries};
///
/// let plan = Plan {
///     cells: vec![(Executable::Schnorr, 2)],
///     operations: vec!["ec-mul".to_owned()],
///     products: Products::Shared,
///     seed: 1,
///     process: 0,
///     sample_ns: 0,
///     budget_ns: 0.0,
/// };
/// let timed = measure(&plan, &libraries(), &SystemClock::new())?;
/// assert_eq!(timed[0].subject, Subject::Operation("ec-mul".to_owned()));
/// assert_eq!((timed.len(), timed[1].ns.len()), (1 + 5, 3));
/// # Ok::<(), cbas_schemes::measure::MeasureError>(())
/// ```
pub fn measure<P: PairingEngine, C: CurveEngine, M: ModularEngine>(
    plan: &Plan,
    engines: &Engines<P, C, M>,
    clock: &impl Clock,
) -> Result<Vec<Timed>, MeasureError> {
    with_all(plan, engines, &plan.cells, &[], &mut |placed| time(plan, engines.pairing.library(), placed, clock))
}

/// What is done when everything is in place.
type Then<'t> = &'t mut dyn FnMut(&[Placed<'_>]) -> Result<Vec<Timed>, MeasureError>;

/// Sets up one scheme inside the other, until the phases of all are in place.
fn with_all<P: PairingEngine, C: CurveEngine, M: ModularEngine>(
    plan: &Plan,
    engines: &Engines<P, C, M>,
    cells: &[(Executable, usize)],
    placed: &[Placed<'_>],
    then: Then<'_>,
) -> Result<Vec<Timed>, MeasureError> {
    let Some((&(scheme, n), rest)) = cells.split_first() else { return then(placed) };
    let mut inner = None;
    let verdict = scheme.walk(engines, n, plan.products, &mut |phases| {
        let phases = phases.iter().map(|&phase| Placed { scheme, n, phase });
        let all: Vec<Placed<'_>> = placed.iter().copied().chain(phases).collect();
        inner = Some(with_all(plan, engines, rest, &all, then));
        Ok(())
    });
    verdict.map_err(|refusal| refused(scheme, n, refusal))?;
    inner.unwrap_or_else(|| Ok(Vec::new()))
}

fn refused(scheme: Executable, n: usize, refusal: Refusal) -> MeasureError {
    MeasureError::Refused { scheme: scheme.id().to_owned(), n: n as u64, refusal }
}

/// Times everything that is in place.
fn time(
    plan: &Plan,
    pairing: &'static str,
    placed: &[Placed<'_>],
    clock: &impl Clock,
) -> Result<Vec<Timed>, MeasureError> {
    let cost = overhead::cost(clock);
    let operations = plan.operations.iter().filter_map(|operation| Item::operation(operation, pairing, plan.seed));
    let mut items: Vec<Item<'_>> = operations.chain(placed.iter().map(Item::phase)).collect();
    let mut sample_ns = Vec::with_capacity(items.len());
    for item in &mut items {
        sample_ns.push(item.choose_batch(plan.sample_ns, clock, cost)?);
    }
    let samples = share::samples(&sample_ns, plan.budget_ns);
    let turns = samples
        .iter()
        .enumerate()
        .flat_map(|(index, &samples)| share::turns(samples).into_iter().map(move |samples| (index, samples)));
    for (index, samples) in schedule::shuffled(turns.collect(), plan.seed, plan.process) {
        // One that is not kept brings code and data back into the caches; a long phase does that by itself.
        let warm_up = u32::from(sample_ns[index] < share::LONG_NS);
        items[index].sample(warm_up, samples, clock, cost)?;
    }
    items.into_iter().map(Item::finish).collect()
}

#[cfg(test)]
mod tests {
    use cbas_bench::clock::SystemClock;

    use super::*;
    use crate::count::count;
    use crate::engine::BESIDE;
    use crate::scheme::libraries;

    fn plan(cells: &[(Executable, usize)], operations: &[&str]) -> Plan {
        Plan {
            cells: cells.to_vec(),
            operations: operations.iter().map(|&operation| operation.to_owned()).collect(),
            products: Products::Shared,
            seed: 1,
            process: 0,
            sample_ns: 0,
            budget_ns: 0.0,
        }
    }

    #[test]
    fn phases_of_all_schemes_are_timed_beside_the_operations() {
        let cells = [(Executable::CbasG, 2), (Executable::Qiao, 1), (Executable::CbasG, 1)];
        let plan = plan(&cells, &["g1-mul", "sha512-byte", "no-such-operation"]);
        let timed = measure(&plan, &libraries(), &SystemClock::new()).unwrap();
        let operation = |name: &str| Subject::Operation(name.to_owned());
        assert_eq!([&timed[0].subject, &timed[1].subject], [&operation("g1-mul"), &operation("sha512-byte")]);
        let mut phases = timed[2..].iter();
        for (scheme, n) in cells {
            // Every phase has counts, so it has a price.
            let counted = count(scheme).unwrap();
            for _ in 0..8 {
                let found = phases.next().unwrap();
                let Subject::Phase { scheme: id, phase, n: signers } = &found.subject else { panic!("{found:?}") };
                assert_eq!((id.as_str(), *signers), (scheme.id(), n as u64));
                assert!(counted.phase_with(phase, Products::Shared).is_some(), "{phase}");
                assert!(found.ns.len() == 3 && found.ns.iter().all(|ns| ns.is_finite() && *ns >= 0.0), "{found:?}");
            }
        }
        assert!(phases.next().is_none());
    }

    #[test]
    fn what_a_price_needs_can_be_timed() {
        let counted: Vec<CountedScheme> = Executable::ALL.iter().map(|&scheme| count(scheme).unwrap()).collect();
        let names = operations(&counted);
        assert!(BESIDE.iter().all(|name| names.iter().any(|known| known == name)), "{names:?}");
        for name in names {
            assert!(Item::operation(&name, "blstrs", 1).is_some(), "{name}");
        }
    }

    #[test]
    fn nobody_signs_nothing() {
        let error = measure(&plan(&[(Executable::Bls, 0)], &[]), &libraries(), &SystemClock::new()).unwrap_err();
        assert_eq!(error, refused(Executable::Bls, 0, Refusal::Empty));
    }
}
