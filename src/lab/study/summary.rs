//! What the games of a study have in common.

use super::record::{Head, Record, Side};
use super::statistics::{Estimate, Sample, holm, share, shares, weights};
use serde::Serialize;
use std::collections::BTreeMap;

/// How unlikely a difference must be by chance, after correction, to be called one.
const UNLIKELY: f64 = 0.05;

/// What is compared between rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Metric {
    /// White's score, 1 for a win and 1/2 for a draw, in games that ended.
    Score,
    /// The share of draws among the games that ended.
    Draws,
    /// The share of all games that were cut off.
    CutOff,
    /// Plies of the games that ended.
    Length,
    /// Legal moves in a position.
    Branching,
    /// How often the lead passed from one side to the other in a game.
    Leads,
}

impl Metric {
    pub(crate) const ALL: [Metric; 6] =
        [Metric::Score, Metric::Draws, Metric::CutOff, Metric::Length, Metric::Branching, Metric::Leads];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Metric::Score => "White's score",
            Metric::Draws => "draws",
            Metric::CutOff => "cut off",
            Metric::Length => "length in plies",
            Metric::Branching => "legal moves",
            Metric::Leads => "changes of the lead",
        }
    }

    /// Whether it is a share, which is written in percent.
    pub(crate) fn is_share(self) -> bool {
        matches!(self, Metric::Score | Metric::Draws | Metric::CutOff)
    }
}

/// What is known of one of the rules.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    pub name: String,
    /// The name of others before it that have the same rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    pub games: u64,
    pub white_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
    pub cut_off: u64,
    /// What White scores above one half.
    pub first_mover_advantage: Estimate,
    /// The share of the games that ended which one side won.
    pub decisive: Estimate,
    pub metrics: Vec<(Metric, Estimate)>,
    /// By each rule that ended games, the share of the games that it ended, and how many of those were draws.
    pub endings: Vec<EndedBy>,
    pub rules: Vec<Acted>,
    /// The rules that acted in none of the games.
    pub never_acted: Vec<String>,
    pub pieces: Vec<PieceSummary>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct EndedBy {
    pub reason: String,
    pub games: u64,
    pub draws: u64,
    pub share: Estimate,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Acted {
    pub rule: String,
    pub times: u64,
    /// The share of the games in which it acted.
    pub share: Estimate,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceSummary {
    pub token: String,
    pub title: String,
    /// How many both sides have at the start.
    pub start: u32,
    /// How many there are at the end of a game.
    pub left: Estimate,
    /// What having one more throughout the game adds to the score; nothing if there are too few games to say.
    pub worth: Option<Estimate>,
}

/// What differs between two of the rules.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Difference {
    pub metric: Metric,
    pub one: String,
    pub other: String,
    /// By how much the other is larger.
    pub difference: Estimate,
    /// How likely a difference as large is by chance.
    pub p: f64,
    /// The same, corrected for the number of comparisons.
    pub corrected: f64,
    pub found: bool,
}

/// What is known of all.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub head: Head,
    pub games: u64,
    pub of: Vec<About>,
    pub differences: Vec<Difference>,
}

impl Summary {
    /// Adds up the records of games.
    pub(crate) fn new(head: Head, records: &[Record]) -> Summary {
        let of = |number: usize| records.iter().filter(move |record| record.of == number);
        let own: Vec<Vec<&Record>> = (0..head.of.len()).map(|number| of(number).collect()).collect();
        let abouts = head.of.iter().zip(&own).map(|(side, games)| about(side, games)).collect();
        let differences = differences(&head, &own);
        Summary { games: records.len() as u64, of: abouts, differences, head }
    }
}

fn count<'a>(games: impl IntoIterator<Item = &'a &'a Record>, is: impl Fn(&Record) -> bool) -> u64 {
    games.into_iter().filter(|record| is(record)).count() as u64
}

fn about(side: &Side, games: &[&Record]) -> About {
    let results = |halves| count(games, |record| record.halves() == Some(halves));
    let (white, draws, black) = (results(2), results(1), results(0));
    let ended = white + draws + black;
    let all = games.len() as u64;
    let acted = |number: usize| {
        let times = games.iter().map(|record| u64::from(record.acts[number])).sum();
        Acted {
            rule: side.rules[number].clone(),
            times,
            share: share(count(games, |one| one.acts[number] > 0), all),
        }
    };
    let rules: Vec<Acted> = (0..side.rules.len()).map(acted).collect();
    let never = rules.iter().filter(|one| one.times == 0 && all > 0);
    About {
        name: side.name.clone(),
        same_as: side.same_as.clone(),
        games: all,
        white_wins: white,
        draws,
        black_wins: black,
        cut_off: all - ended,
        first_mover_advantage: sample(Metric::Score, games).estimate().map(|score| score - 0.5),
        decisive: share(white + black, ended),
        metrics: Metric::ALL.iter().map(|metric| (*metric, estimate(*metric, games))).collect(),
        endings: endings(games),
        never_acted: never.map(|one| one.rule.clone()).collect(),
        rules,
        pieces: pieces(side, games),
    }
}

/// What a metric is in a game; nothing if the game has none.
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

/// How many games have a metric that is yes or no, and how many of them have it.
fn counted(metric: Metric, games: &[&Record]) -> (u64, u64) {
    let values = games.iter().filter_map(|record| value(metric, record));
    values.fold((0, 0), |(yes, all), value| (yes + u64::from(value > 0.5), all + 1))
}

fn estimate(metric: Metric, games: &[&Record]) -> Estimate {
    match metric {
        Metric::Draws | Metric::CutOff => {
            let (yes, all) = counted(metric, games);
            share(yes, all)
        }
        _ => sample(metric, games).estimate(),
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
    let ended = |(reason, (all, draws)): (&str, (u64, u64))| EndedBy {
        reason: reason.to_owned(),
        games: all,
        draws,
        share: share(all, games.len() as u64),
    };
    let mut all: Vec<EndedBy> = reasons.into_iter().map(ended).collect();
    all.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.reason.cmp(&b.reason)));
    all
}

fn pieces(side: &Side, games: &[&Record]) -> Vec<PieceSummary> {
    let row = |record: &&Record| {
        let plies = f64::from(record.plies.max(1));
        let row = record.more.iter().map(|more| *more as f64 / plies).collect();
        Some((row, f64::from(record.halves()?) / 2.0 - 0.5))
    };
    let rows: Vec<(Vec<f64>, f64)> = games.iter().filter_map(row).collect();
    let mut worths = weights(&rows).into_iter();
    let piece = |(number, piece): (usize, &super::record::Piece)| {
        let left = games.iter().map(|record| f64::from(record.left[number].iter().sum::<u32>()));
        PieceSummary {
            token: piece.token.clone(),
            title: piece.title.clone(),
            start: piece.start,
            left: left.collect::<Sample>().estimate(),
            worth: worths.next().flatten(),
        }
    };
    side.pieces.iter().enumerate().map(piece).collect()
}

/// Every pair of rules by every metric.
fn differences(head: &Head, own: &[Vec<&Record>]) -> Vec<Difference> {
    let mut all = Vec::new();
    for (number, one) in own.iter().enumerate() {
        for (other_number, other) in own.iter().enumerate().skip(number + 1) {
            for metric in Metric::ALL {
                let (difference, p) = match metric {
                    Metric::Draws | Metric::CutOff => shares(counted(metric, one), counted(metric, other)),
                    _ => sample(metric, one).against(&sample(metric, other)),
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
