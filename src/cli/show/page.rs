//! The page of a game.

use super::piece;
use crate::base::Orientation;
use crate::base::text::{capital, cited};
use crate::cli::{position, wrap};
use crate::lang::Reading;
use crate::play::notation::fen;
use crate::rules::{Remark, Switch, Variant};
use crate::words::prose::{Prose, spoken};

/// Everything a reader should know about a game.
pub(super) fn game(variant: &Variant, reference: &str, readings: &[Reading], plain: bool) -> Vec<String> {
    let mut lines = vec![variant.title.clone(), line('=', &variant.title), reference.to_owned()];
    for text in &variant.about {
        lines.push(String::new());
        lines.extend(wrap::text("", text));
    }
    let mut sections = vec![("The board", board(variant, plain)), ("The pieces", piece::all(variant, plain))];
    sections.extend(rules(variant));
    if !variant.switches.is_empty() {
        let marks = ["> marks the value in force, * the default.".to_owned(), String::new()].into_iter();
        let switches = switches(variant.switches.iter());
        sections.push(("Switches", marks.chain(switches).collect()));
    }
    let mark = |name: &str, chosen: &str| if name == chosen { "> " } else { "  " };
    if variant.arrays.len() > 1 {
        let arrays = variant.arrays.iter();
        let arrays =
            arrays.map(|one| (mark(&one.name, &variant.array), one.name.as_str(), one.title.as_str()));
        sections.push(("Arrays", table(arrays.collect())));
    }
    if !readings.is_empty() {
        let mut all: Vec<(&str, &str)> = readings.iter().map(described).collect();
        if all.iter().all(|(name, _)| *name != "default") {
            all.insert(0, ("default", "every switch as the file sets it"));
        }
        let rows = all.into_iter().map(|(name, text)| (mark(name, &variant.reading), name, text));
        sections.push(("Readings", table(rows.collect())));
    }
    sections.push(("Notes", paragraphs(variant, &variant.notes)));
    sections.push(("History", paragraphs(variant, &variant.history)));
    let sources = variant.sources.iter().map(|source| ("", source.id.as_str(), source.text.as_str()));
    sections.push(("Sources", table(sources.collect())));
    for (title, text) in sections {
        lines.extend(section(title, text));
    }
    lines
}

/// Remarks, with an empty line between them.
fn paragraphs(variant: &Variant, remarks: &[Remark]) -> Vec<String> {
    let one = |remark: &Remark| wrap::text("", &(remark.text.clone() + &variant.cites.note(remark.origin)));
    let mut lines: Vec<String> =
        remarks.iter().flat_map(|remark| [one(remark), vec![String::new()]].concat()).collect();
    lines.pop();
    lines
}

/// The name of a reading and what it is.
fn described(reading: &Reading) -> (&str, &str) {
    (&reading.name, if reading.about.is_empty() { &reading.title } else { &reading.about })
}

/// A part of a page, under a heading; nothing if there is no text.
pub(super) fn section(title: &str, text: Vec<String>) -> Vec<String> {
    if text.is_empty() {
        return text;
    }
    [vec![String::new(), title.to_owned(), line('-', title)], text].concat()
}

/// A line below a title.
fn line(sign: char, title: &str) -> String {
    title.chars().map(|_| sign).collect()
}

/// Marks, names and texts in columns.
fn table(rows: Vec<(&str, &str, &str)>) -> Vec<String> {
    let width = rows.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0) + 2;
    rows.into_iter()
        .flat_map(|(mark, name, text)| wrap::text(&format!("{mark}{name:width$}"), text))
        .collect()
}

/// Switches with their question, values and sources.
pub(super) fn switches<'s>(switches: impl Iterator<Item = &'s Switch>) -> Vec<String> {
    let mut lines = Vec::new();
    for switch in switches {
        lines.extend(wrap::text(&format!("{}  ", switch.name), &switch.question));
        let width = switch.values.iter().map(|value| value.name.len()).max().unwrap_or(0) + 1;
        for value in &switch.values {
            let mark = if value.name == switch.chosen { '>' } else { ' ' };
            let name = format!("{}{}", value.name, if value.default { "*" } else { "" });
            let text = value.text.clone() + &cited(&value.cites);
            lines.extend(wrap::text(&format!("  {mark} {name:width$}  "), &text));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

fn board(variant: &Variant, plain: bool) -> Vec<String> {
    let (start, board) = (variant.start(), &variant.board);
    let mut lines = position::board(variant, &start, None, plain);
    lines.push(String::new());
    let view = match board.orientation {
        Orientation::Turned => "Black's side is the same, rotated by half a turn.",
        Orientation::Mirrored => "Black's side is the same, mirrored.",
    };
    let color = if board.checkered { "" } else { ", all squares of one color" };
    let mut text = format!("{} files and {} ranks{color}. {view}", board.width, board.height);
    for cell in board.extra().map(|square| board.cell(square)) {
        text += &format!(" {} is off the grid, at file {}, rank {}.", cell.name, cell.x, cell.y);
    }
    lines.extend(wrap::text("", &text));
    // A FEN is one word after another that must not be torn: it stands on a line of its own.
    lines.extend([String::new(), fen::write(variant, &start)]);
    lines
}

pub(super) fn rules(variant: &Variant) -> Vec<(&'static str, Vec<String>)> {
    let (prose, cites) = (Prose::new(variant), &variant.cites);
    let actions = variant.actions.iter().map(|action| {
        let notes = prose.notes(action.origin, &action.notes.0).join(" ");
        let rule = format!("{}: {}{}", spoken(&action.name), prose.action(action), cites.note(action.origin));
        format!("{rule} {notes}").trim_end().to_owned()
    });
    let endings = variant.endings.iter().map(|ending| {
        format!("{}: {}.{}", spoken(&ending.name), prose.ending(ending), cites.note(ending.origin))
    });
    let (actions, bounds, endings): (Vec<_>, _, Vec<_>) =
        (actions.collect(), prose.bounds(), endings.collect());
    let royalty = prose.royalty().map(|text| text + &cites.note(variant.royalty.origin));
    let leader = prose.leader(actions.iter().chain(&bounds).chain(&endings)).map(str::to_owned);
    let castlings = variant.castlings.iter().map(|castling| prose.castling(castling));
    let sections = [
        ("Royal pieces", royalty.into_iter().chain(leader).collect()),
        ("Hands", prose.hands().map(str::to_owned).into_iter().collect()),
        ("Other actions", actions),
        ("Castling", castlings.chain(prose.castling_terms()).collect()),
        ("Restrictions", bounds),
        ("End of the game", endings),
    ];
    let items = |items: Vec<String>| items.iter().flat_map(|item| wrap::text("- ", &capital(item))).collect();
    sections.map(|(title, all)| (title, items(all))).into()
}
