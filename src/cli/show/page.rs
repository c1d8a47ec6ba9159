//! The page of a game.

use super::piece;
use crate::base::Orientation;
use crate::base::text::capital;
use crate::base::text::commas;
use crate::cli::{position, wrap};
use crate::lang::Reading;
use crate::play::notation::fen;
use crate::rules::{Switch, Variant};
use crate::words::prose::{Prose, spoken};

/// Everything a reader should know about a game.
pub(super) fn game(variant: &Variant, reference: &str, readings: &[Reading], plain: bool) -> Vec<String> {
    let mut lines =
        vec![variant.title.clone(), "=".repeat(variant.title.chars().count()), reference.to_owned()];
    for text in &variant.about {
        lines.push(String::new());
        lines.extend(wrap::text("", text));
    }
    lines.extend(head("The board"));
    lines.extend(board(variant, plain));
    lines.extend(head("The pieces"));
    lines.extend(piece::all(variant, plain));
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
                cites => format!(" [{}]", commas(cites)),
            };
            lines.extend(wrap::text(&format!("  {mark} {name:width$}  "), &format!("{}{cites}", value.text)));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

fn board(variant: &Variant, plain: bool) -> Vec<String> {
    let start = variant.start();
    let mut lines = position::board(variant, &start, None, plain);
    lines.push(String::new());
    let board = &variant.board;
    let view = match board.orientation {
        Orientation::Turned => "Black's side is the same, rotated by half a turn.",
        Orientation::Mirrored => "Black's side is the same, mirrored.",
    };
    let mut text = format!("{} files and {} ranks. {view}", board.width, board.height);
    for square in board.extra() {
        let cell = board.cell(square);
        text += &format!(" {} is off the grid, at file {}, rank {}.", cell.name, cell.x, cell.y);
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
    let actions: Vec<String> = variant
        .actions
        .iter()
        .map(|action| {
            format!("{}: {}{}", spoken(&action.name), prose.action(action), cites.note(action.origin))
        })
        .collect();
    let bounds = prose.bounds();
    let endings: Vec<String> = variant
        .endings
        .iter()
        .map(|ending| {
            let (name, text) = (spoken(&ending.name), prose.ending(ending));
            format!("{name}: {text}.{}", cites.note(ending.origin))
        })
        .collect();
    let royalty = prose.royalty().map(|text| text + &cites.note(variant.royalty.origin));
    let leader = prose.leader(actions.iter().chain(&bounds).chain(&endings)).map(str::to_owned);
    section("Royal pieces", royalty.into_iter().chain(leader).collect());
    section("Hands", prose.hands().map(str::to_owned).into_iter().collect());
    section("Other actions", actions);
    let castlings = variant.castlings.iter().map(|castling| prose.castling(castling));
    section("Castling", castlings.chain(prose.castling_terms()).collect());
    section("Restrictions", bounds);
    section("End of the game", endings);
    lines
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
