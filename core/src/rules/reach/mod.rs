//! The squares on which pieces of each type can ever stand: by their own moves on an empty board, by promotion, and by
//! actions.
//!
//! The result is a proof: it includes every square on which a piece can stand in any game. The tables use it to find
//! the squares on which a piece may have moved and returned ([`Variant::returns`]), and the lints use it to find rules
//! that never apply. Therefore every effect and act is matched here without a wildcard, and the table of kinds of rules
//! says which kinds move pieces ([`super::RuleKind::moves_pieces`]).
//!
//! [`Reach::new`] computes the squares by growing them until nothing changes.

mod walks;

use super::{
    Act, Arrival, Consequence, Fate, FollowUp, Following, Holds, Moves, Occupied, PieceFilter, SomePiece,
    Variant, Virgin,
};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square, SquareSet, gather};
use std::collections::{BTreeMap, BTreeSet};
pub use walks::Walks;
use walks::{ReachWalker, SideEffects};

/// The squares on which the pieces of a game can ever stand.
pub struct Reach<'a> {
    pub variant: &'a Variant,
    places: Places,
}

/// The result of the computation, by piece.
#[derive(Clone, Debug, Default)]
struct Places {
    stands: BTreeMap<Piece, SquareSet>,
    /// The squares on which pieces can arrive. Start squares count only if a piece can arrive there.
    comes: BTreeMap<Piece, SquareSet>,
    /// The squares from which moves have been computed, and the targets of these moves.
    walked: BTreeMap<Piece, (SquareSet, SquareSet)>,
    /// The targets of moves that another piece induces these pieces to make.
    lent: BTreeMap<Piece, SquareSet>,
    /// The arrival rules that can apply, as pairs of piece type and index.
    fired: BTreeSet<(PieceTypeId, usize)>,
}

impl<'a> Reach<'a> {
    pub fn new(variant: &'a Variant, walks: &Walks) -> Reach<'a> {
        // Most switches do not affect where pieces can stand, so the result of the first game can be reused.
        if let Some(places) = walks.places(variant) {
            return Reach { variant, places };
        }
        let reach = Reach::grown(variant, walks);
        walks.first.get_or_init(|| (variant.clone(), reach.places.clone()));
        reach
    }

    fn grown(variant: &'a Variant, walks: &Walks) -> Reach<'a> {
        walks.look_at(&variant.board);
        let mut reach = Reach { variant, places: Places::default() };
        for (square, piece) in &variant.setup {
            *reach.places.stands.entry(*piece).or_default() |= SquareSet::bit(*square);
        }
        // The targets of castlings depend on no other squares, so they are added only once.
        for castling in &variant.castlings {
            let targets = [castling.king.1, castling.partner.1];
            for ((_, piece), to) in castling.stand().into_iter().zip(targets) {
                reach.put(piece, SquareSet::bit(to));
            }
        }
        let pieces = Color::ALL.into_iter().flat_map(|color| {
            variant.piece_type_ids().map(move |(piece_type, _)| Piece { color, piece_type })
        });
        let walkers: Vec<ReachWalker> = pieces.map(|piece| ReachWalker::new(&reach, piece, walks)).collect();
        let size = |reach: &Reach| {
            let all = reach.places.stands.values().chain(reach.places.lent.values());
            all.map(|squares| squares.count()).sum()
        };
        // Sets of squares only grow, so the loop ends when no set has grown. An empty board can fill from the hands.
        loop {
            let known: u32 = size(&reach);
            reach.grow(&walkers);
            if known == size(&reach) {
                return reach;
            }
        }
    }

    /// Returns the squares on which this piece can stand.
    pub fn of(&self, piece: Piece) -> SquareSet {
        self.places.stands.get(&piece).copied().unwrap_or_default()
    }

    /// Returns the targets of the moves of this piece, even those that it may not enter.
    pub fn leads(&self, piece: Piece) -> SquareSet {
        self.places.walked.get(&piece).map(|(_, ends)| *ends).unwrap_or_default()
    }

    /// Returns true if pieces of this type can ever be on the board.
    pub fn appears(&self, piece_type: PieceTypeId) -> bool {
        self.all().any(|(piece, _)| piece.piece_type == piece_type)
    }

    /// Returns the places of the arrival rules that can apply. One place can concern several piece types.
    pub fn fired(&self) -> BTreeSet<Span> {
        let fired = self.places.fired.iter();
        let arrival =
            |(id, number): &(PieceTypeId, usize)| self.variant.piece_type(*id).arrivals.get(*number);
        gather(fired.filter_map(arrival).map(|arrival| arrival.origin.0))
    }

    /// Iterates over all pieces that can be on the board, with their squares.
    pub fn all(&self) -> impl Iterator<Item = (Piece, SquareSet)> + '_ {
        self.places.stands.iter().map(|(piece, squares)| (*piece, *squares))
    }

    /// Returns true if a filter in a rule for `side` can match this piece on one of `squares`.
    pub fn might_be(&self, filter: &PieceFilter, side: Color, piece: Piece, squares: SquareSet) -> bool {
        SomePiece { variant: self.variant, piece, squares: Some(squares) }.might_be(filter, side)
    }

    /// Returns true if a filter in a rule for `side` can match this piece in hand.
    pub fn might_be_held(&self, filter: &PieceFilter, side: Color, piece: Piece) -> bool {
        SomePiece { variant: self.variant, piece, squares: None }.might_be(filter, side)
    }

    /// Returns true if a filter in a rule for `side` can match some piece that can be on the board.
    pub fn any(&self, pieces: &PieceFilter, side: Color) -> bool {
        self.all().any(|(piece, squares)| self.might_be(pieces, side, piece, squares))
    }

    /// Returns the pieces of `side` that a filter in a rule for it can match.
    fn own(&self, pieces: &PieceFilter, side: Color) -> Vec<(Piece, SquareSet)> {
        let matches = |(piece, squares): &(Piece, SquareSet)| {
            piece.color == side && self.might_be(pieces, side, *piece, *squares)
        };
        self.all().filter(matches).collect()
    }

    /// Returns the squares of the board that a piece may ever enter. Both players can move a neutral piece, each from
    /// the view of that side.
    fn entered(&self, piece: Piece, board: SquareSet) -> SquareSet {
        let views = Color::ALL
            .into_iter()
            .filter(|side| *side == piece.color || self.variant.is_neutral(piece.piece_type));
        let entered = views.map(|side| self.entered_by(Piece { color: side, ..piece }, board));
        entered.fold(SquareSet::default(), |all, squares| all | squares)
    }

    fn entered_by(&self, piece: Piece, board: SquareSet) -> SquareSet {
        let (mut enters, mut admitted) = (board, SquareSet::default());
        for admission in &self.variant.admissions {
            let zone = *admission.zone.squares.get(piece.color);
            enters &= !zone;
            // The filter is tested wherever the piece comes from, so every square is possible here.
            if self.might_be(&admission.pieces, piece.color, piece, board) {
                admitted |= zone;
            }
        }
        enters |= admitted;
        let stays = &self.variant.piece_type(piece.piece_type).stays;
        stays.as_ref().map_or(enters, |zone| enters & *zone.squares.get(piece.color))
    }

    fn put(&mut self, piece: Piece, squares: SquareSet) {
        if !squares.is_empty() {
            *self.places.stands.entry(piece).or_default() |= squares;
            *self.places.comes.entry(piece).or_default() |= squares;
        }
    }

    /// Returns the squares of the array whose piece has other moves while unmoved, and to which such a piece can
    /// return.
    pub fn returns(&self) -> SquareSet {
        let variant = self.variant;
        // Reappearing and induced pieces are not traced exactly, so every such square is assumed to be a return.
        let has_side_effects = variant.piece_types.iter().any(|own| SideEffects::of(&own.moves).is_any());
        let returns = |(home, piece): &(Square, Piece)| {
            has_side_effects || self.places.comes.get(piece).is_some_and(|squares| squares.contains(*home))
        };
        pieces_with_first_moves(variant).into_iter().filter(returns).map(|(home, _)| home).collect()
    }

    /// Returns the targets of moves from these squares and caches them.
    fn walk(&mut self, walker: &ReachWalker, squares: SquareSet) -> SquareSet {
        let (walked, ends) = self.places.walked.entry(walker.piece).or_default();
        let new = squares & !*walked;
        *walked |= new;
        for (from, targets) in &walker.moves {
            *ends |= targets.from(&self.variant.board, *from & new, walker.piece.color);
        }
        *ends
    }

    /// Extends the sets by one round of moves and rules.
    fn grow(&mut self, walkers: &[ReachWalker]) {
        let is_lent = walkers.iter().any(|walker| walker.side_effects.lends != Holds::default());
        for walker in walkers {
            let squares = self.of(walker.piece);
            let known = self.places.walked.get(&walker.piece).is_some_and(|(walked, _)| *walked == squares);
            if !squares.is_empty() && (!known || walker.mixes || is_lent) {
                self.go(walker, squares);
            }
        }
        // The castlings are added at the start, and the other rules that move pieces belong to a piece.
        let Variant { actions, follow_ups, .. } = self.variant;
        for color in Color::ALL {
            actions.iter().for_each(|action| self.act(&action.act, color));
            follow_ups.iter().for_each(|rule| self.follow(rule, color));
        }
    }

    /// Adds the squares that one piece can reach in one move, and the results of arrival rules on them.
    fn go(&mut self, walker: &ReachWalker, squares: SquareSet) {
        let piece = walker.piece;
        let ends = self.walk(walker, squares);
        self.lend(walker, ends);
        let lent = self.places.lent.get(&piece).copied().unwrap_or_default();
        let ends = (ends | lent) & walker.enters;
        let mut stays = ends;
        // The pieces that earlier rules have turned the arriving piece into.
        let mut settled: Vec<(Piece, SquareSet)> = Vec::new();
        let arrivals = &self.variant.piece_type(piece.piece_type).arrivals;
        for (number, arrival) in arrivals.iter().enumerate() {
            let zone = *arrival.zone.squares.get(piece.color);
            let from_zone = arrival.leaving && zone.meets(squares);
            let at = match arrival.by_itself {
                true => squares & zone,
                false if from_zone => ends,
                // An event may have brought the piece to its current square.
                false if !arrival.events.is_empty() => (ends | squares) & zone,
                false => ends & zone,
            };
            if at.is_empty() || !self.might_be(&arrival.pieces, piece.color, piece, at) {
                continue;
            }
            self.places.fired.insert((piece.piece_type, number));
            let from = if arrival.by_itself { Vec::new() } else { settled.clone() };
            let after = self.arrive(arrival, piece.color, [vec![(piece, at)], from].concat());
            if !arrival.by_itself && !arrival.may {
                settled.extend(after.into_iter().filter(|after| *after != (piece, at)));
            }
            // A piece that certainly changes its type in the zone never stands there as itself.
            if is_sure(arrival, piece.piece_type)
                && arrival.then.iter().any(|then| !then.becomes().is_empty())
            {
                stays &= !zone;
            }
        }
        self.put(piece, stays);
    }

    /// Adds the pieces that a follow-up can put on the board for one side.
    fn follow(&mut self, rule: &FollowUp, side: Color) {
        let held = self.held(side);
        let (piece_types, squares) = rule.brings(side);
        let is_there = |id: &&PieceTypeId| rule.dropped().is_empty() || held.contains(id);
        for piece_type in piece_types.iter().filter(is_there) {
            self.put(self.variant.piece_of(side, *piece_type), squares);
        }
        if let Following::Advance(pieces) = &rule.act {
            // The steps are not traced, so all squares are a safe overestimate.
            self.others_suffer(Fate::Pushed, pieces, side);
        }
    }

    /// Adds the squares of other pieces that a move affects: those that it induces to move, and those that
    /// reappear.
    fn lend(&mut self, walker: &ReachWalker, ends: SquareSet) {
        let SideEffects { lends, unloads } = walker.side_effects;
        if lends == Holds::default() && !unloads {
            return;
        }
        let others: Vec<Piece> = self.places.stands.keys().copied().collect();
        let everywhere: SquareSet = self.variant.board.squares().collect();
        for other in others {
            let is_own = other.color == walker.piece.color;
            if lends.meets(if is_own { Holds::OWN } else { Holds::ENEMY }) {
                *self.places.lent.entry(other).or_default() |= ends;
                self.put(other, ends);
            }
            if unloads && !self.variant.is_neutral(other.piece_type) {
                // A reappearing piece is not traced, so all squares are a safe overestimate.
                self.put(other, everywhere);
            }
        }
    }

    /// Returns the piece types that can be in the hand of a side.
    fn held(&self, side: Color) -> BTreeSet<PieceTypeId> {
        let variant = self.variant;
        let captured = self.places.stands.keys().filter(|_| variant.fills_hands());
        let captured = captured.map(|piece| variant.held(piece.piece_type));
        let first = variant.start_hands.iter().filter(|(piece, _)| variant.hands && piece.color == side);
        gather(captured.chain(first.map(|(piece, _)| piece.piece_type)))
    }

    /// Applies the effects of an arrival rule to some pieces. Returns the pieces that can result.
    fn arrive(
        &mut self,
        arrival: &Arrival,
        side: Color,
        pieces: Vec<(Piece, SquareSet)>,
    ) -> Vec<(Piece, SquareSet)> {
        arrival.then.iter().fold(pieces, |pieces, then| {
            let after = self.suffer(then, side, pieces);
            after.iter().for_each(|(piece, squares)| self.put(*piece, *squares));
            after
        })
    }

    fn suffer(
        &mut self,
        effect: &Consequence,
        side: Color,
        pieces: Vec<(Piece, SquareSet)>,
    ) -> Vec<(Piece, SquareSet)> {
        let variant = self.variant;
        let places = pieces.iter().fold(SquareSet::default(), |all, (_, squares)| all | *squares);
        match effect {
            Consequence::Become(ids) | Consequence::Regain(ids) => {
                ids.iter().map(|id| (variant.piece_of(side, *id), places)).collect()
            }
            Consequence::Send { home_of, occupied: Occupied { remove: _, otherwise: _ } } => {
                // The home square may be occupied, and then the piece can end anywhere on the same rank.
                let rank = |square| variant.board.cell(square).y;
                let ranks: Vec<i32> = variant.homes(side, *home_of).iter().map(rank).collect();
                let to: SquareSet =
                    variant.board.squares().filter(|square| ranks.contains(&rank(*square))).collect();
                pieces.into_iter().map(|(piece, _)| (piece, to)).collect()
            }
            Consequence::Exchange(with) => {
                let others = self.own(with, side);
                self.mix(&pieces, &others);
                let to = others.iter().fold(SquareSet::default(), |all, (_, squares)| all | *squares);
                pieces.into_iter().map(|(piece, squares)| (piece, squares | to)).collect()
            }
            // The piece is gone or the game is over, so nothing is added.
            Consequence::Vanish | Consequence::End { result: _, reason: _ } => pieces,
            Consequence::Itself(Fate::ChangesSides) => {
                let turned = |(piece, squares): (Piece, SquareSet)| {
                    (variant.piece_of(piece.color.other(), piece.piece_type), squares)
                };
                pieces.into_iter().map(turned).collect()
            }
            Consequence::Others(fate, others, _) => {
                self.others_suffer(*fate, others, side);
                pieces
            }
            // The piece keeps its type and its square, or goes to a hand.
            Consequence::Itself(_)
            | Consequence::Clear(..)
            | Consequence::Lose(_)
            | Consequence::Use(_)
            | Consequence::Gain(_)
            | Consequence::Set(..) => pieces,
        }
    }

    /// Adds what can become of the pieces that match a filter in a rule for `side`.
    fn others_suffer(&mut self, fate: Fate, others: &PieceFilter, side: Color) {
        let variant = self.variant;
        let matches = |(piece, squares): &(Piece, SquareSet)| self.might_be(others, side, *piece, *squares);
        let matching: Vec<(Piece, SquareSet)> = self.all().filter(matches).collect();
        for (piece, squares) in matching {
            match fate {
                Fate::ChangesSides => {
                    self.put(variant.piece_of(piece.color.other(), piece.piece_type), squares)
                }
                // A pushed piece is not traced, so all squares are a safe overestimate.
                Fate::Pushed => self.put(piece, variant.board.squares().collect()),
                Fate::InHand | Fate::InOwnersHand => {}
            }
        }
    }

    /// Adds the squares that result if any piece of one list exchanges places with any piece of the other.
    fn mix(&mut self, some: &[(Piece, SquareSet)], others: &[(Piece, SquareSet)]) {
        for (these, those) in [(some, others), (others, some)] {
            let squares = those.iter().fold(SquareSet::default(), |all, (_, squares)| all | *squares);
            these.iter().for_each(|(piece, _)| self.put(*piece, squares));
        }
    }

    fn act(&mut self, act: &Act, side: Color) {
        let variant = self.variant;
        match act {
            Act::Place { pieces, to, removing: _, becomes } => {
                for (piece, _) in self.own(pieces, side) {
                    let placed = becomes.map_or(piece, |id| variant.piece_of(side, id));
                    self.put(placed, to.squares(variant, side));
                }
            }
            Act::Exchange { pieces, with, except_to: _ } => {
                let (some, others) = (self.own(pieces, side), self.own(with, side));
                self.mix(&some, &others);
            }
            Act::Replace { pieces, by } => {
                for (_, squares) in self.own(pieces, side) {
                    self.put(variant.piece_of(side, *by), squares);
                }
            }
            Act::Drop { piece_types, to, not_with: _, not_with_number: _, not_mating: _, becomes } => {
                let held = self.held(side);
                for id in piece_types.iter().filter(|id| held.contains(id)) {
                    let forms = if becomes.is_empty() { std::slice::from_ref(id) } else { becomes };
                    for form in forms {
                        self.put(variant.piece_of(side, *form), *to.squares.get(side));
                    }
                }
            }
            Act::Pass => {}
        }
    }
}

/// Returns true if the arrival rule applies to every piece of a type that arrives in its zone.
fn is_sure(arrival: &Arrival, piece_type: PieceTypeId) -> bool {
    let Arrival {
        pieces,
        zone: _,
        leaving,
        entering,
        by_itself,
        events: _,
        only_events,
        way,
        when,
        capturing,
        may,
        then: _,
        origin: _,
        event_origin: _,
    } = arrival;
    pieces.has_all_own(piece_type)
        && !(*may || *leaving || *entering || *by_itself || *only_events)
        && way.is_none()
        && when.is_none()
        && capturing.is_none()
}

/// Returns the pieces of the array that have other moves while unmoved, or whose first move has consequences.
pub fn pieces_with_first_moves(variant: &Variant) -> Vec<(Square, Piece)> {
    let has_first_move = |(home, piece): &(Square, Piece)| {
        let on = |moves: &&Moves| moves.on.as_ref().is_none_or(|zone| zone.holds(*home, piece.color));
        let here = variant.piece_type(piece.piece_type).moves.iter().filter(on);
        let mut entries = here.flat_map(|moves| &moves.automaton.entries);
        let some = SomePiece { variant, piece: *piece, squares: Some(SquareSet::bit(*home)) };
        let mut leaving = variant.follow_ups.iter().filter_map(FollowUp::leaving);
        entries.any(|entry| entry.virgin == Some(Virgin::Home))
            || leaving.any(|(pieces, zone, first)| {
                // A piece that belongs to neither side leaves its square in a move of either.
                let other = variant.is_neutral(piece.piece_type).then(|| piece.color.other());
                let here = |player: &Color| zone.holds(*home, *player) && some.might_be(pieces, *player);
                first && [Some(piece.color), other].iter().flatten().any(here)
            })
    };
    variant.home_pieces().filter(has_first_move).collect()
}
