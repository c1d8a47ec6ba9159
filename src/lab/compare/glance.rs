//! Two games asked of the compiled engine: quick to say where they part, and the second witness of what is found.

use super::play::{Both, Found};
use crate::base::{Move, Setup};
use crate::fast::engine::{Engine, Position};
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;

/// Two compiled games.
pub struct Glance<'a, 'v> {
    both: &'a Both<'v>,
    one: Engine,
    other: Engine,
}

/// One position in both games.
#[derive(Clone)]
pub struct Pair {
    one: Position,
    other: Position,
}

/// The moves of one position in both games.
pub struct Moves {
    /// The first game's.
    pub one: Vec<Move>,
    /// The second game's.
    pub other: Vec<Move>,
}

impl<'a, 'v> Glance<'a, 'v> {
    /// Compiles both games.
    pub fn new(both: &'a Both<'v>) -> Glance<'a, 'v> {
        Glance { both, one: Engine::new(both.one().variant()), other: Engine::new(both.other().variant()) }
    }

    /// The first game.
    pub fn variant(&self) -> &'v Variant {
        self.both.one().variant()
    }

    /// A position in both games; nothing if the second cannot have it.
    pub fn pair(&self, setup: &Setup) -> Option<Pair> {
        let twin = self.both.carried(setup)?;
        Some(Pair { one: self.one.position(setup), other: self.other.position(&twin) })
    }

    /// The position as the first game has it.
    pub fn setup(&self, pair: &Pair) -> Setup {
        self.one.setup(&pair.one)
    }

    /// A number that is the same for the same position.
    pub fn hash(&self, pair: &Pair) -> u64 {
        self.one.hash(&pair.one)
    }

    /// The legal moves.
    pub fn moves(&self, pair: &Pair) -> Moves {
        Moves { one: self.one.legal_moves(&pair.one), other: self.other.legal_moves(&pair.other) }
    }

    /// Whether the two part in a position: by the moves, by check, or by how the game ended.
    pub fn parts(&self, pair: &Pair, moves: &Moves) -> bool {
        // Moves are told apart by piece types; where those are numbered otherwise, only texts can be compared.
        let same = match self.both.is_alike() {
            true => moves.one == moves.other,
            false => {
                movetext::list(self.one.variant(), &moves.one)
                    == movetext::list(self.other.variant(), &moves.other)
            }
        };
        !same
            || self.one.in_check(&pair.one) != self.other.in_check(&pair.other)
            || moves.one.is_empty() && self.one.outcome(&pair.one) != self.other.outcome(&pair.other)
    }

    /// The moves of both games and the positions they lead to.
    pub fn next(&self, pair: &Pair) -> Vec<(Move, Pair)> {
        let theirs = self.other.children(&pair.other);
        let (a, b) = (self.one.variant(), self.other.variant());
        let find = |mv: &Move| match self.both.is_alike() {
            true => theirs.binary_search_by(|(other, _)| other.cmp(mv)).ok().and_then(|at| theirs.get(at)),
            false => theirs.iter().find(|(other, _)| movetext::write(b, other) == movetext::write(a, mv)),
        };
        let ours = self.one.children(&pair.one).into_iter();
        ours.filter_map(|(mv, one)| {
            let (_, other) = find(&mv)?;
            Some((mv, Pair { one, other: other.clone() }))
        })
        .collect()
    }

    /// The position after a move of both games; nothing if the second has no such move.
    pub fn follow(&self, pair: &Pair, moves: &Moves, mv: &Move) -> Option<Pair> {
        let theirs = match self.both.is_alike() {
            true => moves.other.binary_search(mv).ok().map(|_| mv),
            false => {
                let text = movetext::write(self.one.variant(), mv);
                moves.other.iter().find(|other| movetext::write(self.other.variant(), other) == text)
            }
        };
        let theirs = theirs?;
        Some(Pair { one: self.one.play(&pair.one, mv)?, other: self.other.play(&pair.other, theirs)? })
    }

    /// Whether it is the same position in both games.
    pub fn is_same(&self, pair: &Pair) -> bool {
        let plain = |setup: Setup| Setup { ended: None, ..setup };
        let (one, other) = (plain(self.one.setup(&pair.one)), plain(self.other.setup(&pair.other)));
        self.both.carried(&one).is_some_and(|carried| carried == other)
    }

    /// Whether the side that is not to move stands in check, so that the position cannot have come about.
    pub fn is_impossible(&self, setup: &Setup) -> bool {
        let turned = Setup { turn: setup.turn.other(), ..setup.clone() };
        let checked = |pair: Pair| self.one.in_check(&pair.one) || self.other.in_check(&pair.other);
        self.pair(&turned).is_none_or(checked)
    }

    /// Whether both games take the position as it would be written for a reader.
    pub fn is_sound(&self, setup: &Setup) -> bool {
        let reads = |variant: &Variant, setup: &Setup| {
            fen::read(variant, &fen::write(variant, setup)).as_ref() == Ok(setup)
        };
        let twin = self.both.carried(setup);
        reads(self.variant(), setup) && twin.is_some_and(|twin| reads(self.both.other().variant(), &twin))
    }

    /// The way the two part in a position, if both witnesses agree on everything about it.
    pub fn confirmed(&self, setup: &Setup) -> Option<Found> {
        if !self.is_sound(setup) {
            return None;
        }
        let (moves, setup, difference) = self.both.part_after(setup)?;
        let found = Found { setup, moves, difference };
        self.agrees(&found).then_some(found)
    }

    /// Whether the compiled engine says of a position found what the reference rules say.
    fn agrees(&self, found: &Found) -> bool {
        let Some(twin) = self.both.carried(&found.setup) else { return false };
        let Some(pair) = self.pair(&found.setup) else { return false };
        let sides = [
            (&self.one, &pair.one, self.both.one(), &found.setup),
            (&self.other, &pair.other, self.both.other(), &twin),
        ];
        sides.into_iter().all(|(engine, position, rules, setup)| {
            let moves = engine.legal_moves(position);
            let after = |text: &String| {
                let mv = moves.iter().find(|mv| movetext::write(engine.variant(), mv) == *text);
                mv.is_some_and(|mv| {
                    let played = engine.play(position, mv).map(|position| engine.setup(&position));
                    played == rules.apply(setup, mv)
                })
            };
            moves == rules.legal_moves(setup)
                && engine.in_check(position) == rules.in_check(setup)
                && engine.outcome(position) == rules.outcome(setup)
                && found.moves.iter().all(after)
        })
    }
}
