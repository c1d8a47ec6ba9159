//! The game by lines of text: reads commands and moves, prints the answers, and plays the moves of the computer
//! players.
//!
//! [`Session::play`] is the main loop, and [`Session::watch`] plays a game without a person. The commands are listed in
//! [`COMMANDS`], as those of the full screen.

use super::edit::PositionEditor;
use super::help::COMMANDS;
use super::input::Input;
use super::ongoing::OngoingGame;
use super::strength::{EngineChoice, HINT, Opponent, Player};
use super::tokens::TokenLabels;
use super::{choices, refusal};
use crate::output::{CommandError, Output};
use crate::{explain, position, show};
use ferz_core::base::{Color, Move, Setup};
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::play::search::Info;
use ferz_core::rules::Variant;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::messages::text::commas;
use ferz_text::words::drawing;
use ferz_text::words::prose::Prose;

pub(super) struct Session<'o> {
    pub(super) ongoing: OngoingGame,
    pub(super) random: Random,
    pub(super) opponent: Opponent,
    /// The maximum number of plies.
    pub(super) limit: usize,
    pub(super) input: Input,
    /// True if Black's side of the board is below.
    pub(super) flipped: bool,
    /// The signs of the pieces, if they are shown instead of letters.
    pub(super) signs: Option<TokenLabels>,
    /// The last report of the computer player about the game.
    pub(super) info: Option<Info>,
    pub(super) output: &'o mut Output,
}

impl Session<'_> {
    /// Prints the title of the game and instructions for the player.
    pub(super) fn greet(&mut self, seed: Option<u64>, drawn: bool) -> Result<(), CommandError> {
        let (title, reference) = (self.variant().title.clone(), self.ongoing.reference());
        writeln!(self.output, "{title}  ({reference})")?;
        if drawn {
            let first = self.ongoing.game.setup().turn.title();
            writeln!(self.output, "{first} moves first, chosen at random.")?;
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
                let choice = self.choice();
                if let Some(info) = self.info.as_ref().filter(|_| self.ongoing.shows_thoughts) {
                    self.output.wrapped("  ", &self.ongoing.thought(info, true))?;
                }
                match choice {
                    EngineChoice::Move(mv) => self.make(&mv)?,
                    EngineChoice::Claim(reason) => {
                        self.ongoing.game.claim(&reason);
                        writeln!(self.output, "{} claims: {}", turn.title(), self.ongoing.standing())?;
                    }
                    EngineChoice::Nothing => return Ok(()),
                }
                continue;
            }
            let prompt = if finished { "over> ".to_owned() } else { format!("{}> ", turn.name()) };
            let Some(line) = self.input.line(&prompt, self.output)? else { return Ok(()) };
            match self.execute(&line) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(CommandError::Closed) => return Err(CommandError::Closed),
                // A failed command is reported, and the game continues.
                Err(stop) => self.say(&stop.lines())?,
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

    fn variant(&self) -> &Variant {
        self.ongoing.variant()
    }

    /// Prints sentences.
    fn say(&mut self, lines: &[String]) -> Result<(), CommandError> {
        lines.iter().try_for_each(|line| self.output.wrapped("  ", line))
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
            Player::Engine if !moves.is_empty() => self.opponent.choose(&self.ongoing.game, &mut self.info),
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
            ("fen", "") => writeln!(self.output, "{}", self.ongoing.fen())?,
            ("hint", "") => self.hint()?,
            ("fen", text) => self.begin(self.ongoing.position(text)?)?,
            ("more", "") => self.more()?,
            ("threats", "") => self.threats()?,
            ("flip", "") => {
                self.flipped = !self.flipped;
                self.draw()?;
            }
            ("letters", "") => self.change_letters()?,
            ("edit", "") => self.edit()?,
            ("explain", text) => self.explain(text)?,
            ("undo", _) if self.ongoing.undo() => self.draw()?,
            ("undo", _) => writeln!(self.output, "  no move has been made")?,
            ("redo", _) if self.ongoing.redo() => self.draw()?,
            ("redo", _) => writeln!(self.output, "  there is no move to repeat")?,
            ("resign" | "draw", "") if self.ongoing.outcome().is_some() => {
                writeln!(self.output, "  the game is over")?;
            }
            ("resign", "") => self.resign()?,
            ("claim", "") => self.claim()?,
            ("draw", "") => self.ask_draw()?,
            ("show", piece) if !piece.is_empty() => {
                let plain = self.output.is_plain();
                self.output.lines(show::piece(&self.ongoing.rules, piece, plain)?)?;
            }
            ("load", path) if !path.is_empty() => {
                self.ongoing.load(path)?;
                self.info = None;
                self.draw()?;
            }
            command => {
                if let Some(answer) = self.ongoing.answer(command) {
                    self.say(&[answer?])?;
                } else if let Some(answer) = self.ongoing.arrange(&mut self.opponent, command) {
                    self.say(&[answer?])?;
                    if command.0 == "new" {
                        self.info = None;
                        self.draw()?;
                    }
                } else {
                    self.try_move(line)?;
                }
            }
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

    /// Lists the actions besides moves and captures.
    fn more(&mut self) -> Result<(), CommandError> {
        let legal = self.ongoing.legal_moves();
        let special = legal.iter().filter(|mv| choices::is_special(mv));
        let names: Vec<String> = special.map(|mv| choices::name(&self.ongoing, mv)).collect();
        let none = ["there are no special moves here".to_owned()];
        self.say(if names.is_empty() { &none } else { &names })
    }

    /// Lists the pieces of the side to move that an enemy attacks.
    fn threats(&mut self) -> Result<(), CommandError> {
        let (prose, setup) = (Prose::new(self.variant()), self.ongoing.game.setup());
        let named = |square| {
            let name = prose.noun(setup.piece(square)?.piece_type);
            Some(format!("{name} on {}", self.variant().board.name(square)))
        };
        let all = commas(self.ongoing.threatened().into_iter().filter_map(named));
        let all = if all.is_empty() { "no pieces" } else { &all };
        self.say(&[format!("attacked pieces of {}: {all}", setup.turn.title())])
    }

    /// Shows the pieces as signs, or as letters again.
    fn change_letters(&mut self) -> Result<(), CommandError> {
        let signs = || TokenLabels::new(self.variant(), usize::MAX).signs(self.variant(), usize::MAX);
        let found = self.signs.is_none().then(signs).flatten();
        if self.signs.is_none() && found.is_none() {
            return writeln!(self.output, "  the pieces of this game have only letters");
        }
        self.signs = found;
        self.draw()
    }

    /// Lets the player set up a position line by line.
    fn edit(&mut self) -> Result<(), CommandError> {
        const HELP: &str = "`K e1` puts a piece, and `e1` clears a square. `clear`, `start`, and `turn` change the whole position, `board` draws it, `done` accepts it, and `cancel` discards it.";
        self.output.wrapped("  ", HELP)?;
        let mut editor = PositionEditor::of(self.ongoing.game.setup());
        while let Some(line) = self.input.line("edit> ", self.output)? {
            match line.to_lowercase().as_str() {
                "" => {}
                "cancel" => return self.draw(),
                "board" => self.draw_position(&editor.setup, None)?,
                "done" => match editor.done(self.variant()) {
                    Ok(setup) => return self.begin(setup),
                    Err(lines) => self.say(&lines)?,
                },
                word if editor.change(self.variant(), word) => {}
                _ => match editor.put_all(self.variant(), &line) {
                    Ok(()) if editor.brush.is_some() && !line.contains(' ') => {
                        self.say(&[format!("`{line}` needs a square as well, as in `{line} e1`")])?;
                    }
                    Ok(()) => {}
                    Err(problem) => self.say(&[problem])?,
                },
            }
        }
        Ok(())
    }

    /// Begins a new game from a position.
    fn begin(&mut self, setup: Setup) -> Result<(), CommandError> {
        self.ongoing.begin(GameHistory::new(self.ongoing.game.engine(), setup));
        self.info = None;
        writeln!(self.output, "  a new game from this position")?;
        self.draw()
    }

    fn explain(&mut self, text: &str) -> Result<(), CommandError> {
        let (head, reasons) = refusal::explained(&self.ongoing, text);
        let indent = if head.is_some() && !reasons.is_empty() { "    " } else { "  " };
        head.map_or(Ok(()), |head| writeln!(self.output, "  {head}"))?;
        self.output.lines(explain::lines(indent, &reasons))
    }

    fn hint(&mut self) -> Result<(), CommandError> {
        let found = self.opponent.advice(&self.ongoing.game, HINT).think(&mut |_| {});
        match found.filter(|_| self.ongoing.outcome().is_none()) {
            Some(mv) => writeln!(self.output, "  {}", self.ongoing.text(&mv)),
            None => writeln!(self.output, "  no move was found"),
        }
    }

    fn resign(&mut self) -> Result<(), CommandError> {
        self.ongoing.resign();
        writeln!(self.output, "{}", self.ongoing.standing())
    }

    fn claim(&mut self) -> Result<(), CommandError> {
        let who = self.ongoing.game.setup().turn.title();
        match self.ongoing.claim() {
            true => writeln!(self.output, "{who} claims: {}", self.ongoing.standing()),
            false => writeln!(self.output, "  there is no outcome to claim"),
        }
    }

    /// Claims a draw, or asks the other player for one.
    fn ask_draw(&mut self) -> Result<(), CommandError> {
        match self.ongoing.ask_draw(self.info.as_ref().map(|info| info.score)) {
            Ok(true) => {}
            Ok(false) => {
                let other = self.ongoing.game.setup().turn.other();
                let prompt = format!("{}, accept a draw? yes or no> ", other.name());
                let answer = self.input.line(&prompt, self.output)?.unwrap_or_default().to_lowercase();
                if answer != "yes" && answer != "y" {
                    return writeln!(self.output, "  the draw was declined");
                }
                self.ongoing.end(None, "agreement");
            }
            Err(text) => return self.say(&[text]),
        }
        writeln!(self.output, "{}", self.ongoing.standing())
    }

    fn try_move(&mut self, line: &str) -> Result<(), CommandError> {
        let legal = self.ongoing.legal_moves();
        match self.ongoing.read(&legal, line) {
            Ok(mv) => self.make(mv),
            Err(problem) => self.refuse(line, &problem),
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
    fn refuse(&mut self, line: &str, problem: &Diagnostic) -> Result<(), CommandError> {
        self.output.wrapped("  ", &problem.message)?;
        let (mut reasons, help) = refusal::refused(&self.ongoing, line, problem);
        reasons.retain(|reason| reason.text != problem.message);
        self.output.lines(explain::lines("  ", &reasons))?;
        self.say(help.as_slice())
    }

    fn draw(&mut self) -> Result<(), CommandError> {
        let last = self.ongoing.game.plies().last().map(|ply| ply.mv.clone());
        self.draw_position(&self.ongoing.game.setup().clone(), last.as_ref())?;
        writeln!(self.output, "{}", self.ongoing.standing())
    }

    fn draw_position(&mut self, setup: &Setup, last: Option<&Move>) -> Result<(), CommandError> {
        writeln!(self.output)?;
        let variant = self.ongoing.variant();
        let mut drawing = drawing::position::drawing(variant, setup, last);
        drawing.flipped = self.flipped;
        for (square, piece) in setup.pieces() {
            let sign = self.signs.as_ref().map(|signs| (signs.of(piece).to_owned(), piece.color));
            drawing.pieces.extend(sign.map(|sign| (square, sign)));
        }
        match self.output.is_plain() {
            true => self.output.lines(position::board(variant, setup, last, true))?,
            false => write!(self.output, "{}", drawing::text(&drawing))?,
        }
        self.output.lines(drawing::position::status(variant, setup))
    }
}
