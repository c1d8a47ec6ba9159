//! Describes a game, a piece, or a region as JSON.

use crate::position;
use ferz_core::base::{PieceTypeId, SquareSet};
use ferz_core::rules::{Cited, Moves, Origin, OtherName, Remark, Variant, Zone};
use ferz_lang::catalog::Loaded;
use ferz_text::notation::fen;
use ferz_text::words::drawing::diagram::MoveBoard;
use ferz_text::words::page::shown;
use ferz_text::words::prose::Prose;
use ferz_text::words::rule_kind::SectionHeading;
use serde_json::{Value, json};

/// Describes a game.
pub(super) fn game(variant: &Variant) -> Value {
    let (prose, start, board) = (Prose::new(variant), variant.start(), &variant.board);
    let rule = |name: &str, text: String, origin: Origin| {
        with_cites(variant, origin, json!({ "name": name, "text": text }))
    };
    let arrays = variant.arrays.iter().map(|one| with_cites(variant, one.origin, json!(one)));
    let actions = variant.actions.iter().map(|one| {
        let mut data = rule(&one.name, prose.action(one), one.origin);
        data["notes"] = remarks(variant, &one.notes.0);
        data
    });
    let endings = variant.endings.iter().map(|one| rule(&one.name, prose.ending(one), one.origin));
    json!({
        "name": variant.id,
        "title": variant.title,
        "about": variant.about,
        "notes": remarks(variant, &variant.notes),
        "history": remarks(variant, &variant.history),
        "origin": variant.provenance.as_ref().map(|one| with_cites(variant, one.origin, json!(one))),
        "array": variant.array,
        "arrays": arrays.collect::<Vec<_>>(),
        "reading": variant.reading,
        "board": with_cites(variant, variant.line("board"), json!({
            "width": board.width,
            "height": board.height,
            "checkered": board.checkered,
            "extra": board.extra().map(|square| board.name(square)).collect::<Vec<_>>(),
            "drawing": position::board(variant, &start, None, false),
        })),
        "fen": fen::write(variant, &start),
        "pieces": shown(variant).into_iter().map(|id| stage(variant, id)).collect::<Vec<_>>(),
        "royalty": prose.royalty(),
        "royalty_citations": variant.cited(variant.royalty.origin),
        "actions": actions.collect::<Vec<_>>(),
        "bounds": prose.under(SectionHeading::Restrictions),
        "endings": endings.collect::<Vec<_>>(),
        "switches": variant.switches,
        "sources": variant.sources,
    })
}

/// Adds the citations of a rule to its description.
fn with_cites(variant: &Variant, origin: Origin, mut rule: Value) -> Value {
    if let (Some(rule), Value::Object(cited)) = (rule.as_object_mut(), json!(Cited(variant.cited(origin)))) {
        rule.extend(cited);
    }
    rule
}

/// Returns remarks with their citations.
fn remarks(variant: &Variant, remarks: &[Remark]) -> Value {
    remarks.iter().map(|remark| with_cites(variant, remark.origin, json!({ "text": remark.text }))).collect()
}

/// Describes one piece in all its stages, and the rules and switches that concern it.
pub(super) fn piece(loaded: &Loaded, stages: &[PieceTypeId]) -> Value {
    let variant = &loaded.variant;
    let switches = super::piece::switches(loaded, stages);
    let further: Vec<&String> = switches.further.iter().map(|switch| &switch.name).collect();
    json!({
        "game": variant.id,
        "array": variant.array,
        "reading": variant.reading,
        "piece": stages.first().map_or("", |id| &variant.piece_type(*id).piece),
        "stages": stages.iter().map(|id| stage(variant, *id)).collect::<Vec<_>>(),
        "rules": super::piece::rules(variant, Prose::new(variant), stages),
        "switches": switches.own,
        "further_switches": further,
    })
}

/// Returns the data of a region's page.
pub(super) fn region(variant: &Variant, region: &Zone) -> Value {
    let names = |squares: SquareSet| {
        variant.board.listed(squares).map(|square| variant.board.name(square)).collect::<Vec<_>>()
    };
    json!({
        "game": variant.id,
        "array": variant.array,
        "reading": variant.reading,
        "region": region.name,
        "also": variant.names_of(&region.name).map(|other| other_name(variant, other)).collect::<Vec<_>>(),
        "text": Prose::new(variant).squares(region),
        "white": names(region.squares.white),
        "black": names(region.squares.black),
        "rules": super::region::rules(variant, Prose::new(variant), region),
    })
}

/// Returns the data of another name of a piece or a region.
pub(super) fn other_name(variant: &Variant, other: &OtherName) -> Value {
    let data = json!({ "name": other.name, "language": other.language });
    with_cites(variant, other.origin, data)
}

fn stage(variant: &Variant, id: PieceTypeId) -> Value {
    let piece_type = variant.piece_type(id);
    let moves = |moves: &Moves| {
        json!({
            "on": moves.on.as_ref().map(|zone| &zone.name),
            "to": moves.to.as_ref().map(|zone| &zone.name),
            "over": moves.over.as_ref().map(|pieces| Prose::new(variant).pieces(pieces)),
            "capturing": moves.capturing.as_ref().map(|pieces| Prose::new(variant).pieces(pieces)),
            "when": moves.when.as_ref().map(|when| Prose::new(variant).condition(when)),
            "provided": moves.provided.as_ref().map(|provided| Prose::new(variant).condition(provided)),
            "notation": moves.notation,
            "diagram": MoveBoard::of_game(variant, id, moves)
                .map(|board| board.rows(&piece_type.token, moves, super::piece::WHOLE).0)
                .unwrap_or_default(),
        })
    };
    let stage = json!({
        "piece": piece_type.piece,
        "stage": piece_type.stage,
        "token": piece_type.token,
        "title": piece_type.title,
        "also": piece_type.also.0.iter().map(|other| other_name(variant, other)).collect::<Vec<_>>(),
        "notes": remarks(variant, &piece_type.notes.0),
        "royal": piece_type.royal,
        "moves": piece_type.moves.iter().map(moves).collect::<Vec<_>>(),
        "text": Prose::new(variant).traits(id),
    });
    with_cites(variant, piece_type.origin, stage)
}
