//! Puts piece filters into words.

use super::{Prose, a, in_words};
use crate::messages::text::join;
use crate::rules::{Formula, PieceFilter, PieceTest, Relation};

/// The tests whose negation has a word of its own.
const OPPOSITES: [(PieceTest, &str); 3] =
    [(PieceTest::Own, "enemy"), (PieceTest::Enemy, "own"), (PieceTest::Royal, "non-royal")];

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
            Formula::Leaf(test) => self.gather_test(test, phrase),
            Formula::Not(inner) => match OPPOSITES.iter().find(|(test, _)| inner.leaf() == Some(test)) {
                Some((_, word)) => phrase.sides.push(word),
                None => phrase.without.extend(inner.alternatives().iter().map(|one| self.without(one))),
            },
            Formula::Every(all) => all.iter().for_each(|pieces| self.gather(pieces, phrase)),
            Formula::AnyOf(any) => {
                let many = phrase.many;
                phrase.nouns.push(join(any.iter().map(|pieces| self.phrase(pieces, many).text()), "or"));
            }
        }
    }

    fn gather_test(&self, test: &PieceTest, phrase: &mut Phrase) {
        match test {
            PieceTest::All => {}
            PieceTest::Own => phrase.sides.push("own"),
            PieceTest::Enemy => phrase.sides.push("enemy"),
            PieceTest::Royal => phrase.nouns.push(if phrase.many { "royals" } else { "royal" }.to_owned()),
            PieceTest::Leader => phrase.nouns.push(if phrase.many { "leaders" } else { "leader" }.to_owned()),
            PieceTest::PieceTypes(piece_types) if phrase.many => {
                phrase.nouns.push(self.many_names(piece_types, "or"));
            }
            PieceTest::PieceTypes(piece_types) => phrase.nouns.push(self.names(piece_types, "or")),
            PieceTest::In(zone) => phrase.places.push(format!("in {}", in_words(zone))),
            PieceTest::Related(relation, others) => phrase.places.push(self.related(*relation, others)),
        }
    }

    /// Returns the phrase that follows `but not`.
    fn without(&self, pieces: &PieceFilter) -> String {
        if let Formula::Leaf(PieceTest::In(zone)) = pieces {
            format!("in {}", in_words(zone))
        } else if let Formula::Leaf(PieceTest::Related(relation, others)) = pieces {
            format!("one {}", self.related(*relation, others))
        } else {
            a(&self.pieces(pieces))
        }
    }

    /// Returns the relation to other pieces: `beside a king`, `attacking an enemy rook`.
    fn related(&self, relation: Relation, others: &PieceFilter) -> String {
        format!("{} {}", relation.words(), a(&self.pieces(others)))
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
