//! One operation or phase in place, with the samples it has so far.

use cbas_bench::clock::Clock;
use cbas_bench::measure::{Reading, sample_of};
use cbas_bench::overhead::ClockCost;
use cbas_bench::protocol::BatchRule;
use cbas_bench::workload::{OutputDigest, Prepared, Selection};
use cbas_bench::{batch, operation, selection};

use super::unit::{Unit, library_of};
use super::{MeasureError, Placed, Subject, Timed, refused};

/// Samples whose minimum decides on a batch.
const TRIES: usize = 3;

pub(super) struct Item<'a> {
    work: Work<'a>,
    timed: Timed,
}

enum Work<'a> {
    Operation { prepared: Box<dyn Prepared>, digest: OutputDigest },
    Unit(Unit),
    Phase(Placed<'a>),
}

impl<'a> Item<'a> {
    /// An operation on the library that the engines use, if one provides it; `pairing` is that of the pairings.
    pub(super) fn operation(name: &str, pairing: &'static str, seed: u64) -> Option<Self> {
        let work = if let Some(unit) = Unit::find(name, seed) {
            Work::Unit(unit)
        } else {
            let known = operation::find(name).ok()?;
            let library = library_of(known, pairing)?;
            let prepared = selection::workload(known.id, library)?.prepare(seed, Selection::All);
            let digest = prepared.digest();
            Work::Operation { prepared, digest }
        };
        Some(Self::of(work, Subject::Operation(name.to_owned())))
    }

    /// A phase.
    pub(super) fn phase(placed: &Placed<'a>) -> Self {
        let (scheme, phase) = (placed.scheme.id().to_owned(), placed.phase.name().to_owned());
        Self::of(Work::Phase(*placed), Subject::Phase { scheme, phase, n: placed.n as u64 })
    }

    fn of(work: Work<'a>, subject: Subject) -> Self {
        Self { work, timed: Timed { subject, batch: 1, ns: Vec::new() } }
    }

    /// Runs a batch, which is all that is timed.
    fn run(&mut self, batch: u32) -> Result<(), MeasureError> {
        match &mut self.work {
            Work::Operation { prepared, .. } => prepared.run(batch),
            Work::Unit(unit) => (0..batch).for_each(|_| unit.run()),
            Work::Phase(Placed { scheme, n, phase }) => {
                let verdict = (0..batch).try_for_each(|_| phase.run());
                return verdict.map_err(|refusal| refused(*scheme, *n, refusal));
            }
        }
        Ok(())
    }

    fn read(&mut self, batch: u32, clock: &impl Clock) -> Result<Reading, MeasureError> {
        let mut outcome = Ok(());
        let reading = sample_of(|| outcome = self.run(batch), clock);
        outcome.map(|()| reading)
    }

    /// Chooses a batch that lasts `target_ns`, and returns about how long a sample then takes, ns.
    pub(super) fn choose_batch(
        &mut self,
        target_ns: u64,
        clock: &impl Clock,
        cost: ClockCost,
    ) -> Result<f64, MeasureError> {
        let mut last = self.read(1, clock)?.total.wall_ns as f64 - cost.wall_ns;
        // What lasts by itself is not run again and again to be sure.
        if last < target_ns as f64 {
            self.timed.batch = batch::choose_by(BatchRule::Auto { target_ns }, cost.wall_ns, |batch| {
                let mut fastest = u64::MAX;
                for _ in 0..TRIES {
                    fastest = fastest.min(self.read(batch, clock)?.total.wall_ns);
                }
                last = fastest as f64 - cost.wall_ns;
                Ok::<_, MeasureError>(fastest)
            })?;
        }
        Ok(last.max(0.0))
    }

    /// Takes one turn.
    pub(super) fn sample(
        &mut self,
        warm_up: u32,
        samples: u32,
        clock: &impl Clock,
        cost: ClockCost,
    ) -> Result<(), MeasureError> {
        let runs = f64::from(self.timed.batch);
        let per_run = if let Work::Unit(unit) = &self.work { unit.times as f64 } else { 1.0 };
        for index in 0..warm_up + samples {
            let total = self.read(self.timed.batch, clock)?.total;
            let ns = match (total.cpu_ns, cost.cpu_ns) {
                (Some(cpu_ns), Some(cost_ns)) => cpu_ns as f64 - cost_ns,
                _ => total.wall_ns as f64 - cost.wall_ns,
            };
            if index >= warm_up {
                self.timed.ns.push((ns / runs / per_run).max(0.0));
            }
        }
        Ok(())
    }

    /// The samples, after a last look at the outputs.
    pub(super) fn finish(self) -> Result<Timed, MeasureError> {
        match (self.work, &self.timed.subject) {
            (Work::Operation { prepared, digest }, Subject::Operation(operation)) if prepared.digest() != digest => {
                Err(MeasureError::Outputs { operation: operation.clone() })
            }
            _ => Ok(self.timed),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::scheme::{Executable, Phase, Refusal};

    /// Shows what the phase under test says.
    struct Hand<'a>(&'a Cell<u64>);

    impl Clock for Hand<'_> {
        fn wall_ns(&self) -> u64 {
            self.0.get()
        }

        fn cpu_ns(&self) -> Option<u64> {
            None
        }

        fn involuntary_switches(&self) -> Option<u64> {
            None
        }
    }

    fn placed<'a>(run: &'a dyn Fn() -> Result<(), Refusal>) -> Placed<'a> {
        Placed { scheme: Executable::Bls, n: 1, phase: Phase::new("Sign", run) }
    }

    const FREE: ClockCost = ClockCost { wall_ns: 0.0, cpu_ns: None, wall_tick_ns: 1, cpu_tick_ns: None };

    #[test]
    fn short_phases_are_timed_in_batches_and_long_ones_singly() {
        let now = Cell::new(0);
        for (phase_ns, batch) in [(3_000, 512), (1_000_000, 1), (40_000_000, 1)] {
            let run = || {
                now.set(now.get() + phase_ns);
                Ok(())
            };
            let mut item = Item::phase(&placed(&run));
            let sample_ns = item.choose_batch(1_000_000, &Hand(&now), FREE).unwrap();
            assert_eq!((item.timed.batch, sample_ns), (batch, (u64::from(batch) * phase_ns) as f64));
            item.sample(1, 4, &Hand(&now), FREE).unwrap();
            assert_eq!(item.finish().unwrap().ns, [phase_ns as f64; 4]);
        }
    }

    #[test]
    fn a_phase_that_refuses_at_any_time_ends_the_measurement() {
        let (now, runs) = (Cell::new(0), Cell::new(0));
        let run = || {
            runs.set(runs.get() + 1);
            now.set(now.get() + 1_000_000);
            if runs.get() == 5 { Err(Refusal::Equation) } else { Ok(()) }
        };
        let mut item = Item::phase(&placed(&run));
        item.choose_batch(1_000_000, &Hand(&now), FREE).unwrap();
        let error = item.sample(0, 10, &Hand(&now), FREE).unwrap_err();
        assert_eq!(error, refused(Executable::Bls, 1, Refusal::Equation));
        assert!(error.to_string().contains("`bls-agg` refuses its own signatures at n = 1"), "{error}");
    }
}
