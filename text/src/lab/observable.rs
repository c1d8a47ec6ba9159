//! Finds the rules of a game whose effects a move can show, and those that a given move showed.
//!
//! [`ObservableRules`] lists the rules once for a game. [`ObservableRules::seen`] compares the positions before and
//! after a move, because a move does not record which rules acted. A rule that only forbids moves leaves no trace in a
//! game and is not listed.

use crate::base::{Choice, Color, Move, Offer, Piece, PieceTypeId, Square, Then, Verb};
use crate::fast::stack::PositionStack;
use crate::fast::tables::PieceCode;
use crate::rules::{Act, After, Arrival, Consequence, Effect, Event, Fate, Following, SomePiece, Variant};

/// The maximum number of squares of a board.
const SQUARES: usize = 256;

/// The parts of a position that can show the effect of a rule.
#[derive(Clone, Debug)]
pub(super) struct PositionState {
    pub turn: Color,
    pub pieces: Vec<PieceCode>,
    /// The remaining uses of each right, by color and right.
    rights: [Vec<u8>; 2],
}

impl PositionState {
    pub(super) fn of<T: PositionStack>(stack: &T) -> PositionState {
        let mut pieces = vec![PieceCode::NONE; SQUARES];
        stack.pieces(|square, code| pieces[square.index() % SQUARES] = code);
        let rights = Color::ALL.map(|color| {
            let mut left = Vec::new();
            stack.stock(color).rights(|(_, times)| left.push(times));
            left
        });
        PositionState { turn: stack.turn(), pieces, rights }
    }

    fn at(&self, square: Option<Square>) -> PieceCode {
        square.map_or(PieceCode::NONE, |square| self.pieces[square.index() % SQUARES])
    }

    fn right(&self, right: usize, color: Color) -> u8 {
        self.rights[color as usize].get(right).copied().unwrap_or(0)
    }
}

/// The trace of a rule in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trace {
    Action(usize),
    Castling,
    EnPassant,
    FollowUp(usize),
    /// A consequence of an arrival: the piece type, the index of the arrival, and the index of the consequence.
    Consequence(PieceTypeId, usize, usize),
    /// A change of type by an arrival: the piece type, the index of the arrival, and the new type.
    Becomes(PieceTypeId, usize, PieceTypeId),
}

/// The rules of a game with observable effects.
#[derive(Clone, Debug)]
pub struct ObservableRules {
    pub names: Vec<String>,
    traces: Vec<(Trace, usize)>,
}

impl ObservableRules {
    pub fn new(variant: &Variant) -> ObservableRules {
        let mut watch = ObservableRules { names: Vec::new(), traces: Vec::new() };
        for (number, action) in variant.actions.iter().enumerate() {
            watch.add(Trace::Action(number), format!("action {}", action.name));
        }
        if !variant.castlings.is_empty() {
            watch.add(Trace::Castling, "castling".to_owned());
        }
        let ways = variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
        let mut edges = ways.flat_map(|way| &way.automaton.states).flat_map(|state| &state.edges);
        if edges.any(|edge| edge.effect == Effect::EnPassant) {
            watch.add(Trace::EnPassant, "en passant".to_owned());
        }
        for (number, rule) in variant.follow_ups.iter().enumerate() {
            watch.add(Trace::FollowUp(number), rule.name());
        }
        for (id, piece_type) in variant.piece_type_ids() {
            for (place, arrival) in piece_type.arrivals.iter().enumerate() {
                watch.add_arrival(variant, (id, place), arrival);
            }
        }
        for ending in &variant.endings {
            watch.add_ending(&ending.name);
        }
        watch
    }

    /// Returns the number of the rule with this name, and adds the name if it is new. Rules with the same name share a
    /// number.
    fn number(&mut self, name: String) -> usize {
        let known = self.names.iter().position(|one| *one == name);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    fn add(&mut self, trace: Trace, name: String) {
        let number = self.number(name);
        self.traces.push((trace, number));
    }

    fn add_ending(&mut self, reason: &str) {
        let _ = self.number(format!("ending {reason}"));
    }

    fn add_arrival(&mut self, variant: &Variant, (id, place): (PieceTypeId, usize), arrival: &Arrival) {
        let title = &variant.piece_type(id).title;
        let zone = &arrival.zone.name;
        let at = if zone.is_empty() { String::new() } else { format!(" at {zone}") };
        for (nth, then) in arrival.then.iter().enumerate() {
            let trace = Trace::Consequence(id, place, nth);
            match then {
                Consequence::Become(all) | Consequence::Regain(all) => {
                    for one in all {
                        let name = format!("{title} becomes {}{at}", variant.piece_type(*one).title);
                        self.add(Trace::Becomes(id, place, *one), name);
                    }
                }
                Consequence::Send { home_of, .. } => {
                    let home = &variant.piece_type(*home_of).title;
                    self.add(trace, format!("{title} goes to home of {home}{at}"));
                }
                Consequence::End { reason, .. } => self.add_ending(reason),
                Consequence::Exchange(_) => self.add(trace, format!("{title} changes places{at}")),
                Consequence::Vanish => self.add(trace, format!("{title} vanishes{at}")),
                Consequence::Clear(..) => self.add(trace, format!("{title} removes pieces{at}")),
                Consequence::Itself(Fate::ChangesSides) => {
                    self.add(trace, format!("{title} changes sides{at}"))
                }
                Consequence::Itself(_) => self.add(trace, format!("{title} goes to hand{at}")),
                Consequence::Others(Fate::ChangesSides, ..) => {
                    self.add(trace, format!("{title} converts pieces{at}"));
                }
                Consequence::Others(Fate::Pushed, ..) => {
                    self.add(trace, format!("{title} pushes pieces{at}"))
                }
                Consequence::Others(Fate::InHand | Fate::InOwnersHand, ..) => {
                    self.add(trace, format!("{title} sends pieces to a hand{at}"));
                }
                Consequence::Lose(right)
                | Consequence::Use(right)
                | Consequence::Gain(right)
                | Consequence::Set(right, _) => {
                    let verb = match then.offer() {
                        Some(Offer::Lose) => "loses",
                        Some(Offer::Gain) => "gains",
                        Some(Offer::Set) => "sets",
                        _ => "uses",
                    };
                    self.add(trace, format!("{title} {verb} {}{at}", variant.rights[*right].name));
                }
            }
        }
    }

    /// Returns the numbers of the rules that a move showed, in ascending order.
    pub(super) fn seen(&self, variant: &Variant, seen: &ObservedMove) -> Vec<usize> {
        let shows = self.traces.iter().filter(|(trace, _)| seen.shows(variant, *trace));
        let mut numbers: Vec<usize> = shows.map(|(_, number)| *number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// A move with the positions before and after it.
pub(super) struct ObservedMove<'a> {
    pub before: &'a PositionState,
    pub after: &'a PositionState,
    pub mv: &'a Move,
}

impl ObservedMove<'_> {
    fn mover(&self) -> PieceCode {
        match self.mv.verb {
            Verb::Drop(piece_type) => PieceCode::new(self.before.turn, piece_type),
            Verb::Go | Verb::Castle | Verb::Place | Verb::Exchange | Verb::Pass => {
                self.before.at(self.mv.from)
            }
        }
    }

    fn is_mover(&self, id: PieceTypeId) -> bool {
        self.mover() == PieceCode::new(self.before.turn, id)
    }

    fn shows(&self, variant: &Variant, trace: Trace) -> bool {
        match trace {
            Trace::Action(number) => self.is_action(variant, number),
            Trace::Castling => self.mv.verb == Verb::Castle,
            Trace::EnPassant => self.is_en_passant(),
            Trace::FollowUp(number) => self.is_followed(variant, number),
            Trace::Becomes(id, place, to) => self.becomes(&variant.piece_type(id).arrivals[place], id, to),
            Trace::Consequence(id, place, nth) => {
                let arrival = &variant.piece_type(id).arrivals[place];
                self.is_mover(id) && self.arrives(arrival) && self.has_effect(arrival, &arrival.then[nth])
            }
        }
    }

    fn is_action(&self, variant: &Variant, number: usize) -> bool {
        let action = &variant.actions[number];
        // A replacement is written like a placement, with the same square twice.
        let own = self.mv.from == self.mv.to;
        let fits = match (&action.act, self.mv.verb) {
            (Act::Place { .. }, Verb::Place) => !own,
            (Act::Replace { .. }, Verb::Place) => own,
            (Act::Exchange { .. }, Verb::Exchange) | (Act::Pass, Verb::Pass) => true,
            (Act::Drop { piece_types, .. }, Verb::Drop(piece_type)) => piece_types.contains(&piece_type),
            _ => false,
        };
        let turn = self.before.turn;
        // An action with a right has used it. This distinguishes actions with equal moves.
        let paid = |right: usize| self.after.right(right, turn) < self.before.right(right, turn);
        let is_for = |piece| SomePiece {
            variant,
            piece,
            squares: self.mv.from.map(|one| [one].into_iter().collect()),
        };
        let effects = action.act.effects();
        // Without a position, a filter can only be tested for pieces that it might match.
        let mut filters = effects.pieces.iter();
        fits && action.right.is_none_or(paid)
            && self.mover().piece().is_none_or(|piece| {
                effects.pieces.is_empty() || filters.any(|filter| is_for(piece).might_be(filter, turn))
            })
    }

    fn is_en_passant(&self) -> bool {
        let quiet = self.mv.verb == Verb::Go && self.before.at(self.mv.to) == PieceCode::NONE;
        quiet
            // The move does not record a capture en passant, so it is recognized by an enemy that is gone from another
            // square.
            && self.mv.taken.is_empty()
            && self.mv.unloaded.is_none()
            && self.lost() > 0
            && self.mv.choice != Some(Choice::Accept(Offer::Remove))
    }

    /// Returns the number of enemy pieces that disappeared from squares other than the target.
    fn lost(&self) -> usize {
        let target = self.mv.to.map(Square::index);
        let both = self.before.pieces.iter().zip(&self.after.pieces).enumerate();
        let enemy = |code: PieceCode| code != PieceCode::NONE && code.color() != self.before.turn;
        both.filter(|(at, (was, is))| enemy(**was) && **is == PieceCode::NONE && Some(*at) != target).count()
    }

    fn is_followed(&self, variant: &Variant, number: usize) -> bool {
        let rule = &variant.follow_ups[number];
        // If there is only one rule of this kind, it is the one that acted.
        let alone = variant.follow_ups.len() == 1;
        self.mv.then.iter().any(|then| match (then, &rule.act) {
            (Then::Put(square), Following::Put { zone, .. }) => {
                alone || zone.holds(*square, self.before.turn)
            }
            (Then::Put(_), Following::Advance(_)) => true,
            (Then::Drop { piece_type, square, .. }, Following::Drop(all) | Following::Leave(all)) => {
                let left = match &rule.after {
                    After::Leaving { zone, .. } => zone.holds(*square, self.before.turn),
                    After::Move => true,
                };
                all.contains(piece_type) && (alone || left)
            }
            _ => false,
        })
    }

    /// Returns true if the mover arrives on a square of the arrival rule.
    fn arrives(&self, arrival: &Arrival) -> bool {
        let turn = self.before.turn;
        let is_in = |square: Option<Square>| square.is_some_and(|square| arrival.zone.holds(square, turn));
        !arrival.by_itself && (is_in(self.mv.to) || arrival.leaving && is_in(self.mv.from))
    }

    /// Returns true if the rule applies to the event that the move is.
    fn is_event(&self, arrival: &Arrival) -> bool {
        let event = match self.mv.verb {
            Verb::Exchange => Event::Exchange,
            Verb::Castle => Event::Castling,
            Verb::Drop(_) => Event::Drop,
            Verb::Place => Event::Put,
            Verb::Go | Verb::Pass => return false,
        };
        arrival.events.has(event)
    }

    fn becomes(&self, arrival: &Arrival, id: PieceTypeId, to: PieceTypeId) -> bool {
        if !(arrival.by_itself || self.is_event(arrival)) {
            let now = self.after.at(self.mv.to);
            // If the new type equals the old one, a change cannot be seen.
            let changed = now == PieceCode::new(self.before.turn, to) && to != id;
            return self.is_mover(id) && self.arrives(arrival) && changed;
        }
        Color::ALL.iter().any(|color| {
            let (was, is) = (PieceCode::new(*color, id), PieceCode::new(*color, to));
            let squares = self.before.pieces.iter().zip(&self.after.pieces).zip(0..);
            squares.into_iter().any(|((before, after), at)| {
                // A piece of the new type that moved to this square itself has not changed its type.
                (*before, *after) == (was, is)
                    && self.mv.to != Some(Square(at))
                    && arrival.zone.holds(Square(at), *color)
            })
        })
    }

    fn has_effect(&self, arrival: &Arrival, then: &Consequence) -> bool {
        let choice = self.mv.choice;
        let forced = !arrival.may && choice.is_none();
        let accepted = then.offer().is_some_and(|offer| choice == Some(Choice::Accept(offer)));
        let turn = self.before.turn;
        let changed = |right: &usize| self.after.right(*right, turn).cmp(&self.before.right(*right, turn));
        // The mover is no longer on its target, because it was sent home or has vanished.
        let gone = self.after.at(self.mv.to) != self.mover();
        match then {
            Consequence::Send { .. } => accepted || forced && gone && self.reappears(),
            Consequence::Exchange(_) => matches!(choice, Some(Choice::Exchange(_))),
            Consequence::Vanish => accepted || forced && gone && !self.reappears(),
            Consequence::Clear(..) => accepted || forced && self.lost() > 0,
            Consequence::Itself(_) => accepted || forced && gone,
            Consequence::Others(Fate::InHand | Fate::InOwnersHand, ..) => {
                accepted || forced && self.lost() > 0
            }
            Consequence::Others(Fate::ChangesSides, ..) => accepted || forced && self.converted(),
            Consequence::Others(Fate::Pushed, ..) => accepted || forced && self.pushed(),
            Consequence::Lose(right) | Consequence::Use(right) => {
                accepted || forced && changed(right).is_lt()
            }
            Consequence::Gain(right) => accepted || forced && changed(right).is_gt(),
            Consequence::Set(right, _) => accepted || forced && changed(right).is_ne(),
            // `becomes` handles changes of type, and the outcome shows the end of a game.
            Consequence::Become(_) | Consequence::Regain(_) | Consequence::End { .. } => false,
        }
    }

    /// Returns true if a piece changed sides on its square.
    fn converted(&self) -> bool {
        let both = self.before.pieces.iter().zip(&self.after.pieces);
        let turned = |was: Piece, is: Piece| was.piece_type == is.piece_type && was.color != is.color;
        both.into_iter().any(|(was, is)| was.piece().zip(is.piece()).is_some_and(|(was, is)| turned(was, is)))
    }

    /// Returns true if an enemy piece stands on a square that was empty.
    fn pushed(&self) -> bool {
        let turn = self.before.turn;
        let both = self.before.pieces.iter().zip(&self.after.pieces);
        both.into_iter()
            .any(|(was, is)| *was == PieceCode::NONE && is.piece().is_some_and(|piece| piece.color != turn))
    }

    /// Returns true if a piece like the mover appeared on a square other than the target.
    fn reappears(&self) -> bool {
        let mover = self.mover();
        let target = self.mv.to.map(Square::index);
        let both = self.before.pieces.iter().zip(&self.after.pieces).enumerate();
        both.into_iter().any(|(at, (was, is))| *is == mover && *was != mover && Some(at) != target)
    }
}
