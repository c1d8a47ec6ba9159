//! One leap: its atom, and how often it may be made.

use super::{Analysis, leg};
use crate::base::source::Span;
use crate::lang::betza::atom::{Atom, LONGEST_LEAP, capitals, from_letter};
use crate::lang::betza::notation::{LONGEST, Range};
use crate::lang::betza::raw::{self, Base, Extent};

impl Analysis<'_> {
    pub(super) fn atom(&mut self, raw: &raw::Atom) -> Option<(Atom, Range)> {
        let (base, slides) = match raw.base {
            Base::Letter(letter) => {
                let Some(found) = from_letter(letter) else {
                    self.unknown_atom(letter, raw.name);
                    return None;
                };
                self.disputed(letter, raw.name);
                found
            }
            Base::Coordinates(a, b) => {
                let side = |n: u32| u8::try_from(n).ok().filter(|n| *n <= LONGEST_LEAP);
                let (Some(long), Some(short), true) = (side(a.max(b)), side(a.min(b)), a.max(b) > 0) else {
                    let help = format!("the longer side is 1 to {LONGEST_LEAP} squares");
                    return self.no_leap(raw.name, &help);
                };
                (Atom::Leap(long, short), false)
            }
        };
        let longer = if raw.suffixes.is_empty() {
            Some(base)
        } else {
            base.lengthened(&raw.suffixes).filter(|_| !slides)
        };
        let Some(atom) = longer else {
            let help =
                "`X` adds three squares along the long axis, `Y` two along both; no side is longer than 15";
            return self.no_leap(raw.name, help);
        };
        let range = match raw.extent {
            None if slides => Range::ANY,
            None => Range::ONE,
            Some((_, span)) if atom == Atom::Universal => {
                self.error("betza-bad-range", span, "`U` reaches every square at once", "remove the range");
                Range::ONE
            }
            Some((extent, span)) => self.range(extent, span),
        };
        Some((atom, range))
    }

    fn no_leap<T>(&mut self, span: Span, help: &str) -> Option<T> {
        let message = format!("`{}` is not a leap", self.words(span));
        self.error("betza-bad-leap", span, message, help);
        None
    }

    pub(super) fn range(&mut self, extent: Extent, span: Span) -> Range {
        let (min, max) = match extent {
            Extent::AtMost(0) => return Range::ANY,
            Extent::AtMost(max) => (1, Some(max)),
            Extent::Between(min, max) => (min, max),
        };
        let longest = u32::from(LONGEST);
        if min == 0 || max.is_some_and(|max| max < min) || min > longest {
            let help = match min > longest {
                true => "no board is that long",
                false => "the smallest number of steps is at least 1 and at most the largest",
            };
            let message = format!("`{}` is not a valid range", self.words(span));
            self.error("betza-bad-range", span, message, help);
            return Range::ONE;
        }
        let narrow = |n: u32| u8::try_from(n).unwrap_or(LONGEST);
        if let Some(max) = max.filter(|max| *max > longest) {
            let message = format!("no board has room for {max} steps");
            self.problems.warn("betza-bad-range", span, message, "write `0` for any number of steps");
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
        let message = format!("`{letter}` is ambiguous");
        let reading = format!("read as the {name}, as Betza did; XBoard reads the {other}");
        self.problems.ambiguous(
            "betza-ambiguous-letter",
            span,
            message,
            reading,
            format!("write `{better}`"),
        );
    }

    fn unknown_atom(&mut self, letter: char, span: Span) {
        let lower = letter.to_ascii_lowercase();
        let known: Vec<String> = capitals().map(|c| format!("`{c}`")).collect();
        let mut help = format!("atoms are {}", known.join(" "));
        if leg::is_modifier(lower) {
            help += &format!("; `{lower}` is a modifier and goes before one");
        }
        self.error("betza-unknown-letter", span, format!("unknown atom `{letter}`"), help);
    }
}
