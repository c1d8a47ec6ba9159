//! The game by lines of text: reads commands and moves, prints the answers, and plays the moves of the computer
//! players.
//!
//! [`Session::play`] is the main loop, and [`Session::watch`] plays a game without a person. The commands are listed in
//! [`COMMANDS`].

use super::Player;
use super::input::Input;
use super::ongoing::OngoingGame;
use super::strength::{EngineChoice, HINT, Opponent};
use crate::base::{Color, Move};
use crate::cli::output::{CommandError, Output};
use crate::cli::{explain, position, show};
use crate::lang::catalog::Loaded;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::movetext;
use crate::play::game::Random;
use crate::rules::Variant;
use crate::words::explain::{Explainer, Verdict};

/// The commands that a player can type instead of a move.
const COMMANDS: [(&str, &str); 17] = [
    ("moves [SQUARE]", "list the legal moves, or those from one square"),
    ("explain [MOVE]", "explain a move, a square, or the position"),
    ("show PIECE", "show how a piece moves"),
    ("board", "draw the board again"),
    ("computer", "let the computer play the other side, or stop it"),
    ("level N", "set the strength of the computer, from 1 to 10"),
    ("hint", "propose a move"),
    ("new", "begin a new game"),
    ("undo", "take back your last move"),
    ("redo", "repeat the move that you took back"),
    ("resign", "resign the game"),
    ("claim, draw", "claim a draw that the rules offer"),
    ("fen", "print the position as FEN"),
    ("save FILE", "save the game as PGN; --force after it overwrites any file"),
    ("load FILE", "resume a game from a file"),
    ("help", "show this list"),
    ("quit", "leave"),
];

pub(super) struct Session<'v, 'o> {
    pub(super) ongoing: OngoingGame,
    pub(super) explainer: Explainer<'v>,
    /// The loaded rules.
    pub(super) rules: &'v Loaded,
    pub(super) random: Random,
    pub(super) opponent: Opponent,
    /// The maximum number of plies.
    pub(super) limit: usize,
    pub(super) input: Input,
    /// True if the last save failed.
    pub(super) is_unsaved: bool,
    pub(super) output: &'o mut Output,
}

impl<'v> Session<'v, '_> {
    /// Prints the title of the game and instructions for the player.
    pub(super) fn greet(&mut self, seed: Option<u64>, drawn: bool) -> Result<(), CommandError> {
        let (title, reference) = (&self.variant().title, self.ongoing.reference());
        writeln!(self.output, "{title}  ({reference})")?;
        if drawn {
            writeln!(
                self.output,
                "{} moves first, chosen at random.",
                self.ongoing.game.setup().turn.title()
            )?;
        }
        if let Some(seed) = seed {
            writeln!(self.output, "Random seed: {seed}")?;
        }
        if self.ongoing.is_human(Color::White) || self.ongoing.is_human(Color::Black) {
            let example = self.moves().first().map(|text| format!("a move such as {text}, or "));
            writeln!(self.output, "Type {}`help`.", example.unwrap_or_default())?;
        }
        Ok(())
    }

    /// Plays until the game ends or the player leaves.
    pub(super) fn play(&mut self) -> Result<(), CommandError> {
        self.draw()?;
        loop {
            // After the end of the game, the player can still undo, save, and ask for explanations.
            let finished = self.ongoing.outcome().is_some();
            if !finished && self.ongoing.game.plies().len() >= self.limit {
                return writeln!(self.output, "Stopped after {}.", self.plies());
            }
            let turn = self.ongoing.game.setup().turn;
            if !finished && !self.ongoing.is_human(turn) {
                match self.choice() {
                    EngineChoice::Move(mv) => self.make(&mv)?,
                    EngineChoice::Claim(reason) => self.claim(&reason)?,
                    EngineChoice::Nothing => return Ok(()),
                }
                continue;
            }
            let prompt = if finished { "over> ".to_owned() } else { format!("{}> ", turn.name()) };
            let Some(line) = self.input.line(&prompt, self.output)? else { return Ok(()) };
            match self.execute(&line) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                // A failed command is reported, and the game continues.
                Err(CommandError::Message { message, help }) => {
                    self.output.wrapped("  ", &message)?;
                    help.map_or(Ok(()), |help| self.output.wrapped("  ", &help))?;
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Plays a game between two computer players.
    pub(super) fn watch(&mut self) -> Result<(), CommandError> {
        self.draw()?;
        let mut texts: Vec<String> = Vec::new();
        while self.ongoing.game.plies().len() < self.limit && self.ongoing.outcome().is_none() {
            let goes_on = match self.choice() {
                EngineChoice::Move(mv) => {
                    texts.push(self.ongoing.text(&mv));
                    self.ongoing.make(&mv)
                }
                EngineChoice::Claim(reason) => self.ongoing.game.claim(&reason),
                EngineChoice::Nothing => false,
            };
            if !goes_on {
                break;
            }
        }
        self.output.wrapped("", &texts.join(" "))?;
        self.draw()?;
        if self.ongoing.outcome().is_none() {
            writeln!(self.output, "No result after {}.", self.plies())?;
        }
        Ok(())
    }

    fn variant(&self) -> &'v Variant {
        &self.rules.variant
    }

    /// Describes the number of plies played.
    fn plies(&self) -> String {
        let n = self.ongoing.game.plies().len();
        format!("{n} {}", if n == 1 { "ply" } else { "plies" })
    }

    /// Returns the decision of a computer player.
    fn choice(&mut self) -> EngineChoice {
        let moves = self.ongoing.legal_moves();
        match self.ongoing.players.get(self.ongoing.game.setup().turn) {
            Player::Engine if !moves.is_empty() => self.opponent.choose(&self.ongoing.game),
            _ => self.random.pick(&moves).cloned().map_or(EngineChoice::Nothing, EngineChoice::Move),
        }
    }

    /// Returns the texts of the legal moves, sorted.
    fn moves(&self) -> Vec<String> {
        self.ongoing.texts(&self.ongoing.legal_moves())
    }

    /// Executes a typed command or move. Returns false if the player leaves. An input that is not possible gets a
    /// message and is not an error.
    fn execute(&mut self, line: &str) -> Result<bool, CommandError> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("quit" | "exit", _) => return Ok(false),
            ("help" | "?", _) => self.help()?,
            ("board", _) => self.draw()?,
            ("fen", _) => writeln!(self.output, "{}", self.ongoing.fen())?,
            ("hint", "") => self.hint()?,
            ("moves", square) => self.list(square)?,
            ("explain", text) => self.explain(text)?,
            ("undo", _) => self.undo()?,
            ("redo", _) => self.redo()?,
            ("resign", "") => self.resign()?,
            ("claim" | "draw", "") => self.claim_any()?,
            ("flip" | "threats" | "edit" | "more" | "letters" | "thoughts", "") => {
                writeln!(self.output, "  `{command}` needs the full screen")?;
            }
            ("show", "") => return Err(CommandError::message("name a piece: show PIECE")),
            ("save", "") => return Err(CommandError::message("name a file: save FILE")),
            ("load", "") => return Err(CommandError::message("name a file: load FILE")),
            ("show", piece) => {
                let plain = self.output.is_plain();
                self.output.lines(show::piece(self.rules, piece, plain)?)?;
            }
            ("save", path) => {
                // The flag remains set if the save fails, so that the exit code reports it.
                self.is_unsaved = true;
                let saved = self.ongoing.save(path)?;
                writeln!(self.output, "  {saved}")?;
                self.is_unsaved = false;
            }
            ("load", path) => {
                self.ongoing.load(path)?;
                self.draw()?;
            }
            (word, rest) => match self.ongoing.arrange(&mut self.opponent, (word, rest)) {
                Some(answer) => {
                    writeln!(self.output, "  {}", answer?)?;
                    if word == "new" {
                        self.draw()?;
                    }
                }
                None => self.try_move(line)?,
            },
        }
        Ok(true)
    }

    fn help(&mut self) -> Result<(), CommandError> {
        let moves = self.moves();
        let example = moves.first().map(|text| (text.as_str(), "play this move"));
        let all: Vec<(&str, &str)> = example.into_iter().chain(COMMANDS).collect();
        let width = all.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0) + 2;
        for (command, what) in all {
            self.output.wrapped(&format!("  {command:width$}"), what)?;
        }
        match moves.is_empty() {
            true if self.ongoing.game.plies().is_empty() => writeln!(self.output, "  The game is over."),
            true => writeln!(self.output, "  The game is over: `undo` takes back a move."),
            false => Ok(()),
        }
    }

    fn list(&mut self, square: &str) -> Result<(), CommandError> {
        let variant = self.variant();
        let mut moves = self.ongoing.legal_moves();
        if !square.is_empty() {
            let from = variant.board.square(&square.to_lowercase());
            let problem = || CommandError::message(format!("the board has no square `{square}`"));
            let from = from.ok_or_else(|| problem().help(movetext::extent(&variant.board)))?;
            moves.retain(|mv| mv.from == Some(from));
        }
        match self.ongoing.texts(&moves).as_slice() {
            [] => writeln!(self.output, "  no legal moves"),
            texts => self.output.wrapped("  ", &texts.join(" ")),
        }
    }

    fn explain(&mut self, text: &str) -> Result<(), CommandError> {
        if text.is_empty() {
            let standing = self.explainer.standing(&self.explainer.study(self.ongoing.game.setup()));
            return match standing.as_slice() {
                [] => writeln!(self.output, "  the board shows everything"),
                standing => self.output.lines(explain::lines("  ", standing)),
            };
        }
        if let Some((head, reasons)) = self.explainer.square(self.ongoing.game.setup(), text) {
            writeln!(self.output, "  {head}:")?;
            return self.output.lines(explain::lines("    ", &reasons));
        }
        let explained = self.explainer.explain(self.ongoing.game.setup(), &self.ongoing.own_text(text));
        if explained.verdict == Verdict::NoMove {
            return self.output.lines(explain::lines("  ", &explained.reasons));
        }
        let legal = if explained.is_legal() { "legal" } else { "not legal" };
        writeln!(self.output, "  {} is {legal}:", explained.mv)?;
        self.output.lines(explain::lines("    ", &explained.reasons))
    }

    fn hint(&mut self) -> Result<(), CommandError> {
        let found = self.opponent.advice(&self.ongoing.game, HINT).think(&mut |_| {});
        match found.filter(|_| self.ongoing.outcome().is_none()) {
            Some(mv) => writeln!(self.output, "  {}", self.ongoing.text(&mv)),
            None => writeln!(self.output, "  no move was found"),
        }
    }

    fn undo(&mut self) -> Result<(), CommandError> {
        if self.ongoing.undo() { self.draw() } else { writeln!(self.output, "  no move has been made") }
    }

    fn redo(&mut self) -> Result<(), CommandError> {
        if self.ongoing.redo() { self.draw() } else { writeln!(self.output, "  there is no move to repeat") }
    }

    fn resign(&mut self) -> Result<(), CommandError> {
        if self.ongoing.outcome().is_some() {
            return writeln!(self.output, "  the game is over");
        }
        let winner = self.ongoing.game.setup().turn.other();
        self.ongoing.end(Some(winner), "resignation");
        writeln!(self.output, "{}", self.ongoing.standing())
    }

    /// Claims the end of the game for the player to move, if a claim is possible.
    fn claim_any(&mut self) -> Result<(), CommandError> {
        match self.ongoing.game.claims().into_iter().next() {
            Some(claim) if self.ongoing.outcome().is_none() => self.claim(&claim.reason),
            _ => writeln!(self.output, "  there is no outcome to claim"),
        }
    }

    fn claim(&mut self, reason: &str) -> Result<(), CommandError> {
        let who = self.ongoing.game.setup().turn.title();
        if self.ongoing.game.claim(reason) {
            writeln!(self.output, "{who} claims: {}", self.ongoing.standing())?;
        }
        Ok(())
    }

    fn try_move(&mut self, line: &str) -> Result<(), CommandError> {
        let legal = self.ongoing.legal_moves();
        match self.ongoing.read(&legal, line) {
            Ok(mv) => self.make(mv),
            Err(problem) => self.refuse(line, *problem),
        }
    }

    /// Plays a legal move and shows the result.
    fn make(&mut self, mv: &Move) -> Result<(), CommandError> {
        let (who, text) = (self.ongoing.game.setup().turn.title(), self.ongoing.text(mv));
        if !self.ongoing.make(mv) {
            return writeln!(self.output, "  that move cannot be played");
        }
        writeln!(self.output, "{who} plays {text}")?;
        self.draw()
    }

    /// Prints the reason why the input is not a legal move.
    fn refuse(&mut self, line: &str, problem: Diagnostic) -> Result<(), CommandError> {
        self.output.wrapped("  ", &problem.message)?;
        let explained = self.explainer.explain(self.ongoing.game.setup(), line);
        // A position without its history does not show that the game has ended.
        if explained.verdict == Verdict::Illegal && problem.code == Code::MoveIllegal {
            let mut reasons = explained.reasons.get(..1).unwrap_or_default().to_vec();
            reasons.retain(|reason| reason.text != problem.message);
            self.output.lines(explain::lines("  ", &reasons))?;
        }
        let commands = COMMANDS.iter().map(|(name, _)| name.split([' ', ',']).next().unwrap_or(name));
        if problem.code == Code::MoveShape
            && let Some(suggestion) = self.ongoing.suggestion(line, commands)
        {
            return writeln!(self.output, "  {suggestion}");
        }
        problem.help.map_or(Ok(()), |help| self.output.wrapped("  ", &help))
    }

    fn draw(&mut self) -> Result<(), CommandError> {
        let (variant, setup) = (self.variant(), self.ongoing.game.setup());
        let last = self.ongoing.game.plies().last().map(|ply| &ply.mv);
        writeln!(self.output)?;
        position::show(variant, setup, last, self.output)?;
        let standing = self.ongoing.standing();
        writeln!(self.output, "{standing}")
    }
}
