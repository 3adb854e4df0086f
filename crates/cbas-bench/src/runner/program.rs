//! Which program a runner is, how it is started and how it is ended.

use std::fmt;
use std::io::ErrorKind;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::RunnerFault;
use crate::error::BenchError;

/// The runner for Node.js that comes with this program.
const NODE_AES: &str = include_str!("../../../../runners/node-aes/runner.js");
/// How long a runner may take to end by itself when its input has ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// A program that is a runner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// The script `runners/node-aes/runner.js`, which this program holds, in the `node` of the search path.
    Node,
    /// A command line: words, quoted as in a shell; no shell is started.
    Command(String),
}

impl Program {
    /// A program from the command line of a user.
    ///
    /// ```
    /// use cbas_bench::runner::Program;
    /// assert!(Program::parse("python3 'my runner.py'").is_ok());
    /// assert!(Program::parse("python3 'runner.py").unwrap_err().to_string().contains("quote"));
    /// ```
    ///
    /// # Errors
    /// [`BenchError::Runner`] if there are no words or a quote does not end.
    pub fn parse(command: &str) -> Result<Self, BenchError> {
        let refuse = |reason: &str| BenchError::Runner { runner: command.to_owned(), reason: reason.to_owned() };
        match shlex::split(command) {
            None => Err(refuse("a quote in it does not end: close it")),
            Some(words) if words.is_empty() => Err(refuse("it names no program: give a command line")),
            Some(_) => Ok(Self::Command(command.to_owned())),
        }
    }

    fn words(&self) -> Vec<String> {
        match self {
            // `-e` leaves standard input to the protocol.
            Self::Node => ["node", "-e", NODE_AES].map(str::to_owned).into(),
            Self::Command(command) => shlex::split(command).unwrap_or_default(),
        }
    }

    /// Starts it with all three standard streams as pipes.
    pub(super) fn start(&self) -> Result<Child, RunnerFault> {
        let words = self.words();
        let program = words.first().cloned().unwrap_or_default();
        let mut command = Command::new(&program);
        command.args(words.iter().skip(1));
        // Set and empty, it switches off every processor feature that OpenSSL would use.
        if std::env::var_os("OPENSSL_ia32cap").is_some_and(|value| value.is_empty()) {
            command.env_remove("OPENSSL_ia32cap");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => RunnerFault::NotFound { program },
            _ => RunnerFault::NotStarted { program, reason: error.to_string() },
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Node => "node",
            Self::Command(command) => command,
        })
    }
}

/// Waits a moment for a program whose input has ended, then ends it with everything that it started.
pub(super) fn finish(child: &mut Child, patience: Duration) -> String {
    let until = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                end(child);
                return status.to_string();
            }
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
            _ => break,
        }
    }
    end(child);
    child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
}

/// How long a program that has done nothing wrong may take to end.
pub(super) fn farewell() -> Duration {
    FAREWELL
}

/// A program that is a script of a shell is ended with what the script started.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(unix)]
fn end(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // A group that is gone needs no end.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
}
