//! Code lenses: commands above a statement that show the moves of a piece, run the cases of a game, or play from an
//! array.
//!
//! Each lens contains arguments for the program, which the editor runs in a terminal.

use super::documents::{Document, folder};
use ferz_cli::files;
use ferz_lang::outline::SymbolKind;
use ferz_syntax::vocabulary::Keyword;
use ferz_text::lab::casebook::read_page;
use lsp_types::{CodeLens, Command, Range};
use serde_json::json;
use std::path::Path;

/// The command of the editor that runs the program with arguments.
const RUN: &str = "ferz.run";

/// Returns the code lenses of a rule file or of a page of cases.
pub(super) fn lenses(document: &Document) -> Vec<CodeLens> {
    if document.is_game() { game(document) } else { cases(document) }
}

fn lens(range: Range, title: &str, arguments: &[&str]) -> CodeLens {
    let command = Command::new(title.to_owned(), RUN.to_owned(), Some(vec![json!(arguments)]));
    CodeLens { range, command: Some(command), data: None }
}

fn game(document: &Document) -> Vec<CodeLens> {
    let path = document.path.as_str();
    let cases = format!("{}cases", folder(path));
    let has_cases = files::entries(Path::new(&cases)).iter().any(|file| files::is(file, "md"));
    let mut lenses = Vec::new();
    for symbol in document.outline().symbols.iter().filter(|symbol| !symbol.amends) {
        let SymbolKind::Word(keyword) = symbol.kind else { continue };
        let range = document.text.span(symbol.place);
        if keyword == Keyword::Variant {
            lenses.push(lens(range, "Play", &["play", path]));
            if has_cases {
                lenses.push(lens(range, "Run the cases", &["test", &cases]));
            }
            if let Some(parent) = document.outline().parent() {
                let beside = format!("{}{parent}.ferz", folder(path));
                let parent = if Path::new(&beside).exists() { &beside } else { parent };
                lenses.push(lens(range, "Show what this file changes", &["diff", parent, path]));
            }
        } else if keyword == Keyword::Piece {
            lenses.push(lens(range, "Show the moves", &["show", path, &symbol.name]));
        } else if keyword == Keyword::Array {
            lenses.push(lens(range, "Play from here", &["play", &format!("{path}/{}", symbol.name)]));
        }
    }
    lenses
}

fn cases(document: &Document) -> Vec<CodeLens> {
    let (page, _) = read_page(&document.path, document.text.body(), 0);
    let lens_of = |case: &ferz_text::lab::casebook::Case| {
        let start = lsp_types::Position::new(super::text::number(case.line.saturating_sub(1)), 0);
        let arguments = ["test", &document.path, "--only", &case.name];
        lens(Range::new(start, start), "Run this case", &arguments)
    };
    page.cases.iter().map(lens_of).collect()
}
