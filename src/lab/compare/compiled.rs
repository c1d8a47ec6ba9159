//! Two compiled games: fast at finding where they differ, and a second witness of what is found.

use super::pair::{Distinguishing, Pair};
use crate::base::{Move, Setup};
use crate::fast::engine::{Engine, Position};
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use crate::rules::reference::Rules;

/// Two compiled games.
pub struct CompiledPair<'a, 'v> {
    pair: &'a Pair<'v>,
    one: Engine,
    other: Engine,
}

/// One position in both games.
#[derive(Clone)]
pub struct PairPosition {
    one: Position,
    other: Position,
}

/// The moves of one position in both games.
pub struct PairMoves {
    /// The first game's.
    pub one: Vec<Move>,
    /// The second game's.
    pub other: Vec<Move>,
}

impl<'a, 'v> CompiledPair<'a, 'v> {
    /// Compiles both games.
    pub fn new(pair: &'a Pair<'v>) -> CompiledPair<'a, 'v> {
        let compiled = |rules: &Rules| Engine::new(rules.variant());
        CompiledPair { pair, one: compiled(pair.one()), other: compiled(pair.other()) }
    }

    /// The first game.
    pub fn variant(&self) -> &'v Variant {
        self.pair.one().variant()
    }

    /// A position in both games; nothing if the second cannot have it.
    pub fn position(&self, setup: &Setup) -> Option<PairPosition> {
        let twin = self.pair.carried(setup)?;
        Some(PairPosition { one: self.one.position(setup), other: self.other.position(&twin) })
    }

    /// The position as the first game has it.
    pub fn setup(&self, position: &PairPosition) -> Setup {
        self.one.setup(&position.one)
    }

    /// A number that is the same for the same position.
    pub fn hash(&self, position: &PairPosition) -> u64 {
        self.one.hash(&position.one)
    }

    /// The legal moves.
    pub fn moves(&self, position: &PairPosition) -> PairMoves {
        PairMoves { one: self.one.legal_moves(&position.one), other: self.other.legal_moves(&position.other) }
    }

    /// Whether the two differ in a position: in the moves, in check, or in how the game ended.
    pub fn differ(&self, position: &PairPosition, moves: &PairMoves) -> bool {
        // Moves refer to piece types; where those are numbered differently, only texts can be compared.
        let same = match self.pair.is_alike() {
            true => moves.one == moves.other,
            false => {
                movetext::list(self.one.variant(), &moves.one)
                    == movetext::list(self.other.variant(), &moves.other)
            }
        };
        !same
            || self.one.in_check(&position.one) != self.other.in_check(&position.other)
            || moves.one.is_empty() && self.one.outcome(&position.one) != self.other.outcome(&position.other)
    }

    /// The moves of both games and the positions they lead to.
    pub fn next(&self, position: &PairPosition) -> Vec<(Move, PairPosition)> {
        let theirs = self.other.children(&position.other);
        let (a, b) = (self.one.variant(), self.other.variant());
        let find = |mv: &Move| match self.pair.is_alike() {
            true => theirs.binary_search_by(|(other, _)| other.cmp(mv)).ok().and_then(|at| theirs.get(at)),
            false => theirs.iter().find(|(other, _)| movetext::write(b, other) == movetext::write(a, mv)),
        };
        let ours = self.one.children(&position.one).into_iter();
        ours.filter_map(|(mv, one)| {
            let (_, other) = find(&mv)?;
            Some((mv, PairPosition { one, other: other.clone() }))
        })
        .collect()
    }

    /// The position after a move of both games; nothing if the second has no such move.
    pub fn follow(&self, position: &PairPosition, moves: &PairMoves, mv: &Move) -> Option<PairPosition> {
        let theirs = match self.pair.is_alike() {
            true => moves.other.binary_search(mv).ok().map(|_| mv),
            false => {
                let text = movetext::write(self.one.variant(), mv);
                moves.other.iter().find(|other| movetext::write(self.other.variant(), other) == text)
            }
        };
        let theirs = theirs?;
        Some(PairPosition {
            one: self.one.play(&position.one, mv)?,
            other: self.other.play(&position.other, theirs)?,
        })
    }

    /// Whether it is the same position in both games.
    pub fn is_same(&self, position: &PairPosition) -> bool {
        let plain = |setup: Setup| Setup { ended: None, ..setup };
        let (one, other) = (plain(self.one.setup(&position.one)), plain(self.other.setup(&position.other)));
        self.pair.carried(&one).is_some_and(|carried| carried == other)
    }

    /// Whether the side that is not to move stands in check, so that the position cannot have come about.
    pub fn is_impossible(&self, setup: &Setup) -> bool {
        let turned = Setup { turn: setup.turn.other(), ..setup.clone() };
        let checked =
            |position: PairPosition| self.one.in_check(&position.one) || self.other.in_check(&position.other);
        self.position(&turned).is_none_or(checked)
    }

    /// Whether both games take the position as it would be written for a reader.
    pub fn is_sound(&self, setup: &Setup) -> bool {
        let reads = |variant: &Variant, setup: &Setup| {
            fen::read(variant, &fen::write(variant, setup)).as_ref() == Ok(setup)
        };
        let twin = self.pair.carried(setup);
        reads(self.variant(), setup) && twin.is_some_and(|twin| reads(self.pair.other().variant(), &twin))
    }

    /// How the two differ in a position, if both witnesses agree on everything about it.
    pub fn confirmed(&self, setup: &Setup) -> Option<Distinguishing> {
        if !self.is_sound(setup) {
            return None;
        }
        let found = self.pair.difference_after(setup)?;
        self.agrees(&found).then_some(found)
    }

    /// Whether the compiled engine says of a position found what the reference rules say.
    fn agrees(&self, found: &Distinguishing) -> bool {
        let Some(twin) = self.pair.carried(&found.setup) else { return false };
        let Some(position) = self.position(&found.setup) else { return false };
        let sides = [
            (&self.one, &position.one, self.pair.one(), &found.setup),
            (&self.other, &position.other, self.pair.other(), &twin),
        ];
        sides.into_iter().all(|(engine, here, rules, setup)| {
            let moves = engine.legal_moves(here);
            let after = |text: &String| {
                let mv = moves.iter().find(|mv| movetext::write(engine.variant(), mv) == *text);
                mv.is_some_and(|mv| {
                    let played = engine.play(here, mv).map(|after| engine.setup(&after));
                    played == rules.apply(setup, mv)
                })
            };
            moves == rules.legal_moves(setup)
                && engine.in_check(here) == rules.in_check(setup)
                && engine.outcome(here) == rules.outcome(setup)
                && found.moves.iter().all(after)
        })
    }
}
