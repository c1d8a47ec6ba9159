//! Puts piece filters into words.

use super::{Prose, a};
use crate::messages::text::join;
use crate::rules::{Formula, PieceFilter, PieceTest, Relation};

/// The tests whose negation has a word of its own.
const OPPOSITES: [(PieceTest, SideWord); 3] = [
    (PieceTest::Own, SideWord::Enemy),
    (PieceTest::Enemy, SideWord::Own),
    (PieceTest::Royal, SideWord::NonRoyal),
];

/// A word before the noun of a phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SideWord {
    Own,
    Enemy,
    NonRoyal,
}

impl SideWord {
    fn word(self) -> &'static str {
        match self {
            SideWord::Own => "own",
            SideWord::Enemy => "enemy",
            SideWord::NonRoyal => "non-royal",
        }
    }
}

#[derive(Default)]
struct Phrase {
    sides: Vec<SideWord>,
    nouns: Vec<String>,
    /// True if the first noun begins with the word for the player's own pieces.
    is_own_noun: bool,
    places: Vec<String>,
    without: Vec<String>,
    /// The words before the exceptions.
    except: &'static str,
    /// True if the nouns are plural.
    many: bool,
}

impl Prose<'_> {
    /// Returns a noun phrase for one such piece, without an article: `own rook or knight in the far rank`.
    pub fn pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces, false).text()
    }

    /// Returns the noun phrase with `a` or `an` before it, or with `their` before the player's own pieces.
    pub fn a_piece(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces, false).with_article()
    }

    /// Returns the noun phrase for pieces of the player, without stating that they are the player's own.
    pub(super) fn pieces_of_player(&self, pieces: &PieceFilter) -> String {
        let mut phrase = self.phrase(pieces, false);
        if phrase.sides.first() == Some(&SideWord::Own) {
            phrase.sides.remove(0);
        }
        phrase.text()
    }

    /// Returns the noun phrase without its exceptions, and the exceptions.
    pub(super) fn pieces_and_exceptions(&self, pieces: &PieceFilter) -> (String, Option<String>) {
        let mut phrase = self.phrase(pieces, false);
        let without = std::mem::take(&mut phrase.without);
        (phrase.text(), (!without.is_empty()).then(|| without.join(" or ")))
    }

    pub fn many_pieces(&self, pieces: &PieceFilter) -> String {
        self.phrase(pieces, true).text()
    }

    /// Returns the owner of such pieces as the start of a clause, with the singular phrase for the pieces, the same with
    /// an article, and the plural phrase. The owner is `None` if the pieces can belong to either side.
    pub(super) fn had(&self, pieces: &PieceFilter) -> (Option<&'static str>, [String; 3]) {
        let [mut phrase, mut many] = [false, true].map(|many| self.phrase(pieces, many));
        let (side, who) = match [SideWord::Own, SideWord::Enemy].map(|side| phrase.sides.contains(&side)) {
            [true, false] => (Some(SideWord::Own), Some("the player has")),
            [false, true] => (Some(SideWord::Enemy), Some("the opponent has")),
            [true, true] | [false, false] => (None, None),
        };
        for phrase in [&mut phrase, &mut many] {
            phrase.sides.retain(|own| Some(*own) != side);
        }
        (who, [phrase.text(), phrase.with_article(), many.text()])
    }

    fn phrase(&self, pieces: &PieceFilter, many: bool) -> Phrase {
        let mut phrase = Phrase { many, except: self.except, ..Phrase::default() };
        self.gather(pieces, &mut phrase);
        phrase
    }

    fn gather(&self, pieces: &PieceFilter, phrase: &mut Phrase) {
        match pieces {
            Formula::Leaf(test) => self.gather_test(test, phrase),
            Formula::Not(inner) => match OPPOSITES.iter().find(|(test, _)| inner.leaf() == Some(test)) {
                Some((_, side)) => phrase.sides.push(*side),
                None => phrase.without.extend(inner.alternatives().iter().map(|one| self.without(one))),
            },
            Formula::Every(all) => all.iter().for_each(|pieces| self.gather(pieces, phrase)),
            Formula::AnyOf(any) => {
                let all: Vec<Phrase> = any.iter().map(|pieces| self.phrase(pieces, phrase.many)).collect();
                let is_first = phrase.nouns.is_empty();
                phrase.is_own_noun |= is_first && all.first().is_some_and(Phrase::begins_with_own);
                phrase.nouns.push(join(all.iter().map(Phrase::text), "or"));
            }
        }
    }

    fn gather_test(&self, test: &PieceTest, phrase: &mut Phrase) {
        match test {
            PieceTest::All => {}
            PieceTest::Own => phrase.sides.push(SideWord::Own),
            PieceTest::Enemy => phrase.sides.push(SideWord::Enemy),
            PieceTest::Royal => phrase.nouns.push(if phrase.many { "royals" } else { "royal" }.to_owned()),
            PieceTest::Leader => phrase.nouns.push(if phrase.many { "leaders" } else { "leader" }.to_owned()),
            PieceTest::PieceTypes(piece_types) if phrase.many => {
                phrase.nouns.push(self.many_names(piece_types, "or"));
            }
            PieceTest::PieceTypes(piece_types) => phrase.nouns.push(self.names(piece_types, "or")),
            PieceTest::In(zone) => phrase.places.push(format!("in {}", self.place(zone))),
            PieceTest::Related(relation, others) => phrase.places.push(self.related(*relation, others)),
        }
    }

    /// Returns the phrase that follows `but not`.
    fn without(&self, pieces: &PieceFilter) -> String {
        if let Formula::Leaf(PieceTest::In(zone)) = pieces {
            format!("in {}", self.place(zone))
        } else if let Formula::Leaf(PieceTest::Related(relation, others)) = pieces {
            format!("one {}", self.related(*relation, others))
        } else {
            self.a_piece(pieces)
        }
    }

    /// Returns the relation to other pieces: `beside a king`, `attacking an enemy rook`.
    fn related(&self, relation: Relation, others: &PieceFilter) -> String {
        format!("{} {}", relation.words(), self.a_piece(others))
    }
}

impl Phrase {
    fn with_article(&self) -> String {
        if self.begins_with_own() { format!("their {}", self.text()) } else { a(&self.text()) }
    }

    fn begins_with_own(&self) -> bool {
        self.sides.first().map_or(self.is_own_noun, |side| *side == SideWord::Own)
    }

    fn text(&self) -> String {
        let noun = match (self.nouns.as_slice(), self.many) {
            ([], false) => "piece".to_owned(),
            ([], true) => "pieces".to_owned(),
            (nouns, false) => nouns.join(" that is a "),
            (nouns, true) => nouns.join(" that are "),
        };
        let mut text = self.sides.iter().map(|side| format!("{} ", side.word())).collect::<String>() + &noun;
        if !self.places.is_empty() {
            text += &format!(" {}", self.places.join(" and "));
        }
        if !self.without.is_empty() {
            text += &format!("{} {}", self.except, self.without.join(" or "));
        }
        text
    }
}
