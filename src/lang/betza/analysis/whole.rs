//! Moves that are no paths: castling and imitating.

use super::{Analysis, Found};
use crate::lang::betza::notation::{Body, Castling};
use crate::lang::betza::raw::{self, Extent, Letter};
use crate::rules::Imitate;

impl Analysis<'_> {
    pub(super) fn castle(&mut self, part: &raw::Part, atom: &raw::Atom) -> Found {
        let mut castling = Castling { left: false, right: false, steps: 2, inset: 0 };
        let mut virgin = false;
        for letter in self.only_letters(part) {
            match letter.letter {
                'i' => virgin = true,
                's' => (castling.left, castling.right) = (true, true),
                'l' => castling.left = true,
                'r' => castling.right = true,
                'j' => castling.inset = castling.inset.saturating_add(1),
                _ => {
                    let help = "it goes sideways, `s`, `l` or `r`, with `j` for a partner nearer in";
                    self.no_meaning(letter, "castling", help);
                }
            }
        }
        if !castling.left && !castling.right {
            (castling.left, castling.right) = (true, true);
        }
        if !virgin {
            let message = "castling is only for a piece that has not moved";
            self.problems.warn("betza-castling", part.span, message, "write `i` before it, as in `isO2`");
        }
        match atom.extent {
            None => {}
            Some((Extent::AtMost(n @ 1..=15), _)) => castling.steps = u8::try_from(n).unwrap_or(2),
            Some((_, span)) => {
                let help = "write the number of squares the king goes: `O2`";
                self.error("betza-bad-range", span, "castling goes a fixed number of steps", help);
            }
        }
        Some((Body::Castle(castling), None))
    }

    pub(super) fn imitate(&mut self, part: &raw::Part, atom: &raw::Atom) -> Found {
        let mut how = Imitate::AsEnemy;
        for letter in self.only_letters(part) {
            match letter.letter {
                'f' => how = Imitate::AsOwn,
                _ => {
                    let help = "only `f` changes it: it then moves as if the piece were its own";
                    self.no_meaning(letter, "the imitator", help);
                }
            }
        }
        if let Some((_, span)) = atom.extent {
            let message = "the imitator has no range of its own";
            self.error("betza-bad-range", span, message, "remove the range");
        }
        Some((Body::Imitate(how), None))
    }

    fn no_meaning(&mut self, letter: Letter, what: &str, help: &str) {
        let message = format!("`{}` has no meaning for {what}", letter.letter);
        self.error("betza-no-effect", letter.span, message, help);
    }
}
