//! Lowering of statements about the FENs of other programs.

use super::form_values::FormValues;
use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::Spanned;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::quoted;
use crate::programs::programs;
use crate::rules::{FenCount, Origin};
use crate::statement::{Cursor, Read};

impl Scope<'_> {
    /// Lowers a rule about the number that a program writes for a right.
    pub(super) fn fen_count(
        &self,
        mut values: FormValues,
        cursor: &Cursor,
        origin: Origin,
    ) -> Read<FenCount> {
        let name = values.placed::<&str>(0)?;
        self.check_program(&name, cursor);
        let (name, of_enemy) = (name.value.to_string(), values.says("enemy"));
        Ok(FenCount { name, right: values.value(0)?, of_enemy, origin })
    }

    /// Lowers the letter that a program writes for a piece.
    pub(super) fn fen_letter(&self, mut values: FormValues, cursor: &Cursor) -> Read<Clause> {
        let Spanned { value: text, span: letter_span } = values.placed::<&str>(0)?;
        let letter = text.strip_prefix('+').unwrap_or(text);
        let letter = letter.strip_suffix('~').unwrap_or(letter);
        if letter.len() != 1 || !letter.bytes().all(|byte| byte.is_ascii_uppercase()) {
            let problem =
                Diagnostic::new(Code::BadLetter, letter_span, format!("`{text}` is not a letter of a FEN"));
            let help = "write a capital letter, with `+` before it or `~` after it for a promoted piece";
            return Err(problem.help(help));
        }
        let program = values.placed::<&str>(1)?;
        self.check_program(&program, cursor);
        Ok(Clause::Written((program.value.to_string(), text.to_string()), Origin(letter_span)))
    }

    /// Warns about a program that is not supported. Statements about it have no effect.
    fn check_program(&self, &Spanned { value: name, span }: &Spanned<&str>, end: &Cursor) {
        // A name in two words is reported as such.
        let is_whole = end.is_done() || end.has_marks();
        if is_whole && programs().all(|known| known != name) {
            let problem = Diagnostic::new(Code::UnknownProgram, span, format!("unknown program `{name}`"));
            let help = format!("known here: {}", quoted(Vec::from_iter(programs())));
            self.report.push(problem.suggest_or(name, programs(), help));
        }
    }
}
