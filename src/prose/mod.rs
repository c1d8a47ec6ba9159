//! Rules in plain words, for people who know the game and not the program.
//!
//! Every part of the IR can be said as a phrase. The phrases are built from the names the game itself gives to its men,
//! stages and zones.

mod condition;
mod kind;
mod men;
mod rules;

use crate::board::KindId;
use crate::ir::Variant;

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

    fn names(&self, kinds: &[KindId], last: &str) -> String {
        list(&kinds.iter().map(|kind| self.name(*kind).to_lowercase()).collect::<Vec<_>>(), last)
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

/// The word with `a` or `an` before it.
pub fn a(word: &str) -> String {
    let an = word.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {word}", if an { "an" } else { "a" })
}

/// The word with its first letter in upper case.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
