//! How long it takes to read all schemes, and to price them at 1000 numbers of signers with intervals over five
//! processes.
//!
//! `cargo bench -p cbas-schemes`; the target is 100 ms for the pricing.

use std::hint::black_box;
use std::time::Duration;

use cbas_bench::symbol::SymbolProfile;
use cbas_schemes::catalogue::{Scheme, shipped};
use cbas_schemes::cost::{Pricer, SchemeCost, UnitCosts};
use cbas_schemes::symbol::LABELLED;
use criterion::{Criterion, criterion_group, criterion_main};

const PROCESSES: usize = 5;

/// A unit cost for every operation and process; their size does not matter here.
fn units() -> UnitCosts {
    let coded = ["g1-decode", "g1-encode", "g2-decode", "g2-encode", "ec-decode", "ec-encode"];
    let operations = LABELLED.iter().map(|(_, operation, _)| *operation).chain(coded);
    let means = operations.enumerate().map(|(i, operation)| {
        (operation, (0..PROCESSES).map(|process| (1000 * (i + 1) + 7 * process) as f64).collect())
    });
    UnitCosts::processes(means).expect("unit costs are valid")
}

fn price(pricer: &Pricer<'_>, scheme: &Scheme, ns: &[u64]) -> Vec<SchemeCost> {
    let priced = scheme.rows.iter().map(|row| pricer.price_row(scheme, row.provenance, ns));
    priced.collect::<Result<_, _>>().expect("every operation has a unit cost")
}

fn pricing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("schemes");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(20);
    group.bench_function("read", |bencher| bencher.iter(|| shipped().expect("shipped files are valid")));
    let (schemes, units, ns) = (shipped().expect("shipped files are valid"), units(), Vec::from_iter(1..=1000));
    let profile = SymbolProfile::named("source-group").expect("a shipped profile");
    group.bench_function("price all rows at 1000 n", |bencher| {
        bencher.iter(|| {
            let pricer = Pricer::new(&profile, &units, 0.95).expect("a confidence");
            schemes.iter().map(|scheme| price(&pricer, black_box(scheme), &ns)).collect::<Vec<_>>()
        });
    });
    group.finish();
}

criterion_group!(benches, pricing);
criterion_main!(benches);
