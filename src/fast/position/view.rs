//! A position as one piece sees it that is followed step by step.

use super::Position;
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::{Code, Compiled};
use crate::rules::walk::{Occupancy, Walk, walks};
use crate::rules::{Holds, PieceFilter, Step, StepClass, Virgin};

/// What a walk is for: entry rules bind moves, not attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move.
    Move,
    /// To attack.
    Attack,
}

struct View<'a, B: Bitboard> {
    game: &'a Compiled<B>,
    position: &'a Position<B>,
    stands: Square,
    code: Code,
    purpose: Purpose,
}

impl<B: Bitboard> Occupancy for View<'_, B> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        let place = square;
        let code = self.position.code(place);
        if code == Code::NONE {
            let passed = self.position.passed.has(place);
            return if passed { Holds::EMPTY.or(Holds::PASSED) } else { Holds::EMPTY };
        }
        match (code.color() == mover, self.game.info[usize::from(code.0)].royal) {
            (true, false) => Holds::OWN_COMMON,
            (true, true) => Holds::OWN_ROYAL,
            (false, false) => Holds::ENEMY_COMMON,
            (false, true) => Holds::ENEMY_ROYAL,
        }
    }

    fn may_step(&self, from: Square, to: Square, _: Step) -> bool {
        let (game, target) = (self.game, to);
        game.stays[usize::from(self.code.0)].has(target)
            && self.crosses(from, to)
            && (self.purpose == Purpose::Attack
                || self.position.is_admitted(game, self.code, self.stands, target))
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        let variant = &self.game.variant;
        let color = self.code.color();
        let home = match virgin {
            Virgin::Home => Some(from),
            Virgin::RankBeyond => variant.board.step(from, (0, -1), color),
        };
        home.is_some_and(|home| variant.homes(color, self.code.piece_type()).contains(home))
    }
}

impl<B: Bitboard> View<'_, B> {
    fn crosses(&self, from: Square, to: Square) -> bool {
        let (a, b) = (self.game.board.cell(from), self.game.board.cell(to));
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        self.game.variant.borders.iter().all(|border| {
            let zone = border.zone.squares.get(self.code.color());
            let fits = match border.by {
                StepClass::Orthogonal => dx == 0 || dy == 0,
                StepClass::Diagonal => dx.abs() == dy.abs(),
            };
            fits || zone.contains(from) == zone.contains(to)
                || !self.position.suits(self.game, &border.pieces, self.stands, self.code, self.code.color())
        })
    }
}

impl<B: Bitboard> Position<B> {
    /// The ways of the piece on `from`, followed step by step.
    pub(crate) fn walks(&self, game: &Compiled<B>, from: Square, purpose: Purpose) -> Vec<Walk> {
        let (code, square) = (self.code(from), from);
        if code == Code::NONE {
            return Vec::new();
        }
        let color = code.color();
        let view = View { game, position: self, stands: from, code, purpose };
        let moves = game.variant.piece_type(code.piece_type()).moves.iter();
        moves
            .filter(|moves| moves.on.as_ref().is_none_or(|zone| zone.squares.get(color).contains(square)))
            .flat_map(|moves| walks(&game.board, &moves.automaton, square, color, &view))
            .collect()
    }

    /// Whether `pieces`, spoken of by `player`, matches a piece on a square.
    pub(crate) fn suits(
        &self,
        game: &Compiled<B>,
        pieces: &PieceFilter,
        square: Square,
        code: Code,
        player: Color,
    ) -> bool {
        let suits = |pieces: &PieceFilter| self.suits(game, pieces, square, code, player);
        match pieces {
            PieceFilter::All => true,
            PieceFilter::Own => code.color() == player,
            PieceFilter::Enemy => code.color() != player,
            PieceFilter::Royal => game.info[usize::from(code.0)].royal,
            PieceFilter::Leader => self.is_leading(game, code),
            PieceFilter::PieceTypes(piece_types) => piece_types.contains(&code.piece_type()),
            PieceFilter::In(zone) => zone.squares.get(code.color()).contains(square),
            PieceFilter::Not(pieces) => !suits(pieces),
            PieceFilter::Every(all) => all.iter().all(suits),
            PieceFilter::AnyOf(any) => any.iter().any(suits),
        }
    }

    /// Whether a piece that stands on `from`, or comes from the hand to there, may come to stand on `to`.
    pub(crate) fn is_admitted(&self, game: &Compiled<B>, code: Code, from: Square, to: Square) -> bool {
        let side = code.color() as usize;
        if !game.stays[usize::from(code.0)].has(to) {
            return false;
        }
        let mut zones = game.entrances.iter().filter(|entrance| entrance.zone[side].has(to)).peekable();
        zones.peek().is_none()
            || zones.any(|entrance| entrance.pieces[side].matches(code, from, self.is_leading(game, code)))
    }

    /// The piece that is taken on a square that `passed` holds: one that may have gone over it on the last turn.
    pub(crate) fn passer(&self, game: &Compiled<B>, passed: B, square: Square) -> Option<Square> {
        if !passed.has(square) {
            return None;
        }
        if game.odd_passes {
            let over = square;
            let mut pieces = self.pieces().filter(|(_, code)| code.color() != self.turn);
            return pieces.find(|(at, _)| self.has_passed(game, *at, over)).map(|(at, _)| at);
        }
        let occupied = self.occupied();
        let passage = game.passages.iter().find(|passage| {
            passage.code.color() != self.turn
                && passage.passed.has(square)
                && self.code(passage.at) == passage.code
                && !occupied.meets(passage.empty | B::bit(passage.home))
        });
        passage.map(|passage| passage.at)
    }

    /// Whether the piece on `at` may have come from home over a square, as its steps tell.
    fn has_passed(&self, game: &Compiled<B>, at: Square, over: Square) -> bool {
        let code = self.code(at);
        let square = at;
        game.variant.homes(code.color(), code.piece_type()).iter().any(|home| {
            if self.occupied().has(home) {
                return false;
            }
            let mut before = self.clone();
            before.passed = B::EMPTY;
            before.flip(game, code, B::bit(at) | B::bit(home));
            B::write(&mut before.mailbox, at, 0);
            B::write(&mut before.mailbox, home, code.0);
            let walks = before.walks(game, home, Purpose::Move);
            walks.iter().any(|walk| walk.to == square && walk.passed.contains(&over))
        })
    }
}
