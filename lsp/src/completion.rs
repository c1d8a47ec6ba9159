//! Completion: the words of a block, declared names, keys of sources, and notations that fit at a position.

use super::documents::{Document, Workspace, folder};
use super::navigation::{ReadRules, ancestors};
use super::symbols::word_of;
use ferz_cli::files;
use ferz_lang::betza;
use ferz_lang::catalog::built_in_titles;
use ferz_lang::outline::{NameKind, Outline, Symbol, SymbolKind};
use ferz_lang::programs::programs;
use ferz_syntax::form::{Form, FormPart, Slot};
use ferz_syntax::syntax::{Token, TokenKind, Tree};
use ferz_syntax::vocabulary::{self, BlockKind, CONDITION_WORDS, ENDINGS, Keyword, Place, REGION_WORDS};
use lsp_types::{
    CompletionItem, CompletionItemKind as Kind, CompletionItemLabelDetails, CompletionTextEdit,
    Documentation, MarkupContent, MarkupKind, Position, Range, TextEdit,
};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// The syntactic context of a position, which determines the possible completions.
#[derive(Debug, PartialEq, Eq)]
pub enum CompletionContext<'a> {
    /// A comment or a text, in which nothing is completed.
    Nothing,
    /// A notation in backticks. The field holds the text so far.
    Notation(&'a str),
    /// The brackets of marks.
    Key,
    /// The start of a statement, possibly after `add`, `change`, or `remove`.
    Start { amends: Option<&'a str> },
    /// A later place in a statement. The field holds the tokens before it.
    Inside(Vec<&'a str>),
}

/// Returns the context at an offset, and the length of the unfinished word there.
pub fn context(tree: &Tree, at: usize) -> (CompletionContext<'_>, usize) {
    let mut before = tree.tokens_at(0..at).rev().filter(|token| !token.is_missing()).peekable();
    if let Some(last) = before.peek() {
        let range = last.span.range();
        let is_inside = at < range.end;
        match last.kind {
            TokenKind::Comment | TokenKind::OpenText => return (CompletionContext::Nothing, 0),
            TokenKind::Text | TokenKind::OtherText if is_inside => return (CompletionContext::Nothing, 0),
            _ => {}
        }
        // A single backtick is unreadable, and other notations without a second one end at the next blank.
        let is_open = last.kind != TokenKind::Betza && at == range.end;
        if last.text.starts_with('`') && (is_inside || is_open) {
            let written = tree.text().get(range.start + 1..at).unwrap_or_default();
            return (CompletionContext::Notation(written), written.len());
        }
    }
    let mut start = at;
    while let Some(token) = before.next_if(|token| token.span.range().end >= start && is_part(token)) {
        start = token.span.range().start;
    }
    let written = tree.text().get(start..at).unwrap_or_default();
    let mut words = Vec::new();
    while let Some(token) = before.next() {
        match token.kind {
            TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::Semicolon => break,
            TokenKind::Newline => {
                // A statement continues after a comma.
                while before.next_if(|token| token.kind == TokenKind::Newline).is_some() {}
                if !before.peek().is_some_and(|last| last.goes_on() || matches!(last.text, "," | "[")) {
                    break;
                }
            }
            _ => words.push(token.text),
        }
    }
    words.reverse();
    let context = match words.as_slice() {
        words if is_in_marks(words, written) => CompletionContext::Key,
        [] => CompletionContext::Start { amends: None },
        [amends @ ("add" | "change" | "remove")] => CompletionContext::Start { amends: Some(amends) },
        _ => CompletionContext::Inside(words),
    };
    (context, written.len())
}

/// Returns true if a token can be a part of the name that is being written. A name with a period at its end is unfinished.
fn is_part(token: &Token) -> bool {
    match token.kind {
        TokenKind::Word | TokenKind::Number | TokenKind::Square => true,
        TokenKind::Unreadable => matches!(token.text, "." | "-"),
        _ => false,
    }
}

/// Returns true in marks, which end a statement: after a bracket that follows other words and contains only capitalized
/// words.
fn is_in_marks(words: &[&str], written: &str) -> bool {
    let Some(open) = words.iter().rposition(|word| *word == "[") else { return false };
    let is_key = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    let keys = &words[open + 1..];
    let before = words[..open].last();
    keys.iter().all(|key| is_key(key))
        && (!keys.is_empty() || is_key(written))
        && !before.is_some_and(|before| ["=", ",", ":"].contains(before))
}

/// Returns the parts of a form that can come next in a statement.
fn next_parts<'f>(form: &'f Form, words: &[&str]) -> Vec<&'f FormPart> {
    // In an open list, the word before the list decides.
    let list = words.iter().rposition(|word| *word == "[");
    let list = list.filter(|at| !words[*at..].contains(&"]"));
    form.after(words[..list.unwrap_or(words.len())].last().copied().unwrap_or_default())
}

/// Returns the words with which one of several parts can begin.
fn openings(part: &FormPart) -> Vec<&'static str> {
    match part {
        FormPart::Word(word) => vec![word],
        FormPart::Slot(Slot::Condition) => CONDITION_WORDS.to_vec(),
        FormPart::Slot(Slot::Program) => programs().collect(),
        // The names of the game come first.
        FormPart::Slot(Slot::Held) => Vec::new(),
        FormPart::Slot(slot) => Form::openings(*slot),
        FormPart::Symbol(_) | FormPart::Choice(_) | FormPart::Optional(_) => Vec::new(),
        FormPart::Repeated { .. } | FormPart::List(_) | FormPart::Group(_) | FormPart::Block(_) => Vec::new(),
    }
}

/// Returns true if a name can fill a slot. `of` is the keyword of its declaration.
fn fills(slot: Slot, kind: NameKind, of: &str) -> bool {
    matches!(
        (slot, kind, of),
        (Slot::Array, NameKind::Array, _)
            | (Slot::Source, NameKind::Source | NameKind::Key, _)
            | (Slot::Switch, NameKind::Switch, _)
            | (Slot::Right, _, "right")
            | (Slot::Squares | Slot::Square, _, "region" | "cell")
            | (Slot::Pieces | Slot::Piece | Slot::Held, _, "piece" | "stage" | "family" | "group")
    )
}

/// Returns true if the next word is a piece or stage that another piece becomes.
fn follows_becomes(words: &[&str]) -> bool {
    let Some(at) = words.iter().rposition(|word| *word == "becomes") else { return false };
    match &words[at + 1..] {
        [] => true,
        ["one", "of", listed @ ..] => !listed.contains(&"]"),
        _ => false,
    }
}

/// The data that completion at one position uses.
struct CompletionScene<'a> {
    workspace: &'a Workspace,
    document: &'a Document,
    above: Vec<ReadRules>,
    range: Range,
}

/// Returns the completions at a position.
pub(super) fn complete(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Vec<CompletionItem> {
    let at = document.text.at(position);
    let (context, word) = context(&document.outline().tree, at);
    let above = ancestors(workspace, &document.path, document.outline());
    let scene = CompletionScene { workspace, document, above, range: document.text.range(at - word, at) };
    match context {
        CompletionContext::Nothing => Vec::new(),
        CompletionContext::Notation(_) => scene.notations(),
        CompletionContext::Key => scene.names(&|kind, _| kind == NameKind::Key),
        CompletionContext::Start { amends } => scene.start(at - word, amends),
        CompletionContext::Inside(words) => scene.inside(at - word, &words),
    }
}

/// Returns a completion that replaces a range by its label.
pub(super) fn item(range: Range, label: &str, kind: Kind, detail: &str) -> CompletionItem {
    let edit = TextEdit::new(range, label.to_owned());
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

impl CompletionScene<'_> {
    fn item(&self, label: &str, kind: Kind, detail: &str) -> CompletionItem {
        item(self.range, label, kind, detail)
    }

    /// Returns the keywords that can begin a statement at an offset.
    fn start(&self, at: usize, amends: Option<&str>) -> Vec<CompletionItem> {
        match block_at(self.document.outline(), at) {
            BlockKind::Of(place) => {
                let extends = self.document.outline().parent().is_some();
                let rows = vocabulary::WORDS.iter().filter(|row| match row.keyword {
                    Keyword::Variant => amends.is_none() && place == Place::Top,
                    Keyword::Add | Keyword::Change | Keyword::Remove => amends.is_none() && extends,
                    _ => row.places.contains(&place),
                });
                let mut items: Vec<CompletionItem> =
                    rows.map(|row| self.item(row.text, Kind::KEYWORD, row.form)).collect();
                if place == Place::Entry {
                    items.extend(self.names(&|kind, of| kind == NameKind::Other && of == "region"));
                    items.extend(REGION_WORDS.map(|word| self.item(word, Kind::KEYWORD, "")));
                }
                if place == Place::Ending {
                    items.extend(self.endings());
                }
                items
            }
            BlockKind::Never | BlockKind::Rows | BlockKind::Values | BlockKind::Same => Vec::new(),
        }
    }

    /// Returns the names of endings.
    fn endings(&self) -> Vec<CompletionItem> {
        let lines = self.outlines().flat_map(|outline| &outline.symbols);
        let lines = lines.filter(|symbol| symbol.kind == SymbolKind::Line);
        let names: BTreeSet<&str> = lines.map(|symbol| symbol.name.as_str()).chain(ENDINGS).collect();
        names.into_iter().map(|name| self.item(name, Kind::EVENT, "an ending")).collect()
    }

    /// Returns the words that can follow `words` in a statement.
    fn inside(&self, at: usize, words: &[&str]) -> Vec<CompletionItem> {
        let (amends, words) = match words {
            ["add", rest @ ..] => (false, rest),
            ["change" | "remove", rest @ ..] => (true, rest),
            words => (false, words),
        };
        let is_list = |listed: &[&str]| listed.chunks(2).all(|pair| pair.get(1) == Some(&","));
        let is_named =
            |word: &str| word == "action" || vocabulary::find(word).is_some_and(|row| row.declares);
        let is_in = |block: BlockKind| block_at(self.document.outline(), at) == block;
        match words {
            ["under", switch, rest @ ..] => {
                let mut items = self.values(switch);
                if rest.is_empty() {
                    items.push(self.item("except", Kind::KEYWORD, ""));
                }
                items
            }
            [.., word @ ("uses" | "used")] => {
                let up = (*word == "used").then(|| self.item("up", Kind::KEYWORD, ""));
                self.names(&|_, of| of == "right").into_iter().chain(up).collect()
            }
            words if follows_becomes(words) => {
                let mut items = self.names(&|_, of| matches!(of, "piece" | "stage" | "family"));
                if words.last() == Some(&"becomes") {
                    items.push(self.item("one of", Kind::KEYWORD, ""));
                }
                items
            }
            [word, listed @ ..] if amends && is_named(word) && is_list(listed) => {
                self.names(&|_, of| of == *word)
            }
            listed if amends && is_list(listed) && is_in(BlockKind::Of(Place::Ending)) => self.endings(),
            // The user invents a new name, so nothing is proposed.
            [word] if vocabulary::find(word).is_some_and(|row| row.declares) => Vec::new(),
            _ => self.by_form(at, words),
        }
    }

    /// Returns the names and words that can stand in a statement by its form.
    fn by_form(&self, at: usize, words: &[&str]) -> Vec<CompletionItem> {
        // A line that begins with a name has the form of its block.
        let head = match (words.get(1) == Some(&":"), block_at(self.document.outline(), at)) {
            (true, BlockKind::Of(Place::Ending)) => "ending",
            (true, BlockKind::Of(Place::Entry)) => "entry",
            _ => words[0],
        };
        let form = vocabulary::find(head).map(Form::of);
        let parts = form.map(|form| next_parts(form, words)).unwrap_or_default();
        match parts.as_slice() {
            [FormPart::Slot(Slot::Game)] => self.games(),
            [FormPart::Slot(slot @ (Slot::Array | Slot::Source | Slot::Switch | Slot::Right))] => {
                self.names(&|kind, of| fills(*slot, kind, of))
            }
            parts => self.any(words, form, parts),
        }
    }

    /// Returns the names and words that can stand in a statement. Those that fit one of the next parts of its form come
    /// first.
    fn any(&self, words: &[&str], form: Option<&Form>, parts: &[&FormPart]) -> Vec<CompletionItem> {
        // A single word comes with the other words of the form.
        let is_choice = parts.len() > 1 && parts.iter().all(|part| matches!(part, FormPart::Word(_)));
        let fitting = parts.iter().filter(|part| is_choice || !matches!(part, FormPart::Word(_)));
        let fitting: Vec<&str> = fitting.flat_map(|part| openings(part)).collect();
        let mut items = self.names(&|kind, of| kind == NameKind::Other && of != "action");
        for item in &mut items {
            let of = item.detail.as_deref().and_then(|detail| detail.split(':').next()).unwrap_or_default();
            let is_fitting =
                |part: &&FormPart| matches!(part, FormPart::Slot(slot) if fills(*slot, NameKind::Other, of));
            item.sort_text = parts.iter().any(is_fitting).then(|| format!(" {}", item.label));
        }
        // An empty bracket can also become marks.
        if words.last() == Some(&"[") {
            items.extend(self.names(&|kind, _| kind == NameKind::Key));
        }
        // The other words of the form come before the names of the game, and these before all other words.
        let mut form: BTreeSet<&str> = form.iter().flat_map(|form| form.words()).collect();
        form.retain(|word| !fitting.contains(word));
        let mut all: BTreeSet<&str> = Form::all_words().into_iter().chain(vocabulary::all_inner()).collect();
        all.retain(|word| !form.contains(word) && !fitting.contains(word));
        for (sign, words) in [(' ', fitting), ('!', Vec::from_iter(form)), ('|', Vec::from_iter(all))] {
            items.extend(words.into_iter().map(|word| {
                let sort_text = Some(format!("{sign}{word}"));
                CompletionItem { sort_text, ..self.item(word, Kind::KEYWORD, "") }
            }));
        }
        items.extend(self.squares());
        items
    }

    fn outlines(&self) -> impl Iterator<Item = &Outline> {
        std::iter::once(self.document.outline()).chain(self.above.iter().map(|rules| &rules.outline))
    }

    /// Returns the names that `wanted` accepts, from this file and the files that it extends, each once.
    fn names(&self, wanted: &dyn Fn(NameKind, &str) -> bool) -> Vec<CompletionItem> {
        let mut seen = BTreeSet::new();
        let mut items = Vec::new();
        for outline in self.outlines() {
            for symbol in &outline.symbols {
                let Some(name) = symbol.declared.as_ref() else { continue };
                let (kind, of) = match symbol.kind {
                    SymbolKind::Word(keyword) => (kind_of(name.kind), word_of(keyword)),
                    SymbolKind::Value => (Kind::ENUM_MEMBER, "value"),
                    SymbolKind::Place | SymbolKind::Line => (Kind::REFERENCE, ""),
                };
                if !wanted(name.kind, of) || !seen.insert(name.full.clone()) {
                    continue;
                }
                let source = symbol.parent.map_or("", |parent| outline.symbols[parent].name.as_str());
                let lead = if of.is_empty() { source } else { of };
                let detail =
                    if symbol.text.is_empty() { lead.to_owned() } else { format!("{lead}: {}", symbol.text) };
                items.push(self.item(&name.full, kind, &detail));
            }
        }
        items
    }

    fn values(&self, switch: &str) -> Vec<CompletionItem> {
        let prefix = format!("{switch}=");
        let symbols = self.outlines().flat_map(|outline| &outline.symbols);
        let own = symbols.filter_map(|symbol| {
            let value = symbol.declared.as_ref()?.full.strip_prefix(&prefix)?;
            Some(self.item(value, Kind::ENUM_MEMBER, &symbol.text))
        });
        own.collect()
    }

    fn games(&self) -> Vec<CompletionItem> {
        let beside = files::entries(Path::new(folder(&self.document.path)));
        let open = self.workspace.iter().map(|one| Path::new(&one.path).to_owned());
        let mut seen = BTreeSet::new();
        let stems = beside.into_iter().chain(open).filter(|path| files::is(path, "ferz"));
        let stems =
            stems.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), "beside this file")));
        let titles = built_in_titles().into_iter().map(|(name, title)| (name.to_owned(), title));
        let all = stems.chain(titles).filter(|(name, _)| seen.insert(name.clone()));
        all.map(|(name, detail)| self.item(&name, Kind::MODULE, detail)).collect()
    }

    /// Returns the named pieces with their notations.
    fn notations(&self) -> Vec<CompletionItem> {
        let item = |piece: &betza::PieceEntry| {
            let names = piece.names.join(", ");
            let mut item = self.item(&piece.betza, Kind::CONSTANT, &format!("{names} ({})", piece.from));
            // The name of the piece also selects its notation.
            item.filter_text = Some(format!("{} {names}", piece.betza));
            // Short notations are the most common ones.
            item.sort_text = Some(format!("{:03}{}", piece.betza.len(), piece.betza));
            let description = piece.names.first().cloned();
            item.label_details = Some(CompletionItemLabelDetails { detail: None, description });
            item.data = Some(json!({ "notation": piece.betza }));
            item
        };
        betza::named().iter().map(item).collect()
    }

    /// Returns the squares of the board, if the game has ever been read without errors.
    fn squares(&self) -> Vec<CompletionItem> {
        let Some(loaded) = self.document.good.as_ref().and_then(|good| good.loaded()) else {
            return Vec::new();
        };
        let board = &loaded.variant.board;
        let item = |name| {
            let sort_text = Some(format!("~{name}"));
            CompletionItem { sort_text, ..self.item(name, Kind::VALUE, "square") }
        };
        board.squares().map(|square| item(board.name(square))).collect()
    }
}

/// Adds the moves and the picture to a notation of [`complete`].
pub(super) fn resolve(mut item: CompletionItem) -> CompletionItem {
    let notation = item.data.as_ref().and_then(|data| data["notation"].as_str());
    if let Some(value) = notation.and_then(super::hover::notation) {
        let markup = MarkupContent { kind: MarkupKind::Markdown, value };
        item.documentation = Some(Documentation::MarkupContent(markup));
    }
    item
}

pub(super) fn kind_of(kind: NameKind) -> Kind {
    match kind {
        NameKind::Game => Kind::MODULE,
        NameKind::Source => Kind::FILE,
        NameKind::Key => Kind::REFERENCE,
        NameKind::Switch => Kind::ENUM,
        NameKind::Value => Kind::ENUM_MEMBER,
        NameKind::Array | NameKind::Reading => Kind::VARIABLE,
        NameKind::Other => Kind::CLASS,
    }
}

/// Returns the kind of the block around an offset.
pub(super) fn block_at(outline: &Outline, at: usize) -> BlockKind {
    let blocks = outline.tree.every_statement().filter_map(|one| Some(one.block()?.span()));
    let ends: Vec<u32> = blocks.filter(|block| (block.start as usize) < at).map(|block| block.end).collect();
    // The head of a statement is not in its block. The innermost symbol comes last.
    let around = |symbol: &Symbol| at < symbol.whole.range().end && ends.contains(&symbol.whole.end);
    let first = outline.symbols.iter().rposition(around);
    let outward = std::iter::successors(first, |inner| outline.symbols[*inner].parent);
    let mut kinds = outward.map(|symbol| outline.inside(symbol));
    kinds.find(|kind| *kind != BlockKind::Never).unwrap_or(BlockKind::Of(Place::Top))
}
