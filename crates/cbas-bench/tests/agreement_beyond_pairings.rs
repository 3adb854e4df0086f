//! Every library gives the same bytes for the same inputs: P-256, integers, hashes and ciphers.

use cbas_bench::inputs::{Input, draw};
use cbas_bench::library::providers;
use cbas_bench::operation::{CATALOGUE, Group, Operation, find};
use cbas_bench::workload::Workload;

/// Inputs compared of each operation and seed: long powers take milliseconds each.
const INPUTS: usize = 8;

fn operations() -> impl Iterator<Item = &'static Operation> {
    let groups = [Group::Modular, Group::P256, Group::Hash, Group::Cipher];
    CATALOGUE.iter().filter(move |operation| groups.contains(&operation.group))
}

fn outputs(workload: &Workload, inputs: &[Input]) -> Vec<Vec<u8>> {
    workload.prepare_on(inputs).outputs()
}

/// Compares all libraries that provide `operation` with the first, output by output, and returns these outputs.
fn agreed(operation: &'static Operation, inputs: &[Input]) -> Vec<Vec<u8>> {
    let providers = providers(operation);
    let expected = outputs(&providers[0], inputs);
    assert_eq!(expected.len(), inputs.len(), "{}", providers[0].id());
    for other in &providers[1..] {
        let found = outputs(other, inputs);
        assert_eq!(found.len(), expected.len(), "{}", other.id());
        for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{} and {}, input {index}", other.id(), providers[0].id());
        }
    }
    expected
}

#[test]
fn libraries_agree_on_every_operation_of_the_catalogue() {
    for operation in operations() {
        for seed in [1, 2] {
            let outputs = agreed(operation, &draw(operation, seed)[..INPUTS]);
            assert!(outputs.iter().all(|output| !output.is_empty()), "{} seed {seed}", operation.id);
        }
    }
}

#[test]
fn libraries_agree_on_powers_of_other_sizes() {
    for id in [
        "mod-exp-128",
        "mod-exp-384",
        "mod-exp-385",
        "mod-exp-512-1",
        "mod-exp-640-17",
        "mod-exp-256-1024",
        "mod-exp-1024-e65537",
        "mod-exp-1027-161",
        "mod-exp-1100-e65537",
        "mod-exp-1536",
        "mod-exp-3072-e65537",
        "mod-exp-4096-63",
        "mod-exp-4096-64",
        "mod-exp-8192-e65537",
    ] {
        let operation = find(id).unwrap();
        assert!(providers(operation).len() >= 2, "{id}");
        agreed(operation, &draw(operation, 3)[..2]);
    }
}

#[test]
fn operations_of_p256_and_integers_have_a_second_library() {
    for operation in operations().filter(|operation| matches!(operation.group, Group::Modular | Group::P256)) {
        assert!(providers(operation).len() >= 2, "{}", operation.id);
    }
}

#[test]
fn moduli_may_differ_between_inputs() {
    let operation = find("mod-exp-1024-160").unwrap();
    let mut inputs = draw(operation, 4)[..2].to_vec();
    let modulus = draw(operation, 5)[0].field(0).to_vec();
    // Both moduli have their highest bit set, so a base without it is below either.
    let mut base = inputs[0].field(1).to_vec();
    base[0] = 0;
    inputs.push(Input::new([modulus, base, inputs[0].field(2).to_vec()]));
    agreed(operation, &inputs);
}

#[test]
fn bytes_that_are_no_point_are_refused_by_all() {
    let operation = find("ec-decode").unwrap();
    let valid = draw(operation, 5)[0].field(0).to_vec();
    // x³ - 3x + b is no square modulo p at x = 1.
    let without_y = |sign: u8| [vec![sign], vec![0; 31], vec![1]].concat();
    // The field modulus itself is no coordinate.
    let too_large = "03ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    let too_large = (0..33).map(|i| u8::from_str_radix(&too_large[2 * i..2 * i + 2], 16).unwrap()).collect();
    let mut wrong_prefix = valid.clone();
    wrong_prefix[0] = 9;
    let refused = [without_y(2), without_y(3), too_large, wrong_prefix];
    let inputs: Vec<Input> = refused.into_iter().chain([valid.clone()]).map(|bytes| Input::new([bytes])).collect();
    let outputs = agreed(operation, &inputs);
    assert_eq!(outputs[..4], [const { Vec::<u8>::new() }; 4]);
    assert_eq!(outputs[4], valid);
}

#[test]
fn decryption_undoes_encryption_and_refuses_a_wrong_tag() {
    let (encryption, decryption) = (find("aes-gcm-enc").unwrap(), find("aes-gcm-dec").unwrap());
    let (plain, mut encrypted) = (draw(encryption, 6), draw(decryption, 6));
    assert_eq!(agreed(encryption, &plain[..INPUTS])[0], encrypted[0].field(2));
    let mut wrong = encrypted[1].field(2).to_vec();
    *wrong.last_mut().unwrap() ^= 1;
    encrypted[1] = Input::new([encrypted[1].field(0).to_vec(), encrypted[1].field(1).to_vec(), wrong]);
    encrypted[2] = Input::new([encrypted[2].field(0).to_vec(), encrypted[2].field(1).to_vec(), vec![0; 15]]);
    let outputs = agreed(decryption, &encrypted[..INPUTS]);
    assert_eq!(outputs[0], plain[0].field(2));
    assert!(outputs[1].is_empty() && outputs[2].is_empty());
}

#[test]
fn encoding_and_decoding_are_inverse() {
    let encode = find("ec-encode").unwrap();
    let encoded = agreed(encode, &draw(encode, 7)[..INPUTS]);
    let inputs: Vec<Input> = encoded.iter().map(|bytes| Input::new([bytes.clone()])).collect();
    assert_eq!(agreed(find("ec-decode").unwrap(), &inputs), encoded);
}

/// All libraries could agree on something that is no inverse.
#[test]
fn products_of_values_and_their_inverses_are_one() {
    let inverse = find("mod-inv").unwrap();
    let values = &draw(inverse, 8)[..INPUTS];
    let inverses = agreed(inverse, values);
    let pairs: Vec<Input> =
        values.iter().zip(inverses).map(|(value, inverse)| Input::new([value.field(0).to_vec(), inverse])).collect();
    let mut one = vec![0; 32];
    one[31] = 1;
    assert_eq!(agreed(find("mod-mul").unwrap(), &pairs), vec![one; INPUTS]);
}
