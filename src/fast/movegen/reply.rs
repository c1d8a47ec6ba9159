//! Legal moves to be looked at one by one.

use super::sink::List;
use crate::base::{Bitboard, Square};
use crate::fast::compile::Compiled;
use crate::fast::position::{Feat, Position, Step, Verb};

/// A legal move, to be made or carried out already.
#[derive(Clone, Debug)]
pub(super) enum Reply<B: Bitboard> {
    Step(Step),
    Feat(Box<Feat<B>>),
}

impl<B: Bitboard> Reply<B> {
    /// All moves of a list.
    pub(super) fn all(list: List<B>) -> Vec<Reply<B>> {
        let feats = list.feats.into_iter().map(|feat| Reply::Feat(Box::new(feat)));
        list.steps.into_iter().map(Reply::Step).chain(feats).collect()
    }

    /// The square its text begins with.
    pub(super) fn from(&self) -> Option<Square> {
        match self {
            Reply::Step(step) => step.spoken().from,
            Reply::Feat(feat) => feat.mv.from,
        }
    }

    /// Where the piece that stands on `square` stands after it.
    pub(super) fn follow(&self, game: &Compiled<B>, before: &Position<B>, square: Square) -> Option<Square> {
        let step = match self {
            Reply::Feat(feat) => return feat.follow(square),
            Reply::Step(step) => step,
        };
        let (from, to) = (step.from, step.to);
        match step.verb {
            Verb::Pass => Some(square),
            Verb::Exchange if square == to => Some(from),
            Verb::Castle => {
                let castle = &game.castles[usize::from(step.arg)];
                let ways = [castle.king, castle.partner];
                Some(ways.into_iter().find(|(start, _)| *start == square).map_or(square, |(_, end)| end))
            }
            _ if square == from => Some(to),
            Verb::EnPassant if before.passer(game, before.passed, to) == Some(square) => None,
            Verb::Go | Verb::Action | Verb::Promote if square == to => None,
            _ => Some(square),
        }
    }

    /// The position after it.
    pub(super) fn after(&self, game: &Compiled<B>, before: &Position<B>) -> Position<B> {
        match self {
            Reply::Feat(feat) => feat.after.clone(),
            Reply::Step(step) => {
                let mut after = before.clone();
                after.make(game, *step);
                after
            }
        }
    }
}
