//! One operation, with everyone who times it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cbas_bench::clock::SystemClock;
use cbas_bench::inputs::{self, Input};
use cbas_bench::measure;
use cbas_bench::operation::Operation;
use cbas_bench::selection;
use cbas_bench::workload::Workload;
use cbas_convergence::statistics::signed_rank::hodges_lehmann;

use super::operations::{Bare, bare};
use super::peers::Peers;
use super::place::{Place, run_at};
use super::statistics::median;
use super::subject::{Sizes, Subject};
use super::table::Line;

const SEED: u64 = 1;
/// A sample is at least this long, ns: a thousand times what reading the clocks costs, and no longer, since the machine's noise
/// differs from one to the next, so that many short ones say more than a few long ones.
const SAMPLE_NS: f64 = 2e5;
/// Time of our samples in a turn, within the limits of [`SAMPLES`], ns.
const TURN_NS: f64 = 15e6;
/// Samples in a turn; criterion takes no fewer than ten.
const SAMPLES: std::ops::RangeInclusive<usize> = 10..=60;
/// Inputs of a workload and of its bare loop: no more than are soon in the caches again when its turn comes, so that who ran
/// last has no advantage, and no fewer than branch prediction can learn by heart. An odd number, so that samples in turns, of
/// 1, 2, 4, ... inputs, meet all of them.
const POOL: std::ops::RangeInclusive<usize> = 17..=65;
/// Time that going once over the pool may take, ns.
const POOL_NS: f64 = 5e6;
/// Sizes of the gaps between the inputs on the heap, in turns; without a common divisor with the orders, so that every
/// combination has its turn.
const GAPS: usize = 7;

/// One operation.
pub struct Row {
    operation: &'static Operation,
    workload: Workload,
    inputs: Vec<Input>,
    /// Both on the same inputs, where they are now; away while divan has it.
    placed: Option<(Subject, Bare)>,
    sizes: Sizes,
    /// What was measured, one value a round.
    pub line: Line,
}

impl Row {
    pub fn new(operation: &'static Operation, cost: f64) -> Result<Self> {
        let missing = || format!("no loop is written for {}", operation.id);
        let workload = selection::workload(operation.id, operation.default_library).with_context(missing)?;
        let mut inputs = inputs::draw(operation, SEED);
        let mut prepared = workload.prepare_on(&inputs[..*POOL.start()]);
        let clock = SystemClock::new();
        let mut batch = 1;
        let mut time = |batch| measure::sample(prepared.as_mut(), batch, &clock).total.wall_ns as f64 - cost;
        while time(batch) < SAMPLE_NS {
            batch *= 2;
        }
        let ns = time(batch) / f64::from(batch);
        inputs.truncate(((POOL_NS / ns) as usize | 1).clamp(*POOL.start(), *POOL.end()));
        drop(prepared);
        let sample = ns * f64::from(batch);
        let samples = ((TURN_NS / sample) as usize).clamp(*SAMPLES.start(), *SAMPLES.end());
        let sizes = Sizes { batch, samples, sample: Duration::from_nanos(sample as u64), cost };
        let line = Line { name: workload.id(), ..Line::default() };
        Ok(Self { operation, workload, inputs, placed: None, sizes, line })
    }

    /// All turns of a round; everyone is first, second and last equally often.
    pub fn round(&mut self, round: usize, peers: &Peers) -> Result<()> {
        self.place(round)?;
        for turn in 0..3 {
            match (round + turn) % 3 {
                0 => self.bare(round)?,
                1 => self.criterion(round, peers)?,
                _ => self.divan(round, peers)?,
            }
        }
        self.placed = None;
        Ok(())
    }

    /// Makes the inputs of both anew, in alternating order and after every second round with other gaps on the heap: where
    /// they lie moves a product of 150 ns by up to 1.6 %, for as long as they lie there.
    fn place(&mut self, round: usize) -> Result<()> {
        let missing = || format!("no loop is written for {}", self.operation.id);
        let gap = || black_box((0..round / 2 % GAPS).map(|at| vec![1_u8; 8 + 32 * (at % 3)]).collect::<Vec<_>>());
        let (mut gaps, mut ours, mut bare_loop) = (Vec::new(), None, None);
        for turn in 0..2 {
            gaps.push(gap());
            if (round + turn).is_multiple_of(2) {
                let workload = self.workload.prepare_on(&self.inputs);
                ours = Some(Subject::new(workload, self.sizes));
            } else {
                bare_loop = Some(bare(self.operation, &self.inputs).with_context(missing)?);
            }
        }
        self.placed = ours.zip(bare_loop);
        Ok(())
    }

    /// Operations that go once over the inputs and on to another one in every round: of long samples in turns, ours would else
    /// always be of the first, third, fifth, ... input.
    fn warming(&self, round: usize) -> u32 {
        (self.inputs.len() + round) as u32
    }

    /// Pairs of samples in alternating order.
    fn bare(&mut self, round: usize) -> Result<()> {
        let warming = self.warming(round);
        let Sizes { batch, samples, .. } = self.sizes;
        let (subject, bare_loop) = self.placed.as_mut().context("the workload is away")?;
        subject.begin(round, warming);
        bare_loop(warming);
        let (mut own, mut ratios) = (Vec::with_capacity(samples), Vec::with_capacity(samples));
        for pair in 0..samples {
            let ours_first = (round + pair).is_multiple_of(2);
            let mut ours = if ours_first { subject.sample() } else { 0.0 };
            let place = Place::apart(round * samples + pair);
            let started = Instant::now();
            run_at(place, bare_loop, batch);
            let bare = started.elapsed().as_nanos() as f64 / f64::from(batch);
            if !ours_first {
                ours = subject.sample();
            }
            subject.next_place();
            own.push(ours);
            ratios.push(ours / bare);
        }
        // One value a round, as of the peers: pairs on the same inputs are not independent.
        self.line.ours.push(median(&mut own));
        self.line.bare.push(hodges_lehmann(&ratios).centre);
        Ok(())
    }

    /// A turn of criterion on the same workload: the very code that is timed here.
    fn criterion(&mut self, round: usize, peers: &Peers) -> Result<()> {
        let warming = self.warming(round);
        let (subject, _) = self.placed.as_mut().context("the workload is away")?;
        subject.begin(round, warming);
        self.line.criterion.push(peers.criterion(subject)?);
        Ok(())
    }

    /// The same of divan.
    fn divan(&mut self, round: usize, peers: &Peers) -> Result<()> {
        let warming = self.warming(round);
        let (mut subject, bare) = self.placed.take().context("the workload is away")?;
        subject.begin(round, warming);
        let (ratio, subject) = peers.divan(subject)?;
        self.placed = Some((subject, bare));
        self.line.divan.push(ratio);
        Ok(())
    }
}
