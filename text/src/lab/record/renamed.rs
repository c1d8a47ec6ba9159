//! Records in which a name was replaced.

use super::choices::CompiledChoice;
use super::moves;
use crate::base::source::Sources;
use crate::base::{Color, PieceTypeId};
use crate::lang::catalog::{Catalog, NoFiles, record as rules_of};
use crate::lang::record::{RecordEntry, RuleRecord};
use crate::lang::{RuleFile, Text};
use crate::rules::{Act, Consequence, Variant};
use std::collections::HashMap;

/// Returns a record in the order and the layout of a new one, after a name in its text was replaced. `old` is the record
/// before.
///
/// The facts about moves stay, unless another piece stands for all others in them, which its name decides, or the texts of
/// moves can contain the name of a stage. These facts are then computed again.
pub fn renamed(old: &RuleRecord, new: RuleRecord) -> RuleRecord {
    let names: Vec<(String, String)> = pieces(old).into_iter().zip(pieces(&new)).collect();
    let is_ordered = names.is_sorted_by(|(_, one), (_, other)| one <= other);
    let (rules, facts): (Vec<_>, Vec<_>) = new.entries.into_iter().partition(RecordEntry::is_of_rules);
    let mut record = RuleRecord { entries: rules }.in_order();
    let stage = |name: &str| name.split_once('.').map(|(_, stage)| stage.to_owned());
    let stages = names.iter().filter(|(old, new)| stage(old) != stage(new));
    let stages: Vec<&str> = stages.map(|(_, new)| new.as_str()).collect();
    let again = if is_ordered && stages.is_empty() { None } else { other_facts(&record, &names, &stages) };
    record.entries.extend(again.unwrap_or_else(|| moves::in_order(facts)));
    record
}

/// Returns the entries about moves of a record if its new names change them. `names` has the old and the new names of
/// its pieces, and `stages` the new names of those that have another name of a stage.
fn other_facts(record: &RuleRecord, names: &[(String, String)], stages: &[&str]) -> Option<Vec<RecordEntry>> {
    let before: HashMap<&str, &str> = names.iter().map(|(old, new)| (new.as_str(), old.as_str())).collect();
    let old = &|name: String| before.get(name.as_str()).map_or(name.clone(), |old| (*old).to_owned());
    // The rules are those of a game that was checked, so lints would only take time.
    let rules = Text { trusted: true, ..rules_of("rules.snapshot", &record.text()) };
    let game = RuleFile::open(&rules, &Catalog::new(&NoFiles), Sources::default());
    if stages.is_empty() && is_settled(record, &CompiledChoice::arrays(&game), old) {
        return None;
    }
    let games = CompiledChoice::new(&game);
    let is_changed = |variant: &Variant| {
        moves::common(variant, old) != moves::common(variant, |name| name)
            || can_be_named(variant, &|id| {
                let own = variant.piece_type(id);
                // A stage without a token of its own has one with its name.
                own.token.contains('.') && stages.contains(&own.name().as_str())
            })
    };
    // A record with a mistake has no game, and keeps its facts.
    let is_other = games.all.iter().any(|(_, variant)| is_changed(variant));
    is_other.then(|| moves::entries(&games)).filter(|facts| !facts.is_empty())
}

/// Returns true if the text of a move can name one of these piece types: a player can drop it, choose it, or choose a piece
/// that then becomes it.
fn can_be_named(variant: &Variant, is_wanted: &dyn Fn(PieceTypeId) -> bool) -> bool {
    let mut chosen: Vec<PieceTypeId> = Vec::new();
    for action in &variant.actions {
        match &action.act {
            Act::Place { becomes, .. } => chosen.extend(becomes),
            Act::Replace { by, .. } => chosen.push(*by),
            Act::Drop { piece_types, becomes, .. } => chosen.extend(piece_types.iter().chain(becomes)),
            Act::Exchange { .. } | Act::Pass => {}
        }
    }
    variant.follow_ups.iter().for_each(|rule| chosen.extend(rule.brings(Color::White).0));
    for arrival in variant.piece_types.iter().flat_map(|own| &own.arrivals) {
        let is_chosen = |effect: &&Consequence| arrival.may || effect.becomes().len() > 1;
        chosen.extend(arrival.then.iter().filter(is_chosen).flat_map(Consequence::becomes));
    }
    let mut at = 0;
    while let Some(id) = chosen.get(at).copied() {
        let effects = variant.piece_type(id).arrivals.iter().flat_map(|arrival| &arrival.then);
        let next: Vec<PieceTypeId> = effects.flat_map(Consequence::becomes).copied().collect();
        next.into_iter().for_each(|id| {
            if !chosen.contains(&id) {
                chosen.push(id)
            }
        });
        at += 1;
    }
    chosen.into_iter().any(is_wanted)
}

/// Returns true if the same piece comes first by its old and by its new name in each array, whatever the values of switches:
/// no value has an array of its own, and this piece is never royal or neutral.
fn is_settled(record: &RuleRecord, arrays: &[Variant], old: &dyn Fn(String) -> String) -> bool {
    let is_inner = |line: &str| line.starts_with(' ') && line.trim_start().starts_with("array ");
    let text = record.text();
    let is_plain = |variant: &Variant, id: PieceTypeId| {
        let own = variant.piece_type(id);
        let statements = record
            .entries
            .iter()
            .filter(|entry| entry.text.split([' ', '\n']).nth(1).is_some_and(|name| name == own.piece));
        let texts: Vec<&str> = statements.map(|entry| entry.text.as_str()).collect();
        let is_word = |word: &str| ["royal", "neutral"].contains(&word);
        let mut words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        let is_ordinary = own.royal.is_none() && !variant.is_neutral(id);
        is_ordinary && !texts.is_empty() && !words.any(is_word)
    };
    let settled = |variant: &Variant| {
        let all = || variant.setup.iter().map(|(_, piece)| piece.piece_type);
        let name = |id: &PieceTypeId| variant.piece_type(*id).name();
        let first = all().min_by_key(name);
        first.is_some_and(|id| is_plain(variant, id)) && first == all().min_by_key(|id| old(name(id)))
    };
    !arrays.is_empty() && arrays.iter().all(settled) && !text.lines().any(is_inner)
}

/// Returns the name of the piece of each entry about the moves of a piece.
fn pieces(record: &RuleRecord) -> Vec<String> {
    let headings = record.entries.iter().filter_map(|entry| entry.heading.strip_prefix("moves "));
    headings.map(|heading| heading.split(" under ").next().unwrap_or_default().to_owned()).collect()
}
