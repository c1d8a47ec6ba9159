//! Selects a move square by square.

use crate::base::{Choice, Move, PieceTypeId, Square, Then, Verb};
use crate::rules::Variant;
use std::collections::BTreeSet;

/// The start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveStart {
    Square(Square),
    Hand(PieceTypeId),
}

/// The squares chosen until now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pick {
    pub(super) start: Option<MoveStart>,
    pub(super) path: Vec<Square>,
}

/// The result of choosing one more square.
pub(super) enum Picked<'m> {
    /// It is a move.
    Move(&'m Move),
    /// It is one of these, which are chosen by name.
    Several(Vec<&'m Move>),
    /// More squares are to be chosen.
    More,
    /// No move goes there.
    Nothing,
}

impl Pick {
    pub(super) fn from(start: MoveStart) -> Pick {
        Pick { start: Some(start), path: Vec::new() }
    }

    /// The legal moves that begin with what was chosen, and what follows in them.
    fn followed<'m>(&self, variant: &Variant, legal: &'m [Move]) -> Vec<(&'m Move, Vec<Square>)> {
        let mut all = Vec::new();
        for mv in legal {
            let ways = ways(variant, mv).into_iter().filter(|(start, _)| Some(*start) == self.start);
            let rest = ways.filter_map(|(_, path)| Some(path.strip_prefix(self.path.as_slice())?.to_vec()));
            all.extend(rest.map(|rest| (mv, rest)));
        }
        all
    }

    /// The squares that may be chosen next.
    pub(super) fn targets(&self, variant: &Variant, legal: &[Move]) -> BTreeSet<Square> {
        self.followed(variant, legal).iter().filter_map(|(_, rest)| rest.first().copied()).collect()
    }

    /// The moves that begin with what was chosen, each once.
    pub(super) fn moves<'m>(&self, variant: &Variant, legal: &'m [Move]) -> Vec<&'m Move> {
        let mut moves: Vec<&Move> = self.followed(variant, legal).into_iter().map(|(mv, _)| mv).collect();
        moves.dedup();
        moves
    }

    /// Chooses one more square.
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
            _ => {
                done.extend(more.into_iter().map(|(mv, _)| mv));
                done.dedup();
                Picked::Several(done)
            }
        }
    }
}

/// The starts of moves among the legal ones.
pub(super) fn starts(variant: &Variant, legal: &[Move]) -> BTreeSet<MoveStart> {
    legal.iter().flat_map(|mv| ways(variant, mv)).map(|(start, _)| start).collect()
}

/// The ways to point a move out: where it begins, and the squares after that.
fn ways(variant: &Variant, mv: &Move) -> Vec<(MoveStart, Vec<Square>)> {
    let exchanged =
        mv.choice.and_then(|choice| if let Choice::Exchange(square) = choice { Some(square) } else { None });
    let put =
        mv.then.iter().filter_map(|then| if let Then::Put(square) = then { Some(*square) } else { None });
    let tail: Vec<Square> = exchanged.into_iter().chain(put).collect();
    let way =
        |start, to: Square| (start, std::iter::once(to).chain(tail.iter().copied()).collect::<Vec<_>>());
    let squares = mv.from.zip(mv.to);
    match (mv.verb, squares) {
        (Verb::Drop(piece_type), _) => {
            mv.to.map(|to| way(MoveStart::Hand(piece_type), to)).into_iter().collect()
        }
        (Verb::Pass, _) | (_, None) => Vec::new(),
        (Verb::Exchange, Some((from, to))) => {
            vec![way(MoveStart::Square(from), to), way(MoveStart::Square(to), from)]
        }
        (Verb::Castle, Some((from, to))) => {
            let is_it = |castle: &&crate::rules::Castling| castle.king == (from, to);
            let partner = variant.castlings.iter().find(is_it).map(|castle| castle.partner.0);
            let whole = [Some(to), partner.filter(|partner| *partner != to)];
            whole.into_iter().flatten().map(|to| way(MoveStart::Square(from), to)).collect()
        }
        (Verb::Go | Verb::Place, Some((from, to))) => vec![way(MoveStart::Square(from), to)],
    }
}
