//! Executes typed commands, which the buttons of the full screen are as well.
//!
//! [`ScreenState::enter`] handles a typed line, which can be a command, a square, or a move. A command that is not
//! possible now leaves a message.

use super::state::{Mode, Prompt, ScreenState};
use super::thinking::{SearchPurpose, Thinking};
use crate::output::CommandError;
use crate::play::edit::PositionEditor;
use crate::play::ongoing::OngoingGame;
use crate::play::refusal;
use crate::play::strength::HINT;
use crate::show;
use ferz_core::play::game::GameHistory;

/// The commands of the buttons, in the order of their function keys. The last one has the key Ctrl-C.
pub(super) const BUTTONS: [&str; 11] =
    ["help", "undo", "redo", "flip", "hint", "threats", "more", "draw", "resign", "edit", "quit"];

impl ScreenState {
    /// Executes a typed line.
    pub(super) fn enter(&mut self, line: &str) {
        if let Err(stop) = self.execute(line) {
            self.say_all(stop.lines());
        }
    }

    fn execute(&mut self, line: &str) -> Result<(), CommandError> {
        self.line.clear();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("help", "") => self.mode = Mode::Help(0),
            ("undo", "") => self.step(OngoingGame::undo, "no move has been made"),
            ("redo", "") => self.step(OngoingGame::redo, "there is no move to repeat"),
            ("flip", "") => self.flipped = !self.flipped,
            ("letters", "") => self.has_signs = !self.has_signs,
            ("hint" | "more" | "draw", "") if !self.is_mine() => self.say(self.whose_turn()),
            ("hint", "") => self.ask_hint(),
            ("threats", "") => {
                self.shows_threats = !self.shows_threats;
                let not = if self.shows_threats { "" } else { "not " };
                self.say(format!("threats against the side to move are {not}marked"));
            }
            ("more", "") => self.offer_special(),
            ("draw", "") => self.offer_draw(),
            ("claim", "") if self.is_mine() && self.ongoing.claim() => self.refresh(false),
            ("claim", "") => self.say("there is no outcome to claim"),
            ("resign", "") if self.is_running() => self.mode = Mode::Ask(Prompt::Resign),
            ("resign", "") => self.say("the game is over"),
            ("edit", "") => self.edit(),
            ("quit" | "exit", "") => self.mode = Mode::Ask(Prompt::Leave),
            ("new", "") if !self.game().plies().is_empty() => self.mode = Mode::Ask(Prompt::New),
            ("fen", "") => self.say(self.ongoing.fen()),
            ("fen", text) => self.set_up(self.ongoing.position(text)?),
            ("board", "") => {
                self.cancel();
                self.message.clear();
            }
            ("explain", text) => self.say_all(refusal::lines(refusal::explained(&self.ongoing, text))),
            ("load", path) if !path.is_empty() => {
                self.ongoing.load(path)?;
                self.message.clear();
                self.restart();
            }
            ("show", piece) if !piece.is_empty() => {
                let lines = show::piece(&self.ongoing.rules, piece, false)?;
                self.mode = Mode::Text { title: piece.to_owned(), lines, from: 0 };
            }
            command => {
                if let Some(answer) = self.ongoing.answer(command) {
                    self.say(answer?);
                } else if let Some(answer) = self.ongoing.arrange(&mut self.opponent, command) {
                    let text = answer?;
                    self.thinking = None;
                    self.refresh(false);
                    self.say(text);
                } else {
                    self.try_move(line);
                }
            }
        }
        Ok(())
    }

    /// Takes back a move or repeats one, or says why that is not possible.
    fn step(&mut self, change: fn(&mut OngoingGame) -> bool, why: &str) {
        (self.thinking, self.info) = (None, None);
        self.message.clear();
        if !change(&mut self.ongoing) {
            self.say(why);
        }
        self.refresh(false);
    }

    fn ask_hint(&mut self) {
        if self.thinking.is_none() {
            self.say("looking for a move...");
            self.thinking = Thinking::begin(self.opponent.advice(self.game(), HINT), SearchPurpose::Hint);
        }
    }

    /// Claims a draw by a move or by the rules if possible. Otherwise, offers a draw.
    fn offer_draw(&mut self) {
        match self.ongoing.ask_draw(self.info.as_ref().map(|info| info.score)) {
            Ok(true) => self.refresh(false),
            Ok(false) => self.mode = Mode::Ask(Prompt::Draw),
            Err(text) => self.say(text),
        }
    }

    /// Handles the answer to the current question.
    pub(super) fn answer(&mut self, yes: bool) {
        let Mode::Ask(question) = std::mem::replace(&mut self.mode, Mode::Play) else { return };
        match question {
            Prompt::Leave => self.is_over = yes,
            Prompt::Resign if yes => {
                self.thinking = None;
                self.ongoing.resign();
                self.refresh(false);
            }
            Prompt::Draw if yes => {
                self.ongoing.end(None, "agreement");
                self.refresh(false);
            }
            Prompt::Draw => self.say("the draw was declined"),
            Prompt::Resume if yes => {
                let kept = self.kept.as_ref().and_then(crate::play::saved::SavedGame::game);
                if let Some((recorded, rules)) = kept {
                    let (players, style) = (self.ongoing.players, self.ongoing.style.take());
                    self.ongoing = OngoingGame::resumed(recorded, rules, players);
                    self.ongoing.style = style;
                    self.say("the game continues where it stopped");
                }
                self.refresh(false);
            }
            Prompt::New if yes => self.set_up(self.game().start().clone()),
            Prompt::Resume | Prompt::Resign | Prompt::New => self.refresh(false),
        }
    }

    fn edit(&mut self) {
        self.thinking = None;
        self.clocks.turn(None, false);
        self.mode = Mode::Edit(PositionEditor::of(self.game().setup()));
        self.say("Choose a piece, then its squares. Or type `K e1`, or a token, and press Enter on squares. `done` accepts the position, `cancel` discards it.");
    }

    /// Executes a command of the position editor, or selects the piece with this token.
    pub(super) fn edit_word(&mut self, word: &str) {
        let rules = std::rc::Rc::clone(&self.ongoing.rules);
        let variant = &rules.variant;
        let cursor = self.cursor;
        let Mode::Edit(edit) = &mut self.mode else { return };
        match word {
            "" => edit.put(cursor),
            word if edit.change(variant, word) => {}
            "erase" => edit.brush = None,
            "cancel" => self.cancel(),
            "done" => match edit.done(variant) {
                Ok(setup) => self.set_up(setup),
                Err(lines) => self.say_all(lines),
            },
            line => match edit.put_all(variant, line) {
                Ok(()) if edit.brush.is_some() && !line.contains(' ') => edit.put(cursor),
                Ok(()) => {}
                Err(problem) => self.say(problem),
            },
        }
    }

    /// Starts a new game from a position.
    fn set_up(&mut self, setup: ferz_core::base::Setup) {
        self.ongoing.begin(GameHistory::new(self.game().engine(), setup));
        self.mode = Mode::Play;
        self.restart();
        self.say("a new game from this position");
    }

    /// Updates everything for another game.
    fn restart(&mut self) {
        (self.thinking, self.info) = (None, None);
        self.texts.clear();
        self.shown.clear();
        self.captured.clear();
        self.refresh(false);
    }

    fn try_move(&mut self, line: &str) {
        if !self.is_mine() {
            return self.say(self.whose_turn());
        }
        // The name of a square selects the square, unless it is also the text of a move.
        let square = self.variant().board.square(&line.to_lowercase());
        let is_next = square.is_some_and(|square| self.targets().contains(&square));
        let read = self.ongoing.read(&self.legal, line).cloned();
        if let Some(square) = square.filter(|_| is_next || read.is_err()) {
            return self.choose(square);
        }
        let lines = match read {
            Ok(mv) => return self.make(&mv),
            Err(_) => refusal::mv(&self.ongoing, &self.legal, line),
        };
        self.say_all(lines);
    }
}
