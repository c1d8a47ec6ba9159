//! Puts piece filters into words.

use super::{Prose, a, in_words};
use crate::messages::text::join;
use crate::rules::PieceFilter;

#[derive(Default)]
struct Phrase {
    sides: Vec<&'static str>,
    nouns: Vec<String>,
    places: Vec<String>,
    without: Vec<String>,
    /// True if the nouns are plural.
    many: bool,
}

impl Prose<'_> {
    /// Returns a noun phrase for one such piece, without an article: `own rook or knight in the far rank`.
    pub fn pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces, false).text()
    }

    pub fn many_pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces, true).text()
    }

    /// Returns the owner of such pieces as the start of a clause, with the singular and the plural phrase for the
    /// pieces. The owner is `None` if the pieces can belong to either side.
    pub(super) fn had(&self, pieces: &PieceFilter) -> (Option<&'static str>, String, String) {
        let [mut phrase, mut many] = [false, true].map(|many| self.phrase(pieces, many));
        let is_of = |side: &&str| phrase.sides.contains(side);
        let side = ["own", "enemy"].into_iter().find(is_of).filter(|_| !["own", "enemy"].iter().all(is_of));
        let who = side.map(|side| if side == "own" { "the player has" } else { "the opponent has" });
        for phrase in [&mut phrase, &mut many] {
            phrase.sides.retain(|own| Some(*own) != side);
        }
        (who, phrase.text(), many.text())
    }

    fn phrase(&self, pieces: &PieceFilter, many: bool) -> Phrase {
        let mut phrase = Phrase { many, ..Phrase::default() };
        self.gather(pieces, &mut phrase);
        phrase
    }

    fn gather(&self, pieces: &PieceFilter, phrase: &mut Phrase) {
        match pieces {
            PieceFilter::All => {}
            PieceFilter::Own => phrase.sides.push("own"),
            PieceFilter::Enemy => phrase.sides.push("enemy"),
            PieceFilter::Royal => phrase.nouns.push(if phrase.many { "royals" } else { "royal" }.to_owned()),
            PieceFilter::Leader => {
                phrase.nouns.push(if phrase.many { "leaders" } else { "leader" }.to_owned())
            }
            PieceFilter::PieceTypes(piece_types) if phrase.many => {
                phrase.nouns.push(self.many_names(piece_types, "or"));
            }
            PieceFilter::PieceTypes(piece_types) => phrase.nouns.push(self.names(piece_types, "or")),
            PieceFilter::In(zone) => phrase.places.push(format!("in {}", in_words(zone))),
            PieceFilter::Beside(_) | PieceFilter::Attacking(_) | PieceFilter::AttackedBy(_) => {
                phrase.places.extend(self.related(pieces));
            }
            PieceFilter::Not(inner) => match &**inner {
                PieceFilter::Own => phrase.sides.push("enemy"),
                PieceFilter::Enemy => phrase.sides.push("own"),
                PieceFilter::Royal => phrase.sides.push("non-royal"),
                PieceFilter::AnyOf(any) => phrase.without.extend(any.iter().map(|one| self.without(one))),
                PieceFilter::All
                | PieceFilter::Leader
                | PieceFilter::PieceTypes(_)
                | PieceFilter::In(_)
                | PieceFilter::Beside(_)
                | PieceFilter::Attacking(_)
                | PieceFilter::AttackedBy(_)
                | PieceFilter::Not(_)
                | PieceFilter::Every(_) => phrase.without.push(self.without(inner)),
            },
            PieceFilter::Every(all) => all.iter().for_each(|pieces| self.gather(pieces, phrase)),
            PieceFilter::AnyOf(any) => {
                let many = phrase.many;
                phrase.nouns.push(join(any.iter().map(|pieces| self.phrase(pieces, many).text()), "or"));
            }
        }
    }

    /// Returns the phrase that follows `but not`.
    fn without(&self, pieces: &PieceFilter) -> String {
        if let PieceFilter::In(zone) = pieces {
            return format!("in {}", in_words(zone));
        }
        match self.related(pieces) {
            Some(related) => format!("one {related}"),
            None => a(&self.pieces(pieces)),
        }
    }

    /// Returns the relation to other pieces: `beside a king`, `attacking an enemy rook`.
    fn related(&self, pieces: &PieceFilter) -> Option<String> {
        let (relation, others) = pieces.related()?;
        Some(format!("{} {}", relation.words(), a(&self.pieces(others))))
    }
}

impl Phrase {
    fn text(&self) -> String {
        let noun = match (self.nouns.as_slice(), self.many) {
            ([], false) => "piece".to_owned(),
            ([], true) => "pieces".to_owned(),
            (nouns, false) => nouns.join(" that is a "),
            (nouns, true) => nouns.join(" that are "),
        };
        let mut text = self.sides.iter().map(|side| format!("{side} ")).collect::<String>() + &noun;
        if !self.places.is_empty() {
            text += &format!(" {}", self.places.join(" and "));
        }
        if !self.without.is_empty() {
            text += &format!(", but not {}", self.without.join(" or "));
        }
        text
    }
}
