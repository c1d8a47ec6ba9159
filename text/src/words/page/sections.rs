//! The rules of a game under headings, and the pieces that a page shows.

use crate::base::PieceTypeId;
use crate::lang::lint;
use crate::rules::{RuleRef, Variant};
use crate::words::prose::{HEADINGS, Prose, heading, is_said};

/// Returns the piece types of a game, without stages that no piece can reach under the current switch values.
pub fn shown(variant: &Variant) -> Vec<PieceTypeId> {
    let appearing = lint::appearing(variant);
    let all = variant.piece_type_ids();
    let all = all.filter(|(id, piece_type)| piece_type.stage.is_none() || appearing.contains(id));
    all.map(|(id, _)| id).collect()
}

/// Returns the rules that are not part of a single piece, by heading. A heading may have no rules.
pub fn sections(variant: &Variant, prose: &Prose) -> Vec<(&'static str, Vec<String>)> {
    let rules: Vec<RuleRef> = variant.rules().into_iter().filter(|rule| is_said(variant, *rule)).collect();
    let under = |title: &'static str| {
        let own = rules.iter().filter(|rule| heading(rule.kind()) == Some(title));
        (title, own.flat_map(|rule| prose.item(*rule)).collect::<Vec<String>>())
    };
    let mut sections = HEADINGS.map(under);
    let leader = prose.leader(sections.iter().flat_map(|(_, texts)| texts)).map(str::to_owned);
    for (title, texts) in &mut sections {
        match *title {
            "Royal pieces" => texts.extend(leader.clone()),
            "Castling" => texts.extend(prose.castling_terms()),
            _ => {}
        }
    }
    sections.into()
}
