//! Which case tells which values of which switch apart.

use super::answer::{Answered, ask};
use super::games::Games;
use super::page::{Case, GameLine, Page};
use crate::rules::Switch;
use std::collections::{BTreeMap, HashMap};

/// One pair of values of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The switch.
    pub switch: String,
    /// The one value.
    pub one: String,
    /// The other.
    pub other: String,
    /// The cases that answer differently under the two, as page and case.
    pub cases: Vec<(usize, usize)>,
}

/// What a case answers under each value: switch and value, and the answers that could be had.
pub type Row = BTreeMap<(String, String), Vec<Option<Vec<String>>>>;

/// All pairs of values of all switches of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// The pairs.
    pub forks: Vec<Fork>,
}

/// What one case answers under every value of every switch.
pub fn row(page: &Page, case: &Case, game: &str, switches: &[Switch], games: &Games) -> Row {
    let mut row = Row::new();
    let mut known: HashMap<(usize, String), Option<Vec<String>>> = HashMap::new();
    for switch in switches {
        for value in &switch.values {
            let mut answers = Vec::new();
            for answer in &case.answers {
                let mut line =
                    GameLine { name: game.to_owned(), readings: Vec::new(), ..answer.game.clone() };
                if answer.game.name != game {
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
                let key = (answer.line, chosen.join(" "));
                let asked = || match ask(answer, &played, true) {
                    Answered::Impossible(_) => None,
                    answered => Some(answered.lines()),
                };
                answers.push(known.entry(key).or_insert_with(asked).clone());
            }
            row.insert((switch.name.clone(), value.name.clone()), answers);
        }
    }
    row
}

/// Which of the rows tell which values apart. Each row comes with the place of its case.
pub fn matrix(switches: &[Switch], rows: &[((usize, usize), Row)]) -> Matrix {
    let mut forks = Vec::new();
    for switch in switches {
        for (at, one) in switch.values.iter().enumerate() {
            for other in switch.values.iter().skip(at + 1) {
                let key = |value: &str| (switch.name.clone(), value.to_owned());
                let tells = |row: &Row| match (row.get(&key(&one.name)), row.get(&key(&other.name))) {
                    // What can be asked under one value only proves nothing.
                    (Some(a), Some(b)) => a.iter().zip(b).any(|(a, b)| a.is_some() && b.is_some() && a != b),
                    _ => false,
                };
                let cases = rows.iter().filter(|(_, row)| tells(row)).map(|(place, _)| *place).collect();
                forks.push(Fork {
                    switch: switch.name.clone(),
                    one: one.name.clone(),
                    other: other.name.clone(),
                    cases,
                });
            }
        }
    }
    Matrix { forks }
}
