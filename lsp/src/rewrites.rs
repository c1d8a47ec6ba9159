//! Refactorings on request: turn a rule into a switch, cite a source, allow a warning, or add a first case.

use super::checking::check;
use super::completion::block_at;
use super::documents::{Document, Workspace, folder};
use super::edit::edits_of;
use super::families::{self, edited};
use super::layout::differences;
use super::open_files::OpenFiles;
use super::problems::ShownProblem;
use super::text::LineText;
use super::uri;
use ferz_cli::new::answered;
use ferz_core::base::Color;
use ferz_lang::catalog::Files;
use ferz_lang::outline::{self, NameKind, Outline, SymbolKind};
use ferz_syntax::syntax::{Item, ItemKind, Statement, TokenKind};
use ferz_syntax::vocabulary::{self, BlockKind, Keyword, Place, WordEntry};
use lsp_types::{CodeAction, CodeActionKind, DiagnosticSeverity, NumberOrString, Position, Range, TextEdit};
use serde_json::json;
use std::path::Path;

/// The maximum number of places in sources that are offered for citation.
const MAX_KEYS: usize = 8;

/// A statement with the kind of the block around it.
struct FoundStatement<'a> {
    statement: &'a Statement,
    /// The vocabulary entry of the first word, or `None` if the line begins with a name.
    row: Option<&'static WordEntry>,
    around: BlockKind,
}

/// Returns the innermost statement at an offset.
fn statement_at(outline: &Outline, at: usize) -> Option<FoundStatement<'_>> {
    let inside = |one: &&Statement| one.span.start as usize <= at && at <= one.span.end as usize;
    let statement = outline::every(&outline.statements).into_iter().rfind(inside)?;
    let mut words = statement.items.iter().filter_map(Item::word);
    let row = words.find(|word| !matches!(*word, "add" | "change")).and_then(vocabulary::find);
    let around = block_at(outline, statement.span.start as usize);
    let row = row.filter(|row| match around {
        BlockKind::Values | BlockKind::Of(Place::Source) => false,
        BlockKind::Of(place @ (Place::Ending | Place::Entry)) => row.places.contains(&place),
        _ => true,
    });
    Some(FoundStatement { statement, row, around })
}

/// Returns the refactorings for a range.
pub(super) fn rewrites(workspace: &Workspace, document: &Document, range: Range) -> Vec<CodeAction> {
    let at = document.text.at(range.start);
    let Some(found) = statement_at(document.outline(), at) else { return Vec::new() };
    let mut actions: Vec<CodeAction> = into_switch(workspace, document, &found).into_iter().collect();
    actions.extend(families::extract(workspace, document, at).map(|edit| {
        let title = "Extract a family of pieces".to_owned();
        CodeAction { kind: Some(CodeActionKind::REFACTOR_EXTRACT), ..rewrite(document, title, vec![edit]) }
    }));
    if states_rule(&found) {
        actions.extend(citations(document, &found));
        actions.extend(new_case(workspace, document, &found));
    }
    actions
}

fn rewrite(document: &Document, title: String, edits: Vec<TextEdit>) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        edit: Some(edits_of(vec![(document.uri.as_str().to_owned(), edits)])),
        ..CodeAction::default()
    }
}

/// Returns true if a statement is a rule, not an amendment or a text for readers.
fn states_rule(found: &FoundStatement) -> bool {
    let rule = |row: &WordEntry| row.cites && !row.keyword.encloses_rules();
    let is_removed = found.statement.items.first().and_then(Item::word) == Some("remove");
    let is_line =
        matches!(found.around, BlockKind::Values | BlockKind::Of(Place::Ending)) && found.row.is_none();
    !is_removed && (is_line || found.row.is_some_and(rule))
}

/// Turns a rule into a switch. The rule becomes the default answer, and the other answer is that it does not hold. If
/// the game needs the rule, the other answer is a copy of it, for the author to change.
fn into_switch(workspace: &Workspace, document: &Document, found: &FoundStatement) -> Option<CodeAction> {
    let statement = found.statement;
    let amends =
        statement.items.first()?.word().is_some_and(|word| matches!(word, "add" | "change" | "remove"));
    let may_vary = match found.row {
        Some(row) => {
            let holds_all = matches!(
                row.keyword,
                Keyword::Variant | Keyword::Switch | Keyword::Under | Keyword::Board | Keyword::Array
            );
            let is_text = row.keyword.is_remark() || matches!(row.keyword, Keyword::Title | Keyword::Token);
            let is_game = row.rule || !row.places.contains(&Place::Top);
            is_game && !holds_all && !is_text && !row.places.iter().all(|place| *place == Place::Source)
        }
        None => found.around == BlockKind::Of(Place::Ending),
    };
    if !may_vary || amends || found.around == BlockKind::Values {
        return None;
    }
    let body = document.text.body();
    let start = statement.span.range().start;
    let end = statement.block.as_ref().map_or(statement.span, |block| block.span).range().end;
    let line = body[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let indent: String = body[line..start].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let (mut rule, mut marks) = (body.get(start..end)?.to_owned(), "");
    if let Some(Item { kind: ItemKind::Marks(_), span, .. }) = statement.items.last() {
        let span = span.range();
        marks = body.get(span.clone())?;
        rule.replace_range(span.start - start..span.end - start, "");
    }
    let is_used = |name: &str| document.outline().symbols.iter().any(|symbol| symbol.name == name);
    let numbered = (2..100).map(|number| format!("choice-{number}"));
    let name = std::iter::once("choice".to_owned()).chain(numbered).find(|name| !is_used(name))?;
    let (invented, marks) = if marks.is_empty() { ("; invented", "") } else { ("", marks) };
    let (rule, gap) = (rule.trim_end(), if marks.is_empty() { "" } else { " " });
    let edit = |question: &str, (first, text): (&str, &str), second: &str| {
        let new = format!(
            "switch {name} \"{question}\" {{\n{indent}  {first}* \"{text}{invented}\"{gap}{marks}\n\
             {indent}      {{ {rule} }}\n{indent}  {second}\n{indent}}}"
        );
        TextEdit::new(document.text.range(start, end), new)
    };
    let mut new = edit("Does this rule hold?", ("yes", "yes"), "no \"no; invented, to try\"");
    if errors(workspace, document, Some(&new)) > errors(workspace, document, None) {
        let copy = format!("other \"another; invented, to try\"\n{indent}      {{ {rule} }}");
        new = edit("Which rule holds?", ("usual", "as before"), &copy);
    }
    Some(rewrite(document, "Turn this rule into a switch".to_owned(), vec![new]))
}

/// Returns the number of errors in a document, which must be current, or in its text after an edit.
fn errors(workspace: &Workspace, document: &Document, edit: Option<&TextEdit>) -> usize {
    let changed = edit.and_then(|edit| check(&document.path, &edited(workspace, document, edit)));
    let found = changed.as_ref().or(document.outcome.as_ref()).map_or(&[][..], |checked| &checked.found);
    found.iter().filter(|one| one.diagnostic.severity == Some(DiagnosticSeverity::ERROR)).count()
}

/// Adds a citation to a statement. The keys that are used nearest to the statement come first.
fn citations(document: &Document, found: &FoundStatement) -> Vec<CodeAction> {
    let outline = document.outline();
    let end = found.statement.span.range().end;
    let marks = found.statement.items.last().and_then(|item| match &item.kind {
        ItemKind::Marks(keys) => Some(keys.as_slice()),
        _ => None,
    });
    let has = |key: &str| marks.into_iter().flatten().any(|own| own.word() == Some(key));
    let mut keys: Vec<(usize, &str)> = Vec::new();
    for one in outline.occurrences.iter().filter(|one| one.name.kind == NameKind::Key) {
        keys.push((one.span.range().start.abs_diff(end), &one.name.full));
    }
    keys.sort_unstable();
    let mut seen = std::collections::BTreeSet::new();
    keys.retain(|(_, key)| !has(key) && seen.insert(*key));
    let text_of = |key: &str| {
        let mut all = outline.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Place);
        all.find(|symbol| symbol.name == key)
            .filter(|symbol| !symbol.text.is_empty())
            .map(|symbol| format!(": {}", symbol.text))
            .unwrap_or_default()
    };
    let action = |(_, key): (usize, &str)| {
        let (at, new) =
            if marks.is_some() { (end - 1, format!(" {key}")) } else { (end, format!(" [{key}]")) };
        let edit = TextEdit::new(document.text.range(at, at), new);
        rewrite(document, format!("Cite {key}{}", text_of(key)), vec![edit])
    };
    keys.into_iter().take(MAX_KEYS).map(action).collect()
}

/// Adds a case with the current answer to the page of the game, and creates the page if necessary.
fn new_case(workspace: &Workspace, document: &Document, found: &FoundStatement) -> Option<CodeAction> {
    let variant = &document.good.as_ref()?.loaded()?.variant;
    let body = document.text.body();
    let std::ops::Range { start, mut end } = found.statement.span.range();
    if let Some(Item { kind: ItemKind::Marks(_), span, .. }) = found.statement.items.last() {
        end = span.range().start;
    }
    let rule = body.get(start..end)?.split(['\n', '\r']).next()?.trim();
    let mut symbols = document.outline().symbols.iter().filter(|symbol| {
        symbol.whole.range().contains(&start) && symbol.kind == SymbolKind::Word(Keyword::Piece)
    });
    let piece = symbols.next_back().map(|symbol| symbol.name.as_str());
    let home = variant.setup.iter().find(|(_, own)| {
        own.color == Color::White && piece == Some(variant.piece_type(own.piece_type).piece.as_str())
    });
    let square = home.map(|(square, _)| format!(" {}", variant.board.name(*square))).unwrap_or_default();
    let title: String = rule.chars().filter(|c| !matches!(c, '#' | '{' | '}')).take(60).collect();
    let case = format!("## {}\n\nSay here what this shows.\n\n```moves{square}\n```\n", title.trim());
    let stem = Path::new(&document.path).file_stem()?.to_str()?.to_owned();
    let page = format!("{}cases/{stem}.md", folder(&document.path));
    let overlay = OpenFiles::new(workspace.texts());
    let old = overlay.read(&page);
    let head = format!("# {}: cases\n\n```game\n{stem}\n```\n", variant.title);
    let before = old.as_deref().unwrap_or(&head);
    let is_blank = |gap: &&str| format!("{before}{gap}").ends_with("\n\n");
    let gap = ["", "\n", "\n\n"].into_iter().find(is_blank).unwrap_or_default();
    let whole = answered(Path::new(&page), &format!("{before}{gap}{case}"), &overlay);
    let uri = uri::of(&page)?;
    let edits = differences(&LineText::new(old.as_deref().unwrap_or_default()), &whole);
    let edit = json!({ "textDocument": { "uri": uri, "version": null }, "edits": edits });
    let create = json!({ "kind": "create", "uri": uri, "options": { "ignoreIfExists": true } });
    let changes = if old.is_some() { vec![edit] } else { vec![create, edit] };
    Some(CodeAction {
        title: "Add a case for this rule".to_owned(),
        kind: Some(CodeActionKind::REFACTOR),
        edit: serde_json::from_value(json!({ "documentChanges": changes })).ok(),
        ..CodeAction::default()
    })
}

/// Returns actions that allow warnings, each by a comment in which the author must fill in the reason.
pub(super) fn allowances<'a>(
    document: &Document,
    problems: impl Iterator<Item = &'a ShownProblem>,
) -> Vec<CodeAction> {
    let action = |problem: &ShownProblem| {
        let diagnostic = &problem.diagnostic;
        let Some(NumberOrString::String(code)) = &diagnostic.code else { return None };
        if diagnostic.severity == Some(DiagnosticSeverity::ERROR) || !document.is_game() || !problem.is_own {
            return None;
        }
        let line = diagnostic.range.start.line;
        let start = document.text.at(Position::new(line, 0));
        let end = document.text.at(Position::new(line, u32::MAX));
        let text = document.text.body().get(start..end)?;
        let comment = format!("# allow {code} \"say why\"");
        let indent: String = text.chars().take_while(|c| c.is_whitespace()).collect();
        let mut tokens = document.outline().tree.tokens_at(start..end);
        let (at, new) = match tokens.any(|token| token.kind == TokenKind::Comment) {
            true => (start, format!("{indent}{comment}\n")),
            false => (end, format!("  {comment}")),
        };
        let edit = TextEdit::new(document.text.range(at, at), new);
        Some(CodeAction {
            title: format!("Allow {code} here, with a reason"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(edits_of(vec![(document.uri.as_str().to_owned(), vec![edit])])),
            ..CodeAction::default()
        })
    };
    problems.filter_map(action).collect()
}
