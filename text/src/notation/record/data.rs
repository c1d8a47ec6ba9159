//! Records of games as data: tags, moves with their texts and positions, comments, marks, and variations.
//!
//! [`Record::new`] converts a game that was read. The fields are those of the JSON (see `docs/book/json.md`).

use super::pgn::as_object;
use super::read::{Recorded, Variation, before};
use super::write::Rewriter;
use super::{Identity, Note};
use crate::base::Setup;
use crate::notation::dialect::Dialect;
use crate::notation::{fen, movetext};
use crate::play::game::PlayedMove;
use serde::Serialize;
use std::collections::BTreeMap;

/// A record of a game as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The path of its rule file, if a tag names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The array of the game.
    pub array: String,
    /// The reading of the game.
    pub reading: String,
    /// The switches set in addition to the reading, with their values.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub switches: BTreeMap<String, String>,
    /// The tags with their values, in the order of the text.
    #[serde(serialize_with = "as_object")]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: String,
    /// The reason for the result, if a tag gives it.
    pub termination: Option<String>,
    /// The first position as a FEN.
    pub fen: String,
    /// The comments before the first move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The moves, up to the first illegal one.
    pub moves: Vec<RecordedMove>,
}

/// A move of a [`Record`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecordedMove {
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The position after the move as a FEN.
    pub fen: String,
    /// The comments after the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The numbers of the marks after the move in the PGN standard, such as 1 for `!`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u16>,
    /// The variations that replace the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<RecordedLine>,
}

/// A variation of a [`Record`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecordedLine {
    /// The comments before the first move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The moves, up to the first illegal one.
    pub moves: Vec<RecordedMove>,
}

impl Record {
    /// Converts a game that was read. Its algebraic notation is that of a dialect.
    pub fn new(recorded: &Recorded, dialect: &'static Dialect) -> Record {
        let Recorded { game, heading, preface, notes, .. } = recorded;
        let variant = game.variant();
        let Identity { variant: name, file, .. } = &heading.identity;
        let lines = Lines(Rewriter::new(recorded, dialect));
        Record {
            game: name.clone(),
            file: file.clone(),
            array: variant.array.clone(),
            reading: variant.reading.clone(),
            switches: heading.identity.sets.iter().cloned().collect(),
            tags: heading.tags.clone(),
            result: heading.score.text().to_owned(),
            termination: heading.termination.clone(),
            fen: fen::write(variant, game.start()),
            comments: comments(preface),
            moves: lines.moves(None, game.start(), (game.plies(), notes)),
        }
    }
}

struct Lines<'r>(Rewriter<'r>);

impl Lines<'_> {
    /// Returns the moves of the game or of the variation with an index.
    fn moves(
        &self,
        line: Option<usize>,
        start: &Setup,
        (plies, notes): (&[PlayedMove], &[Vec<Note>]),
    ) -> Vec<RecordedMove> {
        let variant = self.0.recorded.game.variant();
        let texts = self.0.texts(start, plies);
        let all = plies.iter().zip(texts).enumerate().map(|(at, (ply, san))| {
            let notes = notes.get(at).map_or(&[][..], Vec::as_slice);
            RecordedMove {
                text: movetext::write(variant, &ply.mv),
                san,
                fen: fen::write_with(self.0.recorded.game.engine(), ply.setup(), None),
                comments: comments(notes),
                marks: notes.iter().filter_map(Note::mark).collect(),
                variations: self.variations(line, at),
            }
        });
        all.collect()
    }

    /// Returns the variations that replace a move of a line.
    fn variations(&self, parent: Option<usize>, at: usize) -> Vec<RecordedLine> {
        let Recorded { game, variations, .. } = self.0.recorded;
        let Some(start) = before(game, variations, parent, at) else { return Vec::new() };
        let all = self.0.places.get(&(parent, at)).into_iter().flatten().map(|number| {
            let Variation { preface, plies, notes, .. } = &variations[*number];
            RecordedLine {
                comments: comments(preface),
                moves: self.moves(Some(*number), start, (plies, notes)),
            }
        });
        all.collect()
    }
}

fn comments(notes: &[Note]) -> Vec<String> {
    notes.iter().filter_map(Note::comment).map(str::to_owned).collect()
}
