//! New names: a piece, region, or switch that has another name in a later version of a game, and is the same otherwise.

use crate::lab::compare::Canon;
use crate::rules::{RuleRef, Switch, Variant};
use std::collections::BTreeSet;

/// The names that changed, as pairs of the old and the new name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Renames {
    pub(super) pieces: Vec<(String, String)>,
    pub(super) regions: Vec<(String, String)>,
    pub(super) switches: Vec<(String, String)>,
}

impl Renames {
    /// Finds the names that changed from one version of a game to another.
    pub(super) fn find(old: &Variant, new: &Variant, switches: (&[Switch], &[Switch])) -> Renames {
        let pieces = |variant: &Variant| variant.piece_types.iter().map(|own| own.piece.clone()).collect();
        let regions = |variant: &Variant| variant.regions.iter().map(|zone| zone.name.clone()).collect();
        let names = |all: &[Switch]| all.iter().map(|switch| switch.name.clone()).collect();
        let (gone, added) = apart(pieces(old), pieces(new));
        let all = [gone.clone(), added.clone()].concat();
        let pieces =
            paired(gone, added, |one, other| signature(old, one, &all) == signature(new, other, &all));
        let (gone, added) = apart(regions(old), regions(new));
        let squares = |variant: &Variant, name: &str| {
            let zone = variant.regions.iter().find(|zone| zone.name == name);
            zone.map(|zone| Canon(variant).rule(RuleRef::Region(zone, Default::default())))
        };
        let regions = paired(gone, added, |one, other| squares(old, one) == squares(new, other));
        let (gone, added) = apart(names(switches.0), names(switches.1));
        let values = |all: &[Switch], name: &str| {
            let switch = all.iter().find(|switch| switch.name == name);
            let values = switch
                .map(|own| own.values.iter().map(|value| (value.name.clone(), value.default)).collect());
            values.unwrap_or_else(BTreeSet::new)
        };
        let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
        let is_same = |one: &str, other: &str| values(switches.0, one) == values(switches.1, other);
        // A switch of a piece changes its name with the piece.
        let mut switches =
            paired(gone.clone(), added.clone(), |one, other| last(one) == last(other) && is_same(one, other));
        let is_open = |name: &&String| !switches.iter().any(|(one, other)| one == *name || other == *name);
        let (gone, added) = (gone.iter().filter(is_open), added.iter().filter(is_open));
        let others = paired(gone.cloned().collect(), added.cloned().collect(), is_same);
        switches.extend(others);
        Renames { pieces, regions, switches }
    }

    /// Gives the pieces of the old version their new names.
    pub(super) fn apply(&self, variant: &mut Variant) {
        for own in &mut variant.piece_types {
            if let Some((_, new)) = self.pieces.iter().find(|(old, _)| *old == own.piece) {
                own.piece.clone_from(new);
            }
        }
        for zone in &mut variant.regions {
            if let Some((_, new)) = self.regions.iter().find(|(old, _)| *old == zone.name) {
                zone.name.clone_from(new);
            }
        }
    }

    /// Returns the new name of a switch.
    pub(super) fn switch<'n>(&'n self, old: &'n str) -> &'n str {
        self.switches.iter().find(|(own, _)| own == old).map_or(old, |(_, new)| new)
    }

    /// Returns the sentences about the new names, each with the keyword and both names. A switch that has its name from a
    /// piece is left out.
    pub(super) fn lines(&self) -> Vec<(&'static str, &str, &str)> {
        let follows = |(old, new): &&(String, String)| {
            let of_piece = |(one, other): &(String, String)| {
                let rest = |name: &str, piece: &str| {
                    name.strip_prefix(piece).and_then(|rest| rest.strip_prefix('.')).map(str::to_owned)
                };
                rest(old, one).is_some() && rest(old, one) == rest(new, other)
            };
            !self.pieces.iter().any(of_piece)
        };
        let pieces = self.pieces.iter().map(|(old, new)| ("piece", old.as_str(), new.as_str()));
        let regions = self.regions.iter().map(|(old, new)| ("region", old.as_str(), new.as_str()));
        let switches =
            self.switches.iter().filter(follows).map(|(old, new)| ("switch", old.as_str(), new.as_str()));
        pieces.chain(regions).chain(switches).collect()
    }
}

/// Returns the names that only the first list has, and those that only the second one has.
fn apart(old: Vec<String>, new: Vec<String>) -> (Vec<String>, Vec<String>) {
    let only = |one: &[String], other: &[String]| {
        let mut names: Vec<String> = one.iter().filter(|name| !other.contains(name)).cloned().collect();
        names.dedup();
        names
    };
    (only(&old, &new), only(&new, &old))
}

/// Pairs names that are the same in both versions apart from themselves.
fn paired(
    gone: Vec<String>,
    mut added: Vec<String>,
    is_same: impl Fn(&str, &str) -> bool,
) -> Vec<(String, String)> {
    let pair = |old: String| {
        let at = added.iter().position(|new| is_same(&old, new))?;
        Some((old, added.remove(at)))
    };
    gone.into_iter().filter_map(pair).collect()
}

/// Returns the canonical forms of the stages of a piece, without its token and with all new and old names replaced.
fn signature(variant: &Variant, piece: &str, names: &[String]) -> Vec<(Option<String>, String)> {
    let stages = variant.piece_type_ids().filter(|(_, own)| own.piece == piece);
    let form = |form: String| {
        let form = form.split_once(' ').map_or(form.as_str(), |(_, rest)| rest).to_owned();
        masked(&form, names)
    };
    let form = |(id, own)| form(Canon(variant).rule(RuleRef::Piece(id, own)));
    stages.map(|(id, own)| (own.stage.clone(), form((id, own)))).collect()
}

/// Replaces names in a form.
fn masked(form: &str, names: &[String]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
    let mut text = String::new();
    for word in form.split_inclusive(|c| !is_part(c)) {
        let name = word.trim_end_matches(|c| !is_part(c));
        let piece = name.split('.').next().unwrap_or_default();
        let is_masked = !piece.is_empty() && names.iter().any(|own| own == piece);
        text += &if is_masked { word.replacen(piece, "?", 1) } else { word.to_owned() };
    }
    text
}
