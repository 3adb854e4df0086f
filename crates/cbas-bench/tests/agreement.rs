//! All libraries compute the same: output by output, for every operation of the catalogue.

use cbas_bench::inputs;
use cbas_bench::library;
use cbas_bench::operation::{CATALOGUE, Operation};

/// Inputs of each operation that are compared; enough to meet both signs and both parities.
const COMPARED: usize = 8;

fn outputs_agree(operation: &'static Operation, seed: u64) {
    let inputs = &inputs::draw(operation, seed)[..COMPARED];
    let providers = library::providers(operation);
    let Some((first, others)) = providers.split_first() else { return };
    let expected = first.prepare_on(inputs).outputs();
    assert_eq!(expected.len(), COMPARED, "{}", first.id());
    for other in others {
        for (index, (expected, found)) in expected.iter().zip(other.prepare_on(inputs).outputs()).enumerate() {
            assert!(*expected == found, "{} and {} differ on input {index} of seed {seed}", first.id(), other.id());
        }
    }
}

#[test]
fn all_libraries_agree_on_every_operation() {
    for operation in CATALOGUE {
        for seed in [1, 2] {
            outputs_agree(operation, seed);
        }
    }
}
