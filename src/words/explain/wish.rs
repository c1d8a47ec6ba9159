//! A move as somebody writes it, legal or not.

use crate::base::{Move, PieceTypeId, Square, Verb, parse_square_name};
use crate::rules::{Act, Action, Variant};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A piece goes, or castles.
    Go,
    /// A piece is put elsewhere.
    Place,
    /// Two pieces change places.
    Exchange,
    /// A piece comes from the hand.
    Drop(PieceTypeId),
    /// Nothing moves.
    Pass,
}

/// A move by its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) deed: Deed,
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    /// What follows the squares.
    pub(super) rest: String,
}

impl Wish {
    /// Takes a text apart; nothing if it names no squares of the board.
    pub(super) fn read(variant: &Variant, text: &str) -> Option<Wish> {
        let text: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if text == "pass" {
            return Some(Wish { deed: Deed::Pass, from: None, to: None, rest: String::new() });
        }
        if let Some((piece, square)) = text.split_once('@') {
            let bare = piece.trim_start_matches('{').trim_end_matches('}');
            if variant.board.square(bare).is_none() {
                let (piece_type, _) = variant
                    .piece_type_ids()
                    .find(|(_, piece_type)| piece_type.token.to_lowercase() == bare)?;
                let to = Some(variant.board.square(square)?);
                return Some(Wish { deed: Deed::Drop(piece_type), from: None, to, rest: String::new() });
            }
        }
        let (from, rest) = parse_square_name(&text)?;
        let (deed, rest) = match rest.chars().next()? {
            '@' => (Deed::Place, rest.get(1..)?),
            '~' => (Deed::Exchange, rest.get(1..)?),
            'x' | ':' => match rest.get(1..).and_then(parse_square_name) {
                Some(_) => (Deed::Go, rest.get(1..)?),
                None => (Deed::Go, rest),
            },
            _ => (Deed::Go, rest),
        };
        let (to, rest) = parse_square_name(rest)?;
        Some(Wish {
            deed,
            from: Some(variant.board.square(from)?),
            to: Some(variant.board.square(to)?),
            rest: rest.to_owned(),
        })
    }

    /// A move as a wish, its choices left out.
    pub(super) fn of(mv: &Move) -> Wish {
        let deed = match mv.verb {
            Verb::Go | Verb::Castle => Deed::Go,
            Verb::Place => Deed::Place,
            Verb::Exchange => Deed::Exchange,
            Verb::Drop(piece_type) => Deed::Drop(piece_type),
            Verb::Pass => Deed::Pass,
        };
        Wish { deed, from: mv.from, to: mv.to, rest: String::new() }
    }

    pub(super) fn same_deed(&self, other: &Wish) -> bool {
        self.deed == other.deed
    }

    /// Whether the squares and the deed are the same.
    pub(super) fn same(&self, other: &Wish) -> bool {
        (self.deed, self.from, self.to) == (other.deed, other.from, other.to)
    }

    pub(super) fn is_deed(&self, mv: &Move) -> bool {
        Wish::of(mv).same_deed(self)
    }

    /// Whether it is the sort of move a turn makes.
    pub(super) fn is_turn(&self, action: &Action) -> bool {
        matches!(
            (self.deed, &action.act),
            (Deed::Place, Act::Place { .. })
                | (Deed::Exchange, Act::Exchange { .. })
                | (Deed::Drop(_), Act::Drop { .. })
                | (Deed::Pass, Act::Pass)
        )
    }
}
