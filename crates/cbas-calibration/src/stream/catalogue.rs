//! All kinds of stream of the calibration.

use super::{
    Autoregressive, Bimodal, Clocked, Constant, Drifting, HeavyTail, Lognormal, Outliers, Periodic, Shifted,
    SteppedStartUp, Stream, TailRateChange, WarmingUp,
};

/// What a verdict on a stream should say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expectation {
    /// It is steady: "unstable" is a false alarm.
    Steady,
    /// It becomes steady, and the interval should cover that steady state.
    BecomesSteady,
    /// It never is: "converged" is a miss.
    Changing,
}

/// One kind of stream.
pub struct Entry {
    /// The stream.
    pub stream: Box<dyn Stream>,
    /// What a verdict should say.
    pub expectation: Expectation,
}

/// All kinds of stream, the steady ones first. Noise is lognormal with a standard deviation of 5 % unless the name says
/// otherwise.
pub fn catalogue() -> Vec<Entry> {
    use Expectation::{BecomesSteady, Changing, Steady};
    let noise = Lognormal { log_sd: 0.05 };
    let ar = |phi, log_sd| Box::new(Autoregressive { phi, log_sd });
    let start_up = |length| Box::new(WarmingUp { base: noise, excess: 0.5, length });
    let drift = |relative| Box::new(Drifting { base: noise, relative });
    let shift = |relative| Box::new(Shifted { base: noise, relative, after: 0.6 });
    let tail = |before, after| Box::new(TailRateChange { base: noise, before, after });
    let kinds: Vec<(Expectation, Box<dyn Stream>)> = vec![
        (Steady, Box::new(noise)),
        (Steady, Box::new(Lognormal { log_sd: 0.2 })),
        (Steady, Box::new(Outliers::of_3_to_20(noise, 0.01))),
        (Steady, Box::new(Outliers::of_3_to_20(noise, 0.001))),
        (Steady, Box::new(HeavyTail { exponent: 2.5, share: 0.1 })),
        (Steady, Box::new(Bimodal { share: 0.3, gap: 0.1, log_sd: 0.01 })),
        (Steady, ar(0.3, 0.05)),
        (Steady, ar(0.7, 0.1)),
        (Steady, ar(0.9, 0.05)),
        (Steady, ar(0.95, 0.05)),
        (Steady, ar(-0.5, 0.05)),
        (Steady, Box::new(Periodic { base: noise, amplitude: 0.02, period: 20.0 })),
        (Steady, Box::new(Periodic { base: noise, amplitude: 0.02, period: 400.0 })),
        (Steady, Box::new(Clocked { base: noise, step: 10.0, aligned: false })),
        (Steady, Box::new(Clocked { base: noise, step: 10.0, aligned: true })),
        (Steady, Box::new(Constant)),
        (BecomesSteady, start_up(100.0)),
        (BecomesSteady, start_up(300.0)),
        (BecomesSteady, start_up(400.0)),
        (BecomesSteady, start_up(600.0)),
        (BecomesSteady, Box::new(SteppedStartUp { base: noise, excess: 0.5, length: 150 })),
        (Changing, drift(0.02)),
        (Changing, drift(0.05)),
        (Changing, shift(0.01)),
        (Changing, shift(0.05)),
        (Changing, tail(0.01, 0.03)),
    ];
    kinds.into_iter().map(|(expectation, stream)| Entry { stream, expectation }).collect()
}
