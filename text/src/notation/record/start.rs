//! Finds the rules of a recorded game, and reads its start position.

use super::Identity;
use super::pgn::{self, Raw};
use super::read::{Load, RecordText, moved, unloaded};
use crate::base::Setup;
use crate::fast::engine::Engine;
use crate::lang::catalog::GameRef;
use crate::messages::diagnostic::Diagnostic;
use crate::notation::dialect::Codec;
use crate::notation::fen::{self, FenStyle};
use crate::play::game::GameHistory;
use crate::rules::Variant;

/// Returns the rules and the start position of a game. A position with castlings that only the same game with free
/// castling has is a position of that game, which becomes the identity of the game, as in python-chess.
pub(super) fn beginning(
    file: RecordText,
    raw: &Raw,
    identity: &mut Identity,
    load: &mut Load,
    problems: &mut Vec<Diagnostic>,
) -> Option<(Engine, Setup)> {
    let mut engine = match load(identity) {
        Ok(engine) => engine,
        Err(why) => {
            problems.push(unloaded(raw, why));
            return None;
        }
    };
    if GameRef::parse(&identity.variant).is_path {
        // A path in place of a name is kept as the path of the rule file only.
        let named = Identity { variant: engine.variant().id.clone(), ..identity.clone() };
        if let Ok(same) = load(&named) {
            (engine, *identity) = (same, named);
        }
    }
    let Some(tag) = raw.tag("FEN") else {
        let start = engine.variant().start();
        return Some((engine, start));
    };
    let fen = &tag.value.value;
    if let Some(name) = fen::free_castling(engine.variant(), fen).filter(|_| identity.file.is_none()) {
        let free = Identity { variant: name.to_owned(), array: None, ..identity.clone() };
        if let Some(other) = load(&free).ok().filter(|other| fen::knows_castlings(other.variant(), fen)) {
            (engine, *identity) = (other, free);
        }
    }
    let (start, found) = position(file, engine.variant(), tag);
    problems.extend(found);
    Some((engine, start?))
}

/// Reads a position in the style of the program that wrote the file, if it is known.
fn read(file: RecordText, variant: &Variant, fen: &str, lenient: bool) -> Result<Setup, Vec<Diagnostic>> {
    match file.from.map(|dialect| FenStyle::in_dialect(variant, Codec::new(variant, dialect))) {
        Some(style) => fen::read_in(variant, fen, lenient, Some(&style)),
        None => fen::read_as(variant, fen, lenient),
    }
}

/// Reads the position of a tag. Also returns its problems, which are warnings if they can be repaired. An empty text is
/// the start position.
fn position(file: RecordText, variant: &Variant, tag: &pgn::Tag) -> (Option<Setup>, Vec<Diagnostic>) {
    let fen = &tag.value.value;
    let (start, found) = match fen::read_repaired(fen, |fen| read(file, variant, fen, true)) {
        Ok((start, found)) => (Some(start), found),
        Err(found) if fen.trim().is_empty() => {
            (Some(variant.start()), found.into_iter().map(Diagnostic::into_warning).collect())
        }
        Err(found) => (None, found),
    };
    (start, found.into_iter().map(|problem| in_tag(file.text, tag, problem)).collect())
}

/// Returns true if the first move of a game captures an enemy royal.
pub(super) fn takes_royal(game: &GameHistory) -> bool {
    let first = game.plies().first().and_then(|ply| ply.mv.to);
    let taken = first.and_then(|to| game.start().piece(to));
    taken.is_some_and(|piece| {
        piece.color != game.start().turn && game.variant().piece_type(piece.piece_type).royal.is_some()
    })
}

/// Returns the reasons why no game reaches the position of a tag.
pub(super) fn impossible(file: RecordText, variant: &Variant, tag: &pgn::Tag) -> Vec<Diagnostic> {
    let found = read(file, variant, &tag.value.value, false).err().unwrap_or_default();
    found.into_iter().map(|problem| in_tag(file.text, tag, problem)).collect()
}

/// Moves a problem of the value of a tag to its place in the file.
fn in_tag(text: &str, tag: &pgn::Tag, problem: Diagnostic) -> Diagnostic {
    // A value with escaped quotes has different offsets in the file.
    let is_plain = text.get(tag.value.span.range()) == Some(&tag.value.value);
    moved(problem, tag.value.span, is_plain)
}
