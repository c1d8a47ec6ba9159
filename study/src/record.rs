//! Records of games, one JSON object on a line, after a line that says of what they are records.

use super::Settings;
use ferz::{Color, Playout, Rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The first line of a file of games. `Display` writes it, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The version that played.
    pub ferz: String,
    /// The settings of the games.
    pub study: Settings,
    /// The rules that take part.
    pub of: Vec<Side>,
}

/// Rules that take part in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name of the rules in the study.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The array.
    pub array: String,
    /// The reading.
    pub reading: String,
    /// The values of the switches.
    pub switches: BTreeMap<String, String>,
    /// The name of other rules before these that are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The rules whose effect can be seen.
    pub rules: Vec<String>,
    /// The types of pieces.
    pub pieces: Vec<PieceType>,
}

/// A type of piece in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceType {
    /// The token of a White piece.
    pub token: String,
    /// The name for readers.
    pub title: String,
    /// The number of pieces that both sides have at the start.
    pub start: u32,
}

/// The record of a game. All numbers are whole, so that they add up to the same on every machine. `Display` writes it as a
/// line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the game.
    pub n: u64,
    /// The number of the rules by which it was played.
    pub of: usize,
    /// The seed.
    pub seed: u64,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was cut off.
    pub result: String,
    /// The rule that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of plies.
    pub plies: u32,
    /// The sum of legal moves over all positions in which a move was made.
    pub choices: u64,
    /// The number of times that the lead passed from one side to the other.
    pub leads: u32,
    /// By rule, the number of times that it acted.
    pub acts: Vec<u32>,
    /// By piece type, the number of pieces of White and Black at the end.
    pub left: Vec<[u32; 2]>,
    /// By piece type, the pieces of White minus those of Black, summed over all positions after a move.
    pub more: Vec<i64>,
    /// The moves, with blanks between them.
    pub moves: String,
}

/// The reason why a text is no file of games.
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
    /// The record of a game before its first move.
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

    /// Enters the end of the game. The ending is a rule that acted.
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

    /// The score of White in halves of a point; nothing if the game was cut off.
    pub fn halves(&self) -> Option<u8> {
        match self.result.as_str() {
            "1-0" => Some(2),
            "0-1" => Some(0),
            "1/2-1/2" => Some(1),
            _ => None,
        }
    }
}

/// Reads a file of games: in the order of their numbers, each once. A line that was not written to its end is skipped.
///
/// # Errors
/// If the text does not begin with the head of a study.
pub fn read(text: &str) -> Result<(Head, Vec<Record>), Unreadable> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().ok_or_else(|| Unreadable("the file is empty".to_owned()))?;
    let head: Head = serde_json::from_str(first)
        .map_err(|error| Unreadable(format!("the first line is not that of a file of games: {error}")))?;
    let mut games: BTreeMap<u64, Record> = BTreeMap::new();
    for line in lines {
        let Ok(record) = serde_json::from_str::<Record>(line) else { continue };
        let Some(side) = head.of.get(record.of) else { continue };
        let (rules, pieces) = (side.rules.len(), side.pieces.len());
        if (record.acts.len(), record.left.len(), record.more.len()) == (rules, pieces, pieces) {
            games.entry(record.n).or_insert(record);
        }
    }
    Ok((head, games.into_values().collect()))
}
