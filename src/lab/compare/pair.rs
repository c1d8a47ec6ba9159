//! Two compiled games asked about the same positions: where and how they differ.

use crate::base::{ByColor, Move, Outcome, PieceTypeId, Setup};
use crate::fast::engine::{Engine, Position};
use crate::play::notation::{fen, movetext};
use crate::rules::interpreter::Interpreter;
use crate::rules::{PieceType, Trigger, Variant};
use serde::Serialize;

/// Positions of one game as positions of another.
pub(crate) struct Translation<'v> {
    other: &'v Variant,
    /// The second game's piece type for each of the first's.
    piece_types: Vec<Option<PieceTypeId>>,
    /// Whether both games number their piece types alike, so that their moves can be compared as they are.
    alike: bool,
}

impl<'v> Translation<'v> {
    /// From the first game to the second; nothing if they are played on boards of different cells.
    pub(crate) fn new(one: &Variant, other: &'v Variant) -> Option<Translation<'v>> {
        if one.board.squares().ne(other.board.squares()) || one.board.cells().ne(other.board.cells()) {
            return None;
        }
        let find = |piece_type: &PieceType| {
            other.piece_type_ids().find(|(_, twin)| twin.token == piece_type.token).map(|(id, _)| id)
        };
        let piece_types: Vec<Option<PieceTypeId>> = one.piece_types.iter().map(find).collect();
        let alike = piece_types.len() == other.piece_types.len()
            && piece_types.iter().enumerate().all(|(i, id)| id.is_some_and(|id| id.index() == i));
        Some(Translation { other, piece_types, alike })
    }

    /// A position of the first game in the second; nothing if it has pieces the second does not know.
    pub(crate) fn setup(&self, setup: &Setup) -> Option<Setup> {
        let mut translated = setup.clone();
        let start = self.other.start();
        if !self.alike {
            for piece in translated.pieces.iter_mut().flatten() {
                piece.piece_type = self.piece_types.get(piece.piece_type.index()).copied().flatten()?;
            }
            translated.hands = start.hands;
            for (piece_type, held) in self.piece_types.iter().zip(&setup.hands) {
                if let Some(place) = piece_type.and_then(|id| translated.hands.get_mut(id.index())) {
                    *place = *held;
                }
            }
        }
        translated.rights.resize(start.rights.len(), ByColor::default());
        Some(translated)
    }
}

/// How two games differ in one position.
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
    pub(crate) fn between(moves: [&[String]; 2], standing: [String; 2]) -> Option<Difference> {
        let [a, b] = moves;
        let only = |one: &[String], other: &[String]| -> Vec<String> {
            one.iter().filter(|text| !other.contains(text)).cloned().collect()
        };
        let mut difference = Difference { only_a: only(a, b), only_b: only(b, a), ..Difference::default() };
        let [one, other] = standing;
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
    /// The difference.
    pub difference: Difference,
}

/// Two games asked about the same positions.
pub(crate) struct Pair<'v> {
    one: Engine,
    other: Engine,
    translation: Translation<'v>,
}

/// One position in both games.
#[derive(Clone)]
pub(crate) struct PairPosition {
    one: Position,
    other: Position,
}

/// The legal moves of one position in both games.
pub(crate) struct PairMoves {
    /// The first game's.
    pub one: Vec<Move>,
    /// The second game's.
    pub other: Vec<Move>,
}

impl<'v> Pair<'v> {
    /// Compiles both games; nothing if they are played on boards of different cells.
    pub(crate) fn new(one: &'v Variant, other: &'v Variant) -> Option<Pair<'v>> {
        let translation = Translation::new(one, other)?;
        Some(Pair { one: Engine::new(one), other: Engine::new(other), translation })
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

    /// The legal moves.
    pub(crate) fn moves(&self, position: &PairPosition) -> PairMoves {
        PairMoves { one: self.one.legal_moves(&position.one), other: self.other.legal_moves(&position.other) }
    }

    /// Whether the two differ in a position: in the moves, in check, or in how the game ended.
    pub(crate) fn differ(&self, position: &PairPosition, moves: &PairMoves) -> bool {
        // Moves refer to piece types; where those are numbered differently, only texts can be compared.
        let same = match self.translation.alike {
            true => moves.one == moves.other,
            false => texts(&self.one, &moves.one) == texts(&self.other, &moves.other),
        };
        !same
            || self.one.in_check(&position.one) != self.other.in_check(&position.other)
            || moves.one.is_empty() && self.one.outcome(&position.one) != self.other.outcome(&position.other)
    }

    /// How the two differ in a position, if they do.
    pub(crate) fn difference(&self, position: &PairPosition) -> Option<Difference> {
        let PairMoves { one, other } = self.moves(position);
        let standing = [
            standing(&self.one, &position.one, one.is_empty()),
            standing(&self.other, &position.other, other.is_empty()),
        ];
        Difference::between([&texts(&self.one, &one), &texts(&self.other, &other)], standing)
    }

    /// How the two differ in a position, or in where a legal move of both leads.
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

    /// How two positions differ that the same move led to.
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
        let moves: Vec<Move> = theirs.iter().map(|(mv, _)| mv.clone()).collect();
        let ours = self.one.children(&position.one).into_iter();
        ours.filter_map(|(mv, one)| {
            let (_, other) = theirs.get(self.find(&mv, &moves)?)?;
            Some((mv, PairPosition { one, other: other.clone() }))
        })
        .collect()
    }

    /// The place of a move of the first game among moves of the second.
    fn find(&self, mv: &Move, theirs: &[Move]) -> Option<usize> {
        if self.translation.alike {
            return theirs.binary_search(mv).ok();
        }
        let text = movetext::write(self.one.variant(), mv);
        theirs.iter().position(|other| movetext::write(self.other.variant(), other) == text)
    }

    /// The position after a move of both games; nothing if the second has no such move.
    pub(crate) fn follow(
        &self,
        position: &PairPosition,
        moves: &PairMoves,
        mv: &Move,
    ) -> Option<PairPosition> {
        let theirs = moves.other.get(self.find(mv, &moves.other)?)?;
        let one = self.one.play(&position.one, mv)?;
        Some(PairPosition { one, other: self.other.play(&position.other, theirs)? })
    }

    /// Whether it is the same position in both games.
    pub(crate) fn is_same(&self, position: &PairPosition) -> bool {
        let plain = |setup: Setup| Setup { ended: None, ..setup };
        let (one, other) = (plain(self.one.setup(&position.one)), plain(self.other.setup(&position.other)));
        self.translation.setup(&one).is_some_and(|translated| translated == other)
    }

    /// Whether the side that is not to move is in check, so that the position cannot have come about.
    pub(crate) fn is_impossible(&self, setup: &Setup) -> bool {
        let turned = Setup { turn: setup.turn.other(), ..setup.clone() };
        let checked =
            |position: PairPosition| self.one.in_check(&position.one) || self.other.in_check(&position.other);
        self.position(&turned).is_none_or(checked)
    }

    /// Whether the interpreter confirms what the engines say about a position, so that two witnesses have seen it.
    pub(crate) fn is_confirmed(&self, position: &PairPosition) -> bool {
        agrees(&self.one, &position.one) && agrees(&self.other, &position.other)
    }

    /// Whether both games take the position as it would be written for a reader.
    pub(crate) fn is_sound(&self, setup: &Setup) -> bool {
        let reads = |engine: &Engine, setup: &Setup| {
            fen::read(engine.variant(), &fen::write(engine.variant(), setup)).as_ref() == Ok(setup)
        };
        let twin = self.translation.setup(setup);
        reads(&self.one, setup) && twin.is_some_and(|twin| reads(&self.other, &twin))
    }
}

/// Whether the interpreter says the same about a position as the engine.
fn agrees(engine: &Engine, position: &Position) -> bool {
    let (rules, setup) = (Interpreter::new(engine.variant()), engine.setup(position));
    let children = engine.children(position).into_iter().map(|(mv, after)| (mv, engine.setup(&after)));
    children.eq(rules.children(&setup))
        && engine.in_check(position) == rules.in_check(&setup)
        && engine.outcome(position) == rules.outcome(&setup)
}

fn texts(engine: &Engine, moves: &[Move]) -> Vec<String> {
    movetext::list(engine.variant(), moves)
}

/// Who is to move and whether in check, or how the game ended. The outcome is looked for only where there are no moves.
fn standing(engine: &Engine, position: &Position, over: bool) -> String {
    let outcome: Option<Outcome> = if over { engine.outcome(position) } else { None };
    let turn = engine.setup(position).turn;
    match outcome {
        Some(Outcome { winner: Some(color), reason }) => format!("{} has won ({reason})", color.title()),
        Some(Outcome { winner: None, reason }) => format!("drawn ({reason})"),
        None if engine.in_check(position) => format!("{} is in check", turn.title()),
        None => format!("{} to move", turn.title()),
    }
}

/// A rule that no position shows, only a game: who moves first, and what is repeated.
pub(crate) fn beyond_positions(one: &Variant, other: &Variant) -> Option<Distinguishing> {
    let (moves, standing) = if let Some(moves) = repetition(one, other) {
        let over = |variant: &Variant| {
            let repeated =
                variant.endings.iter().find(|ending| matches!(ending.trigger, Trigger::Repetition(_)));
            repeated.map_or_else(
                || "the game goes on".to_owned(),
                |ending| format!("the game is over ({})", ending.name),
            )
        };
        (moves, [over(one), over(other)])
    } else if one.first != other.first {
        let first = |variant: &Variant| format!("the first move: {:?}", variant.first).to_lowercase();
        (Vec::new(), [first(one), first(other)])
    } else {
        return None;
    };
    let [standing_a, standing_b] = standing.map(Some);
    let difference = Difference { standing_a, standing_b, ..Difference::default() };
    Some(Distinguishing { setup: one.start(), moves, difference })
}

/// The shortest game by which a repetition rule of one game only shows: pieces moved to and fro from the start.
fn repetition(one: &Variant, other: &Variant) -> Option<Vec<String>> {
    let times = |variant: &Variant| {
        variant.endings.iter().find_map(|ending| match ending.trigger {
            Trigger::Repetition(times) => Some((times, ending.result)),
            _ => None,
        })
    };
    let (a, b) = (times(one), times(other));
    if a == b {
        return None;
    }
    let rounds = a.into_iter().chain(b).map(|(times, _)| times).min().unwrap_or(u32::MAX);
    let engine = Engine::new(one);
    let start = engine.start();
    let is_start = |setup: &Setup| {
        let start = one.start();
        setup.pieces == start.pieces && setup.castling == start.castling
    };
    let back = |mv: &Move| match (mv.from, mv.to) {
        (Some(from), Some(to)) => Some(Move::new(mv.verb, to, from)),
        _ => None,
    };
    for (first, after) in engine.children(&start) {
        for (second, then) in engine.children(&after) {
            let (Some(third), Some(fourth)) = (back(&first), back(&second)) else { continue };
            let again = engine.play(&then, &third).and_then(|position| engine.play(&position, &fourth));
            if again.is_some_and(|position| is_start(&engine.setup(&position))) {
                let round = [&first, &second, &third, &fourth].map(|mv| movetext::write(one, mv));
                let rounds = rounds.saturating_sub(1) as usize;
                return Some((0..rounds).flat_map(|_| round.clone()).collect());
            }
        }
    }
    None
}
