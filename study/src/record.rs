//! The records of games: one JSON object on each line, after a head line that describes the study.
//!
//! [`Head`] is the first line, and [`Record`] is one game. [`read`] reads a whole file. It also reads a file that was
//! cut off in the middle of a line, and the games can be in any order.

use super::Settings;
use ferz::{Color, Playout, Rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The first line of a file of games. Its `Display` implementation writes JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The version of ferz that played the games.
    pub ferz: String,
    /// The settings of the games.
    pub study: Settings,
    /// The sets of rules in the study.
    pub of: Vec<Side>,
}

/// A set of rules in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name of the rules in the study.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The name of the array.
    pub array: String,
    /// The name of the reading.
    pub reading: String,
    /// The values of the switches.
    pub switches: BTreeMap<String, String>,
    /// The name of an earlier set of rules that is equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The names of the rules with an observable effect.
    pub rules: Vec<String>,
    /// The piece types.
    pub pieces: Vec<PieceType>,
}

/// A piece type in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceType {
    /// The token of a White piece.
    pub token: String,
    /// The name to show to readers.
    pub title: String,
    /// The number of pieces of both sides at the start.
    pub start: u32,
}

/// The record of a game. All numbers are integers, so sums are the same on every machine. Its `Display`
/// implementation writes a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the game.
    pub n: u64,
    /// The number of the set of rules.
    pub of: usize,
    /// The seed of the game.
    pub seed: u64,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was cut off.
    pub result: String,
    /// The rule that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of plies.
    pub plies: u32,
    /// The sum of the numbers of legal moves in all positions in which a move was made.
    pub choices: u64,
    /// The number of changes of the lead.
    pub leads: u32,
    /// The number of times that each rule acted.
    pub acts: Vec<u32>,
    /// The numbers of White's and of Black's pieces at the end, by piece type.
    pub left: Vec<[u32; 2]>,
    /// The difference between the numbers of White's and of Black's pieces, summed over all positions after a move,
    /// by piece type.
    pub more: Vec<i64>,
    /// The moves, separated by spaces.
    pub moves: String,
}

/// The reason why a text is not a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Side {
    pub(super) fn new(name: String, rules: &Rules, same_as: Option<String>) -> Side {
        let mut switches = BTreeMap::new();
        for switch in rules.switches() {
            switches.insert(switch.to_owned(), rules.value(switch).unwrap_or_default().to_owned());
        }
        let mut pieces = Vec::new();
        for (own, [white, black]) in rules.piece_types().into_iter().zip(rules.start().material()) {
            let (token, title) = (own.token.to_owned(), own.title.to_owned());
            pieces.push(PieceType { token, title, start: white + black });
        }
        Side {
            name,
            game: rules.name().to_owned(),
            array: rules.array().to_owned(),
            reading: rules.reading().to_owned(),
            switches,
            same_as,
            rules: rules.observable_rules().to_vec(),
            pieces,
        }
    }
}

impl Record {
    /// Creates the record of a game before its first move.
    pub(super) fn new((n, of): (u64, usize), seed: u64, side: &Side, left: Vec<[u32; 2]>) -> Record {
        Record {
            n,
            of,
            seed,
            result: String::new(),
            reason: None,
            plies: 0,
            choices: 0,
            leads: 0,
            acts: vec![0; side.rules.len()],
            more: vec![0; left.len()],
            left,
            moves: String::new(),
        }
    }

    /// Records the end of the game. The ending counts as a rule that acted.
    pub(super) fn end(&mut self, side: &Side, played: &Playout) {
        self.plies = played.plies;
        let result = match played.outcome.as_ref().map(|outcome| outcome.winner) {
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
            Some(None) => "1/2-1/2",
            None => "*",
        };
        self.result = result.to_owned();
        self.reason = played.outcome.as_ref().map(|outcome| outcome.reason.clone());
        let ending = self.reason.as_ref().map(|reason| format!("ending {reason}"));
        if let Some(number) = ending.and_then(|name| side.rules.iter().position(|rule| *rule == name)) {
            self.acts[number] += 1;
        }
    }

    /// Returns White's score in half points. Returns `None` if the game was cut off.
    pub fn halves(&self) -> Option<u8> {
        match self.result.as_str() {
            "1-0" => Some(2),
            "0-1" => Some(0),
            "1/2-1/2" => Some(1),
            _ => None,
        }
    }
}

/// Reads a file of games. Returns each game once, in the order of the numbers. Incomplete lines are skipped.
///
/// # Errors
/// Returns an error if the text does not begin with the head of a study.
pub fn read(text: &str) -> Result<(Head, Vec<Record>), Unreadable> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().ok_or_else(|| Unreadable("the file is empty".to_owned()))?;
    let head: Head = serde_json::from_str(first)
        .map_err(|error| Unreadable(format!("the first line is not that of a file of games: {error}")))?;
    let mut games: BTreeMap<u64, Record> = BTreeMap::new();
    for line in lines {
        // The last line is incomplete if the program was killed while it wrote the line.
        let Ok(record) = serde_json::from_str::<Record>(line) else { continue };
        let Some(side) = head.of.get(record.of) else { continue };
        let (rules, pieces) = (side.rules.len(), side.pieces.len());
        if (record.acts.len(), record.left.len(), record.more.len()) == (rules, pieces, pieces) {
            games.entry(record.n).or_insert(record);
        }
    }
    Ok((head, games.into_values().collect()))
}
