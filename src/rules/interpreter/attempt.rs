//! Looking into the rules' judgement, for those who explain it.

use super::{Known, Purpose, Rules, Successor, World};
use crate::base::{Color, Outcome, Piece, Setup, Square, SquareSet};
use crate::rules::walk::{Occupancy, Walk, walks};
use crate::rules::{Action, Condition, Duty, Holds, Moves, Origin, PieceFilter, Refusal, Threat, Virgin};

pub(crate) type Prospect = Successor<Setup>;

/// What a walk may disregard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Leave {
    /// On these squares may stand whatever the walk needs.
    pub(crate) squares: SquareSet,
    /// It may cross every border and enter every zone.
    pub(crate) borders: bool,
}

struct Loose<'a> {
    view: super::moves::View<'a, Setup>,
    leave: Leave,
}

impl Occupancy for Loose<'_> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        if self.leave.squares.contains(square) {
            return Holds::ANYTHING;
        }
        self.view.holds(square, mover)
    }

    fn may_step(&self, from: Square, to: Square) -> Result<(), Refusal> {
        if self.leave.borders { Ok(()) } else { self.view.may_step(from, to) }
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        self.view.is_home(from, virgin)
    }
}

impl<'a> Rules<'a> {
    fn number(&self, action: &Action) -> Option<super::actions::Numbered<'a>> {
        self.numbered().find(|rule| std::ptr::eq(rule.action, action))
    }

    pub(crate) fn prospects(&self, setup: &Setup) -> Vec<Prospect> {
        self.pieces_successors(setup)
    }

    pub(crate) fn turn_prospects(&self, setup: &Setup, action: &Action) -> Vec<Prospect> {
        self.number(action).map_or_else(Vec::new, |rule| self.offers(setup, rule))
    }

    pub(crate) fn legal_prospects(&self, setup: &Setup) -> Vec<Prospect> {
        self.refill();
        self.unended_step_by_step(setup).collect()
    }

    pub(crate) fn walks_of(&self, setup: &Setup, from: Square, moves: &Moves, leave: Leave) -> Vec<Walk> {
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(piece.color).contains(from)) {
            return Vec::new();
        }
        let view = super::moves::View { rules: self, world: setup, from, piece, purpose: Purpose::Move };
        walks(&self.variant.board, &moves.automaton, from, piece.color, &Loose { view, leave })
    }

    pub(crate) fn attacker_walks(&self, setup: &Setup, square: Square) -> Vec<(Square, Walk)> {
        self.attackers(setup, square).map(|(from, _, walk)| (from, walk)).collect()
    }

    pub(crate) fn attacked(&self, setup: &Setup, square: Square) -> bool {
        setup.is_attacked(self, square)
    }

    pub(crate) fn safe(&self, setup: &Setup, color: Color) -> bool {
        self.is_safe(setup, color).is_ok()
    }

    pub(crate) fn royal_squares(&self, setup: &Setup, color: Color) -> SquareSet {
        setup.royals(self, color)
    }

    pub(crate) fn suits(
        &self,
        pieces: &PieceFilter,
        setup: &Setup,
        square: Square,
        piece: Piece,
        player: Color,
    ) -> bool {
        self.matches(pieces, setup, (square, piece), player)
    }

    pub(crate) fn immunity(&self, setup: &Setup, square: Square, threat: Threat) -> Option<Origin> {
        self.can_suffer(setup, square, threat).err().map(|refusal| refusal.origin)
    }

    pub(crate) fn admitted(&self, setup: &Setup, piece: Piece, from: Option<Square>, square: Square) -> bool {
        self.may_enter(setup, piece, from, square).is_ok()
    }

    pub(crate) fn crosses(
        &self,
        setup: &Setup,
        piece: Piece,
        stands: Square,
        from: Square,
        to: Square,
    ) -> bool {
        self.may_cross(setup, (stands, piece), from, to).is_ok()
    }

    pub(crate) fn shown(&self, setup: &Setup) -> Option<Outcome> {
        self.refill();
        self.state_ending(setup)
    }

    pub(crate) fn open(&self, setup: &Setup, action: &Action) -> bool {
        self.refill();
        let known = Known { stuck: action.duty == Duty::May && self.is_stuck(setup), ..Known::default() };
        self.number(action).is_some_and(|rule| self.is_open(setup, rule, known).is_ok())
    }

    pub(crate) fn proves_condition(
        &self,
        condition: &Condition,
        after: &Setup,
        player: Color,
        acted: Option<Square>,
    ) -> bool {
        self.refill();
        self.holds(condition, after, player, Known { acted, ..Known::default() })
    }

    pub(crate) fn holds_now(&self, condition: &Condition, setup: &Setup) -> bool {
        self.refill();
        let known = Known { stuck: self.is_stuck(setup), ..Known::default() };
        self.holds(condition, setup, setup.turn, known)
    }
}
