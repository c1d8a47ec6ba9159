//! What a piece is, in words.

use super::{Prose, a};
use crate::base::text::join;
use crate::base::{PieceTypeId, Result};
use crate::rules::{Arrival, Consequence, Displaced, Imitate, Immunity, PieceFilter, Threat};

impl Prose<'_> {
    /// Everything about a piece type besides its moves, a sentence each.
    pub(crate) fn traits(&self, id: PieceTypeId) -> Vec<String> {
        let piece_type = self.variant.piece_type(id);
        let mut lines = Vec::new();
        if let Some(rank) = piece_type.royal {
            lines.push(self.royal(rank));
        }
        if piece_type.moves.iter().any(|moves| !moves.automaton.castles.is_empty()) {
            lines.push("It may castle if it has not moved.".to_owned());
        }
        if let Some(imitate) = piece_type.moves.iter().find_map(|moves| moves.automaton.imitate) {
            lines.push(match imitate {
                Imitate::AsEnemy => "It can also move like the piece that moved last.".to_owned(),
                Imitate::AsOwn => {
                    "It can also move like the piece that moved last, as if that piece were its own."
                        .to_owned()
                }
            });
        }
        if let Some(zone) = &piece_type.stays {
            lines.push(format!("It may not leave {}.", zone.name));
        }
        // What is cited for the whole piece is said with its name.
        let whole = self.variant.cites.of(piece_type.origin);
        let cites = |origin| match self.variant.cites.of(origin) {
            names if names == whole => String::new(),
            _ => self.variant.cites.note(origin),
        };
        lines
            .extend(piece_type.arrivals.iter().map(|arrival| self.arrival(arrival) + &cites(arrival.origin)));
        if let Some(held) = piece_type.in_hand.filter(|held| self.variant.hands && *held != id) {
            lines.push(format!("In hand it becomes {}.", a(&self.name(held).to_lowercase())));
        }
        let only_this = |immunity: &&Immunity| matches!(&immunity.pieces, PieceFilter::PieceTypes(piece_types) if piece_types.contains(&id));
        lines.extend(self.variant.immunities.iter().filter(only_this).map(|immunity| {
            let threats = join(&threats(&immunity.to), "and");
            format!("It is immune to {threats}.{}", cites(immunity.origin))
        }));
        if piece_type.moves.is_empty() {
            lines.push("It does not move.".to_owned());
        }
        lines
    }

    fn royal(&self, rank: u8) -> String {
        let royals: Vec<u8> =
            self.variant.piece_types.iter().filter_map(|piece_type| piece_type.royal).collect();
        let higher = royals.iter().filter(|other| **other < rank).count();
        let lower = royals.iter().filter(|other| **other > rank).count();
        match (higher, lower) {
            (0, 0) => "It is royal.".to_owned(),
            (0, _) => "It is royal, with the highest rank.".to_owned(),
            _ => format!("It is royal, with rank {rank}."),
        }
    }

    /// What happens on arriving in a zone, as a sentence.
    pub(crate) fn arrival(&self, arrival: &Arrival) -> String {
        let when = match arrival.leaving {
            true => format!("When it moves into, within, or out of {},", arrival.zone.name),
            false => format!("When it arrives at {},", arrival.zone.name),
        };
        let may = if arrival.may { "may " } else { "" };
        let then: Vec<String> = arrival.then.iter().map(|then| self.consequence(then, arrival.may)).collect();
        format!("{when} it {may}{}.", join(&then, "and"))
    }

    fn consequence(&self, consequence: &Consequence, may: bool) -> String {
        let verb = |base: &str, third: &str| if may { base.to_owned() } else { third.to_owned() };
        match consequence {
            Consequence::Become(piece_types) => {
                let choice = if piece_types.len() > 1 { ", as the player chooses" } else { "" };
                format!("{} {}{choice}", verb("become", "becomes"), a(&self.names(piece_types, "or")))
            }
            Consequence::Send { home_of, occupied } => {
                let mut text = format!(
                    "{} to the home square of the {}",
                    verb("continue", "continues"),
                    self.name(*home_of).to_lowercase()
                );
                if let Some(pieces) = &occupied.remove {
                    text += &format!(" (removing {} there)", a(&self.pieces(pieces)));
                }
                text += match occupied.otherwise {
                    Displaced::Nearest => " (or to the nearest free square on that rank)",
                    Displaced::Illegal => " (which must be free)",
                };
                text
            }
            Consequence::End { result, reason } => {
                let what = match result {
                    Result::Win => "its side wins",
                    Result::Loss => "its side loses",
                    Result::Draw => "the game is drawn",
                };
                format!("{} the game: {what} ({reason})", verb("end", "ends"))
            }
            Consequence::Exchange(pieces) => {
                format!("{} places with {}", verb("swap", "swaps"), a(&self.pieces(pieces)))
            }
            Consequence::Vanish => verb("leave the board", "leaves the board"),
        }
    }
}

/// What can be done to a piece, in words.
pub(super) fn threats(threats: &[Threat]) -> Vec<String> {
    let word = |threat: &Threat| match threat {
        Threat::Capture => "capture",
        Threat::Displacement => "displacement",
        Threat::Exchange => "exchange",
        Threat::Attack => "check",
    };
    threats.iter().map(|threat| word(threat).to_owned()).collect()
}
