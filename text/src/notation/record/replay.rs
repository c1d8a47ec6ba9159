//! Plays the moves of a record that is given as data, so that the record can be written.
//!
//! [`Recorded::replay`] is the counterpart of [`Record::new`].

use super::body::{MoveLine, Note, Written};
use super::data::{Record, RecordedLine, RecordedMove};
use super::read::{ReplayedLine, notes, play_variations};
use super::{GameTags, Identity, Recorded, Score};
use crate::base::Setup;
use crate::base::source::{Span, Spanned};
use crate::fast::engine::Engine;
use crate::messages::diagnostic::Diagnostic;

/// The tags that are written from the rules, the start position, and the result.
const DERIVED: [&str; 8] =
    ["Variant", "RuleFile", "Array", "Reading", "Switches", "SetUp", "FEN", "Termination"];

impl Recorded {
    /// Plays the moves of a record from a position. The tags for the rules are those of `identity`. A line with an
    /// illegal move ends before that move, which is among the problems.
    pub fn replay(
        engine: &Engine,
        start: &Setup,
        identity: Identity,
        record: &Record,
    ) -> (Recorded, Vec<Diagnostic>) {
        let main = RecordedLine { comments: record.comments.clone(), moves: record.moves.clone() };
        let mut lines = Vec::new();
        add_line(&main, None, &mut lines);
        let (main, others) = (lines.remove(0), lines);
        let ReplayedLine { game, end, mut problems, .. } = ReplayedLine::of(engine, start, &main, None);
        problems.extend(end.err());
        let (variations, found) = play_variations(&game, &others, None);
        problems.extend(found);
        let by_rules = Score::of(game.outcome().as_ref());
        let stated = Score::read(&record.result).unwrap_or(Score::Open);
        let heading = GameTags {
            identity,
            tags: record.tags.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())).cloned().collect(),
            score: if by_rules == Score::Open { stated } else { by_rules },
            termination: record.termination.clone(),
        };
        let notes = notes(&main, game.plies().len());
        (Recorded { game, heading, preface: main.preface, notes, variations }, problems)
    }
}

/// Adds a line, followed by the variations that depart from it.
fn add_line(line: &RecordedLine, from: Option<(usize, usize)>, lines: &mut Vec<MoveLine>) {
    let number = lines.len();
    let notes = |comments: &[String], marks: &[u16]| -> Vec<Note> {
        let marks = marks.iter().map(|mark| Note::Mark(*mark));
        marks.chain(comments.iter().cloned().map(Note::Comment)).collect()
    };
    let written = |RecordedMove { text, comments, marks, .. }: &RecordedMove| Written {
        text: Spanned::new(text.clone(), Span::default()),
        notes: notes(comments, marks),
    };
    let moves = line.moves.iter().map(written).collect();
    lines.push(MoveLine { from, preface: notes(&line.comments, &[]), moves });
    for (at, mv) in line.moves.iter().enumerate() {
        for variation in &mv.variations {
            add_line(variation, Some((number, at)), lines);
        }
    }
}
