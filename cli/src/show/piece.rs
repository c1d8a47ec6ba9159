//! Pages of pieces: diagrams of the moves on the left, and descriptions on the right.
//!
//! [`all`] lists the pieces of a game for its page, and [`large`] writes the page of one piece. Pieces with equal moves
//! share a diagram.

use super::page;
use crate::wrap;
use ferz_core::base::{Color, Piece, PieceTypeId};
use ferz_core::rules::{Cited, Moves, Switch, Variant};
use ferz_lang::catalog::Loaded;
use ferz_syntax::messages::text::{capital, commas, hang, quoted};
use ferz_text::notation::braced;
use ferz_text::words::drawing::diagram::{self, MoveBoard};
use ferz_text::words::drawing::{Mark, Pieces, figure};
use ferz_text::words::page::shown;
use ferz_text::words::piece_rules::{PieceRule, PieceSwitches, piece_rules, piece_switches, sections};
use ferz_text::words::prose::{Explained, Prose};
use std::collections::BTreeSet;

/// The radius of a diagram on the page of a game, in squares.
const SMALL: i32 = 4;
/// The radius of a diagram that shows the whole board, in squares.
pub(super) const WHOLE: i32 = i32::MAX;
/// The minimum width of the text beside a diagram.
const MIN_WIDTH: usize = 30;

/// Describes all pieces of a game. Pieces with equal moves share a diagram.
pub(super) fn all(variant: &Variant, prose: &Prose, plain: bool) -> Vec<String> {
    let mut marks = BTreeSet::new();
    let blocks: Vec<String> = groups(variant)
        .iter()
        .flat_map(|group| block((variant, prose), group, (SMALL, plain), &mut marks))
        .collect();
    [wrap::text("", &diagram::legend(&marks)), vec![String::new()], blocks].concat()
}

/// Returns the pieces of a game, those with equal moves together.
pub(super) fn groups(variant: &Variant) -> Vec<Vec<PieceTypeId>> {
    let ways = |id: PieceTypeId| variant.piece_type(id).moves.iter().map(way).collect::<Vec<_>>();
    let mut groups: Vec<Vec<PieceTypeId>> = Vec::new();
    for id in shown(variant) {
        match groups.iter_mut().find(|group| ways(group[0]) == ways(id)) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}

/// Returns the page of one piece in all its stages, with all rules and switches that concern it.
pub(super) fn large(loaded: &Loaded, stages: &[PieceTypeId], plain: bool) -> Vec<String> {
    let variant = &loaded.variant;
    let (mut marks, explained) = (BTreeSet::new(), Explained::default());
    let prose = Prose::new(variant).explaining(&explained);
    let mut lines: Vec<String> =
        stages.iter().flat_map(|id| block((variant, &prose), &[*id], (WHOLE, plain), &mut marks)).collect();
    lines.extend(wrap::text("", &diagram::legend(&marks)));
    let homes = stages.iter().filter_map(|id| homes(variant, *id));
    lines.extend(homes.flat_map(|line| wrap::text("", &line)));
    for (title, rules) in sections(&rules(variant, prose, stages)) {
        let items = rules.iter().flat_map(|rule| wrap::text("- ", &rule.item(Cited::note)));
        lines.extend(page::section(title, items.collect()));
    }
    let PieceSwitches { own, further } = switches(loaded, stages);
    let mut text = page::switches(own.into_iter());
    if let Some(more) = further_switches(&further) {
        text.extend((!text.is_empty()).then(String::new));
        text.extend(wrap::text("", &more));
    }
    lines.extend(page::section("Switches", text));
    lines
}

/// Returns the rules that concern a piece, except those described with its moves.
pub(super) fn rules(variant: &Variant, prose: Prose, stages: &[PieceTypeId]) -> Vec<PieceRule> {
    piece_rules(variant, prose, stages, &shown(variant))
}

pub(super) fn switches<'v>(loaded: &'v Loaded, stages: &[PieceTypeId]) -> PieceSwitches<'v> {
    let variant = &loaded.variant;
    let piece = stages.first().map_or("", |id| &variant.piece_type(*id).piece);
    piece_switches(loaded, piece)
}

/// Lists the switches that change rules in which a piece plays a part, in one sentence.
pub(super) fn further_switches(further: &[&Switch]) -> Option<String> {
    let names = quoted(further.iter().map(|switch| &switch.name));
    (!names.is_empty()).then(|| format!("These switches also change the rules above: {names}."))
}

/// Draws the moves of the first stage of a piece as SVG.
pub(super) fn picture(variant: &Variant, stages: &[PieceTypeId], pieces: Pieces) -> String {
    let first = stages.first().map(|id| (variant.piece_type(*id), Prose::new(variant).name(*id)));
    first.map_or_else(String::new, |(own, name)| {
        let token = own.token.split('.').next().unwrap_or_default();
        MoveBoard::picture_of(variant, stages[0], (token, figure(own, pieces)), &name)
    })
}

/// Describes the squares where pieces of a piece type start.
pub(super) fn homes(variant: &Variant, piece_type: PieceTypeId) -> Option<String> {
    let of = |color: Color| {
        let own = variant.setup.iter().filter(|(_, piece)| *piece == Piece { color, piece_type });
        let squares = variant.board.listed(own.map(|(square, _)| *square).collect());
        let names = commas(squares.map(|square| variant.board.name(square)));
        let held = match variant.held_at_start(Piece { color, piece_type }) {
            0 => None,
            1 => Some("in hand".to_owned()),
            number => Some(format!("{number} in hand")),
        };
        let on = (!names.is_empty()).then(|| format!("on {names}"));
        let all: Vec<String> = on.into_iter().chain(held).collect();
        (!all.is_empty()).then(|| format!("{}'s {}", color.title(), all.join(", ")))
    };
    let sides: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    (!sides.is_empty()).then(|| format!("At the start: {}.", sides.join("; ")))
}

/// Describes pieces with equal moves: a diagram for each set of moves, and the description of each piece.
fn block(
    (variant, prose): (&Variant, &Prose),
    group: &[PieceTypeId],
    (radius, plain): (i32, bool),
    marks: &mut BTreeSet<Mark>,
) -> Vec<String> {
    let first = variant.piece_type(group[0]);
    if plain {
        let mut lines = text((variant, prose), group, wrap::width());
        for moves in &first.moves {
            lines.push(format!("  {}", way(moves)));
            let words = MoveBoard::of_game(variant, group[0], moves).map(|board| board.words(moves));
            lines.extend(words.iter().flatten().flat_map(|line| wrap::text("    ", line)));
        }
        lines.push(String::new());
        return lines;
    }
    // Pieces with different tokens share a diagram under the first letter.
    let token = first.token.get(..1).filter(|_| group.len() > 1).unwrap_or(&first.token);
    let mut left = Vec::new();
    for moves in &first.moves {
        let board = MoveBoard::of_game(variant, group[0], moves);
        let (rows, used) = board.map(|board| board.rows(token, moves, radius)).unwrap_or_default();
        marks.extend(used);
        left.extend(rows.into_iter().map(|row| format!("  {row}")));
        left.extend([format!("  {}", way(moves)), String::new()]);
    }
    let width = left.iter().map(|line| line.chars().count()).max().map_or(2, |width| width + 3);
    let room = wrap::width().saturating_sub(width);
    let mut lines = match room >= MIN_WIDTH {
        true => wrap::pairs(&left, &text((variant, prose), group, room))
            .map(|(left, right)| format!("{left:width$}{right}").trim_end().to_owned())
            .collect(),
        // The terminal is too narrow for two columns, so the text follows the diagram.
        false => [text((variant, prose), group, wrap::width()), vec![String::new()], left].concat(),
    };
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines.push(String::new());
    lines
}

pub(super) fn way(moves: &Moves) -> String {
    format!("`{}`{}", moves.notation, moves.limits())
}

fn text((variant, prose): (&Variant, &Prose), group: &[PieceTypeId], width: usize) -> Vec<String> {
    let set = |indent: &str, texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| hang(indent, text.split_whitespace(), width)).collect()
    };
    let words = prose.ways(group[0]);
    let mut lines = if group.len() > 1 { set("", &words) } else { Vec::new() };
    for id in group {
        let piece_type = variant.piece_type(*id);
        let head = format!("{}  {}", capital(&prose.name(*id)), braced(&piece_type.token));
        let cites = variant.note(piece_type.origin);
        match head.chars().count() + cites.chars().count() <= width {
            true => lines.push(head + &cites),
            false => lines.extend([vec![head], hang("  ", cites.split_whitespace(), width)].concat()),
        }
        lines.extend(set("  ", &Vec::from_iter(prose.other_names(*id))));
        if group.len() == 1 {
            lines.extend(set("  ", &words));
        }
        lines.extend(set("  ", &prose.traits(*id)));
        lines.extend(set("  ", &prose.notes(piece_type.origin, &piece_type.notes.0)));
    }
    lines
}
