//! The result of a comparison as data for JSON. The field names are part of the JSON format.

use ferz_core::rules::{Cited, Switch};
use ferz_lang::catalog::Loaded;
use ferz_text::lab::compare::{Change, Difference, Overlay};
use ferz_text::words::explain::Reason;
use ferz_text::words::stances::{Stance, stance};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct DiffReport {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) differs: bool,
    pub(super) switches: Vec<SwitchData>,
    pub(super) rules: Vec<Change>,
    pub(super) pieces: Vec<Overlay>,
    pub(super) game: Option<GameData>,
    /// The number of plies up to which all games were searched.
    pub(super) searched_plies: Option<usize>,
    pub(super) positions: Vec<PositionData>,
    pub(super) not_found: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct SwitchData {
    pub(super) name: String,
    pub(super) question: String,
    pub(super) a: ValueData,
    pub(super) b: ValueData,
}

#[derive(Serialize)]
pub(super) struct ValueData {
    pub(super) value: String,
    pub(super) text: String,
    #[serde(flatten)]
    pub(super) cites: Cited,
    /// The stance of the source that the reading follows, if it follows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stance: Option<Stance>,
    pub(super) file: String,
    pub(super) line: usize,
}

#[derive(Serialize)]
pub(super) struct GameData {
    pub(super) moves: Vec<String>,
    pub(super) shortest: bool,
    pub(super) fen: String,
    #[serde(flatten)]
    pub(super) difference: Difference,
}

#[derive(Serialize)]
pub(super) struct PositionData {
    /// The switch whose effect the position shows, or the rule if no switch decides it.
    pub(super) switch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    /// The game that supplies the other rules.
    pub(super) rest: Rest,
    /// The moves from the start to the position, if the search found a short game that leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<Vec<String>>,
    pub(super) fen: String,
    pub(super) moves: Vec<String>,
    #[serde(flatten)]
    pub(super) difference: Difference,
    #[serde(skip)]
    pub(super) drawing: Vec<String>,
}

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Rest {
    A,
    B,
}

/// Returns the switches with different values.
pub(super) fn switches(one: &Loaded, other: &Loaded) -> Vec<SwitchData> {
    let value = |loaded: &Loaded, switch: &Switch| {
        let value = switch.value(&switch.chosen);
        let (text, cites) = value.map(|value| (value.text.clone(), value.cites.clone())).unwrap_or_default();
        let origin = value.map_or(switch.origin, |value| value.origin);
        let Reason { text, file, line, .. } = Reason::at(text, origin, &loaded.game.sources);
        let stance = stance(&loaded.variant, &loaded.variant.reading, switch, &switch.chosen);
        ValueData { value: switch.chosen.clone(), text, cites, stance, file, line }
    };
    let data = |switch: &Switch| {
        let twin = other.variant.switches.iter().find(|twin| twin.name == switch.name)?;
        let (name, question) = (switch.name.clone(), switch.question.clone());
        let data = || SwitchData { name, question, a: value(one, switch), b: value(other, twin) };
        (switch.chosen != twin.chosen).then(data)
    };
    one.variant.switches.iter().filter_map(data).collect()
}
