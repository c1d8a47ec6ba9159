//! Tuning: finds piece values from the results of games.
//!
//! The score of a position is a sum with a term for each piece type. White's expected result is modeled as a logistic
//! function of the score, and tuning finds the values of maximum likelihood. The values from the rules are the prior,
//! so they remain if the games provide no evidence. [`learn`] selects positions from a game, and [`tune`] finds the
//! values.

#[doc(hidden)]
pub mod fit;
mod trial;

use super::Record;
use ferz::{PieceValue, Rules, Searcher};
use fit::{Sample, fit};
use serde::Serialize;
use std::fmt::Write;
pub use trial::{Rivals, Terms, Trial};

/// The maximum number of positions from one game.
const MAX_FROM_A_GAME: usize = 10;
/// Every game whose number is a multiple of this constant is held out to test the values.
const HELD_OUT: u64 = 5;

/// Piece values found from games.
#[derive(Clone, Debug, Serialize)]
pub struct Tuning {
    /// The number of games.
    pub games: usize,
    /// The number of positions used from the games.
    pub positions: usize,
    /// The cross entropy of the held-out results with the previous values, in bits per position.
    pub before: f64,
    /// The cross entropy of the held-out results with the new values, in bits per position.
    pub after: f64,
    /// The values of the tunable piece types.
    #[serde(rename = "worths")]
    pub values: Vec<Found>,
}

/// The tuned value of a piece type, in hundredths of a pawn.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The name of the piece type in the rules.
    pub piece: String,
    /// The previous values in the opening and in the endgame.
    pub before: [i32; 2],
    /// The new values in the opening and in the endgame.
    pub after: [i32; 2],
}

impl Tuning {
    /// The beginning of [`Tuning::file`], which identifies such files.
    pub const HEAD: &str = "# Written by `ferz tune ";

    /// Returns the rules with the new values.
    pub fn tuned(&self, rules: &Rules) -> Rules {
        let values: Vec<(String, [i32; 2])> =
            self.values.iter().map(|found| (found.piece.clone(), found.after)).collect();
        rules.with_piece_values(&values)
    }

    /// Returns the text of the file that stores the values beside the rules of this game.
    pub fn file(&self, game: &str) -> String {
        let mut text = format!(
            "{}{game}`: piece values for the opening and the ending,\n# in hundredths of a pawn, from {} positions of {} games.\n\n[worth]\n",
            Tuning::HEAD,
            self.positions,
            self.games
        );
        for Found { piece, after: [opening, ending], .. } in &self.values {
            let name = if piece.contains('.') { format!("{piece:?}") } else { piece.clone() };
            let _ = writeln!(text, "{name} = [{opening}, {ending}]");
        }
        text
    }
}

/// The positions of one game from which values are learned.
pub struct Lesson {
    /// The number of the game.
    number: u64,
    samples: Vec<Sample>,
}

/// Selects quiet positions of a game and evaluates them with `searcher`. The plies of the opening are omitted. The
/// lesson is empty if the game was cut off.
pub fn learn(searcher: &Searcher, rules: &Rules, record: &Record, opening: u32) -> Lesson {
    let number = record.n;
    let Some(halves) = record.halves() else { return Lesson { number, samples: Vec::new() } };
    let mut game = rules.start();
    let mut quiet = Vec::new();
    let pieces = |material: Vec<[u32; 2]>| material.into_iter().flatten().sum::<u32>();
    let mut before = pieces(game.material());
    for (ply, text) in (0..).zip(record.moves.split_whitespace()) {
        let is_check = game.is_check();
        let evaluation = (ply >= opening && !is_check).then(|| searcher.evaluate(&game));
        if game.play_text(text).is_err() {
            break;
        }
        let after = pieces(game.material());
        // A position before a capture is not quiet, so its evaluation says little about the result.
        if after == before {
            quiet.extend(evaluation);
        }
        before = after;
    }
    let step = quiet.len().div_ceil(MAX_FROM_A_GAME).max(1);
    let taken: Vec<_> = quiet.into_iter().skip(step / 2).step_by(step).collect();
    // All positions of a game together have the weight 1, so long games do not count more.
    let weight = 1.0 / taken.len().max(1) as f64;
    let result = f64::from(halves) / 2.0;
    let samples = taken.into_iter().map(|inputs| Sample { inputs, result, weight }).collect();
    Lesson { number, samples }
}

/// Finds the piece values of a game. Returns `None` if there are no positions to learn from, or no held-out
/// positions.
pub fn tune(rules: &Rules, lessons: Vec<Lesson>) -> Option<Tuning> {
    let games = lessons.len();
    let (mut held_out, mut learned) = (Vec::new(), Vec::new());
    for lesson in lessons {
        let part = if lesson.number % HELD_OUT == 0 { &mut held_out } else { &mut learned };
        part.extend(lesson.samples);
    }
    if learned.is_empty() || held_out.is_empty() {
        return None;
    }
    let values = rules.piece_values();
    let tunable: Vec<bool> = values.iter().map(|value| value.is_tunable).collect();
    let steepness = fit::steepness(&learned);
    let changes = fit(&learned, &tunable, steepness);
    let mut found = Vec::new();
    let mut rounded = vec![[0.0; 2]; values.len()];
    for (number, value) in values.into_iter().enumerate().filter(|(_, value)| value.is_tunable) {
        let before = [value.opening, value.ending];
        let mut after = before;
        for phase in 0..2 {
            let found = f64::from(before[phase]) + changes[number][phase];
            after[phase] = found.clamp(0.0, f64::from(PieceValue::MAX)).round() as i32;
            rounded[number][phase] = f64::from(after[phase] - before[phase]);
        }
        found.push(Found { piece: value.piece, before, after });
    }
    Some(Tuning {
        games,
        positions: learned.len() + held_out.len(),
        before: fit::loss(&held_out, &vec![[0.0; 2]; rounded.len()], steepness),
        after: fit::loss(&held_out, &rounded, steepness),
        values: found,
    })
}
