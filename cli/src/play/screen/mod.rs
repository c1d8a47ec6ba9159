//! The game on the full screen: a board with panels, for the keyboard and the mouse.
//!
//! [`play`] is the main loop: it draws the [`ScreenState`], waits for input, and lets the computer player move. `keys`
//! and `commands` change the state, and `layout`, `board`, and `panels` draw it.

mod board;
mod clocks;
mod commands;
mod keys;
pub mod layout;
mod painter;
mod panels;
mod pick;
mod popup;
mod state;
pub mod terminal;
pub mod theme;
mod thinking;

use super::ongoing::OngoingGame;
use super::saved::SavedGame;
use super::strength::Opponent;
use super::tokens::TokenLabels;
use crate::output::{CommandError, Output};
use clocks::Clocks;
use ferz_core::base::{Color, Square};
use ferz_core::play::game::Random;
use ferz_core::rules::PieceType;
use layout::{Layout, Wanted};
use painter::Painter;
use pick::Pick;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use ratatui_crossterm::crossterm::event;
use state::{Mode, Prompt, ScreenState};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::time::Duration;
use terminal::Screen;
use theme::Theme;

/// The time to wait for a key while a search or a clock is running.
const BUSY: Duration = Duration::from_millis(100);
const IDLE: Duration = Duration::from_millis(500);

/// Returns true if the program runs in a terminal that can show a full screen.
pub(super) fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The settings with which the game starts.
pub(super) struct SessionStart {
    pub(super) ongoing: OngoingGame,
    pub(super) opponent: Opponent,
    pub(super) random: Random,
    /// The maximum number of plies.
    pub(super) limit: usize,
    /// The position or file from which the game began, if it is not the start of a game.
    pub(super) from: Option<String>,
}

/// Plays until the player leaves. Returns true if the last save failed.
pub(super) fn play(start: SessionStart, output: &mut Output) -> Result<bool, CommandError> {
    let mut state = begin(start);
    output.flush()?;
    let mut screen = Screen::open()?;
    while !state.is_over && !screen.is_ended() {
        screen.canvas.draw(|frame| draw(frame.buffer_mut(), &mut state)).map_err(CommandError::from)?;
        let is_busy = state.thinking.is_some() || state.clocks.are_there() && state.is_running();
        if event::poll(if is_busy { BUSY } else { IDLE }).map_err(CommandError::from)? {
            // All available input is handled before the screen is drawn again.
            while !state.is_over {
                state.handle_event(&event::read().map_err(CommandError::from)?);
                if !event::poll(Duration::ZERO).map_err(CommandError::from)? {
                    break;
                }
            }
        }
        if std::mem::take(&mut state.wants_suspension) {
            screen.suspend()?;
        }
        state.tick();
    }
    state.thinking = None;
    drop(screen);
    let reference = state.ongoing.reference();
    writeln!(output, "{}  ({reference})", state.variant().title)?;
    writeln!(output, "{}", state.ongoing.standing())?;
    if state.kept.is_some() && state.outcome.is_none() && !state.game().plies().is_empty() {
        writeln!(output, "The game is saved; the same command offers to continue it.")?;
    }
    Ok(state.ongoing.is_unsaved)
}

fn begin(start: SessionStart) -> ScreenState {
    let SessionStart { ongoing, opponent, random, limit, from } = start;
    let kept = SavedGame::of(&ongoing.identity, &ongoing.reference(), from.as_deref());
    let can_resume = kept.as_ref().is_some_and(|kept| kept.game().is_some());
    let clocks = Clocks::new(|side| opponent.clock(side));
    let flipped = !ongoing.is_human(Color::White) && ongoing.is_human(Color::Black);
    let cursor = ongoing.variant().board.squares().next().unwrap_or(Square(0));
    let is_alone = Color::ALL.into_iter().all(|color| ongoing.is_human(color));
    let computer = if is_alone { " `computer` plays against you." } else { "" };
    let mut state = ScreenState {
        ongoing,
        opponent,
        random,
        theme: Theme::of_environment(),
        has_signs: Theme::of_environment().has_signs(),
        mode: if can_resume { Mode::Ask(Prompt::Resume) } else { Mode::Play },
        pick: Pick::default(),
        cursor,
        flipped,
        shows_threats: false,
        hint: None,
        line: String::new(),
        message: vec![format!(
            "Type a move, or choose a piece and its target.{computer} F1 or `help` shows more."
        )],
        scroll: 0,
        thinking: None,
        info: None,
        clocks,
        kept: None,
        legal: Vec::new(),
        texts: Vec::new(),
        shown: Vec::new(),
        captured: Vec::new(),
        limit,
        outcome: None,
        checked: BTreeSet::new(),
        hits: Vec::new(),
        is_over: false,
        wants_suspension: false,
    };
    // The saved game is not overwritten before the player has answered whether to continue it.
    state.refresh(false);
    state.kept = kept;
    state
}

/// Draws the whole screen.
fn draw(buffer: &mut ratatui_core::buffer::Buffer, state: &mut ScreenState) {
    let area = buffer.area;
    state.hits.clear();
    let frame = state.variant().board.frame(state.flipped);
    let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    // The stage of a piece is shown as one letter after its token.
    let length = |own: &PieceType| {
        let base = own.token.split('.').next().unwrap_or_default();
        base.chars().count() + usize::from(base.len() < own.token.len())
    };
    let token = state.variant().piece_types.iter().map(length).max().unwrap_or(1);
    let wanted = Wanted {
        columns: count(frame.0.len()),
        rows: count(frame.1.len()),
        margin: count(state.variant().board.height.to_string().len() + 1),
        token: count(token),
        is_filled: state.theme.has_color(),
    };
    let layout = Layout::new(area, &wanted);
    let tokens = TokenLabels::new(state.variant(), layout.room());
    let signs = state.has_signs.then(|| tokens.signs(state.variant(), layout.room())).flatten();
    let mut painter = Painter(buffer);
    panels::title(&mut painter, state, layout.title);
    board::draw(&mut painter, state, &frame, &layout, signs.as_ref().unwrap_or(&tokens));
    if !layout.fits {
        let text = "The board does not fit; make the window larger, or use --text.";
        painter.put(Rect { y: layout.status.y.saturating_sub(1), height: 1, ..area }, text, Style::new());
    }
    panels::panels(&mut painter, state, &layout);
    panels::status(&mut painter, state, layout.status);
    panels::line(&mut painter, state, layout.line);
    panels::buttons(&mut painter, state, layout.buttons);
    popup::draw(&mut painter, state, area, &tokens);
}
