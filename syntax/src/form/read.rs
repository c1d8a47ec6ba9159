//! Reads the text of a form.
//!
//! Lowercase words and symbols stand for themselves, and capitals, quotes, and backticks for slots. `[A | B]` can be
//! omitted, `(A | B)` is a choice, `A ...` and `A, ...` are repeated, and `{ ... }` is a block. Brackets with a repeated
//! entry (`[A, ...]`) and parentheses with a comma or a single slot (`(A, B)`) are written as they stand.

use super::{FormPart, Slot};

/// Reads a form. The error names the word that is no slot, or the sign that is out of place.
pub fn read(text: &'static str) -> Result<Vec<FormPart>, String> {
    let mut reader = FormReader { rest: text };
    let mut all = reader.alternatives()?;
    match (all.pop(), all.is_empty(), reader.peek()) {
        (Some(parts), true, "") => Ok(parts),
        (_, _, sign) => Err(format!("`{sign}` is out of place in `{text}`")),
    }
}

struct FormReader {
    rest: &'static str,
}

impl FormReader {
    /// Returns the next word, text, or symbol, or an empty text at the end.
    fn peek(&mut self) -> &'static str {
        self.rest = self.rest.trim_start();
        let text = self.rest;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let Some(first) = text.chars().next() else { return "" };
        let length = match first {
            '"' | '`' => text[1..].find(first).map_or(text.len(), |end| end + 2),
            _ if is_word(first) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
            _ => ["...", "..", "<=", ">="]
                .iter()
                .find(|sign| text.starts_with(**sign))
                .map_or(1, |sign| sign.len()),
        };
        &text[..length]
    }

    fn next(&mut self) -> &'static str {
        let next = self.peek();
        self.rest = &self.rest[next.len()..];
        next
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek() == sign;
        if found {
            self.next();
        }
        found
    }

    fn close(&mut self, sign: &str) -> Result<(), String> {
        if self.eat(sign) { Ok(()) } else { Err(format!("expected `{sign}` before `{}`", self.rest)) }
    }

    fn alternatives(&mut self) -> Result<Vec<Vec<FormPart>>, String> {
        let mut all = vec![self.sequence()?];
        while self.eat("|") {
            all.push(self.sequence()?);
        }
        Ok(all)
    }

    fn sequence(&mut self) -> Result<Vec<FormPart>, String> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), "" | "]" | ")" | "}" | "|") {
            let part = self.part()?;
            let part = self.repeated(part);
            parts.push(part);
        }
        Ok(parts)
    }

    /// Reads the dots after a part that is repeated.
    fn repeated(&mut self, part: FormPart) -> FormPart {
        let before = self.rest;
        let comma = self.eat(",");
        if self.eat("...") {
            return FormPart::Repeated { part: Box::new(part), comma };
        }
        self.rest = before;
        part
    }

    fn part(&mut self) -> Result<FormPart, String> {
        let sign = self.next();
        match sign.chars().next() {
            Some('"') => Ok(FormPart::Slot(Slot::Text)),
            Some('`') => Ok(FormPart::Slot(Slot::Moves)),
            Some('[') => self.brackets(),
            Some('(') => self.parentheses(),
            Some('{') => self.block(),
            Some('A'..='Z') => {
                Slot::named(sign).map(FormPart::Slot).ok_or_else(|| format!("`{sign}` is not a slot"))
            }
            Some(letter) if letter.is_ascii_alphanumeric() => Ok(FormPart::Word(sign)),
            _ => Ok(FormPart::Symbol(sign)),
        }
    }

    fn brackets(&mut self) -> Result<FormPart, String> {
        let mut all = self.alternatives()?;
        self.close("]")?;
        match all.as_mut_slice() {
            [only] if matches!(only.as_slice(), [FormPart::Repeated { comma: true, .. }]) => {
                Ok(FormPart::List(std::mem::take(only)))
            }
            _ => Ok(FormPart::Optional(all)),
        }
    }

    fn parentheses(&mut self) -> Result<FormPart, String> {
        let mut all = self.alternatives()?;
        self.close(")")?;
        let is_repeated = self.rest.starts_with(", ...") || self.rest.starts_with(" ...");
        match all.as_mut_slice() {
            [only]
                if !is_repeated
                    && (matches!(only.as_slice(), [FormPart::Slot(_)]) || only.iter().any(is_comma)) =>
            {
                Ok(FormPart::Group(std::mem::take(only)))
            }
            _ => Ok(FormPart::Choice(all)),
        }
    }

    fn block(&mut self) -> Result<FormPart, String> {
        let line = if self.eat("...") { Vec::new() } else { self.sequence()? };
        self.close("}")?;
        Ok(FormPart::Block(line))
    }
}

fn is_comma(part: &FormPart) -> bool {
    matches!(part, FormPart::Symbol(","))
}
