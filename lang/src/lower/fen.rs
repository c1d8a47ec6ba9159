//! Lowering of statements about the FENs of other programs.

use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::quoted;
use crate::programs::programs;
use crate::rules::{FenCount, Origin};
use crate::statement::{Cursor, Read};

impl Scope<'_> {
    /// Reads `of PROGRAM counts [enemy] RIGHT` after `fen`.
    pub(super) fn fen_count(&self, cursor: &mut Cursor, origin: Origin) -> Read<FenCount> {
        cursor.keyword("of")?;
        let (name, span) = cursor.word("the name of a program")?;
        self.check_program(name, span);
        cursor.keyword("counts")?;
        let of_enemy = cursor.eat("enemy");
        Ok(FenCount { name: name.to_string(), right: self.right(cursor)?, of_enemy, origin })
    }

    /// Reads `"X" by PROGRAM` after `written`.
    pub(super) fn fen_letter(&self, cursor: &mut Cursor) -> Read<Clause> {
        let (text, letter_span) = cursor.quoted("a letter in quotes")?;
        let letter = text.strip_prefix('+').unwrap_or(text);
        let letter = letter.strip_suffix('~').unwrap_or(letter);
        if letter.len() != 1 || !letter.bytes().all(|byte| byte.is_ascii_uppercase()) {
            let problem =
                Diagnostic::new(Code::BadLetter, letter_span, format!("`{text}` is not a letter of a FEN"));
            let help = "write a capital letter, with `+` before it or `~` after it for a promoted piece";
            return Err(problem.help(help));
        }
        cursor.keyword("by")?;
        let (program, span) = cursor.free_name("the name of a program")?;
        // A name in two words is reported as such.
        if cursor.is_done() || cursor.has_marks() {
            self.check_program(program, span);
        }
        Ok(Clause::Written((program.to_string(), text.to_string()), Origin(letter_span)))
    }

    /// Warns about a program that is not supported. Statements about it have no effect.
    fn check_program(&self, name: &str, span: Span) {
        if programs().all(|known| known != name) {
            let problem = Diagnostic::new(Code::UnknownProgram, span, format!("unknown program `{name}`"));
            let help = format!("known here: {}", quoted(Vec::from_iter(programs())));
            self.report.push(problem.suggest_or(name, programs(), help));
        }
    }
}
