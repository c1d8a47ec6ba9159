//! The page of a game.

use super::piece;
use crate::board::Orientation;
use crate::cli::{picture, wrap};
use crate::ir::{Switch, Variant};
use crate::notation::fen;
use crate::prose::{Prose, capital, spoken};
use crate::resolve::Reading;

/// Everything a reader should know about a game.
pub(super) fn game(variant: &Variant, reference: &str, readings: &[Reading]) -> Vec<String> {
    let mut lines =
        vec![variant.title.clone(), "=".repeat(variant.title.chars().count()), reference.to_owned()];
    for text in &variant.about {
        lines.push(String::new());
        lines.extend(wrap::text("", text));
    }
    lines.extend(head("The board"));
    lines.extend(board(variant));
    lines.extend(head("The men"));
    lines.extend(piece::all(variant));
    lines.extend(rules(variant));
    if !variant.switches.is_empty() {
        lines.extend(head("Switches"));
        lines.push("> marks the value in force, * the default.".to_owned());
        lines.push(String::new());
        lines.extend(self::switches(&variant.switches.iter().collect::<Vec<_>>()));
    }
    lines.extend(names(variant, readings));
    if !variant.sources.is_empty() {
        lines.extend(head("Sources"));
        let width = variant.sources.iter().map(|source| source.id.len()).max().unwrap_or(0) + 2;
        for source in &variant.sources {
            lines.extend(wrap::text(&format!("{:width$}", source.id), &source.text));
        }
    }
    lines
}

/// The heading of a section.
pub(super) fn head(title: &str) -> Vec<String> {
    vec![String::new(), title.to_owned(), "-".repeat(title.chars().count())]
}

/// Switches with their question, values and sources.
pub(super) fn switches(switches: &[&Switch]) -> Vec<String> {
    let mut lines = Vec::new();
    for switch in switches {
        lines.extend(wrap::text(&format!("{}  ", switch.name), &switch.question));
        let width = switch.values.iter().map(|value| value.name.len()).max().unwrap_or(0) + 1;
        for value in &switch.values {
            let mark = if value.name == switch.chosen { '>' } else { ' ' };
            let name = format!("{}{}", value.name, if value.default { "*" } else { "" });
            let cites: String = match value.cites.as_slice() {
                [] => String::new(),
                cites => format!(" [{}]", cites.join(", ")),
            };
            lines.extend(wrap::text(&format!("  {mark} {name:width$}  "), &format!("{}{cites}", value.text)));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

fn board(variant: &Variant) -> Vec<String> {
    let start = variant.start();
    let mut lines: Vec<String> =
        picture::position(variant, &start, None).lines().map(str::to_owned).collect();
    lines.push(String::new());
    let board = &variant.board;
    let view = match board.orientation() {
        Orientation::Turned => "Black has the same, turned by half a circle.",
        Orientation::Mirrored => "Black has the same, mirrored.",
    };
    let mut text = format!("{} files and {} ranks. {view}", board.width(), board.height());
    for square in board.extra() {
        let cell = board.cell(square);
        text += &format!(" {} lies off the grid at file {}, rank {}.", cell.name, cell.x, cell.y);
    }
    lines.extend(wrap::text("", &text));
    lines.push(String::new());
    // A FEN is one word after another that must not be torn: it stands on a line of its own.
    lines.push(fen::write(variant, &start));
    lines
}

fn rules(variant: &Variant) -> Vec<String> {
    let prose = Prose::new(variant);
    let mut lines = Vec::new();
    let mut section = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.extend(head(title));
            lines.extend(items.iter().flat_map(|item| wrap::text("- ", &capital(item))));
        }
    };
    let cites = &variant.cites;
    let royalty = prose.royalty().map(|text| text + &cites.note(variant.royalty.origin));
    section("Royals", royalty.into_iter().collect());
    let turns = variant
        .turns
        .iter()
        .map(|turn| format!("{}: {}{}", spoken(&turn.name), prose.turn(turn), cites.note(turn.origin)));
    section("Other turns", turns.collect());
    section("Castling", castlings(variant));
    section("Where men may go", prose.bounds());
    section(
        "The end",
        variant
            .endings
            .iter()
            .map(|ending| {
                let (name, text) = (spoken(&ending.name), prose.ending(ending));
                format!("{name}: {text}.{}", cites.note(ending.origin))
            })
            .collect(),
    );
    lines
}

fn castlings(variant: &Variant) -> Vec<String> {
    let name = |square| variant.board.name(square);
    let one = |castling: &crate::ir::Castling| {
        format!(
            "{}: {} to {}, with {} to {} (`{}` in the FEN).",
            castling.color.title(),
            name(castling.king.0),
            name(castling.king.1),
            name(castling.partner.0),
            name(castling.partner.1),
            castling.letter,
        )
    };
    variant.castlings.iter().map(one).collect()
}

fn names(variant: &Variant, readings: &[Reading]) -> Vec<String> {
    let mut lines = Vec::new();
    if variant.arrays.len() > 1 {
        lines.extend(head("Arrays"));
        let width = variant.arrays.iter().map(|array| array.name.len()).max().unwrap_or(0) + 2;
        for array in &variant.arrays {
            let mark = if array.name == variant.array { '>' } else { ' ' };
            lines.extend(wrap::text(&format!("{mark} {:width$}", array.name), &array.title));
        }
    }
    if !readings.is_empty() {
        lines.extend(head("Readings"));
        let width = readings.iter().map(|reading| reading.name.len()).max().unwrap_or(0).max(7) + 2;
        let mark = |name: &str| if name == variant.reading { '>' } else { ' ' };
        if readings.iter().all(|reading| reading.name != "default") {
            lines.push(format!("{} {:width$}every switch as the file sets it", mark("default"), "default"));
        }
        for reading in readings {
            let text = if reading.about.is_empty() { &reading.title } else { &reading.about };
            lines.extend(wrap::text(&format!("{} {:width$}", mark(&reading.name), reading.name), text));
        }
    }
    lines
}
