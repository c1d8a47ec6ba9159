//! The stance of a source on the answers of a reading.
//!
//! A reading follows a source if it has the name of one. [`stance`] decides from the citations of the answers to a
//! question whether the source gives the answer of the reading, gives another one, or is silent.

use crate::lang::Reading;
use crate::rules::{Switch, Variant};
use serde::Serialize;

/// The stance of the source of a reading on one of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// The source gives the answer.
    Sourced,
    /// The source gives none of the answers.
    Silent,
    /// The source gives another answer.
    Against,
}

impl Stance {
    /// Returns the sign of the stance in a table.
    pub fn sign(self) -> &'static str {
        match self {
            Stance::Sourced => "=",
            Stance::Silent => "?",
            Stance::Against => "!",
        }
    }
}

/// The answer of a reading to a question.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingAnswer {
    pub switch: String,
    pub value: String,
    /// The stance of the source that the reading follows, if it follows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
}

/// Returns the answers of a reading, or of the file itself, to all questions of a game.
pub fn answers(variant: &Variant, reading: Option<&Reading>) -> Vec<ReadingAnswer> {
    let answer = |switch: &Switch| {
        let set = reading.iter().flat_map(|reading| &reading.set).find(|(name, ..)| *name == switch.name);
        let usual = || switch.values.iter().find(|value| value.default).map(|value| &value.name);
        let value = set.map(|(_, _, value, _)| value).or_else(usual).cloned().unwrap_or_default();
        let stance = reading.and_then(|reading| stance(variant, &reading.name, switch, &value));
        ReadingAnswer { switch: switch.name.clone(), value, stance }
    };
    variant.switches.iter().map(answer).collect()
}

/// Returns the answers in force.
pub fn in_force(variant: &Variant) -> Vec<ReadingAnswer> {
    let answer = |switch: &Switch| ReadingAnswer {
        switch: switch.name.clone(),
        value: switch.chosen.clone(),
        stance: stance(variant, &variant.reading, switch, &switch.chosen),
    };
    variant.switches.iter().map(answer).collect()
}

/// Returns sentences about the answers of a game that follows a source: how many are those of the source, and which are
/// not. There are none if the reading follows no source.
pub fn summary(variant: &Variant) -> Vec<String> {
    let answers = in_force(variant);
    let with = |stance: Stance| -> Vec<&ReadingAnswer> {
        answers.iter().filter(|answer| answer.stance == Some(stance)).collect()
    };
    if answers.iter().all(|answer| answer.stance.is_none()) {
        return Vec::new();
    }
    let (own, all) = (with(Stance::Sourced).len(), answers.len());
    let mut lines = vec![format!("{} gives {own} of the {all} answers in force.", variant.reading)];
    let others =
        [(Stance::Silent, "The source is silent on these"), (Stance::Against, "It says otherwise on these")];
    for (stance, said) in others {
        let names = with(stance).into_iter().map(|answer| format!("{}={}", answer.switch, answer.value));
        let names: Vec<String> = names.collect();
        lines.extend((!names.is_empty()).then(|| format!("{said}: {}.", names.join(", "))));
    }
    lines
}

/// Returns the stance of the source of a reading on an answer, or `None` if the reading follows no source.
pub fn stance(variant: &Variant, reading: &str, switch: &Switch, value: &str) -> Option<Stance> {
    let source = &variant.sources.iter().find(|source| source.id == reading)?.id;
    let gives = |name: &str| {
        switch.value(name).is_some_and(|value| value.cites.0.iter().any(|cite| cite.source == *source))
    };
    Some(if gives(value) {
        Stance::Sourced
    } else if switch.values.iter().any(|other| gives(&other.name)) {
        Stance::Against
    } else {
        Stance::Silent
    })
}
