//! The tags of a game: its players, rules, and result.

use super::body::HALF;
use super::pgn::Raw;
use crate::base::{Color, Outcome};
use crate::lang::catalog::GameRef;
use crate::play::dialect::{DIALECTS, Dialect, game_called};
use crate::rules::{Switch, Variant};
use std::collections::BTreeMap;

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The name of a built-in game, or the one that a file gives to its game.
    pub variant: String,
    /// The path of that file.
    pub file: Option<String>,
    pub array: Option<String>,
    pub reading: Option<String>,
    /// Switches set beside the reading, and their values.
    pub sets: Vec<(String, String)>,
}

impl Identity {
    /// The rules of a game under the reference by which it was loaded, with switches set beside it. If readings were given that
    /// are not found with the game, their values are named one by one.
    pub(crate) fn new(
        name: &str,
        variant: &Variant,
        sets: &[(String, String)],
        has_readings: bool,
    ) -> Identity {
        let reference = GameRef::parse(name);
        // Of two values of a switch the later counts.
        let sets: BTreeMap<String, String> = sets.iter().cloned().collect();
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

    /// The game as the command line names it.
    pub(crate) fn reference(&self) -> GameRef {
        GameRef {
            name: self.file.clone().unwrap_or_else(|| self.variant.clone()),
            is_path: self.file.is_some(),
            array: self.array.clone(),
            reading: self.reading.clone(),
        }
    }

    /// Reads the tags. A game without a tag for its rules follows the default rules.
    pub(super) fn of(raw: &Raw) -> Identity {
        let value = |name| raw.value(name).map(str::to_owned);
        let (said, file) = (value("Variant"), value("RuleFile"));
        // The name that a file gives to its game is its own affair.
        let built_in = said.as_deref().filter(|_| file.is_none()).and_then(game_called);
        let variant = built_in.or(said);
        let sets = raw.value("Switches").unwrap_or_default().split(',');
        let sets = sets.filter_map(|set| set.split_once('='));
        Identity {
            variant: variant.unwrap_or_else(|| DIALECTS.usual.clone()),
            file,
            array: value("Array"),
            reading: value("Reading"),
            sets: sets.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect(),
        }
    }

    /// The tags that say it, with the name that a program gives to the game.
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

/// The result of a game, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    Won(Color),
    Drawn,
    /// It goes on, or it is not known.
    Open,
}

impl Score {
    pub(crate) fn of(outcome: Option<&Outcome>) -> Score {
        outcome.map_or(Score::Open, |outcome| outcome.winner.map_or(Score::Drawn, Score::Won))
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Score::Won(color) => color.pick("1-0", "0-1"),
            Score::Drawn => "1/2-1/2",
            Score::Open => "*",
        }
    }

    /// The score that a text means; also half of a draw, as some files shorten it.
    pub(super) fn read(text: &str) -> Option<Score> {
        if text.trim() == HALF {
            return Some(Score::Drawn);
        }
        let all = [Score::Won(Color::White), Score::Won(Color::Black), Score::Drawn, Score::Open];
        all.into_iter().find(|score| score.text() == text.trim())
    }
}

/// The tags of a game besides its rules and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameTags {
    pub identity: Identity,
    /// Tags that stand before all others, such as `Event` and `White`, with their values.
    pub tags: Vec<(String, String)>,
    pub score: Score,
    /// The reason why the game is over; `None` if it continues.
    pub termination: Option<String>,
}
