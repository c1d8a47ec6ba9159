//! The rules that are no piece's own, made ready to be asked.

use super::Code;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::rules::{
    Act, Action, Arrival, Compare, Condition, Consequence, PieceFilter, Trigger, Variant, Zone,
};

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCondition<B> {
    /// The side to move is in check.
    InCheck,
    /// The number of matching pieces, by the side that asks.
    Count([CompiledFilter<B>; 2], Compare, u32),
    /// The side has no other move.
    NoOtherMove,
    /// By the side that asks, squares that must be empty.
    Empty([B; 2]),
    /// Only these pieces are left, sorted by code for one side and the other; and the most pieces any of them has.
    Material(Vec<[Vec<PieceTypeId>; 2]>, u32),
    /// All pieces of these piece types stand on one shade: the piece types' codes and the squares of one shade.
    OneShade(Vec<Code>, B),
    /// The opposite.
    Not(Box<CompiledCondition<B>>),
    /// All.
    Every(Vec<CompiledCondition<B>>),
    /// At least one.
    AnyOf(Vec<CompiledCondition<B>>),
    /// Something that is left to the interpreter.
    Rare(Condition),
}

/// An ending.
#[derive(Clone, Debug)]
pub(crate) struct CompiledEnding<B> {
    /// Which ending of the game it is.
    pub number: usize,
    /// When it applies.
    pub when: CompiledTrigger<B>,
    /// With more pieces than these it does not apply.
    pub most: u32,
}

/// When an ending applies.
#[derive(Clone, Debug)]
pub(crate) enum CompiledTrigger<B> {
    /// So many quiet plies.
    Quiet(u32),
    /// A condition.
    When(CompiledCondition<B>),
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub(crate) struct CompiledAction<B> {
    /// By side, the pieces that act; none for an action of no piece.
    pub pieces: Option<[CompiledFilter<B>; 2]>,
    /// What is done.
    pub act: CompiledAct<B>,
    /// What must be true before.
    pub when: Option<CompiledCondition<B>>,
    /// The right it uses up.
    pub right: Option<usize>,
}

/// What an action does.
#[derive(Clone, Debug)]
pub(crate) enum CompiledAct<B> {
    /// Two own pieces change places: by side, with whom; and where whom must not come to stand.
    Exchange {
        /// The partners.
        with: [CompiledFilter<B>; 2],
        /// Which partners may not come to which squares, by side.
        except: Vec<[(CompiledFilter<B>, B); 2]>,
    },
    /// Nothing.
    Pass,
    /// Something that is carried out move by move.
    Rare,
}

/// What happens to a piece type on arriving somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledArrival<B> {
    /// Targets on which something happens.
    pub zone: B,
    /// Whether it happens also on leaving the zone.
    pub leaving: bool,
    /// What happens.
    pub then: CompiledConsequence,
}

/// What happens on arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CompiledConsequence {
    /// It becomes one of these; the move tells which if there is a choice. It may also stay what it is if `stays`.
    Become {
        /// The piece types.
        piece_types: Vec<u8>,
        /// Whether the move tells which.
        chosen: bool,
        /// Whether it may stay what it is.
        stays: bool,
        /// Whether the number of royals changes.
        royal: bool,
    },
    /// Something that is carried out move by move.
    Rare,
}

fn by_side<T>(make: impl Fn(Color) -> T) -> [T; 2] {
    Color::ALL.map(make)
}

fn filters<B: Bitboard>(variant: &Variant, pieces: &PieceFilter) -> [CompiledFilter<B>; 2] {
    by_side(|player| CompiledFilter::new(variant, pieces, player))
}

fn zones<B: Bitboard>(zone: &Zone) -> [B; 2] {
    by_side(|color| B::of(*zone.squares.get(color)))
}

impl<B: Bitboard> CompiledCondition<B> {
    pub(super) fn new(variant: &Variant, condition: &Condition) -> CompiledCondition<B> {
        let of = |condition: &Condition| CompiledCondition::new(variant, condition);
        match condition {
            Condition::InCheck => CompiledCondition::InCheck,
            Condition::Count { pieces, is, number } => {
                CompiledCondition::Count(filters(variant, pieces), *is, *number)
            }
            Condition::NoOtherMove => CompiledCondition::NoOtherMove,
            Condition::Empty(zone) => CompiledCondition::Empty(zones(zone)),
            Condition::Material(pairs) => {
                let sorted = |piece_types: &Vec<PieceTypeId>| {
                    let mut piece_types = piece_types.clone();
                    piece_types.sort();
                    piece_types
                };
                let most = pairs.iter().map(|(one, other)| one.len() + other.len()).max().unwrap_or(0);
                CompiledCondition::Material(
                    pairs.iter().map(|(a, b)| [sorted(a), sorted(b)]).collect(),
                    most as u32,
                )
            }
            Condition::OneShade(piece_types) => {
                let even = variant.board.squares().filter(|square| {
                    let cell = variant.board.cell(*square);
                    (cell.x + cell.y).rem_euclid(2) == 0
                });
                let codes = piece_types
                    .iter()
                    .flat_map(|piece_type| by_side(|color| Code::new(color, *piece_type)))
                    .collect();
                CompiledCondition::OneShade(codes, B::of(even.collect()))
            }
            Condition::Not(condition) => CompiledCondition::Not(Box::new(of(condition))),
            Condition::Every(all) => CompiledCondition::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => CompiledCondition::AnyOf(any.iter().map(of).collect()),
            Condition::Forks { .. } | Condition::Traps { .. } | Condition::CanReach(_) => {
                CompiledCondition::Rare(condition.clone())
            }
        }
    }

    /// With more pieces on the board than these it does not hold.
    fn most(&self) -> u32 {
        match self {
            CompiledCondition::Material(_, most) => *most,
            CompiledCondition::Every(conditions) => {
                conditions.iter().map(CompiledCondition::most).min().unwrap_or(u32::MAX)
            }
            CompiledCondition::AnyOf(conditions) => {
                conditions.iter().map(CompiledCondition::most).max().unwrap_or(0)
            }
            _ => u32::MAX,
        }
    }
}

pub(super) fn endings<B: Bitboard>(variant: &Variant) -> Vec<CompiledEnding<B>> {
    let endings = variant.endings.iter().enumerate().filter_map(|(number, ending)| {
        let when = match &ending.trigger {
            Trigger::Quiet(plies) => CompiledTrigger::Quiet(*plies),
            Trigger::When(condition) => CompiledTrigger::When(CompiledCondition::new(variant, condition)),
            Trigger::Checkmate => CompiledTrigger::Checkmate,
            Trigger::Stalemate => CompiledTrigger::Stalemate,
            Trigger::Repetition(_) => return None,
        };
        let most = match &when {
            CompiledTrigger::When(test) => test.most(),
            _ => u32::MAX,
        };
        Some(CompiledEnding { number, when, most })
    });
    endings.collect()
}

/// An action; `alone` says that no other rule has moves that look like its own.
pub(super) fn action<B: Bitboard>(variant: &Variant, action: &Action, alone: bool) -> CompiledAction<B> {
    let plain = alone && action.provided.is_none();
    let of = |pieces: &PieceFilter| filters(variant, pieces);
    let (pieces, act) = match &action.act {
        Act::Exchange { pieces, with, except_to } => {
            let except = except_to.iter().map(|(pieces, zone)| {
                let ([white, black], [low, high]) = (of(pieces), zones(zone));
                [(white, low), (black, high)]
            });
            (Some(of(pieces)), CompiledAct::Exchange { with: of(with), except: except.collect() })
        }
        Act::Place { pieces, .. } => (Some(of(pieces)), CompiledAct::Rare),
        Act::Pass => (None, CompiledAct::Pass),
        Act::Drop { .. } => (None, CompiledAct::Rare),
    };
    let act = if plain { act } else { CompiledAct::Rare };
    let when = action.when.as_ref().map(|when| CompiledCondition::new(variant, when));
    CompiledAction { pieces, act, when, right: action.right }
}

/// What happens to a piece type of one color on arriving.
pub(super) fn arrivals<B: Bitboard>(
    variant: &Variant,
    piece_type: PieceTypeId,
    color: Color,
) -> Vec<CompiledArrival<B>> {
    let arrivals = &variant.piece_type(piece_type).arrivals;
    // Where the pieces it concerns may arrive.
    let zone = |arrival: &Arrival| {
        let of = |leads| {
            CompiledFilter::<B>::mask_of(variant, &arrival.pieces, Piece { color, piece_type }, leads)
        };
        (of(false) | of(true)) & B::of(*arrival.zone.squares.get(color))
    };
    let matters = |arrival: &&Arrival| arrival.leaving || !zone(arrival).is_empty();
    let alone = arrivals.iter().filter(matters).count() == 1;
    let arrival = |arrival: &Arrival| {
        let is_royal = |piece_type: PieceTypeId| variant.piece_type(piece_type).royal.is_some();
        let then = match arrival.then.as_slice() {
            [Consequence::Become(piece_types)] if arrival.pieces == PieceFilter::All && alone => {
                CompiledConsequence::Become {
                    piece_types: distinct(piece_types),
                    chosen: arrival.may || piece_types.len() > 1,
                    stays: arrival.may,
                    royal: piece_types.iter().any(|to| is_royal(*to) || is_royal(piece_type)),
                }
            }
            _ => CompiledConsequence::Rare,
        };
        let zone = if arrival.leaving { B::of(*arrival.zone.squares.get(color)) } else { zone(arrival) };
        CompiledArrival { zone, leaving: arrival.leaving, then }
    };
    arrivals.iter().filter(matters).map(arrival).collect()
}

fn distinct(piece_types: &[PieceTypeId]) -> Vec<u8> {
    let mut piece_types: Vec<u8> = piece_types.iter().map(|piece_type| piece_type.0 as u8).collect();
    piece_types.sort_unstable();
    piece_types.dedup();
    piece_types
}

impl<B: Bitboard> CompiledAction<B> {
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        self.pieces.iter_mut().flatten().for_each(|filter| filter.narrow(class_of));
        if let Some(when) = &mut self.when {
            when.narrow(class_of);
        }
    }
}

impl<B: Bitboard> CompiledCondition<B> {
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        match self {
            CompiledCondition::Count(filters, ..) => {
                filters.iter_mut().for_each(|filter| filter.narrow(class_of))
            }
            CompiledCondition::Not(condition) => condition.narrow(class_of),
            CompiledCondition::Every(conditions) | CompiledCondition::AnyOf(conditions) => {
                conditions.iter_mut().for_each(|condition| condition.narrow(class_of))
            }
            _ => {}
        }
    }
}
