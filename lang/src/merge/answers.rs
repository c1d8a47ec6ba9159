//! Reading of the values of a switch: the name, the answer in words, the marks, and the statements.
//!
//! [`value`] is the entry point. The other functions recognize common mistakes.

use super::sources::Keys;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{delete, write};
use crate::rules::{Cited, Origin, SwitchValue};
use crate::statement::{Cursor, Line, Read, plain, split_name};
use crate::syntax::{Item, ItemKind, Statement};
use crate::vocabulary;

/// Reads `NAME[*] "answer" [marks] [{ statements }]`, and returns the value with its statements.
pub(super) fn value(line: Line, keys: &Keys) -> Read<(SwitchValue, Vec<Statement>)> {
    let mut cursor = line.cursor();
    let span = cursor.span();
    if let Some(problem) = other_default(line.items) {
        return Err(problem);
    }
    if cursor.peek_word().is_none() && cursor.clone().number("").is_err() {
        return Err(cursor.expected("the name of a value"));
    }
    let name = cursor.plain();
    cursor.skip();
    let default = cursor.eat_symbol("*");
    // A rule cannot begin with a number, so the number is part of the name.
    let goes_on = |two: &Item| matches!(two.kind, ItemKind::Number(_)) && !default;
    if let [one, two, rest @ ..] = line.items
        && (goes_on(two) || rest.first().is_some_and(|star| star.is_symbol("*")))
        && let Some(problem) = split_name(one, two)
    {
        return Err(problem);
    }
    if let Some(star) =
        cursor.rest().iter().take_while(|item| !item.is_text()).find(|item| item.is_symbol("*"))
    {
        let message = "`*` must follow the name of the value directly";
        return Err(Diagnostic::new(Code::UnexpectedWord, star.span, message)
            .label(span, "this is read as the name")
            .help("write the name as one word, `*` if it is the default, and then the answer in words"));
    }
    let text = cursor.text().map(|(text, _)| text.to_string());
    if text.is_none() && !cursor.is_done() && !cursor.has_marks() {
        return Err(rule_before_answer(line, &name, default, cursor));
    }
    let marks = cursor.marks()?;
    if cursor.eat_symbol(":") {
        return Err(cursor
            .expected("the block with the rules of the answer")
            .help(format!("write the rules in braces: `{name} \"...\" {{ {} }}`", plain(cursor.rest()))));
    }
    cursor.finish()?;
    let text = text.unwrap_or_default();
    let mut cites = keys.cited(&marks);
    if marks.is_empty() && !text.contains("invented") {
        cites.extend(keys.of_file(line.span.file));
    }
    let body = line.block.cloned().map(|block| block.statements).unwrap_or_default();
    Ok((SwitchValue { name, text, cites: Cited(cites), default, origin: Origin(span) }, body))
}

/// Returns a problem if a value is marked as the default in another way than `NAME*`.
fn other_default(items: &[Item]) -> Option<Diagnostic> {
    let is_mark =
        |item: &Item| ["*", "default", "(default)"].contains(&plain(std::slice::from_ref(item)).as_str());
    let (name, mark) = match items {
        [mark, name, text, ..] if text.is_text() && is_mark(mark) && !is_mark(name) => (name, mark),
        [name, mark, ..] if matches!(mark.kind, ItemKind::Group(_)) && is_mark(mark) => (name, mark),
        _ => return None,
    };
    let place = name.span.to(mark.span);
    let problem = Diagnostic::new(Code::UnexpectedWord, place, "the default is marked with `*`");
    Some(problem.help(write(&format!("{}*", plain(std::slice::from_ref(name))))))
}

/// Creates the diagnostic for a rule before the answer, which is an old form, and suggests the current form.
fn rule_before_answer(line: Line, name: &str, default: bool, cursor: Cursor) -> Diagnostic {
    let rest = cursor.rest();
    let at = rest.iter().position(Item::is_text);
    let Some((text, at)) = at.and_then(|at| Some((rest.get(at)?, at))) else {
        return cursor.expected("the answer in words, in quotes");
    };
    match &rest[..at] {
        [marks] if marks.list().is_some() => {
            let problem =
                Diagnostic::new(Code::UnexpectedWord, marks.span, "the marks belong after the answer");
            let own = plain(std::slice::from_ref(marks));
            return problem.help(format!("write `\"...\" {own}`"));
        }
        [Item { kind: ItemKind::Symbol(sign), span, .. }] => {
            let problem = Diagnostic::new(Code::UnexpectedWord, *span, format!("unexpected `{sign}`"));
            return problem.help(delete("delete it: the answer in quotes follows the name").certain());
        }
        // A rule of one word is a keyword.
        [word] if word.word().is_some_and(|word| vocabulary::find(word).is_none()) => {
            if let Some(problem) = line.items.first().and_then(|name| split_name(name, word)) {
                return problem;
            }
        }
        _ => {}
    }
    let rule = plain(&rest[..at]).replace(" :", ":");
    let rule = if rule.starts_with('`') { format!("moves {rule}") } else { rule };
    let star = if default { "*" } else { "" };
    let answer = plain(std::slice::from_ref(text));
    let short = if answer.chars().count() > 60 { "\"...\"".to_owned() } else { answer };
    let problem = Diagnostic::new(Code::OldForm, cursor.span(), "the answer in words comes before its rules");
    let problem = problem.label(text.span, "the answer");
    let block = if line.block.is_some() { format!("{rule} {{ ... }}") } else { rule };
    problem.help(format!("write `{name}{star} {short} {{ {block} }}`, with the marks before the `{{`"))
}
