//! Which cases distinguish which values of which switch.

use super::answer::{Answer, ask};
use super::games::Games;
use super::page::{Case, GameLine, Page};
use crate::rules::Switch;
use std::collections::{BTreeMap, HashMap};

/// Two values of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValuePair {
    /// The switch.
    pub switch: String,
    /// The one value.
    pub one: String,
    /// The other.
    pub other: String,
    /// The cases that answer differently under the two, as page and case.
    pub cases: Vec<(usize, usize)>,
}

/// What a case answers under each value: switch and value, and the answer to each question that can be asked.
pub(super) type Row = BTreeMap<(String, String), Vec<Option<Vec<String>>>>;

/// What one case answers under every value of every switch.
pub(crate) fn row(page: &Page, case: &Case, game: &str, switches: &[Switch], games: &Games) -> Row {
    let mut row = Row::new();
    let mut known: HashMap<(usize, String), Option<Vec<String>>> = HashMap::new();
    for switch in switches {
        for value in &switch.values {
            let mut answers = Vec::new();
            for query in &case.queries {
                let mut line = GameLine { name: game.to_owned(), readings: Vec::new(), ..query.game.clone() };
                if query.game.name != game {
                    // A case of the game this one extends: its arrays may not be there.
                    line.array = None;
                }
                line.set.retain(|(name, _)| *name != switch.name);
                line.set.push((switch.name.clone(), value.name.clone()));
                let Ok(played) = games.load(&page.name, &line) else {
                    answers.push(None);
                    continue;
                };
                // Most values are those in force already: the same game is asked once.
                let chosen: Vec<&str> =
                    played.loaded.variant.switches.iter().map(|switch| switch.chosen.as_str()).collect();
                let key = (query.line, chosen.join(" "));
                let asked = || match ask(query, &played, true) {
                    Answer::Impossible(_) => None,
                    answer => Some(answer.lines()),
                };
                answers.push(known.entry(key).or_insert_with(asked).clone());
            }
            row.insert((switch.name.clone(), value.name.clone()), answers);
        }
    }
    row
}

/// All pairs of values of all switches, and which of the rows distinguish them. Each row comes with the place of its case.
pub(crate) fn matrix(switches: &[Switch], rows: &[((usize, usize), Row)]) -> Vec<ValuePair> {
    let mut pairs = Vec::new();
    for switch in switches {
        for (at, one) in switch.values.iter().enumerate() {
            for other in switch.values.iter().skip(at + 1) {
                let answers =
                    |row: &Row, value: &str| row.get(&(switch.name.clone(), value.to_owned())).cloned();
                let distinguishes = |row: &Row| {
                    let answers = answers(row, &one.name).zip(answers(row, &other.name));
                    // A question that can be asked under one value only proves nothing.
                    let differ = |(a, b): (Option<_>, Option<_>)| a.zip(b).is_some_and(|(a, b)| a != b);
                    answers.is_some_and(|(a, b)| a.into_iter().zip(b).any(differ))
                };
                let cases =
                    rows.iter().filter(|(_, row)| distinguishes(row)).map(|(place, _)| *place).collect();
                let (switch, one, other) = (switch.name.clone(), one.name.clone(), other.name.clone());
                pairs.push(ValuePair { switch, one, other, cases });
            }
        }
    }
    pairs
}
