//! Finds the switches that concern a piece by comparing the games under their values.

use super::{PieceRule, PieceRuleEssence, piece_rules};
use crate::base::{ByColor, PieceTypeId, SquareSet, gather};
use crate::lang::catalog::Loaded;
use crate::rules::{Condition, PieceFilter, PieceType, Switch, Variant, Zone};
use crate::words::prose::Prose;
use std::collections::BTreeSet;

/// The switches that concern a piece, in two groups.
pub struct PieceSwitches<'v> {
    /// The switches in the block of the piece, followed by the switches with values that change its moves, its
    /// abilities, or the effects of other rules on it.
    pub own: Vec<&'v Switch>,
    /// The switches that change other rules in which the piece plays a part.
    pub further: Vec<&'v Switch>,
}

/// Finds the switches of a game that concern a piece.
pub fn piece_switches<'v>(loaded: &'v Loaded, piece: &str) -> PieceSwitches<'v> {
    let variant = &loaded.variant;
    let mut stages = variant.piece_types.iter().filter(|piece_type| piece_type.piece == piece);
    let origin = stages.next().map(|piece_type| piece_type.origin).unwrap_or_default();
    let inside: BTreeSet<String> = gather(loaded.game.switches_beside(origin));
    let here = PieceDescription::of(variant, piece);
    // A switch concerns the piece if one of its values changes a statement about the piece.
    let (mut own, mut further) = (Vec::new(), Vec::new());
    for (switch, games) in variant.switches.iter().zip(loaded.alternatives()) {
        let facts: Vec<PieceDescription> =
            games.iter().map(|game| PieceDescription::of(game, piece)).collect();
        if inside.contains(&switch.name) || facts.iter().any(|there| there.own != here.own) {
            own.push(switch);
        } else if facts.iter().any(|there| there.rules != here.rules) {
            further.push(switch);
        }
    }
    // Switches in the block of the piece come first.
    let (mut own, later): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|one: &&Switch| inside.contains(&one.name));
    own.extend(later);
    PieceSwitches { own, further }
}

/// The statements of a game about a piece.
struct PieceDescription<'v> {
    own: OwnDescription<'v>,
    /// The texts of the rules that concern it.
    rules: Vec<String>,
}

/// The statements about the piece itself.
#[derive(PartialEq)]
struct OwnDescription<'v> {
    stages: Vec<StageDescription<'v>>,
    sentences: Vec<String>,
    /// The effects of other rules on the piece.
    effects: Vec<PieceRuleEssence>,
}

/// A piece type without the rules that concern it.
#[derive(PartialEq)]
struct StageDescription<'v> {
    names: (Option<&'v str>, &'v str, &'v str),
    value: Option<i32>,
    moves: Vec<MovesDescription<'v>>,
}

/// A kind of move: its notation, the squares where it starts and ends, and its conditions. The names of zones do not
/// count.
#[derive(PartialEq)]
struct MovesDescription<'v> {
    notation: String,
    squares: [Option<ByColor<SquareSet>>; 2],
    pieces: [&'v Option<PieceFilter>; 3],
    conditions: [&'v Option<Condition>; 2],
}

impl PieceDescription<'_> {
    fn of<'v>(variant: &'v Variant, piece: &str) -> PieceDescription<'v> {
        let prose = Prose::new(variant);
        let all: Vec<PieceTypeId> = variant.piece_type_ids().map(|(id, _)| id).collect();
        let is_stage = |id: &PieceTypeId| variant.piece_type(*id).piece == piece;
        let stages: Vec<PieceTypeId> = all.iter().copied().filter(is_stage).collect();
        let rules = piece_rules(variant, prose, &stages, &all);
        let sentences = stages.iter().flat_map(|id| {
            let piece_type = variant.piece_type(*id);
            let notes = prose.notes(piece_type.origin, &piece_type.notes.0);
            prose.traits(*id).into_iter().chain(prose.other_names(*id)).chain(notes)
        });
        let own = OwnDescription {
            stages: stages.iter().map(|id| StageDescription::of(variant.piece_type(*id))).collect(),
            sentences: sentences.collect(),
            effects: rules.iter().map(PieceRule::essence).collect(),
        };
        PieceDescription { own, rules: rules.iter().map(|rule| rule.item(|_| String::new())).collect() }
    }
}

impl StageDescription<'_> {
    fn of(piece_type: &PieceType) -> StageDescription<'_> {
        let PieceType { stage, token, title, value, moves, .. } = piece_type;
        let squares = |zone: &Option<Zone>| zone.as_ref().map(|zone| zone.squares);
        let moves = moves.iter().map(|way| MovesDescription {
            notation: way.notation.to_string(),
            squares: [squares(&way.on), squares(&way.to)],
            pieces: [&way.over, &way.capturing, &way.stops],
            conditions: [&way.when, &way.provided],
        });
        StageDescription { names: (stage.as_deref(), token, title), value: *value, moves: moves.collect() }
    }
}
