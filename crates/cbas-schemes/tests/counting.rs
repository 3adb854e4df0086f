//! What the schemes do, counted while they run, against the counts written down from their equations.

use cbas_schemes::catalogue::{Provenance, Scheme};
use cbas_schemes::count::counted;
use cbas_schemes::error::CountError;

/// Name of a phase and its formula, written here from the equations and not from the scheme files.
type Expected = &'static [(&'static str, &'static str)];

/// Without encodings and decodings, which equations do not show.
fn in_groups(formula: &str) -> String {
    let kept: Vec<&str> =
        formula.split(" + ").filter(|term| !term.ends_with("-encode") && !term.ends_with("-decode")).collect();
    if kept.is_empty() { "0".to_owned() } else { kept.join(" + ") }
}

fn check(id: &str, expected: Expected) {
    let counted = counted(id).unwrap();
    let found: Vec<(&str, String)> =
        counted.phases.iter().map(|phase| (phase.name.as_str(), in_groups(&phase.formula()))).collect();
    let expected: Vec<(&str, String)> = expected.iter().map(|(name, formula)| (*name, (*formula).to_owned())).collect();
    assert_eq!(found, expected, "{id}\n{counted}");
}

#[test]
fn bls_aggregate() {
    check(
        "bls-agg",
        &[
            ("KeyGen", "g2-mul"),
            ("Sign", "hash-to-g1 + g1-mul"),
            ("Verify", "2*pairing + hash-to-g1"),
            ("VerifyProduct", "2*miller-loop + final-exp + hash-to-g1"),
            ("Aggregate", "(n-1)*g1-add"),
            ("AggDecode", "0"),
            ("AggVerify", "(n+1)*pairing + (n-1)*gt-mul + n*hash-to-g1"),
            ("AggVerifyProduct", "(n+1)*miller-loop + final-exp + n*hash-to-g1"),
        ],
    );
    check(
        "bls-agg-same",
        &[
            ("KeyGen", "g2-mul"),
            ("ProvePossession", "hash-to-g1 + g1-mul"),
            ("CheckPossession", "2*pairing + hash-to-g1"),
            ("CheckPossessionProduct", "2*miller-loop + final-exp + hash-to-g1"),
            ("Sign", "hash-to-g1 + g1-mul"),
            ("Verify", "2*pairing + hash-to-g1"),
            ("VerifyProduct", "2*miller-loop + final-exp + hash-to-g1"),
            ("Aggregate", "(n-1)*g1-add"),
            ("AggVerify", "2*pairing + hash-to-g1 + (n-1)*g2-add"),
            ("AggVerifyProduct", "2*miller-loop + final-exp + hash-to-g1 + (n-1)*g2-add"),
        ],
    );
}

#[test]
fn boneh_drijvers_neven() {
    check(
        "bdn-msp",
        &[
            ("KeyGen", "g2-mul"),
            ("Sign", "hash-to-g1 + g1-mul + hash-to-scalar"),
            ("KeyAgg", "n*g2-mul + (n-1)*g2-add + n*hash-to-scalar"),
            ("Aggregate", "(n-1)*g1-add"),
            ("AggVerify", "2*pairing + hash-to-g1"),
            ("AggVerifyProduct", "2*miller-loop + final-exp + hash-to-g1"),
        ],
    );
}

#[test]
fn gentry_encryption_needs_one_power_in_the_target_group() {
    check(
        "gentry-cbe",
        &[
            ("KeyGen", "g2-mul"),
            ("CertGen", "hash-to-g1 + g1-mul"),
            ("KeyDerive", "hash-to-g1 + g1-mul + g1-add"),
            ("Encrypt", "2*pairing + gt-exp + gt-mul + 2*hash-to-g1 + g2-mul + hash-to-scalar"),
            ("Decrypt", "pairing + hash-to-scalar"),
        ],
    );
}

#[test]
fn cbas_g() {
    check(
        "cbas-g",
        &[
            ("KeyGen", "g2-mul"),
            ("CertGen", "hash-to-g1 + g1-mul"),
            ("CertVerify", "2*pairing + hash-to-g1"),
            ("CertVerifyProduct", "2*miller-loop + final-exp + hash-to-g1"),
            ("Sign", "hash-to-g1 + g1-mul + g1-add"),
            ("Verify", "3*pairing + gt-mul + 2*hash-to-g1"),
            ("VerifyProduct", "3*miller-loop + final-exp + 2*hash-to-g1"),
            ("Aggregate", "(n-1)*g1-add"),
            ("AggDecode", "0"),
            ("AggVerify", "(n+2)*pairing + n*gt-mul + 2n*hash-to-g1 + (n-1)*g1-add"),
            ("AggVerifyProduct", "(n+2)*miller-loop + final-exp + 2n*hash-to-g1 + (n-1)*g1-add"),
        ],
    );
}

#[test]
fn cbas_z_needs_two_pairings_for_any_number_of_signers() {
    check(
        "cbas-z",
        &[
            ("KeyGen", "g1-mul"),
            ("CertGen", "g1-mul + hash-to-scalar"),
            ("CertVerify", "2*g1-mul + g1-add + hash-to-scalar"),
            ("Sign", "g1-mul + g2-mul + 2*hash-to-scalar"),
            ("Verify", "2*pairing + 3*g1-mul + 3*g1-add + 3*hash-to-scalar"),
            ("VerifyProduct", "2*miller-loop + final-exp + 3*g1-mul + 3*g1-add + 3*hash-to-scalar"),
            ("Aggregate", "(n-1)*g2-add"),
            ("AggDecode", "0"),
            ("AggVerify", "2*pairing + (2n+1)*g1-mul + 3n*g1-add + 3n*hash-to-scalar"),
            ("AggVerifyProduct", "2*miller-loop + final-exp + (2n+1)*g1-mul + 3n*g1-add + 3n*hash-to-scalar"),
        ],
    );
}

#[test]
fn qiao_and_verma() {
    check(
        "qiao-2023",
        &[
            ("KeyGen", "ec-mul"),
            ("CertGen", "ec-mul + hash-to-scalar"),
            ("CertVerify", "2*ec-mul + ec-add + hash-to-scalar"),
            ("Sign", "ec-mul + 2*hash-to-scalar"),
            ("Verify", "4*ec-mul + 3*ec-add + 3*hash-to-scalar"),
            ("AggSign", "0"),
            ("AggDecode", "0"),
            ("AggVerify", "(2n+2)*ec-mul + 3n*ec-add + 3n*hash-to-scalar"),
        ],
    );
    check(
        "verma-cbcas-2020",
        &[
            ("KeyGen", "ec-mul"),
            ("CertGen", "ec-mul + hash-to-scalar"),
            ("Sign", "ec-mul + ec-add + hash-to-scalar"),
            ("Verify", "3*ec-mul + 2*ec-add + 2*hash-to-scalar"),
            ("Aggregate", "(n-1)*ec-add"),
            ("AggDecode", "0"),
            ("AggVerify", "(n+2)*ec-mul + (n+1)*ec-add + 2n*hash-to-scalar"),
        ],
    );
}

#[test]
fn baselines() {
    check(
        "ecdsa-p256",
        &[
            ("KeyGen", "ec-mul"),
            ("Sign", "ec-mul + ec-inv + hash-to-scalar"),
            ("Verify", "2*ec-mul + ec-add + ec-inv + hash-to-scalar"),
            ("Aggregate", "0"),
            ("AggVerify", "2n*ec-mul + n*ec-add + n*ec-inv + n*hash-to-scalar"),
        ],
    );
    check(
        "schnorr-p256",
        &[
            ("KeyGen", "ec-mul"),
            ("Sign", "ec-mul + hash-to-scalar"),
            ("Verify", "2*ec-mul + ec-add + hash-to-scalar"),
            ("Aggregate", "0"),
            ("AggVerify", "2n*ec-mul + n*ec-add + n*hash-to-scalar"),
        ],
    );
    check(
        "schnorr-half-agg",
        &[
            ("KeyGen", "ec-mul"),
            ("Sign", "ec-mul + hash-to-scalar"),
            ("Verify", "2*ec-mul + ec-add + hash-to-scalar"),
            ("Aggregate", "n*hash-to-scalar"),
            ("AggVerify", "(2n+1)*ec-mul + (2n-1)*ec-add + 2n*hash-to-scalar"),
        ],
    );
    check(
        "rsa-fdh-2048",
        &[
            ("Sign", "mod-exp-2048 + hash-to-scalar"),
            ("Verify", "mod-exp-2048-e65537 + hash-to-scalar"),
            ("Aggregate", "0"),
            ("AggVerify", "n*mod-exp-2048-e65537 + n*hash-to-scalar"),
        ],
    );
    check(
        "condensed-rsa-2048",
        &[
            ("Sign", "mod-exp-2048 + hash-to-scalar"),
            ("Verify", "mod-exp-2048-e65537 + hash-to-scalar"),
            ("Aggregate", "(n-1)*mod-mul-2048"),
            ("AggVerify", "mod-exp-2048-e65537 + (n-1)*mod-mul-2048 + n*hash-to-scalar"),
        ],
    );
}

#[test]
fn encodings_and_decodings_are_counted_in_their_own_places() {
    let formula = |id: &str, phase: &str| counted(id).unwrap().phase(phase).unwrap().formula();
    assert_eq!(formula("bls-agg", "AggDecode"), "g1-decode + n*g2-decode");
    assert_eq!(formula("cbas-z", "AggDecode"), "3n*g1-decode + g2-decode");
    assert_eq!(formula("qiao-2023", "AggDecode"), "3n*ec-decode");
    // A fresh commitment is hashed, so it must be encoded; what was received has its encoding.
    assert_eq!(formula("qiao-2023", "Sign"), "ec-mul + ec-encode + 2*hash-to-scalar");
    assert_eq!(formula("ecdsa-p256", "AggVerify"), "2n*ec-mul + n*ec-add + n*ec-inv + n*ec-encode + n*hash-to-scalar");
    for id in ["bls-agg", "cbas-g", "cbas-z", "qiao-2023", "schnorr-half-agg"] {
        let verify = formula(id, "AggVerify");
        assert!(!verify.contains("-encode") && !verify.contains("-decode"), "{id}: {verify}");
    }
}

/// Written here from the equations and the lengths of what is hashed: tag, messages and identities of the workload.
#[test]
fn what_is_done_beside_the_operations_is_counted_apart() {
    let beside = |id: &str, phase: &str| {
        let terms: Vec<String> =
            counted(id).unwrap().phase(phase).unwrap().beside.iter().map(|(name, count)| count.term(name)).collect();
        terms.join(" + ")
    };
    // z = Σ w_i z_i; all (T, X, m) are hashed once: a tag of 23 bytes and fields of 33, 33 and 64, each with 8 more.
    assert_eq!(beside("schnorr-half-agg", "Aggregate"), "n*ec-order-mul + (n-1)*ec-order-add + (154n+31)*sha512-byte");
    // z = t + cu + xv, two hashes of 265 bytes, which take three blocks and not one.
    assert_eq!(beside("qiao-2023", "Sign"), "2*ec-order-mul + 2*ec-order-add + 512*sha512-byte");
    assert_eq!(beside("qiao-2023", "AggSign"), "(n-1)*ec-order-add");
    assert_eq!(beside("ecdsa-p256", "Verify"), "2*ec-order-mul");
    // All keys of the group, of 96 bytes each; HG1 of 72 bytes and not 64, which is a block more.
    assert_eq!(beside("bdn-msp", "Sign"), "mod-mul + 64*sha256-byte + (104n+27)*sha512-byte");
    // Five digests of two blocks, of which the timed hash has one; tag and modulus once.
    assert_eq!(beside("condensed-rsa-2048", "AggVerify"), "n*mod-reduce-2048 + (1152n+288)*sha512-byte");
    assert_eq!(beside("bls-agg", "Aggregate"), "");
    // HG1(X || m): 176 bytes in the place of 64.
    assert_eq!(beside("bls-agg", "AggVerify"), "128n*sha256-byte");
}

/// The rows of the scheme files take it as free.
#[test]
fn no_row_holds_what_is_counted_beside() {
    use cbas_schemes::engine::{BESIDE, OPERATIONS};
    assert!(BESIDE.iter().all(|name| !OPERATIONS.contains(name)));
    for scheme in cbas_schemes::scheme::Executable::ALL {
        let counted = cbas_schemes::count::count(*scheme).unwrap();
        let terms = counted.to_toml();
        assert!(BESIDE.iter().all(|name| !terms.contains(&format!("*{name} "))), "{terms}");
    }
}

/// What is printed for a scheme file can be read back from one, and says the same.
#[test]
fn counts_are_printed_as_a_row_of_a_scheme_file() {
    let counted = counted("cbas-z").unwrap();
    let head = "id = 'x'\nname = 'x'\ndescription = 'x'\n[bibliography]\ntitle = 'x'\nauthors = 'x'\ndoi_status = 'none'\n\
                [security]\nlabel = 'unproved'\nnote = 'x'\n";
    let scheme = Scheme::parse("x.toml", &format!("{head}{}", counted.to_toml())).unwrap();
    let row = scheme.row(Provenance::Executed).unwrap();
    assert_eq!(row.phases.len(), counted.phases.len());
    for (read, phase) in row.phases.iter().zip(&counted.phases) {
        let polynomials = read.formula.polynomials().unwrap().unwrap();
        assert_eq!((read.name.as_str(), polynomials), (phase.name.as_str(), phase.operations.clone()));
    }
    let lines = counted.to_string();
    assert!(lines.lines().any(|line| line == "Aggregate         (n-1)*g2-add"), "{lines}");
}

#[test]
fn a_scheme_without_code_is_refused_by_name() {
    let error = counted("yuan-2023").unwrap_err();
    assert!(matches!(error, CountError::NotExecutable { .. }) && error.to_string().contains("`yuan-2023`"), "{error}");
}
