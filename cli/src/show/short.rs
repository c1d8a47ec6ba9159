//! Writes the rules in force as a short page, in the order of a rule book: the board, the pieces, and the other rules.
//!
//! [`game`] is the entry point. Switches, sources, notes, and history are on the long page.

use super::page::{self, section};
use super::piece::groups;
use crate::{position, wrap};
use ferz_core::base::PieceTypeId;
use ferz_core::rules::Variant;
use ferz_syntax::messages::text::{capital, join};
use ferz_text::notation::braced;
use ferz_text::words::page::{Section, sections as rules};
use ferz_text::words::prose::{Explained, Prose};

/// Describes a game briefly.
pub(super) fn game(variant: &Variant, reference: &str, plain: bool) -> Vec<String> {
    let explained = Explained::default();
    let prose = Prose::new(variant).brief().explaining(&explained);
    let mut lines = page::head(variant, reference);
    lines.extend(
        variant
            .about
            .first()
            .into_iter()
            .flat_map(|text| [vec![String::new()], wrap::text("", text)].concat()),
    );
    let board = position::board(variant, &variant.start(), None, plain);
    let board = [board, vec![String::new()], wrap::text("", &prose.board())].concat();
    lines.extend(section("The board", board));
    let pieces: Vec<String> =
        groups(variant).iter().flat_map(|group| pieces(variant, &prose, group)).collect();
    lines.extend(section("The pieces", pieces));
    for Section { title, items, .. } in rules(variant, &prose) {
        lines.extend(section(title, items.iter().flat_map(|item| wrap::text("- ", item)).collect()));
    }
    lines
}

/// Describes pieces with equal moves, in one paragraph if they have nothing else to say.
fn pieces(variant: &Variant, prose: &Prose, group: &[PieceTypeId]) -> Vec<String> {
    let name = |id: &PieceTypeId| {
        format!("{} ({})", capital(&prose.name(*id)), braced(&variant.piece_type(*id).token))
    };
    let ways = prose.ways(group[0]).join(" ");
    let named = join(group.iter().map(name), "and");
    let traits: Vec<String> = group.iter().map(|id| prose.traits(*id).join(" ")).collect();
    if group.len() == 1 || traits.iter().all(|text| *text == traits[0]) {
        let texts = [format!("{named}:"), ways, traits[0].clone()];
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        return wrap::text("- ", &texts.join(" "));
    }
    let own = group.iter().zip(&traits).filter(|(_, text)| !text.is_empty());
    let own =
        own.flat_map(|(id, text)| wrap::text("  - ", &format!("{}: {text}", capital(&prose.name(*id)))));
    wrap::text("- ", &format!("{named}: {ways}")).into_iter().chain(own).collect()
}
