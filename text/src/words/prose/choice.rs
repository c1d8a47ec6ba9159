//! Describes what a move does besides going from one square to another.

use super::{Prose, a};
use crate::base::{Choice, Move, Offer, Result, Setup, Square, Then};
use crate::messages::text::join;

impl Prose<'_> {
    /// Returns the piece on a square with its place: `the rook on a1`.
    pub fn the(&self, setup: &Setup, square: Square) -> String {
        let noun = setup.piece(square).map_or("piece".to_owned(), |piece| self.noun(piece.piece_type));
        format!("the {noun} on {}", self.variant.board.name(square))
    }

    /// Describes a choice of the player: `become a queen`, or `becomes a queen` if `s` is the ending of the verb.
    pub fn choice(&self, setup: &Setup, choice: Choice, s: &str) -> String {
        match choice {
            Choice::Become(id) => format!("become{s} {}", a(&self.noun(id))),
            Choice::End(Result::Win) => format!("win{s} the game"),
            Choice::End(Result::Loss) => format!("lose{s} the game"),
            Choice::End(Result::Draw) => format!("draw{s} the game"),
            Choice::Exchange(square) => format!("change{s} places with {}", self.the(setup, square)),
            Choice::Accept(Offer::Vanish) => format!("leave{s} the board"),
            Choice::Accept(Offer::Home) => format!("continue{s} to a home square"),
            Choice::Accept(Offer::Remove) => format!("remove{s} pieces"),
            Choice::Accept(Offer::Lose) => format!("lose{s} a right"),
            Choice::Accept(Offer::Use) => format!("use{s} a right"),
            Choice::Accept(Offer::Gain) => format!("gain{s} a right"),
            Choice::Accept(Offer::Set) => format!("set{s} a right"),
            Choice::Accept(Offer::ChangeSides) => format!("make{s} pieces change sides"),
            Choice::Accept(Offer::Hand) => format!("send{s} pieces to a hand"),
            Choice::Accept(Offer::Push) => format!("push{} pieces", if s.is_empty() { "" } else { "es" }),
        }
    }

    /// Describes the choice, the captures besides the target, and the follow-ups of a move, each with a verb.
    pub fn details(&self, setup: &Setup, mv: &Move, s: &str) -> Vec<String> {
        let name = |square: Square| self.variant.board.name(square);
        let taken: Vec<&str> = mv.taken.iter().map(|square| name(*square)).collect();
        let taken = (!taken.is_empty()).then(|| format!("capture{s} on {}", join(taken, "and")));
        let unloaded = mv.unloaded.map(|square| format!("put{s} the captured piece on {}", name(square)));
        let then = mv.then.iter().map(|then| match then {
            Then::Drop { piece_type, square, .. } => {
                format!("drop{s} the {} on {}", self.noun(*piece_type), name(*square))
            }
            Then::Put(square) => format!("put{s} a piece on {}", name(*square)),
        });
        let choice = mv.choice.map(|choice| self.choice(setup, choice, s));
        [choice, taken, unloaded].into_iter().flatten().chain(then).collect()
    }
}
