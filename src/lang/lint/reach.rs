//! Where pieces of each type can ever stand: by their own moves on an empty board, by what they become, and by actions.

use super::piece_filter::might_be;
use crate::base::source::Span;
use crate::base::{Bitboard, Board, ByColor, Color, PieceTypeId, Square, SquareSet};
use crate::lang::betza::ends;
use crate::rules::{Act, Arrival, Automaton, PieceType, Variant};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Ways = ByColor<BTreeMap<Square, SquareSet>>;

/// Caches where moves lead from each square, while one file is checked many times.
#[derive(Debug, Default)]
pub(crate) struct Walks(RefCell<Known>);

#[derive(Debug, Default)]
struct Known {
    board: Option<Board>,
    ways: BTreeMap<String, Rc<Ways>>,
}

impl Walks {
    /// Forgets what is known of any other board.
    pub(super) fn look_at(&self, board: &Board) {
        let mut known = self.0.borrow_mut();
        if known.board.as_ref() != Some(board) {
            *known = Known { board: Some(board.clone()), ways: BTreeMap::new() };
        }
    }

    /// Where an automaton leads from every square of an empty board, the one looked at.
    pub(super) fn ways(&self, board: &Board, notation: &str, automaton: &Automaton) -> Rc<Ways> {
        let mut known = self.0.borrow_mut();
        if let Some(ways) = known.ways.get(notation) {
            return Rc::clone(ways);
        }
        let ways = Rc::new(ByColor::from_fn(|color| {
            let others = |from| {
                let mut ends = ends(automaton, board, from, color);
                ends &= !SquareSet::bit(from);
                (from, ends)
            };
            board.squares().map(others).collect()
        }));
        known.ways.insert(notation.to_string(), Rc::clone(&ways));
        ways
    }
}

/// Where pieces can ever stand.
pub(super) struct Reach {
    stands: ByColor<Vec<SquareSet>>,
    /// The squares of those whose moves have been looked at, and where these moves lead.
    walked: ByColor<Vec<(SquareSet, SquareSet)>>,
    /// The arrivals that can happen, by where they are written.
    pub(super) fired: BTreeSet<Span>,
}

impl Reach {
    pub(super) fn new(variant: &Variant, walks: &Walks) -> Reach {
        let none = vec![SquareSet::EMPTY; variant.piece_types.len()];
        let mut reach = Reach {
            stands: ByColor::from_fn(|_| none.clone()),
            walked: ByColor::from_fn(|_| {
                vec![(SquareSet::EMPTY, SquareSet::EMPTY); variant.piece_types.len()]
            }),
            fired: BTreeSet::new(),
        };
        for (square, piece) in &variant.setup {
            reach.put(piece.color, piece.piece_type, [*square].into_iter().collect());
        }
        let walkers: Vec<Walker> =
            variant.piece_types.iter().map(|piece_type| Walker::new(variant, piece_type, walks)).collect();
        let closed = ByColor::from_fn(|color| Closed::new(variant, color));
        while reach.grow(variant, &walkers, &closed) {}
        reach
    }

    /// Where pieces of a piece type can stand.
    pub(super) fn of(&self, color: Color, piece_type: PieceTypeId) -> SquareSet {
        self.stands.get(color).get(piece_type.index()).copied().unwrap_or_default()
    }

    /// Whether pieces of a piece type can be on the board at all.
    pub(super) fn appears(&self, piece_type: PieceTypeId) -> bool {
        Color::ALL.into_iter().any(|color| !self.of(color, piece_type).is_empty())
    }

    /// All piece types that can be on the board, and where.
    pub(super) fn all(&self) -> impl Iterator<Item = (Color, PieceTypeId, SquareSet)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            let stands = self.stands.get(color);
            (0..=u16::MAX)
                .map(PieceTypeId)
                .zip(stands)
                .filter(|(_, squares)| !squares.is_empty())
                .map(move |(piece_type, squares)| (color, piece_type, *squares))
        })
    }

    fn put(&mut self, color: Color, piece_type: PieceTypeId, squares: SquareSet) -> bool {
        let Some(stands) = self.stands.get_mut(color).get_mut(piece_type.index()) else { return false };
        let more = *stands | squares;
        let grown = more != *stands;
        *stands = more;
        grown
    }

    /// Where moves from these squares lead; squares looked at before are remembered.
    fn walk(
        &mut self,
        walker: &Walker,
        (color, piece_type): (Color, PieceTypeId),
        squares: SquareSet,
    ) -> SquareSet {
        let Some((walked, ends)) = self.walked.get_mut(color).get_mut(piece_type.index()) else {
            return SquareSet::EMPTY;
        };
        let new = squares & !*walked;
        if !new.is_empty() {
            *walked |= new;
            *ends |= walker.ends(color, new);
        }
        *ends
    }

    /// Takes one step in every way; whether anything was new.
    fn grow(&mut self, variant: &Variant, walkers: &[Walker], closed: &ByColor<Closed>) -> bool {
        let mut grown = false;
        let pieces: Vec<(Color, PieceTypeId, SquareSet)> = self.all().collect();
        for (color, piece_type, squares) in pieces {
            let Some(walker) = walkers.get(piece_type.index()) else { continue };
            let ends = self.walk(walker, (color, piece_type), squares) & !closed.get(color).to(piece_type);
            let mut stays = ends;
            for arrival in &variant.piece_type(piece_type).arrivals {
                let zone = *arrival.zone.squares.get(color);
                let from_zone = arrival.leaving && zone.meets(squares);
                let at = if from_zone { ends } else { ends & zone };
                if at.is_empty() || !might_be(variant, &arrival.pieces, color, (color, piece_type), at) {
                    continue;
                }
                self.fired.insert(arrival.origin.0);
                grown |= self.arrive(variant, arrival, (color, piece_type), at);
                if !arrival.may && arrival.then.iter().any(|then| !then.becomes().is_empty()) {
                    let sure = matches!(arrival.pieces, crate::rules::PieceFilter::All) && !arrival.leaving;
                    stays = if sure { stays & !zone } else { stays };
                }
            }
            grown |= self.put(color, piece_type, stays);
        }
        for action in &variant.actions {
            for color in Color::ALL {
                grown |= self.act(variant, &action.act, color);
            }
        }
        grown
    }

    fn arrive(
        &mut self,
        variant: &Variant,
        arrival: &Arrival,
        (color, piece_type): (Color, PieceTypeId),
        at: SquareSet,
    ) -> bool {
        let mut grown = false;
        let mut places = at;
        for then in &arrival.then {
            for piece_type in then.becomes() {
                grown |= self.put(color, *piece_type, places);
            }
            if let Some(home_of) = then.sends_home_of() {
                let homes = variant.homes(color, home_of);
                let board = &variant.board;
                let ranks: Vec<i32> = homes.iter().map(|square| board.cell(square).y).collect();
                places = board.squares().filter(|square| ranks.contains(&board.cell(*square).y)).collect();
            }
            if let Some(pieces) = then.exchanges() {
                grown |= self.mix(variant, color, (piece_type, at), pieces);
            }
        }
        grown
    }

    /// A piece of one piece type may change places with any of some others.
    fn mix(
        &mut self,
        variant: &Variant,
        side: Color,
        (piece_type, at): (PieceTypeId, SquareSet),
        with: &crate::rules::PieceFilter,
    ) -> bool {
        let others: Vec<(Color, PieceTypeId, SquareSet)> = self
            .all()
            .filter(|(color, other, squares)| {
                *color == side && might_be(variant, with, side, (*color, *other), *squares)
            })
            .collect();
        let mut grown = false;
        for (color, other, squares) in others {
            grown |= self.put(color, other, at) | self.put(color, piece_type, squares);
        }
        grown
    }

    fn act(&mut self, variant: &Variant, act: &Act, side: Color) -> bool {
        let mut grown = false;
        let pieces: Vec<(Color, PieceTypeId, SquareSet)> =
            self.all().filter(|(color, ..)| *color == side).collect();
        let effects = act.effects();
        let to = effects.to.map(|to| to.squares(variant, side)).unwrap_or_default();
        let Some(which) = effects.pieces.first() else {
            for piece_type in effects.from_hand.unwrap_or_default() {
                let mut ids = variant.piece_type_ids().map(|(id, _)| id);
                let held = ids.any(|id| variant.held(id) == *piece_type && self.appears(id));
                if variant.hands && held {
                    grown |= self.put(side, *piece_type, to);
                }
            }
            return grown;
        };
        for (color, piece_type, squares) in pieces {
            if might_be(variant, which, side, (color, piece_type), squares) {
                grown |= match effects.pieces.get(1) {
                    Some(with) => self.mix(variant, side, (piece_type, squares), with),
                    None => self.put(color, effects.becomes.unwrap_or(piece_type), to),
                };
            }
        }
        grown
    }
}

/// How one piece type goes.
struct Walker {
    ways: Vec<(Option<ByColor<SquareSet>>, Rc<Ways>)>,
    stays: Option<ByColor<SquareSet>>,
}

impl Walker {
    fn new(variant: &Variant, piece_type: &PieceType, walks: &Walks) -> Walker {
        let ways = piece_type.moves.iter().map(|moves| {
            let zone = moves.on.as_ref().map(|zone| zone.squares);
            (zone, walks.ways(&variant.board, &moves.notation, &moves.automaton))
        });
        Walker { ways: ways.collect(), stays: piece_type.stays.as_ref().map(|zone| zone.squares) }
    }

    fn ends(&self, color: Color, from: SquareSet) -> SquareSet {
        let mut ends = SquareSet::EMPTY;
        for (zone, ways) in &self.ways {
            let here = zone.map_or(from, |zone| from & *zone.get(color));
            for square in here.iter() {
                let more = ways.get(color).get(&square).copied().unwrap_or_default();
                ends |= more;
            }
        }
        self.stays.map_or(ends, |zone| ends & *zone.get(color))
    }
}

/// The squares that entry rules close to each piece type.
struct Closed(Vec<SquareSet>);

impl Closed {
    fn new(variant: &Variant, color: Color) -> Closed {
        let closed = |piece_type: PieceTypeId| {
            let mut closed = SquareSet::EMPTY;
            for admission in &variant.admissions {
                closed |= *admission.zone.squares.get(color);
            }
            for admission in &variant.admissions {
                let zone = *admission.zone.squares.get(color);
                // The rule applies to a piece as it enters, wherever it comes from.
                if might_be(
                    variant,
                    &admission.pieces,
                    color,
                    (color, piece_type),
                    variant.board.squares().collect(),
                ) {
                    closed &= !zone;
                }
            }
            closed
        };
        Closed(variant.piece_type_ids().map(|(piece_type, _)| closed(piece_type)).collect())
    }

    fn to(&self, piece_type: PieceTypeId) -> SquareSet {
        self.0.get(piece_type.index()).copied().unwrap_or_default()
    }
}
