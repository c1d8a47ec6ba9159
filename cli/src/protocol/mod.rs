//! `ferz engine`: plays as an engine of a chess program by UCI, its relatives USI and UCCI, or the XBoard protocol 2.
//!
//! The first command of the program decides the protocol. [`serve`] is the main loop: it receives lines of input and
//! results of searches as [`ProtocolEvent`]s, and passes them to a [`Protocol`]. The [`ProtocolSession`] holds the state that
//! all protocols share.

pub mod dialect;
mod session;
mod uci;
mod xboard;
mod xboard_clock;
mod xboard_commands;
mod xboard_hints;

use super::game::parse_set;
use super::output::{CommandError, ExitVerdict, Output, say};
use super::typed_line::{self, TOO_LONG, TypedLine};
use clap::Args;
use ferz_text::notation::dialect::DIALECTS;
use session::ProtocolSession;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

#[derive(Args)]
pub(super) struct ProtocolArgs {
    /// The game to play until the other program chooses one: NAME[/ARRAY][@READING], or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Choose a value of one of that game's switches; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set, requires = "game")]
    sets: Vec<(String, String)>,
}

/// An event of the session: a line of input, the end of a search, or the end of the input.
enum ProtocolEvent {
    Line(String),
    /// A line of input that is too long.
    TooLong,
    /// The search with this number has ended.
    Found(u64),
    End,
}

/// The next state of the session after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

/// An engine protocol.
trait Protocol {
    fn execute(&mut self, session: &mut ProtocolSession, line: &str) -> Next;
    /// Reports that a line of input is ignored, and why. By default, this is an error of the XBoard protocol.
    fn refuse(&self, why: &str) {
        say(&format!("Error ({why})"));
    }
    /// Handles the end of a search.
    fn found(&mut self, session: &mut ProtocolSession);
}

pub(super) fn run(args: &ProtocolArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    output.flush()?;
    let (sender, receiver) = channel();
    let mut session =
        ProtocolSession::new(args.game.as_deref().unwrap_or(&DIALECTS.usual), &args.sets, sender.clone())?;
    let leaving = Arc::clone(&session.leaving);
    std::thread::Builder::new()
        .spawn(move || read_lines(&sender, &leaving))
        .map_err(|error| CommandError::message(format!("cannot start a thread: {error}")))?;
    serve(&mut session, &receiver, args.game.as_deref());
    session.halt();
    Ok(ExitVerdict::Yes)
}

/// Sends the lines of standard input as events. Sets `leaving` when the last line has come.
fn read_lines(sender: &Sender<ProtocolEvent>, leaving: &AtomicBool) {
    loop {
        let event = match typed_line::read() {
            Ok(TypedLine::End) | Err(_) => break,
            Ok(TypedLine::TooLong) => ProtocolEvent::TooLong,
            Ok(TypedLine::Text(line)) => ProtocolEvent::Line(line),
        };
        if matches!(&event, ProtocolEvent::Line(line) if line == "quit") {
            leaving.store(true, Ordering::Relaxed);
        }
        if sender.send(event).is_err() {
            return;
        }
    }
    leaving.store(true, Ordering::Relaxed);
    // A failure means that the session has already ended.
    let _ = sender.send(ProtocolEvent::End);
}

/// Handles events until the session ends. `requested` is the game on the command line.
fn serve(session: &mut ProtocolSession, receiver: &Receiver<ProtocolEvent>, requested: Option<&str>) {
    let mut protocol: Box<dyn Protocol> = Box::new(uci::Uci::new(session, "", true));
    let mut begun = false;
    while let Ok(event) = receiver.recv() {
        let line = match event {
            ProtocolEvent::Line(line) => line,
            ProtocolEvent::TooLong => {
                protocol.refuse(TOO_LONG);
                continue;
            }
            ProtocolEvent::Found(number) => {
                if session.is_current(number) {
                    protocol.found(session);
                }
                continue;
            }
            ProtocolEvent::End => {
                await_end(session, receiver);
                protocol.found(session);
                return;
            }
        };
        if !begun && !line.is_empty() {
            begun = true;
            protocol = match xboard::is_first(&line) {
                true => Box::new(xboard::XBoard::new(session, requested)),
                false => Box::new(uci::Uci::new(session, &line, requested.is_some())),
            };
        }
        if protocol.execute(session, &line) == Next::Leave {
            return;
        }
    }
}

/// Waits for the end of the search after the end of the input. A short search with a limit still reaches it.
fn await_end(session: &ProtocolSession, receiver: &Receiver<ProtocolEvent>) {
    let ends = Instant::now() + LAST;
    while session.is_searching() && !session.is_endless() {
        match receiver.recv_timeout(ends.saturating_duration_since(Instant::now())) {
            Ok(ProtocolEvent::Found(number)) if session.is_current(number) => return,
            Ok(
                ProtocolEvent::Found(_)
                | ProtocolEvent::Line(_)
                | ProtocolEvent::TooLong
                | ProtocolEvent::End,
            ) => {}
            Err(_) => break,
        }
    }
    session.stop();
}

/// The maximum time of a search after the end of the input.
const LAST: Duration = Duration::from_millis(700);

/// The interval at which a finished search tests if it may report its result.
const PAUSE: Duration = Duration::from_millis(1);
