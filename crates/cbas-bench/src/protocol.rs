//! What makes a run reproducible: N, warm-up, batch, processes, order, seed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::BenchError;
use crate::measure::Reading;

/// Everything that must be equal for a campaign to be repeatable. Saved in the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Measured samples of each run, ascending; every process makes one run of each size.
    pub sizes: Vec<u32>,
    /// Fresh processes, each of which makes all runs.
    pub processes: u32,
    /// Samples taken before the first measured one of a run, kept and marked.
    pub warm_up: u32,
    /// Samples taken at the start of every later block of a run, kept and marked: other workloads
    /// have had the caches since.
    pub rewarm: u32,
    /// Measured samples a block.
    pub block: u32,
    /// How many operations a sample holds.
    pub batch: BatchRule,
    /// In which order the blocks of all workloads run.
    pub order: Order,
    /// Seed of inputs, block order, environment size and stack offset.
    pub seed: u64,
    /// When a sample counts as preempted.
    pub preemption: PreemptionRule,
    /// What the operations are fed with.
    #[serde(default)]
    pub inputs: InputRule,
    /// Measure each run until its mean has settled; then `sizes` holds the largest size alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
}

impl Default for Protocol {
    fn default() -> Self {
        Self {
            sizes: vec![1000, 5000],
            processes: 5,
            warm_up: 100,
            rewarm: 2,
            block: 100,
            batch: BatchRule::Auto { target_ns: 100_000 },
            order: Order::Interleaved,
            seed: 1,
            preemption: PreemptionRule { absolute_ns: 5_000, relative: 0.01 },
            inputs: InputRule::Random,
            until: None,
        }
    }
}

impl Protocol {
    /// Checks the values and sorts the sizes.
    ///
    /// # Errors
    /// [`BenchError::Protocol`] naming the value and what it must be.
    ///
    /// ```
    /// use cbas_bench::protocol::Protocol;
    /// let wrong = Protocol { sizes: vec![0], ..Protocol::default() };
    /// assert!(wrong.validated().unwrap_err().to_string().contains("at least 1"));
    /// ```
    pub fn validated(mut self) -> Result<Self, BenchError> {
        let refuse = |what, found: String, remedy| Err(BenchError::Protocol { what, found, remedy });
        self.sizes.sort_unstable();
        if self.sizes.is_empty() || self.sizes[0] == 0 {
            let found = self.sizes.first().map_or("empty".to_owned(), u32::to_string);
            return refuse("N", found, "give --n sample sizes of at least 1, such as 1000,5000");
        }
        if let Some(pair) = self.sizes.windows(2).find(|pair| pair[0] == pair[1]) {
            return refuse("N", format!("{} twice", pair[0]), "give --n each sample size once");
        }
        if self.processes == 0 || self.processes > 1000 {
            return refuse("the number of processes", self.processes.to_string(), "give --processes 1 to 1000");
        }
        if self.block == 0 {
            return refuse("the block length", "0".to_owned(), "a block holds at least 1 sample");
        }
        if self.batch == BatchRule::Fixed(0) {
            return refuse("the batch", "0".to_owned(), "give --batch auto or a number of at least 1");
        }
        match self.until {
            Some(until) => self.adaptive(until),
            None => Ok(self),
        }
    }

    /// Checks the stopping rule and makes its largest size the only one.
    fn adaptive(mut self, until: Until) -> Result<Self, BenchError> {
        let refuse = |what, found: String, remedy| Err(BenchError::Protocol { what, found, remedy });
        if !(until.eps.is_finite() && until.eps > 0.0 && until.eps < 1.0) {
            return refuse("the target of --until", until.eps.to_string(), "give --until a share such as 1%");
        }
        if until.max_n < until.first {
            let found = until.max_n.to_string();
            return refuse("--max-n", found, "give --max-n at least 1000, where the rule looks first");
        }
        if !(until.max_seconds.is_finite() && until.max_seconds > 0.0) {
            return refuse("--max-time", until.max_seconds.to_string(), "give --max-time a time such as 90s or 5m");
        }
        if self.order != Order::Interleaved {
            let remedy = "leave --order interleaved: runs that stop by themselves have no fixed order";
            return refuse("the order with --until", self.order.to_string(), remedy);
        }
        self.sizes = vec![until.max_n];
        Ok(self)
    }

    /// Samples of one workload in one process, warm-up included.
    pub fn samples_per_process(&self) -> u64 {
        self.sizes
            .iter()
            .map(|&n| {
                let blocks = u64::from(n.div_ceil(self.block_of(n)));
                u64::from(n) + u64::from(self.warm_up) + (blocks - 1) * u64::from(self.rewarm)
            })
            .sum()
    }

    /// Measured samples a block of a run of `n`: sequential orders do not cut runs.
    pub fn block_of(&self, n: u32) -> u32 {
        match self.order {
            Order::Interleaved => self.block,
            _ => n,
        }
    }
}

/// When a run that is measured until its mean has settled is ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// Target relative half-width of the interval.
    pub eps: f64,
    /// Confidence of that interval.
    pub confidence: f64,
    /// Measured samples at the first checkpoint.
    pub first: u32,
    /// Most measured samples of a run.
    pub max_n: u32,
    /// Longest measuring time of a process, s; what has not settled by then is ended.
    pub max_seconds: f64,
}

/// How many operations one sample holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchRule {
    /// The smallest power of two that makes a sample last at least `target_ns`.
    Auto {
        /// Shortest sample wanted, ns.
        target_ns: u64,
    },
    /// The same number for every workload; 1 is the protocol of the reference study.
    Fixed(u32),
}

impl FromStr for BatchRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto { target_ns: 100_000 }),
            _ => match text.parse() {
                Ok(batch @ 1..) => Ok(Self::Fixed(batch)),
                _ => Err(format!("`{text}` is neither `auto` nor a number from 1 to {}", u32::MAX)),
            },
        }
    }
}

/// What operations are fed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputRule {
    /// All inputs of a pool in turn.
    #[default]
    Random,
    /// One input again and again, another one in every process.
    Fixed,
    /// Each workload twice, once with either: the difference is what depends on the input.
    Both,
}

/// In which order the blocks of all workloads run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Blocks of all workloads and sizes in seeded random order: a slow minute hits all of them.
    Interleaved,
    /// One run after the other in the order of the catalogue, as the reference study did.
    Sequential,
    /// The reverse of `Sequential`: what differs between the two is an effect of order.
    Reverse,
    /// `Sequential` in even processes, `Reverse` in odd ones.
    Both,
    /// As [`Order::Sequential`]: one size after the other, in each the keys from short to long.
    SizesKeysUp,
    /// One size after the other, in each the keys from long to short.
    SizesKeysDown,
    /// One key after the other from short to long, with each all sizes.
    KeysUpSizes,
    /// One key after the other from long to short, with each all sizes.
    KeysDownSizes,
    /// The four orders of keys and sizes, each in every fourth process: what differs is an effect of order.
    Nested,
}

impl Order {
    /// The order within one process.
    ///
    /// ```
    /// use cbas_bench::protocol::Order;
    /// assert_eq!(Order::Both.of_process(3), Order::Reverse);
    /// ```
    pub fn of_process(self, process: u32) -> Self {
        match self.levels() {
            [] => self,
            levels => levels[process as usize % levels.len()],
        }
    }

    /// The orders that are compared, if it stands for several.
    pub fn levels(self) -> &'static [Self] {
        match self {
            Order::Both => &[Order::Sequential, Order::Reverse],
            Order::Nested => &[Order::SizesKeysUp, Order::SizesKeysDown, Order::KeysUpSizes, Order::KeysDownSizes],
            _ => &[],
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Interleaved => "interleaved",
            Order::Sequential => "sequential",
            Order::Reverse => "reverse",
            Order::Both => "both",
            Order::SizesKeysUp => "sizes, keys up",
            Order::SizesKeysDown => "sizes, keys down",
            Order::KeysUpSizes => "keys up, sizes",
            Order::KeysDownSizes => "keys down, sizes",
            Order::Nested => "nested",
        })
    }
}

/// When a sample counts as preempted: an involuntary context switch was counted, or wall time
/// exceeds CPU time by more than both thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PreemptionRule {
    /// Smallest gap that counts, ns.
    pub absolute_ns: u64,
    /// Smallest gap that counts, as a share of the wall time.
    pub relative: f64,
}

impl PreemptionRule {
    /// Whether the reading shows that the thread was taken off the processor.
    ///
    /// ```
    /// use cbas_bench::measure::{BatchTotal, Reading};
    /// use cbas_bench::protocol::PreemptionRule;
    /// let rule = PreemptionRule { absolute_ns: 5_000, relative: 0.01 };
    /// let reading = |wall_ns, cpu_ns| Reading { total: BatchTotal { wall_ns, cpu_ns: Some(cpu_ns) }, switches: 0 };
    /// assert!(rule.preempted(&reading(200_000, 150_000)));
    /// assert!(!rule.preempted(&reading(200_000, 199_000)));
    /// ```
    pub fn preempted(&self, reading: &Reading) -> bool {
        let wall = reading.total.wall_ns;
        let gap = reading.total.cpu_ns.map_or(0, |cpu| wall.saturating_sub(cpu));
        reading.switches > 0 || (gap > self.absolute_ns && gap as f64 > self.relative * wall as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_out_sorted_and_doubles_are_refused() {
        let sizes = |sizes: &[u32]| Protocol { sizes: sizes.to_vec(), ..Protocol::default() }.validated();
        assert_eq!(sizes(&[5000, 1000]).unwrap().sizes, [1000, 5000]);
        assert!(sizes(&[1000, 1000]).is_err());
        assert!(sizes(&[]).is_err());
    }

    #[test]
    fn the_batch_rule_reads_what_it_says_it_reads() {
        assert_eq!("8".parse::<BatchRule>().unwrap(), BatchRule::Fixed(8));
        assert!("auto".parse::<BatchRule>().is_ok());
        assert!("0".parse::<BatchRule>().unwrap_err().contains("from 1"));
        assert!("99999999999".parse::<BatchRule>().unwrap_err().contains("to 4294967295"));
        assert!("-3".parse::<BatchRule>().is_err());
    }

    #[test]
    fn samples_per_process_counts_warm_up_and_rewarming() {
        let protocol = Protocol { sizes: vec![250], block: 100, warm_up: 10, rewarm: 2, ..Protocol::default() };
        assert_eq!(protocol.samples_per_process(), 250 + 10 + 2 * 2);
    }
}
