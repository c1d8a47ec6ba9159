//! Finds a case that distinguishes two values of a switch: a short game from the start, or a position.
//!
//! [`FoundCase::search`] is the entry point. The case has questions without answers, which `ferz test --accept` fills in.

use crate::game;
use crate::output::CommandError;
use ferz_core::rules::Variant;
use ferz_lang::catalog::GameRef;
use ferz_syntax::messages::text::fill;
use ferz_text::lab::casebook::ValuePair;
use ferz_text::lab::compare::{Difference, Witness, idle_difference};
use serde::Serialize;
use std::time::{Duration, Instant};

/// The time limit for one pair of values.
const TIME: Duration = Duration::from_secs(60);
/// The width of a line of moves.
const WIDTH: usize = 100;

/// A case that distinguishes two values.
#[derive(Serialize)]
pub(super) struct FoundCase {
    #[serde(flatten)]
    witness: Witness,
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
        if idle_difference(one, other).is_some() {
            return Ok(None);
        }
        let begin = Instant::now();
        let going = || begin.elapsed() < TIME;
        let found = Witness::search(one, other, &going);
        Ok(found.map(|witness| Self::asking(witness, [one, other], pair)))
    }

    /// Adds the questions: the moves of a piece if these differ, and otherwise the state of the game.
    fn asking(witness: Witness, [one, other]: [&Variant; 2], pair: &ValuePair) -> FoundCase {
        let named = |text: &String| {
            let names = one.board.squares().map(|square| one.board.name(square));
            names.filter(|name| text.starts_with(name)).max_by_key(|name| name.len())
        };
        let Difference { only_a, only_b, .. } = &witness.difference;
        let question = match only_a.iter().chain(only_b).next() {
            Some(text) => named(text).map_or_else(|| "moves".to_owned(), |name| format!("moves {name}")),
            None if one.first != other.first => "first".to_owned(),
            None if witness.moves.is_empty() => "outcome".to_owned(),
            None if witness.is_in_position() => format!("after {}", witness.moves.join(" ")),
            None => format!("outcome {}", witness.moves.join(" ")),
        };
        let under = pair.values.iter().map(|value| format!("{question} under {}={value}", pair.switch));
        FoundCase { questions: under.collect(), witness }
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
        match &self.witness.game {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => block("played", fill("", "", moves.iter().map(String::as_str), WIDTH)),
            None => block("fen", vec![self.witness.fen.clone()]),
        }
        self.questions.iter().for_each(|question| block(question, Vec::new()));
        lines
    }
}
