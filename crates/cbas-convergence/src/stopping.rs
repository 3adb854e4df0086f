//! When to stop measuring (§9, sequential use): judged only at checkpoints, and only after two in a row agree.

use crate::analysis::analyze_run;
use crate::sample::{Run, SampleError};
use crate::settings::Settings;

/// A stopping rule for one run that is still being measured.
///
/// Looking after every sample would stop too early; at checkpoints that grow by a quarter, with two in a row, the true
/// error exceeds `eps` in 1-2 % of runs; with 1 % outliers, of which the first look at 300 may see none, in 5 %.
///
/// ```
/// use cbas_convergence::Settings;
/// use cbas_convergence::stopping::StoppingRule;
///
/// let mut rule = StoppingRule::new(Settings::default());
/// let mut times = Vec::new();
/// loop {
///     while times.len() < rule.next_checkpoint() {
///         times.push(3000.0 + (times.len() * 7919 % 211) as f64);
///     }
///     if rule.is_settled(&times)? {
///         break;
///     }
/// }
/// assert_eq!(times.len(), 375);
/// # Ok::<(), cbas_convergence::SampleError>(())
/// ```
#[derive(Debug, Clone)]
pub struct StoppingRule {
    settings: Settings,
    tick: Option<f64>,
    next: f64,
    agreed: bool,
}

impl StoppingRule {
    /// Starts at `settings.n_min` samples. With outliers of about 1 % expected, 1000 is a better start than 300.
    pub fn new(settings: Settings) -> Self {
        let next = settings.n_min as f64;
        Self { settings, tick: None, next, agreed: false }
    }

    /// The measured step of the clock per sample, ns.
    #[must_use]
    pub fn with_tick(mut self, nanoseconds: f64) -> Self {
        self.tick = Some(nanoseconds);
        self
    }

    /// Looks first at `n` samples.
    #[must_use]
    pub fn starting_at(mut self, n: usize) -> Self {
        self.next = n as f64;
        self
    }

    /// Number of samples at which to ask next.
    pub fn next_checkpoint(&self) -> usize {
        self.next.ceil() as usize
    }

    /// Whether to stop, given all samples so far. Before the next checkpoint the answer is no without a look.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn is_settled(&mut self, nanoseconds: &[f64]) -> Result<bool, SampleError> {
        if nanoseconds.len() < self.next_checkpoint() {
            return Ok(false);
        }
        while self.next_checkpoint() <= nanoseconds.len() {
            self.next *= 1.25;
        }
        let run = Run::new(nanoseconds.to_vec())?;
        let converged = analyze_run(&run, self.tick, &self.settings).verdict.is_converged();
        let settled = converged && self.agreed;
        self.agreed = converged;
        Ok(settled)
    }
}
