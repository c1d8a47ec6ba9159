//! What a comparison says, as data.

use crate::base::source::Sources;
use crate::lab::compare::{Change, Difference, Overlay};
use crate::lang::catalog::Loaded;
use crate::rules::Origin;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) differs: bool,
    pub(super) switches: Vec<SwitchData>,
    pub(super) rules: Vec<RuleData>,
    pub(super) pieces: Vec<PieceData>,
    pub(super) game: Option<GameData>,
    /// Up to how many plies every game was looked at.
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
pub(super) struct PieceData {
    pub(super) piece: String,
    pub(super) a: String,
    pub(super) b: String,
    pub(super) only_a: Vec<(i32, i32)>,
    pub(super) only_b: Vec<(i32, i32)>,
    pub(super) both: Vec<(i32, i32)>,
    #[serde(skip)]
    pub(super) picture: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct GameData {
    pub(super) moves: Vec<String>,
    pub(super) shortest: bool,
    pub(super) fen: String,
    #[serde(flatten)]
    pub(super) difference: DifferenceData,
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
    pub(super) difference: DifferenceData,
    #[serde(skip)]
    pub(super) drawing: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct DifferenceData {
    pub(super) only_a: Vec<String>,
    pub(super) only_b: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) standing_a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) standing_b: Option<String>,
}

impl From<Difference> for DifferenceData {
    fn from(difference: Difference) -> DifferenceData {
        let (standing_a, standing_b) = difference.standing.unzip();
        DifferenceData { only_a: difference.only_one, only_b: difference.only_other, standing_a, standing_b }
    }
}

fn place(sources: &Sources, origin: Origin) -> (String, usize) {
    let known =
        sources.get(origin.0.file).filter(|source| source.name.ends_with(".ferz") && origin.0.end > 0);
    match known {
        Some(source) => (source.name.clone(), sources.line_column(origin.0).0),
        None => {
            let main = sources.iter().find(|source| source.name.ends_with(".ferz"));
            let line =
                main.and_then(|source| source.text.lines().position(|line| line.starts_with("variant ")));
            (main.map_or(String::new(), |source| source.name.clone()), line.unwrap_or(0) + 1)
        }
    }
}

pub(super) fn switches(one: &Loaded, other: &Loaded) -> Vec<SwitchData> {
    let mut found = Vec::new();
    for switch in &one.variant.switches {
        let Some(twin) = other.variant.switches.iter().find(|twin| twin.name == switch.name) else {
            continue;
        };
        if switch.chosen == twin.chosen {
            continue;
        }
        let value = |loaded: &Loaded, switch: &crate::rules::Switch| {
            let value = switch.values.iter().find(|value| value.name == switch.chosen);
            let (file, line) = place(&loaded.game.sources, value.map_or(switch.origin, |value| value.origin));
            ValueData {
                value: switch.chosen.clone(),
                text: value.map_or(String::new(), |value| value.text.clone()),
                cites: value.map_or(Vec::new(), |value| value.cites.clone()),
                file,
                line,
            }
        };
        found.push(SwitchData {
            name: switch.name.clone(),
            question: switch.question.clone(),
            a: value(one, switch),
            b: value(other, twin),
        });
    }
    found
}

pub(super) fn rule(change: &Change, one: &Loaded, other: &Loaded) -> RuleData {
    let side = |said: &Option<(String, Origin)>, loaded: &Loaded| {
        said.as_ref().map(|(text, origin)| {
            let (file, line) = place(&loaded.game.sources, *origin);
            SideData { text: text.clone(), file, line }
        })
    };
    RuleData {
        what: change.what,
        name: change.name.clone(),
        a: side(&change.one, one),
        b: side(&change.other, other),
    }
}

pub(super) fn piece(overlay: Overlay) -> PieceData {
    let picture = overlay.picture();
    let list = |squares: BTreeSet<(i32, i32)>| squares.into_iter().collect();
    PieceData {
        piece: overlay.piece,
        a: overlay.notations.0,
        b: overlay.notations.1,
        only_a: list(overlay.only_one),
        only_b: list(overlay.only_other),
        both: list(overlay.both),
        picture,
    }
}
