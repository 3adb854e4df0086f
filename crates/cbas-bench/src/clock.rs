//! Wall clock, thread CPU clock, and evidence of preemption.

use std::time::Instant;

/// Where times come from. Real timing uses [`SystemClock`]; tests use a deterministic one.
pub trait Clock {
    /// Monotonic wall time, ns since an arbitrary origin.
    fn wall_ns(&self) -> u64;
    /// CPU time of the calling thread, ns; `None` where the platform has none.
    fn cpu_ns(&self) -> Option<u64>;
    /// Involuntary context switches of the calling thread so far; `None` where unknown.
    fn involuntary_switches(&self) -> Option<u64>;
}

/// The clocks of the operating system.
#[derive(Debug, Clone)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock whose wall time starts now.
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[inline]
    fn wall_ns(&self) -> u64 {
        let elapsed = self.origin.elapsed();
        elapsed.as_secs() * 1_000_000_000 + u64::from(elapsed.subsec_nanos())
    }

    #[cfg(unix)]
    #[inline]
    fn cpu_ns(&self) -> Option<u64> {
        use nix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
        Some(time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64)
    }

    #[cfg(not(unix))]
    fn cpu_ns(&self) -> Option<u64> {
        None
    }

    #[cfg(target_os = "linux")]
    #[inline]
    fn involuntary_switches(&self) -> Option<u64> {
        use nix::sys::resource::{UsageWho, getrusage};
        let usage = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
        u64::try_from(usage.involuntary_context_switches()).ok()
    }

    #[cfg(not(target_os = "linux"))]
    fn involuntary_switches(&self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_clock_moves_forward() {
        let clock = SystemClock::new();
        let first = clock.wall_ns();
        assert!(clock.wall_ns() >= first);
    }
}
