//! UCI and the protocols made from it, USI and UCCI: how each of them says a thing.

use super::sheet::{self, Form, Sheet};
use crate::base::{Color, Move, Setup};
use crate::fast::engine::Engine;
use crate::play::game::Game;
use crate::play::names::NAMES;
use crate::play::notation::{fen, movetext};
use crate::play::search::{Clock, Info, SURE, WON};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Uci,
    Usi,
    Ucci,
}

impl Dialect {
    /// The one that a program speaks that says this first.
    pub(super) fn of_first(line: &str) -> Dialect {
        match line {
            "usi" => Dialect::Usi,
            "ucci" => Dialect::Ucci,
            _ => Dialect::Uci,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Dialect::Uci => "UCI",
            Dialect::Usi => "USI",
            Dialect::Ucci => "UCCI",
        }
    }

    /// The game that is meant if no other is asked for.
    pub(super) fn game(self) -> Option<&'static str> {
        match self {
            Dialect::Uci => None,
            Dialect::Usi => Some(&NAMES.usi),
            Dialect::Ucci => Some(&NAMES.ucci),
        }
    }

    /// A line for a person to read.
    pub(super) fn remark(self, text: &str) -> String {
        let word = if self == Dialect::Ucci { "message" } else { "string" };
        format!("info {word} {text}")
    }

    /// The line that tells of an option: its name in UCI, its type, what it is by default, and what else it may be.
    pub(super) fn option(self, name: &str, kind: &str, default: &str, others: &str) -> String {
        let bare = name.strip_prefix("UCI_").unwrap_or(name);
        let name = match (self, name) {
            (Dialect::Usi, "Hash" | "Ponder" | "UCI_Variant") => format!("name USI_{bare}"),
            (Dialect::Ucci, "Hash") => "hashsize".to_owned(),
            (Dialect::Ucci, _) => bare.to_lowercase().replace(' ', ""),
            _ => format!("name {name}"),
        };
        let default = if default.is_empty() { String::new() } else { format!(" default {default}") };
        match self {
            Dialect::Ucci => format!("option {name} type {kind}{others}{default}"),
            _ => format!("option {name} type {kind}{default}{others}"),
        }
    }

    /// The name and the value of a `setoption`, the name in small letters and without what the dialect puts before it.
    pub(super) fn setting(self, text: &str) -> (String, &str) {
        let text = text.trim();
        let (name, value) = match text.strip_prefix("name ") {
            None if self == Dialect::Ucci => text.split_once(' ').unwrap_or((text, "")),
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

    /// The time that a side has, by the numbers after words of `go`. UCCI counts in units of this length, in milliseconds.
    pub(super) fn clock(self, side: Color, unit: u64, after: &dyn Fn(&str) -> Option<u64>) -> Option<Clock> {
        let moves = after("movestogo").filter(|moves| *moves > 0);
        match self {
            Dialect::Uci => {
                let left = after(side.pick("wtime", "btime"))?;
                let more = after(side.pick("winc", "binc")).unwrap_or(0);
                Some(Clock { left: left.max(1), more, moves })
            }
            Dialect::Usi => {
                // The side that begins is called black. Byoyomi is there again for every move.
                let spare = after("byoyomi");
                let left = after(side.pick("btime", "wtime")).or(spare.map(|_| 0))?;
                let more = after(side.pick("binc", "winc")).unwrap_or(0);
                let spare = spare.unwrap_or(0);
                Some(Clock { left: left.saturating_add(spare).max(1), more: more.max(spare), moves })
            }
            Dialect::Ucci => {
                let left = after("time")?.saturating_mul(unit);
                let more = after("increment").unwrap_or(0).saturating_mul(unit);
                Some(Clock { left: left.max(1), more, moves })
            }
        }
    }

    fn score(self, score: i32) -> String {
        let plies = WON - score.abs();
        if score.abs() < SURE {
            return if self == Dialect::Ucci { score.to_string() } else { format!("cp {score}") };
        }
        match self {
            Dialect::Uci => format!("mate {}", score.signum() * ((plies + 1) / 2)),
            Dialect::Usi => format!("mate {}", score.signum() * plies),
            Dialect::Ucci => (score.signum() * (10_000 - plies)).to_string(),
        }
    }

    fn form(self) -> Option<Form> {
        match self {
            Dialect::Uci => None,
            Dialect::Usi => Some(Form::Usi),
            Dialect::Ucci => Some(Form::Ucci),
        }
    }
}

/// A dialect for one game.
#[derive(Clone, Debug)]
pub(super) struct Speech {
    pub(super) dialect: Dialect,
    /// How squares and pieces are called if not as the game calls them.
    sheet: Option<Sheet>,
}

impl Speech {
    pub(super) fn new(dialect: Dialect, engine: &Engine) -> Speech {
        Speech { dialect, sheet: dialect.form().map(|form| Sheet::new(engine.variant(), form)) }
    }

    /// A move; as ferz writes it elsewhere if the dialect has no way to say it.
    pub(super) fn text(&self, engine: &Engine, setup: &Setup, mv: &Move) -> String {
        let own = self.sheet.as_ref().and_then(|sheet| sheet.text(engine, setup, mv));
        own.unwrap_or_else(|| movetext::write(engine.variant(), mv))
    }

    /// The text of a move that comes after a legal one; nothing if that cannot be made.
    pub(super) fn text_after(
        &self,
        engine: &Engine,
        setup: &Setup,
        first: &Move,
        mv: &Move,
    ) -> Option<String> {
        if self.sheet.is_none() {
            return Some(movetext::write(engine.variant(), mv));
        }
        let after = engine.play(&engine.position(setup), first)?;
        Some(self.text(engine, &engine.setup(&after), mv))
    }

    /// The legal move with this text.
    pub(super) fn read(&self, game: &Game, text: &str) -> Result<Move, String> {
        let legal = game.legal_moves();
        let own = self.sheet.as_ref().and_then(|sheet| sheet.read(game.engine(), game.setup(), &legal, text));
        let own = own.or_else(|| sheet::promoted(game.engine(), game.setup(), &legal, text));
        let found = own.map_or_else(|| movetext::read(game.variant(), game.setup(), &legal, text), Ok);
        found.cloned().map_err(|problem| problem.message)
    }

    /// The position with this text.
    pub(super) fn position(&self, engine: &Engine, text: &str) -> Result<Setup, String> {
        let variant = engine.variant();
        let own = self.sheet.as_ref().and_then(|sheet| sheet.position(variant, text));
        own.filter(|setup| setup.pieces().next().is_some()).map_or_else(
            || {
                fen::read_as(variant, text, true).map_err(|problems| {
                    problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("; ")
                })
            },
            Ok,
        )
    }

    /// What a search has to say.
    pub(super) fn line(&self, engine: &Engine, start: &Setup, info: &Info) -> String {
        let Info { depth, deepest, rank, score, nodes, time, full, .. } = info;
        let speed = nodes * 1_000 / (*time).max(1);
        let (mut position, mut moves) = (engine.position(start), String::new());
        for mv in &info.line {
            moves += " ";
            // Only other names of squares depend on what stands there.
            if self.sheet.is_none() {
                moves += &movetext::write(engine.variant(), mv);
                continue;
            }
            moves += &self.text(engine, &engine.setup(&position), mv);
            match engine.play(&position, mv) {
                Some(next) => position = next,
                None => break,
            }
        }
        let (rank, score) = (rank + 1, self.dialect.score(*score));
        match self.dialect {
            Dialect::Ucci => format!("info depth {depth} time {time} nodes {nodes} score {score} pv{moves}"),
            _ => format!(
                "info depth {depth} seldepth {deepest} multipv {rank} score {score} nodes {nodes} nps {speed} hashfull {full} time {time} pv{moves}"
            ),
        }
    }
}
