//! The parts of each rule.
//!
//! [`RuleRef::parts`] is the entry point. Every struct of the IR is destructured here without `..`, so that a new
//! field of a rule does not compile until it is listed as a part or ignored explicitly.

use super::part::{Filler, Part, Role};
use super::{
    Act, Action, Admission, After, Amount, Arrival, Border, Castling, CastlingRule, ClockRule, Condition,
    Consequence, Ending, FenCount, FollowUp, Following, Immunity, MoveProperty, MoveRule, Moves, Near,
    Occupied, PieceFilter, Right, Royalty, RuleRef, Target, Total, Turns, Zone,
};
use crate::base::PieceTypeId;

impl<'v> RuleRef<'v> {
    /// Returns the parts of the rule. If the rule belongs to a piece type, the first part is that piece type.
    pub fn parts(self) -> Vec<Part<'v>> {
        let mut parts = PartList(Vec::new());
        if let Some(id) = self.piece_type() {
            parts.add(Role::Actor, Filler::PieceType(id));
        }
        match self {
            RuleRef::Board(_) | RuleRef::Array(_) | RuleRef::Hands | RuleRef::FirstMove(_) => {}
            RuleRef::Piece(..) | RuleRef::Royal(..) | RuleRef::Neutral(_) | RuleRef::Points(..) => {}
            RuleRef::Turns(Turns { moves: _, first: _, more: _, check_ends: _, origin: _ }) => {}
            RuleRef::Right(_, Right { name: _, times: _, used_up: _, clock: _, regained: _, origin: _ }) => {}
            RuleRef::Region(zone, _) | RuleRef::Stays(_, zone) => parts.add(Role::Where, Filler::Zone(zone)),
            RuleRef::Moves(_, moves) => parts.moves(moves),
            RuleRef::Arrival(_, arrival) => parts.arrival(arrival),
            RuleRef::InHand(_, held) => parts.add(Role::Becomes, Filler::PieceType(held)),
            RuleRef::Action(action) => parts.action(action),
            RuleRef::FollowUp(rule) => parts.follow_up(rule),
            RuleRef::Castling(castling) => parts.castling(castling),
            RuleRef::CastlingRule(rule) => parts.castling_rule(rule),
            RuleRef::Admission(Admission { zone, pieces, origin: _ })
            | RuleRef::Border(Border { zone, pieces, by: _, origin: _ }) => {
                parts.pieces(Role::Actor, Some(pieces));
                parts.add(Role::Where, Filler::Zone(zone));
            }
            RuleRef::Immunity(Immunity { pieces, to: _, origin: _ })
            | RuleRef::Clock(ClockRule { pieces }) => {
                parts.pieces(Role::Actor, Some(pieces));
            }
            RuleRef::MoveRule(rule) => parts.move_rule(rule),
            RuleRef::Royalty(Royalty { binds: _, facing: _, mutual: _, origin: _ }) => {
                parts.pieces(Role::Actor, Some(&PieceFilter::ROYAL));
            }
            RuleRef::Ending(ending) => parts.ending(ending),
            RuleRef::FenCount(FenCount { name: _, right, of_enemy: _, origin: _ }) => {
                parts.add(Role::Counts, Filler::Right(*right));
            }
        }
        parts.0
    }
}

struct PartList<'v>(Vec<Part<'v>>);

impl<'v> PartList<'v> {
    fn add(&mut self, role: Role, filler: Filler<'v>) {
        self.0.push(Part { role, filler });
    }

    fn pieces(&mut self, role: Role, pieces: Option<&'v PieceFilter>) {
        self.0.extend(pieces.map(|pieces| Part { role, filler: Filler::Pieces(pieces) }));
    }

    fn zone(&mut self, role: Role, zone: Option<&'v Zone>) {
        self.0.extend(zone.map(|zone| Part { role, filler: Filler::Zone(zone) }));
    }

    fn condition(&mut self, role: Role, condition: Option<&'v Condition>) {
        self.0.extend(condition.map(|condition| Part { role, filler: Filler::Condition(condition) }));
    }

    fn moves(&mut self, moves: &'v Moves) {
        let Moves {
            on,
            to,
            over,
            capturing,
            stops,
            safely: _,
            when,
            provided,
            notation: _,
            automaton: _,
            origin: _,
        } = moves;
        self.zone(Role::From, on.as_ref());
        self.zone(Role::Goes, to.as_ref());
        self.pieces(Role::Over, over.as_ref());
        self.pieces(Role::Victim, capturing.as_ref());
        self.pieces(Role::Stops, stops.as_ref());
        self.condition(Role::When, when.as_ref());
        self.condition(Role::Provided, provided.as_ref());
    }

    fn arrival(&mut self, arrival: &'v Arrival) {
        let Arrival {
            pieces,
            zone,
            leaving: _,
            entering: _,
            by_itself: _,
            events: _,
            only_events: _,
            way: _,
            when,
            capturing,
            may: _,
            then,
            origin: _,
            event_origin: _,
        } = arrival;
        self.pieces(Role::Subject, Some(pieces));
        self.zone(Role::Where, Some(zone));
        self.pieces(Role::Victim, capturing.as_ref());
        self.condition(Role::When, when.as_ref());
        then.iter().for_each(|effect| self.effect(effect));
    }

    fn effect(&mut self, effect: &'v Consequence) {
        match effect {
            Consequence::Become(ids) | Consequence::Regain(ids) => {
                self.add(Role::Becomes, Filler::PieceTypes(ids));
            }
            Consequence::Send { home_of, occupied: Occupied { remove, otherwise: _ } } => {
                self.add(Role::Goes, Filler::HomeOf(*home_of));
                self.pieces(Role::Removed, remove.as_ref());
            }
            Consequence::End { result: _, reason: _ } | Consequence::Vanish | Consequence::Itself(_) => {}
            Consequence::Exchange(pieces) => self.pieces(Role::Partner, Some(pieces)),
            Consequence::Clear(pieces, near) | Consequence::Others(_, pieces, near) => {
                self.pieces(Role::Cleared, Some(pieces));
                match near {
                    Near::Around | Near::Ahead | Near::Behind | Near::Attacked => {}
                    Near::Between(pieces, _) | Near::Crossing(pieces) => {
                        self.pieces(Role::Marks, Some(pieces))
                    }
                }
            }
            Consequence::Lose(right) => self.add(Role::Loses, Filler::Right(*right)),
            Consequence::Use(right) => self.add(Role::Uses, Filler::Right(*right)),
            Consequence::Gain(right) => self.add(Role::Gains, Filler::Right(*right)),
            Consequence::Set(right, amount) => {
                self.add(Role::Sets, Filler::Right(*right));
                match amount {
                    Amount::Number(_) => {}
                    Amount::Total(Total { pieces, within: _, points: _ }) => {
                        self.pieces(Role::SetTo, Some(pieces));
                    }
                    Amount::Uses { right, enemy: _ } => self.add(Role::SetTo, Filler::Right(*right)),
                }
            }
        }
    }

    fn action(&mut self, action: &'v Action) {
        let Action {
            name: _,
            act,
            when,
            provided,
            right,
            unsafely: _,
            duty: _,
            origin: _,
            lines: _,
            notes: _,
        } = action;
        self.act(act);
        self.condition(Role::When, when.as_ref());
        self.condition(Role::Provided, provided.as_ref());
        right.iter().for_each(|right| self.add(Role::Uses, Filler::Right(*right)));
    }

    fn act(&mut self, act: &'v Act) {
        match act {
            Act::Place { pieces, to, removing, becomes } => {
                self.pieces(Role::Actor, Some(pieces));
                match to {
                    Target::Zone(zone) => self.zone(Role::Goes, Some(zone)),
                    Target::HomeOf(id) => self.add(Role::Goes, Filler::HomeOf(*id)),
                }
                self.pieces(Role::Removed, removing.as_ref());
                becomes.iter().for_each(|id| self.add(Role::Becomes, Filler::PieceType(*id)));
            }
            Act::Exchange { pieces, with, except_to } => {
                self.pieces(Role::Actor, Some(pieces));
                self.pieces(Role::Partner, Some(with));
                for (pieces, zone) in except_to {
                    self.pieces(Role::Except, Some(pieces));
                    self.zone(Role::Except, Some(zone));
                }
            }
            Act::Replace { pieces, by } => {
                self.pieces(Role::Actor, Some(pieces));
                self.add(Role::Becomes, Filler::PieceType(*by));
            }
            Act::Drop { piece_types, to, not_with, not_with_number: _, not_mating: _, becomes } => {
                self.add(Role::Drops, Filler::PieceTypes(piece_types));
                self.zone(Role::Goes, Some(to));
                self.pieces(Role::Blocks, not_with.as_ref());
                self.add(Role::Becomes, Filler::PieceTypes(becomes));
            }
            Act::Pass => {}
        }
    }

    fn follow_up(&mut self, rule: &'v FollowUp) {
        let FollowUp { after, when, may: _, act, shields: _, origin: _ } = rule;
        match after {
            After::Leaving { pieces, zone, first: _ } => {
                self.pieces(Role::Subject, Some(pieces));
                self.zone(Role::From, Some(zone));
            }
            After::Move => {}
        }
        self.condition(Role::When, when.as_ref());
        match act {
            Following::Leave(ids) => self.add(Role::Becomes, Filler::PieceTypes(ids)),
            Following::Advance(pieces) => self.pieces(Role::Goes, Some(pieces)),
            Following::Drop(ids) => self.add(Role::Drops, Filler::PieceTypes(ids)),
            Following::Put { piece_type, zone, more: _, ahead: _ } => {
                self.add(Role::Puts, Filler::PieceType(*piece_type));
                self.zone(Role::Goes, Some(zone));
            }
        }
    }

    fn castling(&mut self, castling: &'v Castling) {
        let Castling {
            letter: _,
            color: _,
            pieces,
            king: _,
            partner: _,
            empty: _,
            safe: _,
            when,
            named: _,
            placed: _,
            origin: _,
        } = castling;
        self.castle(*pieces);
        self.condition(Role::When, when.as_ref());
    }

    fn castling_rule(&mut self, rule: &'v CastlingRule) {
        let CastlingRule { pieces, on, side: _, to: _, attacked: _, when, origin: _ } = rule;
        self.castle(*pieces);
        self.condition(Role::When, when.as_ref());
        self.zone(Role::From, on.0.as_ref());
        self.zone(Role::From, on.1.as_ref());
    }

    fn castle(&mut self, (piece, partner): (PieceTypeId, PieceTypeId)) {
        self.add(Role::Actor, Filler::PieceType(piece));
        self.add(Role::Partner, Filler::PieceType(partner));
    }

    fn move_rule(&mut self, rule: &'v MoveRule) {
        let MoveRule { force: _, property, by, when, origin: _ } = rule;
        self.condition(Role::When, when.as_ref());
        self.pieces(Role::Actor, by.as_ref());
        match property {
            MoveProperty::Capture(pieces) => self.pieces(Role::Victim, Some(pieces)),
            MoveProperty::Lose(pieces) => self.pieces(Role::Lost, Some(pieces)),
            MoveProperty::Reach(condition) => self.condition(Role::Provided, Some(condition)),
            MoveProperty::Move | MoveProperty::Castle | MoveProperty::Pass => {}
            MoveProperty::Drop(pieces) => self.pieces(Role::Actor, Some(pieces)),
            MoveProperty::Check => self.add(Role::Provided, Filler::Check),
            MoveProperty::Checkmate => self.add(Role::Provided, Filler::Mate),
        }
    }

    fn ending(&mut self, ending: &'v Ending) {
        let Ending { name: _, when, result: _, claimed: _, origin: _ } = ending;
        self.condition(Role::When, Some(when));
    }
}
