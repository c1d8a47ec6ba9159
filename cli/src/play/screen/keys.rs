//! Handles keys and the mouse.
//!
//! [`ScreenState::handle_event`] is the entry point. The meaning of a key depends on the mode: a question, a list, the
//! help, or the board. Keys and clicks change the [`ScreenState`] through the same functions as typed commands.

use super::commands::BUTTONS;
use super::pick::{MoveStart, starts};
use super::state::{Hit, Mode, ScreenState};
use ferz_core::base::Square;
use ratatui_core::layout::Position;
use ratatui_crossterm::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// The maximum length of the input line.
const MAX_LENGTH: usize = 300;

impl ScreenState {
    pub(super) fn handle_event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => {
                for line in text.split_inclusive(['\n', '\r']) {
                    self.line.extend(line.trim().chars().take(MAX_LENGTH));
                    if line.ends_with(['\n', '\r']) {
                        self.submit();
                    }
                }
            }
            _ => {}
        }
    }

    fn press(&mut self, key: &KeyEvent) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        // If Enter was pressed before the terminal entered raw mode, it arrives as a line feed.
        let code = if is_control && key.code == KeyCode::Char('j') { KeyCode::Enter } else { key.code };
        match code {
            KeyCode::Char('c' | 'd') if is_control && matches!(self.mode, Mode::Ask(_)) => {
                self.is_over = true
            }
            KeyCode::Char('c' | 'd') if is_control => self.enter("quit"),
            KeyCode::Char('z') if is_control => self.wants_suspension = true,
            KeyCode::Char('u') if is_control => self.line.clear(),
            KeyCode::F(number) if matches!(self.mode, Mode::Play | Mode::Help(_) | Mode::Text { .. }) => {
                self.mode = Mode::Play;
                let command = BUTTONS[..10].get(usize::from(number).wrapping_sub(1));
                command.into_iter().for_each(|command| self.enter(command));
            }
            KeyCode::PageUp => self.scroll_by(-4),
            KeyCode::PageDown => self.scroll_by(4),
            code => match &self.mode {
                Mode::Ask(_) => self.press_answer(code),
                Mode::Menu(_) => self.press_menu(code),
                Mode::Help(_) | Mode::Text { .. } => self.press_help(code),
                Mode::Play | Mode::Edit(_) => self.press_board(code, is_control),
            },
        }
    }

    fn press_answer(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.answer(true),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => self.answer(false),
            _ => {}
        }
    }

    fn press_menu(&mut self, code: KeyCode) {
        let Mode::Menu(menu) = &mut self.mode else { return };
        let last = menu.names.len().saturating_sub(1);
        match code {
            KeyCode::Up => menu.at = menu.at.saturating_sub(1),
            KeyCode::Down => menu.at = (menu.at + 1).min(last),
            KeyCode::Home => menu.at = 0,
            KeyCode::End => menu.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let at = menu.at;
                self.choose_item(at);
            }
            KeyCode::Esc => self.cancel(),
            KeyCode::Char(c) => {
                let number = c.to_digit(10).and_then(|number| usize::try_from(number).ok());
                if let Some(at) = number.and_then(|number| number.checked_sub(1)) {
                    self.choose_item(at);
                }
            }
            _ => {}
        }
    }

    fn press_help(&mut self, code: KeyCode) {
        let Some(from) = self.mode.top_line() else { return };
        match code {
            KeyCode::Up => *from = from.saturating_sub(1),
            KeyCode::Down => *from += 1,
            _ => self.mode = Mode::Play,
        }
    }

    fn press_board(&mut self, code: KeyCode, is_control: bool) {
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, 1),
            KeyCode::Down => self.move_cursor(0, -1),
            KeyCode::Esc => {
                self.cancel();
                self.message.clear();
            }
            KeyCode::Backspace => drop(self.line.pop()),
            KeyCode::Delete => {
                let cursor = self.cursor;
                if let Mode::Edit(edit) = &mut self.mode {
                    edit.setup.set(cursor, None);
                }
            }
            KeyCode::Tab => self.next_start(),
            KeyCode::Enter => self.submit(),
            KeyCode::Char(' ') if self.line.is_empty() => self.submit(),
            KeyCode::Char(c) if !is_control && self.line.len() < MAX_LENGTH => self.line.push(c),
            _ => {}
        }
    }

    /// Executes the typed line. Without a line, selects the square of the cursor.
    fn submit(&mut self) {
        let line = std::mem::take(&mut self.line);
        match (line.trim(), &self.mode) {
            (word, Mode::Edit(_)) => self.edit_word(word),
            ("", _) => self.choose(self.cursor),
            (line, _) => self.enter(line),
        }
    }

    fn scroll_by(&mut self, lines: isize) {
        let from = self.mode.top_line().unwrap_or(&mut self.scroll);
        *from = from.saturating_add_signed(lines);
    }

    /// Moves the cursor to the next square in a direction, and skips places without a square.
    fn move_cursor(&mut self, dx: i32, dy: i32) {
        let sign = if self.flipped { -1 } else { 1 };
        let board = &self.variant().board;
        let here = board.cell(self.cursor);
        let reach = board.width.max(board.height) + 4;
        let at = |n: i32, aside: i32| {
            let (x, y) =
                (here.x + sign * dx * n + aside * dy.abs(), here.y + sign * dy * n + aside * dx.abs());
            board.at(x, y)
        };
        let straight = (1..reach).find_map(|n| at(n, 0));
        // A cell off the grid may share no line with the cursor, so nearby lines are searched as well.
        let beside = || (1..reach).find_map(|n| (1..reach).find_map(|aside| at(n, aside).or(at(n, -aside))));
        if let Some(square) = straight.or_else(beside) {
            self.cursor = square;
        }
    }

    /// Moves the cursor to the next piece that can move, or to the next target of the selected piece.
    fn next_start(&mut self) {
        let squares: Vec<Square> = match self.pick.start {
            Some(_) => self.targets().into_iter().collect(),
            None => starts(self.variant(), &self.legal).into_iter().filter_map(MoveStart::square).collect(),
        };
        let next = squares.iter().find(|square| **square > self.cursor).or(squares.first());
        if let Some(square) = next {
            self.cursor = *square;
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent) {
        let place = Position { x: mouse.column, y: mouse.row };
        let hit = self.hits.iter().rev().find(|(area, _)| area.contains(place)).map(|(_, hit)| hit.clone());
        match (mouse.kind, hit) {
            (MouseEventKind::ScrollUp, _) => self.scroll_by(-2),
            (MouseEventKind::ScrollDown, _) => self.scroll_by(2),
            (MouseEventKind::Down(MouseButton::Left), Some(hit)) => self.click(hit),
            (MouseEventKind::Down(MouseButton::Left), None) => match self.mode {
                Mode::Help(_) | Mode::Text { .. } | Mode::Menu(_) => self.cancel(),
                _ => {}
            },
            // The button was released over a square after a drag.
            (MouseEventKind::Up(MouseButton::Left), Some(Hit::Square(square)))
                if square != self.cursor && self.pick.start.is_some() && matches!(self.mode, Mode::Play) =>
            {
                self.choose(square);
            }
            (MouseEventKind::Down(MouseButton::Right), Some(Hit::Square(square))) => {
                self.cursor = square;
                if let Mode::Edit(edit) = &mut self.mode {
                    edit.setup.set(square, None);
                } else {
                    let lines = crate::play::refusal::square(&self.ongoing, square);
                    self.say_all(lines);
                }
            }
            (MouseEventKind::Down(MouseButton::Right), _) => self.cancel(),
            _ => {}
        }
    }

    fn click(&mut self, hit: Hit) {
        match (hit, &mut self.mode) {
            (Hit::Square(square), Mode::Edit(edit)) => {
                edit.put(square);
                self.cursor = square;
            }
            (Hit::Square(square), Mode::Play) => self.choose(square),
            (Hit::Hand(piece_type), Mode::Play) => self.choose_hand(piece_type),
            (Hit::Item(at), _) => self.choose_item(at),
            (Hit::Answer(yes), _) => self.answer(yes),
            (Hit::Word(word), Mode::Edit(edit)) => match word.strip_prefix('+') {
                // A click on a piece of the palette selects it for the next click on the board.
                Some(token) => drop(edit.take(&self.ongoing.rules.variant, token)),
                None => self.edit_word(&word),
            },
            (Hit::Word(_), Mode::Help(_) | Mode::Text { .. } | Mode::Menu(_)) => self.cancel(),
            (Hit::Word(word), Mode::Play | Mode::Ask(_)) => {
                self.mode = Mode::Play;
                self.enter(&word);
            }
            _ => {}
        }
    }
}
