//! The tags of a game: its rules, its result, and everything else.
//!
//! [`Identity`] is the part of the tags that selects the rules. [`GameTags`] combines it with the score, the
//! termination, and all other tags.

use super::body::{HALF, Movetext, plain};
use super::pgn::Raw;
use crate::base::{Color, Outcome, gather};
use crate::lang::catalog::GameRef;
use crate::notation::dialect::{DIALECTS, Dialect, game_called};
use crate::rules::{Switch, Variant};
use std::collections::BTreeMap;

/// The choices that identify the rules of a game: its name or file, its array and reading, and the switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name of a built-in game, or the name that a rule file gives to its game.
    pub variant: String,
    /// The path of the rule file.
    pub file: Option<String>,
    pub array: Option<String>,
    pub reading: Option<String>,
    /// The switches set in addition to the reading, with their values.
    pub sets: Vec<(String, String)>,
}

impl Identity {
    /// Returns the identity of rules that were loaded by the reference `name` with additional switches. If the rules
    /// use a readings file that is not found with the game, every switch with an unusual value is named.
    pub fn new(name: &str, variant: &Variant, sets: &[(String, String)], has_readings: bool) -> Identity {
        let reference = GameRef::parse(name);
        // If a switch is set twice, the later value counts.
        let sets: BTreeMap<String, String> = gather(sets.iter().cloned());
        let named = Identity {
            variant: variant.id.clone(),
            file: reference.is_path.then_some(reference.name),
            array: Some(variant.array.clone()),
            reading: Some(variant.reading.clone()),
            sets: sets.into_iter().collect(),
        };
        if !has_readings {
            return named;
        }
        let is_unusual = |switch: &&Switch| {
            switch.values.iter().any(|value| value.name == switch.chosen && !value.default)
        };
        let unusual = variant.switches.iter().filter(is_unusual);
        let sets = unusual.map(|switch| (switch.name.clone(), switch.chosen.clone())).collect();
        Identity { reading: Some("default".to_owned()), sets, ..named }
    }

    /// Returns true if a record with the identity `other` can be one of these rules: it makes the same choices, or
    /// names the game and makes none.
    pub fn is_named_by(&self, other: &Identity) -> bool {
        let Identity { variant, file, array, reading, sets } = other;
        let is_game = match file {
            Some(_) => *file == self.file,
            // A record can name the game of a rule file without the path of the file.
            None => *variant == self.variant && (self.file.is_none() || game_called(variant).is_none()),
        };
        is_game && array.is_none() && reading.is_none() && sets.is_empty() || self == other
    }

    /// Returns the reference by which the command line names the game.
    pub fn reference(&self) -> GameRef {
        GameRef {
            name: self.file.clone().unwrap_or_else(|| self.variant.clone()),
            is_path: self.file.is_some(),
            array: self.array.clone(),
            reading: self.reading.clone(),
        }
    }

    /// Reads the identity from the tags. A record without tags for its rules is a record of the game `usual`, or of the
    /// default game.
    pub(super) fn of(raw: &Raw, usual: Option<&str>) -> Identity {
        let value = |name| raw.value(name).map(str::to_owned);
        let (named, file) = (value("Variant"), value("RuleFile"));
        // The name in a rule file can coincide with that of a built-in game, so it is not looked up.
        let built_in = named.as_deref().filter(|_| file.is_none()).and_then(game_called);
        let other = || other_game(raw).or_else(|| usual.map(str::to_owned)).filter(|_| file.is_none());
        let named = built_in.or(named).or_else(other).unwrap_or_else(|| DIALECTS.usual.clone());
        let reference = GameRef::parse(&named);
        let sets = raw.value("Switches").unwrap_or_default().split(',');
        let sets = sets.filter_map(|set| set.split_once('='));
        // The name can be the path of a rule file. The name of its game is known only when the file has been loaded.
        Identity {
            file: file.or_else(|| reference.is_path.then_some(reference.name)),
            array: value("Array").or(reference.array.filter(|_| reference.is_path)),
            reading: value("Reading").or(reference.reading.filter(|_| reference.is_path)),
            variant: named,
            sets: sets.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect(),
        }
    }

    /// Returns the dialect of the moves that a tag names, if it belongs to the game.
    pub(super) fn dialect_of(&self, raw: &Raw) -> Option<&'static Dialect> {
        let dialect = raw.value("Format").and_then(Dialect::named);
        dialect.filter(|dialect| dialect.game.as_ref() == Some(&self.variant))
    }

    /// Returns the tags of the identity, with the name that a program uses for the game.
    pub(super) fn tags(&self, dialect: &Dialect) -> Vec<(&'static str, String)> {
        let title = dialect.title_of(&self.variant).filter(|_| self.file.is_none());
        let mut tags = vec![("Variant", title.unwrap_or(&self.variant).to_owned())];
        tags.extend(self.file.clone().map(|file| ("RuleFile", file)));
        tags.extend(self.array.clone().map(|array| ("Array", array)));
        tags.extend(self.reading.clone().map(|reading| ("Reading", reading)));
        if !self.sets.is_empty() {
            let sets: Vec<String> = self.sets.iter().map(|(name, value)| format!("{name}={value}")).collect();
            tags.push(("Switches", sets.join(", ")));
        }
        tags
    }
}

/// Returns the game of a record without the tag `Variant`. Records of some games have a tag `Game` with its name, or a
/// tag for the format of their moves.
fn other_game(raw: &Raw) -> Option<String> {
    let names = ["Game", "Format"].into_iter().filter_map(|name| raw.value(name));
    // The tag can also hold the number of the game.
    names.filter(|name| name.contains(char::is_alphabetic)).find_map(game_called)
}

/// The result of a game, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Won(Color),
    Drawn,
    /// The game continues, or the result is unknown.
    Open,
}

impl Score {
    pub fn of(outcome: Option<&Outcome>) -> Score {
        outcome.map_or(Score::Open, |outcome| outcome.winner.map_or(Score::Drawn, Score::Won))
    }

    pub fn text(self) -> &'static str {
        match self {
            Score::Won(color) => color.pick("1-0", "0-1"),
            Score::Drawn => "1/2-1/2",
            Score::Open => "*",
        }
    }

    /// Returns the result in the tag, or that after the moves if the tag leaves it open.
    pub(super) fn stated(raw: &Raw, body: &Movetext) -> Score {
        let after = body.result.as_ref().map(|result| result.value.as_str());
        let mut scores = [raw.value("Result"), after].into_iter().flatten().filter_map(Score::read);
        scores.find(|score| *score != Score::Open).unwrap_or(Score::Open)
    }

    /// Parses a score. Some files shorten a draw to `1/2`.
    pub(super) fn read(text: &str) -> Option<Score> {
        let text = plain(text.trim());
        if text == HALF {
            return Some(Score::Drawn);
        }
        let all = [Score::Won(Color::White), Score::Won(Color::Black), Score::Drawn, Score::Open];
        all.into_iter().find(|score| score.text() == text)
    }
}

/// The tags of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTags {
    pub identity: Identity,
    /// The tags before all others, such as `Event` and `White`, with their values.
    pub tags: Vec<(String, String)>,
    pub score: Score,
    /// The reason why the game is over, or `None` if it continues.
    pub termination: Option<String>,
}
