//! Controls the terminal: enters raw mode and the alternate screen at the beginning, and restores the terminal however
//! the game ends.
//!
//! [`Screen`] restores the terminal when it is dropped. A panic hook does the same before the message is printed, and a
//! signal only sets a flag, so that the main loop can save the game and return.

use crate::output::CommandError;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::cursor::Show;
use ratatui_crossterm::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui_crossterm::crossterm::execute;
use ratatui_crossterm::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal on which the screen is drawn.
pub(super) type Canvas = Terminal<CrosstermBackend<Stdout>>;

/// The terminal in raw mode. It is restored when this value is dropped.
pub(super) struct Screen {
    pub(super) canvas: Canvas,
    /// True after a signal that requests the end of the program.
    ended: Arc<AtomicBool>,
}

impl Screen {
    pub(super) fn open() -> Result<Screen, CommandError> {
        let ended = Arc::<AtomicBool>::default();
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
            // If the handler cannot be installed, the signal ends the program directly.
            let _ = signal_hook::flag::register(signal, Arc::clone(&ended));
        }
        // A panic message is visible only after the terminal is restored.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |why| {
            restore();
            before(why);
        }));
        enter().map_err(failed)?;
        match Terminal::new(CrosstermBackend::new(io::stdout())) {
            Ok(canvas) => Ok(Screen { canvas, ended }),
            Err(error) => {
                restore();
                Err(failed(error))
            }
        }
    }

    pub(super) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Suspends the program until the shell resumes it.
    pub(super) fn suspend(&mut self) -> Result<(), CommandError> {
        restore();
        #[cfg(unix)]
        // The default handler of the signal stops the process here, until the shell continues it.
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        // A new canvas assumes nothing about the screen and draws everything again. Clearing the old one would query
        // the position of the cursor.
        let taken = enter().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        self.canvas = taken.map_err(failed)?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

fn failed(error: io::Error) -> CommandError {
    CommandError::message(format!("cannot use the terminal: {error}"))
        .help("`ferz play --text` needs no screen")
}

fn enter() -> io::Result<()> {
    // Bracketed paste keeps a pasted text from being executed as single keys.
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Restores the terminal. A failure means that the terminal no longer exists.
fn restore() {
    // The order is the reverse of `enter`.
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]
mod tests {
    use super::*;
    use nix::pty::openpty;
    use nix::sys::termios::tcgetattr;
    use std::fs::File;
    use std::io::Read;
    use std::process::{Command, Stdio};

    #[test]
    #[ignore = "for a terminal: the test below runs it there"]
    fn a_screen_that_panics() {
        let _screen = Screen::open();
        panic!("on purpose");
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let terminal = openpty(None, None).expect("a terminal");
        let before = tcgetattr(&terminal.slave).expect("its state");
        let end = || Stdio::from(terminal.slave.try_clone().expect("the other end"));
        let name = "cli::play::screen::terminal::tests::a_screen_that_panics";
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--ignored", "--exact", "--nocapture", name]);
        let mut child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs");
        let mut screen = File::from(terminal.master.try_clone().expect("a screen"));
        let reader = std::thread::spawn(move || {
            let (mut shown, mut part) = (Vec::new(), [0; 4096]);
            while let Ok(length @ 1..) = screen.read(&mut part) {
                shown.extend(&part[..length]);
            }
            String::from_utf8_lossy(&shown).into_owned()
        });
        assert!(!child.wait().expect("it ends").success());
        let after = tcgetattr(&terminal.slave).expect("its state");
        assert_eq!(
            (before.local_flags, before.input_flags, before.output_flags),
            (after.local_flags, after.input_flags, after.output_flags)
        );
        // Once the other end is closed, there is nothing more to read.
        drop((command, terminal.slave));
        let shown = reader.join().expect("what was shown");
        let place = |what: &str| shown.find(what).unwrap_or_else(|| panic!("{what:?} in {shown:?}"));
        assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"), "the screen is left");
        assert!(place("\u{1b}[?1049l") < place("on purpose"), "the error is printed after that");
    }
}
