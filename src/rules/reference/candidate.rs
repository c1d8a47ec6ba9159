//! Moves carried out: each piece's own moves with all their consequences.

use super::Rules;
use super::attack::Purpose;
use crate::base::{Choice, Color, Move, Outcome, Piece, Result, Setup, Square, Verb};
use crate::rules::walk::Walk;
use crate::rules::{Arrival, Consequence, Displaced, Occupied, Threat};

/// A move and what it leads to, not yet known to be legal.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The position after it; the turn has passed.
    pub(super) after: Setup,
    /// Where the piece that acted ends, if it is still there.
    pub(super) acted: Option<Square>,
    /// Pieces that changed squares: from where, and to where if they are still on the board.
    pub(super) shifts: Vec<(Square, Option<Square>)>,
}

impl Candidate {
    /// Where the piece that stood on `square` stands after the move.
    pub(super) fn follow(&self, square: Square) -> Option<Square> {
        match self.shifts.iter().find(|(from, _)| *from == square) {
            Some((_, to)) => *to,
            None => Some(square),
        }
    }
}

/// A move being carried out.
#[derive(Clone)]
pub(super) struct Draft {
    mv: Move,
    setup: Setup,
    player: Color,
    acted: Option<Square>,
    shifts: Vec<(Square, Option<Square>)>,
    reset: bool,
}

impl Draft {
    pub(super) fn new(setup: &Setup, mv: Move) -> Draft {
        let mut setup = setup.clone();
        setup.passed.clear();
        let player = setup.turn;
        Draft { mv, setup, player, acted: None, shifts: Vec::new(), reset: false }
    }

    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(super) fn setup_mut(&mut self) -> &mut Setup {
        &mut self.setup
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        self.setup.pieces.get_mut(square.index()).and_then(|place| std::mem::replace(place, piece))
    }

    /// The piece that is on `square` now stood there or elsewhere before the move; from now on it is at `to`.
    fn shift(&mut self, square: Square, to: Option<Square>) {
        match self.shifts.iter_mut().find(|(_, now)| *now == Some(square)) {
            Some(entry) => entry.1 = to,
            None => self.shifts.push((square, to)),
        }
    }

    /// Takes the piece on `square` off the board.
    pub(super) fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.put(square, None)?;
        self.shift(square, None);
        self.reset = true;
        Some(piece)
    }

    /// Moves the piece on `from` to the empty square `to`.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        let piece = self.put(from, None);
        self.shift(from, Some(to));
        self.put(to, piece);
        if self.acted == Some(from) || self.acted.is_none() {
            self.acted = Some(to);
        }
    }

    /// Lets the pieces on two squares change places; the one on `a` is the one that acts.
    pub(super) fn exchange(&mut self, a: Square, b: Square) {
        let piece = self.put(a, None);
        let other = self.put(b, piece);
        self.put(a, other);
        let at = |shifts: &[(Square, Option<Square>)], s| shifts.iter().position(|(_, now)| *now == Some(s));
        let (first, second) = (at(&self.shifts, a), at(&self.shifts, b));
        for (place, from, to) in [(first, a, b), (second, b, a)] {
            match place.and_then(|i| self.shifts.get_mut(i)) {
                Some(entry) => entry.1 = Some(to),
                None => self.shifts.push((from, Some(to))),
            }
        }
        self.acted = Some(b);
    }

    /// Puts a piece that came from nowhere on an empty square.
    pub(super) fn enter(&mut self, square: Square, piece: Piece) {
        self.put(square, Some(piece));
        self.acted = Some(square);
    }

    pub(super) fn become_piece_type(&mut self, square: Square, piece_type: crate::base::PieceTypeId) {
        let color = self.player;
        self.put(square, Some(Piece { color, piece_type }));
    }

    fn acting(&self) -> Option<(Square, Piece)> {
        self.acted.and_then(|square| Some((square, self.setup.piece(square)?)))
    }
}

impl Rules<'_> {
    /// Ends a draft: the clock runs, castlings whose pieces are gone are lost, the turn passes.
    pub(super) fn finish(&self, mut draft: Draft, irreversible: bool) -> Candidate {
        for (bit, castling) in self.variant.castlings.iter().enumerate() {
            let at_home = |square| {
                let home = self.variant.setup.iter().find(|(s, _)| *s == square).map(|(_, piece)| *piece);
                home.is_some() && draft.setup.piece(square) == home
            };
            if !at_home(castling.king.0) || !at_home(castling.partner.0) {
                draft.setup.castling &= !(1 << bit);
            }
        }
        let setup = &mut draft.setup;
        setup.halfmove = if draft.reset || irreversible { 0 } else { setup.halfmove.saturating_add(1) };
        if setup.turn == Color::Black {
            setup.fullmove = setup.fullmove.saturating_add(1);
        }
        setup.turn = setup.turn.other();
        Candidate { mv: draft.mv, after: draft.setup, acted: draft.acted, shifts: draft.shifts }
    }

    /// The pieces' own moves, before the safety of royals.
    pub(super) fn piece_candidates(&self, setup: &Setup) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (square, piece) in setup.pieces() {
            if piece.color == setup.turn {
                candidates.extend(self.candidates_from(setup, square));
            }
        }
        candidates.extend(self.castling_candidates(setup));
        candidates
    }

    /// The moves of the piece on `from` alone, for whichever side it belongs to.
    pub(super) fn candidates_from(&self, setup: &Setup, from: Square) -> Vec<Candidate> {
        self.walks(setup, from, Purpose::Move)
            .into_iter()
            .filter(|walk| !walk.captures.iter().any(|s| self.is_immune(setup, *s, Threat::Capture)))
            .flat_map(|walk| self.carry_out(setup, &walk))
            .collect()
    }

    fn carry_out(&self, setup: &Setup, walk: &Walk) -> Vec<Candidate> {
        let (from, to) = (walk.actor, walk.to);
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let mut mv = Move::new(Verb::Go, from, to);
        mv.taken = walk.captures.iter().copied().filter(|square| *square != to).collect();
        mv.unloaded = walk.unload;
        if walk.unload == Some(from) && walk.captures == [to] {
            mv.verb = Verb::Exchange;
            mv.unloaded = None;
        }
        let irreversible = self.matches(&self.variant.clock.pieces, setup, from, piece, piece.color);
        let mut draft = Draft::new(setup, mv);
        draft.setup.turn = piece.color;
        draft.player = piece.color;
        let mut last = None;
        for square in &walk.captures {
            last = draft.remove(*square).map(|taken| (*square, taken));
            if let (None, Some((_, taken))) = (walk.unload, last) {
                self.take_in_hand(&mut draft, taken);
            }
        }
        if let Some(victim) = walk.en_passant.and_then(|passed| self.passer(setup, passed)) {
            if self.is_immune(setup, victim, Threat::Capture) {
                return Vec::new();
            }
            if let Some(taken) = draft.remove(victim) {
                self.take_in_hand(&mut draft, taken);
            }
        }
        if from != to {
            draft.carry(from, to);
        } else {
            draft.acted = Some(to);
        }
        if let (Some(square), Some((origin, taken))) = (walk.unload, last) {
            if draft.setup.piece(square).is_some() {
                return Vec::new();
            }
            draft.put(square, Some(taken));
            if let Some(entry) = draft.shifts.iter_mut().find(|(place, _)| *place == origin) {
                entry.1 = Some(square);
            }
        }
        draft.setup.passed.clone_from(&walk.passed);
        draft.setup.passed.sort();
        draft.setup.passed.dedup();
        self.arrive(draft, from).into_iter().map(|draft| self.finish(draft, irreversible)).collect()
    }

    /// A captured piece joins the hand of the one who took it, in a game with hands.
    fn take_in_hand(&self, draft: &mut Draft, taken: Piece) {
        if self.variant.hands && taken.color != draft.player {
            let piece_type = self.variant.held(taken.piece_type);
            if let Some(held) = draft.setup.hands.get_mut(piece_type.index()) {
                let held = held.get_mut(draft.player);
                *held = held.saturating_add(1);
            }
        }
    }

    /// The piece that may be taken on a square it passed: one of the side that moved last, standing where a move from
    /// one of its home squares over that square would have brought it.
    pub(super) fn passer(&self, setup: &Setup, passed: Square) -> Option<Square> {
        let mover = setup.turn.other();
        setup.pieces().filter(|(_, piece)| piece.color == mover).map(|(square, _)| square).find(|square| {
            let Some(piece) = setup.piece(*square) else { return false };
            self.variant.homes(mover, piece.piece_type).iter().any(|home| {
                if setup.piece(home).is_some() {
                    return false;
                }
                let mut before = setup.clone();
                before.passed.clear();
                if let Some(place) = before.pieces.get_mut(square.index()) {
                    *place = None;
                }
                if let Some(place) = before.pieces.get_mut(home.index()) {
                    *place = Some(piece);
                }
                self.walks(&before, home, Purpose::Move)
                    .iter()
                    .any(|walk| walk.to == *square && walk.passed.contains(&passed))
            })
        })
    }

    /// What happens on arrival: one draft for each way it can go.
    fn arrive(&self, draft: Draft, from: Square) -> Vec<Draft> {
        let Some((to, piece)) = draft.acting() else { return vec![draft] };
        let applies = |arrival: &&Arrival| {
            let zone = arrival.zone.squares.get(piece.color);
            (zone.contains(to) || (arrival.leaving && zone.contains(from)))
                && self.matches(&arrival.pieces, draft.setup(), to, piece, piece.color)
        };
        let arrivals = self.variant.piece_type(piece.piece_type).arrivals.iter().filter(applies);
        let mut settled = vec![draft.clone()];
        let mut chosen = Vec::new();
        for arrival in arrivals {
            if arrival.may {
                chosen.extend(self.follow_through(vec![draft.clone()], arrival));
            } else {
                settled = self.follow_through(settled, arrival);
            }
        }
        settled.extend(chosen);
        settled
    }

    fn follow_through(&self, drafts: Vec<Draft>, arrival: &Arrival) -> Vec<Draft> {
        arrival.then.iter().fold(drafts, |drafts, consequence| {
            drafts.into_iter().flat_map(|draft| self.consequence(draft, consequence, arrival.may)).collect()
        })
    }

    fn consequence(&self, mut draft: Draft, consequence: &Consequence, may: bool) -> Vec<Draft> {
        let Some((square, piece)) = draft.acting() else { return vec![draft] };
        match consequence {
            Consequence::Become(piece_types) => {
                let told = may || piece_types.len() > 1;
                let become_one = |piece_type: &crate::base::PieceTypeId| {
                    let mut draft = draft.clone();
                    draft.become_piece_type(square, *piece_type);
                    if told {
                        draft.mv.choice = Some(Choice::Become(*piece_type));
                    }
                    draft
                };
                piece_types.iter().map(become_one).collect()
            }
            Consequence::Send { home_of, occupied } => {
                let home = self.variant.homes(piece.color, *home_of).iter().next();
                let Some(home) = home else { return Vec::new() };
                match self.destination(&mut draft, square, home, occupied) {
                    Some(target) => {
                        if target != square {
                            draft.carry(square, target);
                        }
                        vec![draft]
                    }
                    None => Vec::new(),
                }
            }
            Consequence::End { result, reason } => {
                let winner = match result {
                    Result::Win => Some(piece.color),
                    Result::Loss => Some(piece.color.other()),
                    Result::Draw => None,
                };
                draft.setup.ended = Some(Outcome { winner, reason: reason.clone() });
                if may {
                    draft.mv.choice = Some(Choice::End(*result));
                }
                vec![draft]
            }
            Consequence::Exchange(pieces) => {
                let partners = self.select(pieces, draft.setup(), piece.color);
                partners
                    .into_iter()
                    .filter(|(other, partner)| {
                        *other != square
                            && partner.color == piece.color
                            && !self.is_immune(draft.setup(), *other, Threat::Exchange)
                    })
                    .map(|(other, _)| {
                        let mut draft = draft.clone();
                        draft.exchange(square, other);
                        draft.mv.choice = Some(Choice::Exchange(other));
                        draft
                    })
                    .collect()
            }
            Consequence::Vanish => {
                draft.remove(square);
                vec![draft]
            }
        }
    }

    /// Where a piece sent to `home` comes to stand; what must make way is taken off.
    fn destination(
        &self,
        draft: &mut Draft,
        from: Square,
        home: Square,
        occupied: &Occupied,
    ) -> Option<Square> {
        let Some(other) = draft.setup.piece(home) else { return Some(home) };
        if home == from {
            return Some(home);
        }
        let removable = occupied.remove.as_ref().is_some_and(|pieces| {
            self.matches(pieces, draft.setup(), home, other, draft.player)
                && !self.is_immune(draft.setup(), home, Threat::Displacement)
        });
        if removable {
            draft.remove(home);
            return Some(home);
        }
        match occupied.otherwise {
            Displaced::Illegal => None,
            Displaced::Nearest => self.nearest_free(draft.setup(), home, draft.player),
        }
    }

    /// The nearest empty square of the grid on the rank of `home`, the owner's left before the right.
    fn nearest_free(&self, setup: &Setup, home: Square, color: Color) -> Option<Square> {
        let board = &self.variant.board;
        let grid = board.grid();
        let free = |square: &Square| grid.contains(*square) && setup.piece(*square).is_none();
        (1..=board.width().max(1)).find_map(|distance| {
            let left = board.step(home, (-distance, 0), color).filter(free);
            left.or_else(|| board.step(home, (distance, 0), color).filter(free))
        })
    }

    fn castling_candidates(&self, setup: &Setup) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (bit, castling) in self.variant.castlings.iter().enumerate() {
            let open = castling.color == setup.turn
                && setup.castling >> bit & 1 == 1
                && castling.empty.iter().all(|square| setup.piece(*square).is_none())
                && castling.safe.iter().all(|square| self.is_safe_step(setup, castling.king.0, *square));
            if !open {
                continue;
            }
            let mut draft = Draft::new(setup, Move::new(Verb::Castle, castling.king.0, castling.king.1));
            let king = draft.put(castling.king.0, None);
            let partner = draft.put(castling.partner.0, None);
            draft.put(castling.king.1, king);
            draft.put(castling.partner.1, partner);
            draft.shifts = vec![
                (castling.king.0, Some(castling.king.1)),
                (castling.partner.0, Some(castling.partner.1)),
            ];
            draft.acted = Some(castling.king.1);
            candidates.push(self.finish(draft, false));
        }
        candidates
    }

    /// Whether the piece on `from` would not be attacked on `to`.
    fn is_safe_step(&self, setup: &Setup, from: Square, to: Square) -> bool {
        let mut draft = Draft::new(setup, Move::new(Verb::Go, from, to));
        if from != to {
            draft.carry(from, to);
        }
        !self.is_attacked(draft.setup(), to)
    }
}
