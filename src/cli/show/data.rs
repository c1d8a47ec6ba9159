//! A game or a piece as JSON tells it.

use crate::base::PieceTypeId;
use crate::cli::position;
use crate::play::notation::fen;
use crate::rules::{Cited, Moves, Origin, Variant};
use crate::words::drawing::diagram;
use crate::words::prose::Prose;
use serde_json::{Value, json};

/// A game.
pub(super) fn game(variant: &Variant) -> Value {
    let (prose, start, board) = (Prose::new(variant), variant.start(), &variant.board);
    let rule = |name: &str, text: String, origin: Origin| {
        with_cites(variant, origin, json!({ "name": name, "text": text }))
    };
    let arrays = variant.arrays.iter().map(|one| with_cites(variant, one.origin, json!(one)));
    let actions = variant.actions.iter().map(|one| rule(&one.name, prose.action(one), one.origin));
    let endings = variant.endings.iter().map(|one| rule(&one.name, prose.ending(one), one.origin));
    json!({
        "name": variant.id,
        "title": variant.title,
        "about": variant.about,
        "array": variant.array,
        "arrays": arrays.collect::<Vec<_>>(),
        "reading": variant.reading,
        "board": with_cites(variant, variant.line("board"), json!({
            "width": board.width,
            "height": board.height,
            "extra": board.extra().map(|square| board.name(square)).collect::<Vec<_>>(),
            "drawing": position::board(variant, &start, None, false),
        })),
        "fen": fen::write(variant, &start),
        "pieces": super::shown(variant).into_iter().map(|id| stage(variant, id)).collect::<Vec<_>>(),
        "royalty": prose.royalty(),
        "royalty_citations": variant.cited(variant.royalty.origin),
        "actions": actions.collect::<Vec<_>>(),
        "bounds": prose.bounds(),
        "endings": endings.collect::<Vec<_>>(),
        "switches": variant.switches,
        "sources": variant.sources,
    })
}

/// What is said of a rule, with what is cited for it.
fn with_cites(variant: &Variant, origin: Origin, mut rule: Value) -> Value {
    if let (Some(rule), Value::Object(cited)) = (rule.as_object_mut(), json!(Cited(variant.cited(origin)))) {
        rule.extend(cited);
    }
    rule
}

/// One piece in all its stages.
pub(super) fn piece(variant: &Variant, stages: &[PieceTypeId]) -> Value {
    json!({
        "game": variant.id,
        "array": variant.array,
        "reading": variant.reading,
        "piece": stages.first().map_or("", |id| &variant.piece_type(*id).piece),
        "stages": stages.iter().map(|id| stage(variant, *id)).collect::<Vec<_>>(),
    })
}

fn stage(variant: &Variant, id: PieceTypeId) -> Value {
    let piece_type = variant.piece_type(id);
    let moves = |moves: &Moves| {
        json!({
            "on": moves.on.as_ref().map(|zone| &zone.name),
            "notation": moves.notation,
            "diagram": diagram::rows(&piece_type.token, moves, 6).0,
        })
    };
    let stage = json!({
        "piece": piece_type.piece,
        "stage": piece_type.stage,
        "token": piece_type.token,
        "title": piece_type.title,
        "royal": piece_type.royal,
        "moves": piece_type.moves.iter().map(moves).collect::<Vec<_>>(),
        "text": Prose::new(variant).traits(id),
    });
    with_cites(variant, piece_type.origin, stage)
}
