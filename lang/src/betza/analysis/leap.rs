//! Leaps: the analysis of the atom and the range of a leg.
//!
//! `Analysis::atom` is the entry point. It reports letters and coordinates that name no leap, and ranges that
//! exceed every board.

use super::{Analysis, leg};
use crate::base::source::Span;
use crate::betza::atom::{Atom, MAX_LEAP, capitals, from_letter};
use crate::betza::notation::{MAX_LENGTH, Range};
use crate::betza::shape;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{delete, write};

impl Analysis<'_> {
    /// Returns the capital letter of an atom, or the parenthesis before its coordinates.
    pub(super) fn capital(&self, atom: shape::AtomText) -> char {
        self.words(atom.name).chars().next().unwrap_or('(')
    }

    pub(super) fn atom(&mut self, atom: shape::AtomText) -> Option<(Atom, Range)> {
        let shape::AtomText { name, extent } = atom;
        let written = self.words(name);
        let (base, slides) = match self.capital(atom) {
            '(' => {
                let sides = written.trim_matches(['(', ')']).split(',').map(|n| n.parse().unwrap_or(i8::MAX));
                let (long, short) = sides.fold((0, i8::MAX), |(long, short), n| (n.max(long), n.min(short)));
                if !(1..=MAX_LEAP).contains(&long) {
                    let help = format!("the longer side is 1 to {MAX_LEAP} squares");
                    return self.no_leap(name, &help);
                }
                (Atom::Leap(long, short), false)
            }
            letter => self.letter(letter, name)?,
        };
        let suffixes = written.trim_start_matches(|c| c != 'X' && c != 'Y');
        let Some(atom) = base.lengthened(suffixes).filter(|_| !slides || suffixes.is_empty()) else {
            let help =
                "`X` adds three squares along the long axis, `Y` two along both; no side is longer than 15";
            return self.no_leap(name, help);
        };
        let range = match extent {
            None if slides => Range::ANY,
            None => Range::ONE,
            Some(span) if atom == Atom::Universal => {
                self.error(
                    Code::BetzaBadRange,
                    span,
                    "`U` reaches every square at once",
                    delete("remove the range"),
                );
                Range::ONE
            }
            Some(span) => self.range(span),
        };
        Some((atom, range))
    }

    fn no_leap<T>(&mut self, span: Span, help: &str) -> Option<T> {
        self.error(Code::BetzaBadLeap, span, format!("`{}` is not a leap", self.words(span)), help);
        None
    }

    /// Reads a range: a number, 0 for any number of steps, or two numbers in braces. A capital letter written
    /// twice also stands for any number.
    pub(super) fn range(&mut self, span: Span) -> Range {
        let written = self.words(span);
        // A number that exceeds its type counts as the maximum.
        let number = |text: &str| text.parse().unwrap_or(u32::MAX);
        let (min, max) = match written.trim_matches(['{', '}']).split_once("..") {
            Some((min, max)) => (number(min), Some(max).filter(|max| !max.is_empty()).map(number)),
            // A leading zero means exactly that many steps.
            None if number(written) > 0 && written.starts_with('0') => {
                (number(written), Some(number(written)))
            }
            None if written.starts_with(|c: char| c.is_ascii_digit()) && number(written) > 0 => {
                (1, Some(number(written)))
            }
            None => return Range::ANY,
        };
        let longest = u32::from(MAX_LENGTH);
        if min == 0 || max.is_some_and(|max| max < min) || min > longest {
            let help = match min > longest {
                true => "no board is that long",
                false => "the minimum must be from 1 to the maximum",
            };
            self.error(Code::BetzaBadRange, span, format!("`{written}` is not a valid range"), help);
            return Range::ONE;
        }
        if let Some(max) = max.filter(|max| *max > longest) {
            let message = format!("no board is large enough for {max} steps");
            self.warn(Code::BetzaBadRange, span, message, write("0").and("for any number of steps"));
        }
        let narrow = |n: u32| u8::try_from(n).ok().filter(|n| *n <= MAX_LENGTH);
        Range { min: narrow(min).unwrap_or(MAX_LENGTH), max: max.and_then(narrow) }
    }

    fn letter(&mut self, letter: char, span: Span) -> Option<(Atom, bool)> {
        let Some(found) = from_letter(letter) else {
            let lower = letter.to_ascii_lowercase();
            let known: Vec<String> = capitals().map(|c| format!("`{c}`")).collect();
            let mut help = format!("atoms are {}", known.join(" "));
            if leg::is_modifier(lower) {
                help += &format!("; `{lower}` is a modifier and goes before one");
            }
            match self.unknown_atom.and_then(|at| self.problems.get_mut(at)) {
                Some(first) => first.again(span),
                None => {
                    self.unknown_atom = Some(self.problems.len());
                    let message = format!("unknown atom `{letter}`");
                    let problem = Diagnostic::new(Code::BetzaUnknownLetter, span, message).help(help);
                    self.problems.push(problem.repeats(&letter.to_string()));
                }
            }
            return None;
        };
        let (name, better, other) = match letter {
            'L' => ("camel", 'C', "zebra"),
            'J' => ("zebra", 'Z', "camel"),
            _ => return Some(found),
        };
        let problem = Diagnostic::new(Code::BetzaAmbiguousLetter, span, format!("`{letter}` is ambiguous"))
            .here(format!("read as the {name}, as Betza did; XBoard reads the {other}"));
        self.problems.push(problem.help(write(&better.to_string())));
        Some(found)
    }
}
