//! The rules that are no piece's own, made ready to be asked.

use super::filter::Filter;
use super::{Code, Layout};
use crate::base::{Bitboard, Color, KindId, Man, Outcome, Result as GameResult};
use crate::rules::{Act, Arrival, Compare, Condition, Consequence, Men, Proof, Trigger, Turn, Variant, Zone};

/// A condition.
#[derive(Clone, Debug)]
pub enum Test<B> {
    /// The side to move is in check.
    InCheck,
    /// So many men match, by the side that asks.
    Count([Filter<B>; 2], Compare, u32),
    /// The side has no other move.
    NoOtherMove,
    /// By the side that asks, squares that must be empty.
    Empty([B; 2]),
    /// Only these men are left, sorted by code for one side and the other; and the most men any of them has.
    Material(Vec<[Vec<KindId>; 2]>, u32),
    /// All men of these kinds stand on one shade: the kinds' codes and the squares of one shade.
    OneShade(Vec<Code>, B),
    /// The opposite.
    Not(Box<Test<B>>),
    /// All.
    Every(Vec<Test<B>>),
    /// At least one.
    AnyOf(Vec<Test<B>>),
    /// The man just placed attacks so many of these enemies at once.
    Forks(u32, Men),
    /// The man just placed attacks one of these enemies, and it is trapped.
    Traps(Men, Proof),
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
    /// With more men than these it does not apply.
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

/// A kind of turn beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub struct Deed<B> {
    /// By side, the men that act; nothing if nobody does.
    pub men: Option<[Filter<B>; 2]>,
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
    /// Two own men change places: by side, with whom; and where whom must not come to stand.
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

/// What happens to a kind on arriving somewhere.
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
        /// The kinds.
        kinds: Vec<u8>,
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

fn filters<B: Bitboard>(variant: &Variant, layout: &Layout, men: &Men) -> [Filter<B>; 2] {
    by_side(|player| Filter::new(variant, layout, men, player))
}

fn zones<B: Bitboard>(layout: &Layout, zone: &Zone) -> [B; 2] {
    by_side(|color| layout.set(*zone.squares.get(color)))
}

impl<B: Bitboard> Test<B> {
    pub(super) fn new(variant: &Variant, layout: &Layout, condition: &Condition) -> Test<B> {
        let of = |condition: &Condition| Test::new(variant, layout, condition);
        match condition {
            Condition::InCheck => Test::InCheck,
            Condition::Count { men, is, number } => Test::Count(filters(variant, layout, men), *is, *number),
            Condition::NoOtherMove => Test::NoOtherMove,
            Condition::Empty(zone) => Test::Empty(zones(layout, zone)),
            Condition::Material(pairs) => {
                let sorted = |kinds: &Vec<KindId>| {
                    let mut kinds = kinds.clone();
                    kinds.sort();
                    kinds
                };
                let most = pairs.iter().map(|(one, other)| one.len() + other.len()).max().unwrap_or(0);
                Test::Material(pairs.iter().map(|(a, b)| [sorted(a), sorted(b)]).collect(), most as u32)
            }
            Condition::OneShade(kinds) => {
                let even = variant.board.squares().filter(|square| {
                    let cell = variant.board.cell(*square);
                    (cell.x + cell.y).rem_euclid(2) == 0
                });
                let codes = kinds.iter().flat_map(|kind| by_side(|color| Code::new(color, *kind))).collect();
                Test::OneShade(codes, layout.set(even.collect()))
            }
            Condition::Not(condition) => Test::Not(Box::new(of(condition))),
            Condition::Every(all) => Test::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => Test::AnyOf(any.iter().map(of).collect()),
            Condition::Forks { number, men } => Test::Forks(*number, men.clone()),
            Condition::Traps { men, proof } => Test::Traps(men.clone(), *proof),
            Condition::CanReach(condition) => Test::CanReach(Box::new(of(condition))),
        }
    }

    /// With more men on the board than these it does not hold.
    fn most(&self) -> u32 {
        match self {
            Test::Material(_, most) => *most,
            Test::Every(tests) => tests.iter().map(Test::most).min().unwrap_or(u32::MAX),
            Test::AnyOf(tests) => tests.iter().map(Test::most).max().unwrap_or(0),
            _ => u32::MAX,
        }
    }
}

pub(super) fn shown<B: Bitboard>(variant: &Variant, layout: &Layout) -> Vec<Shown<B>> {
    let endings = variant.endings.iter().filter_map(|ending| {
        let when = match &ending.trigger {
            Trigger::Quiet(plies) => Showing::Quiet(*plies),
            Trigger::When(condition) => Showing::When(Test::new(variant, layout, condition)),
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
pub(super) fn deed<B: Bitboard>(variant: &Variant, layout: &Layout, turn: &Turn, alone: bool) -> Deed<B> {
    let plain = alone && turn.provided.is_none();
    let of = |men: &Men| filters(variant, layout, men);
    let (men, act) = match &turn.act {
        Act::Exchange { men, with, except_to } => {
            let except = except_to.iter().map(|(men, zone)| {
                let ([white, black], [low, high]) = (of(men), zones(layout, zone));
                [(white, low), (black, high)]
            });
            (Some(of(men)), Doing::Exchange { with: of(with), except: except.collect() })
        }
        Act::Place { men, .. } => (Some(of(men)), Doing::Rare),
        Act::Pass => (None, Doing::Pass),
        Act::Drop { .. } => (None, Doing::Rare),
    };
    let act = if plain { act } else { Doing::Rare };
    let when = turn.when.as_ref().map(|when| Test::new(variant, layout, when));
    let provided = turn.provided.as_ref().map(|provided| Test::new(variant, layout, provided));
    Deed { men, act, when, provided, right: turn.right }
}

/// What happens to a kind of one color on arriving.
pub(super) fn plans<B: Bitboard>(
    variant: &Variant,
    layout: &Layout,
    kind: KindId,
    color: Color,
) -> Vec<Plan<B>> {
    let arrivals = &variant.kind(kind).arrivals;
    // Where the men it concerns may arrive.
    let zone = |arrival: &Arrival| {
        let of = |leads| Filter::<B>::mask_of(variant, layout, &arrival.men, Man { color, kind }, leads);
        (of(false) | of(true)) & layout.set(*arrival.zone.squares.get(color))
    };
    let matters = |arrival: &&Arrival| arrival.leaving || !zone(arrival).is_empty();
    let alone = arrivals.iter().filter(matters).count() == 1;
    let plan = |arrival: &Arrival| {
        let is_royal = |kind: KindId| variant.kind(kind).royal.is_some();
        let then = match arrival.then.as_slice() {
            [Consequence::Become(kinds)] if arrival.men == Men::All && alone => Happening::Become {
                kinds: distinct(kinds),
                told: arrival.may || kinds.len() > 1,
                stays: arrival.may,
                royal: kinds.iter().any(|to| is_royal(*to) || is_royal(kind)),
            },
            _ => Happening::Rare,
        };
        let zone = if arrival.leaving { layout.set(*arrival.zone.squares.get(color)) } else { zone(arrival) };
        Plan { zone, leaving: arrival.leaving, then }
    };
    arrivals.iter().filter(matters).map(plan).collect()
}

fn distinct(kinds: &[KindId]) -> Vec<u8> {
    let mut kinds: Vec<u8> = kinds.iter().map(|kind| kind.0 as u8).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

impl<B: Bitboard> Deed<B> {
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        self.men.iter_mut().flatten().for_each(|filter| filter.narrow(class_of));
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
