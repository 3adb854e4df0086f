//! The examples answer their questions: each is compiled in here and asked.

// Every example has the same module that brings its times.
#![allow(clippy::duplicate_mod)]

#[allow(dead_code)]
#[path = "../examples/are_these_two_equal.rs"]
mod are_these_two_equal;
#[allow(dead_code)]
#[path = "../examples/has_it_converged.rs"]
mod has_it_converged;
#[allow(dead_code)]
#[path = "../examples/which_n_do_i_need.rs"]
mod which_n_do_i_need;

use cbas_convergence::Series;
use has_it_converged::times::invented;

#[test]
fn a_convergence_is_stated_with_its_mean() {
    let sentences = has_it_converged::answer(&invented("pairing", 5, 2000, 0).unwrap());
    assert!(sentences[0].starts_with("pairing: Converged over 5 processes: "), "{sentences:#?}");
    assert!(sentences[1].starts_with("The mean is 59") && sentences[1].ends_with(" µs (95 % interval)."));
    let few = Series::from_nanoseconds("hash", [300.0; 4]).unwrap();
    let sentences = has_it_converged::answer(&few);
    assert!(sentences[0].starts_with("hash: Too few samples for a verdict: 4 of at least 300;"));
    assert_eq!(sentences[1], "The mean is 300.0 ns, without an interval.");
}

#[test]
fn a_finer_target_takes_more() {
    let sentences = which_n_do_i_need::answer(&invented("pairing", 5, 400, 0).unwrap());
    let number = |words: &str| words.chars().filter(char::is_ascii_digit).collect::<String>().parse::<usize>().unwrap();
    let needed: Vec<(usize, usize)> = sentences
        .iter()
        .map(|sentence| {
            let (n, k) = sentence.split_once("takes ").unwrap().1.split_once(", and over processes ").unwrap();
            (number(n), number(k))
        })
        .collect();
    assert!(needed.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1), "{sentences:#?}");
    assert!(needed[2].0 > 4 * needed[0].0 && needed[2].1 > needed[0].1, "{sentences:#?}");
    let alone = which_n_do_i_need::answer(&invented("pairing", 1, 400, 0).unwrap());
    assert!(alone[0].ends_with("and nothing is known of other processes."), "{}", alone[0]);
}

#[test]
fn equality_is_claimed_only_where_it_is_shown() {
    let (a, b) = (invented("old", 5, 2000, 0).unwrap(), invented("new", 5, 2000, 1).unwrap());
    let equal = are_these_two_equal::answer(&a, &b);
    assert!(equal[0].starts_with("old against new: The 5 and the 5 processes "), "{}", equal[0]);
    assert!(equal[0].contains("equivalent means within ±1 %") && equal[1].starts_with("Use either"), "{equal:#?}");
    let far = Series::from_nanoseconds("far", (0..900u32).map(|i| 700_000 + i % 13)).unwrap();
    let different = are_these_two_equal::answer(&far, &a);
    assert!(different[1].starts_with("They differ"), "{different:#?}");
    let open = Series::from_nanoseconds("short", (0..9u32).map(|i| 700_000 + i % 13)).unwrap();
    assert!(are_these_two_equal::answer(&open, &a)[1].starts_with("Neither"));
}
