//! The canonical forms of single rules.

use super::Canon;
use crate::base::{Board, ByColor, Piece, Square};
use crate::lang::betza::reduce::united;
use crate::rules::{
    Act, Action, Admission, After, Arrival, Automaton, Border, Castling, CastlingRule, ClockRule, Condition,
    Consequence, Ending, FenCount, FollowUp, Following, Immunity, MoveProperty, MoveRule, Moves, Near,
    Notation, Occupied, PieceFilter, PieceType, Right, Royalty, RuleRef, Target, Turns, Zone,
};
use std::collections::{BTreeMap, BTreeSet};

impl Canon<'_> {
    /// Returns the form of a rule. The form of a piece type contains all rules that belong to it.
    pub fn rule(self, rule: RuleRef) -> String {
        match rule {
            RuleRef::Board(board) => self.board(board),
            RuleRef::Region(zone, _) => self.zone(zone),
            RuleRef::Array(_) => self.array(),
            RuleRef::Hands => format!("{} {} {:?}", self.0.hands, self.0.captures_leave, self.0.captures_to),
            RuleRef::Piece(_, own) => self.piece_type(own),
            // These rules are parts of a piece type.
            RuleRef::Points(..)
            | RuleRef::Royal(..)
            | RuleRef::Neutral(_)
            | RuleRef::Moves(..)
            | RuleRef::Stays(..) => String::new(),
            RuleRef::Arrival(..) | RuleRef::InHand(..) => String::new(),
            RuleRef::Right(_, Right { name, times, used_up, clock, regained, origin: _ }) => {
                let from = if *used_up { " used up" } else { "" };
                let clock = if *clock { " clock" } else { "" };
                format!("{name} {times} {regained}{from}{clock}")
            }
            RuleRef::Action(action) => self.action(action),
            RuleRef::FollowUp(rule) => self.follow_up(rule),
            RuleRef::Castling(castling) => self.castling(castling),
            RuleRef::CastlingRule(rule) => self.castling_rule(rule),
            RuleRef::Admission(Admission { zone, pieces, origin: _ }) => {
                format!("{} : {}", self.zone(zone), self.filter(pieces))
            }
            RuleRef::Border(Border { zone, pieces, by, origin: _ }) => {
                format!("{} : {} {by:?}", self.zone(zone), self.filter(pieces))
            }
            RuleRef::Immunity(Immunity { pieces, to, origin: _ }) => {
                let to: BTreeSet<_> = to.iter().collect();
                format!("{} {to:?}", self.filter(pieces))
            }
            RuleRef::MoveRule(rule) => self.move_rule(rule),
            RuleRef::Royalty(Royalty { binds, facing, mutual, origin: _ }) => {
                format!("{binds:?} {facing} {mutual}")
            }
            RuleRef::FirstMove(first) => format!("{first:?}"),
            RuleRef::Turns(Turns { moves, first, more, check_ends, origin: _ }) => {
                format!("{moves:?} {first:?} {more} {check_ends}")
            }
            RuleRef::Ending(ending) => self.ending(ending),
            RuleRef::Clock(ClockRule { pieces }) => self.filter(pieces),
            RuleRef::FenCount(FenCount { name, right, of_enemy, origin: _ }) => {
                format!("{name} {} {of_enemy}", self.right_name(*right))
            }
        }
    }

    fn board(self, board: &Board) -> String {
        let cells: BTreeMap<&str, (i32, i32)> =
            board.cells().map(|cell| (cell.name.as_str(), (cell.x, cell.y))).collect();
        let (joins, checkered) = (board.joins, board.checkered);
        format!("{} {} {:?} {joins:?} {checkered} {cells:?}", board.width, board.height, board.orientation)
    }

    fn piece(self, piece: Piece) -> String {
        format!("{:?} {}", piece.color, self.type_name(piece.piece_type))
    }

    /// Returns the form of the start position.
    fn array(self) -> String {
        let variant = self.0;
        let name = |square: Square| variant.board.name(square);
        let at = |places: &[(Square, Piece)]| -> BTreeSet<(&str, String)> {
            places.iter().map(|(square, piece)| (name(*square), self.piece(*piece))).collect()
        };
        let held = variant.start_hands.iter().map(|(piece, number)| (self.piece(*piece), *number));
        let held: BTreeSet<(String, u8)> = held.filter(|(_, number)| *number > 0).collect();
        let orders =
            variant.arrays.iter().find(|info| info.name == variant.array).and_then(|info| info.orders);
        let castlings: BTreeSet<String> = variant.castlings.iter().map(|own| self.castling(own)).collect();
        format!("{:?} {:?} {held:?} {orders:?} {castlings:?}", at(&variant.setup), at(&variant.hand_homes))
    }

    fn castling(self, castling: &Castling) -> String {
        let Castling { letter, color, pieces, king, partner, empty, safe, named: _, placed, when, origin: _ } =
            castling;
        let names = |squares: &[Square]| -> BTreeSet<&str> {
            squares.iter().map(|square| self.0.board.name(*square)).collect()
        };
        let path = |(from, to): (Square, Square)| (self.0.board.name(from), self.0.board.name(to));
        let pieces = (self.type_name(pieces.0), self.type_name(pieces.1));
        let (empty, safe, when) = (names(empty), names(safe), self.if_any(when.as_ref()));
        format!(
            "{letter} {color:?} {pieces:?} {:?} {:?} {empty:?} {safe:?} {placed} {when:?}",
            path(*king),
            path(*partner)
        )
    }

    fn castling_rule(self, rule: &CastlingRule) -> String {
        let CastlingRule { pieces, on, side, to: ByColor { white, black }, attacked, when, origin: _ } = rule;
        let name = |square: Square| self.0.board.name(square);
        let to = [white, black].map(|(one, other)| (name(*one), name(*other)));
        let pieces = (self.type_name(pieces.0), self.type_name(pieces.1));
        let on = (self.place(on.0.as_ref()), self.place(on.1.as_ref()));
        format!("{pieces:?} {on:?} {side:?} {to:?} {attacked} {:?}", self.if_any(when.as_ref()))
    }

    fn place(self, zone: Option<&Zone>) -> Option<String> {
        zone.map(|zone| self.zone(zone))
    }

    fn some(self, pieces: Option<&PieceFilter>) -> Option<String> {
        pieces.map(|pieces| self.filter(pieces))
    }

    fn if_any(self, condition: Option<&Condition>) -> Option<String> {
        condition.map(|condition| self.condition(condition))
    }

    fn piece_type(self, own: &PieceType) -> String {
        let PieceType {
            piece: _,
            stage: _,
            token,
            title: _,
            written,
            also: _,
            notes: _,
            royal,
            neutral,
            capturable,
            value: _,
            points,
            tuned: _,
            moves,
            stays,
            arrivals,
            in_hand,
            origin: _,
            lines: _,
        } = own;
        let written: BTreeSet<_> = written.iter().collect();
        let arrivals: Vec<String> = arrivals.iter().map(|arrival| self.arrival(own, arrival)).collect();
        let in_hand = in_hand.map(|held| self.type_name(held));
        let stays = self.place(stays.as_ref());
        let moves = self.moves(own, moves);
        format!(
            "{token} {written:?} {royal:?} {neutral} {capturable} {points} {moves:?} {stays:?} {arrivals:?} {in_hand:?}"
        )
    }

    /// Returns the forms of kinds of moves. Kinds with equal limits are united, unless an arrival refers to one of them.
    fn moves(self, own: &PieceType, moves: &[Moves]) -> BTreeMap<String, String> {
        let mut groups: BTreeMap<String, Vec<&Automaton>> = BTreeMap::new();
        for kind in moves {
            let Moves {
                on,
                to,
                over,
                capturing,
                stops,
                safely,
                when,
                provided,
                notation,
                automaton,
                origin: _,
            } = kind;
            let places = (self.place(on.as_ref()), self.place(to.as_ref()));
            let pieces = (self.some(over.as_ref()), self.some(capturing.as_ref()), self.some(stops.as_ref()));
            let conditions = (self.if_any(when.as_ref()), self.if_any(provided.as_ref()));
            let is_way = own.arrivals.iter().any(|arrival| arrival.way.as_ref() == Some(notation));
            let way = is_way.then_some(automaton);
            groups
                .entry(format!("{places:?} {pieces:?} {safely} {conditions:?} {way:?}"))
                .or_default()
                .push(automaton);
        }
        let form = |all: Vec<&Automaton>| match all.as_slice() {
            [only] => format!("{only:?}"),
            all => united(all.iter().copied()).map_or_else(
                || format!("{:?}", all.iter().map(|own| format!("{own:?}")).collect::<BTreeSet<_>>()),
                |united| format!("{united:?}"),
            ),
        };
        groups.into_iter().map(|(limits, all)| (limits, form(all))).collect()
    }

    fn arrival(self, own: &PieceType, arrival: &Arrival) -> String {
        let Arrival {
            pieces,
            zone,
            leaving,
            entering,
            by_itself,
            events,
            only_events,
            way,
            when,
            capturing,
            may,
            then,
            origin: _,
            event_origin: _,
        } = arrival;
        let flags = (leaving, entering, by_itself, events, only_events, may);
        let automaton = |way: &Notation| {
            own.moves.iter().find(|moves| moves.notation == *way).map(|moves| &moves.automaton)
        };
        let way = way.as_ref().map(automaton);
        let (when, capturing) = (self.if_any(when.as_ref()), self.some(capturing.as_ref()));
        let then: Vec<String> = then.iter().map(|effect| self.effect(effect)).collect();
        let pieces = self.filter_of(&own.name(), pieces);
        format!("{pieces} {} {flags:?} {way:?} {when:?} {capturing:?} {then:?}", self.zone(zone))
    }

    fn effect(self, effect: &Consequence) -> String {
        match effect {
            Consequence::Become(ids) => format!("become {:?}", self.type_names(ids)),
            Consequence::Regain(ids) => format!("regain {:?}", self.type_names(ids)),
            Consequence::Send { home_of, occupied: Occupied { remove, otherwise } } => {
                format!("send {} {:?} {otherwise:?}", self.type_name(*home_of), self.some(remove.as_ref()))
            }
            Consequence::End { result, reason } => format!("end {result:?} {reason}"),
            Consequence::Exchange(pieces) => format!("exchange {}", self.filter(pieces)),
            Consequence::Vanish => "vanish".to_owned(),
            Consequence::Clear(pieces, near) => format!("clear {} {}", self.filter(pieces), self.near(near)),
            Consequence::Itself(fate) => format!("itself {fate:?}"),
            Consequence::Others(fate, pieces, near) => {
                format!("others {fate:?} {} {}", self.filter(pieces), self.near(near))
            }
            Consequence::Lose(right) => format!("lose {}", self.right_name(*right)),
            Consequence::Use(right) => format!("use {}", self.right_name(*right)),
            Consequence::Gain(right) => format!("gain {}", self.right_name(*right)),
            Consequence::Set(right, to) => format!("set {} {}", self.right_name(*right), self.amount(to)),
        }
    }

    fn near(self, near: &Near) -> String {
        match near {
            Near::Around | Near::Ahead | Near::Behind | Near::Attacked => format!("{near:?}"),
            Near::Between(pieces, class) => format!("between {} {class:?}", self.filter(pieces)),
            Near::Crossing(pieces) => format!("crossing {}", self.filter(pieces)),
        }
    }

    fn action(self, action: &Action) -> String {
        let Action { name, act, when, provided, right, unsafely, duty, origin: _, lines: _, notes: _ } =
            action;
        let right = right.map(|right| self.right_name(right));
        let (when, provided) = (self.if_any(when.as_ref()), self.if_any(provided.as_ref()));
        format!("{name} {} {when:?} {provided:?} {right:?} {unsafely} {duty:?}", self.act(act))
    }

    fn act(self, act: &Act) -> String {
        match act {
            Act::Place { pieces, to, removing, becomes } => {
                let to = match to {
                    Target::Zone(zone) => self.zone(zone),
                    Target::HomeOf(id) => format!("home of {}", self.type_name(*id)),
                };
                let becomes = becomes.map(|id| self.type_name(id));
                format!("place {} {to} {:?} {becomes:?}", self.filter(pieces), self.some(removing.as_ref()))
            }
            Act::Exchange { pieces, with, except_to } => {
                let except = |(pieces, zone): &(PieceFilter, Zone)| (self.filter(pieces), self.zone(zone));
                let except: BTreeSet<_> = except_to.iter().map(except).collect();
                format!("exchange {} {} {except:?}", self.filter(pieces), self.filter(with))
            }
            Act::Replace { pieces, by } => format!("replace {} {}", self.filter(pieces), self.type_name(*by)),
            Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes } => {
                let (dropped, becomes) = (self.type_names(piece_types), self.type_names(becomes));
                let not_with = self.some(not_with.as_ref());
                let to = self.zone(to);
                format!("drop {dropped:?} {to} {not_with:?} {not_with_number} {not_mating} {becomes:?}")
            }
            Act::Pass => "pass".to_owned(),
        }
    }

    fn follow_up(self, rule: &FollowUp) -> String {
        let FollowUp { after, when, may, act, shields, origin: _ } = rule;
        let after = match after {
            After::Leaving { pieces, zone, first } => {
                format!("leaving {} {} {first}", self.filter(pieces), self.zone(zone))
            }
            After::Move => "move".to_owned(),
        };
        let act = match act {
            Following::Drop(ids) => format!("drop {:?}", self.type_names(ids)),
            Following::Leave(ids) => format!("leave {:?}", self.type_names(ids)),
            Following::Advance(pieces) => format!("advance {}", self.filter(pieces)),
            Following::Put { piece_type, zone, more, ahead } => {
                format!("put {} {} {more} {ahead}", self.type_name(*piece_type), self.zone(zone))
            }
        };
        format!("{after} {:?} {may} {shields} {act}", self.if_any(when.as_ref()))
    }

    fn move_rule(self, rule: &MoveRule) -> String {
        let MoveRule { force, property, by, when, origin: _ } = rule;
        let property = match property {
            MoveProperty::Move | MoveProperty::Check | MoveProperty::Checkmate => format!("{property:?}"),
            MoveProperty::Castle | MoveProperty::Pass => format!("{property:?}"),
            MoveProperty::Drop(pieces) => format!("drop {}", self.filter(pieces)),
            MoveProperty::Capture(pieces) => format!("capture {}", self.filter(pieces)),
            MoveProperty::Lose(pieces) => format!("lose {}", self.filter(pieces)),
            MoveProperty::Reach(condition) => format!("reach {}", self.condition(condition)),
        };
        format!("{force:?} {property} {:?} {:?}", self.some(by.as_ref()), self.if_any(when.as_ref()))
    }

    fn ending(self, ending: &Ending) -> String {
        let Ending { name, when, result, claimed, origin: _ } = ending;
        format!("{name} {} {result:?} {claimed}", self.condition(when))
    }
}
