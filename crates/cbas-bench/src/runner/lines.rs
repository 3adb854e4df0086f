//! The lines of a program's output, each within a time and a length.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Longest line, bytes.
pub(super) const MOST_LINE: usize = 1 << 16;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// Chunks read ahead: a program that floods waits at its pipe.
const AHEAD: usize = 2;

/// Why there is no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoLine {
    /// Not in time.
    Late,
    /// The output has ended.
    End,
    /// It does not end within [`MOST_LINE`] bytes.
    Long,
}

/// Lines as they come in. A thread reads, and sleeps in the system while nothing comes.
pub(super) struct Lines {
    chunks: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
    used: usize,
    /// Lines given so far.
    pub(super) count: u64,
}

impl Lines {
    pub(super) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, chunks) = sync_channel(AHEAD);
        std::thread::spawn(move || pump(output, &sender));
        Self { chunks, buffer: Vec::new(), used: 0, count: 0 }
    }

    /// The next line without its end, if it comes before `deadline`.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<&[u8], NoLine> {
        let mut searched = self.used;
        let end = loop {
            if let Some(at) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                break searched + at;
            }
            if self.buffer.len() - self.used > MOST_LINE {
                return Err(NoLine::Long);
            }
            self.buffer.drain(..self.used);
            self.used = 0;
            searched = self.buffer.len();
            let left = deadline.saturating_duration_since(Instant::now());
            let chunk = self.chunks.recv_timeout(left.max(Duration::from_millis(1))).map_err(|error| match error {
                RecvTimeoutError::Timeout => NoLine::Late,
                RecvTimeoutError::Disconnected => NoLine::End,
            })?;
            self.buffer.extend_from_slice(&chunk);
        };
        if end - self.used > MOST_LINE {
            return Err(NoLine::Long);
        }
        let line = &self.buffer[self.used..end];
        self.used = end + 1;
        self.count += 1;
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Whether something has come that nobody has asked for yet.
    pub(super) fn is_ahead(&mut self) -> bool {
        if let Ok(chunk) = self.chunks.try_recv() {
            self.buffer.extend_from_slice(&chunk);
        }
        self.used < self.buffer.len()
    }
}

/// Passes on what can be read until the output or the reader ends.
fn pump(mut output: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match output.read(&mut chunk) {
            Ok(0) => return,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
            Ok(length) => {
                if sender.send(chunk[..length].to_vec()).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_come_one_by_one_and_the_rest_is_no_line() {
        let mut lines = Lines::of(&b"one\r\n\ntwo\nrest"[..]);
        for expected in ["one", "", "two"] {
            assert_eq!(lines.next(soon()), Ok(expected.as_bytes()));
        }
        assert_eq!(lines.next(soon()), Err(NoLine::End));
        assert_eq!(lines.count, 3);
    }

    #[test]
    fn a_line_without_end_is_given_up_and_no_more_is_held() {
        let mut lines = Lines::of(std::io::repeat(b'x'));
        assert_eq!(lines.next(soon()), Err(NoLine::Long));
        assert!(lines.buffer.len() <= MOST_LINE + CHUNK);
    }

    #[test]
    fn silence_ends_in_time() {
        let (silent, _held) = std::io::pipe().unwrap();
        assert_eq!(Lines::of(silent).next(Instant::now()), Err(NoLine::Late));
    }
}
