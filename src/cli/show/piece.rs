//! Pieces on the page: a diagram of the moves on the left, what else there is to say on the right.

use crate::base::source::Span;
use crate::base::text::{capital, commas, hang};
use crate::base::{Color, PieceTypeId};
use crate::cli::wrap;
use crate::lang::betza;
use crate::play::notation::braced;
use crate::rules::{Moves, PieceType, Switch, Variant};
use crate::words::drawing::{Mark, diagram};
use crate::words::prose::Prose;
use std::collections::BTreeSet;

/// How far a diagram looks from its piece, on the page of a game.
const SMALL: i32 = 4;
/// How far it looks on the page of a piece.
const LARGE: i32 = 6;
/// The narrowest column of text beside a diagram.
const NARROWEST: usize = 30;

/// All pieces of a game, those that move alike under one diagram.
pub(super) fn all(variant: &Variant, plain: bool) -> Vec<String> {
    let mut marks = BTreeSet::new();
    let mut groups: Vec<Vec<PieceTypeId>> = Vec::new();
    for (id, piece_type) in variant.piece_type_ids() {
        match groups
            .iter_mut()
            .find(|group| group.first().is_some_and(|g| alike(variant.piece_type(*g), piece_type)))
        {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    let blocks: Vec<String> =
        groups.iter().flat_map(|group| block(variant, group, (SMALL, plain), &mut marks)).collect();
    let mut lines = wrap::text("", &diagram::legend(&marks));
    lines.push(String::new());
    lines.extend(blocks);
    lines
}

/// The page of one piece in all its stages.
pub(super) fn large(variant: &Variant, piece_types: &[PieceTypeId], plain: bool) -> Vec<String> {
    let mut marks = BTreeSet::new();
    let mut lines: Vec<String> = piece_types
        .iter()
        .flat_map(|piece_type| block(variant, &[*piece_type], (LARGE, plain), &mut marks))
        .collect();
    lines.extend(wrap::text("", &diagram::legend(&marks)));
    lines.extend(
        piece_types
            .iter()
            .flat_map(|piece_type| homes(variant, *piece_type))
            .flat_map(|line| wrap::text("", &line)),
    );
    let piece = piece_types.first().map_or("", |piece_type| variant.piece_type(*piece_type).piece.as_str());
    let own = |switch: &&Switch| {
        let owner = switch.name.split('.').next().unwrap_or_default();
        owner == piece
            || piece_types
                .iter()
                .any(|piece_type| variant.piece_type(*piece_type).stage.as_deref() == Some(owner))
    };
    let switches: Vec<&Switch> = variant.switches.iter().filter(own).collect();
    if !switches.is_empty() {
        lines.extend(super::page::head("Switches"));
        lines.extend(super::page::switches(&switches));
    }
    lines
}

/// Where pieces of a piece type stand at the start.
fn homes(variant: &Variant, piece_type: PieceTypeId) -> Option<String> {
    let of = |color: Color| {
        let names: Vec<&str> = variant
            .board
            .listed(variant.homes(color, piece_type))
            .map(|square| variant.board.name(square))
            .collect();
        (!names.is_empty()).then(|| format!("{}'s on {}", color.title(), commas(&names)))
    };
    let sides: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    (!sides.is_empty()).then(|| format!("At the start: {}.", sides.join("; ")))
}

/// Whether two piece types move alike.
fn alike(one: &PieceType, other: &PieceType) -> bool {
    let ways = |piece_type: &PieceType| -> Vec<(Option<String>, String)> {
        piece_type
            .moves
            .iter()
            .map(|m| (m.on.as_ref().map(|zone| zone.name.clone()), m.notation.clone()))
            .collect()
    };
    ways(one) == ways(other)
}

/// Pieces that move alike: one diagram for each of their ways, and all that is to be said about each piece.
fn block(
    variant: &Variant,
    group: &[PieceTypeId],
    (radius, plain): (i32, bool),
    marks: &mut BTreeSet<Mark>,
) -> Vec<String> {
    let Some(first) = group.first() else { return Vec::new() };
    if plain {
        let mut lines = text(variant, group, wrap::width());
        for moves in &variant.piece_type(*first).moves {
            lines.push(format!("  {}", way(moves)));
            let told = diagram::words(moves, radius);
            lines.extend(told.iter().flat_map(|line| wrap::text("    ", line)));
        }
        lines.push(String::new());
        return lines;
    }
    let mut left = Vec::new();
    for moves in &variant.piece_type(*first).moves {
        // Pieces with different tokens stand under one letter.
        let token = &variant.piece_type(*first).token;
        let token = if group.len() > 1 { token.get(..1).unwrap_or(token) } else { token };
        let (rows, used) = diagram::rows(token, moves, radius);
        marks.extend(used);
        left.extend(rows.into_iter().map(|row| format!("  {row}")));
        left.push(format!("  {}", way(moves)));
        left.push(String::new());
    }
    let width = left.iter().map(|line| line.chars().count()).max().map_or(2, |width| width + 3);
    let room = wrap::width().saturating_sub(width);
    let mut lines = match room >= NARROWEST {
        true => beside(&left, width, &text(variant, group, room)),
        // Too narrow for two columns: one below the other.
        false => [text(variant, group, wrap::width()), vec![String::new()], left].concat(),
    };
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines.push(String::new());
    lines
}

fn way(moves: &Moves) -> String {
    match &moves.on {
        Some(zone) => format!("`{}` in {}", moves.notation, zone.name),
        None => format!("`{}`", moves.notation),
    }
}

/// How a piece goes, for those who do not read the notation.
fn words(moves: &Moves) -> Option<String> {
    let text = &moves.notation;
    let reading = betza::read(text, Span::new(0, 0, text.len())).0?;
    let words = betza::describe(&reading.notation);
    Some(match &moves.on {
        Some(zone) => format!("In {}: {words}", zone.name),
        None => words,
    })
}

fn text(variant: &Variant, group: &[PieceTypeId], width: usize) -> Vec<String> {
    let prose = Prose::new(variant);
    let moves = group.first().map_or(&[][..], |id| variant.piece_type(*id).moves.as_slice());
    let words: Vec<String> = moves.iter().filter_map(words).collect();
    let said = |indent: &str| -> Vec<String> {
        words.iter().flat_map(|text| hang(indent, text.split_whitespace(), width)).collect()
    };
    let mut lines = if group.len() > 1 { said("") } else { Vec::new() };
    for id in group {
        let piece_type = variant.piece_type(*id);
        let cites = variant.cites.note(piece_type.origin);
        lines.push(format!("{}  {}{cites}", capital(&prose.name(*id)), braced(&piece_type.token)));
        if group.len() == 1 {
            lines.extend(said("  "));
        }
        for sentence in prose.traits(*id) {
            lines.extend(hang("  ", sentence.split_whitespace(), width));
        }
    }
    lines
}

fn beside(left: &[String], width: usize, right: &[String]) -> Vec<String> {
    let nothing = String::new();
    (0..left.len().max(right.len()))
        .map(|i| {
            let (left, right) = (left.get(i).unwrap_or(&nothing), right.get(i).unwrap_or(&nothing));
            let gap = width.saturating_sub(left.chars().count());
            format!("{left}{}{right}", " ".repeat(gap)).trim_end().to_owned()
        })
        .collect()
}
