//! Selects a move square by square.
//!
//! A [`Pick`] contains the squares selected so far. Every move has one or more sequences of squares that select it;
//! [`Pick::choose`] adds a square, and returns the move as soon as the squares identify it.

use ferz_core::base::{Choice, Move, PieceTypeId, Square, Then, Verb};
use ferz_core::rules::Variant;
use std::collections::BTreeSet;

/// The start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveStart {
    Square(Square),
    Hand(PieceTypeId),
}

impl MoveStart {
    /// Returns the square of a piece on the board.
    pub(super) fn square(self) -> Option<Square> {
        if let MoveStart::Square(square) = self { Some(square) } else { None }
    }
}

/// The squares selected so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pick {
    pub(super) start: Option<MoveStart>,
    pub(super) path: Vec<Square>,
}

/// The result of selecting another square.
pub(super) enum Picked<'m> {
    /// The squares identify a move.
    Move(&'m Move),
    /// The squares fit several moves, which are selected by name.
    Several(Vec<&'m Move>),
    /// More squares are needed.
    More,
    /// No move fits the squares.
    Nothing,
}

impl Pick {
    pub(super) fn from(start: MoveStart) -> Pick {
        Pick { start: Some(start), path: Vec::new() }
    }

    /// Returns the legal moves that begin with the selected squares, each with its remaining squares.
    fn followed<'m>(&self, variant: &Variant, legal: &'m [Move]) -> Vec<(&'m Move, Vec<Square>)> {
        let mut all = Vec::new();
        for mv in legal {
            let ways = ways(variant, mv).into_iter().filter(|(start, _)| Some(*start) == self.start);
            let rest = ways.filter_map(|(_, path)| Some(path.strip_prefix(self.path.as_slice())?.to_vec()));
            all.extend(rest.map(|rest| (mv, rest)));
        }
        all
    }

    /// Returns the squares that can be selected next.
    pub(super) fn targets(&self, variant: &Variant, legal: &[Move]) -> BTreeSet<Square> {
        self.followed(variant, legal).iter().filter_map(|(_, rest)| rest.first().copied()).collect()
    }

    /// Returns the moves that begin with the selected squares, each once.
    pub(super) fn moves<'m>(&self, variant: &Variant, legal: &'m [Move]) -> Vec<&'m Move> {
        // A move can be selected in several ways, which are adjacent here.
        let mut moves: Vec<&Move> = self.followed(variant, legal).into_iter().map(|(mv, _)| mv).collect();
        moves.dedup();
        moves
    }

    /// Selects another square.
    pub(super) fn choose<'m>(&mut self, square: Square, variant: &Variant, legal: &'m [Move]) -> Picked<'m> {
        self.path.push(square);
        let followed = self.followed(variant, legal);
        let (done, more): (Vec<_>, Vec<_>) = followed.into_iter().partition(|(_, rest)| rest.is_empty());
        let mut done: Vec<&Move> = done.into_iter().map(|(mv, _)| mv).collect();
        done.dedup();
        match (done.as_slice(), more.as_slice()) {
            ([], []) => {
                self.path.pop();
                Picked::Nothing
            }
            ([], _) => Picked::More,
            ([mv], []) => Picked::Move(mv),
            // The squares identify one or more moves, but other moves go on from here. The player chooses by name.
            _ => {
                done.extend(more.into_iter().map(|(mv, _)| mv));
                done.dedup();
                Picked::Several(done)
            }
        }
    }
}

/// Returns the starts of the legal moves.
pub(super) fn starts(variant: &Variant, legal: &[Move]) -> BTreeSet<MoveStart> {
    legal.iter().flat_map(|mv| ways(variant, mv)).map(|(start, _)| start).collect()
}

/// Returns the ways to select a move: its start, and the squares after it.
fn ways(variant: &Variant, mv: &Move) -> Vec<(MoveStart, Vec<Square>)> {
    let exchanged =
        mv.choice.and_then(|choice| if let Choice::Exchange(square) = choice { Some(square) } else { None });
    let put =
        mv.then.iter().filter_map(|then| if let Then::Put(square) = then { Some(*square) } else { None });
    // The squares of an exchange on arrival or of a follow-up come after the target.
    let tail: Vec<Square> = exchanged.into_iter().chain(put).collect();
    let way =
        |start, to: Square| (start, std::iter::once(to).chain(tail.iter().copied()).collect::<Vec<_>>());
    let squares = mv.from.zip(mv.to);
    match (mv.verb, squares) {
        (Verb::Drop(piece_type), _) => {
            mv.to.map(|to| way(MoveStart::Hand(piece_type), to)).into_iter().collect()
        }
        (Verb::Pass, _) | (_, None) => Vec::new(),
        // An exchange can be selected from either of its two squares.
        (Verb::Exchange, Some((from, to))) => {
            vec![way(MoveStart::Square(from), to), way(MoveStart::Square(to), from)]
        }
        (Verb::Castle, Some((from, to))) => {
            let is_it = |castle: &&ferz_core::rules::Castling| castle.king == (from, to);
            let partner = variant.castlings.iter().find(is_it).map(|castle| castle.partner.0);
            // A castling can be selected by the target of the king or by the square of its partner.
            let whole = [Some(to), partner.filter(|partner| *partner != to)];
            whole.into_iter().flatten().map(|to| way(MoveStart::Square(from), to)).collect()
        }
        (Verb::Go | Verb::Place, Some((from, to))) => vec![way(MoveStart::Square(from), to)],
    }
}
