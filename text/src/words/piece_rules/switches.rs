//! Finds the switches that concern a piece by comparing the games under their values.

use super::piece_rules;
use crate::base::PieceTypeId;
use crate::base::gather;
use crate::lang::catalog::Loaded;
use crate::rules::{PieceType, Switch, Variant, Zone};
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
struct PieceDescription {
    /// Descriptions of the piece type itself, and the effects of other rules on it.
    own: Vec<String>,
    /// The texts of the rules that concern it.
    rules: Vec<String>,
}

impl PieceDescription {
    fn of(variant: &Variant, piece: &str) -> PieceDescription {
        let prose = Prose::new(variant);
        let all: Vec<PieceTypeId> = variant.piece_type_ids().map(|(id, _)| id).collect();
        let is_stage = |id: &PieceTypeId| variant.piece_type(*id).piece == piece;
        let stages: Vec<PieceTypeId> = all.iter().copied().filter(is_stage).collect();
        let rules = piece_rules(variant, &stages, &all);
        let own = stages.iter().flat_map(|id| {
            let piece_type = variant.piece_type(*id);
            let names = prose.other_names(*id).into_iter();
            let notes = prose.notes(piece_type.origin, &piece_type.notes.0);
            [plain(piece_type)].into_iter().chain(prose.traits(*id)).chain(names).chain(notes)
        });
        let own = own.chain(rules.iter().map(|rule| rule.essence())).collect();
        PieceDescription { own, rules: rules.iter().map(|rule| rule.item(|_| String::new())).collect() }
    }
}

/// Describes a piece type without the rules that concern it.
// The debug format is sufficient, because these texts are only compared.
fn plain(piece_type: &PieceType) -> String {
    let squares = |zone: &Option<Zone>| zone.as_ref().map(|zone| zone.squares);
    let PieceType { stage, token, title, value, moves, .. } = piece_type;
    let moves: Vec<String> = moves
        .iter()
        .map(|way| {
            let limits = (&way.over, &way.capturing, &way.when, &way.provided);
            format!("{} {:?} {:?} {limits:?}", way.notation, squares(&way.on), squares(&way.to))
        })
        .collect();
    format!("{stage:?} {token} {title} {value:?} {moves:?}")
}
