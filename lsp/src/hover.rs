//! Hover texts: explanations of the keyword, name, or notation at a position, and of the problems there.

use super::documents::{Document, Workspace};
use super::drawings;
use super::navigation::{amendments, ancestors, declaration, name_at};
use ferz_cli::show;
use ferz_core::base::Color;
use ferz_core::rules::{RuleRef, Variant};
use ferz_lang::betza;
use ferz_lang::outline::{self, Name, NameKind, SymbolKind};
use ferz_syntax::syntax::{Item, ItemKind};
use ferz_syntax::vocabulary::{self, Keyword};
use ferz_text::words::drawing::diagram::{self, MoveBoard};
use ferz_text::words::drawing::{Drawing, Mark, text};
use ferz_text::words::prose::Prose;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, NumberOrString, Position, Range};
use std::collections::BTreeSet;

/// The radius of a diagram, in squares.
pub(super) const RADIUS: i32 = 4;

pub(super) fn hover(workspace: &Workspace, document: &Document, position: Position) -> Option<Hover> {
    let at = document.text.at(position);
    let notation = betza_at(document, at)
        .and_then(|(text, item)| Some((notation(text)?, document.text.span(item.span))));
    let rule = || rule(document, at);
    let keyword = || {
        let (text, range) = keyword(document, at)?;
        let rule = rule().map(|(text, _)| format!("\n\n{text}")).unwrap_or_default();
        Some((text + &rule, range))
    };
    let found = notation.or_else(keyword).or_else(|| named(workspace, document, position));
    let found = found.or_else(|| token(document, position)).or_else(rule);
    let mut parts: Vec<String> = problems(document, position);
    let range = found.as_ref().map(|(_, range)| *range);
    parts.splice(0..0, found.map(|(text, _)| text));
    let value = parts.join("\n\n---\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    (!parts.is_empty()).then_some(Hover { contents, range })
}

/// Returns the notation around an offset.
fn betza_at(document: &Document, at: usize) -> Option<(&str, &Item)> {
    let mut items = outline::every(&document.outline().statements).into_iter().flat_map(outline::items);
    let under = |item: &&Item| item.span.start as usize <= at && at < item.span.end as usize;
    let item = items.rfind(under)?;
    if let ItemKind::Betza(text) = &item.kind { Some((text, item)) } else { None }
}

/// Returns the notation at a position.
pub(super) fn notation_at(document: &Document, position: Position) -> Option<String> {
    betza_at(document, document.text.at(position)).map(|(text, _)| text.to_owned())
}

/// Returns the name of the piece at a position.
pub(super) fn piece_at(document: &Document, position: Position) -> Option<String> {
    let (name, _) = name_at(document, position)?;
    let variant = &document.good.as_ref()?.loaded()?.variant;
    let mut pieces = variant.piece_types.iter().map(|one| &one.piece);
    pieces.find(|piece| name.kind == NameKind::Other && **piece == name.full).cloned()
}

/// Describes a notation and draws its diagram.
pub(super) fn notation(text: &str) -> Option<String> {
    let reading: ferz_door::Betza = text.parse().ok()?;
    let name = betza::name_of(text).map(|name| format!(" ({name})")).unwrap_or_default();
    let (rows, marks) = MoveBoard::plain(RADIUS)?.rows("@", &reading.moves(), RADIUS);
    let legend = diagram::legend(&marks);
    let picture = fenced(&rows);
    Some(format!("`{text}`{name}: {}\n\n{picture}\n\n{legend}", reading.describe().replace('\n', "  \n")))
}

fn fenced(lines: &[String]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    format!("```text\n{}\n```", lines.join("\n"))
}

/// Explains the keyword of the statement at an offset.
fn keyword(document: &Document, at: usize) -> Option<(String, Range)> {
    let is_here = |item: &&Item| item.span.start as usize <= at && at < item.span.end as usize;
    let is_head = |item: &&Item| item.word().and_then(vocabulary::find).is_some();
    let statements = outline::every(&document.outline().statements).into_iter();
    let mut item = statements.filter_map(|statement| {
        let amends =
            matches!(statement.items.first().and_then(Item::word), Some("add" | "change" | "remove"));
        statement.items.iter().take(1 + usize::from(amends)).take_while(is_head).find(is_here)
    });
    let item = item.next_back()?;
    let row = vocabulary::find(item.word()?)?;
    let places: Vec<&str> = row.places.iter().map(|place| place.words().1).collect();
    let cites = if row.cites { "; may end with marks such as `[T4]`" } else { "" };
    let text = format!(
        "```ferz\n{}\n```\n\nAllowed {}{cites}. Explained under \"{}\" in the book.",
        row.form,
        places.join(", or "),
        row.section
    );
    Some((text, document.text.span(item.span)))
}

/// Describes the rule at an offset in prose, if the current text has no errors.
fn rule(document: &Document, at: usize) -> Option<(String, Range)> {
    let rules = document.good.as_ref()?;
    let sources = &rules.game.sources;
    let own = sources.iter().position(|source| source.name == document.path)?;
    let is_current = sources.iter().nth(own).is_some_and(|source| source.text == document.text.body());
    let variant = is_current.then(|| rules.loaded()).flatten().map(|loaded| &loaded.variant)?;
    let place = |rule: &RuleRef| rule.origin(variant).0;
    let is_here = |rule: &RuleRef| place(rule).file as usize == own && place(rule).range().contains(&at);
    let here = variant.rules().into_iter().filter(is_here);
    let rule = here.min_by_key(|rule| place(rule).range().len())?;
    let text = Prose::new(variant).item(rule).join("\n\n");
    (!text.is_empty()).then(|| (text, document.text.span(place(&rule))))
}

/// Explains the name at a position.
fn named(workspace: &Workspace, document: &Document, position: Position) -> Option<(String, Range)> {
    let (name, range) = name_at(document, position)?;
    let above = ancestors(workspace, &document.path, document.outline());
    let found = declaration(document, &above, &name);
    if name.kind == NameKind::Switch {
        return Some((switch(document, &name)?, range));
    }
    let is_piece = |kind| matches!(kind, SymbolKind::Word(Keyword::Piece | Keyword::Family | Keyword::Stage));
    let may_be_piece = found.as_ref().is_none_or(|(symbol, ..)| is_piece(symbol.kind));
    if name.kind == NameKind::Other
        && may_be_piece
        && let Some(text) = piece(document, &name.full)
    {
        return Some((text, range));
    }
    let (symbol, outline, lines) = found?;
    if symbol.kind == SymbolKind::Word(Keyword::Region)
        && let Some(text) = region(document, &name.full)
    {
        return Some((text, range));
    }
    let text = match symbol.kind {
        SymbolKind::Place => {
            let source = symbol.parent.map(|parent| &outline.symbols[parent]);
            let place = [source.map_or("", |source| source.name.as_str()), &symbol.text];
            let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
            let about = source.map(|source| about(outline, source)).unwrap_or_default();
            format!("`{}`: {}\n\n{about}", symbol.name, place.join(", "))
        }
        SymbolKind::Word(Keyword::Source) => {
            format!("source `{}`\n\n{}", symbol.name, about(outline, symbol))
        }
        SymbolKind::Value => format!("`{}`: {}", symbol.name, symbol.text),
        SymbolKind::Word(_) | SymbolKind::Line => {
            // What a file changes comes before the statement that it changes.
            let mut statements: Vec<String> = Vec::new();
            for (symbol, lines) in amendments(document, &above, &name).into_iter().chain([(symbol, lines)]) {
                let whole = lines.body().get(symbol.whole.range())?;
                let lines: Vec<&str> = whole.lines().take(12).collect();
                statements.push(format!("```ferz\n{}\n```", lines.join("\n")));
            }
            statements.dedup();
            statements.join("\n\n")
        }
    };
    Some((text, range))
}

/// Describes a source with the texts in its block.
fn about(outline: &outline::Outline, source: &outline::Symbol) -> String {
    if !source.text.is_empty() {
        return source.text.clone();
    }
    let statement =
        outline::every(&outline.statements).into_iter().find(|one| one.span.start == source.whole.start);
    let lines = statement.and_then(|one| one.block.as_ref()).map_or(&[][..], |block| &block.statements);
    let text = |line: &ferz_syntax::syntax::Statement| match line.items.as_slice() {
        [word, Item { kind: ItemKind::Text(text), .. }, ..]
            if matches!(word.word(), Some("author" | "title" | "year" | "address")) =>
        {
            Some(text.clone())
        }
        _ => None,
    };
    lines.iter().filter_map(text).collect::<Vec<_>>().join(", ")
}

/// Describes a switch of the document.
fn switch(document: &Document, name: &Name) -> Option<String> {
    switch_of(&document.good.as_ref()?.loaded()?.variant, &name.full)
}

/// Describes a switch of a game: its question, and its answers with their sources.
pub(super) fn switch_of(variant: &Variant, name: &str) -> Option<String> {
    let switch = variant.switches.iter().find(|switch| switch.name == name)?;
    let mut lines = vec![format!("switch `{}`: {}", switch.name, switch.question), String::new()];
    for value in &switch.values {
        let mark = if value.default { " (default)" } else { "" };
        lines.push(format!("- `{}`{mark}: {}{}", value.name, value.text, value.cites.full_note()));
    }
    Some(lines.join("\n"))
}

/// Returns the page of a piece.
fn piece(document: &Document, name: &str) -> Option<String> {
    let rules = document.good.as_ref()?;
    let loaded = rules.loaded()?;
    let variant = &loaded.variant;
    // The word may coincidentally be a token or another name of a piece, which does not count here.
    let is_piece = |one: &ferz_core::rules::PieceType| {
        one.name() == name || one.piece == name || one.name().ends_with(&format!(".{name}"))
    };
    let piece = variant.piece_types.iter().find(|one| is_piece(one))?;
    let name = piece.name();
    rules.page(&name, || Some(fenced(&show::piece(loaded, &name, false).ok()?)))
}

/// Returns the page of the piece whose token is at a position.
fn token(document: &Document, position: Position) -> Option<(String, Range)> {
    let mut places = drawings::highlights(document, position).into_iter().map(|one| one.range);
    let range = places.find(|range| range.start <= position && position <= range.end)?;
    let token = document.text.body().get(document.text.at(range.start)..document.text.at(range.end))?;
    let types = &document.good.as_ref()?.loaded()?.variant.piece_types;
    let of_black = || types.iter().find(|one| one.token.to_lowercase() == token);
    let own = types.iter().find(|one| one.token == token).or_else(of_black)?;
    Some((piece(document, &own.name())?, range))
}

/// Draws a region from White's view.
fn region(document: &Document, name: &str) -> Option<String> {
    let variant = &document.good.as_ref()?.loaded()?.variant;
    let region = variant.regions.iter().find(|region| region.name == name)?;
    let mut drawing = Drawing::new(&variant.board);
    variant
        .board
        .squares()
        .filter(|square| region.holds(*square, Color::White))
        .for_each(|square| drawing.mark(square, Mark::Both));
    let rows: Vec<String> = text(&drawing).lines().map(str::to_owned).collect();
    let whose = if region.is_symmetric() { "both sides" } else { "White" };
    let names = Prose::new(variant).names_of_region(region);
    let names = names.map(|names| format!("\n\n{names}")).unwrap_or_default();
    Some(format!("region `{name}` for {whose}\n\n{}{names}", fenced(&rows)))
}

/// Returns the pages about the problems at a position.
fn problems(document: &Document, position: Position) -> Vec<String> {
    let found = document.outcome.iter().filter(|_| document.is_current()).flat_map(|outcome| &outcome.found);
    let here =
        found.filter(|one| one.diagnostic.range.start <= position && position <= one.diagnostic.range.end);
    let mut seen = BTreeSet::new();
    let page = |code: &Option<NumberOrString>| match code {
        Some(NumberOrString::String(code)) if seen.insert(code.clone()) => ferz_errors::page(code),
        _ => None,
    };
    here.map(|one| &one.diagnostic.code).filter_map(page).map(|page| page.trim().to_owned()).collect()
}
