//! Finds the cases that distinguish each pair of values of a switch.
//!
//! [`Survey::new`] collects the questions of all cases under every value of every switch. The caller loads each
//! [`Setting`] and answers its questions, possibly on several threads. [`Survey::pairs`] compares the answers.

use super::answer::ask;
use super::games::Games;
use super::page::{Case, CasePage, GameLine, Query};
use crate::base::gather;
use crate::rules::{Switch, SwitchValue, Variant};
use std::collections::{BTreeMap, HashMap};

/// Two values of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePair {
    pub switch: String,
    pub values: [String; 2],
    /// The indices of the cases with different answers under the two values.
    pub cases: Vec<usize>,
}

/// A game with one setting of its switches, and all questions about it. The game is loaded once and released after the
/// last answer.
pub struct Setting<'p> {
    page: &'p str,
    line: GameLine,
    queries: Vec<&'p Query>,
}

/// The answer to each question of a setting, or `None` if the question is invalid under the setting.
pub type Answers = Vec<Option<Vec<String>>>;

/// The index of an answer: the index of the setting, and the index of the question in it.
type AnswerIndex = (usize, usize);

/// The questions of some cases under every value of every switch.
pub struct Survey<'p> {
    switches: &'p [Switch],
    pub settings: Vec<Setting<'p>>,
    /// The indices of the answers of each case, by switch and value.
    places: Vec<BTreeMap<(&'p str, &'p str), Vec<AnswerIndex>>>,
}

impl<'p> Survey<'p> {
    /// Collects the questions of the cases about the game with the name `game`.
    pub fn new(
        cases: &[(&'p CasePage, &'p Case)],
        game: &str,
        switches: &'p [Switch],
        games: &Games,
    ) -> Survey<'p> {
        let mut survey =
            Survey { switches, settings: Vec::new(), places: vec![BTreeMap::new(); cases.len()] };
        let mut known = HashMap::new();
        for (at, (page, case)) in cases.iter().enumerate() {
            for query in &case.queries {
                let line = line(query, game);
                let stands =
                    games.load(&page.name, &line).ok().map(|played| standing(&played.loaded.variant));
                for (switch, value) in
                    switches.iter().flat_map(|switch| switch.values.iter().map(move |value| (switch, value)))
                {
                    // Most values equal the values in force, and many cases concern the same game, so settings are
                    // shared.
                    let stands = stands.clone().map(|(array, mut chosen)| {
                        chosen.insert(switch.name.clone(), value.name.clone());
                        (array, chosen)
                    });
                    let line = under(&line, switch, value);
                    let alone = stands.is_none().then(|| line.clone());
                    let key = (games.place(&page.name, game), stands, alone);
                    let index = *known.entry(key).or_insert_with(|| {
                        survey.settings.push(Setting { page: &page.name, line, queries: Vec::new() });
                        survey.settings.len() - 1
                    });
                    let place = (index, survey.settings[index].question(query));
                    survey.places[at].entry((&switch.name, &value.name)).or_default().push(place);
                }
            }
        }
        survey
    }

    /// Lists all pairs of values of all switches, with the cases that distinguish them.
    pub fn pairs(&self, answers: &[Answers]) -> Vec<ValuePair> {
        let answer = |(setting, question): &AnswerIndex| answers[*setting][*question].as_ref();
        let differ = |case: &usize, switch: &Switch, values: [&SwitchValue; 2]| {
            let places = &self.places[*case];
            let [a, b] = values.map(|value| places.get(&(switch.name.as_str(), value.name.as_str())));
            let both = a.into_iter().flatten().zip(b.into_iter().flatten());
            // A question that is valid under only one of the two values is no evidence.
            both.into_iter().any(|(a, b)| answer(a).zip(answer(b)).is_some_and(|(a, b)| a != b))
        };
        let mut pairs = Vec::new();
        for switch in self.switches {
            for (at, one) in switch.values.iter().enumerate() {
                for other in &switch.values[at + 1..] {
                    let distinguishes = |case: &usize| differ(case, switch, [one, other]);
                    pairs.push(ValuePair {
                        switch: switch.name.clone(),
                        values: [one, other].map(|value| value.name.clone()),
                        cases: (0..self.places.len()).filter(distinguishes).collect(),
                    });
                }
            }
        }
        pairs
    }
}

/// Returns the game of a question without the switches that the survey sets.
fn line(query: &Query, game: &str) -> GameLine {
    let line = GameLine { name: game.to_owned(), readings: Vec::new(), ..query.game.clone() };
    // This case belongs to the game that the surveyed game extends, which may have other arrays.
    if query.game.name == game { line } else { GameLine { array: None, ..line } }
}

fn under(line: &GameLine, switch: &Switch, value: &SwitchValue) -> GameLine {
    let mut line = line.clone();
    line.set.retain(|(name, _)| *name != switch.name);
    line.set.push((switch.name.clone(), value.name.clone()));
    line
}

/// Returns the array and the switch values in force.
fn standing(variant: &Variant) -> (String, BTreeMap<String, String>) {
    let chosen = variant.switches.iter().map(|switch| (switch.name.clone(), switch.chosen.clone()));
    (variant.array.clone(), gather(chosen))
}

impl<'p> Setting<'p> {
    /// Returns the index of a question, and adds the question if it is new.
    fn question(&mut self, query: &'p Query) -> usize {
        let known = self.queries.iter().position(|asked| std::ptr::eq(*asked, query));
        known.unwrap_or_else(|| {
            self.queries.push(query);
            self.queries.len() - 1
        })
    }

    /// Loads the game of the setting and answers all of its questions.
    pub fn answers(&self, games: &Games) -> Answers {
        let played = games.read(self.page, &self.line);
        let ask = |query: &&Query| Some(ask(query, played.as_ref().ok()?, true).ok()?.lines);
        self.queries.iter().map(ask).collect()
    }
}
