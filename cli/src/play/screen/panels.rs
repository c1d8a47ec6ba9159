//! The panels around the board: title, moves, hands, captured pieces, search, messages, input line, and buttons.
//!
//! Each function draws one panel. [`panels`] distributes the rows beside or below the board. Clickable parts register
//! their areas in the state, where `keys` finds them.

use super::clocks::shown;
use super::commands::BUTTONS;
use super::layout::Layout;
use super::painter::{Painter, after, wrapped};
use super::state::{Hit, Mode, Prompt, ScreenState};
use crate::play::edit::PositionEditor;
use ferz_core::base::{Color, Piece};
use ferz_syntax::messages::text::capital;
use ferz_text::notation::{braced, san, token};
use ferz_text::words::drawing::position;
use ferz_text::words::outcome;
use ferz_text::words::prose::Prose;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

/// Writes the title of the game and the clocks.
pub(super) fn title(painter: &mut Painter, state: &ScreenState, area: Rect) {
    let clock = |side: Color| {
        let left = state.clocks.left(side).filter(|_| state.clocks.are_there());
        left.map(|left| format!("{} {}", side.title(), shown(left)))
    };
    let clocks: Vec<String> = Color::ALL.into_iter().filter_map(clock).collect();
    let clocks = clocks.join("  ");
    let length = u16::try_from(clocks.chars().count()).unwrap_or(0);
    let room = Rect { width: area.width.saturating_sub(length + 1), ..area };
    painter.put(
        room,
        &format!("{}  ({})", state.variant().title, state.ongoing.reference()),
        state.theme.heading(),
    );
    let right = Rect { x: area.right().saturating_sub(length), width: length.min(area.width), ..area };
    painter.put(right, &clocks, Style::new().add_modifier(Modifier::BOLD));
}

/// Writes the side to move or the outcome, and the content of the cursor's square.
pub(super) fn status(painter: &mut Painter, state: &ScreenState, area: Rect) {
    let setup = if let Mode::Edit(edit) = &state.mode { &edit.setup } else { state.game().setup() };
    let variant = state.variant();
    let what = setup.piece(state.cursor).map_or_else(String::new, |piece| {
        let name = Prose::new(variant).noun(piece.piece_type);
        if variant.is_neutral(piece.piece_type) { name } else { format!("{}'s {name}", piece.color.title()) }
    });
    let here = format!("{} {what}", variant.board.name(state.cursor));
    let is_check = !state.checked.is_empty();
    let standing = match &state.mode {
        Mode::Edit(edit) => format!("Setting up: {} to move.", edit.setup.turn.title()),
        _ if state.outcome.is_some() => state.outcome.as_ref().map_or_else(String::new, outcome::sentence),
        _ if !state.is_running() => "The game was stopped.".to_owned(),
        _ if state.thinking.is_some() => format!("{} is thinking.", state.turn().title()),
        _ => outcome::to_move(state.game().setup(), is_check) + ".",
    };
    let is_loud = state.outcome.is_some() || is_check;
    let style = if is_loud { state.theme.alarm() } else { Style::new().add_modifier(Modifier::BOLD) };
    painter.put(area, &standing, style);
    let x = after(after(area.x, &standing), "");
    painter.put(Rect { x, width: area.right().saturating_sub(x), ..area }, here.trim(), Style::new());
}

/// Writes the input line or the prompt.
pub(super) fn line(painter: &mut Painter, state: &mut ScreenState, area: Rect) {
    let question = match &state.mode {
        Mode::Ask(Prompt::Leave) if state.outcome.is_some() => "Leave?",
        Mode::Ask(Prompt::Leave) if state.kept.is_some() => "Leave? The game is saved.",
        Mode::Ask(Prompt::Leave) => "Leave the game?",
        Mode::Ask(Prompt::Resign) => "Resign?",
        Mode::Ask(Prompt::Draw) => "A draw is offered. Accept it?",
        Mode::Ask(Prompt::New) => "Begin a new game?",
        Mode::Ask(Prompt::Resume) => "There is an unfinished game. Continue it?",
        Mode::Edit(_) => return typed(painter, state, area, "token"),
        _ => return typed(painter, state, area, "move"),
    };
    painter.put(area, question, state.theme.alarm());
    let mut x = after(area.x, question);
    for (text, yes) in [("[Yes]", true), ("[No]", false)] {
        let place = Rect::new(x, area.y, u16::try_from(text.len()).unwrap_or(0), 1);
        painter.put(place, text, state.theme.button());
        state.hits.push((place, Hit::Answer(yes)));
        x = after(x, text);
    }
}

fn typed(painter: &mut Painter, state: &ScreenState, area: Rect, what: &str) {
    let room = usize::from(area.width).saturating_sub(what.len() + 3);
    let tail: Vec<char> = state.line.chars().collect();
    let tail: String = tail.iter().skip(tail.len().saturating_sub(room)).collect();
    painter.put(area, &format!("{what}> {tail}_"), Style::new());
}

/// Draws the buttons, with the numbers of their keys if there is room.
pub(super) fn buttons(painter: &mut Painter, state: &mut ScreenState, area: Rect) {
    let words = match &state.mode {
        Mode::Edit(_) => ["done", "cancel", "clear", "start", "turn", "erase"]
            .map(|word| (word.to_owned(), Hit::Word(word.to_owned())))
            .to_vec(),
        Mode::Help(_) | Mode::Text { .. } | Mode::Menu(_) => {
            vec![("Close".to_owned(), Hit::Word(String::new()))]
        }
        _ => {
            let key = |number: usize| if number <= 10 { number.to_string() } else { "^C".to_owned() };
            let length: usize = BUTTONS.iter().map(|name| name.len() + 1).sum();
            // The keys are ten numbers with one digit or two, and Ctrl-C.
            let keys = length + 13 <= usize::from(area.width) + 1;
            let text = |at: usize| if keys { key(at + 1) } else { String::new() } + &capital(BUTTONS[at]);
            (0..BUTTONS.len()).map(|at| (text(at), Hit::Word(BUTTONS[at].to_owned()))).collect()
        }
    };
    let mut x = area.x;
    for (text, hit) in words {
        let width = u16::try_from(text.chars().count()).unwrap_or(0);
        let place = Rect::new(x, area.y, width, 1).intersection(area);
        painter.put(place, &text, state.theme.button());
        state.hits.push((place, hit));
        x = after(x, &text);
    }
}

/// Draws the panels, as many as fit.
pub(super) fn panels(painter: &mut Painter, state: &mut ScreenState, layout: &Layout) {
    let area = layout.panels;
    if matches!(state.mode, Mode::Edit(_)) {
        return palette(painter, state, area);
    }
    let message: Vec<String> = state.message.iter().flat_map(|line| wrapped(line, area.width)).collect();
    let (pieces, thought) = (pieces(state, area.width), thought(state, area.width));
    let mut rest = area;
    let mut take = |rows: u16| {
        let part = Rect { height: rows.min(rest.height), ..rest };
        rest = Rect { y: rest.y + part.height, height: rest.height - part.height, ..rest };
        part
    };
    let said = u16::try_from(message.len()).unwrap_or(u16::MAX);
    if area.height < 12 {
        // Below the board, the message comes first, and the last moves are on one line.
        let lines = 1 + u16::from(!pieces.is_empty()) + u16::from(!thought.is_empty());
        let room =
            if said == 0 { 0 } else { said.min(area.height.saturating_sub(lines.min(area.height / 2))) };
        show_message(painter, state, take(room), &message);
        let part = take(1);
        painter.lines(part, &moves(state, area.width, 1), Style::new());
        for (text, hits) in pieces {
            row(painter, state, take(1), &text, hits);
        }
        return painter.lines(take(1), &thought, Style::new());
    }
    let fixed = u16::try_from(pieces.len() + thought.len()).unwrap_or(0);
    let free = area.height.saturating_sub(fixed + 3);
    let played = u16::try_from(moves(state, area.width, free).len()).unwrap_or(free);
    let room = said.min((free * 2 / 3).max(free.saturating_sub(played)));
    painter.put(take(1), "Moves", state.theme.heading());
    let part = take(free.saturating_sub(room));
    painter.lines(part, &moves(state, area.width, part.height), Style::new());
    for (text, hits) in pieces {
        row(painter, state, take(1), &text, hits);
    }
    if !thought.is_empty() {
        let part = take(u16::try_from(thought.len()).unwrap_or(0));
        painter.lines(part, &thought, Style::new());
    }
    take(1);
    show_message(painter, state, take(u16::MAX), &message);
}

fn show_message(painter: &mut Painter, state: &mut ScreenState, area: Rect, lines: &[String]) {
    let most = lines.len().saturating_sub(area.height.into());
    state.scroll = state.scroll.min(most);
    let mut shown = lines[state.scroll..].to_vec();
    shown.truncate(area.height.into());
    if state.scroll < most
        && let Some(last) = shown.last_mut()
    {
        "-- PageDown: more --".clone_into(last);
    }
    painter.lines(area, &shown, Style::new());
}

/// Returns the last moves, as many as fit in these rows.
fn moves(state: &ScreenState, width: u16, rows: u16) -> Vec<String> {
    let game = state.game();
    let mut words: Vec<String> = Vec::new();
    for (number, text) in state.shown.iter().enumerate() {
        let before = number.checked_sub(1).map_or(game.start(), |last| game.plies()[last].setup());
        let is_first = san::is_numbered(state.variant(), before) || number == 0;
        let number = if is_first { format!("{} ", san::number(before)) } else { String::new() };
        words.push(number + text);
    }
    if words.is_empty() {
        return vec!["No move has been played.".to_owned()];
    }
    let mut lines: Vec<String> = vec![String::new()];
    for word in &words {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > usize::from(width) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.split_off(lines.len().saturating_sub(rows.into()))
}

/// A clickable part of a row: its start, its length, and its meaning.
type MouseArea = (usize, usize, Hit);

/// Returns the hands or the captured pieces, and the state that the board does not show.
fn pieces(state: &ScreenState, width: u16) -> Vec<(String, Vec<MouseArea>)> {
    let (variant, setup) = (state.variant(), state.game().setup());
    let mut rows = Vec::new();
    for side in Color::ALL {
        let piece = |piece_type| Piece { color: side, piece_type };
        let mut text = match variant.hands {
            true => format!("{}'s hand:", side.title()),
            false => format!("{} lost:", side.title()),
        };
        let mut parts = Vec::new();
        for (id, _) in variant.piece_type_ids().filter(|(_, own)| !own.neutral) {
            let held = setup.hands.get(id.index()).map_or(0, |held| usize::from(*held.get(side)));
            let lost = || state.captured.iter().flatten().filter(|other| **other == piece(id)).count();
            let number = if variant.hands { held } else { lost() };
            if number == 0 {
                continue;
            }
            let count = if number > 1 { number.to_string() } else { String::new() };
            let word = format!(" {count}{}", braced(&token(variant, piece(id))));
            if text.chars().count() + word.chars().count() > usize::from(width) {
                rows.push((std::mem::take(&mut text), std::mem::take(&mut parts)));
            }
            if variant.hands && side == setup.turn {
                parts.push((text.chars().count(), word.chars().count(), Hit::Hand(id)));
            }
            text += &word;
        }
        if variant.hands || text.len() > format!("{} lost:", side.title()).len() {
            rows.push((text, parts));
        }
    }
    let others = position::unseen(variant, setup).into_iter();
    rows.extend(others.flat_map(|line| wrapped(&line, width)).map(|line| (line, Vec::new())));
    rows
}

fn row(painter: &mut Painter, state: &mut ScreenState, area: Rect, text: &str, parts: Vec<MouseArea>) {
    painter.put(area, text, Style::new());
    for (from, length, hit) in parts {
        let cut = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let place = Rect::new(area.x.saturating_add(cut(from)), area.y, cut(length), 1).intersection(area);
        if area.height > 0 {
            state.hits.push((place, hit));
        }
    }
}

/// Describes the engine's search: its depth, its line, and its score, if the player wants to know them.
fn thought(state: &ScreenState, width: u16) -> Vec<String> {
    if !state.ongoing.shows_thoughts {
        let is_thinking = state.thinking.is_some();
        return is_thinking.then(|| "The computer is thinking.".to_owned()).into_iter().collect();
    }
    let Some(info) = &state.info else { return Vec::new() };
    let mut lines = wrapped(&state.ongoing.thought(info, state.thinking.is_some()), width);
    lines.truncate(2);
    lines
}

/// Draws the pieces that the editor can place on the board.
fn palette(painter: &mut Painter, state: &mut ScreenState, area: Rect) {
    let Mode::Edit(edit) = &state.mode else { return };
    let brush = edit.brush;
    let (mut x, mut y) = (area.x, area.y);
    let mut hits = Vec::new();
    for (text, piece) in PositionEditor::palette(state.variant()) {
        let width = u16::try_from(text.chars().count()).unwrap_or(1);
        if x.saturating_add(width) > area.right() {
            (x, y) = (area.x, y + 1);
        }
        let place = Rect::new(x, y, width, 1).intersection(area);
        let style = if brush == Some(piece) { state.theme.button() } else { Style::new() };
        painter.put(place, &text, style);
        hits.push((place, Hit::Word(format!("+{text}"))));
        x = after(x, &text);
    }
    state.hits.extend(hits);
    let message: Vec<String> = state.message.iter().flat_map(|line| wrapped(line, area.width)).collect();
    let below = Rect { y: y + 2, height: area.bottom().saturating_sub(y + 2), ..area };
    show_message(painter, state, below, &message);
}
