//! Families of pieces, and the expansion of their blocks.
//!
//! [`expand_families`] replaces each family with one `piece` statement for every piece in its list, with its own
//! name in place of the variable. It runs after the switches are decided.

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Parts};
use crate::statement::{Line, Read, Report};
use crate::syntax::{Block, Item, ItemKind, Statement};
use crate::vocabulary::Keyword;
use std::sync::Arc;

/// The maximum number of piece types in a game.
pub(crate) const MAX_PIECE_TYPES: usize = 1000;
/// The maximum number of words and blocks in the expansion of all families.
const MAX_WORDS: usize = 200_000;

/// The name of a family with the names of the pieces that it declares.
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) members: Vec<String>,
}

/// Expands every family into its pieces.
pub(crate) fn expand_families(tree: Vec<Statement>, report: &Report) -> (Vec<Statement>, Vec<Family>) {
    let is_family = |statement: &Statement| Line::of(statement).keyword() == Some(Keyword::Family);
    let mut families: Vec<Family> = Vec::new();
    if !tree.iter().any(is_family) {
        return (tree, families);
    }
    let mut expanded = Vec::new();
    let mut too_many = false;
    let mut room = MAX_WORDS;
    for statement in &tree {
        let line = Line::of(statement);
        if !is_family(statement) {
            expanded.push(statement.clone());
            continue;
        }
        let made: usize = families.iter().map(|family| family.members.len()).sum();
        if made > MAX_PIECE_TYPES {
            if !std::mem::replace(&mut too_many, true) {
                report.push(too_many_piece_types(line.span));
            }
            continue;
        }
        if let Some((family, pieces)) = report.read(line, expand(line, &tree, &mut room, report)) {
            families.push(family);
            expanded.extend(pieces);
        }
    }
    (expanded, families)
}

pub(crate) fn too_many_piece_types(span: Span) -> Diagnostic {
    let message = format!("more than {MAX_PIECE_TYPES} piece types");
    Diagnostic::new(Code::TooManyPieces, span, message).help("delete some; the stages of pieces count, too")
}

/// Returns the number of words and blocks in some statements.
fn size(statements: &[Statement]) -> usize {
    let inner = |block: &Block| 1 + block.rows.len() + size(&block.statements);
    statements.iter().map(|one| one.items.len() + one.block.as_ref().map_or(0, inner)).sum()
}

/// Expands `family pawn-of X for [rook, knight] { ... }` within the limits.
fn expand(
    line: Line,
    tree: &[Statement],
    room: &mut usize,
    report: &Report,
) -> Read<(Family, Vec<Statement>)> {
    let mut cursor = line.rest();
    let (name, span) = cursor.new_name("the name of the family")?;
    let (variable, _) = cursor.word("a letter for the listed piece, such as `X`")?;
    cursor.keyword("for")?;
    let Some(mut list) = cursor.list() else { return Err(cursor.expected("a list of pieces in brackets")) };
    line.finish_head(cursor)?;
    line.needs_block("a block that describes each piece")?;
    let mut family = Family { name: name.to_string(), span, members: Vec::new() };
    let mut pieces = Vec::new();
    let size = size(line.block.map_or(&[], |block| &block.statements));
    while !list.is_done() {
        let known = list.clone();
        if let Some(problem) = list.missing_comma(!family.members.is_empty()) {
            report.push_about(line, problem);
        }
        let (piece, place) = list.word("the name of a piece")?;
        let is_marked = !list.marks()?.is_empty();
        let own = format!("{name}-{piece}");
        if family.members.contains(&own) {
            let message = format!("`{piece}` is in the family twice");
            let problem = Diagnostic::new(Code::DuplicateName, place, message);
            report.push_about(line, problem.help("delete one of the two"));
            continue;
        }
        let Some(of) = Line::all(tree).find(|line| piece_name(*line) == Some(piece)) else {
            let problem = known.unknown("a piece", Line::all(tree).filter_map(piece_name));
            report.push_about(line, problem.lacks_piece());
            // The member that is missing would have declared a token and a name.
            let mut nodes = report.nodes();
            nodes.name(line.span, name);
            nodes.doubts(Parts::PIECE);
            continue;
        };
        let Some(left) = room.checked_sub(size) else {
            let message = format!("the families of this game expand to more than {MAX_WORDS} words");
            let problem = Diagnostic::new(Code::GameTooLarge, span, message);
            return Err(problem.help("shorten the block of this family, or divide its list"));
        };
        *room = left;
        // The citations in the block are about the members that the family lists itself. A member that another
        // statement adds has the place, and therefore the citations, of that statement.
        let at = (is_marked || place.file < line.span.file).then_some(place);
        let substitute = Substitution { variable, piece, token: of.token().unwrap_or_default(), at };
        let word = |word: &str| Item::new(ItemKind::Word(word.to_string()), place);
        let block = line.block.map(|block| substitute.block(block));
        let (items, poisoned) = (vec![word("piece"), word(&own)], line.poisoned);
        // A member that the family inherits stands where a change cites the family anew.
        let span = if place.file > line.span.file { line.span } else { place };
        pieces.push(Statement { items: Arc::new(items), block, span, poisoned });
        family.members.push(own);
    }
    Ok((family, pieces))
}

fn piece_name(line: Line<'_>) -> Option<&str> {
    line.name().filter(|_| line.keyword() == Some(Keyword::Piece))
}

/// The substitutions in the block of a family for one of its pieces.
struct Substitution<'a> {
    variable: &'a str,
    piece: &'a str,
    token: &'a str,
    /// The place of the statements, if it differs from that in the block. Those that a later file changes keep their own.
    at: Option<Span>,
}

impl Substitution<'_> {
    fn block(&self, block: &Block) -> Block {
        let one = |statement: &Statement| {
            let name = match Line::of(statement).keyword() {
                Some(Keyword::Token) => self.token,
                _ => self.piece,
            };
            Statement {
                items: Arc::new(statement.items.iter().map(|item| self.item(item, name)).collect()),
                block: statement.block.as_ref().map(|block| self.block(block)),
                span: self.at.filter(|at| at.file <= statement.span.file).unwrap_or(statement.span),
                ..*statement
            }
        };
        block.around(block.statements.iter().map(one).collect())
    }

    /// Returns an item with the variable replaced. In the words of the item itself, the replacement is `name`.
    fn item(&self, item: &Item, name: &str) -> Item {
        let all = |items: &[Item]| items.iter().map(|item| self.item(item, self.piece)).collect();
        let kind = match &item.kind {
            ItemKind::Word(word) if word == self.variable => ItemKind::Word(self.piece.to_string()),
            ItemKind::Word(word) => ItemKind::Word(self.replaced(word, name)),
            // In texts for readers, the piece has a name without hyphens.
            ItemKind::Text(text) => ItemKind::Text(self.replaced(text, &self.piece.replace(['-', '_'], " "))),
            ItemKind::List(items) => ItemKind::List(all(items)),
            ItemKind::Marks(items) => ItemKind::Marks(all(items)),
            ItemKind::Group(items) => ItemKind::Group(all(items)),
            other => other.clone(),
        };
        Item { kind, ..*item }
    }

    fn replaced(&self, text: &str, name: &str) -> String {
        if !text.contains('{') {
            return text.to_owned();
        }
        let lower = format!("{{{}}}", self.variable.to_lowercase());
        text.replace(&format!("{{{}}}", self.variable), name).replace(&lower, &name.to_lowercase())
    }
}
