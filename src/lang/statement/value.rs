//! One value of a switch.

use super::{Cursor, Line, Read};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};
use crate::lang::syntax::{ItemKind, Statement};

/// `NAME[*] [statement] ["text"] [cite a, b] [{ statements }]`
#[derive(Clone, Debug)]
pub(in crate::lang) struct ValueLine {
    pub(in crate::lang) name: String,
    pub(in crate::lang) span: Span,
    /// Whether it is marked with `*`.
    pub(in crate::lang) default: bool,
    pub(in crate::lang) text: String,
    pub(in crate::lang) cites: Vec<Spanned<String>>,
    /// What holds under it.
    pub(in crate::lang) body: Vec<Statement>,
}

impl ValueLine {
    /// Reads a line of a switch.
    pub(in crate::lang) fn read(line: Line) -> Read<ValueLine> {
        let mut cursor = line.cursor();
        let span = cursor.span();
        if cursor.peek_word().is_none() && cursor.peek_number().is_none() {
            return Err(cursor.expected("the name of a value"));
        }
        let name = cursor.plain();
        cursor.skip();
        let default = cursor.eat_symbol("*");
        let items = cursor.rest();
        let text_at = items.iter().rposition(|item| matches!(item.kind, ItemKind::Text(_)));
        let cite_at = items.iter().position(|item| item.word() == Some("cite"));
        let (inline, tail) = items.split_at(text_at.or(cite_at).unwrap_or(items.len()));
        if let Some(star) = inline.iter().find(|item| item.is_symbol("*")) {
            let message = "`*` must follow the name of the value directly";
            return Err(Diagnostic::error("unexpected-word", star.span, message)
                .label(span, "this is taken for the name")
                .help(
                    "write the name in one word, `*` if it is the default, and then the rules of the value",
                ));
        }
        let mut tail = Cursor::new(tail, line.span());
        let text = tail.text().map(|(text, _)| text.to_string()).unwrap_or_default();
        let cites = tail.cites()?;
        tail.finish()?;
        let block = line.0.block.clone();
        let body = match (inline.first(), inline.last(), block) {
            (Some(first), Some(last), block) => {
                let span = first.span.to(last.span);
                vec![Statement { items: inline.to_vec(), block, span, poisoned: line.is_poisoned() }]
            }
            (.., Some(block)) => block.statements,
            _ => Vec::new(),
        };
        Ok(ValueLine { name, span, default, text, cites, body })
    }
}

/// `under SWITCH VALUE[, VALUE] { ... }`
#[derive(Clone, Debug)]
pub(in crate::lang) struct UnderLine {
    pub(in crate::lang) switch: Spanned<String>,
    pub(in crate::lang) values: Vec<Spanned<String>>,
}

impl UnderLine {
    /// Reads such a statement.
    pub(in crate::lang) fn read(line: Line) -> Read<UnderLine> {
        let mut cursor = line.rest();
        let (switch, span) = cursor.word("the name of a switch")?;
        let mut values = Vec::new();
        loop {
            if cursor.is_done() {
                return Err(cursor.expected(&format!("a value of `{switch}`")));
            }
            values.push(Spanned::new(cursor.plain(), cursor.span()));
            cursor.skip();
            if !cursor.eat_symbol(",") {
                break;
            }
        }
        cursor.finish()?;
        line.needs_block("a block of rules in braces")?;
        Ok(UnderLine { switch: Spanned::new(switch.to_string(), span), values })
    }
}
