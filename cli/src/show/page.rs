//! Writes the rule page of a game as text.
//!
//! [`game`] is the entry point. It lists the pieces, the rules, the switches, the readings, and the sources, each under
//! a heading. Sections without content are omitted.

use super::{piece, region};
use crate::{position, wrap};
use ferz_core::rules::{Remark, Switch, Variant, Work};
use ferz_lang::Reading;
use ferz_text::notation::fen;
use ferz_text::words::page::{Section, sections as rules};
use ferz_text::words::past;
use ferz_text::words::prose::{Explained, Prose};
use ferz_text::words::rule_kind::SectionHeading;
use ferz_text::words::stances;

/// Describes a game: its pieces, rules, switches, readings, and sources.
pub(super) fn game(variant: &Variant, reference: &str, readings: &[Reading], plain: bool) -> Vec<String> {
    let mut lines = head(variant, reference);
    for text in &variant.about {
        lines.push(String::new());
        lines.extend(wrap::text("", text));
    }
    let explained = Explained::default();
    let prose = Prose::new(variant).explaining(&explained);
    let mut sections = vec![
        ("The board", board(variant, &prose, plain)),
        ("The pieces", piece::all(variant, &prose, plain)),
    ];
    for Section { heading, title, items } in rules(variant, &prose) {
        let items: Vec<String> = items.iter().flat_map(|item| wrap::text("- ", item)).collect();
        let is_drawn = heading == SectionHeading::Regions;
        let drawings = if is_drawn { region::drawings(variant, plain) } else { Vec::new() };
        sections.push((title, [items, drawings].concat()));
    }
    if !variant.switches.is_empty() {
        let marks = ["> marks the value in force, * the default.".to_owned(), String::new()].into_iter();
        let switches = switches(variant.switches.iter());
        sections.push(("Switches", marks.chain(switches).collect()));
    }
    let mark = |name: &str, chosen: &str| if name == chosen { "> " } else { "  " };
    if let Some(titles) = arrays(variant, &prose) {
        let arrays = variant.arrays.iter().zip(&titles);
        let arrays =
            arrays.map(|(one, title)| (mark(&one.name, &variant.array), one.name.as_str(), title.as_str()));
        sections.push(("Arrays", table(arrays.collect())));
    }
    if !readings.is_empty() {
        let mut all: Vec<(&str, &str)> = readings.iter().map(described).collect();
        if all.iter().all(|(name, _)| *name != "default") {
            all.insert(0, ("default", "every switch has the default value of the file"));
        }
        let rows = all.into_iter().map(|(name, text)| (mark(name, &variant.reading), name, text));
        let summary = stances::summary(variant).into_iter();
        let summary = summary.flat_map(|said| [vec![String::new()], wrap::text("", &said)].concat());
        sections.push(("Readings", table(rows.collect()).into_iter().chain(summary).collect()));
    }
    sections.push(("Notes", paragraphs(variant, &variant.notes)));
    sections.push(("History", paragraphs(variant, &past::paragraphs(variant))));
    let works: Vec<String> = variant.sources.iter().map(Work::described).collect();
    let sources = variant.sources.iter().zip(&works);
    let sources = sources.map(|(source, text)| ("", source.id.as_str(), text.as_str()));
    sections.push(("Sources", table(sources.collect())));
    for (title, text) in sections {
        lines.extend(section(title, text));
    }
    lines
}

/// Returns the title of a page, and the words that name its game.
pub(super) fn head(variant: &Variant, reference: &str) -> Vec<String> {
    vec![variant.title.clone(), line('=', &variant.title), reference.to_owned()]
}

/// Returns the titles of the arrays with their citations, or `None` if the only array has neither.
pub(super) fn arrays(variant: &Variant, prose: &Prose) -> Option<Vec<String>> {
    let is_cited = variant.arrays.iter().any(|one| !variant.cited(one.origin).is_empty());
    let titles = variant.arrays.iter().map(|one| one.title.clone() + &prose.note(one.origin));
    (variant.arrays.len() > 1 || is_cited).then(|| titles.collect())
}

/// Returns remarks, separated by empty lines.
fn paragraphs(variant: &Variant, remarks: &[Remark]) -> Vec<String> {
    let one = |remark: &Remark| wrap::text("", &(remark.text.clone() + &variant.note(remark.origin)));
    let mut lines: Vec<String> =
        remarks.iter().flat_map(|remark| [one(remark), vec![String::new()]].concat()).collect();
    lines.pop();
    lines
}

/// Returns the name and the description of a reading.
fn described(reading: &Reading) -> (&str, &str) {
    (&reading.name, if reading.about.is_empty() { &reading.title } else { &reading.about })
}

/// Returns a section of a page with its heading. An empty text gives no section.
pub(super) fn section(title: &str, text: Vec<String>) -> Vec<String> {
    if text.is_empty() {
        return text;
    }
    [vec![String::new(), title.to_owned(), line('-', title)], text].concat()
}

/// Underlines a title with a character.
fn line(sign: char, title: &str) -> String {
    title.chars().map(|_| sign).collect()
}

/// Formats marks, names, and texts in columns.
fn table(rows: Vec<(&str, &str, &str)>) -> Vec<String> {
    let width = rows.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0) + 2;
    rows.into_iter()
        .flat_map(|(mark, name, text)| wrap::text(&format!("{mark}{name:width$}"), text))
        .collect()
}

/// Describes switches with their questions, values, and sources.
pub(super) fn switches<'s>(switches: impl Iterator<Item = &'s Switch>) -> Vec<String> {
    let mut lines = Vec::new();
    for switch in switches {
        lines.extend(wrap::text(&format!("{}  ", switch.name), &switch.question));
        let width = switch.values.iter().map(|value| value.name.len()).max().unwrap_or(0) + 1;
        for value in &switch.values {
            let mark = if value.name == switch.chosen { '>' } else { ' ' };
            let name = format!("{}{}", value.name, if value.default { "*" } else { "" });
            let text = value.text.clone() + &value.cites.note();
            lines.extend(wrap::text(&format!("  {mark} {name:width$}  "), &text));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

fn board(variant: &Variant, prose: &Prose, plain: bool) -> Vec<String> {
    let start = variant.start();
    let mut lines = position::board(variant, &start, None, plain);
    lines.push(String::new());
    let (board, cites) = prose.cited_board();
    lines.extend(wrap::text("", &(board + &prose.note_of(cites))));
    // A FEN consists of words that must not be wrapped, so it gets a line of its own.
    lines.extend([String::new(), fen::write(variant, &start)]);
    lines
}
