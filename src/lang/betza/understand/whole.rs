//! Moves that are no paths: castling and imitating.

use super::Reader;
use crate::base::diagnostic::Diagnostic;
use crate::lang::betza::notation::{Body, Castling};
use crate::lang::betza::raw::{self, Extent};
use crate::rules::{Imitate, Virgin};

impl Reader<'_> {
    pub(super) fn castle(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        let mut castling = Castling { left: false, right: false, steps: 2, inset: 0 };
        let mut virgin = false;
        for letter in self.only_letters(part) {
            match letter.letter {
                'i' => virgin = true,
                's' => (castling.left, castling.right) = (true, true),
                'l' => castling.left = true,
                'r' => castling.right = true,
                'j' => castling.inset = castling.inset.saturating_add(1),
                _ => self.idle_on(
                    letter,
                    "castling",
                    "it goes sideways, `s`, `l` or `r`, with `j` for a partner nearer in",
                ),
            }
        }
        if !castling.left && !castling.right {
            (castling.left, castling.right) = (true, true);
        }
        if !virgin {
            self.problems.push(
                Diagnostic::warning(
                    "betza-castling",
                    part.span,
                    "castling is only for a piece that has not moved",
                )
                .help("write `i` before it, as in `isO2`"),
            );
        }
        match atom.extent {
            None => {}
            Some((Extent::AtMost(n), _)) if (1..=15).contains(&n) => {
                castling.steps = u8::try_from(n).unwrap_or(2)
            }
            Some((_, span)) => {
                let help = "say how far the king goes: `O2`";
                self.error("betza-bad-range", span, "castling goes a fixed number of steps", help);
            }
        }
        Some((Body::Castle(castling), None))
    }

    pub(super) fn imitate(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        let mut how = Imitate::AsEnemy;
        for letter in self.only_letters(part) {
            match letter.letter {
                'f' => how = Imitate::AsOwn,
                _ => self.idle_on(
                    letter,
                    "the imitator",
                    "only `f` changes it: it then moves as if the piece were its own",
                ),
            }
        }
        if let Some((_, span)) = atom.extent {
            self.error(
                "betza-bad-range",
                span,
                "the imitator has no range of its own",
                "take the range away",
            );
        }
        Some((Body::Imitate(how), None))
    }
}
