//! Puts piece filters into words.

use super::{Prose, a};
use crate::base::text::join;
use crate::rules::PieceFilter;

#[derive(Default)]
struct Phrase {
    sides: Vec<&'static str>,
    nouns: Vec<String>,
    places: Vec<String>,
    without: Vec<String>,
}

impl Prose<'_> {
    /// Returns a noun phrase for one such piece, without an article: `own rook or knight in the far rank`.
    pub(crate) fn pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces).text(false)
    }

    pub(crate) fn many_pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces).text(true)
    }

    /// Returns the owner of such pieces as the start of a clause, with the singular and the plural phrase for the
    /// pieces. The owner is `None` if the pieces can belong to either side.
    pub(super) fn had(&self, pieces: &PieceFilter) -> (Option<&'static str>, String, String) {
        let mut phrase = self.phrase(pieces);
        let who = match phrase.sides.as_slice() {
            ["own"] => Some("the player has"),
            ["enemy"] => Some("the opponent has"),
            _ => None,
        };
        phrase.sides.retain(|_| who.is_none());
        (who, phrase.text(false), phrase.text(true))
    }

    fn phrase(&self, pieces: &PieceFilter) -> Phrase {
        let mut phrase = Phrase::default();
        self.gather(pieces, &mut phrase);
        phrase
    }

    fn gather(&self, pieces: &PieceFilter, phrase: &mut Phrase) {
        match pieces {
            PieceFilter::All => {}
            PieceFilter::Own => phrase.sides.push("own"),
            PieceFilter::Enemy => phrase.sides.push("enemy"),
            PieceFilter::Royal => phrase.nouns.push("royal".to_owned()),
            PieceFilter::Leader => phrase.nouns.push("leader".to_owned()),
            PieceFilter::PieceTypes(piece_types) => phrase.nouns.push(self.names(piece_types, "or")),
            PieceFilter::In(zone) => phrase.places.push(format!("in {}", zone.name)),
            PieceFilter::Beside(_) | PieceFilter::Attacking(_) | PieceFilter::AttackedBy(_) => {
                phrase.places.extend(self.related(pieces));
            }
            PieceFilter::Not(inner) => match &**inner {
                PieceFilter::Own => phrase.sides.push("enemy"),
                PieceFilter::Enemy => phrase.sides.push("own"),
                PieceFilter::Royal => phrase.sides.push("non-royal"),
                PieceFilter::AnyOf(any) => phrase.without.extend(any.iter().map(|one| self.without(one))),
                other => phrase.without.push(self.without(other)),
            },
            PieceFilter::Every(all) => all.iter().for_each(|pieces| self.gather(pieces, phrase)),
            PieceFilter::AnyOf(any) => {
                phrase.nouns.push(join(any.iter().map(|pieces| self.pieces(pieces)), "or"));
            }
        }
    }

    /// Returns the phrase that follows `but not`.
    fn without(&self, pieces: &PieceFilter) -> String {
        match pieces {
            PieceFilter::In(zone) => format!("in {}", zone.name),
            other => self.related(other).unwrap_or_else(|| format!("a {}", self.pieces(other))),
        }
    }

    /// Returns the relation to other pieces: `beside a king`, `attacking an enemy rook`.
    fn related(&self, pieces: &PieceFilter) -> Option<String> {
        let (relation, others) = pieces.related()?;
        Some(format!("{} {}", relation.words(), a(&self.pieces(others))))
    }
}

impl Phrase {
    fn text(&self, many: bool) -> String {
        let noun = match (self.nouns.as_slice(), many) {
            ([], false) => "piece".to_owned(),
            ([], true) => "pieces".to_owned(),
            ([one], true) if !one.contains(' ') => format!("{one}s"),
            (nouns, _) => nouns.join(" that is a "),
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
