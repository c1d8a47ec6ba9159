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
pub type Canvas = Terminal<CrosstermBackend<Stdout>>;

/// The terminal in raw mode. It is restored when this value is dropped.
pub struct Screen {
    pub canvas: Canvas,
    /// True after a signal that requests the end of the program.
    ended: Arc<AtomicBool>,
}

impl Screen {
    pub fn open() -> Result<Screen, CommandError> {
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

    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Suspends the program until the shell resumes it.
    pub fn suspend(&mut self) -> Result<(), CommandError> {
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
