//! Where pieces of each type can ever stand: by their own moves on an empty board, by what they become, and by actions.

use crate::base::source::Span;
use crate::base::{Bitboard, Board, ByColor, Color, Piece, PieceTypeId, Square, SquareSet};
use crate::lang::betza::ends;
use crate::rules::{
    Act, Arrival, Automaton, Effect, FollowUp, Moves, PieceFilter, SomePiece, Variant, Virgin,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// Where moves lead on an empty board, worked out where it is asked for.
#[derive(Debug)]
struct Ways {
    automaton: Automaton,
    /// Whether they are the same for both sides.
    symmetric: bool,
    squares: ByColor<Vec<OnceLock<SquareSet>>>,
}

impl Ways {
    fn new(board: &Board, moves: &Moves) -> Ways {
        let squares = ByColor::from_fn(|_| vec![OnceLock::new(); board.span()]);
        Ways { automaton: moves.automaton.clone(), symmetric: moves.automaton.is_symmetric(), squares }
    }

    fn from(&self, board: &Board, square: Square, color: Color) -> SquareSet {
        let color = if self.symmetric { Color::White } else { color };
        let known = &self.squares.get(color)[square.index()];
        *known.get_or_init(|| ends(&self.automaton, board, square, color))
    }
}

type Known = (Option<Board>, BTreeMap<String, Arc<Ways>>);

/// Caches where moves lead from each square of a board, and where the pieces of a game can stand, while one file is checked
/// many times.
#[derive(Debug, Default)]
pub(crate) struct Walks {
    known: RefCell<Known>,
    /// The game looked at first, and where its pieces can stand: most values of most switches change nothing about it.
    first: OnceLock<(Variant, Places)>,
}

impl Walks {
    /// Forgets what is known of any other board.
    fn look_at(&self, board: &Board) {
        let mut known = self.known.borrow_mut();
        if known.0.as_ref() != Some(board) {
            *known = (Some(board.clone()), BTreeMap::new());
        }
    }

    /// Where moves lead from every square of the board looked at, if it is empty.
    fn ways(&self, board: &Board, moves: &Moves) -> Arc<Ways> {
        let known = &mut self.known.borrow_mut().1;
        let written = moves.notation.written();
        if !known.contains_key(written) {
            known.insert(written.to_owned(), Arc::new(Ways::new(board, moves)));
        }
        Arc::clone(&known[written])
    }

    /// Where the pieces of a game can stand, if that is known from the game looked at first.
    fn places(&self, variant: &Variant) -> Option<Places> {
        let (first, places) = self.first.get()?;
        let is_same = first.setup == variant.setup
            && first.piece_types == variant.piece_types
            && first.admissions == variant.admissions
            && first.actions == variant.actions
            && first.castlings == variant.castlings
            && first.follow_ups == variant.follow_ups
            && first.hands == variant.hands
            && first.captures_leave == variant.captures_leave
            && first.start_hands == variant.start_hands
            && first.hand_homes == variant.hand_homes
            && first.board == variant.board;
        is_same.then(|| places.clone())
    }
}

/// Where the pieces of a game can ever stand.
pub(super) struct Reach<'a> {
    pub(super) variant: &'a Variant,
    places: Places,
}

#[derive(Clone, Debug, Default)]
struct Places {
    stands: BTreeMap<Piece, SquareSet>,
    /// Where they can come to stand: not only because the array has them there.
    comes: BTreeMap<Piece, SquareSet>,
    /// The squares of those whose moves have been looked at, and where these moves lead.
    walked: BTreeMap<Piece, (SquareSet, SquareSet)>,
    /// The arrivals that can happen, each by its number among those of its piece type.
    fired: BTreeSet<(PieceTypeId, usize)>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(variant: &'a Variant, walks: &Walks) -> Reach<'a> {
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
        for castling in &variant.castlings {
            let targets = [castling.king.1, castling.partner.1];
            for ((_, piece), to) in castling.stand().into_iter().zip(targets) {
                reach.put(piece, SquareSet::bit(to));
            }
        }
        let pieces = Color::ALL.into_iter().flat_map(|color| {
            variant.piece_type_ids().map(move |(piece_type, _)| Piece { color, piece_type })
        });
        let walkers: Vec<Walker> = pieces.map(|piece| Walker::new(&reach, piece, walks)).collect();
        let size = |reach: &Reach| reach.places.stands.values().map(|squares| squares.count()).sum();
        let mut known = 0u32;
        while known != size(&reach) {
            known = size(&reach);
            reach.grow(&walkers);
        }
        reach
    }

    /// Where such pieces can stand.
    pub(super) fn of(&self, piece: Piece) -> SquareSet {
        self.places.stands.get(&piece).copied().unwrap_or_default()
    }

    /// Where the moves of such pieces lead, whether or not they may go there.
    pub(super) fn leads(&self, piece: Piece) -> SquareSet {
        self.places.walked.get(&piece).map(|(_, ends)| *ends).unwrap_or_default()
    }

    /// Whether pieces of a piece type can be on the board at all.
    pub(super) fn appears(&self, piece_type: PieceTypeId) -> bool {
        self.all().any(|(piece, _)| piece.piece_type == piece_type)
    }

    /// The rules for arrivals that can happen, by where they are written: each may concern several piece types.
    pub(super) fn fired(&self) -> BTreeSet<Span> {
        let fired = self.places.fired.iter();
        let arrival =
            |(id, number): &(PieceTypeId, usize)| self.variant.piece_type(*id).arrivals.get(*number);
        fired.filter_map(arrival).map(|arrival| arrival.origin.0).collect()
    }

    /// All pieces that can be on the board, and where.
    pub(super) fn all(&self) -> impl Iterator<Item = (Piece, SquareSet)> + '_ {
        self.places.stands.iter().map(|(piece, squares)| (*piece, *squares))
    }

    /// Whether such a piece on one of `squares` might be meant by a rule for `side`.
    pub(super) fn might_be(
        &self,
        filter: &PieceFilter,
        side: Color,
        piece: Piece,
        squares: SquareSet,
    ) -> bool {
        SomePiece { variant: self.variant, piece, squares: Some(squares) }.might_be(filter, side)
    }

    /// Whether such a piece in hand might be meant by a rule for `side`.
    pub(super) fn might_be_held(&self, filter: &PieceFilter, side: Color, piece: Piece) -> bool {
        SomePiece { variant: self.variant, piece, squares: None }.might_be(filter, side)
    }

    /// Whether some piece that can be on the board might be meant by a rule for `side`.
    pub(super) fn any(&self, pieces: &PieceFilter, side: Color) -> bool {
        self.all().any(|(piece, squares)| self.might_be(pieces, side, piece, squares))
    }

    /// The pieces of `side` that a rule for it might mean.
    fn own(&self, pieces: &PieceFilter, side: Color) -> Vec<(Piece, SquareSet)> {
        let meant = |(piece, squares): &(Piece, SquareSet)| {
            piece.color == side && self.might_be(pieces, side, *piece, *squares)
        };
        self.all().filter(meant).collect()
    }

    fn put(&mut self, piece: Piece, squares: SquareSet) {
        if !squares.is_empty() {
            *self.places.stands.entry(piece).or_default() |= squares;
            *self.places.comes.entry(piece).or_default() |= squares;
        }
    }

    /// Squares of the array whose piece may make other moves before it has moved and may come back there, or another like it.
    pub(super) fn returns(&self) -> SquareSet {
        let variant = self.variant;
        let all = variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
        let mut edges = all.flat_map(|moves| &moves.automaton.states).flat_map(|state| &state.edges);
        // Pieces that are put down again or lent a move are not followed.
        let strange = edges.any(|edge| edge.unload || edge.effect == Effect::Induce);
        let returns = |(home, piece): &(Square, Piece)| {
            strange || self.places.comes.get(piece).is_some_and(|squares| squares.contains(*home))
        };
        minds_moving(variant).into_iter().filter(returns).map(|(home, _)| home).collect()
    }

    /// Where moves from these squares lead; squares looked at before are remembered.
    fn walk(&mut self, walker: &Walker, squares: SquareSet) -> SquareSet {
        let (walked, ends) = self.places.walked.entry(walker.piece).or_default();
        let new = squares & !*walked;
        *walked |= new;
        for (from, ways) in &walker.moves {
            for square in (*from & new).iter() {
                *ends |= ways.from(&self.variant.board, square, walker.piece.color);
            }
        }
        *ends & walker.enters
    }

    /// Takes one step in every way.
    fn grow(&mut self, walkers: &[Walker]) {
        for walker in walkers {
            let piece = walker.piece;
            let squares = self.of(piece);
            let known = self.places.walked.get(&piece).is_some_and(|(walked, _)| *walked == squares);
            if squares.is_empty() || known && !walker.mixes {
                continue;
            }
            let ends = self.walk(walker, squares);
            let mut stays = ends;
            let arrivals = &self.variant.piece_type(piece.piece_type).arrivals;
            for (number, arrival) in arrivals.iter().enumerate() {
                let zone = *arrival.zone.squares.get(piece.color);
                let from_zone = arrival.leaving && zone.meets(squares);
                let at = match arrival.by_itself {
                    true => squares & zone,
                    false if from_zone => ends,
                    false => ends & zone,
                };
                if at.is_empty() || !self.might_be(&arrival.pieces, piece.color, piece, at) {
                    continue;
                }
                self.places.fired.insert((piece.piece_type, number));
                self.arrive(arrival, piece, at);
                let becomes = arrival.then.iter().any(|then| !then.becomes().is_empty());
                if becomes
                    && !arrival.may
                    && !arrival.leaving
                    && !arrival.by_itself
                    && arrival.pieces == PieceFilter::All
                    && arrival.way.is_none()
                    && arrival.when.is_none()
                    && arrival.capturing.is_none()
                {
                    stays &= !zone;
                }
            }
            self.put(piece, stays);
        }
        for action in &self.variant.actions {
            Color::ALL.into_iter().for_each(|color| self.act(&action.act, color));
        }
        for color in Color::ALL {
            let held = self.held(color);
            for rule in &self.variant.follow_ups {
                let (piece_types, squares) = rule.brings(color);
                let is_there = |id: &&PieceTypeId| rule.dropped().is_empty() || held.contains(id);
                for piece_type in piece_types.iter().filter(is_there) {
                    let color = if self.variant.is_neutral(*piece_type) { Color::White } else { color };
                    self.put(Piece { color, piece_type: *piece_type }, squares);
                }
            }
        }
    }

    /// What a side can have in hand.
    fn held(&self, side: Color) -> BTreeSet<PieceTypeId> {
        let variant = self.variant;
        let captured = self.places.stands.keys().filter(|_| variant.holds_captures());
        let captured = captured.map(|piece| variant.held(piece.piece_type));
        let first = variant.start_hands.iter().filter(|(piece, _)| variant.hands && piece.color == side);
        captured.chain(first.map(|(piece, _)| piece.piece_type)).collect()
    }

    fn arrive(&mut self, arrival: &Arrival, piece: Piece, at: SquareSet) {
        let variant = self.variant;
        let mut places = at;
        let mut pieces = vec![piece];
        for then in &arrival.then {
            if !then.becomes().is_empty() {
                pieces = then.becomes().iter().map(|id| Piece { piece_type: *id, ..piece }).collect();
                pieces.iter().for_each(|piece| self.put(*piece, places));
            }
            if let Some(home_of) = then.sends_home_of() {
                let rank = |square| variant.board.cell(square).y;
                let ranks: Vec<i32> = variant.homes(piece.color, home_of).iter().map(rank).collect();
                places = variant.board.squares().filter(|square| ranks.contains(&rank(*square))).collect();
                pieces.iter().for_each(|piece| self.put(*piece, places));
            }
            if let Some(with) = then.exchanges() {
                let others = self.own(with, piece.color);
                let arrived: Vec<_> = pieces.iter().map(|piece| (*piece, places)).collect();
                self.mix(&arrived, &others);
            }
        }
    }

    /// Each of some pieces may change places with each of some others.
    fn mix(&mut self, some: &[(Piece, SquareSet)], others: &[(Piece, SquareSet)]) {
        for (these, those) in [(some, others), (others, some)] {
            let squares = those.iter().fold(SquareSet::default(), |all, (_, squares)| all | *squares);
            these.iter().for_each(|(piece, _)| self.put(*piece, squares));
        }
    }

    fn act(&mut self, act: &Act, side: Color) {
        let variant = self.variant;
        let effects = act.effects();
        let to = effects.to.map(|to| to.squares(variant, side));
        let Some(which) = effects.pieces.first() else {
            let held = self.held(side);
            for piece_type in effects.from_hand.unwrap_or_default().iter().filter(|id| held.contains(id)) {
                let forms = if effects.becomes.is_empty() { &[*piece_type][..] } else { effects.becomes };
                for form in forms {
                    self.put(Piece { color: side, piece_type: *form }, to.unwrap_or_default());
                }
            }
            return;
        };
        let pieces = self.own(which, side);
        if let Some(with) = effects.pieces.get(1) {
            return self.mix(&pieces, &self.own(with, side));
        }
        for (piece, squares) in pieces {
            let becomes = effects.becomes.first().copied().unwrap_or(piece.piece_type);
            self.put(Piece { piece_type: becomes, ..piece }, to.unwrap_or(squares));
        }
    }
}

/// The pieces of the array that make other moves before they have moved, or whose first move has consequences.
pub(super) fn minds_moving(variant: &Variant) -> Vec<(Square, Piece)> {
    let minds = |(home, piece): &(Square, Piece)| {
        let on = |moves: &&Moves| moves.on.as_ref().is_none_or(|zone| zone.holds(*home, piece.color));
        let here = variant.piece_type(piece.piece_type).moves.iter().filter(on);
        let mut entries = here.flat_map(|moves| &moves.automaton.entries);
        let some = SomePiece { variant, piece: *piece, squares: Some(SquareSet::bit(*home)) };
        let mut leaving = variant.follow_ups.iter().filter_map(FollowUp::leaving);
        entries.any(|entry| entry.virgin == Some(Virgin::Home))
            || leaving.any(|(pieces, zone, first)| {
                first && zone.holds(*home, piece.color) && some.might_be(pieces, piece.color)
            })
    };
    variant.home_pieces().filter(minds).collect()
}

/// How one piece goes.
struct Walker {
    piece: Piece,
    /// From which squares it has which moves.
    moves: Vec<(SquareSet, Arc<Ways>)>,
    /// The squares it may ever enter.
    enters: SquareSet,
    /// Whether it changes places where it arrives, so that where it can stand depends on where others can.
    mixes: bool,
}

impl Walker {
    fn new(reach: &Reach, piece: Piece, walks: &Walks) -> Walker {
        let board = &reach.variant.board;
        let all: SquareSet = board.squares().collect();
        let piece_type = reach.variant.piece_type(piece.piece_type);
        let moves = piece_type.moves.iter().map(|moves| {
            let from = moves.on.as_ref().map_or(all, |zone| *zone.squares.get(piece.color));
            (from, walks.ways(board, moves))
        });
        let mut enters = all;
        let mut admitted = SquareSet::default();
        for admission in &reach.variant.admissions {
            let zone = *admission.zone.squares.get(piece.color);
            enters &= !zone;
            // The rule applies to a piece as it enters, wherever it comes from.
            if reach.might_be(&admission.pieces, piece.color, piece, all) {
                admitted |= zone;
            }
        }
        enters |= admitted;
        if let Some(zone) = &piece_type.stays {
            enters &= *zone.squares.get(piece.color);
        }
        let mut consequences = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
        let mixes = consequences.any(|then| then.exchanges().is_some());
        Walker { piece, moves: moves.collect(), enters, mixes }
    }
}
