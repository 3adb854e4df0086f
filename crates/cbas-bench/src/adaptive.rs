//! Runs that are measured until their mean has settled (STATISTICS §9, sequential use).
//!
//! In every round each run that is still open gets one block, in seeded random order. A run is
//! judged only when it reaches a checkpoint of the stopping rule, and ended when two checkpoints in a
//! row find it converged, at its largest size, or when the time of the process is up. The others go
//! on. Judging happens between blocks, outside any timed region.

use std::collections::BTreeMap;

use cbas_convergence::Settings;
use cbas_convergence::stopping::StoppingRule;
use chacha20::ChaCha20Rng;

use crate::campaign::value::{self, EmptySample};
use crate::campaign::{Manifest, Phase, Sample, Stop, StopReason};
use crate::protocol::{Protocol, Until};
use crate::schedule::{Block, generator};
use crate::shuffle::shuffle;

/// The open runs of one process.
pub(crate) struct Adaptive<'a> {
    protocol: &'a Protocol,
    until: Until,
    empty: EmptySample,
    runs: Vec<OpenRun>,
    round: Vec<usize>,
    order: ChaCha20Rng,
}

/// One run: what it has so far, and when it was ended.
struct OpenRun {
    id: String,
    rule: StoppingRule,
    samples: Vec<Sample>,
    stop: Option<Stop>,
}

impl<'a> Adaptive<'a> {
    /// Opens a run for every workload of the manifest.
    pub(crate) fn new(manifest: &'a Manifest, until: Until, process: u32, empty: EmptySample) -> Self {
        let settings = Settings { eps: until.eps, confidence: until.confidence, ..Settings::default() };
        let open = |id: &String| OpenRun {
            id: id.clone(),
            rule: StoppingRule::new(settings.clone()).starting_at(until.first as usize),
            samples: Vec::new(),
            stop: None,
        };
        Self {
            protocol: &manifest.protocol,
            until,
            empty,
            runs: manifest.workloads.iter().map(|workload| open(&workload.id)).collect(),
            round: Vec::new(),
            order: generator(manifest.protocol.seed, process, "block order"),
        }
    }

    /// The next block to measure; none when every run has ended. `elapsed` is the measuring time of
    /// this process so far, s.
    pub(crate) fn next(&mut self, elapsed: f64) -> Option<Block> {
        if elapsed >= self.until.max_seconds {
            self.end_all(StopReason::MaxTime);
        }
        if self.round.is_empty() {
            self.round = (0..self.runs.len()).filter(|&run| self.runs[run].stop.is_none()).collect();
            shuffle(&mut self.round, &mut self.order);
        }
        let workload = self.round.pop()?;
        let first = self.runs[workload].samples.len() as u32;
        let checkpoint = self.runs[workload].rule.next_checkpoint() as u32;
        let samples = self.protocol.block.min(checkpoint.max(first + 1) - first).min(self.until.max_n - first);
        let warm_up = if first == 0 { self.protocol.warm_up } else { self.protocol.rewarm };
        Some(Block { workload, n: self.until.max_n, warm_up, first, samples })
    }

    /// Takes in the samples of a block, and judges its run if that reached a checkpoint.
    pub(crate) fn learn(&mut self, block: &Block, samples: &[Sample]) {
        let run = &mut self.runs[block.workload];
        run.samples.extend(samples.iter().filter(|sample| sample.phase == Phase::Measured));
        let n = run.samples.len() as u32;
        if n as usize >= run.rule.next_checkpoint() && run.is_settled(self.empty) {
            run.stop = Some(Stop { n, reason: StopReason::Settled });
        } else if n >= self.until.max_n {
            run.stop = Some(Stop { n, reason: StopReason::MaxN });
        }
    }

    /// Ends the run of a block whose runner has failed.
    pub(crate) fn fail(&mut self, block: &Block) {
        let run = &mut self.runs[block.workload];
        run.stop = Some(Stop { n: run.samples.len() as u32, reason: StopReason::Failed });
    }

    fn end_all(&mut self, reason: StopReason) {
        self.round.clear();
        for run in self.runs.iter_mut().filter(|run| run.stop.is_none()) {
            run.stop = Some(Stop { n: run.samples.len() as u32, reason });
        }
    }

    /// Ended runs and all runs, for the progress bar.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.runs.iter().filter(|run| run.stop.is_some()).count(), self.runs.len())
    }

    /// Why each run was ended.
    pub(crate) fn stops(&self) -> BTreeMap<String, Stop> {
        self.runs.iter().filter_map(|run| Some((run.id.clone(), run.stop?))).collect()
    }
}

impl OpenRun {
    /// Whether the stopping rule ends the run; a value that cannot be judged does not.
    fn is_settled(&mut self, empty: EmptySample) -> bool {
        let values = value::cpu(&self.samples.iter().collect::<Vec<_>>(), empty);
        self.rule.is_settled(&values).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::{SCHEMA, TimedWorkload};
    use crate::environment::Environment;
    use crate::measure::BatchTotal;
    use crate::workload::OutputDigest;

    fn manifest(ids: &[&str]) -> Manifest {
        let timed = |id: &&str| TimedWorkload {
            id: (*id).to_owned(),
            operation: String::new(),
            library: String::new(),
            library_version: String::new(),
            sizes: vec![4000],
            batch: 1,
            digest: OutputDigest::of([]),
            checked_against: vec![],
            inputs: crate::protocol::InputRule::Random,
            claims_constant_time: None,
        };
        Manifest {
            schema: SCHEMA.to_owned(),
            created: String::new(),
            protocol: Protocol::default(),
            workloads: ids.iter().map(timed).collect(),
            failures: vec![],
            runners: vec![],
            environment: Environment::read(),
        }
    }

    const UNTIL: Until = Until { eps: 0.01, confidence: 0.95, first: 1000, max_n: 4000, max_seconds: 60.0 };

    /// Invented samples: quiet for workload 0, wild for the others.
    fn samples(block: &Block) -> Vec<Sample> {
        let spread = if block.workload == 0 { 0.05 } else { 3.0 };
        (block.first..block.first + block.samples)
            .map(|index| {
                let noise = f64::from(index.wrapping_mul(2_654_435_761) >> 8) / f64::from(1u32 << 24);
                let time = (10_000.0 * (1.0 + spread * noise * noise * noise)) as u64;
                let total = BatchTotal { wall_ns: time, cpu_ns: Some(time) };
                Sample {
                    workload: block.workload,
                    n: block.n,
                    phase: Phase::Measured,
                    index,
                    batch: 1,
                    total,
                    preempted: false,
                }
            })
            .collect()
    }

    fn play(ids: &[&str], until: Until, seconds_a_block: f64) -> BTreeMap<String, Stop> {
        let manifest = manifest(ids);
        let mut adaptive = Adaptive::new(&manifest, until, 0, EmptySample::default());
        let mut elapsed = 0.0;
        while let Some(block) = adaptive.next(elapsed) {
            assert!(block.samples > 0 && block.samples <= 100);
            adaptive.learn(&block, &samples(&block));
            elapsed += seconds_a_block;
        }
        assert_eq!(adaptive.progress(), (ids.len(), ids.len()));
        adaptive.stops()
    }

    #[test]
    fn what_has_settled_stops_while_the_others_go_on() {
        let stops = play(&["quiet", "wild"], UNTIL, 0.0);
        // Two checkpoints in a row, at 1000 and 1250.
        assert_eq!(stops["quiet"], Stop { n: 1250, reason: StopReason::Settled });
        assert_eq!(stops["wild"], Stop { n: 4000, reason: StopReason::MaxN });
    }

    #[test]
    fn when_the_time_is_up_every_run_ends() {
        let stops = play(&["quiet", "wild"], UNTIL, 6.0);
        assert!(stops.values().all(|stop| stop.reason == StopReason::MaxTime && stop.n <= 1000), "{stops:?}");
    }
}
