//! The events of a session, and the messages of the editor, which are read from standard input. Input that is not a valid
//! message is skipped.

use super::checking::CheckResult;
use lsp_server::Message;
use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;

/// The maximum length of a message in bytes, which is far more than any real message has.
const MAX_BYTES: usize = 64 << 20;
/// The maximum length of a header line in bytes.
const MAX_HEADER: u64 = 4096;

/// An event for which the main thread of the server waits.
pub(super) enum ServerEvent {
    Message(Message),
    /// The result of a finished check.
    Checked(Box<CheckResult>),
    /// The editor has closed standard input.
    End,
}

/// Sends the messages of the editor as events, until the input ends.
pub(super) fn listen(events: &Sender<ServerEvent>) {
    let mut input = std::io::stdin().lock();
    while let Some(body) = body(&mut input) {
        if let Ok(message) = serde_json::from_slice::<Message>(&body)
            && events.send(ServerEvent::Message(message)).is_err()
        {
            return;
        }
    }
    // If the receiver is gone, the server has ended.
    let _ = events.send(ServerEvent::End);
}

/// Returns the body of the next message, or `None` at the end of the input.
pub fn body(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length: Option<usize> = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), length) {
            // A body begins after an empty line that follows a length. Other empty lines and invalid headers are
            // skipped.
            ("", Some(length)) if length <= MAX_BYTES => {
                let mut body = Vec::new();
                let read = input.by_ref().take(length as u64).read_to_end(&mut body).ok()?;
                return (read == length).then_some(body);
            }
            ("", _) => length = None,
            (header, _) => {
                let value =
                    header.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                length = value.and_then(|(_, value)| value.trim().parse().ok()).or(length);
            }
        }
    }
}
