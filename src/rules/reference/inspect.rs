//! Looking into the rules' judgement, for those who explain it. Nothing here decides anything of its own.

use super::Rules;
use super::attack::{Purpose, View};
use super::candidate::Candidate;
use super::condition::Context;
use crate::base::{Color, Move, Outcome, Piece, Setup, Square, SquareSet};
use crate::rules::walk::{Occupancy, Walk, walks};
use crate::rules::{Action, Condition, Duty, Holds, Moves, Origin, PieceFilter, Proof, Step, Threat, Virgin};

/// A move that may or may not be legal, and what it would lead to.
#[derive(Clone, Debug)]
pub(crate) struct Prospect {
    pub(crate) mv: Move,
    pub(crate) after: Setup,
    /// Where the piece that acted ends, if it is still there.
    pub(crate) acted: Option<Square>,
}

impl From<Candidate> for Prospect {
    fn from(candidate: Candidate) -> Prospect {
        Prospect { mv: candidate.mv, after: candidate.after, acted: candidate.acted }
    }
}

/// What a walk may disregard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Leave {
    /// On these squares may stand whatever the walk needs.
    pub(crate) squares: SquareSet,
    /// It may cross every border and enter every zone.
    pub(crate) borders: bool,
}

struct Loose<'a> {
    view: View<'a>,
    leave: Leave,
}

impl Occupancy for Loose<'_> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        if self.leave.squares.contains(square) {
            return Holds::ANYTHING;
        }
        self.view.holds(square, mover)
    }

    fn may_step(&self, from: Square, to: Square, step: Step) -> bool {
        self.leave.borders || self.view.may_step(from, to, step)
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        self.view.is_home(from, virgin)
    }
}

impl Rules<'_> {
    /// The pieces' own moves, safe or not.
    pub(crate) fn prospects(&self, setup: &Setup) -> Vec<Prospect> {
        self.piece_candidates(setup).into_iter().map(Prospect::from).collect()
    }

    /// What a action offers, its conditions and the safety of royals aside.
    pub(crate) fn turn_prospects(&self, setup: &Setup, action: &Action) -> Vec<Prospect> {
        self.turn_candidates(setup, action).into_iter().map(Prospect::from).collect()
    }

    /// The legal moves and what they lead to, those of a finished game included.
    pub(crate) fn legal_prospects(&self, setup: &Setup) -> Vec<Prospect> {
        self.refill();
        self.legal_moves_unended(setup).into_iter().map(Prospect::from).collect()
    }

    /// The squares of the pieces that a legal move takes off the board, that of the piece that moves aside.
    pub(crate) fn captured(&self, setup: &Setup, mv: &Move) -> Vec<Square> {
        self.refill();
        let made = self.legal(setup).into_iter().find(|candidate| candidate.mv == *mv);
        let gone = made.into_iter().flat_map(|candidate| candidate.shifts);
        let gone = gone.filter(|(from, to)| to.is_none() && Some(*from) != mv.from);
        gone.map(|(square, _)| square).collect()
    }

    /// The ways of the piece on `from` that leave some things aside.
    pub(crate) fn walks_with(&self, setup: &Setup, from: Square, leave: Leave) -> Vec<Walk> {
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let moves = self.variant.piece_type(piece.piece_type).moves.iter();
        moves.flat_map(|moves| self.walks_of(setup, from, moves, leave)).collect()
    }

    /// The same for one of the piece's ways of moving.
    pub(crate) fn walks_of(&self, setup: &Setup, from: Square, moves: &Moves, leave: Leave) -> Vec<Walk> {
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(piece.color).contains(from)) {
            return Vec::new();
        }
        let view = View { rules: self, setup, from, piece, purpose: Purpose::Move };
        walks(&self.variant.board, &moves.automaton, from, piece.color, &Loose { view, leave })
    }

    /// Who attacks the piece on `square`, immune or not, and by which way.
    pub(crate) fn attackers(&self, setup: &Setup, square: Square) -> Vec<(Square, Walk)> {
        let Some(piece) = setup.piece(square) else { return Vec::new() };
        setup
            .pieces()
            .filter(|(_, other)| other.color != piece.color)
            .filter_map(|(from, _)| {
                let walks = self.walks(setup, from, Purpose::Attack);
                walks.into_iter().find(|walk| walk.captures.contains(&square)).map(|walk| (from, walk))
            })
            .collect()
    }

    /// Whether the piece on `square` is attacked in the sense of check.
    pub(crate) fn attacked(&self, setup: &Setup, square: Square) -> bool {
        self.is_attacked(setup, square)
    }

    /// Whether `color` may leave its royals as they stand.
    pub(crate) fn safe(&self, setup: &Setup, color: Color) -> bool {
        self.is_safe(setup, color)
    }

    /// A side's royals.
    pub(crate) fn royal_squares(&self, setup: &Setup, color: Color) -> SquareSet {
        self.royals(setup, color)
    }

    /// Whether a filter matches the piece on a square, asked by `player`.
    pub(crate) fn suits(
        &self,
        pieces: &PieceFilter,
        setup: &Setup,
        square: Square,
        piece: Piece,
        player: Color,
    ) -> bool {
        self.matches(pieces, setup, square, piece, player)
    }

    /// The immunity that keeps something from being done to the piece on `square`.
    pub(crate) fn immunity(&self, setup: &Setup, square: Square, threat: Threat) -> Option<Origin> {
        let piece = setup.piece(square)?;
        let matching = |immunity: &&crate::rules::Immunity| {
            immunity.to.contains(&threat) && self.matches(&immunity.pieces, setup, square, piece, piece.color)
        };
        self.variant.immunities.iter().find(matching).map(|immunity| immunity.origin)
    }

    /// Whether the piece may come to stand on `square` by a rule.
    pub(crate) fn admitted(&self, setup: &Setup, piece: Piece, from: Option<Square>, square: Square) -> bool {
        self.is_admitted(setup, piece, from, square)
    }

    /// Whether the piece on `from` may cross from one square to the next, as far as borders go.
    pub(crate) fn crosses(
        &self,
        setup: &Setup,
        piece: Piece,
        stands: Square,
        from: Square,
        to: Square,
    ) -> bool {
        self.crosses_borders(setup, piece, stands, from, to)
    }

    /// The ending a position shows by itself, without looking for moves.
    pub(crate) fn shown(&self, setup: &Setup) -> Option<Outcome> {
        self.refill();
        self.state_ending(setup)
    }

    /// Whether the conditions for a turn hold before it.
    pub(crate) fn open(&self, setup: &Setup, action: &Action) -> bool {
        self.refill();
        let stuck = action.duty == Duty::May && self.is_stuck(setup);
        self.is_open(setup, action, stuck)
    }

    /// Whether a side has no move but those it may make for having no other.
    pub(crate) fn is_stuck(&self, setup: &Setup) -> bool {
        self.plain_and_free(setup)
    }

    /// Whether a condition on the position after a turn holds.
    pub(crate) fn proves_condition(
        &self,
        condition: &Condition,
        after: &Setup,
        player: Color,
        acted: Option<Square>,
    ) -> bool {
        self.refill();
        self.holds(condition, after, player, Context { acted, stuck: false })
    }

    /// Whether a condition holds before a turn.
    pub(crate) fn holds_now(&self, condition: &Condition, setup: &Setup) -> bool {
        self.refill();
        let stuck = self.is_stuck(setup);
        self.holds(condition, setup, setup.turn, Context { acted: None, stuck })
    }

    /// The enemies that count and that the piece on `by` attacks.
    pub(crate) fn targets(
        &self,
        setup: &Setup,
        by: Square,
        pieces: &PieceFilter,
        player: Color,
    ) -> Vec<Square> {
        self.victims(setup, by, pieces, player)
    }

    /// How the piece on `x`, attacked by the piece on `by`, gets away, as a legal move where there is one; nothing if it
    /// is trapped. The turn has passed to its side.
    pub(crate) fn escape(&self, setup: &Setup, by: Square, x: Square, proof: Proof) -> Option<Option<Move>> {
        self.refill();
        if self.traps(setup, by, x, proof) {
            return None;
        }
        self.refill();
        let legal = self.legal(setup);
        let refutes = |reply: &&Candidate| match proof {
            Proof::EveryReply => !self.proves(reply, by, x),
            _ => reply.mv.from == Some(x),
        };
        Some(legal.iter().find(refutes).map(|reply| reply.mv.clone()))
    }
}
