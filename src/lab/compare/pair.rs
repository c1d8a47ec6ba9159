//! Two compiled games asked about the same positions: where and how they differ.

use crate::base::{ByColor, Choice, Move, Outcome, PieceTypeId, Setup, SquareSet, Verb};
use crate::fast::engine::{AnyPosition, Engine};
use crate::play::notation::{fen, movetext};
use crate::rules::interpreter::Interpreter;
use crate::rules::{PieceType, Variant};
use serde::Serialize;

/// Positions and moves of one game as those of another.
pub(crate) struct Translation {
    /// The second game's start, for what a position of the first does not say.
    start: Setup,
    /// The squares whose pieces may have moved in the second game although they stand where they began.
    returns: SquareSet,
    /// The second game's piece type for each of the first's; nothing if both number them alike.
    piece_types: Option<Vec<Option<PieceTypeId>>>,
}

impl Translation {
    /// From the first game to the second; nothing if they are played on boards of different cells.
    pub(crate) fn new(one: &Variant, other: &Variant) -> Option<Translation> {
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

    /// A position of the first game in the second; nothing if it has pieces the second does not know.
    pub(crate) fn setup(&self, setup: &Setup) -> Option<Setup> {
        let mut translated = setup.clone();
        for piece in translated.pieces.iter_mut().flatten() {
            piece.piece_type = self.piece_type(piece.piece_type)?;
        }
        if self.piece_types.is_some() {
            translated.hands.clone_from(&self.start.hands);
            for (id, held) in (0..=u16::MAX).map(PieceTypeId).zip(&setup.hands) {
                if let Some(place) = self.piece_type(id).and_then(|id| translated.hands.get_mut(id.index())) {
                    *place = *held;
                }
            }
        }
        translated.moved &= self.returns;
        translated.hands.resize(self.start.hands.len(), ByColor::default());
        translated.rights.resize(self.start.rights.len(), ByColor::default());
        Some(translated)
    }

    /// A move of the first game in the second.
    fn mv(&self, mv: &Move) -> Option<Move> {
        let mut mv = mv.clone();
        if let Verb::Drop(id) = &mut mv.verb {
            *id = self.piece_type(*id)?;
        }
        if let Some(Choice::Become(id)) = &mut mv.choice {
            *id = self.piece_type(*id)?;
        }
        Some(mv)
    }
}

/// The difference between two games in one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// The moves only the first game has.
    pub only_a: Vec<String>,
    /// The moves only the second has.
    pub only_b: Vec<String>,
    /// The state of the first game, where that differs: in check or not, or how the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_a: Option<String>,
    /// The state of the second game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_b: Option<String>,
}

impl Difference {
    /// The difference between two lists of moves and two states; nothing if there is none.
    pub(crate) fn between([a, b]: [&[String]; 2], [one, other]: [String; 2]) -> Option<Difference> {
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

/// A position in which two games differ.
#[derive(Clone, Debug)]
pub(crate) struct Distinguishing {
    /// The position, as the first game has it.
    pub setup: Setup,
    /// The moves that lead to the difference from there.
    pub moves: Vec<String>,
    pub difference: Difference,
}

/// Two games asked about the same positions.
pub(crate) struct GamePair {
    one: Engine,
    other: Engine,
    translation: Translation,
}

/// One position in both games.
#[derive(Clone)]
pub(crate) struct PairPosition {
    one: AnyPosition,
    other: AnyPosition,
}

impl GamePair {
    /// Compiles both games; nothing if they are played on boards of different cells.
    pub(crate) fn new(one: &Variant, other: &Variant) -> Option<GamePair> {
        let translation = Translation::new(one, other)?;
        Some(GamePair { one: Engine::new(one), other: Engine::new(other), translation })
    }

    /// The first game.
    pub(crate) fn variant(&self) -> &Variant {
        self.one.variant()
    }

    /// A position in both games; nothing if the second cannot have it.
    pub(crate) fn position(&self, setup: &Setup) -> Option<PairPosition> {
        let twin = self.translation.setup(setup)?;
        Some(PairPosition { one: self.one.position(setup), other: self.other.position(&twin) })
    }

    /// The position as the first game has it.
    pub(crate) fn setup(&self, position: &PairPosition) -> Setup {
        self.one.setup(&position.one)
    }

    /// A number that is the same for the same position.
    pub(crate) fn hash(&self, position: &PairPosition) -> u64 {
        self.one.hash(&position.one)
    }

    /// The legal moves of the first game, and whether the two differ here: in the moves, in check, or in how the game ended.
    pub(crate) fn moves(&self, PairPosition { one, other }: &PairPosition) -> (Vec<Move>, bool) {
        let (ours, theirs) = (self.one.legal_moves(one), self.other.legal_moves(other));
        let is_theirs = |mv: &Move| self.translation.mv(mv).is_some_and(|mv| theirs.contains(&mv));
        let same = match self.translation.piece_types {
            None => ours == theirs,
            Some(_) => ours.len() == theirs.len() && ours.iter().all(is_theirs),
        };
        let differ = !same
            || self.one.in_check(one) != self.other.in_check(other)
            || ours.is_empty() && self.one.outcome(one) != self.other.outcome(other);
        (ours, differ)
    }

    /// Returns true if the two differ in a position.
    pub(crate) fn differ(&self, position: &PairPosition) -> bool {
        self.moves(position).1
    }

    /// Returns the difference between the two games in a position, if there is one.
    pub(crate) fn difference(&self, PairPosition { one, other }: &PairPosition) -> Option<Difference> {
        let texts = |engine: &Engine, at| movetext::list(engine.variant(), &engine.legal_moves(at));
        let (ours, theirs) = (texts(&self.one, one), texts(&self.other, other));
        let standing =
            [standing(&self.one, one, ours.is_empty()), standing(&self.other, other, theirs.is_empty())];
        Difference::between([&ours, &theirs], standing)
    }

    /// Returns the difference in a position or after a legal move of both games, if there is one.
    pub(crate) fn difference_after(&self, setup: &Setup) -> Option<Distinguishing> {
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

    /// Returns the difference between two positions that result from the same move.
    fn results(&self, after: &PairPosition) -> Option<Difference> {
        let standing = if self.is_same(after) {
            // Only whether the game is over can differ, and one game may say so where the other shows it.
            [standing(&self.one, &after.one, true), standing(&self.other, &after.other, true)]
        } else {
            let fen = |engine: &Engine, position| fen::write(engine.variant(), &engine.setup(position));
            [fen(&self.one, &after.one), fen(&self.other, &after.other)]
        };
        Difference::between([&[], &[]], standing)
    }

    /// The moves of both games and the positions they lead to.
    pub(crate) fn next(&self, position: &PairPosition) -> Vec<(Move, PairPosition)> {
        let theirs = self.other.children(&position.other);
        let both = self.one.children(&position.one).into_iter().filter_map(|(mv, one)| {
            let twin = self.translation.mv(&mv)?;
            let (_, other) = theirs.iter().find(|(mv, _)| *mv == twin)?;
            Some((mv, PairPosition { one, other: other.clone() }))
        });
        both.collect()
    }

    /// The position after a move of both games; nothing if one has no such move.
    pub(crate) fn follow(&self, position: &PairPosition, mv: &Move) -> Option<PairPosition> {
        let other = self.other.play(&position.other, &self.translation.mv(mv)?)?;
        Some(PairPosition { one: self.one.play(&position.one, mv)?, other })
    }

    /// Returns true if it is the same position in both games.
    pub(crate) fn is_same(&self, position: &PairPosition) -> bool {
        let plain = |setup: Setup| Setup { ended: None, ..setup };
        let (one, other) = (plain(self.one.setup(&position.one)), plain(self.other.setup(&position.other)));
        self.translation.setup(&one).is_some_and(|translated| translated == other)
    }

    /// Returns true if the side that is not to move is in check at the beginning of a turn, so that the position is
    /// unreachable.
    pub(crate) fn is_impossible(&self, setup: &Setup) -> bool {
        if !setup.progress.is_first() {
            return false;
        }
        let turned = Setup { turn: setup.turn.other(), ..setup.clone() };
        let checked =
            |position: PairPosition| self.one.in_check(&position.one) || self.other.in_check(&position.other);
        self.position(&turned).is_none_or(checked)
    }

    /// Returns true if the interpreter confirms the results of the engines for a position.
    pub(crate) fn is_confirmed(&self, position: &PairPosition) -> bool {
        [(&self.one, &position.one), (&self.other, &position.other)].into_iter().all(|(engine, position)| {
            let (rules, setup) = (Interpreter::new(engine.variant()), engine.setup(position));
            let children = engine.children(position).into_iter();
            children.map(|(mv, after)| (mv, engine.setup(&after))).eq(rules.children(&setup))
                && engine.in_check(position) == rules.in_check(&setup)
                && engine.outcome(position) == rules.outcome(&setup)
        })
    }

    /// Returns true if both games accept the position as written for a reader.
    pub(crate) fn is_sound(&self, setup: &Setup) -> bool {
        let reads = |engine: &Engine, setup: &Setup| {
            fen::read(engine.variant(), &fen::write(engine.variant(), setup)).as_ref() == Ok(setup)
        };
        let twin = self.translation.setup(setup);
        reads(&self.one, setup) && twin.is_some_and(|twin| reads(&self.other, &twin))
    }
}

/// Describes the side to move and check, or the outcome, which is computed only if there are no moves.
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
    let Outcome { winner, reason } = outcome;
    winner
        .map_or_else(|| format!("drawn ({reason})"), |color| format!("{} has won ({reason})", color.title()))
}
