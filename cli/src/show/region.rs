//! Regions of a board: drawings of their squares, and the page of one region.

use super::page;
use crate::wrap;
use ferz_core::base::{Bitboard, Color};
use ferz_core::rules::{RuleRef, Variant, Zone};
use ferz_syntax::messages::text::capital;
use ferz_text::words::drawing::{self, Drawing};
use ferz_text::words::prose::{Explained, Prose};

/// The columns between two drawings.
const GAP: usize = 4;

/// The meaning of the signs in a drawing of a region.
pub(super) const LEGEND: &str = "W is a square of the region for White, B for Black, and O for both.";

/// Draws all regions of a game, as many beside each other as the terminal is wide. With `plain`, nothing is drawn.
pub(super) fn drawings(variant: &Variant, plain: bool) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut width = usize::MAX;
    for region in variant.regions.iter().filter(|region| !plain && has_squares(region)) {
        let lines = [vec![region.name.clone()], drawn(variant, region)].concat();
        let own = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        match rows.last_mut().filter(|_| width.saturating_add(GAP + own) <= wrap::width()) {
            Some(row) => {
                let left: Vec<String> = row.iter().map(|line| format!("{line:width$}")).collect();
                *row = wrap::pairs(&left, &lines)
                    .map(|(left, right)| format!("{left:width$}{:GAP$}{right}", ""))
                    .collect();
                width += GAP + own;
            }
            None => {
                rows.push(lines);
                width = own;
            }
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = rows.into_iter().flat_map(|row| [vec![String::new()], row].concat());
    [vec![String::new()], wrap::text("", LEGEND)].into_iter().flatten().chain(rows).collect()
}

/// Returns the page of one region: its squares, and the rules that name it.
pub(super) fn large(variant: &Variant, region: &Zone, plain: bool) -> Vec<String> {
    let prose = Prose::new(variant);
    let mut lines = vec![capital(&region.name), String::new()];
    lines.extend(described(variant, prose, region).iter().flat_map(|text| wrap::text("", text)));
    if !plain {
        lines.push(String::new());
        lines.extend(drawn(variant, region));
    }
    let items = rules(variant, prose, region).into_iter().flat_map(|rule| wrap::text("- ", &rule)).collect();
    lines.extend(page::section("Rules", items));
    lines
}

/// Returns the squares of a region with their citations, and its other names.
pub(super) fn described(variant: &Variant, prose: Prose, region: &Zone) -> Vec<String> {
    let squares = capital(&format!("{}.", prose.squares(region)));
    let squares = squares + &prose.note(variant.place_of(region));
    [squares].into_iter().chain(prose.names_of_region(region)).collect()
}

/// Returns the sentences of the rules that name a region.
pub(super) fn rules(variant: &Variant, prose: Prose, region: &Zone) -> Vec<String> {
    let naming = |rule: RuleRef| {
        let named = Explained::default();
        let _ = prose.explaining(&named).rule(rule);
        let subject =
            rule.piece_type().map_or_else(String::new, |id| format!("{}: ", capital(&prose.name(id))));
        named.names(region).then(|| subject + &capital(&prose.item(rule).join(" ")))
    };
    let others = variant.rules().into_iter().filter(|rule| !is_of(*rule, region));
    others.filter_map(naming).collect()
}

/// Returns true if a rule is the declaration of a region.
fn is_of(rule: RuleRef, region: &Zone) -> bool {
    matches!(rule, RuleRef::Region(own, _) if own.name == region.name)
}

pub(super) fn has_squares(region: &Zone) -> bool {
    Color::ALL.iter().any(|color| !region.squares.get(*color).is_empty())
}

/// Draws a region as SVG.
pub(super) fn picture(variant: &Variant, region: &Zone) -> String {
    drawing::svg(&drawing(variant, region), &region.name)
}

pub(super) fn drawn(variant: &Variant, region: &Zone) -> Vec<String> {
    drawing::text(&drawing(variant, region)).lines().map(str::to_owned).collect()
}

fn drawing<'v>(variant: &'v Variant, region: &Zone) -> Drawing<'v> {
    let sign = |square| match [Color::White, Color::Black].map(|color| region.holds(square, color)) {
        [true, true] => Some(("O", Color::White)),
        [true, false] => Some(("W", Color::White)),
        [false, true] => Some(("B", Color::Black)),
        [false, false] => None,
    };
    let board = &variant.board;
    let signed = board.squares().filter_map(|square| Some((square, sign(square)?)));
    signed.fold(Drawing::new(board), |drawing, (square, (sign, color))| drawing.piece(square, sign, color))
}
