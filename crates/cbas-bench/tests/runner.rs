//! Runners that misbehave, each in its own way: named, ended in time, and what was complete is kept.
#![cfg(unix)]

use std::time::Duration;

use cbas_bench::campaign::Phase;
use cbas_bench::runner::{Hello, Program, Run, RunnerFault, RunnerSample, Session};

const HELLO: &str = r#"{"hello":{"protocol":"cbas-runner/1","runner":"test","version":"1","workloads":["w"]}}"#;
const RUN: Run<'static> = Run { workload: "w", n: 3, warm_up: 1, batch: 2, seed: 7, inputs: None };

/// A shell script that says hello and then does as it is told.
fn script(body: &str) -> Program {
    let words =
        ["sh", "-c", &format!("echo '{HELLO}'; {body}")].map(|word| format!("'{}'", word.replace('\'', r"'\''")));
    Program::parse(&words.join(" ")).unwrap()
}

/// Lines of an answer: the samples before measured sample `until`.
fn samples(until: u32) -> String {
    let warm_up = r#"{"sample":{"phase":"warm-up","i":0,"batch":2,"wall_ns":9}}"#.to_owned();
    let measured = |i| format!(r#"{{"sample":{{"phase":"measured","i":{i},"batch":2,"wall_ns":1{i},"cpu_ns":null}}}}"#);
    std::iter::once(warm_up).chain((0..until).map(measured)).map(|line| format!("echo '{line}'; ")).collect()
}

fn start(program: &Program, seconds: u64) -> Result<(Session, Hello), RunnerFault> {
    Session::start(program, Duration::from_secs(seconds))
}

/// What one request to a script comes to, and the samples that are kept.
fn ask(body: &str, seconds: u64) -> (Result<(), String>, Vec<RunnerSample>) {
    let (mut session, _) = start(&script(body), seconds).expect("it says hello");
    let mut kept = Vec::new();
    let outcome = session.run(&RUN, &mut kept).map(|_| ()).map_err(|fault| fault.to_string());
    (outcome, kept)
}

/// The fault and the number of samples kept.
fn fault(body: &str) -> (String, usize) {
    let (outcome, kept) = ask(body, 20);
    (outcome.expect_err("it misbehaves"), kept.len())
}

#[test]
fn one_that_behaves_gives_its_samples() {
    let (outcome, kept) = ask(&format!("read line; {} echo '{{\"done\":{{}}}}'; read line", samples(3)), 20);
    assert_eq!(outcome, Ok(()));
    let phases: Vec<_> = kept.iter().map(|sample| (sample.phase, sample.total.wall_ns)).collect();
    let measured = Phase::Measured;
    assert_eq!(phases, [(Phase::WarmUp, 9), (measured, 10), (measured, 11), (measured, 12)]);
}

#[test]
fn one_that_hangs_is_ended_with_what_it_started() {
    // The shell waits for a program of its own, which holds the same pipes.
    let (outcome, kept) = ask(&format!("read line; {} sleep 1000; echo never", samples(2)), 1);
    let message = outcome.unwrap_err();
    assert!(message.contains("3 samples of w") && message.contains("within 1 s"), "{message}");
    assert_eq!(kept.len(), 3);
}

#[test]
fn one_that_trickles_is_ended_too() {
    let (outcome, _) = ask("read line; while :; do printf ' '; sleep 0.1; done", 1);
    assert!(outcome.unwrap_err().contains("within 1 s"));
}

#[test]
fn one_that_dies_is_named_with_its_last_words() {
    let (message, kept) = fault(&format!("read line; {} echo 'out of luck' >&2; exit 3", samples(1)));
    assert!(message.contains("exit status: 3") && message.contains("out of luck"), "{message}");
    assert_eq!(kept, 2);
    let (message, _) = fault("exit 0");
    assert!(message.contains("ended"), "{message}");
}

#[test]
fn one_that_floods_is_stopped_at_the_first_line_too_many() {
    let more = r#"{"sample":{"phase":"measured","i":3,"batch":2,"wall_ns":1}}"#;
    let (message, kept) = fault(&format!("read line; {} yes '{more}'", samples(3)));
    assert!(message.contains("a sample too many"), "{message}");
    assert_eq!(kept, 4);
    let (message, _) = fault("read line; yes | tr -d '\\n'");
    assert!(message.contains("longer than 65536 bytes"), "{message}");
    // Standard error is read and dropped: whoever fills it does not wait for us.
    let (outcome, kept) =
        ask(&format!("read line; yes | head -c 1000000 >&2; {} echo '{{\"done\":{{}}}}'", samples(3)), 20);
    assert_eq!((outcome, kept.len()), (Ok(()), 4));
}

#[test]
fn one_that_prints_garbage_is_told_its_line() {
    let (message, kept) = fault(&format!("read line; {} echo 'Benchmarking...'", samples(1)));
    assert!(message.contains("line 4 is `Benchmarking...`"), "{message}");
    assert_eq!(kept, 2);
    let (message, _) = fault("read line; printf '\\377\\376\\n'");
    assert!(message.contains("line 2"), "{message}");
}

#[test]
fn samples_out_of_order_negative_or_missing_are_refused() {
    let odd = r#"{"sample":{"phase":"measured","i":2,"batch":2,"wall_ns":1}}"#;
    let (message, kept) = fault(&format!("read line; {} echo '{odd}'", samples(1)));
    assert!(message.contains("measured sample 1 is due"), "{message}");
    assert_eq!(kept, 2);
    let negative = r#"{"sample":{"phase":"measured","i":1,"batch":2,"wall_ns":-4}}"#;
    let (message, kept) = fault(&format!("read line; {} echo '{negative}'", samples(1)));
    assert!(message.contains("wall_ns is -4"), "{message}");
    assert_eq!(kept, 2);
    let (message, _) = fault(&format!("read line; {} echo '{{\"done\":{{}}}}'", samples(2)));
    assert!(message.contains("3 of 4 samples"), "{message}");
}

#[test]
fn one_that_fails_says_so_itself() {
    let (message, _) = fault(r#"read line; echo '{"error":"no key of 64 bits"}'"#);
    assert!(message.contains("it reports: no key of 64 bits"), "{message}");
}

#[test]
fn output_that_nobody_asked_for_is_noticed() {
    let body = format!("read line; {} echo '{{\"done\":{{}}}}'; echo '{{\"done\":{{}}}}'; read line", samples(3));
    let (mut session, _) = start(&script(&body), 20).unwrap();
    assert_eq!(session.run(&RUN, &mut Vec::new()), Ok(None));
    std::thread::sleep(Duration::from_millis(300));
    let fault = session.run(&RUN, &mut Vec::new()).unwrap_err();
    assert!(matches!(fault, RunnerFault::Unasked { line: 6 }), "{fault}");
}

#[test]
fn a_request_for_no_samples_is_answered_by_a_digest() {
    let digest = "ab".repeat(32);
    let (mut session, _) =
        start(&script(&format!("read line; echo '{{\"done\":{{\"digest\":\"{digest}\"}}}}'; read line")), 20).unwrap();
    assert_eq!(session.digest(&RUN).unwrap().to_string(), digest);
    let (mut session, _) = start(&script("read line; echo '{\"done\":{}}'; read line"), 20).unwrap();
    assert!(session.digest(&RUN).unwrap_err().to_string().contains("digest"));
}

#[test]
fn a_hello_that_is_none_is_refused() {
    let refused = |text: &str| {
        let program = Program::parse(&format!("echo '{text}'")).unwrap();
        start(&program, 20).map(|_| ()).expect_err("no runner").to_string()
    };
    assert!(refused("hello").contains("line 1 is `hello`"));
    assert!(refused(r#"{"done":{}}"#).contains("hello is due"));
    assert!(refused(&HELLO.replace("runner/1", "runner/9")).contains("cbas-runner/9"));
    assert!(refused(&HELLO.replace("\"test\"", "\"a,b\"")).contains("`a,b`"));
    let missing = start(&Program::parse("no-such-program-anywhere").unwrap(), 20);
    assert!(matches!(missing.map(|_| ()), Err(RunnerFault::NotFound { .. })));
}
