//! Puts rules into plain words for players who have never used the program.
//!
//! [`Prose`] is the main type. Every part of the IR has a function that returns it as a phrase. The phrases use the
//! names that the game gives to its pieces, stages, and zones. Start reading at `rule`, which lists all rules.

mod choice;
mod clauses;
mod condition;
mod piece_filter;
mod piece_type;
mod place;
mod rule;
mod rules;

pub use piece_type::is_trait;
pub use place::Explained;
pub use rule::is_said;

use crate::base::{PieceTypeId, Result};
use crate::messages::text::{self, a, join};
use crate::rules::{Cite, Cited, Origin, Variant};
use place::Stated;

#[derive(Clone, Copy)]
pub struct Prose<'v> {
    variant: &'v Variant,
    /// True if citations include the place in the source.
    places: bool,
    /// True if the text has no citations and no notes.
    brief: bool,
    stated: Stated<'v>,
    /// The words before an exception to a filter.
    except: &'static str,
}

impl<'v> Prose<'v> {
    pub fn new(variant: &'v Variant) -> Prose<'v> {
        Prose { variant, places: false, brief: false, stated: Stated::Never, except: ", but not" }
    }

    /// Returns a copy that includes the places of citations in their sources.
    pub fn with_places(self) -> Prose<'v> {
        Prose { places: true, ..self }
    }

    /// Returns a copy that leaves out citations and notes.
    pub fn brief(self) -> Prose<'v> {
        Prose { brief: true, ..self }
    }

    /// Returns the citations of a rule, to be appended to its text.
    pub fn note(&self, rule: Origin) -> String {
        self.note_of(self.variant.cited(rule))
    }

    /// Formats citations, to be appended to a text.
    pub fn note_of(&self, cites: Vec<Cite>) -> String {
        if self.brief {
            return String::new();
        }
        let cited = Cited(cites);
        if self.places { cited.full_note() } else { cited.note() }
    }

    /// Returns the name of a piece type, with its stage unless the title contains it.
    pub fn name(&self, piece_type: PieceTypeId) -> String {
        let piece_type = self.variant.piece_type(piece_type);
        match &piece_type.stage {
            Some(stage) if !piece_type.title.to_lowercase().contains(&stage.to_lowercase()) => {
                format!("{} ({stage})", piece_type.title)
            }
            _ => piece_type.title.clone(),
        }
    }

    /// Returns the name of a right.
    fn right(&self, right: usize) -> &'v str {
        self.variant.rights.get(right).map_or("", |right| &right.name)
    }

    /// Returns the name of a piece type in lower case, for use within a sentence.
    pub fn noun(&self, piece_type: PieceTypeId) -> String {
        self.name(piece_type).to_lowercase()
    }

    /// Lists the names of piece types. A piece with all its stages in the list is named once.
    fn names(&self, piece_types: &[PieceTypeId], last: &str) -> String {
        self.listed(piece_types, last, &|name| name)
    }

    /// Lists the names of piece types in the plural.
    fn many_names(&self, piece_types: &[PieceTypeId], last: &str) -> String {
        self.listed(piece_types, last, &|name| many(&name))
    }

    fn listed(&self, piece_types: &[PieceTypeId], last: &str, form: &dyn Fn(String) -> String) -> String {
        let mut names: Vec<String> = Vec::new();
        for id in piece_types {
            let piece = &self.variant.piece_type(*id).piece;
            let stages = self.variant.piece_type_ids().filter(|(_, other)| other.piece == *piece);
            let stages: Vec<PieceTypeId> = stages.map(|(stage, _)| stage).collect();
            let whole = stages.iter().all(|stage| piece_types.contains(stage));
            let name = form(self.noun(*stages.first().filter(|_| whole).unwrap_or(id)));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() { "no piece".to_owned() } else { join(without_repeating(&names), last) }
    }
}

/// Shortens repeated heads of names: `pawn of rook, pawn of knight` becomes `pawn of rook, of knight`.
fn without_repeating(names: &[String]) -> Vec<&str> {
    let heads: Vec<Option<&str>> =
        names.iter().map(|name| name.split_once(" of ").map(|(head, _)| head)).collect();
    let previous = [None].into_iter().chain(heads.iter().copied());
    let short = names.iter().zip(&heads).zip(previous).map(|((name, head), previous)| match head {
        Some(head) if previous == Some(*head) => &name[head.len() + 1..],
        _ => name,
    });
    short.collect()
}

/// Returns the plural of a name: `pawns of rooks`, `feudal lords`, `pawns of pawns (waiting)`.
fn many(name: &str) -> String {
    let (head, rest) =
        name.find(" of ").or_else(|| name.find(" (")).map_or((name, ""), |at| name.split_at(at));
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let plural = match head {
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| head.ends_with(end)) => format!("{head}es"),
        _ => match head.strip_suffix('y').filter(|stem| !stem.ends_with(is_vowel)) {
            Some(stem) => format!("{stem}ies"),
            None => format!("{head}s"),
        },
    };
    plural + rest
}

/// Returns the name of a rule as the beginning of a sentence: `bare-king` becomes `Bare king`.
pub fn spoken(name: &str) -> String {
    text::capital(&name.replace('-', " "))
}

fn result(who: &str, result: Result) -> String {
    match result {
        Result::Win => format!("{who} wins"),
        Result::Loss => format!("{who} loses"),
        Result::Draw => "the game is drawn".to_owned(),
    }
}
