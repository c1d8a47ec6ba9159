//! The targets of moves on an empty board, cached across the readings of a game.
//!
//! [`Walks`] is the cache, which keeps one entry for each notation. [`ReachWalker`] bundles everything about one
//! piece that the computation of its squares needs.

use super::{Places, Reach};
use crate::base::{Bitboard, Board, ByColor, Color, Piece, Square, SquareSet};
use crate::rules::{Automaton, Consequence, Effect, Holds, Moves, RuleRef, Variant, Virgin};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The maximum number of sets of squares whose targets are cached for each notation.
const MAX_SETS: usize = 64;

/// The targets of a kind of move from each square of an empty board, computed on demand.
#[derive(Debug)]
pub(super) struct EmptyBoardTargets {
    automaton: Automaton,
    /// True if the targets are the same for both sides.
    symmetric: bool,
    squares: ByColor<Vec<OnceLock<SquareSet>>>,
    /// The targets from several squares together, which recur under most values of most switches.
    sets: Mutex<Vec<(Color, SquareSet, SquareSet)>>,
}

impl EmptyBoardTargets {
    fn new(board: &Board, automaton: Automaton) -> EmptyBoardTargets {
        let squares = ByColor::from_fn(|_| vec![OnceLock::new(); board.span()]);
        EmptyBoardTargets { symmetric: automaton.is_symmetric(), automaton, squares, sets: Mutex::default() }
    }

    /// Returns the targets from any of these squares.
    pub(super) fn from(&self, board: &Board, squares: SquareSet, color: Color) -> SquareSet {
        let color = if self.symmetric { Color::White } else { color };
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., ends)) = sets.iter().find(|(side, from, _)| (*side, *from) == (color, squares)) {
            return *ends;
        }
        let known = self.squares.get(color);
        let one =
            |square: Square| *known[square.index()].get_or_init(|| self.automaton.ends(board, square, color));
        let ends = squares.iter().map(one).fold(SquareSet::EMPTY, |all, ends| all | ends);
        if sets.len() < MAX_SETS {
            sets.push((color, squares, ends));
        }
        ends
    }
}

/// A notation with the requirement of the moves that begin a walk.
type WalkKey = (String, Option<Virgin>);

type WalkCacheState = (Option<Board>, BTreeMap<WalkKey, Arc<EmptyBoardTargets>>);

/// A cache for repeated checks of one file: the targets of moves from each square of a board, and the squares on
/// which the pieces of a game can stand.
#[derive(Debug, Default)]
pub struct Walks {
    known: RefCell<WalkCacheState>,
    /// The first game that was examined, with its result. Most values of most switches do not change the result.
    pub(super) first: OnceLock<(Variant, Places)>,
}

impl Walks {
    /// Clears the cache if it belongs to another board.
    pub(super) fn look_at(&self, board: &Board) {
        let mut known = self.known.borrow_mut();
        if known.0.as_ref() != Some(board) {
            *known = (Some(board.clone()), BTreeMap::new());
        }
    }

    /// Returns the targets of a kind of move from every square of the current board, by the entries with this requirement.
    fn targets(&self, board: &Board, moves: &Moves, virgin: Option<Virgin>) -> Arc<EmptyBoardTargets> {
        let known = &mut self.known.borrow_mut().1;
        let key = (moves.notation.written().to_owned(), virgin);
        let targets = || Arc::new(EmptyBoardTargets::new(board, moves.automaton.entered_by(virgin)));
        Arc::clone(known.entry(key).or_insert_with(targets))
    }

    /// Returns the squares on which the pieces of a game can stand, if the first game has the same rules about
    /// movement.
    pub(super) fn places(&self, variant: &Variant) -> Option<Places> {
        let (first, places) = self.first.get()?;
        // Besides the rules, the result depends on the pieces at the start.
        if standing(first) != standing(variant) {
            return None;
        }
        let moving = |rule: &RuleRef| rule.kind().moves_pieces();
        let (ours, theirs) = (first.rules().into_iter(), variant.rules().into_iter());
        ours.filter(moving).eq(theirs.filter(moving)).then(|| places.clone())
    }
}

/// Returns the pieces at the start of a game, and the fate of captured pieces.
fn standing(game: &Variant) -> impl PartialEq + use<'_> {
    (&game.setup, &game.start_hands, &game.hand_homes, game.fills_hands())
}

/// The effects of moves on pieces other than the mover.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideEffects {
    /// The pieces that a move can induce to move.
    pub(super) lends: Holds,
    /// True if captured pieces can reappear.
    pub(super) unloads: bool,
}

impl SideEffects {
    pub(super) fn of(moves: &[Moves]) -> SideEffects {
        let states = moves.iter().flat_map(|moves| &moves.automaton.states);
        let mut effects = SideEffects::default();
        for edge in states.flat_map(|state| &state.edges) {
            effects.unloads |= edge.unload;
            match edge.effect {
                Effect::Induce => effects.lends = effects.lends.or(edge.holds),
                Effect::None | Effect::Capture | Effect::EnPassant => {}
            }
        }
        effects
    }

    pub(super) fn is_any(self) -> bool {
        self.unloads || self.lends != Holds::default()
    }
}

/// The moves of one piece, prepared for the computation of its squares.
pub(super) struct ReachWalker {
    pub(super) piece: Piece,
    /// The moves, with the squares from which the piece has them.
    pub(super) moves: Vec<(SquareSet, Arc<EmptyBoardTargets>)>,
    /// The squares that the piece may ever enter.
    pub(super) enters: SquareSet,
    /// True if arrivals exchange the piece with others, so that its squares depend on theirs.
    pub(super) mixes: bool,
    pub(super) side_effects: SideEffects,
}

impl ReachWalker {
    pub(super) fn new(reach: &Reach, piece: Piece, walks: &Walks) -> ReachWalker {
        let board = &reach.variant.board;
        let all: SquareSet = board.squares().collect();
        let piece_type = reach.variant.piece_type(piece.piece_type);
        let homes = reach.variant.homes(piece.color, piece.piece_type);
        let in_front = |square: Square| board.step(square, (0, 1), piece.color);
        let moves = piece_type.moves.iter().flat_map(|moves| {
            let from = moves.on.as_ref().map_or(all, |zone| *zone.squares.get(piece.color));
            let begins = |virgin: &Option<Virgin>| moves.automaton.begins(*virgin);
            [None, Some(Virgin::Home), Some(Virgin::RankBeyond)].into_iter().filter(begins).map(
                move |virgin| {
                    let starts = match virgin {
                        None => all,
                        Some(Virgin::Home) => homes,
                        Some(Virgin::RankBeyond) => homes.iter().filter_map(in_front).collect(),
                    };
                    (from & starts, walks.targets(board, moves, virgin))
                },
            )
        });
        let enters = reach.entered(piece, all);
        let mut effects = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
        let mixes = effects.any(depends_on_others);
        let side_effects = SideEffects::of(&piece_type.moves);
        ReachWalker { piece, moves: moves.collect(), enters, mixes, side_effects }
    }
}

/// Returns true if the result of an effect depends on the squares of other pieces.
fn depends_on_others(effect: &Consequence) -> bool {
    match effect {
        Consequence::Exchange(_) => true,
        Consequence::Become(_)
        | Consequence::Regain(_)
        | Consequence::Send { .. }
        | Consequence::End { .. }
        | Consequence::Vanish
        | Consequence::Clear(..)
        | Consequence::Itself(_)
        | Consequence::Others(..)
        | Consequence::Lose(_)
        | Consequence::Use(_)
        | Consequence::Gain(_)
        | Consequence::Set(..) => false,
    }
}
