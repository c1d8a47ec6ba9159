//! Tokens: the short names of men in positions and moves.

use crate::base::{Color, Man};
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The token of a man without braces: as the game declares it for White, in lower case for Black.
pub fn token(variant: &Variant, man: Man) -> String {
    let token = &variant.kind(man.kind).token;
    match man.color {
        Color::White => token.clone(),
        Color::Black => token.to_lowercase(),
    }
}

/// A token as it stands in a FEN or a move: bare if it is a single letter, otherwise in braces.
pub fn braced(token: &str) -> String {
    match token.chars().count() {
        1 => token.to_owned(),
        _ => format!("{{{token}}}"),
    }
}

/// The men by their tokens.
pub struct Tokens {
    men: BTreeMap<String, Man>,
}

impl Tokens {
    /// Collects the tokens of a game.
    pub fn new(variant: &Variant) -> Tokens {
        let mut men = BTreeMap::new();
        for color in Color::ALL {
            for (kind, _) in variant.kind_ids() {
                let man = Man { color, kind };
                men.entry(token(variant, man)).or_insert(man);
            }
        }
        Tokens { men }
    }

    /// The man a token without braces stands for.
    pub fn get(&self, token: &str) -> Option<Man> {
        self.men.get(token).copied()
    }

    /// All tokens, without braces.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.men.keys().map(String::as_str)
    }
}
