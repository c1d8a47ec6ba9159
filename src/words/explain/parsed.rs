//! The text of a move taken apart, legal or not.

use crate::base::{Verb, parse_square_name};
use crate::rules::Variant;
use crate::rules::interpreter::ParsedMove;

/// Takes a text apart into a move and what follows its squares; nothing if it names no squares of the board.
pub(super) fn parse(variant: &Variant, text: &str) -> Option<(ParsedMove, String)> {
    let text: String =
        text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase()).collect();
    if text == "pass" {
        return Some((ParsedMove { verb: Verb::Pass, from: None, to: None }, String::new()));
    }
    if let Some((piece, square)) = text.split_once('@') {
        let bare = piece.trim_start_matches('{').trim_end_matches('}');
        if variant.board.square(bare).is_none() {
            let mut piece_types = variant.piece_type_ids();
            let (id, _) = piece_types.find(|(_, piece_type)| piece_type.token.to_lowercase() == bare)?;
            let to = Some(variant.board.square(square)?);
            return Some((ParsedMove { verb: Verb::Drop(id), from: None, to }, String::new()));
        }
    }
    let (from, rest) = parse_square_name(&text)?;
    let (verb, rest) = match rest.chars().next()? {
        '@' => (Verb::Place, rest.get(1..)?),
        '~' => (Verb::Exchange, rest.get(1..)?),
        'x' | ':' if rest.get(1..).and_then(parse_square_name).is_some() => (Verb::Go, rest.get(1..)?),
        _ => (Verb::Go, rest),
    };
    let (to, rest) = parse_square_name(rest)?;
    let parsed =
        ParsedMove { verb, from: Some(variant.board.square(from)?), to: Some(variant.board.square(to)?) };
    Some((parsed, rest.to_owned()))
}
