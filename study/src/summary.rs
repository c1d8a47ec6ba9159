//! Summaries: estimates from the games of a study, for each set of rules and for each pair of them.
//!
//! [`Summary::new`] is the entry point. [`About`] summarizes the games of one set of rules, and [`Difference`]
//! compares one [`Metric`] between two of them. All types are serialized as they are, so their field names are a part
//! of the JSON format.

use super::record::{Head, Record, Side};
use super::statistics::{Estimate, Sample, holm, share, shares, weights};
use serde::Serialize;
use std::collections::BTreeMap;

/// The significance level for corrected p-values.
const UNLIKELY: f64 = 0.05;

/// A quantity that is compared between sets of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// White's score in games that ended: 1 for a win, and 1/2 for a draw.
    Score,
    /// The share of draws among the games that ended.
    Draws,
    /// The share of all games that were cut off.
    CutOff,
    /// The number of plies of the games that ended.
    Length,
    /// The number of legal moves in a position.
    Branching,
    /// The number of changes of the lead in a game.
    Leads,
}

impl Metric {
    /// All metrics, in display order.
    pub const ALL: [Metric; 6] =
        [Metric::Score, Metric::Draws, Metric::CutOff, Metric::Length, Metric::Branching, Metric::Leads];

    /// Returns the name of the metric.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Score => "White's score",
            Metric::Draws => "draws",
            Metric::CutOff => "cut off",
            Metric::Length => "length in plies",
            Metric::Branching => "legal moves",
            Metric::Leads => "changes of the lead",
        }
    }

    /// Returns true if the metric is a share, which is written in percent.
    pub fn is_share(self) -> bool {
        matches!(self, Metric::Score | Metric::Draws | Metric::CutOff)
    }
}

/// The summary of the games with one set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The name of the set of rules.
    pub name: String,
    /// The name of an earlier set of rules that is equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The number of games.
    pub games: u64,
    /// The number of games that White won.
    pub white_wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that Black won.
    pub black_wins: u64,
    /// The number of games that were cut off.
    pub cut_off: u64,
    /// White's score minus one half, the advantage of the first move.
    pub first_mover_advantage: Estimate,
    /// The share of won games among the games that ended.
    pub decisive: Estimate,
    /// The metrics, in the order of [`Metric::ALL`].
    pub metrics: Vec<(Metric, Estimate)>,
    /// The endings, with the most frequent first.
    pub endings: Vec<EndedBy>,
    /// The rules with an observable effect.
    pub rules: Vec<Acted>,
    /// The rules that acted in none of the games.
    pub never_acted: Vec<String>,
    /// The piece types.
    pub pieces: Vec<PieceSummary>,
}

/// The games that one ending ended.
#[derive(Clone, Debug, Serialize)]
pub struct EndedBy {
    /// The name of the ending.
    pub reason: String,
    /// The number of games that the ending ended.
    pub games: u64,
    /// The number of draws among these games.
    pub draws: u64,
    /// The share of all games.
    pub share: Estimate,
}

/// A rule with an observable effect.
#[derive(Clone, Debug, Serialize)]
pub struct Acted {
    /// The name of the rule.
    pub rule: String,
    /// The number of times that it acted.
    pub times: u64,
    /// The share of the games in which it acted.
    pub share: Estimate,
}

/// A piece type in the games of a study.
#[derive(Clone, Debug, Serialize)]
pub struct PieceSummary {
    /// The token of a White piece.
    pub token: String,
    /// The name to show to readers.
    pub title: String,
    /// The number of pieces of both sides at the start.
    pub start: u32,
    /// The number of pieces of both sides at the end of a game.
    pub left: Estimate,
    /// The increase of the score for one additional piece throughout a game. `None` if there are too few games.
    pub worth: Option<Estimate>,
}

/// A difference between two sets of rules.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The metric that is compared.
    pub metric: Metric,
    /// The name of the first set of rules.
    pub one: String,
    /// The name of the second set of rules.
    pub other: String,
    /// The metric of the second set of rules minus that of the first.
    pub difference: Estimate,
    /// The p-value of the difference.
    pub p: f64,
    /// The p-value, corrected for the number of comparisons.
    pub corrected: f64,
    /// True if the corrected p-value is below 5 %.
    pub found: bool,
}

/// The summary of a study. Its `Display` implementation writes tables for a terminal.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The head of the study.
    pub head: Head,
    /// The number of games.
    pub games: u64,
    /// The summaries of the sets of rules.
    pub of: Vec<About>,
    /// The differences between each pair of sets of rules.
    pub differences: Vec<Difference>,
}

impl Summary {
    /// Summarizes the records of games.
    pub fn new(head: Head, records: &[Record]) -> Summary {
        let mut own: Vec<Vec<&Record>> = vec![Vec::new(); head.of.len()];
        for record in records {
            if let Some(games) = own.get_mut(record.of) {
                games.push(record);
            }
        }
        let mut of = Vec::new();
        for (side, games) in head.of.iter().zip(&own) {
            of.push(About::new(side, games));
        }
        let differences = differences(&head, &own);
        Summary { games: records.len() as u64, of, differences, head }
    }

    /// Returns the summary as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl About {
    fn new(side: &Side, games: &[&Record]) -> About {
        let mut results = [0, 0, 0];
        for record in games {
            if let Some(halves) = record.halves() {
                results[usize::from(halves)] += 1;
            }
        }
        let [black_wins, draws, white_wins] = results;
        let ended = white_wins + draws + black_wins;
        let all = games.len() as u64;
        let score = sample(Metric::Score, games).estimate();
        let rules = acted(side, games);
        let mut never_acted = Vec::new();
        for one in rules.iter().filter(|one| one.times == 0 && all > 0) {
            never_acted.push(one.rule.clone());
        }
        About {
            name: side.name.clone(),
            same_as: side.same_as.clone(),
            games: all,
            white_wins,
            draws,
            black_wins,
            cut_off: all - ended,
            first_mover_advantage: score.map(|score| score - 0.5),
            decisive: share(white_wins + black_wins, ended),
            metrics: Metric::ALL.map(|metric| (metric, estimate(metric, games))).to_vec(),
            endings: endings(games),
            rules,
            never_acted,
            pieces: pieces(side, games),
        }
    }
}

fn acted(side: &Side, games: &[&Record]) -> Vec<Acted> {
    let mut all = Vec::new();
    for (number, rule) in side.rules.iter().enumerate() {
        let (mut times, mut in_games) = (0, 0);
        for record in games {
            let acted = record.acts.get(number).copied().unwrap_or(0);
            times += u64::from(acted);
            in_games += u64::from(acted > 0);
        }
        all.push(Acted { rule: rule.clone(), times, share: share(in_games, games.len() as u64) });
    }
    all
}

/// Returns the value of a metric in a game. Returns `None` if the game does not count for the metric.
fn value(metric: Metric, record: &Record) -> Option<f64> {
    let ended = record.halves();
    match metric {
        Metric::Score => ended.map(|halves| f64::from(halves) / 2.0),
        Metric::Draws => ended.map(|halves| f64::from(u8::from(halves == 1))),
        Metric::CutOff => Some(f64::from(u8::from(ended.is_none()))),
        Metric::Length => ended.map(|_| f64::from(record.plies)),
        Metric::Branching => (record.plies > 0).then(|| record.choices as f64 / f64::from(record.plies)),
        Metric::Leads => Some(f64::from(record.leads)),
    }
}

fn sample(metric: Metric, games: &[&Record]) -> Sample {
    games.iter().filter_map(|record| value(metric, record)).collect()
}

/// Returns the number of games in which a binary metric is true, and the number of games that count for it.
fn counted(metric: Metric, games: &[&Record]) -> (u64, u64) {
    let (mut yes, mut all) = (0, 0);
    for value in games.iter().filter_map(|record| value(metric, record)) {
        yes += u64::from(value > 0.5);
        all += 1;
    }
    (yes, all)
}

fn estimate(metric: Metric, games: &[&Record]) -> Estimate {
    match metric {
        Metric::Draws | Metric::CutOff => {
            let (yes, all) = counted(metric, games);
            share(yes, all)
        }
        Metric::Score | Metric::Length | Metric::Branching | Metric::Leads => {
            sample(metric, games).estimate()
        }
    }
}

fn endings(games: &[&Record]) -> Vec<EndedBy> {
    let mut reasons: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for record in games {
        if let Some(reason) = &record.reason {
            let (all, draws) = reasons.entry(reason).or_default();
            *all += 1;
            *draws += u64::from(record.halves() == Some(1));
        }
    }
    let mut all = Vec::new();
    for (reason, (ended, draws)) in reasons {
        let share = share(ended, games.len() as u64);
        all.push(EndedBy { reason: reason.to_owned(), games: ended, draws, share });
    }
    all.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.reason.cmp(&b.reason)));
    all
}

fn pieces(side: &Side, games: &[&Record]) -> Vec<PieceSummary> {
    let mut rows: Vec<(Vec<f64>, f64)> = Vec::new();
    for record in games {
        if let Some(halves) = record.halves() {
            let plies = f64::from(record.plies.max(1));
            let row = record.more.iter().map(|more| *more as f64 / plies).collect();
            rows.push((row, f64::from(halves) / 2.0 - 0.5));
        }
    }
    // The rows hold the average advantage in pieces of each game, so the weights are the values of the pieces in
    // points.
    let values = weights(&rows);
    let mut all = Vec::new();
    for (number, piece) in side.pieces.iter().enumerate() {
        let left = |record: &&Record| record.left.get(number).map_or(0.0, |[a, b]| f64::from(a + b));
        let left: Sample = games.iter().map(left).collect();
        all.push(PieceSummary {
            token: piece.token.clone(),
            title: piece.title.clone(),
            start: piece.start,
            left: left.estimate(),
            worth: values.get(number).copied().flatten(),
        });
    }
    all
}

/// Compares each pair of sets of rules by every metric.
fn differences(head: &Head, own: &[Vec<&Record>]) -> Vec<Difference> {
    let mut all = Vec::new();
    for (number, one) in own.iter().enumerate() {
        for (other_number, other) in own.iter().enumerate().skip(number + 1) {
            for metric in Metric::ALL {
                let (difference, p) = match metric {
                    Metric::Draws | Metric::CutOff => shares(counted(metric, one), counted(metric, other)),
                    Metric::Score | Metric::Length | Metric::Branching | Metric::Leads => {
                        sample(metric, one).against(&sample(metric, other))
                    }
                };
                let [one, other] = [number, other_number].map(|at| head.of[at].name.clone());
                all.push(Difference { metric, one, other, difference, p, corrected: 1.0, found: false });
            }
        }
    }
    let likely: Vec<f64> = all.iter().map(|one| one.p).collect();
    for (one, corrected) in all.iter_mut().zip(holm(&likely)) {
        one.corrected = corrected;
        one.found = corrected < UNLIKELY;
    }
    all
}
