//! What can be played under two games: positions in which they part.

use crate::base::{ByColor, Move, Outcome, PieceTypeId, Setup};
use crate::play::notation::{fen, movetext};
use crate::rules::interpreter::Rules;
use crate::rules::{Trigger, Variant};

/// Two games asked about the same positions.
pub struct Both<'v> {
    one: Rules<'v>,
    other: Rules<'v>,
    /// The second game's piece type for each of the first's.
    piece_types: Vec<Option<PieceTypeId>>,
    alike: bool,
}

/// How two games part in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The moves only the first game has.
    pub only_one: Vec<String>,
    /// The moves only the second has.
    pub only_other: Vec<String>,
    /// How things stand, where that differs: in check or not, or how the game ended.
    pub standing: Option<(String, String)>,
}

/// A position in which two games part.
#[derive(Clone, Debug)]
pub struct Found {
    /// The position, as the first game has it.
    pub setup: Setup,
    /// The moves that lead there from where the search began.
    pub moves: Vec<String>,
    /// How they part.
    pub difference: Difference,
}

impl<'v> Both<'v> {
    /// Two games; nothing if they are played on boards of different cells.
    pub fn new(one: &'v Variant, other: &'v Variant) -> Option<Both<'v>> {
        if one.board.squares().ne(other.board.squares()) || one.board.cells().ne(other.board.cells()) {
            return None;
        }
        let find = |piece_type: &crate::rules::PieceType| {
            other.piece_type_ids().find(|(_, twin)| twin.token == piece_type.token).map(|(id, _)| id)
        };
        let piece_types: Vec<Option<PieceTypeId>> = one.piece_types.iter().map(find).collect();
        let alike = piece_types.len() == other.piece_types.len()
            && piece_types
                .iter()
                .enumerate()
                .all(|(i, piece_type)| piece_type.is_some_and(|piece_type| piece_type.index() == i));
        Some(Both { one: Rules::new(one), other: Rules::new(other), piece_types, alike })
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
        if !self.alike {
            for piece in carried.pieces.iter_mut().flatten() {
                piece.piece_type = self.piece_types.get(piece.piece_type.index()).copied().flatten()?;
            }
            let variant = self.other.variant();
            carried.hands = variant.start().hands;
            for (piece_type, held) in self.piece_types.iter().zip(&setup.hands) {
                if let Some(place) =
                    piece_type.and_then(|piece_type| carried.hands.get_mut(piece_type.index()))
                {
                    *place = *held;
                }
            }
        }
        let rights = self.other.variant().start().rights;
        carried.rights.resize(rights.len(), ByColor::default());
        Some(carried)
    }

    /// How the games part in a position, if they do.
    pub fn part(&self, setup: &Setup) -> Option<Difference> {
        let twin = self.carried(setup)?;
        let (a, b) = (self.one.legal_moves(setup), self.other.legal_moves(&twin));
        let (mut only_one, mut only_other) = (Vec::new(), Vec::new());
        if !self.alike || a != b {
            let texts = |variant: &Variant, moves: &[Move]| movetext::list(variant, moves);
            let (a, b) = (texts(self.one.variant(), &a), texts(self.other.variant(), &b));
            only_one = a.iter().filter(|text| b.binary_search(text).is_err()).cloned().collect();
            only_other = b.iter().filter(|text| a.binary_search(text).is_err()).cloned().collect();
        }
        let (one, other) = (stands(&self.one, setup, a.is_empty()), stands(&self.other, &twin, b.is_empty()));
        let standing = (one != other).then_some((one, other));
        (!only_one.is_empty() || !only_other.is_empty() || standing.is_some()).then_some(Difference {
            only_one,
            only_other,
            standing,
        })
    }

    /// How the games part in a position or by where a legal move of both leads.
    pub fn part_after(&self, setup: &Setup) -> Option<(Vec<String>, Setup, Difference)> {
        if let Some(difference) = self.part(setup) {
            return Some((Vec::new(), setup.clone(), difference));
        }
        let twin = self.carried(setup)?;
        let theirs = self.other.children(&twin);
        for (mv, after) in self.one.children(setup) {
            let text = movetext::write(self.one.variant(), &mv);
            let same = theirs.iter().find(|(other, _)| movetext::write(self.other.variant(), other) == text);
            let Some((_, other)) = same else { continue };
            if let Some(difference) = self.results(&after, other) {
                return Some((vec![text], setup.clone(), difference));
            }
        }
        None
    }

    /// How two positions differ that the same move led to.
    fn results(&self, after: &Setup, other: &Setup) -> Option<Difference> {
        let bare = |setup: &Setup| Setup { ended: None, ..setup.clone() };
        if self.carried(&bare(after)).as_ref() == Some(&bare(other)) {
            // Only whether the game is over can differ, and one game may say so where the other shows it.
            let (one, two) = (stands(&self.one, after, true), stands(&self.other, other, true));
            return (one != two).then(|| Difference {
                only_one: Vec::new(),
                only_other: Vec::new(),
                standing: Some((one, two)),
            });
        }
        let written = |rules: &Rules, setup: &Setup| fen::write(rules.variant(), setup);
        let (a, b) = (written(&self.one, after), written(&self.other, other));
        (a != b).then(|| Difference { only_one: Vec::new(), only_other: Vec::new(), standing: Some((a, b)) })
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

/// The shortest game by which a repetition rule of one game only shows: pieces moved to and fro from the start.
pub fn repetition(one: &Variant, other: &Variant) -> Option<Vec<String>> {
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
    let rounds = a.map_or(u32::MAX, |(n, _)| n).min(b.map_or(u32::MAX, |(n, _)| n));
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
