//! The rules of a game under headings, and the pieces that a page shows.

use super::Section;
use crate::base::PieceTypeId;
use crate::lang::lint;
use crate::messages::text::capital;
use crate::rules::{RuleRef, Variant};
use crate::words::prose::{Prose, is_said};
use crate::words::rule_kind::{SectionHeading, words};
use std::collections::BTreeMap;

/// Returns the piece types of a game, without stages that no piece can reach under the current switch values.
pub fn shown(variant: &Variant) -> Vec<PieceTypeId> {
    let appearing = lint::appearing(variant);
    let all = variant.piece_type_ids();
    let all = all.filter(|(id, piece_type)| piece_type.stage.is_none() || appearing.contains(id));
    all.map(|(id, _)| id).collect()
}

/// Returns the rules that are not part of a single piece, by heading. Headings without rules are omitted.
pub fn sections(variant: &Variant, prose: &Prose) -> Vec<Section> {
    let heading_of =
        |rule: &RuleRef| words(rule.kind()).heading.filter(|heading| heading.is_on_page_of_game());
    let rules = variant.rules().into_iter().filter(|rule| is_said(variant, *rule));
    let mut by_heading: BTreeMap<SectionHeading, Vec<RuleRef>> = BTreeMap::new();
    let mut mentions_leaders = false;
    for (heading, rule) in rules.filter_map(|rule| Some((heading_of(&rule)?, rule))) {
        mentions_leaders |= rule.mentions_leaders();
        by_heading.entry(heading).or_default().push(rule);
    }
    let described = |rules: Vec<RuleRef>| rules.into_iter().flat_map(|rule| prose.item(rule)).collect();
    let mut items: BTreeMap<SectionHeading, Vec<String>> =
        by_heading.into_iter().map(|(heading, rules)| (heading, described(rules))).collect();
    let leader = prose.leader(mentions_leaders).map(str::to_owned);
    items.entry(SectionHeading::RoyalPieces).or_default().extend(leader);
    items.entry(SectionHeading::Castling).or_default().extend(prose.castling_terms());
    let section = |(heading, items): (SectionHeading, Vec<String>)| {
        let items = items.iter().map(|item| capital(item)).collect();
        Section { heading, title: heading.title(), items }
    };
    items.into_iter().filter(|(_, items)| !items.is_empty()).map(section).collect()
}
