//! Families of pieces, and the text of each written out.

use super::amend::statements;
use super::boards::new_name;
use super::cursor::{Cursor, Read};
use super::lost::Lost;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::syntax::{Block, Item, ItemKind, Statement};

/// How many piece types a game may have.
pub(super) const MOST_KINDS: usize = 1000;

type Member = (String, Statement);

/// The name of a family and the pieces it makes.
pub(super) struct Family {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) members: Vec<String>,
}

/// Writes the text of every family out for each of its pieces.
pub(super) fn expand_families(
    tree: Vec<Statement>,
    lost: &mut Lost,
    problems: &mut Vec<Diagnostic>,
) -> (Vec<Statement>, Vec<Family>) {
    let mut families: Vec<Family> = Vec::new();
    let mut written = Vec::new();
    for statement in tree.iter().filter(|statement| is_family(statement)) {
        if families.iter().map(|family| family.members.len()).sum::<usize>() > MOST_KINDS {
            problems.push(too_many(statement.span));
            break;
        }
        written.push(match expand(statement, &tree, lost, problems) {
            Ok((name, span, members)) => {
                let names = members.iter().map(|(name, _)| name.clone()).collect();
                families.push(Family { name, span, members: names });
                members.into_iter().map(|(_, member)| member).collect()
            }
            Err(problem) => {
                lost.declaration(statement);
                problems.push(*problem);
                Vec::new()
            }
        });
    }
    let mut written = written.into_iter();
    let mut expanded = Vec::new();
    for statement in tree {
        if is_family(&statement) {
            expanded.extend(written.next().unwrap_or_default());
        } else {
            expanded.push(statement);
        }
    }
    (expanded, families)
}

pub(super) fn too_many(span: Span) -> Diagnostic {
    let message = format!("a game has at most {MOST_KINDS} piece types");
    Diagnostic::error("too-many-pieces", span, message).help("delete some; the stages of pieces count, too")
}

fn is_family(statement: &Statement) -> bool {
    statement.items.first().and_then(Item::word) == Some("family")
}

/// `family pawn-of X for [rook, knight] { ... }`
fn expand(
    statement: &Statement,
    tree: &[Statement],
    lost: &mut Lost,
    problems: &mut Vec<Diagnostic>,
) -> Read<(String, Span, Vec<Member>)> {
    let mut cursor = Cursor::of(statement);
    cursor.keyword("family")?;
    let (name, span) = new_name(&mut cursor, "the name of the family")?;
    let (variable, _) = cursor.word("a letter that stands for each piece, such as `X`")?;
    cursor.keyword("for")?;
    let Some(Item { kind: ItemKind::List(list), .. }) = cursor.peek() else {
        return Err(cursor.expected("a list of pieces in brackets"));
    };
    cursor.next();
    cursor.finish()?;
    let Some(block) = &statement.block else {
        return Err(Cursor::new(&[], statement.span).expected("a block that describes each piece"));
    };
    let mut members: Vec<Member> = Vec::new();
    for item in list {
        let Some(piece) = item.word() else {
            return Err(Cursor::new(std::slice::from_ref(item), item.span).expected("the name of a piece"));
        };
        let own = format!("{name}-{piece}");
        if members.iter().any(|(member, _)| *member == own) {
            problems.push(
                Diagnostic::error("duplicate-name", item.span, format!("`{piece}` is in the family twice"))
                    .help("delete one of the two"),
            );
            continue;
        }
        let Some(of) = find_piece(tree, piece) else {
            let names: Vec<&str> = tree.iter().filter_map(piece_name).collect();
            let problem =
                Cursor::new(std::slice::from_ref(item), item.span).unknown("a piece", names.iter().copied());
            problems.push(*problem);
            // Its member would have had a token and a name of its own.
            lost.piece = true;
            lost.name(statement.span, name);
            continue;
        };
        let substitute = Substitution { variable, piece, token: token_of(of).unwrap_or_default() };
        let head = |word: &str, span| Item { kind: ItemKind::Word(word.to_string()), span };
        let items = vec![head("piece", item.span), head(&own, item.span)];
        let block = substitute.block(block);
        members.push((own, Statement { items, block: Some(block), span: item.span }));
    }
    Ok((name.to_string(), span, members))
}

fn piece_name(statement: &Statement) -> Option<&str> {
    match statement.items.as_slice() {
        [first, second, ..] if first.word() == Some("piece") => second.word(),
        _ => None,
    }
}

fn find_piece<'a>(tree: &'a [Statement], name: &str) -> Option<&'a Statement> {
    tree.iter().find(|statement| piece_name(statement) == Some(name))
}

fn token_of(piece: &Statement) -> Option<&str> {
    if let Some(Item { kind: ItemKind::Word(token), .. }) = piece.items.get(2)
        && token != "royal"
    {
        return Some(token);
    }
    statements(piece.block.as_ref()).iter().find_map(|line| match line.items.as_slice() {
        [first, second, ..] if first.word() == Some("token") => second.word(),
        _ => None,
    })
}

/// What a family's text says of one of its pieces.
struct Substitution<'a> {
    variable: &'a str,
    piece: &'a str,
    token: &'a str,
}

impl Substitution<'_> {
    fn words(&self, text: &str, token: bool) -> String {
        let name = if token { self.token } else { self.piece };
        let lower = format!("{{{}}}", self.variable.to_lowercase());
        let given = format!("{{{}}}", self.variable);
        text.replace(&given, name).replace(&lower, &name.to_lowercase())
    }

    fn items(&self, items: &[Item]) -> Vec<Item> {
        let token = items.first().and_then(Item::word) == Some("token");
        let one = |item: &Item| {
            let kind = match &item.kind {
                ItemKind::Word(word) if word == self.variable => ItemKind::Word(self.piece.to_string()),
                ItemKind::Word(word) => ItemKind::Word(self.words(word, token)),
                ItemKind::Text(text) => ItemKind::Text(self.words(text, false)),
                ItemKind::List(items) => ItemKind::List(self.items(items)),
                ItemKind::Group(items) => ItemKind::Group(self.items(items)),
                other => other.clone(),
            };
            Item { kind, span: item.span }
        };
        items.iter().map(one).collect()
    }

    fn block(&self, block: &Block) -> Block {
        let one = |statement: &Statement| Statement {
            items: self.items(&statement.items),
            block: statement.block.as_ref().map(|block| self.block(block)),
            span: statement.span,
        };
        block.around(block.statements.iter().map(one).collect())
    }
}
