//! The phases of a scheme timed on real engines, to set beside their price.
//!
//! A price is a sum of unit costs; this is what the code takes. Predicted over measured tells whether the sum leaves
//! something out (hashing many bytes, say) or counts it twice (a pairing's final exponentiation in a product).

use cbas_bench::clock::Clock;
use serde::Serialize;

use crate::engine::{CurveEngine, ModularEngine, PairingEngine, Products};
use crate::scheme::{Engines, Executable, Observer, Refusal};

/// The times of one phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MeasuredPhase {
    /// Name of the phase as it ran; [`CountedScheme::phase_with`](crate::count::CountedScheme::phase_with) finds its
    /// counts.
    pub name: &'static str,
    /// One time a repeat, ns: CPU time of the thread where the platform has it, else wall time. What reading the clock
    /// costs is in it.
    pub ns: Vec<f64>,
}

/// Runs all phases `repeats` times with `n` signers, after one run that is not kept.
///
/// # Errors
/// [`Refusal`] if a verification refuses, so that nothing is timed that does not verify.
///
/// ```
/// use cbas_bench::clock::SystemClock;
/// use cbas_schemes::{engine::Products, measure::measure, scheme::{Executable, libraries}};
/// let phases = measure(Executable::Schnorr, &libraries(), 2, Products::Shared, &SystemClock::new(), 3)?;
/// assert_eq!((phases[0].name, phases[0].ns.len()), ("KeyGen", 3));
/// # Ok::<(), cbas_schemes::scheme::Refusal>(())
/// ```
pub fn measure<P: PairingEngine, C: CurveEngine, M: ModularEngine>(
    scheme: Executable,
    engines: &Engines<P, C, M>,
    n: usize,
    products: Products,
    clock: &impl Clock,
    repeats: usize,
) -> Result<Vec<MeasuredPhase>, Refusal> {
    let mut phases: Vec<MeasuredPhase> = Vec::new();
    for repeat in 0..=repeats {
        let mut watch = Stopwatch { clock, times: Vec::with_capacity(phases.len()) };
        scheme.walk(engines, n, products, &mut watch)?;
        if repeat == 0 {
            phases = watch.times.iter().map(|&(name, _)| MeasuredPhase { name, ns: Vec::new() }).collect();
            continue;
        }
        phases.iter_mut().zip(watch.times).for_each(|(phase, (_, ns))| phase.ns.push(ns));
    }
    Ok(phases)
}

struct Stopwatch<'a, C> {
    clock: &'a C,
    times: Vec<(&'static str, f64)>,
}

impl<C: Clock> Observer for Stopwatch<'_, C> {
    fn phase<T>(&mut self, name: &'static str, run: impl FnOnce() -> T) -> T {
        let now = || self.clock.cpu_ns().unwrap_or_else(|| self.clock.wall_ns());
        let start = now();
        // The result of every phase is used later, so none of its work can be optimised away.
        let result = run();
        let elapsed = now().saturating_sub(start);
        self.times.push((name, elapsed as f64));
        result
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::count::count;
    use crate::scheme::libraries;

    /// Each reading is 1000 ns after the one before.
    struct Ticks(Cell<u64>);

    impl Clock for Ticks {
        fn wall_ns(&self) -> u64 {
            self.0.set(self.0.get() + 1000);
            self.0.get()
        }

        fn cpu_ns(&self) -> Option<u64> {
            None
        }

        fn involuntary_switches(&self) -> Option<u64> {
            None
        }
    }

    #[test]
    fn every_phase_is_timed_once_a_repeat_and_has_counts() {
        let clock = Ticks(Cell::new(0));
        for products in [Products::Separate, Products::Shared] {
            let phases = measure(Executable::CbasG, &libraries(), 2, products, &clock, 2).unwrap();
            let counted = count(Executable::CbasG).unwrap();
            for phase in &phases {
                assert_eq!(phase.ns, [1000.0, 1000.0], "{}", phase.name);
                let counts = counted.phase_with(phase.name, products).unwrap();
                let shared = products == Products::Shared && phase.name.ends_with("Verify");
                assert_eq!(counts.name.ends_with("Product"), shared, "{}", phase.name);
            }
            assert_eq!(phases.last().unwrap().name, "AggVerify");
        }
        let nobody = measure(Executable::CbasG, &libraries(), 0, Products::Shared, &clock, 1);
        assert_eq!(nobody, Err(Refusal::Empty));
    }
}
