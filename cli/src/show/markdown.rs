//! Writes a game, a piece, or a region as Markdown for an article: headings, lists, and drawings in code blocks.
//!
//! [`game`], [`one_piece`], and [`one_region`] are the entry points. The content is that of the text page, without wrapping.

use super::{page, piece, region};
use crate::{position, wrap};
use ferz_core::base::PieceTypeId;
use ferz_core::rules::{Cited, Remark, Switch, Variant, Zone};
use ferz_lang::catalog::Loaded;
use ferz_syntax::messages::text::{capital, fill, markdown};
use ferz_text::notation::{braced, fen};
use ferz_text::words::drawing::diagram::{self, MoveBoard};
use ferz_text::words::page::{Section, sections as rules, shown};
use ferz_text::words::past;
use ferz_text::words::piece_rules::{PieceSwitches, sections};
use ferz_text::words::prose::{Explained, Prose};
use ferz_text::words::rule_kind::SectionHeading;
use std::collections::BTreeSet;

pub(super) fn game(variant: &Variant, reference: &str) -> Vec<String> {
    let mut lines = vec![format!("# {}", markdown(&variant.title)), String::new(), format!("`{reference}`")];
    lines.extend(variant.about.iter().flat_map(|text| [String::new(), markdown(text)]));
    let (start, explained) = (variant.start(), Explained::default());
    let prose = Prose::new(variant).with_places().explaining(&explained);
    lines.extend([String::new(), "## The board".to_owned()]);
    lines.extend(fenced(position::board(variant, &start, None, false)));
    lines.extend([String::new(), format!("FEN: `{}`", fen::write(variant, &start))]);
    lines.extend([String::new(), "## The pieces".to_owned(), String::new()]);
    lines.extend(pieces(variant, &prose, &shown(variant)));
    let (board, cites) = prose.cited_board();
    match cites.is_empty() {
        true if variant.is_cited_in_parts(variant.line("board")) => {
            lines.extend([String::new(), markdown(&board)])
        }
        true => {}
        false => lines.extend([String::new(), format!("Sources of the board:{}", prose.note_of(cites))]),
    }
    for Section { heading, title, items } in rules(variant, &prose) {
        lines.extend([String::new(), format!("## {title}"), String::new()]);
        lines.extend(items.iter().flat_map(|rule| item(rule)));
        if heading == SectionHeading::Regions {
            lines.extend(drawings(variant));
        }
    }
    if let Some(titles) = page::arrays(variant, &prose) {
        lines.extend([String::new(), "## Arrays".to_owned(), String::new()]);
        let arrays = variant.arrays.iter().zip(titles);
        lines.extend(arrays.map(|(one, title)| format!("- `{}`: {}", one.name, markdown(&title))));
    }
    if !variant.switches.is_empty() {
        lines.extend([String::new(), "## Switches".to_owned()]);
    }
    lines.extend(variant.switches.iter().flat_map(switch));
    for (title, remarks) in [("Notes", &variant.notes), ("History", &past::paragraphs(variant))] {
        lines.extend((!remarks.is_empty()).then(|| format!("\n## {title}")));
        let text = |remark: &Remark| markdown(&remark.text) + &variant.note(remark.origin);
        lines.extend(remarks.iter().flat_map(|remark| [String::new(), text(remark)]));
    }
    if !variant.sources.is_empty() {
        lines.extend([String::new(), "## Sources".to_owned(), String::new()]);
        lines.extend(
            variant.sources.iter().map(|work| format!("- `{}`: {}", work.id, markdown(&work.described()))),
        );
    }
    lines
}

/// Formats a list item. The lines after the first one are indented.
fn item(text: &str) -> Vec<String> {
    const MARK: &str = "- ";
    let lines = fill("", "", text.split_whitespace(), wrap::width() - MARK.len()).into_iter().enumerate();
    let line = |(at, line): (usize, String)| match at {
        0 => format!("{MARK}{}", markdown(&line)),
        _ => markdown(&format!("  {line}")),
    };
    lines.map(line).collect()
}

/// Describes a switch with its values.
fn switch(switch: &Switch) -> Vec<String> {
    let head = format!("**{}** {}", switch.name, markdown(&switch.question));
    let values = switch.values.iter().map(|value| {
        let chosen = if value.name == switch.chosen { " (in force)" } else { "" };
        format!("- `{}`{chosen}: {}{}", value.name, markdown(&value.text), value.cites.full_note())
    });
    [String::new(), head, String::new()].into_iter().chain(values).collect()
}

/// Describes one piece in all its stages, and the rules and switches that concern it.
pub(super) fn one_piece(loaded: &Loaded, stages: &[PieceTypeId]) -> Vec<String> {
    let variant = &loaded.variant;
    let explained = Explained::default();
    let prose = Prose::new(variant).with_places().explaining(&explained);
    let mut lines = pieces(variant, &prose, stages);
    for (title, rules) in sections(&piece::rules(variant, prose, stages)) {
        lines.extend([String::new(), format!("#### {title}"), String::new()]);
        lines.extend(rules.iter().map(|rule| format!("- {}", markdown(&rule.item(Cited::full_note)))));
    }
    let PieceSwitches { own, further } = piece::switches(loaded, stages);
    let further = piece::further_switches(&further);
    if !own.is_empty() || further.is_some() {
        lines.extend([String::new(), "#### Switches".to_owned()]);
    }
    lines.extend(own.into_iter().flat_map(switch));
    lines.extend(further.into_iter().flat_map(|text| [String::new(), text]));
    lines
}

/// Describes one region, and the rules that name it.
pub(super) fn one_region(variant: &Variant, region: &Zone) -> Vec<String> {
    let prose = Prose::new(variant).with_places();
    let mut lines = vec![format!("### {}", markdown(&capital(&region.name))), String::new()];
    lines.extend(region::described(variant, prose, region).iter().map(|text| markdown(text)));
    lines.extend(fenced(region::drawn(variant, region)));
    let rules = region::rules(variant, prose, region);
    if !rules.is_empty() {
        lines.extend([String::new(), "#### Rules".to_owned(), String::new()]);
    }
    lines.extend(rules.iter().flat_map(|rule| item(rule)));
    lines
}

/// Draws all regions of a game, each under its name.
fn drawings(variant: &Variant) -> Vec<String> {
    let drawn = |region: &Zone| {
        let name = [String::new(), format!("`{}`:", region.name)];
        [name.to_vec(), fenced(region::drawn(variant, region))].concat()
    };
    let drawn = variant.regions.iter().filter(|region| region::has_squares(region)).flat_map(drawn);
    let legend = [String::new(), region::LEGEND.to_owned()].into_iter();
    if variant.regions.is_empty() { Vec::new() } else { legend.chain(drawn).collect() }
}

/// Describes pieces one after another, with a diagram for each set of moves.
fn pieces(variant: &Variant, prose: &Prose, ids: &[PieceTypeId]) -> Vec<String> {
    let (mut lines, mut marks) = (Vec::new(), BTreeSet::new());
    for id in ids {
        let own = variant.piece_type(*id);
        let head = format!("### {} `{}`", markdown(&capital(&prose.name(*id))), braced(&own.token));
        lines.extend([head + &prose.note(own.origin), String::new()]);
        let words = prose.ways(*id).into_iter().map(|text| text.replace('\n', " "));
        let texts = words.chain(prose.traits(*id)).chain(piece::homes(variant, *id));
        let texts =
            prose.other_names(*id).into_iter().chain(texts).chain(prose.notes(own.origin, &own.notes.0));
        lines.extend(texts.map(|text| markdown(&text)));
        for moves in &own.moves {
            let board = MoveBoard::of_game(variant, *id, moves);
            let drawn = board.map(|board| board.rows(&own.token, moves, piece::WHOLE));
            let (rows, used) = drawn.unwrap_or_default();
            marks.extend(used);
            lines.extend([String::new(), piece::way(moves)]);
            lines.extend(fenced(rows));
        }
        lines.push(String::new());
    }
    lines.push(diagram::legend(&marks));
    lines
}

fn fenced(rows: Vec<String>) -> Vec<String> {
    let rows = rows.into_iter().map(|row| row.trim_end().to_owned());
    let fence = |info: &str| format!("```{info}");
    [String::new(), fence("text")].into_iter().chain(rows).chain([fence("")]).collect()
}
