//! Which cases distinguish which values of which switch.

use super::answer::ask;
use super::games::Games;
use super::page::{Case, GameLine, Page, Query};
use crate::rules::{Switch, SwitchValue, Variant};
use std::collections::{BTreeMap, HashMap};

/// Two values of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValuePair {
    pub switch: String,
    pub values: [String; 2],
    /// The indices of the cases that answer differently under the two.
    pub cases: Vec<usize>,
}

/// A game under one setting of its switches, and what is asked about it: so it is loaded only once, and let go when all
/// is answered.
pub(crate) struct Setting<'p> {
    page: &'p str,
    line: GameLine,
    queries: Vec<&'p Query>,
}

/// The answer to each question of a setting, if it can be asked.
pub(crate) type Answers = Vec<Option<Vec<String>>>;

/// Where an answer is: which setting, which of its questions.
type Place = (usize, usize);

/// Every question of some cases, asked under every value of every switch.
pub(crate) struct Survey<'p> {
    switches: &'p [Switch],
    pub settings: Vec<Setting<'p>>,
    /// For each case the places of its answers, by switch and value.
    places: Vec<BTreeMap<(&'p str, &'p str), Vec<Place>>>,
}

impl<'p> Survey<'p> {
    /// What to ask about the game called `game`.
    pub(crate) fn new(
        cases: &[(&'p Page, &'p Case)],
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
                    // Most values are those in force already, and many cases are about the same game.
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

    /// All pairs of values of all switches, and which cases distinguish them, by the answers under each setting.
    pub(crate) fn pairs(&self, answers: &[Answers]) -> Vec<ValuePair> {
        let answer = |(setting, question): &Place| answers[*setting][*question].as_ref();
        let differ = |case: &usize, switch: &Switch, values: [&SwitchValue; 2]| {
            let places = &self.places[*case];
            let [a, b] = values.map(|value| places.get(&(switch.name.as_str(), value.name.as_str())));
            let both = a.into_iter().flatten().zip(b.into_iter().flatten());
            // A question that can be asked under one value only proves nothing.
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

/// The game of a question without what the survey chooses itself.
fn line(query: &Query, game: &str) -> GameLine {
    let line = GameLine { name: game.to_owned(), readings: Vec::new(), ..query.game.clone() };
    // A case of the game that this one extends: its arrays may not be there.
    if query.game.name == game { line } else { GameLine { array: None, ..line } }
}

fn under(line: &GameLine, switch: &Switch, value: &SwitchValue) -> GameLine {
    let mut line = line.clone();
    line.set.retain(|(name, _)| *name != switch.name);
    line.set.push((switch.name.clone(), value.name.clone()));
    line
}

/// The array and the values in force.
fn standing(variant: &Variant) -> (String, BTreeMap<String, String>) {
    let chosen = variant.switches.iter().map(|switch| (switch.name.clone(), switch.chosen.clone()));
    (variant.array.clone(), chosen.collect())
}

impl<'p> Setting<'p> {
    /// The number of a question, which is asked once.
    fn question(&mut self, query: &'p Query) -> usize {
        let known = self.queries.iter().position(|asked| std::ptr::eq(*asked, query));
        known.unwrap_or_else(|| {
            self.queries.push(query);
            self.queries.len() - 1
        })
    }

    /// Loads the game and asks everything.
    pub(crate) fn answers(&self, games: &Games) -> Answers {
        let played = games.read(self.page, &self.line);
        let ask = |query: &&Query| ask(query, played.as_ref().ok()?, true).ok();
        self.queries.iter().map(ask).collect()
    }
}
