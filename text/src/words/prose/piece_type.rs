//! Describes piece types in sentences: their moves, traits, other names, arrivals, and notes.
//!
//! [`Prose::traits`] and [`Prose::moving`] describe a piece for a page. The citation of a whole piece appears with its
//! name, so a sentence repeats only a different citation.

use super::{Prose, a, result};
use crate::base::source::Span;
use crate::base::{Color, PieceTypeId};
use crate::lang::betza;
use crate::messages::text::{capital, commas, join};
use crate::rules::{
    Arrival, Consequence, Displaced, Event, Events, Fate, Formula, Imitate, Immunity, Moves, Near, Origin,
    OtherName, PieceTest, Remark, RuleRef, StepClass, Threat, Zone,
};
use std::iter::repeat;

impl Prose<'_> {
    /// Describes the moves of a piece for readers who do not know the notation.
    pub fn moving(&self, moves: &Moves) -> Option<String> {
        let text = &moves.notation;
        let reading = betza::read(text, Span::new(0, 0, text.len())).0?;
        let on = moves.on.as_ref().map_or(String::new(), |zone| match zone.name.starts_with("outside ") {
            true => format!("{}: ", capital(&self.place(zone))),
            false => format!("In {}: ", self.place(zone)),
        });
        let to = moves.to.as_ref().map_or(String::new(), |zone| format!("To {}: ", self.place(zone)));
        Some(on + &to + &betza::describe(&reading.notation))
    }

    /// Describes a piece type without its moves, one sentence for each trait. A sentence has citations only if they
    /// differ from those of the whole piece.
    pub fn traits(&self, id: PieceTypeId) -> Vec<String> {
        let whole = self.variant.piece_type(id).origin;
        self.sentences(id).into_iter().map(|(text, origin)| text + &self.note_beside(whole, origin)).collect()
    }

    /// Describes the moves of a piece type, with the citations that differ from those of the whole piece.
    pub fn ways(&self, id: PieceTypeId) -> Vec<String> {
        let own = self.variant.piece_type(id);
        let one = |moves: &Moves| Some(self.moving(moves)? + &self.note_beside(own.origin, moves.origin));
        own.moves.iter().filter_map(one).collect()
    }

    /// Returns the citations of a sentence about a piece. The page prints the citations of the whole piece with its
    /// name, and does not repeat them.
    fn note_beside(&self, whole: Origin, origin: Origin) -> String {
        Some(self.note(origin)).filter(|note| *note != self.note(whole)).unwrap_or_default()
    }

    /// Returns the sentences of [`Self::traits`] without citations, each with its origin.
    pub fn sentences(&self, id: PieceTypeId) -> Vec<(String, Origin)> {
        let piece_type = self.variant.piece_type(id);
        let mut lines: Vec<(String, Origin)> = Vec::new();
        for rule in self.variant.rules_of(id) {
            let first = rule.origin(self.variant);
            // The second sentence about an arrival is about events.
            let others = if let RuleRef::Arrival(_, arrival) = rule { arrival.event_origin } else { first };
            for (text, origin) in self.rule(rule).into_iter().zip([first].into_iter().chain(repeat(others))) {
                // Several move sets can have the same limit.
                if lines.iter().all(|(known, _)| *known != text) {
                    lines.push((text, origin));
                }
            }
        }
        let immunities = self.variant.immunities.iter().filter(|immunity| is_trait(immunity, id));
        let immune = |to: &[Threat]| format!("It is immune to {}.", threats(to));
        lines.extend(immunities.map(|immunity| (immune(&immunity.to), immunity.origin)));
        if piece_type.moves.is_empty() && !piece_type.neutral {
            let line = piece_type.line("stands");
            let origin = if line.0.end > 0 { line } else { piece_type.origin };
            lines.push(("It does not move.".to_owned(), origin));
        }
        lines
    }

    /// Describes the limits and further effects of a `moves` line, one sentence each.
    pub(super) fn limits_of(&self, moves: &Moves) -> Vec<String> {
        let way = &moves.notation;
        let when = moves.when.as_ref();
        let when = when.map(|when| format!("It moves with `{way}` only when {}.", self.condition(when)));
        let provided = moves.provided.as_ref().map(|provided| {
            format!("It moves with `{way}` only if, afterwards, {}.", self.condition(provided))
        });
        let over = moves.over.as_ref();
        let over = over.map(|pieces| format!("With `{way}` it jumps only over {}.", self.a_piece(pieces)));
        let stops = moves.stops.as_ref();
        let stops = stops.map(|pieces| format!("With `{way}` it must stop beside {}.", self.a_piece(pieces)));
        let safely = moves.safely.then(|| format!("With `{way}` it may not pass over an attacked square."));
        let captured = moves.capturing.as_ref();
        let captured =
            captured.map(|pieces| format!("With `{way}` it captures only {}.", self.a_piece(pieces)));
        let castles =
            (!moves.automaton.castles.is_empty()).then(|| "It may castle if it has not moved.".to_owned());
        let imitates = moves.automaton.imitate.map(|imitate| {
            let how = if imitate == Imitate::AsOwn { ", as if that piece were its own" } else { "" };
            format!("It can also move like the piece that moved last{how}.")
        });
        [when, provided, over, stops, safely, captured, castles, imitates].into_iter().flatten().collect()
    }

    /// Lists the other names of a piece type in a sentence.
    pub fn other_names(&self, id: PieceTypeId) -> Option<String> {
        let piece_type = self.variant.piece_type(id);
        self.called(piece_type.origin, piece_type.also.0.iter())
    }

    /// Lists the other names of a region in a sentence.
    pub fn names_of_region(&self, region: &Zone) -> Option<String> {
        let names = self.variant.names_of(&region.name);
        if self.brief { None } else { self.called(self.variant.place_of(region), names) }
    }

    /// Lists the other names of what is declared at `whole` in a sentence.
    fn called<'n>(&self, whole: Origin, names: impl Iterator<Item = &'n OtherName>) -> Option<String> {
        let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
        for other in names {
            let language = other.language.as_ref().map(|language| format!(" ({language})"));
            let after = language.unwrap_or_default() + &self.cites_beside(whole, other.origin);
            match groups.last_mut().filter(|(_, last)| *last == after) {
                Some((names, _)) => names.push(&other.name),
                None => groups.push((vec![&other.name], after)),
            }
        }
        let groups: Vec<String> = groups.iter().map(|(names, after)| commas(names) + after).collect();
        (!groups.is_empty()).then(|| format!("Also called {}.", groups.join("; ")))
    }

    /// Returns the remarks on a rule, one sentence each, with their own citations.
    pub fn notes(&self, whole: Origin, notes: &[Remark]) -> Vec<String> {
        if self.brief {
            return Vec::new();
        }
        let note = |note: &Remark| {
            let end = if note.text.ends_with(['.', '!', '?', ')', '"']) { "" } else { "." };
            format!("Note: {}{end}{}", note.text, self.cites_beside(whole, note.origin))
        };
        notes.iter().map(note).collect()
    }

    /// Returns the citations of a part of a rule, or an empty text if they equal those of the whole rule.
    fn cites_beside(&self, whole: Origin, part: Origin) -> String {
        if self.variant.cited(part) == self.variant.cited(whole) { String::new() } else { self.note(part) }
    }

    pub(super) fn royal(&self, rank: u8) -> String {
        let royals = || self.variant.piece_types.iter().filter_map(|piece_type| piece_type.royal);
        match (royals().any(|other| other < rank), royals().any(|other| other > rank)) {
            (false, false) => "It is royal.".to_owned(),
            (false, true) => "It is royal, with the highest rank.".to_owned(),
            (true, _) => format!("It is royal, with rank {rank}."),
        }
    }

    /// Describes the effect of an arrival or an automatic effect in one sentence.
    pub fn arrival(&self, arrival: &Arrival) -> String {
        // A region is explained where it is first named, so the parts are put into words in the order of the sentence.
        let zone = self.place(&arrival.zone);
        let condition = arrival.when.as_ref().map(|when| self.condition(when));
        let then = join(arrival.then.iter().map(|then| self.consequence(then, arrival.may)), "and");
        let white = arrival.zone.squares.get(Color::White);
        let anywhere = self.variant.board.squares().all(|square| white.contains(square));
        if arrival.by_itself {
            let place = (!anywhere).then(|| format!("it stands in {zone}"));
            let is_plain = matches!(arrival.pieces, Formula::Leaf(PieceTest::All | PieceTest::PieceTypes(_)));
            let what = (!is_plain).then(|| format!("it is {}", self.a_piece(&arrival.pieces)));
            let conditions = join(what.into_iter().chain(place).chain(condition), "and");
            let after = if conditions.is_empty() { String::new() } else { format!(" if {conditions}") };
            return format!("By itself, after any move{after}, it {then}.");
        }
        let condition = condition.map(|when| format!(" and {when}")).unwrap_or_default();
        let may = if arrival.may { "may " } else { "" };
        if arrival.only_events {
            let place = if anywhere { "a square".to_owned() } else { zone };
            let events = events(arrival.events);
            return format!("When {events} brings it to {place}{condition}, it {may}{then}.");
        }
        let when = match (arrival.leaving, arrival.entering) {
            (true, _) => "moves into, within, or out of",
            (false, true) => "comes from outside to",
            (false, false) => "arrives at",
        };
        let also = if self.brief { self.also_by(arrival) } else { String::new() };
        if let Some(way) = &arrival.way {
            let place = if anywhere { "moves".to_owned() } else { format!("{when} {zone}") };
            return format!("When it {place} by `{way}`{also}{condition}, it {may}{then}.");
        }
        if let Some(captured) = &arrival.capturing {
            let place = match (anywhere, arrival.leaving) {
                (true, _) => String::new(),
                (false, false) => format!(" in {zone}"),
                (false, true) => format!(" moving into, within, or out of {zone}"),
            };
            let captured = self.a_piece(captured);
            return format!("When it captures {captured}{place}{also}{condition}, it {may}{then}.");
        }
        format!("When it {when} {zone}{also}{condition}, it {may}{then}.")
    }

    /// Returns the events that have the same effect as an arrival, for a sentence about it.
    fn also_by(&self, arrival: &Arrival) -> String {
        match arrival.events.is_empty() {
            true => String::new(),
            false => format!(", also by {}", events(arrival.events)),
        }
    }

    fn consequence(&self, consequence: &Consequence, may: bool) -> String {
        let s = if may { "" } else { "s" };
        match consequence {
            Consequence::Become(piece_types) => {
                let choice = if piece_types.len() > 1 { ", as the player chooses" } else { "" };
                format!("become{s} {}{choice}", a(&self.names(piece_types, "or")))
            }
            Consequence::Regain(piece_types) => {
                let names = self.names(piece_types, "or");
                format!("become{s} {} that its side has lost, as the player chooses", a(&names))
            }
            Consequence::Send { home_of, occupied } => {
                let remove = occupied.remove.as_ref().map(|pieces| self.a_piece(pieces));
                let remove = remove.map_or_else(String::new, |pieces| format!(" (removing {pieces} there)"));
                let otherwise = match occupied.otherwise {
                    Displaced::Nearest => "or to the nearest free square on that rank",
                    Displaced::Illegal => "which must be free",
                };
                let home = self.noun(*home_of);
                format!("continue{s} to the home square of the {home}{remove} ({otherwise})")
            }
            Consequence::End { result: end, reason } => {
                format!("end{s} the game: {} ({reason})", result("its side", *end))
            }
            Consequence::Exchange(pieces) => format!("swap{s} places with {}", self.a_piece(pieces)),
            Consequence::Clear(pieces, near) => {
                let (pieces, but) = self.pieces_and_exceptions(pieces);
                let but = but.map_or_else(String::new, |but| format!(" except {but}"));
                format!("remove{s} every {pieces} {}{but}", self.near(near))
            }
            Consequence::Vanish => format!("leave{s} the board"),
            Consequence::Itself(Fate::ChangesSides) => format!("change{s} sides"),
            Consequence::Itself(Fate::InHand | Fate::InOwnersHand | Fate::Pushed) => {
                format!("{} to the hand of its owner", if may { "go" } else { "goes" })
            }
            Consequence::Others(fate, pieces, near) => {
                let (pieces, but) = self.pieces_and_exceptions(pieces);
                let but = but.map_or_else(String::new, |but| format!(" except {but}"));
                let whom = format!("every {pieces} {}{but}", self.near(near));
                match fate {
                    Fate::ChangesSides => format!("convert{s} {whom} to the other side"),
                    Fate::InHand => format!("put{s} {whom} in the hand of the player"),
                    Fate::InOwnersHand => format!("put{s} {whom} in the hand of its owner"),
                    Fate::Pushed => format!(
                        "push{} {whom} to the next square, if it is empty",
                        if may { "" } else { "es" }
                    ),
                }
            }
            Consequence::Lose(right) => format!("cost{s} its side the right `{}`", self.right(*right)),
            Consequence::Use(right) => format!("use{s} its side's right `{}` once", self.right(*right)),
            Consequence::Gain(right) => {
                format!("give{s} its side one more use of the right `{}`", self.right(*right))
            }
            Consequence::Set(right, to) => {
                format!("set{s} its side's right `{}` to {}", self.right(*right), self.amount(to))
            }
        }
    }

    /// Describes the squares on which a piece that has moved removes others.
    fn near(&self, near: &Near) -> String {
        match near {
            Near::Around => "around it".to_owned(),
            Near::Ahead => "on the next square in the direction of its move".to_owned(),
            Near::Behind => "on the square directly behind the one that it left".to_owned(),
            Near::Between(pieces, class) => {
                let way = match class {
                    Some(StepClass::Orthogonal) => ", along a rank or file",
                    Some(StepClass::Diagonal) => ", along a diagonal",
                    None => "",
                };
                format!("next to it, directly between it and {}{way}", self.a_piece(pieces))
            }
            Near::Attacked => "that it attacks".to_owned(),
            Near::Crossing(pieces) => {
                format!("where its rank or file crosses the file or rank of {}", self.a_piece(pieces))
            }
        }
    }
}

/// Returns true if an immunity protects one piece type on all squares, so that it is stated with that type.
pub fn is_trait(immunity: &Immunity, id: PieceTypeId) -> bool {
    matches!(&immunity.pieces, Formula::Leaf(PieceTest::PieceTypes(all)) if all.contains(&id))
}

/// Describes the threats in words.
pub(super) fn threats(threats: &[Threat]) -> String {
    let word = |threat: &Threat| match threat {
        Threat::Capture => "capture",
        Threat::Displacement => "displacement",
        Threat::Exchange => "exchange",
        Threat::Attack => "attack",
    };
    join(threats.iter().map(word), "and")
}

/// Describes events as a subject, such as `castling or an exchange`.
pub(super) fn events(events: Events) -> String {
    let words = events.iter().map(|event| match event {
        Event::Castling => "castling",
        Event::Drop => "a drop",
        Event::Exchange => "an exchange",
        Event::Put => "a rule that places pieces",
    });
    join(words.map(str::to_owned), "or")
}
