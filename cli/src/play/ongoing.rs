//! The game in progress of `ferz play`: its rules, players, status, undone moves, and record.
//!
//! [`OngoingGame`] is used by both interfaces, the session of typed lines and the full screen. It adds to a
//! [`GameHistory`] what the rules do not cover: resignation, agreed draws, time, and redo.

use super::help;
use super::strength::{Opponent, Player};
use crate::output::CommandError;
use crate::records::{FoundRecords, RECORD};
use crate::{files, writing};
use ferz_core::base::source::Sources;
use ferz_core::base::{ByColor, Choice, Color, Move, Outcome, Result as Points, Setup, Square};
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Info, WON};
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::catalog::Loaded;
use ferz_syntax::messages::diagnostic::{Code, Diagnostic, nearest};
use ferz_syntax::messages::text::did_you_mean;
use ferz_text::notation::dialect::Codec;
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::record::{self, GameTags, Identity, Note, Recorded, Score};
use ferz_text::notation::{movetext, typed};
use ferz_text::words::outcome;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The computer player accepts a draw if its score is at most this, in hundredths of a pawn.
const CONTENT: i32 = -40;

/// The number of moves shown of the line that the computer player expects.
const AHEAD: usize = 5;

pub(super) struct OngoingGame {
    /// The loaded rules.
    pub(super) rules: Rc<Loaded>,
    pub(super) identity: Identity,
    pub(super) game: GameHistory,
    pub(super) players: ByColor<Player>,
    /// The program in whose style positions are read and written, and true if moves are as well.
    pub(super) style: Option<(String, bool)>,
    /// The outcome by other means than the rules: resignation, agreement, or time.
    pub(super) ended: Option<Outcome>,
    /// True if the lines and scores of the computer player are shown.
    pub(super) shows_thoughts: bool,
    /// True if the last save failed, so that the exit code reports it.
    pub(super) is_unsaved: bool,
    /// The tags of the record, except those for the rules and the moves.
    tags: Vec<(String, String)>,
    notes: Vec<Vec<Note>>,
    /// The undone moves. The last one is redone first.
    undone: Vec<Move>,
}

impl OngoingGame {
    pub(super) fn new(
        rules: Rc<Loaded>,
        identity: Identity,
        game: GameHistory,
        players: ByColor<Player>,
    ) -> OngoingGame {
        let (tags, notes, undone) = (vec![("Date".to_owned(), today())], Vec::new(), Vec::new());
        let (style, ended, shows_thoughts, is_unsaved) = (None, None, false, false);
        OngoingGame {
            rules,
            identity,
            game,
            players,
            style,
            ended,
            shows_thoughts,
            is_unsaved,
            tags,
            notes,
            undone,
        }
    }

    /// Continues a game from a file.
    pub(super) fn resumed(recorded: Recorded, rules: Rc<Loaded>, players: ByColor<Player>) -> OngoingGame {
        let Recorded { game, heading, notes, .. } = recorded;
        let mut ongoing = OngoingGame::new(rules, heading.identity, game, players);
        (ongoing.tags, ongoing.notes) = (heading.tags, notes);
        // An outcome by the rules follows from the moves, so it is not stored.
        let winner = match heading.score {
            Score::Open => return ongoing,
            Score::Drawn => None,
            Score::Won(color) => Some(color),
        };
        if ongoing.game.outcome().is_none() {
            let why = heading.termination.unwrap_or_default();
            let reason = why.rsplit(": ").next().filter(|reason| !reason.is_empty());
            ongoing.end(winner, reason.unwrap_or("as the record says"));
        }
        ongoing
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    /// Returns the full reference of the game, with its array and reading.
    pub(super) fn reference(&self) -> String {
        reference(&self.identity, self.variant())
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        *self.players.get(color) == Player::Human
    }

    /// Returns the outcome if the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.game.outcome())
    }

    /// Describes the status of the game in one sentence.
    pub(super) fn standing(&self) -> String {
        let (outcome, check) = (self.outcome(), self.game.in_check());
        let standing = outcome::standing(outcome.as_ref(), self.game.setup(), check);
        let claims = if outcome.is_none() { self.game.claims() } else { Vec::new() };
        match outcome::claimable(&claims, self.game.setup()) {
            Some(claims) => format!("{standing} {claims}: type `claim`."),
            None => standing,
        }
    }

    /// Returns the legal moves. A finished game has none.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.ended.is_some() { Vec::new() } else { self.game.legal_moves() }
    }

    /// Reads a legal move that a person typed.
    pub(super) fn read<'m>(&self, legal: &'m [Move], text: &str) -> Result<&'m Move, Box<Diagnostic>> {
        let (engine, setup, codec) = (self.game.engine(), self.game.setup(), self.codec());
        let styled = codec.as_ref().and_then(|codec| codec.find(engine, setup, legal, text.trim()));
        let found = styled.map_or_else(|| typed::read(self.variant(), setup, legal, text), Ok);
        found.map_err(|problem| match (codec, legal.first()) {
            (Some(codec), Some(first)) if problem.code == Code::MoveShape => {
                let example = codec.write(engine, setup, legal, first);
                Box::new(problem.help(format!("a move is typed like `{example}`")))
            }
            _ => Box::new(problem),
        })
    }

    /// Returns the text of a legal move in the style of the player.
    pub(super) fn text(&self, mv: &Move) -> String {
        self.texts([mv]).pop().unwrap_or_default()
    }

    /// Returns the texts of legal moves in the style of the player, sorted and without duplicates.
    pub(super) fn texts<'m>(&self, moves: impl IntoIterator<Item = &'m Move>) -> Vec<String> {
        let Some(codec) = self.codec() else { return movetext::list(self.variant(), moves) };
        let (engine, setup, legal) = (self.game.engine(), self.game.setup(), self.game.legal_moves());
        let all: HashMap<&Move, String> = legal.iter().zip(codec.write_all(engine, setup, &legal)).collect();
        let texts: BTreeSet<String> = moves.into_iter().filter_map(|mv| all.get(mv).cloned()).collect();
        texts.into_iter().collect()
    }

    /// Returns the text of a legal move of another position in the style of the player, if there is one for moves.
    pub(super) fn styled(&self, before: &Setup, mv: &Move) -> Option<String> {
        let engine = self.game.engine();
        let codec = self.codec()?;
        Some(codec.write(engine, before, &engine.legal_moves(&engine.position(before)), mv))
    }

    /// Returns the text of a move that a person typed in ferz's own notation, if it is legal, and otherwise unchanged.
    pub(super) fn own_text(&self, text: &str) -> String {
        let legal = self.legal_moves();
        let found = self.codec().and_then(|_| self.read(&legal, text).ok());
        found.map_or_else(|| text.to_owned(), |mv| movetext::write(self.variant(), mv))
    }

    /// Returns the position as text in the style of the player.
    pub(super) fn fen(&self) -> String {
        fen::write_with(self.game.engine(), self.game.setup(), self.style().as_ref())
    }

    /// Executes a command that asks for a text or saves the game. Returns the answer, or `None` for other commands.
    pub(super) fn answer(&mut self, command: (&str, &str)) -> Option<Result<String, CommandError>> {
        Some(match command {
            ("moves", square) => self.listed(square),
            ("thoughts", "") => {
                self.shows_thoughts = !self.shows_thoughts;
                let is_shown = if self.shows_thoughts { "shown" } else { "hidden" };
                Ok(format!("the computer's thoughts are {is_shown}"))
            }
            ("show", "") => Err(CommandError::message("name a piece: show PIECE")),
            (command @ ("save" | "load"), "") => {
                Err(CommandError::message(format!("name a file: {command} FILE")))
            }
            ("save", path) => {
                self.is_unsaved = true;
                self.save(path).inspect(|_| self.is_unsaved = false)
            }
            _ => return None,
        })
    }

    /// Lists the legal moves from a square in the style of the player, or those of all squares without a name.
    fn listed(&self, square: &str) -> Result<String, CommandError> {
        let board = &self.variant().board;
        let from = board.square(&square.to_lowercase());
        if from.is_none() && !square.is_empty() {
            let stop = CommandError::message(format!("the board has no square `{square}`"));
            return Err(stop.help(movetext::extent(board)));
        }
        let texts = self.texts(self.legal_moves().iter().filter(|mv| square.is_empty() || mv.from == from));
        Ok(if texts.is_empty() { "no legal moves".to_owned() } else { texts.join(" ") })
    }

    /// Returns the squares of the side to move that an enemy attacks.
    pub(super) fn threatened(&self) -> BTreeSet<Square> {
        let (setup, rules) = (self.game.setup(), Interpreter::new(self.variant()));
        let own = setup
            .pieces()
            .filter(|(_, piece)| piece.color == setup.turn && !self.variant().is_neutral(piece.piece_type));
        let squares = own.map(|(square, _)| square);
        squares.filter(|square| rules.attackers(setup, *square).next().is_some()).collect()
    }

    /// Describes a search of the computer player in this position: its depth, its score, and, if `ahead`, the moves
    /// that it expects.
    pub(super) fn thought(&self, info: &Info, ahead: bool) -> String {
        let score = match info.score {
            score if score.abs() >= WON => format!("{} ends it", if score > 0 { "wins:" } else { "loses:" }),
            score => format!("{:+}.{:02}", score / 100, score.abs() % 100),
        };
        let mut game = GameHistory::new(self.game.engine(), self.game.setup().clone());
        info.line.iter().take(if ahead { AHEAD } else { 0 }).take_while(|mv| game.play(mv)).count();
        let line = record::line(&game).join(" ");
        format!("Computer: depth {} {score} {line}", info.depth).trim_end().to_owned()
    }

    /// Claims a draw by the rules if possible. Otherwise, offers a draw: the computer player accepts it if the score of
    /// its last search is low. Returns true if the game has ended, and false if a person has to answer.
    ///
    /// # Errors
    /// If the draw is declined, with a sentence that says so.
    pub(super) fn ask_draw(&mut self, score: Option<i32>) -> Result<bool, String> {
        let legal = self.legal_moves();
        if let Some(mv) = legal.iter().find(|mv| mv.choice == Some(Choice::End(Points::Draw))) {
            return Err(format!("a draw can be claimed by a move: {}", self.text(mv)));
        }
        if let Some(claim) = self.game.claims().into_iter().find(|claim| claim.winner.is_none()) {
            return Ok(self.game.claim(&claim.reason));
        }
        let other = self.game.setup().turn.other();
        if self.is_human(other) {
            return Ok(false);
        }
        if score.is_none_or(|score| score > CONTENT) {
            return Err(format!("{} declines the draw", other.title()));
        }
        self.end(None, "agreement");
        Ok(true)
    }

    /// Claims the end of the game for the player to move. Returns false if there is nothing to claim.
    pub(super) fn claim(&mut self) -> bool {
        let claim = self.game.claims().into_iter().next().filter(|_| self.outcome().is_none());
        claim.is_some_and(|claim| self.game.claim(&claim.reason))
    }

    /// Ends the game by the resignation of the side to move, or of the only person who plays.
    pub(super) fn resign(&mut self) {
        let turn = self.game.setup().turn;
        self.end(Some(if self.is_human(turn) { turn.other() } else { turn }), "resignation");
    }

    /// Reads a position, which may be in the style of the player.
    pub(super) fn position(&self, text: &str) -> Result<Setup, CommandError> {
        let found = match self.style() {
            Some(style) => fen::read_in(self.variant(), text, false, Some(&style)),
            None => fen::read(self.variant(), text),
        };
        found.map_err(|problems| CommandError::Problems(Box::new(Sources::of("fen", text)), problems))
    }

    fn style(&self) -> Option<FenStyle<'_>> {
        self.style.as_ref().and_then(|(program, _)| FenStyle::of(self.variant(), program))
    }

    fn codec(&self) -> Option<Codec> {
        let is_for_moves = self.style.as_ref().is_some_and(|(_, is_for_moves)| *is_for_moves);
        self.style().filter(|_| is_for_moves).map(FenStyle::into_codec)
    }

    /// Executes a command about the players or the game as a whole. Returns the answer, or `None` for other commands.
    pub(super) fn arrange(
        &mut self,
        opponent: &mut Opponent,
        command: (&str, &str),
    ) -> Option<Result<String, CommandError>> {
        let no_computer = Color::ALL.into_iter().all(|color| self.is_human(color));
        // A person who has just moved waits for an answer, and one who begins the game moves first.
        let turn = self.game.setup().turn;
        let plays = if self.game.plies().is_empty() { turn.other() } else { turn };
        Some(Ok(match command {
            ("computer" | "engine", "") if no_computer => {
                *self.players.get_mut(plays) = Player::Engine;
                format!(
                    "the computer plays {}; `level 3` makes it weaker, `computer` stops it",
                    plays.title()
                )
            }
            ("computer" | "engine", "") => {
                self.players = ByColor { white: Player::Human, black: Player::Human };
                "the computer plays neither side".to_owned()
            }
            ("level", level) => match opponent.set_level(level) {
                Err(problem) => return Some(Err(CommandError::message(problem))),
                Ok(()) if no_computer => {
                    *self.players.get_mut(plays) = Player::Engine;
                    format!("the computer plays {} at level {level}", plays.title())
                }
                Ok(()) => format!("the computer plays at level {level}"),
            },
            ("new", "") => {
                self.begin(GameHistory::new(self.game.engine(), self.game.start().clone()));
                "a new game".to_owned()
            }
            _ => return None,
        }))
    }

    /// Suggests what a person meant by a text that is not a move: the page of a piece, or a command.
    pub(super) fn suggestion(&self, text: &str) -> Option<String> {
        let is_it = |name: &str| name.eq_ignore_ascii_case(text);
        let mut all = self.variant().piece_types.iter();
        if let Some(own) = all.find(|own| is_it(&own.token) || is_it(&own.title) || is_it(&own.piece)) {
            return Some(format!("type `show {}` to see how this piece moves", own.piece));
        }
        let is_word = !text.contains(|c: char| c.is_ascii_digit());
        nearest(text, help::commands()).filter(|_| is_word).map(|near| did_you_mean(near).text)
    }

    /// Plays a legal move. Returns false if the move is not legal.
    pub(super) fn make(&mut self, mv: &Move) -> bool {
        let made = self.game.play(mv);
        if made {
            self.undone.clear();
            self.notes.truncate(self.game.plies().len().saturating_sub(1));
        }
        made
    }

    /// Takes back moves up to the last turn of a person, or only an end by other means than a move. Returns false if
    /// there is nothing to take back.
    pub(super) fn undo(&mut self) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        let before = self.game.plies().len();
        while let Some(mv) = self.game.undo() {
            self.undone.push(mv);
            if self.is_human(self.game.setup().turn) {
                break;
            }
        }
        self.game.plies().len() < before
    }

    /// Plays undone moves again, up to the next turn of a person. Returns false if there were none.
    pub(super) fn redo(&mut self) -> bool {
        let before = self.game.plies().len();
        while let Some(mv) = self.undone.pop() {
            if !self.game.play(&mv) {
                self.undone.clear();
                break;
            }
            if self.is_human(self.game.setup().turn) {
                break;
            }
        }
        self.game.plies().len() > before
    }

    /// Starts a new game by the same rules.
    pub(super) fn begin(&mut self, game: GameHistory) {
        self.game = game;
        (self.ended, self.notes, self.undone) = (None, Vec::new(), Vec::new());
    }

    /// Ends the game by other means than the rules.
    pub(super) fn end(&mut self, winner: Option<Color>, reason: &str) {
        self.ended = Some(Outcome::new(winner, reason));
    }

    /// Returns the game as a record.
    fn record(&self) -> String {
        self.record_of(&record::line(&self.game))
    }

    /// Returns the game as a record, given the texts of its moves.
    pub(super) fn record_of(&self, texts: &[String]) -> String {
        let outcome = self.outcome();
        let mut tags = self.tags.clone();
        for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
            if !tags.iter().any(|(own, value)| own == name && value != "?") {
                tags.push((name.to_owned(), self.players.get(color).title().to_owned()));
            }
        }
        let heading = GameTags {
            identity: self.identity.clone(),
            tags,
            score: Score::of(outcome.as_ref()),
            termination: outcome.map(|outcome| outcome::sentence(&outcome).trim_end_matches('.').to_owned()),
        };
        record::write_line(&self.game, &heading, &self.notes, texts)
    }

    /// Saves the record to the file in the command. `--force` after the name overwrites any file.
    fn save(&self, path: &str) -> Result<String, CommandError> {
        const FORCE: &str = "--force";
        let bare = path.strip_suffix(FORCE).filter(|path| path.is_empty() || path.ends_with(' '));
        let bare = bare.or(path.strip_prefix(FORCE).filter(|path| path.starts_with(' ')));
        let (file, force) = bare.map_or((path, false), |path| (path.trim(), true));
        if file.is_empty() {
            return Err(CommandError::message("name a file: save FILE"));
        }
        writing::make(Path::new(file), &self.record(), &RECORD, force)?;
        Ok(format!("saved to {file}"))
    }

    /// Replaces this game by the first game of a file, if it has the same rules.
    pub(super) fn load(&mut self, path: &str) -> Result<(), CommandError> {
        let file = Path::new(path);
        let text = files::read(file).map_err(|stop| match stop {
            CommandError::Problems(..) => CommandError::message(format!("{path} is not a text file")),
            stop => stop,
        })?;
        let known = (self.identity.clone(), Rc::clone(&self.rules), self.game.engine().clone());
        let records = FoundRecords::with(file, &text, Some(known));
        let found = records.problems.first().map(|problem| problem.message.clone());
        if let Some(message) = found {
            return Err(CommandError::message(message)
                .help(format!("`ferz check` shows where, if the name of {path} ends in .pgn")));
        }
        let (recorded, rules) = records.pick(1)?;
        // The same switch values can have different reading names, so the names are not compared.
        let here = Variant { reading: rules.variant.reading.clone(), ..self.variant().clone() };
        if *rules.variant != here {
            let other = reference(&recorded.heading.identity, &rules.variant);
            let stop = CommandError::message(format!("this is a different game: {other}"));
            return Err(stop.help(format!("start it with: ferz play --load {path}")));
        }
        let (identity, style, shows_thoughts) =
            (self.identity.clone(), self.style.clone(), self.shows_thoughts);
        let resumed = OngoingGame::resumed(recorded, Rc::clone(&self.rules), self.players);
        *self = OngoingGame { identity, style, shows_thoughts, is_unsaved: self.is_unsaved, ..resumed };
        Ok(())
    }
}

/// Returns the full reference of a game, with its array and reading.
fn reference(identity: &Identity, variant: &Variant) -> String {
    let name = identity.file.as_ref().unwrap_or(&variant.id);
    format!("{name}/{}@{}", variant.array, variant.reading)
}

/// Returns the current date in the format of PGN.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((now.as_secs() / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns the year, month, and day of the date that is this many days after January 1, 1970, as in Howard Hinnant's
/// algorithm `civil_from_days`.
pub fn civil(days: i64) -> (i64, i64, i64) {
    // Years start in March here, so that a leap day is the last day of its year. The calendar repeats every 400 years,
    // which have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}
