//! Piece types: a piece in one of its stages, with its moves and its arrival rules.
//!
//! [`PieceType`] is the main type. [`Moves`] is one kind of move with its limits, and [`Arrival`] is an effect on the
//! piece after a move.

use super::{Automaton, Condition, Near, Notation, Origin, OtherName, PieceFilter, Remark, Zone};
use crate::base::{Choice, PieceTypeId, Result};
use serde::{Deserialize, Serialize};

/// A piece in one of its stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PieceType {
    /// The piece's name in the file.
    pub piece: String,
    /// The stage; `None` for the first stage of a piece.
    pub stage: Option<String>,
    /// White's token. Black's is the same in lower case.
    pub token: String,
    pub title: String,
    /// The programs that use another letter in their FENs, each with its letter for White.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<(String, String)>,
    /// The other names. Like notes, they do not affect the game.
    #[serde(skip)]
    pub also: Origin<Vec<OtherName>>,
    #[serde(skip)]
    pub notes: Origin<Vec<Remark>>,
    /// The rank among royals, 1 for the highest; `None` for a common piece.
    pub royal: Option<u8>,
    /// True if the piece belongs to neither side: it blocks both, and no effect applies to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// A piece value from the file, as a hint for engines.
    pub value: Option<i32>,
    /// The tuned piece values in the opening and in the endgame, which are not part of the rules.
    #[serde(skip)]
    pub tuned: Option<[i32; 2]>,
    pub moves: Vec<Moves>,
    /// The zone that the piece may not leave.
    pub stays: Option<Zone>,
    /// The effects on the piece when it arrives by its own move, and its automatic effects.
    pub arrivals: Vec<Arrival>,
    /// The type it has in the hand of its capturer, in a game with hands.
    pub in_hand: Option<PieceTypeId>,
    #[serde(skip)]
    pub origin: Origin,
    /// The origins of the block's lines that are not stored elsewhere, by their first word.
    #[serde(skip)]
    pub lines: Origin<Vec<(&'static str, Origin)>>,
}

impl PieceType {
    /// Returns the name in the file with that of the stage: `pawn-of-pawns.second`.
    pub(crate) fn name(&self) -> String {
        self.stage.as_ref().map_or_else(|| self.piece.clone(), |stage| format!("{}.{stage}", self.piece))
    }

    /// Returns the line of the block that starts with a word, or else the piece itself.
    pub(crate) fn line(&self, word: &str) -> Origin {
        let line = self.lines.0.iter().find(|(first, _)| *first == word);
        line.map_or(self.origin, |(_, origin)| *origin)
    }
}

/// A kind of move, with its limits.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// The squares on which the piece must stand.
    pub on: Option<Zone>,
    /// The squares on which the piece must arrive, in moves and in attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Zone>,
    /// The pieces that it can pass over, in moves and in attacks; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<PieceFilter>,
    /// The pieces that it can capture, in moves and in attacks; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// The condition that must hold for the owner before the move. It does not apply to attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The condition that must hold for the owner after the move. It does not apply to attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provided: Option<Condition>,
    pub notation: Notation,
    pub automaton: Automaton,
    #[serde(skip)]
    pub origin: Origin,
}

impl PartialEq for Moves {
    /// Compares notations last, since the canonical form is expensive to compute.
    fn eq(&self, other: &Moves) -> bool {
        let Moves { on, to, over, capturing, when, provided, notation, automaton, origin } = self;
        *automaton == other.automaton
            && (on, to, over, capturing) == (&other.on, &other.to, &other.over, &other.capturing)
            && (when, provided, origin) == (&other.when, &other.provided, &other.origin)
            && *notation == other.notation
    }
}

impl Moves {
    /// Returns true if there are limits that the notation does not express, other than the start square.
    pub(crate) fn is_limited(&self) -> bool {
        self.to.is_some() || self.over.is_some() || self.capturing.is_some() || self.is_conditional()
    }

    /// Returns true if the attacks depend only on the contents of the squares on the path.
    pub(crate) fn is_near_sighted(&self) -> bool {
        ![&self.over, &self.capturing].into_iter().flatten().any(PieceFilter::asks_others)
    }

    /// Returns true if the move requires a condition.
    pub(crate) fn is_conditional(&self) -> bool {
        self.when.is_some() || self.provided.is_some()
    }

    /// Returns true if the moves are known to be the same for both sides.
    pub(crate) fn is_symmetric(&self) -> bool {
        let mut zones = self.on.iter().chain(&self.to);
        zones.all(Zone::is_symmetric) && self.automaton.is_symmetric()
    }

    /// Describes the start and target zones, as a suffix of the notation.
    pub(crate) fn limits(&self) -> String {
        let on = self.on.as_ref().map_or_else(String::new, |zone| format!(" in {}", zone.name));
        let to = self.to.as_ref().map_or_else(String::new, |zone| format!(" to {}", zone.name));
        on + &to
    }
}

/// An effect on a piece after it arrives, or an automatic effect on it where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    /// The pieces that it applies to, on their square after the move.
    pub pieces: PieceFilter,
    pub zone: Zone,
    /// True if it also applies when the piece leaves the zone or moves within it.
    pub leaving: bool,
    /// True if it applies only when the piece comes from outside the zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entering: bool,
    /// True for an automatic effect: it applies where the piece stands, after any move that makes it possible. The
    /// piece itself need not move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_itself: bool,
    /// True if it also applies when the piece is brought there by an exchange.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_exchange: bool,
    /// The notation of the piece's own move after which it applies; `None` for all moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Notation>,
    /// The condition that must hold for the owner, where the piece has arrived or stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The enemy pieces, as they stood, of which one must have been captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// True if the player chooses. A chosen effect replaces the effects that would apply without it.
    pub may: bool,
    pub then: Vec<Consequence>,
    #[serde(skip)]
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Consequence {
    /// The piece becomes one of these types. With more than one, the player chooses.
    Become(Vec<PieceTypeId>),
    /// The piece becomes one of these types, limited to those of which its side has fewer on the board than in the
    /// array.
    Regain(Vec<PieceTypeId>),
    /// The piece continues in the same move to its owner's home square of another piece type, if it may enter that
    /// square.
    Send {
        home_of: PieceTypeId,
        occupied: Occupied,
    },
    /// The game ends with this result for the mover.
    End {
        result: Result,
        reason: String,
    },
    /// The piece exchanges places with another of its side. Each such piece gives a separate move.
    Exchange(PieceFilter),
    Vanish,
    /// Such pieces on these squares are removed, if not immune.
    Clear(PieceFilter, Near),
    /// The mover's side loses all remaining uses of a right.
    Lose(usize),
    /// The mover's side uses a right once, if a use remains.
    Use(usize),
}

/// The treatment of a piece on the target square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occupied {
    /// The pieces that are removed, if not immune.
    pub remove: Option<PieceFilter>,
    /// The alternative for the arriving piece if the square remains occupied.
    pub otherwise: Displaced,
}

/// The target of a piece whose square is occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Displaced {
    /// The nearest empty square of the grid on the same rank that the piece may enter, to the owner's left before the
    /// right. If there is none, the move is illegal.
    Nearest,
    Illegal,
}

impl PieceType {
    /// Returns true if an exchange can bring the piece where an effect applies.
    pub(crate) fn minds_exchanges(&self) -> bool {
        self.arrivals.iter().any(|arrival| arrival.by_exchange)
    }

    /// Returns true if the piece type has automatic effects.
    pub(crate) fn has_own_happenings(&self) -> bool {
        self.arrivals.iter().any(|arrival| arrival.by_itself)
    }
}

impl Consequence {
    pub(crate) fn becomes(&self) -> &[PieceTypeId] {
        match self {
            Consequence::Become(piece_types) | Consequence::Regain(piece_types) => piece_types,
            _ => &[],
        }
    }

    pub(crate) fn sends_home_of(&self) -> Option<PieceTypeId> {
        if let Consequence::Send { home_of, .. } = self { Some(*home_of) } else { None }
    }

    pub(crate) fn exchanges(&self) -> Option<&PieceFilter> {
        if let Consequence::Exchange(pieces) = self { Some(pieces) } else { None }
    }

    /// Returns true if the consequence can give this choice.
    pub(crate) fn offers(&self, choice: Choice) -> bool {
        match choice {
            Choice::Become(_) => !self.becomes().is_empty(),
            Choice::Exchange(_) => matches!(self, Consequence::Exchange(_)),
            Choice::End(_) => matches!(self, Consequence::End { .. }),
            Choice::Vanish => *self == Consequence::Vanish,
            Choice::Remove => matches!(self, Consequence::Clear(..)),
            Choice::Home => self.sends_home_of().is_some(),
            Choice::Lose => matches!(self, Consequence::Lose(_)),
            Choice::Use => matches!(self, Consequence::Use(_)),
        }
    }
}
