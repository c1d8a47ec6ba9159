//! Rules in plain words, for people who know the game and not the program.
//!
//! Every part of the IR can be said as a phrase. The phrases are built from the names the game itself gives to its men,
//! stages and zones.

mod condition;
mod kind;
mod men;
mod rules;

use crate::base::KindId;
use crate::rules::Variant;

/// Says the rules of one game.
#[derive(Clone, Copy)]
pub struct Prose<'v> {
    variant: &'v Variant,
}

impl<'v> Prose<'v> {
    /// The words for a game.
    pub fn new(variant: &'v Variant) -> Prose<'v> {
        Prose { variant }
    }

    /// The name of a kind, with its stage if the title does not tell it.
    pub fn name(&self, kind: KindId) -> String {
        let kind = self.variant.kind(kind);
        match &kind.stage {
            Some(stage) if !kind.title.to_lowercase().contains(&stage.to_lowercase()) => {
                format!("{} ({stage})", kind.title)
            }
            _ => kind.title.clone(),
        }
    }

    /// The names of kinds as a list; a piece that is there in all its stages is named once.
    fn names(&self, kinds: &[KindId], last: &str) -> String {
        let mut names: Vec<String> = Vec::new();
        for id in kinds {
            let kind = self.variant.kind(*id);
            let stages = || self.variant.kind_ids().filter(|(_, other)| other.piece == kind.piece);
            let whole = stages().all(|(stage, _)| kinds.contains(&stage));
            let name = self.name(stages().next().filter(|_| whole).map_or(*id, |(first, _)| first));
            let name = name.to_lowercase();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        list(&without_repeating(names), last)
    }
}

/// Joins words: `a, b or c`.
pub fn list(words: &[String], last: &str) -> String {
    match words {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// `pawn of rook, pawn of knight` said as `pawn of rook, of knight`.
fn without_repeating(names: Vec<String>) -> Vec<String> {
    let head = |name: &str| name.split_once(" of ").map(|(head, _)| head.to_owned());
    let mut previous = None;
    let mut short = Vec::new();
    for name in names {
        let own = head(&name);
        let rest = match &own {
            Some(head) if own == previous => name[head.len() + 1..].to_owned(),
            _ => name,
        };
        short.push(rest);
        previous = own;
    }
    short
}

/// The word with `a` or `an` before it, or `his` if it is the player's own.
pub fn a(word: &str) -> String {
    if word.starts_with("own ") {
        return format!("his {word}");
    }
    let an = word.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {word}", if an { "an" } else { "a" })
}

/// The word with its first letter in upper case.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The name of a rule as the beginning of a sentence: `bare-king` is `Bare king`.
pub fn spoken(name: &str) -> String {
    capital(&name.replace('-', " "))
}
