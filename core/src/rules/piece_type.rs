//! Piece types: the stages of a piece, with their moves and arrival rules.
//!
//! [`PieceType`] is the main type. [`Moves`] is one kind of move with its limits, and [`Arrival`] is an effect on
//! the piece after a move.

use super::{
    Amount, Automaton, Condition, Event, Events, Near, Notation, Origin, OtherName, PieceFilter, Remark, Zone,
};
use crate::base::{Choice, Offer, PieceTypeId, Result};
use serde::{Deserialize, Serialize};

/// A piece in one of its stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceType {
    /// The name of the piece in the file.
    pub piece: String,
    /// The name of the stage; `None` for the first stage of a piece.
    pub stage: Option<String>,
    /// White's token. Black's is the same in lower case.
    pub token: String,
    pub title: String,
    /// The letters for White in the FENs of other programs, as pairs of program and letter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<(String, String)>,
    /// Other names of the piece. Like notes, they do not affect the game.
    #[serde(skip)]
    pub also: Origin<Vec<OtherName>>,
    #[serde(skip)]
    pub notes: Origin<Vec<Remark>>,
    /// The rank of the piece among royals, with 1 as the highest. `None` if the piece is not royal.
    pub royal: Option<u8>,
    /// True if the piece belongs to neither side. Such a piece blocks both sides, and no effect applies to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// True if both sides may capture the neutral piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub capturable: bool,
    /// The points of the piece, which conditions can sum up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub points: u32,
    /// The piece value from the file, as a hint for engines.
    pub value: Option<i32>,
    /// The tuned piece values for the opening and the endgame. They are not part of the rules.
    #[serde(skip)]
    pub tuned: Option<[i32; 2]>,
    pub moves: Vec<Moves>,
    /// The zone that the piece may not leave.
    pub stays: Option<Zone>,
    /// The effects on the piece when it arrives by its own move, and the automatic effects on it.
    pub arrivals: Vec<Arrival>,
    /// The type that the piece has in the hand of its capturer, in a game with hands.
    pub in_hand: Option<PieceTypeId>,
    #[serde(skip)]
    pub origin: Origin,
    /// The origins of lines of the piece's block that are not stored elsewhere, keyed by their first word.
    #[serde(skip)]
    pub lines: Origin<Vec<(&'static str, Origin)>>,
}

pub(super) fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl PieceType {
    /// Returns the name of the piece with the name of its stage: `pawn-of-pawns.second`.
    pub fn name(&self) -> String {
        self.stage.as_ref().map_or_else(|| self.piece.clone(), |stage| format!("{}.{stage}", self.piece))
    }

    /// Returns the origin of the line that starts with `word`. If there is no such line, returns the origin of the
    /// piece.
    pub fn line(&self, word: &str) -> Origin {
        let line = self.lines.0.iter().find(|(first, _)| *first == word);
        line.map_or(self.origin, |(_, origin)| *origin)
    }
}

/// A kind of move with its limits.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// The squares from which the piece can make the move. `None` for all squares.
    pub on: Option<Zone>,
    /// The squares on which the move can end. The limit applies to moves and attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Zone>,
    /// The pieces that the move can pass over. The limit applies to moves and attacks. `None` for all pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<PieceFilter>,
    /// The pieces that the move can capture. The limit applies to moves and attacks. `None` for all pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// The pieces beside which a path must end once it has begun. The limit applies to moves and attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<PieceFilter>,
    /// True if the piece may not pass over an attacked square, as in castling. Attacks ignore it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safely: bool,
    /// The condition that must hold for the owner before the move. Attacks ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The condition that must hold for the owner after the move. Attacks ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provided: Option<Condition>,
    pub notation: Notation,
    pub automaton: Automaton,
    #[serde(skip)]
    pub origin: Origin,
}

impl PartialEq for Moves {
    /// Compares the notations last, because their canonical form is expensive to compute.
    fn eq(&self, other: &Moves) -> bool {
        let Moves { on, to, over, capturing, stops, safely, when, provided, notation, automaton, origin } =
            self;
        *automaton == other.automaton
            && (on, to, over, capturing, stops)
                == (&other.on, &other.to, &other.over, &other.capturing, &other.stops)
            && *safely == other.safely
            // All origins are equal. It is listed so that no field is forgotten.
            && (when, provided, origin) == (&other.when, &other.provided, &other.origin)
            && *notation == other.notation
    }
}

impl Moves {
    /// Returns true if the moves have limits besides the start square that the notation does not express.
    pub fn is_limited(&self) -> bool {
        let pieces = [&self.over, &self.capturing, &self.stops];
        self.to.is_some() || pieces.into_iter().any(Option::is_some) || self.is_conditional()
    }

    /// Returns true if attacks depend only on the contents of the squares on their path.
    pub fn is_near_sighted(&self) -> bool {
        let mut pieces = [&self.over, &self.capturing].into_iter().flatten();
        self.stops.is_none() && !pieces.any(PieceFilter::depends_on_others)
    }

    /// Returns true if the moves depend on a condition, or on attacks on their way.
    pub fn is_conditional(&self) -> bool {
        self.when.is_some() || self.provided.is_some() || self.safely
    }

    /// Returns true if the moves are known to be the same for both sides.
    pub fn is_symmetric(&self) -> bool {
        let mut zones = self.on.iter().chain(&self.to);
        zones.all(Zone::is_symmetric) && self.automaton.is_symmetric()
    }

    /// Formats the start and target zones as a suffix of the notation.
    pub fn limits(&self) -> String {
        let on = self.on.as_ref().map_or_else(String::new, |zone| format!(" in {}", zone.name));
        let to = self.to.as_ref().map_or_else(String::new, |zone| format!(" to {}", zone.name));
        on + &to
    }
}

/// A rule that affects a piece after it arrives, or automatically where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The pieces that the rule applies to, tested on their square after the move.
    pub pieces: PieceFilter,
    pub zone: Zone,
    /// True if the rule also applies when the piece leaves the zone or moves within it.
    pub leaving: bool,
    /// True if the rule applies only when the piece comes from outside the zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entering: bool,
    /// True for an automatic effect. It applies where the piece stands, after any move that satisfies the
    /// conditions, even if the piece did not move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_itself: bool,
    /// The events by which the rule also applies when they bring the piece to the zone.
    #[serde(flatten)]
    pub events: Events,
    /// True if the rule applies to these events alone, and not to the moves of the piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_events: bool,
    /// The notation of the kind of move that the rule applies to. `None` for all kinds of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Notation>,
    /// The condition that must hold for the owner once the piece stands on its square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The enemy pieces of which the move must have captured at least one. The filter is tested on their squares
    /// before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturing: Option<PieceFilter>,
    /// True if the player chooses whether the effect applies. A chosen effect replaces the effects that would
    /// apply otherwise.
    pub may: bool,
    pub then: Vec<Consequence>,
    #[serde(skip)]
    pub origin: Origin,
    /// The clause that extends the rule to events, if it has citations of its own, or else the rule.
    #[serde(skip)]
    pub event_origin: Origin,
}

/// A single effect of an arrival rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// The piece becomes one of these types. If there are several, the player chooses.
    Become(Vec<PieceTypeId>),
    /// The piece becomes one of these types, if its side has fewer pieces of that type on the board than in the
    /// array.
    Regain(Vec<PieceTypeId>),
    /// In the same move, the piece continues to the home square of another piece type of its side, if it may
    /// enter that square.
    Send {
        home_of: PieceTypeId,
        occupied: Occupied,
    },
    /// The game ends with this result for the mover.
    End {
        result: Result,
        reason: String,
    },
    /// The piece exchanges places with another piece of its side. Each possible partner gives a separate move.
    Exchange(PieceFilter),
    Vanish,
    /// Matching pieces on these squares are removed if they are not immune.
    Clear(PieceFilter, Near),
    /// The piece stays in the game, but suffers something else.
    Itself(Fate),
    /// Matching pieces on these squares suffer something if they are not immune.
    Others(Fate, PieceFilter, Near),
    /// The side that moves loses all remaining uses of a right.
    Lose(usize),
    /// The side that moves uses a right once, if a use remains.
    Use(usize),
    /// The side that moves has one more use of a right, up to the number at which the right is declared.
    Gain(usize),
    /// The side that moves has this many uses of a right, up to the number at which the right is declared.
    Set(usize, Amount),
}

/// The fate of a piece that an effect affects without removing it from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The piece goes over to the other side.
    ChangesSides,
    /// The piece goes to the hand of the player, in the type that it has in hand.
    InHand,
    /// The piece goes to the hand of its owner, in the type that it has in hand.
    InOwnersHand,
    /// The piece moves to the next square away from the acting piece, if that square is empty and open to it.
    Pushed,
}

/// The treatment of an occupied home square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupied {
    /// The pieces that are removed from the square if they are not immune.
    pub remove: Option<PieceFilter>,
    /// The alternative for the arriving piece if the square stays occupied.
    pub otherwise: Displaced,
}

/// The alternative target of a piece whose home square stays occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Displaced {
    /// The nearest empty square of the grid on the same rank that the piece may enter. At equal distance, the
    /// square on the owner's left is preferred. If there is none, the move is illegal.
    Nearest,
    Illegal,
}

impl PieceType {
    /// Returns true if an effect of the piece type can apply after an event.
    pub fn has_effects_of(&self, event: Event) -> bool {
        self.arrivals.iter().any(|arrival| arrival.events.has(event))
    }

    /// Returns true if the piece type has automatic effects.
    pub fn has_automatic_effects(&self) -> bool {
        self.arrivals.iter().any(|arrival| arrival.by_itself)
    }
}

impl Arrival {
    /// Creates a rule about every arrival in a zone, without further conditions.
    pub fn plain(zone: Zone, then: Vec<Consequence>, origin: Origin) -> Arrival {
        Arrival {
            pieces: PieceFilter::ALL,
            zone,
            leaving: false,
            entering: false,
            by_itself: false,
            events: Events::default(),
            only_events: false,
            way: None,
            when: None,
            capturing: None,
            may: false,
            then,
            origin,
            event_origin: origin,
        }
    }

    /// Returns true if the rule applies in any case and the player chooses its effect. If several such rules apply to
    /// one arrival, only the last of them takes effect, because a move has one choice.
    pub fn demands_choice(&self) -> bool {
        !self.may && self.then.iter().any(Consequence::has_alternatives)
    }
}

impl Fate {
    /// Returns true if the piece leaves the board or its side.
    pub fn takes_away(self) -> bool {
        self != Fate::Pushed
    }

    /// Returns true if the piece goes to a hand.
    pub fn is_hand(self) -> bool {
        matches!(self, Fate::InHand | Fate::InOwnersHand)
    }
}

impl Consequence {
    /// Returns true if the player chooses a piece or a square.
    pub fn has_alternatives(&self) -> bool {
        self.becomes().len() > 1 || self.exchanges().is_some()
    }

    pub fn becomes(&self) -> &[PieceTypeId] {
        if let Consequence::Become(all) | Consequence::Regain(all) = self { all } else { &[] }
    }

    /// Returns true if the effect changes rights and nothing on the board.
    pub fn is_about_rights(&self) -> bool {
        self.right().is_some()
    }

    /// Returns the right that the effect changes.
    pub fn right(&self) -> Option<usize> {
        match self {
            Consequence::Lose(right)
            | Consequence::Use(right)
            | Consequence::Gain(right)
            | Consequence::Set(right, _) => Some(*right),
            Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Send { .. }
            | Consequence::End { .. }
            | Consequence::Exchange(_)
            | Consequence::Vanish
            | Consequence::Clear(..)
            | Consequence::Itself(_)
            | Consequence::Others(..) => None,
        }
    }

    pub fn sends_home_of(&self) -> Option<PieceTypeId> {
        if let Consequence::Send { home_of, .. } = self { Some(*home_of) } else { None }
    }

    /// Returns true if the acting piece leaves the board or its side.
    pub fn takes_itself_away(&self) -> bool {
        *self == Consequence::Vanish || matches!(self, Consequence::Itself(fate) if fate.takes_away())
    }

    /// Returns the fate that the effect brings to pieces without removing them from the game.
    pub fn fate(&self) -> Option<Fate> {
        if let Consequence::Itself(fate) | Consequence::Others(fate, ..) = self { Some(*fate) } else { None }
    }

    /// Returns the pieces that the effect takes away from other squares, or from the home square of another piece. They
    /// leave the board, or their side.
    pub fn removes(&self) -> Option<&PieceFilter> {
        if let Consequence::Send { occupied, .. } = self {
            return occupied.remove.as_ref();
        }
        match self {
            Consequence::Clear(pieces, _) => Some(pieces),
            Consequence::Others(fate, pieces, _) => fate.takes_away().then_some(pieces),
            Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Send { .. }
            | Consequence::End { .. }
            | Consequence::Exchange(_)
            | Consequence::Vanish
            | Consequence::Itself(_)
            | Consequence::Lose(_)
            | Consequence::Use(_)
            | Consequence::Gain(_)
            | Consequence::Set(..) => None,
        }
    }

    pub fn exchanges(&self) -> Option<&PieceFilter> {
        if let Consequence::Exchange(pieces) = self { Some(pieces) } else { None }
    }

    /// Returns the result if the effect ends the game.
    pub fn ends(&self) -> Option<Result> {
        if let Consequence::End { result, .. } = self { Some(*result) } else { None }
    }

    /// Returns true if this choice can select the consequence.
    pub fn offers(&self, choice: Choice) -> bool {
        match choice {
            Choice::Become(_) => !self.becomes().is_empty(),
            Choice::Exchange(_) => self.exchanges().is_some(),
            Choice::End(_) => self.ends().is_some(),
            Choice::Accept(offer) => self.offer() == Some(offer),
        }
    }

    /// Returns the effect for the move text if the player can only accept or decline it.
    pub fn offer(&self) -> Option<Offer> {
        match self {
            Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Exchange(_)
            | Consequence::End { .. } => None,
            Consequence::Send { .. } => Some(Offer::Home),
            Consequence::Vanish => Some(Offer::Vanish),
            Consequence::Clear(..) => Some(Offer::Remove),
            Consequence::Itself(fate) | Consequence::Others(fate, ..) => Some(match fate {
                Fate::ChangesSides => Offer::ChangeSides,
                Fate::InHand | Fate::InOwnersHand => Offer::Hand,
                Fate::Pushed => Offer::Push,
            }),
            Consequence::Lose(_) => Some(Offer::Lose),
            Consequence::Use(_) => Some(Offer::Use),
            Consequence::Gain(_) => Some(Offer::Gain),
            Consequence::Set(..) => Some(Offer::Set),
        }
    }
}
