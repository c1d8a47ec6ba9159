//! One leap: its atom, and how often it may be made.

use super::Reader;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::betza::atom::{Atom, LETTERS, from_letter, lengthened};
use crate::lang::betza::notation::{LONGEST, Range};
use crate::lang::betza::raw::{self, Base, Extent};

impl Reader<'_> {
    pub(super) fn atom(&mut self, raw: &raw::Atom) -> Option<(Atom, Range)> {
        let (base, slides) = match raw.base {
            Base::Letter(letter) => match from_letter(letter) {
                Some(found) => {
                    self.disputed(letter, raw.name);
                    found
                }
                None => {
                    self.unknown_atom(letter, raw.name);
                    return None;
                }
            },
            Base::Coordinates(a, b) => {
                let (long, short) = (a.max(b), a.min(b));
                let (Ok(l), Ok(s), true) =
                    (u8::try_from(long), u8::try_from(short), (1..=15).contains(&long))
                else {
                    let words = self.words(raw.name).to_string();
                    self.error(
                        "betza-bad-leap",
                        raw.name,
                        format!("no leap is `{words}`"),
                        "the longer side is 1 to 15 squares",
                    );
                    return None;
                };
                (Atom::Leap(l, s), false)
            }
        };
        let kind = if raw.suffixes.is_empty() {
            base
        } else {
            match lengthened(base, &raw.suffixes).filter(|_| !slides) {
                Some(longer) => longer,
                None => {
                    let words = self.words(raw.name).to_string();
                    let help =
                        "`X` adds three squares along the long axis, `Y` two along both; 15 are the most";
                    self.error("betza-bad-leap", raw.name, format!("no leap is `{words}`"), help);
                    return None;
                }
            }
        };
        let range = match raw.extent {
            None if slides => Range::ANY,
            None => Range::ONE,
            Some((_, span)) if kind == Atom::Universal => {
                self.error(
                    "betza-bad-range",
                    span,
                    "`U` reaches every square at once",
                    "take the range away",
                );
                Range::ONE
            }
            Some((extent, span)) => self.range(extent, span),
        };
        Some((kind, range))
    }

    pub(super) fn range(&mut self, extent: Extent, span: Span) -> Range {
        let (min, max) = match extent {
            Extent::Doubled | Extent::AtMost(0) => return Range::ANY,
            Extent::AtMost(max) => (1, Some(max)),
            Extent::Between(min, max) => (min, max),
        };
        let longest = u32::from(LONGEST);
        if min == 0 || max.is_some_and(|max| max < min) || min > longest {
            let words = self.words(span).to_string();
            let help = if min > longest {
                "no board is that long"
            } else {
                "the least number of steps is at least 1 and at most the greatest"
            };
            self.error("betza-bad-range", span, format!("no move has the range `{words}`"), help);
            return Range::ONE;
        }
        let narrow = |n: u32| u8::try_from(n).unwrap_or(LONGEST);
        if let Some(max) = max.filter(|max| *max > longest) {
            self.problems.push(
                Diagnostic::warning("betza-bad-range", span, format!("no board has room for {max} steps"))
                    .help("write `0` for any number of steps"),
            );
            return Range { min: narrow(min), max: None };
        }
        Range { min: narrow(min), max: max.map(narrow) }
    }

    fn disputed(&mut self, letter: char, span: Span) {
        let (name, better, other) = match letter {
            'L' => ("camel", 'C', "zebra"),
            'J' => ("zebra", 'Z', "camel"),
            _ => return,
        };
        self.problems.push(
            Diagnostic::warning(
                "betza-ambiguous-letter",
                span,
                format!("`{letter}` is read in different ways"),
            )
            .here(format!("read as the {name}, as Betza did; XBoard reads the {other}"))
            .help(format!("write `{better}`")),
        );
    }

    fn unknown_atom(&mut self, letter: char, span: Span) {
        let lower = letter.to_ascii_lowercase();
        let help = if "mcedktpgyxifblrvsnjouzqah".contains(lower) {
            format!("atoms are {}; `{lower}` is a modifier and stands before one", listed(LETTERS))
        } else {
            format!("atoms are {}", listed(LETTERS))
        };
        self.error("betza-unknown-letter", span, format!("no atom is written `{letter}`"), help);
    }
}

fn listed(letters: &str) -> String {
    letters.chars().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")
}
