//! Which cases distinguish which values of which switch.

use super::answer::ask;
use super::games::Games;
use super::page::{Case, GameLine, Page};
use crate::rules::Switch;
use std::collections::{BTreeMap, HashMap};

/// Two values of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValuePair {
    pub switch: String,
    pub values: [String; 2],
    /// The indices of the rows whose cases answer differently under the two.
    pub rows: Vec<usize>,
}

/// What a case answers under each value: switch and value, and the answer to each question that can be asked.
pub(super) type Row<'s> = BTreeMap<(&'s str, &'s str), Vec<Option<Vec<String>>>>;

/// What one case answers under every value of every switch.
pub(crate) fn row<'s>(
    page: &Page,
    case: &Case,
    game: &str,
    switches: &'s [Switch],
    games: &Games,
) -> Row<'s> {
    // Most values are those in force already: the same game is asked once.
    let mut known: HashMap<(usize, Vec<String>), Option<Vec<String>>> = HashMap::new();
    let values = switches.iter().flat_map(|switch| switch.values.iter().map(move |value| (switch, value)));
    let answers = values.map(|(switch, value)| {
        let answer = |query: &super::Query| {
            let mut line = GameLine { name: game.to_owned(), readings: Vec::new(), ..query.game.clone() };
            if query.game.name != game {
                // A case of the game this one extends: its arrays may not be there.
                line.array = None;
            }
            line.set.retain(|(name, _)| *name != switch.name);
            line.set.push((switch.name.clone(), value.name.clone()));
            let played = games.load(&page.name, &line).ok()?;
            let chosen = played.loaded.variant.switches.iter().map(|switch| switch.chosen.clone()).collect();
            known.entry((query.line, chosen)).or_insert_with(|| ask(query, &played, true).ok()).clone()
        };
        ((switch.name.as_str(), value.name.as_str()), case.queries.iter().map(answer).collect())
    });
    answers.collect()
}

/// All pairs of values of all switches, and which of the rows distinguish them.
pub(crate) fn matrix(switches: &[Switch], rows: &[Row]) -> Vec<ValuePair> {
    let mut pairs = Vec::new();
    for switch in switches {
        for (at, one) in switch.values.iter().enumerate() {
            for other in &switch.values[at + 1..] {
                let distinguishes = |row: &Row| {
                    let [a, b] = [one, other].map(|value| &row[&(switch.name.as_str(), value.name.as_str())]);
                    // A question that can be asked under one value only proves nothing.
                    a.iter().zip(b).any(|(a, b)| a.is_some() && b.is_some() && a != b)
                };
                pairs.push(ValuePair {
                    switch: switch.name.clone(),
                    values: [one.name.clone(), other.name.clone()],
                    rows: (0..rows.len()).filter(|at| distinguishes(&rows[*at])).collect(),
                });
            }
        }
    }
    pairs
}
