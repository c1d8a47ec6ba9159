//! The differences between UCI and the protocols based on it, USI and UCCI.
//!
//! [`Flavor`] selects the words of a protocol: the names of options, scores, and times. [`ProtocolCodec`] reads and
//! writes the moves and positions of one game in a protocol.

use ferz_core::base::{Color, Halt, Move, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Clock, Info, SURE, WON};
use ferz_core::rules::Variant;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::notation::dialect::{Castles, Codec, Dialect};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::movetext;
use std::time::{Duration, Instant};

/// The time limit for generating the legal moves that a unique text depends on.
const PATIENCE: Duration = super::session::QUICK;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    Uci,
    Usi,
    Ucci,
}

impl Flavor {
    /// Returns the protocol of a program that sends this line first.
    pub fn of_first(line: &str) -> Flavor {
        match line {
            "usi" => Flavor::Usi,
            "ucci" => Flavor::Ucci,
            _ => Flavor::Uci,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Flavor::Uci => "UCI",
            Flavor::Usi => "USI",
            Flavor::Ucci => "UCCI",
        }
    }

    /// Returns the dialect of positions and moves.
    pub fn dialect(self) -> &'static Dialect {
        Dialect::named(&self.name().to_lowercase()).unwrap_or_else(Dialect::own)
    }

    /// Returns the game of the protocol, if it belongs to a single game.
    pub fn game(self) -> Option<&'static str> {
        self.dialect().game.as_deref()
    }

    /// Returns the answer to `go` in a position without a playable move.
    pub fn no_move(self) -> &'static str {
        match self {
            Flavor::Uci => "bestmove (none)",
            Flavor::Usi => "bestmove resign",
            Flavor::Ucci => "nobestmove",
        }
    }

    /// Returns a line for the user.
    pub fn remark(self, text: &str) -> String {
        let word = if self == Flavor::Ucci { "message" } else { "string" };
        format!("info {word} {text}")
    }

    /// Returns the line that declares an option, given its UCI name, type, default, and other values.
    pub fn option(self, name: &str, kind: &str, default: &str, others: &str) -> String {
        let bare = name.strip_prefix("UCI_").unwrap_or(name);
        let name = match (self, name) {
            (Flavor::Usi, "Hash" | "Ponder" | "UCI_Variant") => format!("name USI_{bare}"),
            (Flavor::Ucci, "Hash") => "hashsize".to_owned(),
            (Flavor::Ucci, _) => bare.to_lowercase().replace(' ', ""),
            _ => format!("name {name}"),
        };
        let default = if default.is_empty() { String::new() } else { format!(" default {default}") };
        match self {
            Flavor::Ucci => format!("option {name} type {kind}{others}{default}"),
            Flavor::Uci | Flavor::Usi => format!("option {name} type {kind}{default}{others}"),
        }
    }

    /// Parses the arguments of `setoption`. The name is returned in lower case and without the prefix of the protocol.
    pub fn setting(self, text: &str) -> (String, &str) {
        let text = text.trim();
        let (name, value) = match text.strip_prefix("name ") {
            None if self == Flavor::Ucci => text.split_once(' ').unwrap_or((text, "")),
            rest => {
                let rest = rest.unwrap_or(text);
                rest.split_once(" value ").unwrap_or((rest, ""))
            }
        };
        let name = name.trim().to_lowercase();
        let bare = name.strip_prefix("usi_").or_else(|| name.strip_prefix("uci_")).unwrap_or(&name);
        let name = match bare {
            "hashsize" => "hash",
            "clearhash" => "clear hash",
            other => other,
        };
        (name.to_owned(), value.trim())
    }

    /// Reads the clock of a side from the arguments of `go`. `unit` is the unit of UCCI's times in milliseconds.
    pub fn clock(self, side: Color, unit: u64, after: &dyn Fn(&str) -> Option<u64>) -> Option<Clock> {
        let moves = after("movestogo").filter(|moves| *moves > 0);
        match self {
            Flavor::Uci => {
                let left = after(side.pick("wtime", "btime"))?;
                let more = after(side.pick("winc", "binc")).unwrap_or(0);
                Some(Clock { left: left.max(1), more, moves })
            }
            Flavor::Usi => {
                // In USI, the side that moves first is Black. Byoyomi is an additional time for every move.
                let spare = after("byoyomi");
                let left = after(side.pick("btime", "wtime")).or(spare.map(|_| 0))?;
                let more = after(side.pick("binc", "winc")).unwrap_or(0);
                let spare = spare.unwrap_or(0);
                Some(Clock { left: left.saturating_add(spare).max(1), more: more.max(spare), moves })
            }
            Flavor::Ucci => {
                let left = after("time")?.saturating_mul(unit);
                let more = after("increment").unwrap_or(0).saturating_mul(unit);
                Some(Clock { left: left.max(1), more, moves })
            }
        }
    }

    fn score(self, score: i32) -> String {
        let plies = WON - score.abs();
        if score.abs() < SURE {
            return if self == Flavor::Ucci { score.to_string() } else { format!("cp {score}") };
        }
        match self {
            Flavor::Uci => format!("mate {}", score.signum() * ((plies + 1) / 2)),
            Flavor::Usi => format!("mate {}", score.signum() * plies),
            Flavor::Ucci => (score.signum() * (10_000 - plies)).to_string(),
        }
    }
}

/// The codec of a protocol for the moves and positions of one game.
#[derive(Clone, Debug)]
pub struct ProtocolCodec {
    pub flavor: Flavor,
    codec: Codec,
}

impl ProtocolCodec {
    pub fn new(flavor: Flavor, engine: &Engine) -> ProtocolCodec {
        ProtocolCodec { flavor, codec: Codec::new(engine.variant(), flavor.dialect()) }
    }

    /// Returns the codec of the same dialect for another game.
    pub fn for_game(&self, engine: &Engine) -> ProtocolCodec {
        ProtocolCodec { codec: Codec::new(engine.variant(), self.codec.dialect), ..*self }
    }

    /// Returns the names of the dialects of the protocol. The first is the default.
    pub fn dialects(&self) -> Vec<&'static str> {
        self.flavor.dialect().of_protocol().map(|dialect| dialect.name.as_str()).collect()
    }

    /// Returns the codec of another dialect of the protocol, or `None` if the name is unknown.
    pub fn in_dialect(&self, name: &str, engine: &Engine) -> Option<ProtocolCodec> {
        let mut known = self.flavor.dialect().of_protocol();
        let dialect = known.find(|dialect| dialect.name.eq_ignore_ascii_case(name))?;
        let mut codec = Codec::new(engine.variant(), dialect);
        codec.castles = self.codec.castles;
        Some(ProtocolCodec { codec, ..*self })
    }

    /// Returns true if moves name some pieces by a token of more than one letter, besides a mark.
    pub fn has_long_names(&self, variant: &Variant) -> bool {
        let named = variant.piece_type_ids().filter(|(_, own)| own.royal.is_none());
        let mut names = named.map(|(id, _)| self.codec.name_in_move(id).trim_start_matches('+'));
        // No move names a royal piece or the stage of a piece.
        names.any(|name| name.chars().count() > 1 && !name.contains('.'))
    }

    /// Selects the notation of castling: the squares of both pieces if `free`, and that of the dialect otherwise.
    pub fn set_free_castling(&mut self, free: bool) {
        self.codec.castles = if free { Castles::Partner } else { self.codec.dialect.castles };
    }

    /// Returns the text of a move. A move that the dialect cannot express is written in the notation of ferz.
    pub fn text(&self, engine: &Engine, setup: &Setup, mv: &Move) -> String {
        self.text_within(PATIENCE, engine, setup, mv)
    }

    /// Returns the text of a move within this time. If the time is too short to find another move with the same text,
    /// the text is assumed to be unique.
    pub fn text_within(&self, patience: Duration, engine: &Engine, setup: &Setup, mv: &Move) -> String {
        let begun = Instant::now();
        let ends = || begun.elapsed() >= patience;
        match engine.legal_moves_until(&engine.position(setup), &Halt::new(&ends)) {
            Some(legal) => self.codec.write(engine, setup, &legal, mv),
            None => self.plain_text(engine, setup, mv),
        }
    }

    /// Returns the texts of all legal moves.
    pub fn texts(&self, legal: &[Move], engine: &Engine, setup: &Setup) -> Vec<String> {
        self.codec.write_all(engine, setup, legal)
    }

    /// Returns the text of a move that follows a legal move, or `None` if that move cannot be played.
    pub fn text_after(&self, engine: &Engine, setup: &Setup, first: &Move, mv: &Move) -> Option<String> {
        if self.codec.is_own() {
            return Some(movetext::write(engine.variant(), mv));
        }
        let after = engine.play(&engine.position(setup), first)?;
        Some(self.plain_text(engine, &engine.setup(&after), mv))
    }

    /// Returns the text of a move without testing that it is unique, which saves generating the legal moves.
    fn plain_text(&self, engine: &Engine, setup: &Setup, mv: &Move) -> String {
        self.codec.write(engine, setup, &[], mv)
    }

    /// Returns the one of the legal moves of a game with this text.
    pub fn read_among(&self, game: &GameHistory, legal: &[Move], text: &str) -> Result<Move, String> {
        let own = self.codec.find(game.engine(), game.setup(), legal, text);
        let found = own.map_or_else(|| movetext::read(game.variant(), game.setup(), legal, text), Ok);
        found.cloned().map_err(|problem| problem.message)
    }

    /// Returns the position with this text, and remarks on the faults that were repaired. The word `fen` or `sfen`
    /// before the position tells its format.
    pub fn position(&self, engine: &Engine, text: &str) -> Result<(Setup, Vec<String>), String> {
        let variant = engine.variant();
        let style = FenStyle::in_dialect(variant, self.codec.clone());
        let read = |text: &str| {
            if !style.is_called(text) {
                return fen::read_as(variant, text, true);
            }
            let own = fen::read_in(variant, text, true, Some(&style));
            if style.binds(text) { own } else { own.or_else(|_| fen::read_as(variant, text, true)) }
        };
        let said = |problems: Vec<Diagnostic>| {
            problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
        };
        let free = fen::game_with_castlings(variant, fen::position_in(text));
        let free =
            free.map(|name| format!("set UCI_Chess960 to play these castlings by the rules of {name}"));
        match fen::read_repaired(text, read) {
            Ok((setup, faults)) => Ok((setup, said(faults).into_iter().chain(free).collect())),
            Err(problems) => Err(said(problems).join("; ")),
        }
    }

    /// Returns the line that reports on a search.
    pub fn line(&self, engine: &Engine, start: &Setup, info: &Info) -> String {
        let Info { depth, deepest, rank, score, nodes, time, full, .. } = info;
        let speed = nodes * 1_000 / (*time).max(1);
        let (mut position, mut moves) = (engine.position(start), String::new());
        for mv in &info.line {
            moves += " ";
            // In the notation of ferz, the text of a move does not depend on the position.
            if self.codec.is_own() {
                moves += &movetext::write(engine.variant(), mv);
                continue;
            }
            moves += &self.plain_text(engine, &engine.setup(&position), mv);
            match engine.play(&position, mv) {
                Some(next) => position = next,
                None => break,
            }
        }
        let (rank, score) = (rank + 1, self.flavor.score(*score));
        match self.flavor {
            Flavor::Ucci => format!("info depth {depth} time {time} nodes {nodes} score {score} pv{moves}"),
            Flavor::Uci | Flavor::Usi => format!(
                "info depth {depth} seldepth {deepest} multipv {rank} score {score} nodes {nodes} nps {speed} hashfull {full} time {time} pv{moves}"
            ),
        }
    }
}
