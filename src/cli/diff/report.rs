//! What a comparison says, as data.

use crate::lab::compare::{Change, Difference, Overlay};
use crate::lang::catalog::Loaded;
use crate::rules::{Origin, Switch};
use crate::words::explain::place;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) differs: bool,
    pub(super) switches: Vec<SwitchData>,
    pub(super) rules: Vec<RuleData>,
    pub(super) pieces: Vec<Overlay>,
    pub(super) game: Option<GameData>,
    /// The number of plies up to which every game was searched.
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
    pub(super) cites: Vec<String>,
    pub(super) file: String,
    pub(super) line: usize,
}

#[derive(Serialize)]
pub(super) struct RuleData {
    pub(super) what: &'static str,
    pub(super) name: String,
    pub(super) a: Option<SideData>,
    pub(super) b: Option<SideData>,
}

#[derive(Serialize)]
pub(super) struct SideData {
    pub(super) text: String,
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
    /// The switch it shows; or the rule, where no switch decides it.
    pub(super) switch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    /// Whose other rules are in force.
    pub(super) rest: &'static str,
    pub(super) fen: String,
    pub(super) moves: Vec<String>,
    #[serde(flatten)]
    pub(super) difference: Difference,
    #[serde(skip)]
    pub(super) drawing: Vec<String>,
}

pub(super) fn switches(one: &Loaded, other: &Loaded) -> Vec<SwitchData> {
    let value = |loaded: &Loaded, switch: &Switch| {
        let value = switch.values.iter().find(|value| value.name == switch.chosen);
        let (file, line) = place(&loaded.game.sources, value.map_or(switch.origin, |value| value.origin));
        let (text, cites) = value.map(|value| (value.text.clone(), value.cites.clone())).unwrap_or_default();
        ValueData { value: switch.chosen.clone(), text, cites, file, line }
    };
    let pairs = one.variant.switches.iter().filter_map(|switch| {
        let twin = other.variant.switches.iter().find(|twin| twin.name == switch.name)?;
        (switch.chosen != twin.chosen).then_some((switch, twin))
    });
    let data = |(switch, twin): (&Switch, &Switch)| SwitchData {
        name: switch.name.clone(),
        question: switch.question.clone(),
        a: value(one, switch),
        b: value(other, twin),
    };
    pairs.map(data).collect()
}

pub(super) fn rule(change: &Change, one: &Loaded, other: &Loaded) -> RuleData {
    let side = |said: &Option<(String, Origin)>, loaded: &Loaded| {
        said.as_ref().map(|(text, origin)| {
            let (file, line) = place(&loaded.game.sources, *origin);
            SideData { text: text.clone(), file, line }
        })
    };
    let (a, b) = (side(&change.one, one), side(&change.other, other));
    RuleData { what: change.what, name: change.name.clone(), a, b }
}
