//! The records of games, one JSON object on a line, behind a line that says what they are records of.

use super::Settings;
use crate::base::{Color, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first line of a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The version that played.
    pub ferz: String,
    pub study: Settings,
    /// The rules that take part.
    pub of: Vec<Side>,
}

/// Rules that take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Side {
    pub name: String,
    pub game: String,
    pub array: String,
    pub reading: String,
    pub switches: BTreeMap<String, String>,
    /// The name of others before it that have the same rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The rules that can be seen to act.
    pub rules: Vec<String>,
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Piece {
    pub token: String,
    pub title: String,
    /// How many both sides have at the start.
    pub start: u32,
}

/// A game that was played. All numbers are whole, so that they add up to the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The number of the game.
    pub n: u64,
    /// Which of the rules it was played by.
    pub of: usize,
    pub seed: u64,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was cut off.
    pub result: String,
    /// The rule that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub plies: u32,
    /// How many legal moves there were, in all positions together in which a move was made.
    pub choices: u64,
    /// How often the lead passed from one side to the other.
    pub leads: u32,
    /// How often each of the rules acted.
    pub acts: Vec<u32>,
    /// By piece type, how many White and Black have at the end.
    pub left: Vec<[u32; 2]>,
    /// By piece type, how many more White had than Black, in all positions together after a move.
    pub more: Vec<i64>,
    pub moves: String,
}

impl Record {
    /// What White scored, in halves of a point; nothing if the game was cut off.
    pub(crate) fn halves(&self) -> Option<u8> {
        match self.result.as_str() {
            "1-0" => Some(2),
            "0-1" => Some(0),
            "1/2-1/2" => Some(1),
            _ => None,
        }
    }
}

pub(super) fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        Some(Some(Color::White)) => "1-0",
        Some(Some(Color::Black)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

/// Reads a file of games: in the order of their numbers, each once. A line that was not written to its end is passed over.
///
/// # Errors
/// Why this is no file of games.
pub(crate) fn read(text: &str) -> Result<(Head, Vec<Record>), String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().ok_or("the file is empty")?;
    let head: Head = serde_json::from_str(first)
        .map_err(|error| format!("the first line is not that of a file of games: {error}"))?;
    let mut games: BTreeMap<u64, Record> = BTreeMap::new();
    for record in lines.filter_map(|line| serde_json::from_str::<Record>(line).ok()) {
        let fits = head.of.get(record.of).is_some_and(|side| {
            (record.acts.len(), record.left.len(), record.more.len())
                == (side.rules.len(), side.pieces.len(), side.pieces.len())
        });
        if fits {
            games.entry(record.n).or_insert(record);
        }
    }
    Ok((head, games.into_values().collect()))
}
