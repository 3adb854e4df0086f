//! One running runner: asks, waits, checks.

use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::RunnerFault;
use super::lines::{Lines, MOST_LINE, NoLine};
use super::message::{Hello, Reply, Request, Run, RunnerSample, printable};
use super::program::{self, Program};
use crate::workload::OutputDigest;

/// Characters of a faulty line that a message shows.
const SHOWN: usize = 60;
/// Bytes of standard error that are kept for a message; the rest is read and dropped.
const KEPT_OF_STDERR: u64 = 512;

/// A runner that has said hello.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines,
    stderr: Complaint,
    timeout: Duration,
    faulty: bool,
}

impl Session {
    /// Starts a runner and waits for its hello.
    ///
    /// # Errors
    /// [`RunnerFault`]; the program has been ended then.
    pub fn start(program: &Program, timeout: Duration) -> Result<(Self, Hello), RunnerFault> {
        let mut child = program.start()?;
        let stderr = Complaint::collect(child.stderr.take().expect("standard error is piped"));
        let stdout = child.stdout.take().expect("standard output is piped");
        let stdin = child.stdin.take();
        let mut session = Self { child, stdin, lines: Lines::of(stdout), stderr, timeout, faulty: false };
        let deadline = Instant::now() + timeout;
        let hello = session.reply("the start", deadline).and_then(|reply| match reply {
            Reply::Hello(hello) => hello.checked().map_err(|reason| session.bad_line("hello", reason)),
            Reply::Error(reason) => Err(RunnerFault::Reported(printable(&reason))),
            Reply::Sample(_) | Reply::Done(_) => Err(session.bad_line("a message", "hello is due".to_owned())),
        });
        match hello {
            Ok(hello) => Ok((session, hello)),
            Err(fault) => {
                session.faulty = true;
                Err(fault)
            }
        }
    }

    /// Asks for the samples of `run`, which go to `samples` one by one, and returns the digest if the runner gave one.
    ///
    /// # Errors
    /// [`RunnerFault`]; `samples` then hold those that were complete and in order, and no more may be asked.
    pub fn run(&mut self, run: &Run<'_>, samples: &mut Vec<RunnerSample>) -> Result<Option<OutputDigest>, RunnerFault> {
        let answer = self.ask(run, samples);
        self.faulty |= answer.is_err();
        answer
    }

    /// The digest of the outputs of a workload.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn digest(&mut self, run: &Run<'_>) -> Result<OutputDigest, RunnerFault> {
        let run = Run { n: 0, warm_up: 0, batch: 1, ..run.clone() };
        let digest = self.run(&run, &mut Vec::new())?;
        digest.ok_or_else(|| {
            self.faulty = true;
            self.bad_line("done", "a request for no samples is answered by a digest".to_owned())
        })
    }

    fn ask(&mut self, run: &Run<'_>, samples: &mut Vec<RunnerSample>) -> Result<Option<OutputDigest>, RunnerFault> {
        if self.lines.is_ahead() {
            return Err(RunnerFault::Unasked { line: self.lines.count });
        }
        let deadline = Instant::now() + self.timeout;
        let request = format!("{} samples of {}", run.n, run.workload);
        let line = serde_json::to_string(&Request::Run(run)).expect("a request has string keys") + "\n";
        let sent = self.stdin.as_mut().map(|stdin| stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.ended(&request));
        }
        let mut taken = 0;
        loop {
            match self.reply(&request, deadline)? {
                Reply::Sample(sample) => {
                    samples.push(sample.checked(run, taken).map_err(|reason| self.bad_line("a sample", reason))?);
                    taken += 1;
                }
                Reply::Done(done) if taken == run.warm_up + run.n => return Ok(done.digest),
                Reply::Done(_) => {
                    let reason = format!("{taken} of {} samples have come", run.warm_up + run.n);
                    return Err(self.bad_line("done", reason));
                }
                Reply::Error(reason) => return Err(RunnerFault::Reported(printable(&reason))),
                Reply::Hello(_) => return Err(self.bad_line("hello", "hello comes once, at the start".to_owned())),
            }
        }
    }

    /// The next message.
    fn reply(&mut self, request: &str, deadline: Instant) -> Result<Reply, RunnerFault> {
        let message = self.lines.next(deadline).map(|line| {
            serde_json::from_slice(line).map_err(|error| {
                let shown: String = printable(&String::from_utf8_lossy(line)).chars().take(SHOWN).collect();
                (shown, format!("it is no message of the protocol ({error})"))
            })
        });
        match message {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err((shown, reason))) => Err(self.bad_line(&shown, reason)),
            Err(NoLine::Late) => {
                Err(RunnerFault::Silent { request: request.to_owned(), seconds: self.timeout.as_secs() })
            }
            Err(NoLine::End) => Err(self.ended(request)),
            Err(NoLine::Long) => Err(RunnerFault::LongLine { line: self.lines.count + 1, limit: MOST_LINE }),
        }
    }

    fn bad_line(&self, shown: &str, reason: String) -> RunnerFault {
        RunnerFault::Line { line: self.lines.count, shown: shown.to_owned(), reason }
    }

    fn ended(&mut self, request: &str) -> RunnerFault {
        self.stdin = None;
        let status = program::finish(&mut self.child, Duration::from_millis(500));
        RunnerFault::Ended { request: request.to_owned(), status, stderr: self.stderr.first_line() }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stdin = None;
        let patience = if self.faulty { Duration::ZERO } else { program::farewell() };
        program::finish(&mut self.child, patience);
    }
}

/// The beginning of a standard error.
struct Complaint {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Complaint {
    /// Reads all of it, so that nobody waits at a full pipe, and keeps the beginning.
    fn collect(mut stderr: ChildStderr) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut start = Vec::new();
            // What cannot be read is not shown.
            let _ = stderr.by_ref().take(KEPT_OF_STDERR).read_to_end(&mut start);
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = start;
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        });
        Self { kept, reader }
    }

    /// The first line that a program which has ended left; nothing if its descendants keep the pipe open.
    fn first_line(&self) -> String {
        let until = Instant::now() + Duration::from_millis(200);
        while !self.reader.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        printable(String::from_utf8_lossy(&kept).lines().next().unwrap_or(""))
    }
}
