//! Games in files: the name of the game, its switches, the first position, and the moves, as text.

use crate::base::Setup;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;

/// How the file of a game starts.
const HEAD: &str = "ferz game";

/// What a game file says.
pub(super) struct Saved {
    /// The game as the command line names it.
    pub(super) reference: String,
    /// The switches set in addition to the reading.
    pub(super) sets: Vec<String>,
    /// The first position, as FEN.
    pub(super) fen: String,
    /// The moves.
    pub(super) moves: Vec<String>,
}

impl Saved {
    /// What to save of a game.
    pub(super) fn new(game: &Game, reference: &str, sets: &[(String, String)]) -> Saved {
        let variant = game.variant();
        Saved {
            reference: reference.to_owned(),
            sets: sets.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            fen: fen::write(variant, game.start()),
            moves: game.plies().iter().map(|ply| movetext::write(variant, &ply.mv)).collect(),
        }
    }

    /// The text of the file.
    pub(super) fn write(&self) -> String {
        let mut text = format!("{HEAD} {}\n", self.reference);
        for set in &self.sets {
            text += &format!("set {set}\n");
        }
        text += &format!("fen {}\n", self.fen);
        for pair in self.moves.chunks(8) {
            text += &format!("moves {}\n", pair.join(" "));
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(super) fn read(text: &str) -> Result<Saved, String> {
        let mut lines = text.lines().enumerate();
        let reference = lines.next().and_then(|(_, line)| line.strip_prefix(HEAD));
        let Some(reference) = reference.map(str::trim).filter(|name| !name.is_empty()) else {
            return Err(format!("a saved game starts with `{HEAD}` and the name of the game"));
        };
        let mut saved = Saved {
            reference: reference.to_owned(),
            sets: Vec::new(),
            fen: String::new(),
            moves: Vec::new(),
        };
        for (i, line) in lines {
            match line.trim().split_once(' ') {
                _ if line.trim().is_empty() => {}
                Some(("set", set)) => saved.sets.push(set.trim().to_owned()),
                Some(("fen", fen)) => saved.fen = fen.trim().to_owned(),
                Some(("moves", moves)) => saved.moves.extend(moves.split_whitespace().map(str::to_owned)),
                _ => return Err(format!("line {} does not start with `set`, `fen`, or `moves`", i + 1)),
            }
        }
        Ok(saved)
    }

    /// The first position.
    ///
    /// # Errors
    /// What is wrong with the position, in a sentence.
    pub(super) fn start(&self, variant: &Variant) -> Result<Setup, String> {
        fen::read(variant, &self.fen).map_err(|problems| {
            let messages: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
            format!("the position in the file is wrong: {}", messages.join("; "))
        })
    }
}
