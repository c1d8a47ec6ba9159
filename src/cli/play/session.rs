//! A session: reads what a person types, answers, and moves for the computer players.

use super::Player;
use super::input::Input;
use super::saved::Saved;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::text::did_you_mean;
use crate::base::{ByColor, Color, Move};
use crate::cli::files;
use crate::cli::output::{Output, Stop};
use crate::cli::wrap;
use crate::cli::{explain, position, show};
use crate::play::game::{Game, Random};
use crate::play::notation::{fen, movetext};
use crate::play::search;
use crate::words::explain::{Explainer, Verdict};
use crate::words::outcome;
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest time the engine thinks about one move.
const PATIENCE: Duration = Duration::from_secs(10);

/// What can be typed besides moves.
const COMMANDS: [(&str, &str); 10] = [
    ("moves [SQUARE]", "list the legal moves, or those from one square"),
    ("explain [MOVE]", "explain why a move is legal or not, or the position"),
    ("show PIECE", "show how a piece moves"),
    ("board", "draw the board again"),
    ("undo", "take back your last move"),
    ("fen", "print the position as FEN"),
    ("save FILE", "save the game to a file"),
    ("load FILE", "resume a game from a file"),
    ("help", "show this list"),
    ("quit", "leave"),
];

pub(super) struct Session<'v, 'o> {
    pub(super) game: Game,
    pub(super) explainer: Explainer<'v>,
    /// The game as the command line names it.
    pub(super) reference: String,
    pub(super) sets: Vec<(String, String)>,
    pub(super) players: ByColor<Player>,
    pub(super) random: Random,
    pub(super) player: search::Player,
    pub(super) limit: Option<u32>,
    pub(super) input: Input,
    pub(super) output: &'o mut Output,
}

impl<'v> Session<'v, '_> {
    /// Prints the game and how to begin.
    pub(super) fn greet(&mut self, seed: Option<u64>, drawn: bool) -> Result<(), Stop> {
        let variant = self.game.variant();
        self.output.line(format!("{}  ({})", variant.title, self.reference))?;
        if drawn {
            let first = self.game.setup().turn.title();
            self.output.line(format!("{first} moves first, chosen at random."))?;
        }
        if let Some(seed) = seed {
            self.output.line(format!("Random seed: {seed}"))?;
        }
        if self.is_human(Color::White) || self.is_human(Color::Black) {
            let example = movetext::list(variant, &self.game.legal_moves());
            let example = example.first().map_or(String::new(), |text| format!(" such as {text}"));
            self.output.line(format!("Type a move{example}, or `help`."))?;
        }
        Ok(())
    }

    /// Plays until the person leaves.
    pub(super) fn play(&mut self) -> Result<(), Stop> {
        self.draw()?;
        loop {
            let finished = self.game.outcome().is_some();
            if !finished && self.limit.is_some_and(|limit| self.game.plies().len() >= limit as usize) {
                return self.output.line(format!("Stopped after {}.", self.plies()));
            }
            let turn = self.game.setup().turn;
            if !finished && !self.is_human(turn) {
                let Some(mv) = self.choice() else { return Ok(()) };
                self.make(&mv)?;
                continue;
            }
            let prompt = if finished { "over> ".to_owned() } else { format!("{}> ", turn.name()) };
            let Some(line) = self.input.line(&prompt, self.output)? else { return Ok(()) };
            if !self.obey(&line)? {
                return Ok(());
            }
        }
    }

    /// Plays a game between two computer players.
    pub(super) fn watch(&mut self) -> Result<(), Stop> {
        self.draw()?;
        let limit = self.limit.unwrap_or(super::UNWATCHED_PLIES) as usize;
        while self.game.plies().len() < limit && self.game.outcome().is_none() {
            let Some(mv) = self.choice() else { break };
            if !self.game.play(&mv) {
                break;
            }
        }
        let texts: Vec<String> = self.game.plies().iter().map(|ply| self.text(&ply.mv)).collect();
        self.output.lines(wrap::paragraph("", texts.iter().map(String::as_str)))?;
        self.draw()?;
        if self.game.outcome().is_none() {
            self.output.line(format!("No result after {}.", self.plies()))?;
        }
        Ok(())
    }

    /// The number of plies played, in words.
    fn plies(&self) -> String {
        match self.game.plies().len() {
            1 => "1 ply".to_owned(),
            n => format!("{n} plies"),
        }
    }

    /// The move of a computer player.
    fn choice(&mut self) -> Option<Move> {
        let moves = self.game.legal_moves();
        match self.players.get(self.game.setup().turn) {
            Player::Engine if !moves.is_empty() => {
                let begun = Instant::now();
                self.player.choose(&self.game, &mut self.random, &|| begun.elapsed() > PATIENCE)
            }
            _ => self.random.pick(&moves).cloned(),
        }
    }

    fn is_human(&self, color: Color) -> bool {
        *self.players.get(color) == Player::Human
    }

    fn text(&self, mv: &Move) -> String {
        movetext::write(self.game.variant(), mv)
    }

    /// Carries out what was typed; returns whether to go on.
    fn obey(&mut self, line: &str) -> Result<bool, Stop> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" | "?" => self.help()?,
            "board" => self.draw()?,
            "fen" => self.output.line(fen::write(self.game.variant(), self.game.setup()))?,
            "moves" => self.moves(rest)?,
            "explain" => self.explain(rest)?,
            "show" => self.show(rest)?,
            "undo" => self.undo()?,
            "save" => self.save(rest)?,
            "load" => self.load(rest)?,
            _ => self.try_move(line)?,
        }
        Ok(true)
    }

    fn help(&mut self) -> Result<(), Stop> {
        let example = movetext::list(self.game.variant(), &self.game.legal_moves());
        let example = example.first().map_or("MOVE", String::as_str);
        self.output.line(format!("  {example:16}play this move"))?;
        self.output.lines(COMMANDS.map(|(command, what)| format!("  {command:16}{what}")))
    }

    fn moves(&mut self, square: &str) -> Result<(), Stop> {
        let variant = self.game.variant();
        let mut moves = self.game.legal_moves();
        if !square.is_empty() {
            let Some(from) = variant.board.square(&square.to_lowercase()) else {
                return self.output.line(format!("  the board has no square `{square}`"));
            };
            moves.retain(|mv| mv.from == Some(from));
        }
        let texts = movetext::list(variant, &moves);
        if texts.is_empty() {
            return self.output.line("  no legal moves");
        }
        self.output.lines(wrap::paragraph("  ", texts.iter().map(String::as_str)))
    }

    fn explain(&mut self, text: &str) -> Result<(), Stop> {
        if text.is_empty() {
            let standing = self.explainer.standing(&self.explainer.study(self.game.setup()));
            return match standing.as_slice() {
                [] => self.output.line("  nothing to add to the board"),
                standing => self.output.lines(explain::lines("  ", standing)),
            };
        }
        let explained = self.explainer.explain(self.game.setup(), text);
        let legal = if explained.verdict == Verdict::Legal { "legal" } else { "not legal" };
        self.output.line(format!("  {} is {legal}:", explained.mv))?;
        self.output.lines(explain::lines("    ", &explained.reasons))
    }

    fn show(&mut self, piece: &str) -> Result<(), Stop> {
        if piece.is_empty() {
            return self.output.line("  name a piece: show PIECE");
        }
        match show::piece(self.game.variant(), piece, self.output.is_plain()) {
            Ok(lines) => self.output.lines(lines),
            Err(stop) => self.excuse(stop),
        }
    }

    /// Prints why something could not be done, and goes on.
    fn excuse(&mut self, stop: Stop) -> Result<(), Stop> {
        let Stop::Message { message, help } = stop else { return Err(stop) };
        self.output.lines(wrap::text("  ", &message))?;
        help.map_or(Ok(()), |help| self.output.lines(wrap::text("  ", &help)))
    }

    /// Takes back moves up to the last one of a person.
    fn undo(&mut self) -> Result<(), Stop> {
        if self.game.plies().is_empty() {
            return self.output.line("  no move has been played");
        }
        while self.game.undo().is_some() && !self.is_human(self.game.setup().turn) {}
        self.draw()
    }

    fn save(&mut self, path: &str) -> Result<(), Stop> {
        if path.is_empty() {
            return self.output.line("  name a file: save FILE");
        }
        let text = Saved::new(&self.game, &self.reference, &self.sets).write();
        match files::write(Path::new(path), &text) {
            Ok(()) => self.output.line(format!("  saved to {path}")),
            Err(stop) => self.excuse(stop),
        }
    }

    fn load(&mut self, path: &str) -> Result<(), Stop> {
        if path.is_empty() {
            return self.output.line("  name a file: load FILE");
        }
        let text = match files::read(Path::new(path)) {
            Ok(text) => text,
            Err(Stop::Problems(..)) => return self.output.line(format!("  {path} is not a text file")),
            Err(stop) => return self.excuse(stop),
        };
        match self.restored(&text) {
            Ok(game) => {
                self.game = game;
                self.draw()
            }
            Err(message) => self.output.lines(wrap::text("  ", &message)),
        }
    }

    /// The game in a file, or why it cannot be resumed here.
    fn restored(&self, text: &str) -> Result<Game, String> {
        let saved = Saved::read(text)?;
        let here = Saved::new(&self.game, &self.reference, &self.sets);
        if (&saved.reference, &saved.sets) != (&here.reference, &here.sets) {
            let sets: String = saved.sets.iter().map(|set| format!(" --set {set}")).collect();
            return Err(format!(
                "this is a different game; start it with: ferz play {}{sets}",
                saved.reference
            ));
        }
        let variant = self.game.variant();
        let mut game = Game::new(self.game.engine(), saved.start(variant)?);
        for (i, text) in saved.moves.iter().enumerate() {
            let legal = game.legal_moves();
            let found = movetext::read(variant, game.setup(), &legal, text).cloned();
            let mv = found
                .map_err(|problem| format!("move {} in the file is wrong: {}", i + 1, problem.message))?;
            game.play(&mv);
        }
        Ok(game)
    }

    fn try_move(&mut self, line: &str) -> Result<(), Stop> {
        let legal = self.game.legal_moves();
        let found = movetext::read(self.game.variant(), self.game.setup(), &legal, line).cloned();
        match found {
            Ok(mv) => self.make(&mv),
            Err(problem) => self.refuse(line, problem),
        }
    }

    /// Makes a legal move and shows the result.
    fn make(&mut self, mv: &Move) -> Result<(), Stop> {
        if !self.game.play(mv) {
            return self.output.line("  that move cannot be played");
        }
        let who = self.game.setup().turn.other().title();
        let text = self.text(mv);
        self.output.line(format!("{who} plays {text}"))?;
        self.draw()
    }

    /// Prints why what was typed is not a move.
    fn refuse(&mut self, line: &str, problem: Diagnostic) -> Result<(), Stop> {
        self.output.lines(wrap::text("  ", &problem.message))?;
        let explained = self.explainer.explain(self.game.setup(), line);
        // The rules of one position do not know that a game has ended by its history.
        if explained.verdict == Verdict::Illegal
            && problem.code == "move-illegal"
            && let Some(reason) = explained.reasons.first()
        {
            self.output.lines(explain::lines("  ", std::slice::from_ref(reason)))?;
        }
        let commands = COMMANDS.iter().map(|(name, _)| name.split(' ').next().unwrap_or(name));
        if problem.code == "move-shape"
            && let Some(command) = nearest(line, commands)
        {
            return self.output.line(format!("  {}", did_you_mean(command)));
        }
        match problem.help {
            Some(help) => self.output.lines(wrap::text("  ", &help)),
            None => Ok(()),
        }
    }

    fn draw(&mut self) -> Result<(), Stop> {
        let last = self.game.plies().last().map(|ply| &ply.mv);
        self.output.line("")?;
        position::show(self.game.variant(), self.game.setup(), last, self.output)?;
        self.output.line(match self.game.outcome() {
            Some(outcome) => outcome::sentence(&outcome),
            None => outcome::to_move(self.game.setup().turn, self.game.in_check()) + ".",
        })
    }
}
