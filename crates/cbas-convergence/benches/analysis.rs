//! How long the full analysis of one series takes, by its length: growth must be linear.
//!
//! `cargo bench -p cbas-convergence`; lengths up to 10^8 with `CBAS_BENCH_LARGEST=100000000`.

use std::hint::black_box;
use std::time::Duration;

use cbas_convergence::statistics::settling::settling;
use cbas_convergence::{Series, Settings, analyze};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Whole nanoseconds about 3000 with some correlation and 1 % slow samples, as a clock gives them.
///
/// With this seed no start-up phase is cut by chance at any length: a cut has order statistics and batch sums
/// computed again for the rest, and lengths would not be comparable.
fn samples(n: usize) -> Vec<f64> {
    let mut random = StdRng::seed_from_u64(3);
    let mut level = 0.0;
    (0..n)
        .map(|_| {
            level = 0.7 * level + random.random_range(-100.0..100.0);
            let slow = if random.random_bool(0.01) { random.random_range(6000.0..20_000.0) } else { 0.0 };
            f64::round(3000.0 + level + slow)
        })
        .collect()
}

fn largest() -> usize {
    std::env::var("CBAS_BENCH_LARGEST").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000_000)
}

fn analysis(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("analyze");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    let lengths = (3..9).map(|power| 10usize.pow(power)).filter(|&n| n <= largest());
    for n in lengths {
        let series = Series::from_nanoseconds("series", samples(n)).expect("samples are valid");
        group.throughput(Throughput::Elements(n as u64));
        group.bench_with_input(BenchmarkId::from_parameter(n), &series, |bencher, series| {
            bencher.iter(|| analyze(black_box(series), &Settings::default()));
        });
    }
    group.finish();
}

fn curves(criterion: &mut Criterion) {
    let series = Series::from_nanoseconds("series", samples(1_000_000)).expect("samples are valid");
    let analysis = analyze(&series, &Settings::default());
    criterion.bench_function("settling/1000000", |bencher| bencher.iter(|| settling(black_box(&series), &analysis)));
}

criterion_group!(benches, analysis, curves);
criterion_main!(benches);
