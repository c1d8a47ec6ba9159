//! Tuning: what pieces are worth, found from the results of games.
//!
//! A position's score is a sum in which each piece type has its share. How likely White wins is taken to be a logistic function
//! of the score, and the worths are chosen that make the results of the games likeliest. Worths derived from the rules are
//! kept where the games say nothing else.

mod fit;
mod trial;

use super::study::Record;
use crate::fast::engine::{Engine, Visitor};
use crate::fast::track::Track;
use crate::lang::MOST_WORTH;
use crate::play::evaluation::{Evaluation, Inputs};
use crate::play::game::Game;
use crate::play::notation::movetext;
use crate::rules::{Binding, Variant};
use fit::{Sample, fit};
use serde::Serialize;
use std::fmt::Write;
pub(crate) use trial::{Rivals, Terms, Trial};

/// How many positions are taken from one game.
const MOST_FROM_A_GAME: usize = 10;
/// Of this number of games one is not used, so that the worths can be judged by it.
const KEPT_BACK: u64 = 5;

/// What tuning has found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tuning {
    pub games: usize,
    pub positions: usize,
    /// How far the results of the games that were kept back are from what is expected of their positions, in bits a
    /// position: by the worths as they were, and by those found.
    pub before: f64,
    pub after: f64,
    pub worths: Vec<Found>,
}

/// What a piece is worth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    pub piece: String,
    /// In the opening and in the ending.
    pub before: [i32; 2],
    pub after: [i32; 2],
}

impl Tuning {
    /// The same game with the worths that were found.
    pub(crate) fn tuned(&self, variant: &Variant) -> Variant {
        let mut tuned = variant.clone();
        for own in &mut tuned.piece_types {
            let name = own.name();
            let found = self.worths.iter().find(|found| found.piece == name);
            own.tuned = found.map_or(own.tuned, |found| Some(found.after));
        }
        tuned
    }

    /// As a file of worths.
    pub(crate) fn file(&self, game: &str) -> String {
        let mut text = format!(
            "{HEAD}{game}`: what pieces are worth in the opening and in the ending,\n# in hundredths, from {} positions of {} games.\n\n[worth]\n",
            self.positions, self.games
        );
        for Found { piece, after: [opening, ending], .. } in &self.worths {
            let name = if piece.contains('.') { format!("{piece:?}") } else { piece.clone() };
            let _ = writeln!(text, "{name} = [{opening}, {ending}]");
        }
        text
    }
}

/// How a file of worths begins.
pub(crate) const HEAD: &str = "# Written by `ferz tune ";

/// What can be learned from a game: its number, and some of its positions.
pub(crate) struct Lesson {
    number: u64,
    samples: Vec<Sample>,
}

/// Finds what the pieces of a game are worth from games that were played by its rules; nothing if they tell nothing.
pub(crate) fn tune(engine: &Engine, lessons: Vec<Lesson>) -> Option<Tuning> {
    let variant = engine.variant();
    let evaluation = Evaluation::new(variant);
    let games = lessons.len();
    let (kept, learned): (Vec<Lesson>, Vec<Lesson>) =
        lessons.into_iter().partition(|lesson| lesson.number % KEPT_BACK == 0);
    let [kept, learned] = [kept, learned]
        .map(|lessons| lessons.into_iter().flat_map(|lesson| lesson.samples).collect::<Vec<Sample>>());
    if learned.is_empty() || kept.is_empty() {
        return None;
    }
    let loose: Vec<bool> = variant.piece_type_ids().map(|(id, _)| is_loose(variant, id.index())).collect();
    let steepness = fit::steepness(&learned);
    let changes = fit(&learned, &loose, steepness);
    let mut worths = Vec::new();
    let mut settled = vec![[0.0; 2]; loose.len()];
    for (number, piece_type) in variant.piece_types.iter().enumerate().filter(|(number, _)| loose[*number]) {
        let before = [evaluation.worths[number].opening, evaluation.worths[number].ending];
        let after: [i32; 2] = std::array::from_fn(|phase| {
            let worth = f64::from(before[phase]) + changes[number][phase];
            worth.clamp(0.0, f64::from(MOST_WORTH)).round() as i32
        });
        settled[number] = std::array::from_fn(|phase| f64::from(after[phase] - before[phase]));
        worths.push(Found { piece: piece_type.name(), before, after });
    }
    let nothing = vec![[0.0; 2]; loose.len()];
    Some(Tuning {
        games,
        positions: learned.len() + kept.len(),
        before: fit::loss(&kept, &nothing, steepness),
        after: fit::loss(&kept, &settled, steepness),
        worths,
    })
}

/// Whether a piece type has a worth that may be changed: not if the file says it, nor if it is never lost.
fn is_loose(variant: &Variant, number: usize) -> bool {
    let own = &variant.piece_types[number];
    own.value.is_none() && !own.neutral && !(own.royal.is_some() && variant.royalty.binds == Binding::Always)
}

/// Some quiet positions of a game, with its result; none of a game that was cut off.
pub(crate) fn lesson(engine: &Engine, evaluation: &Evaluation, record: &Record, opening: u32) -> Lesson {
    let number = record.n;
    let Some(halves) = record.halves() else { return Lesson { number, samples: Vec::new() } };
    let result = f64::from(halves) / 2.0;
    let variant = engine.variant();
    let mut game = Game::new(engine, variant.start());
    let mut quiet = Vec::new();
    for (ply, text) in (0..).zip(record.moves.split_whitespace()) {
        let legal = game.legal_moves();
        let Ok(mv) = movetext::read(variant, game.setup(), &legal, text) else { break };
        let before = game.setup().clone();
        let is_check = game.in_check();
        if !game.play(mv) {
            break;
        }
        if ply >= opening && !is_check && game.setup().pieces().count() == before.pieces().count() {
            quiet.push(before);
        }
    }
    let step = quiet.len().div_ceil(MOST_FROM_A_GAME).max(1);
    // Each game counts the same.
    let taken: Vec<_> = quiet.iter().skip(step / 2).step_by(step).collect();
    let weight = 1.0 / taken.len().max(1) as f64;
    let look = |setup| engine.walk(&engine.position(setup), Look(evaluation));
    let samples = taken.into_iter().map(|setup| Sample { inputs: look(setup), result, weight }).collect();
    Lesson { number, samples }
}

struct Look<'a>(&'a Evaluation);

impl Visitor for Look<'_> {
    type Answer = Inputs;

    fn visit<T: Track>(self, track: T) -> Inputs {
        self.0.inputs(&track)
    }
}
