//! The rules that are no piece's own, made ready to be asked.

use super::Code;
use super::filter::Filter;
use crate::base::{Bitboard, Color, Outcome, Piece, PieceTypeId, Result as GameResult};
use crate::rules::{
    Act, Action, Arrival, Compare, Condition, Consequence, PieceFilter, Proof, Trigger, Variant, Zone,
};

/// A condition.
#[derive(Clone, Debug)]
pub enum Test<B> {
    /// The side to move is in check.
    InCheck,
    /// So many pieces match, by the side that asks.
    Count([Filter<B>; 2], Compare, u32),
    /// The side has no other move.
    NoOtherMove,
    /// By the side that asks, squares that must be empty.
    Empty([B; 2]),
    /// Only these pieces are left, sorted by code for one side and the other; and the most pieces any of them has.
    Material(Vec<[Vec<PieceTypeId>; 2]>, u32),
    /// All pieces of these piece types stand on one shade: the piece types' codes and the squares of one shade.
    OneShade(Vec<Code>, B),
    /// The opposite.
    Not(Box<Test<B>>),
    /// All.
    Every(Vec<Test<B>>),
    /// At least one.
    AnyOf(Vec<Test<B>>),
    /// The piece just placed attacks so many of these enemies at once.
    Forks(u32, PieceFilter),
    /// The piece just placed attacks one of these enemies, and it is trapped.
    Traps(PieceFilter, Proof),
    /// The side has a move after which this holds.
    CanReach(Box<Test<B>>),
}

/// An ending.
#[derive(Clone, Debug)]
pub struct Shown<B> {
    /// The name of the rule.
    pub name: String,
    /// The result for the side to move.
    pub result: GameResult,
    /// When it applies.
    pub when: Showing<B>,
    /// With more pieces than these it does not apply.
    pub most: u32,
}

/// When an ending applies.
#[derive(Clone, Debug)]
pub enum Showing<B> {
    /// So many quiet plies.
    Quiet(u32),
    /// A condition.
    When(Test<B>),
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
}

/// A action beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub struct Deed<B> {
    /// By side, the pieces that act; nothing if nobody does.
    pub pieces: Option<[Filter<B>; 2]>,
    /// What is done.
    pub act: Doing<B>,
    /// What must be true before.
    pub when: Option<Test<B>>,
    /// What must be true after.
    pub provided: Option<Test<B>>,
    /// The right it uses up.
    pub right: Option<usize>,
}

/// What is done in a turn.
#[derive(Clone, Debug)]
pub enum Doing<B> {
    /// Two own pieces change places: by side, with whom; and where whom must not come to stand.
    Exchange {
        /// The partners.
        with: [Filter<B>; 2],
        /// Which partners may not come to which squares, by side.
        except: Vec<[(Filter<B>, B); 2]>,
    },
    /// Nothing.
    Pass,
    /// Something that is carried out move by move.
    Rare,
}

/// What happens to a piece type on arriving somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<B> {
    /// Targets on which something happens.
    pub zone: B,
    /// Whether it happens also on leaving the zone.
    pub leaving: bool,
    /// What happens.
    pub then: Happening,
}

/// What happens on arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// It becomes one of these; the move tells which if there is a choice. It may also stay what it is if `stays`.
    Become {
        /// The piece types.
        piece_types: Vec<u8>,
        /// Whether the move tells which.
        told: bool,
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

fn filters<B: Bitboard>(variant: &Variant, pieces: &PieceFilter) -> [Filter<B>; 2] {
    by_side(|player| Filter::new(variant, pieces, player))
}

fn zones<B: Bitboard>(zone: &Zone) -> [B; 2] {
    by_side(|color| B::of(*zone.squares.get(color)))
}

impl<B: Bitboard> Test<B> {
    pub(super) fn new(variant: &Variant, condition: &Condition) -> Test<B> {
        let of = |condition: &Condition| Test::new(variant, condition);
        match condition {
            Condition::InCheck => Test::InCheck,
            Condition::Count { pieces, is, number } => Test::Count(filters(variant, pieces), *is, *number),
            Condition::NoOtherMove => Test::NoOtherMove,
            Condition::Empty(zone) => Test::Empty(zones(zone)),
            Condition::Material(pairs) => {
                let sorted = |piece_types: &Vec<PieceTypeId>| {
                    let mut piece_types = piece_types.clone();
                    piece_types.sort();
                    piece_types
                };
                let most = pairs.iter().map(|(one, other)| one.len() + other.len()).max().unwrap_or(0);
                Test::Material(pairs.iter().map(|(a, b)| [sorted(a), sorted(b)]).collect(), most as u32)
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
                Test::OneShade(codes, B::of(even.collect()))
            }
            Condition::Not(condition) => Test::Not(Box::new(of(condition))),
            Condition::Every(all) => Test::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => Test::AnyOf(any.iter().map(of).collect()),
            Condition::Forks { number, pieces } => Test::Forks(*number, pieces.clone()),
            Condition::Traps { pieces, proof } => Test::Traps(pieces.clone(), *proof),
            Condition::CanReach(condition) => Test::CanReach(Box::new(of(condition))),
        }
    }

    /// With more pieces on the board than these it does not hold.
    fn most(&self) -> u32 {
        match self {
            Test::Material(_, most) => *most,
            Test::Every(tests) => tests.iter().map(Test::most).min().unwrap_or(u32::MAX),
            Test::AnyOf(tests) => tests.iter().map(Test::most).max().unwrap_or(0),
            _ => u32::MAX,
        }
    }
}

pub(super) fn shown<B: Bitboard>(variant: &Variant) -> Vec<Shown<B>> {
    let endings = variant.endings.iter().filter_map(|ending| {
        let when = match &ending.trigger {
            Trigger::Quiet(plies) => Showing::Quiet(*plies),
            Trigger::When(condition) => Showing::When(Test::new(variant, condition)),
            Trigger::Checkmate => Showing::Checkmate,
            Trigger::Stalemate => Showing::Stalemate,
            Trigger::Repetition(_) => return None,
        };
        let most = match &when {
            Showing::When(test) => test.most(),
            _ => u32::MAX,
        };
        Some(Shown { name: ending.name.clone(), result: ending.result, when, most })
    });
    endings.collect()
}

/// A turn; `alone` says that no other rule has moves that look like its own.
pub(super) fn deed<B: Bitboard>(variant: &Variant, action: &Action, alone: bool) -> Deed<B> {
    let plain = alone && action.provided.is_none();
    let of = |pieces: &PieceFilter| filters(variant, pieces);
    let (pieces, act) = match &action.act {
        Act::Exchange { pieces, with, except_to } => {
            let except = except_to.iter().map(|(pieces, zone)| {
                let ([white, black], [low, high]) = (of(pieces), zones(zone));
                [(white, low), (black, high)]
            });
            (Some(of(pieces)), Doing::Exchange { with: of(with), except: except.collect() })
        }
        Act::Place { pieces, .. } => (Some(of(pieces)), Doing::Rare),
        Act::Pass => (None, Doing::Pass),
        Act::Drop { .. } => (None, Doing::Rare),
    };
    let act = if plain { act } else { Doing::Rare };
    let when = action.when.as_ref().map(|when| Test::new(variant, when));
    let provided = action.provided.as_ref().map(|provided| Test::new(variant, provided));
    Deed { pieces, act, when, provided, right: action.right }
}

/// What happens to a piece type of one color on arriving.
pub(super) fn plans<B: Bitboard>(variant: &Variant, piece_type: PieceTypeId, color: Color) -> Vec<Plan<B>> {
    let arrivals = &variant.piece_type(piece_type).arrivals;
    // Where the pieces it concerns may arrive.
    let zone = |arrival: &Arrival| {
        let of = |leads| Filter::<B>::mask_of(variant, &arrival.pieces, Piece { color, piece_type }, leads);
        (of(false) | of(true)) & B::of(*arrival.zone.squares.get(color))
    };
    let matters = |arrival: &&Arrival| arrival.leaving || !zone(arrival).is_empty();
    let alone = arrivals.iter().filter(matters).count() == 1;
    let plan = |arrival: &Arrival| {
        let is_royal = |piece_type: PieceTypeId| variant.piece_type(piece_type).royal.is_some();
        let then = match arrival.then.as_slice() {
            [Consequence::Become(piece_types)] if arrival.pieces == PieceFilter::All && alone => {
                Happening::Become {
                    piece_types: distinct(piece_types),
                    told: arrival.may || piece_types.len() > 1,
                    stays: arrival.may,
                    royal: piece_types.iter().any(|to| is_royal(*to) || is_royal(piece_type)),
                }
            }
            _ => Happening::Rare,
        };
        let zone = if arrival.leaving { B::of(*arrival.zone.squares.get(color)) } else { zone(arrival) };
        Plan { zone, leaving: arrival.leaving, then }
    };
    arrivals.iter().filter(matters).map(plan).collect()
}

fn distinct(piece_types: &[PieceTypeId]) -> Vec<u8> {
    let mut piece_types: Vec<u8> = piece_types.iter().map(|piece_type| piece_type.0 as u8).collect();
    piece_types.sort_unstable();
    piece_types.dedup();
    piece_types
}

impl<B: Bitboard> Deed<B> {
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        self.pieces.iter_mut().flatten().for_each(|filter| filter.narrow(class_of));
        for test in [&mut self.when, &mut self.provided].into_iter().flatten() {
            test.narrow(class_of);
        }
    }
}

impl<B: Bitboard> Test<B> {
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        match self {
            Test::Count(filters, ..) => filters.iter_mut().for_each(|filter| filter.narrow(class_of)),
            Test::Not(test) | Test::CanReach(test) => test.narrow(class_of),
            Test::Every(tests) | Test::AnyOf(tests) => {
                tests.iter_mut().for_each(|test| test.narrow(class_of))
            }
            _ => {}
        }
    }
}

impl<B> Shown<B> {
    /// The outcome when it is `turn`'s move.
    pub fn outcome(&self, turn: Color) -> Outcome {
        let winner = match self.result {
            GameResult::Win => Some(turn),
            GameResult::Loss => Some(turn.other()),
            GameResult::Draw => None,
        };
        Outcome { winner, reason: self.name.clone() }
    }
}
