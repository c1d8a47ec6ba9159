//! Many games, and what they have in common.

use super::{Error, Rules};
use crate::lab::study;
use serde::Serialize;
use std::fmt;

/// How the games of a [`Study`] are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudySettings {
    /// How many games are played by each of the rules.
    pub games: u32,
    /// What decides all chance.
    pub seed: u64,
    /// How many positions are searched for each move; without it moves are played at random.
    pub nodes: Option<u64>,
    /// How many plies at the start are played at random.
    pub opening: u32,
    /// After how many plies a game is cut off.
    pub plies: u32,
}

impl Default for StudySettings {
    fn default() -> StudySettings {
        StudySettings { games: 100, seed: 1, nodes: None, opening: 4, plies: 1_000 }
    }
}

/// Many games of each of some rules, played by the computer. A game depends only on the rules, the settings and its number, so that it can be
/// played on any thread or machine.
///
/// ```
/// use ferz::{Rules, Study, StudySettings, StudySummary};
///
/// let rules = vec![("shatranj".to_owned(), Rules::load("shatranj")?)];
/// let study = Study::new(rules, StudySettings { games: 3, ..StudySettings::default() });
/// let games: Vec<String> = (0..study.games()).filter_map(|number| study.play(number)).collect();
/// let file = format!("{}\n{}\n", study.head(), games.join("\n"));
/// println!("{}", StudySummary::read(&file)?);
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Study(study::Study);

impl Study {
    /// A study of some rules, each with a name.
    pub fn new(rules: Vec<(String, Rules)>, settings: StudySettings) -> Study {
        let StudySettings { games, seed, nodes, opening, plies } = settings;
        let engines = rules.into_iter().map(|(name, rules)| (name, rules.inner.engine.clone())).collect();
        Study(study::Study::new(engines, study::Settings { games, seed, nodes, opening, plies }))
    }

    /// The first line of a file of games: what they are games of, as JSON.
    pub fn head(&self) -> String {
        line(self.0.head())
    }

    /// How many games there are in all.
    pub fn games(&self) -> u64 {
        self.0.len()
    }

    /// Plays the game with a number, from 0, and returns its line of a file of games, as JSON.
    pub fn play(&self, number: u64) -> Option<String> {
        self.0.play(number).map(|record| line(&record))
    }
}

impl fmt::Debug for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Study").field(self.0.head()).finish()
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What the games of a study have in common. `Display` writes a table.
#[derive(Clone, Debug)]
pub struct StudySummary(study::Summary);

impl StudySummary {
    /// Adds up a file of games: the head of a [`Study`] and the lines of its games, in any order; a game that is there twice counts once.
    ///
    /// # Errors
    /// If the text does not begin with the head of a study.
    pub fn read(text: &str) -> Result<StudySummary, Error> {
        let read = study::read(text).map_err(|why| Error::whole("games", "", "refused", why))?;
        Ok(StudySummary(study::Summary::new(read.0, &read.1)))
    }

    /// How many games were added up.
    pub fn games(&self) -> u64 {
        self.0.games
    }

    /// The summary as JSON.
    pub fn json(&self) -> String {
        line(&self.0)
    }

    /// The summary as comma-separated values.
    pub fn csv(&self) -> String {
        study::csv(&self.0)
    }

    /// The summary as a page of HTML with plots, which needs nothing else; `file` is the name of the file of games that it mentions.
    pub fn html(&self, file: Option<&str>) -> String {
        study::page(&self.0, file)
    }
}

impl fmt::Display for StudySummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        study::table(&self.0).iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
