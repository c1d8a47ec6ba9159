//! Which men, in words.

use super::{Prose, list};
use crate::rules::Men;

/// The parts of a phrase about men.
#[derive(Default)]
struct Phrase {
    sides: Vec<String>,
    nouns: Vec<String>,
    places: Vec<String>,
    without: Vec<String>,
}

impl Prose<'_> {
    /// A noun phrase for one such man, without an article: `own rook or knight in the far rank`.
    pub fn men(&self, men: &Men) -> String {
        self.phrase(men).text(false)
    }

    /// The same for several such men.
    pub fn many_men(&self, men: &Men) -> String {
        self.phrase(men).text(true)
    }

    /// Whose such men are, as the beginning of a clause, if they are all of one side; and the words for one and for
    /// several of them.
    pub(super) fn had(&self, men: &Men) -> (Option<&'static str>, String, String) {
        let who = match self.phrase(men).sides.as_slice() {
            [side] if side == "own" => Some("the player has"),
            [side] if side == "enemy" => Some("the opponent has"),
            _ => None,
        };
        let words = |many| {
            let mut phrase = self.phrase(men);
            if who.is_some() {
                phrase.sides.clear();
            }
            phrase.text(many)
        };
        (who, words(false), words(true))
    }

    fn phrase(&self, men: &Men) -> Phrase {
        let mut phrase = Phrase::default();
        self.gather(men, &mut phrase);
        phrase
    }

    fn gather(&self, men: &Men, phrase: &mut Phrase) {
        match men {
            Men::All => {}
            Men::Own => phrase.sides.push("own".to_owned()),
            Men::Enemy => phrase.sides.push("enemy".to_owned()),
            Men::Royal => phrase.nouns.push("royal".to_owned()),
            Men::Leader => phrase.nouns.push("leader".to_owned()),
            Men::Kinds(kinds) => phrase.nouns.push(self.names(kinds, "or")),
            Men::In(zone) => phrase.places.push(zone.name.clone()),
            Men::Not(inner) => match &**inner {
                Men::Own => phrase.sides.push("enemy".to_owned()),
                Men::Enemy => phrase.sides.push("own".to_owned()),
                Men::Royal => phrase.sides.push("non-royal".to_owned()),
                Men::AnyOf(any) => phrase.without.extend(any.iter().map(|men| self.without(men))),
                other => phrase.without.push(self.without(other)),
            },
            Men::Every(all) => all.iter().for_each(|men| self.gather(men, phrase)),
            Men::AnyOf(any) => {
                let words: Vec<String> = any.iter().map(|men| self.men(men)).collect();
                phrase.nouns.push(list(&words, "or"));
            }
        }
    }

    /// What follows `but not`.
    fn without(&self, men: &Men) -> String {
        match men {
            Men::In(zone) => format!("in {}", zone.name),
            other => format!("a {}", self.men(other)),
        }
    }
}

impl Phrase {
    fn text(self, many: bool) -> String {
        let mut text = self.sides.join(" ");
        let noun = match (self.nouns.as_slice(), many) {
            ([], false) => "man".to_owned(),
            ([], true) => "men".to_owned(),
            ([one], true) if !one.contains(' ') => format!("{one}s"),
            (nouns, _) => nouns.join(" that is a "),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text += &noun;
        if !self.places.is_empty() {
            text += &format!(" in {}", self.places.join(" and "));
        }
        if !self.without.is_empty() {
            text += &format!(", but not {}", self.without.join(" or "));
        }
        text
    }
}
