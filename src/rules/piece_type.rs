//! Piece types: a piece in one of its stages.

use super::{Automaton, Condition, Near, Notation, Origin, OtherName, PieceFilter, Remark, Zone};
use crate::base::{Choice, PieceTypeId, Result};
use serde::{Deserialize, Serialize};

/// A piece in one of its stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PieceType {
    /// The piece's name in the file.
    pub piece: String,
    /// The stage, for the later ones of a piece that has any.
    pub stage: Option<String>,
    /// White's token; Black's is the same in lower case.
    pub token: String,
    pub title: String,
    /// Programs that write it otherwise in their FENs, each with the letter that it uses for White.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<(String, String)>,
    /// What else it is called. Like notes, other names leave the game as it is.
    #[serde(skip)]
    pub also: Origin<Vec<OtherName>>,
    #[serde(skip)]
    pub notes: Origin<Vec<Remark>>,
    /// Rank among royals, 1 the highest; unset for a common piece.
    pub royal: Option<u8>,
    /// Whether it belongs to neither side: it blocks both, and nothing is done to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// A hint for engines.
    pub value: Option<i32>,
    /// What it was found to be worth in the opening and in the ending; no rule.
    #[serde(skip)]
    pub tuned: Option<[i32; 2]>,
    pub moves: Vec<Moves>,
    /// It may not leave this zone.
    pub stays: Option<Zone>,
    /// What happens when it arrives somewhere by a move of its own, and what happens by itself.
    pub arrivals: Vec<Arrival>,
    /// What it is in the hand of its capturer, in a game with hands.
    pub in_hand: Option<PieceTypeId>,
    #[serde(skip)]
    pub origin: Origin,
    /// Where the lines of its block are that carry no place of their own, by the word each begins with.
    #[serde(skip)]
    pub lines: Origin<Vec<(&'static str, Origin)>>,
}

impl PieceType {
    /// Its name in the file, with that of its stage: `pawn-of-pawns.second`.
    pub(crate) fn name(&self) -> String {
        self.stage.as_ref().map_or_else(|| self.piece.clone(), |stage| format!("{}.{stage}", self.piece))
    }

    /// The line of its block that begins with a word, or else the piece itself.
    pub(crate) fn line(&self, word: &str) -> Origin {
        let line = self.lines.0.iter().find(|(first, _)| *first == word);
        line.map_or(self.origin, |(_, origin)| *origin)
    }
}

/// A way of moving, everywhere or within limits.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// Where the piece must stand.
    pub on: Option<Zone>,
    /// Where it must come to stand, in moving and in attacking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Zone>,
    /// The pieces that it may pass over, in moving and in attacking; unset for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<PieceFilter>,
    /// The pieces that it may capture, in moving and in attacking; unset for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// What must be true for its owner before it moves so; it attacks all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// What must be true for its owner after it has moved so; it attacks all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provided: Option<Condition>,
    pub notation: Notation,
    pub automaton: Automaton,
    #[serde(skip)]
    pub origin: Origin,
}

impl PartialEq for Moves {
    /// Notations are compared last, since it takes longest to find the shortest.
    fn eq(&self, other: &Moves) -> bool {
        let Moves { on, to, over, capturing, when, provided, notation, automaton, origin } = self;
        *automaton == other.automaton
            && (on, to, over, capturing) == (&other.on, &other.to, &other.over, &other.capturing)
            && (when, provided, origin) == (&other.when, &other.provided, &other.origin)
            && *notation == other.notation
    }
}

impl Moves {
    /// Whether the notation does not say everything, its square of departure apart.
    pub(crate) fn is_limited(&self) -> bool {
        self.to.is_some() || self.over.is_some() || self.capturing.is_some() || self.is_conditional()
    }

    /// Whether nothing but what stands on the squares of its way decides what it attacks.
    pub(crate) fn is_near_sighted(&self) -> bool {
        ![&self.over, &self.capturing].into_iter().flatten().any(PieceFilter::asks_others)
    }

    /// Whether it is open to move so only under some condition.
    pub(crate) fn is_conditional(&self) -> bool {
        self.when.is_some() || self.provided.is_some()
    }

    /// Whether it is known to be the same for both sides.
    pub(crate) fn is_symmetric(&self) -> bool {
        let mut zones = self.on.iter().chain(&self.to);
        zones.all(Zone::is_symmetric) && self.automaton.is_symmetric()
    }

    /// Where it must be used, and where it must lead, in words after its notation.
    pub(crate) fn limits(&self) -> String {
        let on = self.on.as_ref().map_or_else(String::new, |zone| format!(" in {}", zone.name));
        let to = self.to.as_ref().map_or_else(String::new, |zone| format!(" to {}", zone.name));
        on + &to
    }
}

/// What happens to a piece where it arrives, or by itself where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    /// The pieces it concerns, looked at where they have arrived.
    pub pieces: PieceFilter,
    pub zone: Zone,
    /// Also when the piece leaves the zone or moves inside it.
    pub leaving: bool,
    /// It happens by itself where the piece stands, after any move that leaves it possible. The piece need not arrive.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_itself: bool,
    /// Only after a move of its own by the way of moving with this notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Notation>,
    /// What must be true for its owner, where the piece has arrived or stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Only after a capture of such an enemy piece, as it stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// Whether the player chooses. A choice taken replaces what would happen without it.
    pub may: bool,
    pub then: Vec<Consequence>,
    #[serde(skip)]
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Consequence {
    /// The piece becomes one of these piece types; with more than one the player chooses.
    Become(Vec<PieceTypeId>),
    /// The same, of those of which its side has fewer on the board than in the array.
    Regain(Vec<PieceTypeId>),
    /// In the same move the piece goes on to its owner's home square of another piece type, if it may enter it.
    Send {
        home_of: PieceTypeId,
        occupied: Occupied,
    },
    /// The game ends, with this result for the mover.
    End {
        result: Result,
        reason: String,
    },
    /// The piece changes places with another of its side; for each such piece there is a move of its own.
    Exchange(PieceFilter),
    Vanish,
    /// Such pieces there are removed, if not immune.
    Clear(PieceFilter, Near),
    /// The mover's side loses what is left of a right.
    Lose(usize),
    /// The mover's side uses a right once, if any of it is left.
    Use(usize),
}

/// What happens to a piece in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occupied {
    /// Pieces that are removed, if not immune.
    pub remove: Option<PieceFilter>,
    /// What the arriving piece does about any other.
    pub otherwise: Displaced,
}

/// Where a piece goes that finds its square taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Displaced {
    /// To the nearest empty square of the grid on the same rank that it may enter, its owner's left before the right; with
    /// none the move is illegal.
    Nearest,
    Illegal,
}

impl PieceType {
    /// Whether something may happen to it by itself.
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

    /// Whether it is this sort of choice.
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
