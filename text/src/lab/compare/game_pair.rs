//! Compares two compiled games in the same position.
//!
//! [`GamePair`] is the main type: it holds both engines and a [`Translation`] of positions and moves from the first
//! game to the second. A [`PairPosition`] is one position in both games. [`GamePair::differ`] is the quick test in a
//! search, and [`GamePair::difference`] describes the difference.

use crate::base::{ByColor, Choice, Move, Outcome, PieceTypeId, Setup, SquareSet, Verb};
use crate::fast::engine::{AnyPosition, Engine};
use crate::notation::{fen, movetext};
use crate::rules::interpreter::Interpreter;
use crate::rules::{PieceType, Variant};
use serde::Serialize;

/// A translation of positions and moves from one game to another.
pub struct Translation {
    /// The start of the second game, for parts of the state that the first game does not have.
    start: Setup,
    /// The squares whose pieces may have moved in the second game although they are on their initial squares.
    returns: SquareSet,
    /// The piece type in the second game for each type of the first, or `None` if both games number them equally.
    piece_types: Option<Vec<Option<PieceTypeId>>>,
}

impl Translation {
    /// Creates the translation from one game to another. Returns `None` if their boards have different cells.
    pub fn new(one: &Variant, other: &Variant) -> Option<Translation> {
        // Both games must number their squares in the same way, because positions refer to squares by number.
        if one.board.squares().ne(other.board.squares()) || one.board.cells().ne(other.board.cells()) {
            return None;
        }
        let find = |piece_type: &PieceType| {
            other.piece_type_ids().find(|(_, twin)| twin.token == piece_type.token).map(|(id, _)| id)
        };
        let piece_types: Vec<Option<PieceTypeId>> = one.piece_types.iter().map(find).collect();
        let alike = piece_types.iter().copied().eq(other.piece_type_ids().map(|(id, _)| Some(id)));
        let piece_types = (!alike).then_some(piece_types);
        Some(Translation { start: other.start(), returns: other.returns, piece_types })
    }

    fn piece_type(&self, id: PieceTypeId) -> Option<PieceTypeId> {
        self.piece_types.as_ref().map_or(Some(id), |all| all.get(id.index()).copied().flatten())
    }

    /// Translates a position. Returns `None` if it contains a piece that the second game does not have.
    pub fn setup(&self, setup: &Setup) -> Option<Setup> {
        let mut translated = setup.clone();
        for piece in translated.pieces.iter_mut().flatten() {
            piece.piece_type = self.piece_type(piece.piece_type)?;
        }
        // Hands are indexed by piece type, so they are rearranged if the numbers differ. Types that only the second
        // game has keep their counts from its start.
        if self.piece_types.is_some() {
            translated.hands.clone_from(&self.start.hands);
            for (id, held) in (0..=u16::MAX).map(PieceTypeId).zip(&setup.hands) {
                if let Some(place) = self.piece_type(id).and_then(|id| translated.hands.get_mut(id.index())) {
                    *place = *held;
                }
            }
        }
        translated.moved &= self.returns;
        // Additional rights and hands of the second game are empty.
        translated.hands.resize(self.start.hands.len(), ByColor::default());
        translated.rights.resize(self.start.rights.len(), ByColor::default());
        Some(translated)
    }

    /// Translates a move.
    fn mv(&self, mv: &Move) -> Option<Move> {
        let mut mv = mv.clone();
        if let Verb::Drop(id) = &mut mv.verb {
            *id = self.piece_type(*id)?;
        }
        if let Some(Choice::Become(id)) = &mut mv.choice {
            *id = self.piece_type(*id)?;
        }
        // Captures and follow-ups refer to squares, which both games share.
        Some(mv)
    }
}

/// The difference between two games in one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The moves that only the first game has.
    pub only_a: Vec<String>,
    /// The moves that only the second game has.
    pub only_b: Vec<String>,
    /// The status in the first game, if the two differ in it: check, or the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_a: Option<String>,
    /// The status in the second game, if the two differ in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_b: Option<String>,
}

impl Difference {
    /// Returns the difference between two lists of moves and two statuses, or `None` if there is none.
    pub fn between([a, b]: [&[String]; 2], [one, other]: [String; 2]) -> Option<Difference> {
        let only = |one: &[String], other: &[String]| -> Vec<String> {
            one.iter().filter(|text| !other.contains(text)).cloned().collect()
        };
        let mut difference = Difference { only_a: only(a, b), only_b: only(b, a), ..Difference::default() };
        if one != other {
            (difference.standing_a, difference.standing_b) = (Some(one), Some(other));
        }
        (difference != Difference::default()).then_some(difference)
    }
}

/// A position that distinguishes two games.
#[derive(Clone, Debug)]
pub struct Distinguishing {
    /// The position in the first game.
    pub setup: Setup,
    /// The moves from the position to the difference.
    pub moves: Vec<String>,
    pub difference: Difference,
}

/// Two compiled games that are compared in the same positions.
pub struct GamePair {
    one: Engine,
    other: Engine,
    translation: Translation,
}

/// A position in both games.
#[derive(Clone)]
pub struct PairPosition {
    one: AnyPosition,
    other: AnyPosition,
}

impl GamePair {
    /// Compiles both games. Returns `None` if their boards have different cells.
    pub fn new(one: &Variant, other: &Variant) -> Option<GamePair> {
        let translation = Translation::new(one, other)?;
        Some(GamePair { one: Engine::new(one), other: Engine::new(other), translation })
    }

    /// Returns the first game.
    pub fn variant(&self) -> &Variant {
        self.one.variant()
    }

    /// Returns a pair of positions for a position of the first game, or `None` if the second game cannot have this
    /// position.
    pub fn position(&self, setup: &Setup) -> Option<PairPosition> {
        let twin = self.translation.setup(setup)?;
        Some(PairPosition { one: self.one.position(setup), other: self.other.position(&twin) })
    }

    /// Returns the position in the first game.
    pub fn setup(&self, position: &PairPosition) -> Setup {
        self.one.setup(&position.one)
    }

    /// Returns a hash of the position.
    pub fn hash(&self, position: &PairPosition) -> u64 {
        self.one.hash(&position.one)
    }

    /// Returns the legal moves of the first game, and a flag that is true if the two games differ here in the moves, in
    /// check, or in the outcome.
    pub fn moves(&self, PairPosition { one, other }: &PairPosition) -> (Vec<Move>, bool) {
        let (ours, theirs) = (self.one.legal_moves(one), self.other.legal_moves(other));
        let is_theirs = |mv: &Move| self.translation.mv(mv).is_some_and(|mv| theirs.contains(&mv));
        // If the piece types have equal numbers, the moves are in the same order, and comparing the lists is enough.
        let same = match self.translation.piece_types {
            None => ours == theirs,
            Some(_) => ours.len() == theirs.len() && ours.iter().all(is_theirs),
        };
        // The outcome is expensive, and a game with legal moves has not ended.
        let differ = !same
            || self.one.in_check(one) != self.other.in_check(other)
            || ours.is_empty() && self.one.outcome(one) != self.other.outcome(other);
        (ours, differ)
    }

    /// Returns true if the two games differ in a position.
    pub fn differ(&self, position: &PairPosition) -> bool {
        self.moves(position).1
    }

    /// Returns the difference between the two games in a position, if there is one.
    pub fn difference(&self, PairPosition { one, other }: &PairPosition) -> Option<Difference> {
        let texts = |engine: &Engine, at| movetext::list(engine.variant(), &engine.legal_moves(at));
        let (ours, theirs) = (texts(&self.one, one), texts(&self.other, other));
        let standing =
            [standing(&self.one, one, ours.is_empty()), standing(&self.other, other, theirs.is_empty())];
        Difference::between([&ours, &theirs], standing)
    }

    /// Returns the difference in a position or after a legal move of both games, if there is one.
    pub fn difference_after(&self, setup: &Setup) -> Option<Distinguishing> {
        let position = self.position(setup)?;
        let found = |moves, difference| Distinguishing { setup: setup.clone(), moves, difference };
        if let Some(difference) = self.difference(&position) {
            return Some(found(Vec::new(), difference));
        }
        self.next(&position).into_iter().find_map(|(mv, after)| {
            let difference = self.results(&after)?;
            Some(found(vec![movetext::write(self.variant(), &mv)], difference))
        })
    }

    /// Returns the difference between two positions that result from the same moves.
    pub(super) fn results(&self, after: &PairPosition) -> Option<Difference> {
        let standing = if self.is_same(after) {
            // The positions are equal, so only the outcome can differ. One game can record it in the position, and the
            // other can compute it.
            [standing(&self.one, &after.one, true), standing(&self.other, &after.other, true)]
        } else {
            let fen = |engine: &Engine, position| fen::write(engine.variant(), &engine.setup(position));
            [fen(&self.one, &after.one), fen(&self.other, &after.other)]
        };
        Difference::between([&[], &[]], standing)
    }

    /// Returns the moves that are legal in both games, with the resulting positions.
    pub fn next(&self, position: &PairPosition) -> Vec<(Move, PairPosition)> {
        let theirs = self.other.children(&position.other);
        let both = self.one.children(&position.one).into_iter().filter_map(|(mv, one)| {
            let twin = self.translation.mv(&mv)?;
            let (_, other) = theirs.iter().find(|(mv, _)| *mv == twin)?;
            Some((mv, PairPosition { one, other: other.clone() }))
        });
        both.collect()
    }

    /// Returns the legal moves of the first game, with the hashes and the positions that result.
    pub(super) fn steps(&self, position: &PairPosition) -> Vec<(Move, u64, Setup)> {
        let children = self.one.children(&position.one).into_iter();
        children.map(|(mv, after)| (mv, self.one.hash(&after), self.one.setup(&after))).collect()
    }

    /// Returns the position after a move, or `None` if the move is illegal in one of the games.
    pub fn follow(&self, position: &PairPosition, mv: &Move) -> Option<PairPosition> {
        let other = self.other.play(&position.other, &self.translation.mv(mv)?)?;
        Some(PairPosition { one: self.one.play(&position.one, mv)?, other })
    }

    /// Returns true if the positions in the two games are equal, apart from the outcome.
    pub fn is_same(&self, position: &PairPosition) -> bool {
        let plain = |setup: Setup| Setup { ended: None, ..setup };
        let (one, other) = (plain(self.one.setup(&position.one)), plain(self.other.setup(&position.other)));
        self.translation.setup(&one).is_some_and(|translated| translated == other)
    }

    /// Returns true if the side that is not to move is in check at the beginning of a turn. Such a position is
    /// unreachable.
    pub fn is_impossible(&self, setup: &Setup) -> bool {
        if !setup.progress.is_first() {
            return false;
        }
        let turned = Setup { turn: setup.turn.other(), ..setup.clone() };
        let checked =
            |position: PairPosition| self.one.in_check(&position.one) || self.other.in_check(&position.other);
        self.position(&turned).is_none_or(checked)
    }

    /// Returns true if the interpreter confirms the results of both engines for a position.
    pub fn is_confirmed(&self, position: &PairPosition) -> bool {
        [(&self.one, &position.one), (&self.other, &position.other)].into_iter().all(|(engine, position)| {
            let (rules, setup) = (Interpreter::new(engine.variant()), engine.setup(position));
            let children = engine.children(position).into_iter();
            children.map(|(mv, after)| (mv, engine.setup(&after))).eq(rules.children(&setup))
                && engine.in_check(position) == rules.in_check(&setup)
                && engine.outcome(position) == rules.outcome(&setup)
        })
    }

    /// Returns true if both games accept the FEN of the position and read it back unchanged.
    pub fn is_sound(&self, setup: &Setup) -> bool {
        let reads = |engine: &Engine, setup: &Setup| {
            fen::read(engine.variant(), &fen::write(engine.variant(), setup)).as_ref() == Ok(setup)
        };
        let twin = self.translation.setup(setup);
        reads(&self.one, setup) && twin.is_some_and(|twin| reads(&self.other, &twin))
    }
}

/// Describes the side to move and check, or the outcome. The outcome is computed only if there are no moves (`over`).
fn standing(engine: &Engine, position: &AnyPosition, over: bool) -> String {
    let turn = engine.setup(position).turn.title();
    match over.then(|| engine.outcome(position)).flatten() {
        Some(outcome) => ended(&outcome),
        None if engine.in_check(position) => format!("{turn} is in check"),
        None => format!("{turn} to move"),
    }
}

/// Describes the outcome of a game.
pub(super) fn ended(outcome: &Outcome) -> String {
    let Outcome { winner, reason, .. } = outcome;
    winner
        .map_or_else(|| format!("drawn ({reason})"), |color| format!("{} has won ({reason})", color.title()))
}
