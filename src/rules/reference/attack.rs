//! Where pieces go, what they attack, and what that means for royals.

use super::Rules;
use crate::base::{Color, Piece, Setup, Square};
use crate::rules::walk::{Occupancy, Walk, walks};
use crate::rules::{Binding, Holds, Step, StepClass, Threat, Virgin};

/// What a walk is for: entry rules bind moves, not attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Attack,
}

/// A position as one piece sees it.
pub(super) struct View<'a> {
    pub(super) rules: &'a Rules<'a>,
    pub(super) setup: &'a Setup,
    pub(super) from: Square,
    pub(super) piece: Piece,
    pub(super) purpose: Purpose,
}

impl Occupancy for View<'_> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        match self.setup.piece(square) {
            None if self.setup.passed.contains(&square) => Holds::EMPTY.or(Holds::PASSED),
            None => Holds::EMPTY,
            Some(piece) => match (piece.color == mover, self.rules.rank(piece).is_some()) {
                (true, false) => Holds::OWN_COMMON,
                (true, true) => Holds::OWN_ROYAL,
                (false, false) => Holds::ENEMY_COMMON,
                (false, true) => Holds::ENEMY_ROYAL,
            },
        }
    }

    fn may_step(&self, from: Square, to: Square, _: Step) -> bool {
        let stays = &self.rules.variant.piece_type(self.piece.piece_type).stays;
        if stays.as_ref().is_some_and(|zone| !zone.squares.get(self.piece.color).contains(to)) {
            return false;
        }
        self.rules.crosses_borders(self.setup, self.piece, self.from, from, to)
            && (self.purpose == Purpose::Attack
                || self.rules.is_admitted(self.setup, self.piece, Some(self.from), to))
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        let square = match virgin {
            Virgin::Home => Some(from),
            Virgin::RankBeyond => self.rules.variant.board.step(from, (0, -1), self.piece.color),
        };
        square.is_some_and(|square| self.rules.variant.setup.contains(&(square, self.piece)))
    }
}

impl<'a> Rules<'a> {
    pub(super) fn crosses_borders(
        &self,
        setup: &Setup,
        piece: Piece,
        stands: Square,
        from: Square,
        to: Square,
    ) -> bool {
        let board = &self.variant.board;
        let (dx, dy) = (board.cell(to).x - board.cell(from).x, board.cell(to).y - board.cell(from).y);
        self.variant.borders.iter().all(|border| {
            let zone = border.zone.squares.get(piece.color);
            zone.contains(from) == zone.contains(to)
                || !self.matches(&border.pieces, setup, stands, piece, piece.color)
                || match border.by {
                    StepClass::Orthogonal => dx == 0 || dy == 0,
                    StepClass::Diagonal => dx.abs() == dy.abs(),
                }
        })
    }

    /// The ways the piece on `from` goes on its own, whatever the consequences.
    pub(super) fn walks(&self, setup: &Setup, from: Square, purpose: Purpose) -> Vec<Walk> {
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let view = View { rules: self, setup, from, piece, purpose };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let mut all = Vec::new();
        for moves in &piece_type.moves {
            if moves.on.as_ref().is_none_or(|zone| zone.squares.get(piece.color).contains(from)) {
                all.extend(walks(&self.variant.board, &moves.automaton, from, piece.color, &view));
            }
        }
        all
    }

    /// The enemy pieces that the piece on `from` could capture, by the pieces' moves alone.
    pub(super) fn capturable(&self, setup: &Setup, from: Square) -> Vec<Square> {
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let mut squares: Vec<Square> = self
            .walks(setup, from, Purpose::Move)
            .into_iter()
            .filter(|walk| !walk.captures.iter().any(|s| self.is_immune(setup, *s, Threat::Capture)))
            .flat_map(|walk| walk.captures)
            .filter(|square| setup.piece(*square).is_some_and(|other| other.color != piece.color))
            .collect();
        squares.sort();
        squares.dedup();
        squares
    }

    /// Whether the piece on `square` is attacked in the sense of check.
    pub(super) fn is_attacked(&self, setup: &Setup, square: Square) -> bool {
        let Some(piece) = setup.piece(square) else { return false };
        if self.is_immune(setup, square, Threat::Attack) {
            return false;
        }
        self.is_faced(setup, square, piece)
            || setup.pieces().filter(|(_, other)| other.color != piece.color).any(|(from, _)| {
                self.walks(setup, from, Purpose::Attack).iter().any(|walk| walk.captures.contains(&square))
            })
    }

    /// Whether an enemy royal faces the royal on `square` along an open file, in a game where that counts.
    fn is_faced(&self, setup: &Setup, square: Square, piece: Piece) -> bool {
        if !self.variant.royalty.facing || self.rank(piece).is_none() {
            return false;
        }
        [(0, 1), (0, -1)].into_iter().any(|step| {
            let mut at = square;
            while let Some(next) = self.variant.board.step(at, step, Color::White) {
                if let Some(other) = setup.piece(next) {
                    return other.color != piece.color && self.rank(other).is_some();
                }
                at = next;
            }
            false
        })
    }

    /// Whether `color` is bound by check and attacked.
    pub(super) fn is_checked(&self, setup: &Setup, color: Color) -> bool {
        let royals = self.royals(setup, color);
        match self.variant.royalty.binds {
            Binding::Never => false,
            Binding::Always => royals.iter().any(|square| self.is_attacked(setup, square)),
            Binding::OneRoyal => {
                royals.len() == 1 && royals.iter().all(|square| self.is_attacked(setup, square))
            }
            Binding::Leader => {
                self.leaders(setup, color).iter().any(|square| self.is_attacked(setup, square))
            }
            Binding::AllRoyals => {
                !royals.is_empty() && royals.iter().all(|square| self.is_attacked(setup, square))
            }
        }
    }

    /// Whether `color` may leave its royals as they stand.
    pub(super) fn is_safe(&self, setup: &Setup, color: Color) -> bool {
        let bereft = self.variant.royalty.binds == Binding::OneRoyal && self.royals(setup, color).is_empty();
        !bereft && !self.is_checked(setup, color)
    }
}
