//! Finds a case that distinguishes two values of a switch: a short game from the start, or a position.
//!
//! [`FoundCase::search`] is the entry point. The case has questions without answers, which `ferz test --accept` fills in.

use crate::game;
use crate::output::CommandError;
use ferz_core::base::source::{Span, Spanned};
use ferz_core::rules::Variant;
use ferz_lang::catalog::GameRef;
use ferz_syntax::messages::text::fill;
use ferz_text::lab::casebook::{ValuePair, WrittenPosition, position};
use ferz_text::lab::compare::game::FoundGame;
use ferz_text::lab::compare::{
    Difference, DifferenceScope, Distinguishing, GamePair, at_most, game as games, history_difference,
    positions,
};
use ferz_text::notation::fen;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The time limit for one pair of values.
const TIME: Duration = Duration::from_secs(60);
/// The number of positions that are searched if no game was found.
const POSITIONS: u32 = 100_000;
/// The width of a line of moves.
const WIDTH: usize = 100;

/// A case that distinguishes two values.
#[derive(Serialize)]
pub(super) struct FoundCase {
    /// The moves from the start, or `None` for a position that no short game reaches.
    game: Option<Vec<String>>,
    fen: String,
    /// The moves from there to the difference.
    moves: Vec<String>,
    #[serde(flatten)]
    difference: Difference,
    /// The questions whose answers differ.
    #[serde(skip)]
    questions: Vec<String>,
}

impl FoundCase {
    /// Searches for a case. All other switches have the values of the reference.
    ///
    /// # Errors
    /// If the game cannot be loaded.
    pub(super) fn search(reference: &GameRef, pair: &ValuePair) -> Result<Option<FoundCase>, CommandError> {
        let load = |value: &String| game::load(reference, &[(pair.switch.clone(), value.clone())], None);
        let [one, other] = [load(&pair.values[0])?, load(&pair.values[1])?];
        let (one, other) = (&*one.variant, &*other.variant);
        let begin = Instant::now();
        let going = || begin.elapsed() < TIME;
        Ok(Self::between(one, other, &going).map(|found| found.asking([one, other], pair)))
    }

    fn between(one: &Variant, other: &Variant, going: &dyn Fn() -> bool) -> Option<FoundCase> {
        let at = |game, setup: &_, moves, difference| {
            Some(FoundCase { game, fen: fen::write(one, setup), moves, difference, questions: Vec::new() })
        };
        if let Some(Distinguishing { setup, moves, difference }) = history_difference(one, other) {
            // Some differences have no short game.
            let is_shown = !moves.is_empty() || one.first != other.first;
            return is_shown.then(|| at(Some(Vec::new()), &setup, moves, difference)).flatten();
        }
        let (pair, scope) = (GamePair::new(one, other)?, DifferenceScope::new(one, other));
        if let Some(FoundGame { mut moves, mut setup, difference }) = games::plan(&pair, &scope, 1, going) {
            let last = moves.pop_if(|_| is_in_position(&difference));
            if last.is_some() {
                let words = moves.iter().map(|text| Spanned::new(text.clone(), Span::default()));
                setup = position(one, &WrittenPosition::Played(words.collect())).ok()?;
            }
            return at(Some(moves), &setup, last.into_iter().collect(), difference);
        }
        let (found, _) = positions::search(&pair, &scope, Vec::new(), (1, 1), &at_most(POSITIONS, going));
        let Distinguishing { setup, moves, difference } = found.into_iter().next()?;
        at(None, &setup, moves, difference)
    }

    /// Adds the questions: the moves of a piece if these differ, and otherwise the state of the game.
    fn asking(mut self, [one, other]: [&Variant; 2], pair: &ValuePair) -> FoundCase {
        let named = |text: &String| {
            let names = one.board.squares().map(|square| one.board.name(square));
            names.filter(|name| text.starts_with(name)).max_by_key(|name| name.len())
        };
        let Difference { only_a, only_b, .. } = &self.difference;
        let question = match only_a.iter().chain(only_b).next() {
            Some(text) => named(text).map_or_else(|| "moves".to_owned(), |name| format!("moves {name}")),
            None if one.first != other.first => "first".to_owned(),
            None if self.moves.is_empty() => "outcome".to_owned(),
            None if is_in_position(&self.difference) => format!("after {}", self.moves.join(" ")),
            None => format!("outcome {}", self.moves.join(" ")),
        };
        let under = pair.values.iter().map(|value| format!("{question} under {}={value}", pair.switch));
        self.questions = under.collect();
        self
    }

    /// Writes the case as a part of a page.
    pub(super) fn lines(&self, pair: &ValuePair) -> Vec<String> {
        let heading = format!("## `{}`: {} or {}", pair.switch, pair.values[0], pair.values[1]);
        let mut lines = vec![String::new(), heading];
        let mut block = |head: &str, body: Vec<String>| {
            lines.extend([String::new(), format!("```{head}")]);
            lines.extend(body);
            lines.push("```".to_owned());
        };
        match &self.game {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => block("played", fill("", "", moves.iter().map(String::as_str), WIDTH)),
            None => block("fen", vec![self.fen.clone()]),
        }
        self.questions.iter().for_each(|question| block(question, Vec::new()));
        lines
    }
}

/// Returns true if the positions differ, each of which is written as a FEN, and not the moves or the outcome.
fn is_in_position(difference: &Difference) -> bool {
    difference.standing_a.as_ref().is_some_and(|text| text.contains('/'))
}
