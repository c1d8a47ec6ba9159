//! Two games under the reference rules: how they differ in one position.

use crate::base::{ByColor, Move, Outcome, PieceTypeId, Setup};
use crate::play::notation::{fen, movetext};
use crate::rules::reference::Rules;
use crate::rules::{PieceType, Trigger, Variant};
use serde::Serialize;

/// Two games asked about the same positions.
pub struct Pair<'v> {
    one: Rules<'v>,
    other: Rules<'v>,
    /// The second game's piece type for each of the first's.
    piece_types: Vec<Option<PieceTypeId>>,
    alike: bool,
}

/// How two games differ in one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
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
    pub fn between(moves: [&[String]; 2], standing: [String; 2]) -> Option<Difference> {
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
pub struct Distinguishing {
    /// The position, as the first game has it.
    pub setup: Setup,
    /// The moves that lead to the difference from there.
    pub moves: Vec<String>,
    /// The difference.
    pub difference: Difference,
}

impl<'v> Pair<'v> {
    /// Two games; nothing if they are played on boards of different cells.
    pub fn new(one: &'v Variant, other: &'v Variant) -> Option<Pair<'v>> {
        if one.board.cells() != other.board.cells() {
            return None;
        }
        let find = |piece_type: &PieceType| {
            other.piece_type_ids().find(|(_, twin)| twin.token == piece_type.token).map(|(id, _)| id)
        };
        let piece_types: Vec<Option<PieceTypeId>> = one.piece_types.iter().map(find).collect();
        let alike = piece_types.len() == other.piece_types.len()
            && piece_types.iter().enumerate().all(|(i, id)| id.is_some_and(|id| id.index() == i));
        Some(Pair { one: Rules::new(one), other: Rules::new(other), piece_types, alike })
    }

    /// Whether both games number their piece types alike, so that their moves can be compared as they are.
    pub fn is_alike(&self) -> bool {
        self.alike
    }

    /// The first game's rules.
    pub fn one(&self) -> &Rules<'v> {
        &self.one
    }

    /// The second game's rules.
    pub fn other(&self) -> &Rules<'v> {
        &self.other
    }

    /// A position of the first game as one of the second; nothing if it has pieces the second does not know.
    pub fn carried(&self, setup: &Setup) -> Option<Setup> {
        let mut carried = setup.clone();
        let start = self.other.variant().start();
        if !self.alike {
            for piece in carried.pieces.iter_mut().flatten() {
                piece.piece_type = self.piece_types.get(piece.piece_type.index()).copied().flatten()?;
            }
            carried.hands = start.hands;
            for (piece_type, held) in self.piece_types.iter().zip(&setup.hands) {
                if let Some(place) = piece_type.and_then(|id| carried.hands.get_mut(id.index())) {
                    *place = *held;
                }
            }
        }
        carried.rights.resize(start.rights.len(), ByColor::default());
        Some(carried)
    }

    /// How the games differ in a position, if they do.
    pub fn difference(&self, setup: &Setup) -> Option<Difference> {
        let twin = self.carried(setup)?;
        let (a, b) = (self.one.legal_moves(setup), self.other.legal_moves(&twin));
        let standing = [stands(&self.one, setup, a.is_empty()), stands(&self.other, &twin, b.is_empty())];
        if self.alike && a == b {
            return Difference::between([&[], &[]], standing);
        }
        let texts = |rules: &Rules, moves: &[Move]| movetext::list(rules.variant(), moves);
        Difference::between([&texts(&self.one, &a), &texts(&self.other, &b)], standing)
    }

    /// How the games differ in a position or in where a legal move of both leads.
    pub fn difference_after(&self, setup: &Setup) -> Option<Distinguishing> {
        if let Some(difference) = self.difference(setup) {
            return Some(Distinguishing { setup: setup.clone(), moves: Vec::new(), difference });
        }
        let theirs = self.other.children(&self.carried(setup)?);
        for (mv, after) in self.one.children(setup) {
            let text = movetext::write(self.one.variant(), &mv);
            let same = theirs.iter().find(|(other, _)| movetext::write(self.other.variant(), other) == text);
            let Some((_, other)) = same else { continue };
            if let Some(difference) = self.results(&after, other) {
                return Some(Distinguishing { setup: setup.clone(), moves: vec![text], difference });
            }
        }
        None
    }

    /// How two positions differ that the same move led to.
    fn results(&self, after: &Setup, other: &Setup) -> Option<Difference> {
        let bare = |setup: &Setup| Setup { ended: None, ..setup.clone() };
        let standing = if self.carried(&bare(after)).as_ref() == Some(&bare(other)) {
            // Only whether the game is over can differ, and one game may say so where the other shows it.
            [stands(&self.one, after, true), stands(&self.other, other, true)]
        } else {
            [fen::write(self.one.variant(), after), fen::write(self.other.variant(), other)]
        };
        Difference::between([&[], &[]], standing)
    }
}

/// Who is to move and whether in check, or how the game ended. The outcome is looked for only where there are no moves.
fn stands(rules: &Rules, setup: &Setup, over: bool) -> String {
    let outcome: Option<Outcome> = if over { rules.outcome(setup) } else { None };
    match outcome {
        Some(Outcome { winner: Some(color), reason }) => format!("{} has won ({reason})", color.title()),
        Some(Outcome { winner: None, reason }) => format!("drawn ({reason})"),
        None if rules.in_check(setup) => format!("{} is in check", setup.turn.title()),
        None => format!("{} to move", setup.turn.title()),
    }
}

/// A rule that no position shows, only a game: who moves first, and what is repeated.
pub fn beyond_positions(one: &Variant, other: &Variant) -> Option<Distinguishing> {
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
    let rules = Rules::new(one);
    let start = one.start();
    let back = |mv: &Move| match (mv.from, mv.to) {
        (Some(from), Some(to)) => Some(Move::new(mv.verb, to, from)),
        _ => None,
    };
    for (first, after) in rules.children(&start) {
        for (second, then) in rules.children(&after) {
            let (Some(third), Some(fourth)) = (back(&first), back(&second)) else { continue };
            let again = rules.apply(&then, &third).and_then(|setup| rules.apply(&setup, &fourth));
            if again.is_some_and(|setup| setup.pieces == start.pieces && setup.castling == start.castling) {
                let round = [&first, &second, &third, &fourth].map(|mv| movetext::write(one, mv));
                let rounds = rounds.saturating_sub(1) as usize;
                return Some((0..rounds).flat_map(|_| round.clone()).collect());
            }
        }
    }
    None
}
