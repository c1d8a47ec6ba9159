//! Draws the subject of a position in a document as SVG, for a panel beside the text.

use super::documents::{Document, Workspace};
use super::hover::{RADIUS, notation_at, piece_at};
use super::open_files::OpenFiles;
use ferz_cli::show;
use ferz_core::base::{Color, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_lang::outline::{Symbol, SymbolKind};
use ferz_lang::{Memory, Selection};
use ferz_syntax::vocabulary::Keyword;
use ferz_text::lab::casebook::{self, Games, read_page};
use ferz_text::words::drawing::diagram::MoveBoard;
use ferz_text::words::drawing::{Drawing, Mark, position, svg};
use lsp_types::Position;
use serde::Serialize;

/// A drawing with its title.
#[derive(Serialize)]
pub(super) struct BoardView {
    title: String,
    svg: String,
}

/// Draws the notation, piece, region, array, or case at a position. Anywhere else, draws the start of the game.
pub(super) fn board(workspace: &Workspace, document: &Document, at: Position) -> Option<BoardView> {
    if !document.is_game() {
        return case(workspace, document, at);
    }
    let notation = notation_at(document, at).and_then(|text| notation(&text, document));
    if notation.is_some() {
        return notation;
    }
    let variant = &document.good.as_ref()?.loaded()?.variant;
    let offset = document.text.at(at);
    let around = document.outline().symbols.iter().filter(|symbol| {
        let whole = symbol.whole.range();
        whole.start <= offset && offset <= whole.end
    });
    let named = piece_at(document, at).and_then(|name| piece(variant, &name));
    let drawn = || around.rev().find_map(|symbol| declared(document, variant, symbol));
    named.or_else(drawn).or_else(|| Some(start(variant, &variant.start())))
}

fn notation(text: &str, document: &Document) -> Option<BoardView> {
    let reading: ferz_door::Betza = text.parse().ok()?;
    let loaded = document.good.as_ref().and_then(|good| good.loaded());
    let is_checkered = loaded.is_none_or(|loaded| loaded.variant.board.checkered);
    let plain = MoveBoard::plain(RADIUS)?;
    let svg = plain.picture(("@", None), &[reading.moves()], RADIUS, (text, is_checkered));
    Some(BoardView { title: text.to_owned(), svg })
}

/// Draws the subject that a statement declares, if it can be drawn.
fn declared(document: &Document, variant: &Variant, symbol: &Symbol) -> Option<BoardView> {
    match symbol.kind {
        SymbolKind::Word(Keyword::Piece | Keyword::Stage) => piece(variant, &symbol.name),
        SymbolKind::Word(Keyword::Region) => region(variant, &symbol.name),
        SymbolKind::Word(Keyword::Array) => {
            let array = Some((symbol.name.clone(), symbol.place));
            let selection = Selection { array, ..Selection::default() };
            let game = &document.good.as_ref()?.game;
            let variant = game.variant(&selection, &Memory::reading()).0?;
            Some(start(&variant, &variant.start()))
        }
        SymbolKind::Word(_) | SymbolKind::Value | SymbolKind::Place | SymbolKind::Line => None,
    }
}

fn piece(variant: &Variant, name: &str) -> Option<BoardView> {
    let svg = show::piece_picture(variant, name)?;
    Some(BoardView { title: name.to_owned(), svg })
}

fn region(variant: &Variant, name: &str) -> Option<BoardView> {
    let region = variant.regions.iter().find(|region| region.name == name)?;
    let mut drawing = Drawing::new(&variant.board);
    let squares = variant.board.squares().filter(|square| region.holds(*square, Color::White));
    squares.for_each(|square| drawing.mark(square, Mark::Both));
    Some(BoardView { title: name.to_owned(), svg: svg(&drawing, name) })
}

fn start(variant: &Variant, setup: &Setup) -> BoardView {
    let drawing = position::drawing(variant, setup, None);
    BoardView { title: variant.title.clone(), svg: svg(&drawing, &variant.title) }
}

/// Draws the position of the question at a line of a page of cases: the last one above it in the same case, or else the
/// first one of that case.
fn case(workspace: &Workspace, document: &Document, at: Position) -> Option<BoardView> {
    let (page, _) = read_page(&document.path, document.text.body(), 0);
    let line = at.line as usize + 1;
    let case = page.cases.iter().rfind(|case| case.line <= line).or(page.cases.first())?;
    let query = case.queries.iter().rfind(|query| query.line <= line).or(case.queries.first())?;
    let overlay = OpenFiles::new(workspace.texts());
    let games = Games::new(&overlay, Engine::sharing);
    let game = games.load(&document.path, &query.game).ok()?;
    let variant = &game.loaded.variant;
    Some(start(variant, &casebook::position(variant, &query.position).ok()?))
}
