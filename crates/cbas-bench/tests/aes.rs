//! AES engines agree byte for byte on every key, mode, size and medium, and refuse nothing that the grid asks for.

use cbas_bench::inputs;
use cbas_bench::library::{self, providers};
use cbas_bench::operation::{AesGrid, AesKey, AesMode, Kind, Medium, find};
use cbas_bench::verify::{Outcome, compare, known_answers, vectors_of};
use cbas_bench::workload::Selection;

/// Lengths about the block, and sizes of the study that are no multiple of it.
fn grid(medium: Medium) -> AesGrid {
    AesGrid { sizes: vec![1, 15, 16, 17, 1_000, 1 << 10, 10_000], medium, ..AesGrid::default() }
}

#[test]
fn every_engine_gives_the_same_bytes() {
    for medium in [Medium::Memory, Medium::File] {
        let workloads: Vec<_> = grid(medium).identifiers().iter().flat_map(|id| providers(find(id).unwrap())).collect();
        let engines = library::libraries().filter(|library| ["openssl", "aws-lc"].contains(&library.name)).count();
        for agreement in compare(&workloads, 11) {
            assert!(agreement.holds(), "{}", agreement.operation.id);
            assert_eq!(agreement.libraries().count(), 1 + engines, "{}", agreement.operation.id);
        }
    }
}

#[test]
fn a_file_holds_what_memory_holds() {
    for mode in AesMode::ALL {
        let workload = |id: String| providers(find(&id).unwrap()).remove(0);
        let memory = workload(format!("aes-192-{mode}-1000"));
        let inputs = inputs::draw(memory.operation, 3);
        let file = workload(format!("aes-192-{mode}-1000-file"));
        assert_eq!(memory.prepare_on(&inputs).outputs(), file.prepare_on(&inputs).outputs(), "{mode}");
    }
}

#[test]
fn ciphertexts_have_the_length_of_their_mode() {
    for id in grid(Medium::Memory).identifiers() {
        let operation = find(&id).unwrap();
        let Kind::Aes(aes) = operation.kind else { panic!("{id} is AES") };
        let output = &providers(operation)[0].prepare(1, Selection::One(0)).outputs()[0];
        assert_eq!(output.len(), aes.mode.output_bytes(aes.bytes as usize), "{id}");
    }
}

#[test]
fn every_key_and_mode_has_a_printed_vector_that_every_engine_gives() {
    for key in AesKey::ALL {
        for mode in AesMode::ALL {
            let operation = find(&format!("aes-{}-{mode}-1048576", key.bits())).unwrap();
            let answers = known_answers(&[vectors_of(operation)]);
            assert_eq!(answers.len(), 1, "{}", operation.id);
            assert!(answers[0].source.contains("NIST") || answers[0].source.contains("McGrew"));
            let outcomes = &answers[0].outcomes;
            assert_eq!(outcomes.len(), providers(operation).len());
            assert!(outcomes.iter().all(|(_, outcome)| *outcome == Outcome::Right), "{outcomes:?}");
        }
    }
}
