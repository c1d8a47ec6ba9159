//! Executes typed commands and buttons of the full screen.
//!
//! [`ScreenState::execute`] handles the commands that have a button, and [`ScreenState::enter`] a typed line, which can
//! be a command with an argument, a square, or a move. A command that is not possible now leaves a message.

use super::edit::PositionEditor;
use super::refusal;
use super::state::{Mode, Prompt, ScreenCommand, ScreenState};
use super::thinking::{SearchPurpose, Thinking};
use crate::base::{Choice, Result as Points};
use crate::cli::output::CommandError;
use crate::cli::play::strength::HINT;
use crate::cli::show;
use crate::messages::diagnostic::Code;
use crate::notation::movetext;
use crate::play::game::GameHistory;

/// The computer player accepts a draw if its score is at most this, in hundredths of a pawn.
const CONTENT: i32 = -40;

/// The buttons with their commands, labels, and key numbers.
pub(super) const BUTTONS: [(ScreenCommand, &str, &str); 11] = [
    (ScreenCommand::Help, "Help", "1"),
    (ScreenCommand::Undo, "Undo", "2"),
    (ScreenCommand::Redo, "Redo", "3"),
    (ScreenCommand::Flip, "Flip", "4"),
    (ScreenCommand::Hint, "Hint", "5"),
    (ScreenCommand::Threats, "Threats", "6"),
    (ScreenCommand::More, "More", "7"),
    (ScreenCommand::Draw, "Draw", "8"),
    (ScreenCommand::Resign, "Resign", "9"),
    (ScreenCommand::Edit, "Edit", "10"),
    (ScreenCommand::Leave, "Quit", "^C"),
];

/// The typed commands that take an argument or have no button.
const WORDS: [&str; 14] = [
    "save", "load", "explain", "letters", "thoughts", "moves", "show", "fen", "quit", "pass", "computer",
    "level", "new", "board",
];

impl ScreenState {
    pub(super) fn execute(&mut self, command: ScreenCommand) {
        self.line.clear();
        match command {
            ScreenCommand::Help => self.mode = Mode::Help(0),
            ScreenCommand::Undo => self.undo(),
            ScreenCommand::Redo => self.redo(),
            ScreenCommand::Flip => self.flipped = !self.flipped,
            ScreenCommand::Hint => self.ask_hint(),
            ScreenCommand::Threats => {
                self.shows_threats = !self.shows_threats;
                let on = self.shows_threats;
                self.say(if on {
                    "threats against the side to move are marked"
                } else {
                    "threats are not marked"
                });
            }
            ScreenCommand::More if self.is_mine() => self.offer_special(),
            ScreenCommand::More => self.say("it is not your turn"),
            ScreenCommand::Draw => self.offer_draw(),
            ScreenCommand::Resign if self.is_mine() => self.mode = Mode::Ask(Prompt::Resign),
            ScreenCommand::Resign => self.say("only the player to move can resign"),
            ScreenCommand::Edit => self.edit(),
            ScreenCommand::Leave => self.mode = Mode::Ask(Prompt::Leave),
        }
    }

    fn undo(&mut self) {
        self.thinking = None;
        self.mode = Mode::Play;
        let is_done = self.ongoing.undo();
        self.message.clear();
        if !is_done {
            self.say("no move has been made");
        }
        self.refresh(false);
    }

    fn redo(&mut self) {
        self.thinking = None;
        let is_done = self.ongoing.redo();
        if !is_done {
            self.say("there is no move to repeat");
        }
        self.refresh(false);
    }

    fn ask_hint(&mut self) {
        if !self.is_mine() {
            return self.say("only the player to move can ask for a hint");
        }
        if self.thinking.is_none() {
            self.say("looking for a move...");
            self.thinking = Thinking::begin(self.opponent.advice(self.game(), HINT), SearchPurpose::Hint);
        }
    }

    /// Claims a draw by a move or by the rules if possible. Otherwise, offers a draw.
    fn offer_draw(&mut self) {
        if !self.is_mine() {
            return self.say("only the player to move can offer a draw");
        }
        let claims = self.legal.iter().find(|mv| mv.choice == Some(Choice::End(Points::Draw)));
        if let Some(mv) = claims {
            let text = self.ongoing.text(mv);
            return self.say(format!("a draw can be claimed by a move: {text}"));
        }
        if let Some(claim) = self.game().claims().into_iter().find(|claim| claim.winner.is_none()) {
            self.ongoing.game.claim(&claim.reason);
            return self.refresh(false);
        }
        let other = self.turn().other();
        if self.ongoing.is_human(other) {
            self.mode = Mode::Ask(Prompt::Draw);
            return;
        }
        let is_content = self.info.as_ref().is_some_and(|info| info.score <= CONTENT);
        if is_content {
            self.ongoing.end(None, "agreement");
            self.refresh(false);
        } else {
            self.say(format!("{} declines the draw", other.title()));
        }
    }

    /// Handles the answer to the current question.
    pub(super) fn answer(&mut self, yes: bool) {
        let Mode::Ask(question) = std::mem::replace(&mut self.mode, Mode::Play) else { return };
        match question {
            Prompt::Leave => self.is_over = yes,
            Prompt::Resign if yes => {
                let winner = self.turn().other();
                self.ongoing.end(Some(winner), "resignation");
                self.refresh(false);
            }
            Prompt::Draw if yes => {
                self.ongoing.end(None, "agreement");
                self.refresh(false);
            }
            Prompt::Draw => self.say("the draw was declined"),
            Prompt::Resume if yes => {
                let kept = self.kept.as_ref().and_then(super::super::saved::SavedGame::game);
                if let Some((recorded, rules)) = kept {
                    let (players, style) = (self.ongoing.players, self.ongoing.style.take());
                    self.ongoing = super::super::ongoing::OngoingGame::resumed(recorded, rules, players);
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
        self.say("Choose a piece, then its squares. Or type a token, and press Enter on squares. `done` accepts the position, `cancel` discards it.");
    }

    /// Executes a command of the position editor, or selects the piece with this token.
    pub(super) fn edit_word(&mut self, word: &str) {
        let rules = std::rc::Rc::clone(&self.ongoing.rules);
        let variant = &rules.variant;
        let cursor = self.cursor;
        let Mode::Edit(edit) = &mut self.mode else { return };
        match word {
            "" => edit.put(cursor),
            "clear" => edit.clear(),
            "start" => edit.setup = variant.start(),
            "turn" => edit.turn(variant),
            "erase" => edit.brush = None,
            "cancel" => self.cancel(),
            "done" => match edit.done(variant) {
                Ok(setup) => self.set_up(setup),
                Err(lines) => self.say_all(lines),
            },
            token => match edit.take(variant, token) {
                true => edit.put(cursor),
                false => self.say(format!("this game has no piece `{token}`")),
            },
        }
    }

    /// Starts a new game from a position.
    fn set_up(&mut self, setup: crate::base::Setup) {
        self.thinking = None;
        self.ongoing.begin(GameHistory::new(self.game().engine(), setup));
        self.mode = Mode::Play;
        self.say("a new game from this position");
        self.texts.clear();
        self.shown.clear();
        self.refresh(false);
    }

    /// Executes a typed line.
    pub(super) fn enter(&mut self, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (lower, rest) = (word.to_lowercase(), rest.trim());
        if let Some((command, ..)) =
            BUTTONS.iter().find(|(_, name, _)| name.to_lowercase() == lower && rest.is_empty())
        {
            return self.execute(*command);
        }
        let done = match (lower.as_str(), rest) {
            ("exit", "") => {
                self.execute(ScreenCommand::Leave);
                Ok(())
            }
            ("save", "") => Err(CommandError::message("name a file: save FILE")),
            ("load", "") => Err(CommandError::message("name a file: load FILE")),
            ("save", path) => self.save(path),
            ("load", path) => self.load(path),
            ("explain", text) => {
                let lines = refusal::explained(&self.ongoing, text);
                self.say_all(lines);
                Ok(())
            }
            ("fen", "") => {
                let text = self.ongoing.fen();
                self.say(text);
                Ok(())
            }
            ("board", "") => {
                self.cancel();
                self.message.clear();
                Ok(())
            }
            ("new", "") if !self.game().plies().is_empty() => {
                self.mode = Mode::Ask(Prompt::New);
                Ok(())
            }
            ("fen", text) => self.place(text),
            ("letters", "") => {
                self.has_signs = !self.has_signs;
                Ok(())
            }
            ("thoughts", "") => {
                self.shows_thoughts = !self.shows_thoughts;
                let is_shown = if self.shows_thoughts { "shown" } else { "hidden" };
                self.say(format!("the computer's thoughts are {is_shown}"));
                Ok(())
            }
            ("moves", square) => self.list(square),
            ("show", "") => Err(CommandError::message("name a piece: show PIECE")),
            ("show", piece) => show::piece(&self.ongoing.rules, piece, false)
                .map(|lines| self.mode = Mode::Text { title: piece.to_owned(), lines, from: 0 }),
            (word, rest) => match self.ongoing.arrange(&mut self.opponent, (word, rest)) {
                Some(answer) => answer.map(|text| {
                    self.thinking = None;
                    self.refresh(false);
                    self.say(text);
                }),
                None => {
                    self.try_move(line);
                    Ok(())
                }
            },
        };
        match done {
            Ok(()) | Err(CommandError::Closed) => {}
            Err(CommandError::Message { message, help }) => {
                self.say_all(std::iter::once(message).chain(help).collect())
            }
            Err(CommandError::Problems(_, problems)) => {
                self.say_all(problems.into_iter().map(|problem| problem.message).collect());
            }
        }
    }

    fn save(&mut self, path: &str) -> Result<(), CommandError> {
        self.is_unsaved = true;
        let said = self.ongoing.save(path)?;
        self.is_unsaved = false;
        self.say(said);
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), CommandError> {
        self.ongoing.load(path)?;
        self.thinking = None;
        self.message.clear();
        self.texts.clear();
        self.shown.clear();
        self.refresh(false);
        Ok(())
    }

    fn place(&mut self, text: &str) -> Result<(), CommandError> {
        self.set_up(self.ongoing.position(text)?);
        Ok(())
    }

    fn list(&mut self, square: &str) -> Result<(), CommandError> {
        let board = &self.variant().board;
        let from = if square.is_empty() { None } else { board.square(&square.to_lowercase()) };
        if from.is_none() && !square.is_empty() {
            let stop = CommandError::message(format!("the board has no square `{square}`"));
            return Err(stop.help(movetext::extent(board)));
        }
        let moves = self.legal.iter().filter(|mv| from.is_none() || mv.from == from);
        let texts = self.ongoing.texts(moves);
        self.say(if texts.is_empty() { "no legal moves".to_owned() } else { texts.join(" ") });
        Ok(())
    }

    fn try_move(&mut self, line: &str) {
        if !self.is_mine() {
            let text = if self.is_running() { "it is the computer's turn" } else { "the game is over" };
            return self.say(text);
        }
        // The name of a square selects the square, unless it is also the text of a move.
        let square = self.variant().board.square(&line.to_lowercase());
        let is_next = square.is_some_and(|square| self.targets().contains(&square));
        let read = self.ongoing.read(&self.legal, line).cloned();
        if let Some(square) = square.filter(|_| is_next || read.is_err()) {
            return self.choose(square);
        }
        match read {
            Ok(mv) => {
                self.make(&mv);
            }
            Err(problem) => {
                let buttons = BUTTONS.map(|(_, name, _)| name);
                let words = buttons.into_iter().chain(WORDS);
                let near = Some(line).filter(|_| problem.code == Code::MoveShape);
                let lines = match near.and_then(|line| self.ongoing.suggestion(line, words)) {
                    Some(suggestion) => vec![problem.message, suggestion],
                    None => refusal::mv(&self.ongoing, &self.legal, line),
                };
                self.say_all(lines);
            }
        }
    }
}
