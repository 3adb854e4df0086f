//! One operation, with everyone who times it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cbas_bench::clock::SystemClock;
use cbas_bench::inputs::{self, Input};
use cbas_bench::layout::with_stack_frames;
use cbas_bench::measure;
use cbas_bench::operation::Operation;
use cbas_bench::selection;
use cbas_bench::workload::Workload;

use super::operations::{Bare, bare};
use super::peers::{Closure, Peers};
use super::statistics::median;

/// Pairs of samples, ours and bare, a round and operation.
const PAIRS: usize = 8;
const SEED: u64 = 1;
/// A sample of ours and of divan is at least this long, ns.
const SAMPLE_NS: f64 = 1e6;
/// Inputs of a workload and of its bare loop: no more than are soon in the caches again when its turn comes, so that who ran
/// last has no advantage, and no fewer than branch prediction can learn by heart.
const POOL: std::ops::RangeInclusive<usize> = 16..=64;
/// Time that going once over the pool may take, ns.
const POOL_NS: f64 = 5e6;
/// Depths of the stack, a page in all. Where the local variables of an operation lie within a page moves short ones by up to
/// 7 %; so every turn has another depth, and the median of the pairs of a round leaves out the few that are bad.
const DEPTHS: usize = 17;
/// A call by a peer is at least about this long, ns.
const CALL_NS: f64 = 1e4;
/// Sizes of the gaps between the inputs on the heap, in turns; without a common divisor with the depths and the orders, so
/// that every combination has its turn.
const GAPS: usize = 7;

/// What was measured of one operation, ns per operation, one value a round.
pub struct Row {
    pub operation: &'static Operation,
    workload: Workload,
    inputs: Vec<Input>,
    /// Both on the same inputs, where they are now; away while divan has it.
    placed: Option<(Closure, Bare)>,
    batch: u32,
    /// Operations in a call of a peer.
    operations: u32,
    /// Time of all samples of ours in a turn.
    turn: Duration,
    pub ours: Vec<f64>,
    pub ours_to_bare: Vec<f64>,
    pub criterion: Vec<f64>,
    pub divan: Vec<f64>,
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
        inputs.truncate(((POOL_NS / ns) as usize).clamp(*POOL.start(), *POOL.end()));
        drop(prepared);
        Ok(Self {
            operation,
            workload,
            inputs,
            placed: None,
            batch,
            operations: (CALL_NS / ns).ceil() as u32,
            turn: Duration::from_nanos((ns * f64::from(batch)) as u64 * PAIRS as u64),
            ours: Vec::new(),
            ours_to_bare: Vec::new(),
            criterion: Vec::new(),
            divan: Vec::new(),
        })
    }

    /// All turns of a round; everyone is first, second and last equally often.
    pub fn round(&mut self, round: usize, peers: &Peers, clock: &SystemClock, cost: f64) -> Result<()> {
        self.place(round)?;
        for turn in 0..3 {
            match (round + turn) % 3 {
                0 => self.own(round, clock, cost)?,
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
                ours = Some(Closure { workload, operations: self.operations });
            } else {
                bare_loop = Some(bare(self.operation, &self.inputs).with_context(missing)?);
            }
        }
        self.placed = ours.zip(bare_loop);
        Ok(())
    }

    /// Operations that go once over the inputs.
    fn pool(&self) -> u32 {
        self.inputs.len() as u32
    }

    /// Pairs of samples in alternating order.
    fn own(&mut self, round: usize, clock: &SystemClock, cost: f64) -> Result<()> {
        let pool = self.pool();
        let (closure, bare_loop) = self.placed.as_mut().context("the workload is away")?;
        let workload = closure.workload.as_mut();
        let mut ratios = Vec::with_capacity(PAIRS);
        // Whatever had its turn before left its own code and inputs in the caches.
        workload.run(pool);
        bare_loop(pool);
        for pair in 0..PAIRS {
            let turn = round * PAIRS + pair;
            let mut ours =
                || at_place(turn, || measure::sample(workload, self.batch, clock).total.wall_ns as f64 - cost);
            let mut bare = || {
                at_place(turn, || {
                    let started = Instant::now();
                    bare_loop(self.batch);
                    started.elapsed().as_nanos() as f64
                })
            };
            let (a, b) = if (round + pair).is_multiple_of(2) {
                let a = ours();
                (a, bare())
            } else {
                let b = bare();
                (ours(), b)
            };
            ratios.push(a / b);
        }
        // One value a round, as of the peers: pairs on the same inputs in the same place are not independent.
        self.ours_to_bare.push(median(&mut ratios));
        // In the places that the peers have, for them.
        let mut own: Vec<f64> = (0..PAIRS)
            .map(|pair| at_depth(round * PAIRS + pair, || measure::sample(workload, self.batch, clock)))
            .map(|reading| (reading.total.wall_ns as f64 - cost) / f64::from(self.batch))
            .collect();
        self.ours.push(median(&mut own));
        Ok(())
    }

    /// A turn of criterion on the same workload: the very code that is timed here.
    fn criterion(&mut self, round: usize, peers: &Peers) -> Result<()> {
        let pool = self.pool();
        let (closure, _) = self.placed.as_mut().context("the workload is away")?;
        closure.workload.run(pool);
        let median = at_depth(round, || peers.criterion(closure))?;
        self.criterion.push(median);
        Ok(())
    }

    /// The same of divan, in samples as long as ours and as many where they are long: the median of shorter ones leaves out
    /// more of what interrupts them, and that of three says little.
    fn divan(&mut self, round: usize, peers: &Peers) -> Result<()> {
        let (mut closure, bare) = self.placed.take().context("the workload is away")?;
        closure.workload.run(self.pool());
        let turn = || peers.divan(closure, self.batch, self.turn);
        let (median, closure) = at_depth(round, turn)?;
        self.placed = Some((closure, bare));
        self.divan.push(median);
        Ok(())
    }
}

/// Runs something with the stack at one of [`DEPTHS`]: neighbouring turns are far apart, and 17 of them are everywhere once.
fn at_depth<T>(turn: usize, run: impl FnOnce() -> T) -> T {
    with_stack_frames(turn * 7 % DEPTHS, run)
}

/// The same at one of four places within a cache line too: 68 neighbouring turns are everywhere once.
fn at_place<T>(turn: usize, run: impl FnOnce() -> T) -> T {
    at_depth(turn, || match turn % 4 {
        0 => lower::<16, T>(run),
        1 => lower::<32, T>(run),
        2 => lower::<48, T>(run),
        _ => lower::<64, T>(run),
    })
}

/// Runs something below so many bytes of the stack.
#[inline(never)]
fn lower<const BYTES: usize, T>(run: impl FnOnce() -> T) -> T {
    let bytes = black_box([0_u8; BYTES]);
    let result = run();
    black_box(&bytes);
    result
}
