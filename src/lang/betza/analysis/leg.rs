//! The modifiers of one leg: what each letter means on this atom, in this place. No letter is skipped silently.

use super::{Problems, Runs, span_of, text_of};
use crate::base::source::Span;
use crate::lang::betza::Dialect;
use crate::lang::betza::atom::{Atom, Class, from_letter};
use crate::lang::betza::heading::{self, Frame, Heading, Misread, Rays};
use crate::lang::betza::modes::{MODES, Modes};
use crate::lang::betza::notation::{Gait, Hurdle, Joint, Leg, Range};
use crate::lang::betza::raw::Letter;
use crate::rules::Virgin;

/// The modifiers that are neither directions nor modes; before a first leg `z` and `q` are among them.
const MANNERS: &str = "injouzq";

/// The direction letters of a first leg, and of any other.
pub(super) const FIRST_DIRECTIONS: &str = "fblrvsh";
const LATER_DIRECTIONS: &str = "fblrvszq";

/// Whether a small letter can be a modifier at all.
pub(super) fn is_modifier(letter: char) -> bool {
    letter == 'a' || [MODES, MANNERS, FIRST_DIRECTIONS].iter().any(|letters| letters.contains(letter))
}

/// A leg whose letters are to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its atom.
    pub atom: Atom,
    /// Its range.
    pub range: Range,
    /// Whether it begins the move.
    pub first: bool,
    /// What follows it.
    pub joint: Joint,
    /// Whether it stands in brackets.
    pub bracket: bool,
    /// The whole leg, with its atom.
    pub span: Span,
}

/// Reads the letters of one leg; also says whether only a virgin piece may make the move.
pub(super) fn leg(
    letters: &[Letter],
    place: Place,
    dialect: Dialect,
    problems: &mut Problems,
) -> (Leg, Option<Virgin>) {
    let mut reader =
        LegReader { place, dialect, problems, runs: Runs::default(), modes: Modes::NONE, seen: Vec::new() };
    letters.iter().for_each(|letter| reader.take(*letter));
    reader.finish()
}

struct LegReader<'a> {
    place: Place,
    dialect: Dialect,
    problems: &'a mut Problems,
    runs: Runs,
    modes: Modes,
    seen: Vec<Letter>,
}

impl LegReader<'_> {
    fn take(&mut self, letter: Letter) {
        let directions = if self.place.first { FIRST_DIRECTIONS } else { LATER_DIRECTIONS };
        if self.runs.take(letter, directions) {
            return;
        }
        let mode = Modes::letter(letter.letter);
        if !mode.is_empty() {
            if self.modes.with(mode) == self.modes {
                self.idle(letter.span, letter.letter, "it is written twice");
            }
            self.modes = self.modes.with(mode);
            self.seen.push(letter);
        } else if MANNERS.contains(letter.letter) {
            self.seen.push(letter);
        } else {
            let capital = letter.letter.to_ascii_uppercase();
            let help = match from_letter(capital) {
                Some(_) => format!("atoms are capitals: did you mean `{capital}`?"),
                None => String::new(),
            };
            let message = format!("unknown modifier `{}`", letter.letter);
            self.problems.error("betza-unknown-letter", letter.span, message, help);
        }
    }

    fn finish(mut self) -> (Leg, Option<Virgin>) {
        let virgin = self.virgin();
        let Place { atom, range, span, first, .. } = self.place;
        let mut leg = Leg { span, heading: self.heading(), modes: self.modes, ..Leg::plain(atom, range) };
        leg.cylinder = self.once('o');
        leg.unload = self.once('u');
        leg.equal = !first && self.once('i');
        self.gait(&mut leg);
        self.lame(&mut leg, virgin);
        self.jump(&mut leg);
        self.hurdle(&mut leg);
        self.leftovers(&mut leg);
        (leg, virgin)
    }

    fn count(&self, letter: char) -> usize {
        self.seen.iter().filter(|l| l.letter == letter).count()
    }

    fn span(&self, letter: char) -> Span {
        self.seen.iter().find(|l| l.letter == letter).map_or(self.place.span, |l| l.span)
    }

    /// Whether a letter is there that can be written at most once.
    fn once(&mut self, letter: char) -> bool {
        if self.count(letter) > 1 {
            self.idle(self.span(letter), letter, "it is written twice");
        }
        self.count(letter) > 0
    }

    fn idle(&mut self, span: Span, letter: char, why: &str) {
        let message = format!("`{letter}` has no effect here: {why}");
        self.problems.warn("betza-no-effect", span, message, "remove it");
    }

    fn conflict(&mut self, place: char, [one, other]: [char; 2], help: &str) {
        let message = format!("`{one}` and `{other}` exclude each other");
        self.problems.error("betza-conflict", self.span(place), message, help);
    }

    fn virgin(&mut self) -> Option<Virgin> {
        match self.count('i') {
            count if count > 2 && self.place.first => {
                self.idle(self.span('i'), 'i', "it is written more than twice");
                Some(Virgin::RankBeyond)
            }
            count if self.place.first => virgin(count),
            _ => None,
        }
    }

    fn heading(&mut self) -> Heading {
        let Place { atom, first, bracket, .. } = self.place;
        let class = atom.class();
        let single_rays =
            if first { self.dialect.eight_rays && class == Class::Royal } else { class != Class::Universal };
        let frame = if single_rays { Frame::Rays } else { Frame::Absolute(class) };
        let mut set = 0;
        for run in self.runs.finish() {
            match heading::read(&text_of(&run), frame) {
                Ok(bits) => {
                    set |= bits;
                    if first && class == Class::Royal {
                        self.king_directions(&run);
                    }
                }
                Err((start, end, why)) => self.misread(&run[start..end], why),
            }
        }
        match (first, bracket, set) {
            (true, _, set) => {
                let mask = u8::try_from(set & 0xff).unwrap_or(0);
                Heading::Absolute(if mask == 0 { atom.everywhere() } else { mask })
            }
            (false, true, 0) => Heading::Outward(Rays::FORWARD),
            (false, true, set) => Heading::Outward(Rays(set)),
            (false, false, 0) => Heading::Turned(Rays::but_back(class)),
            (false, false, set) => Heading::Turned(Rays(set)),
        }
    }

    fn king_directions(&mut self, run: &[Letter]) {
        let written = text_of(run);
        let (whole, straight, slant) =
            if self.place.range.slides() { ('Q', 'R', 'B') } else { ('K', 'W', 'F') };
        let meaning = if self.dialect.eight_rays {
            format!("read as in XBoard: one letter is one ray, so `f{whole}` goes straight ahead only")
        } else {
            format!("read as `{written}{straight}{written}{slant}`; XBoard reads one letter as one ray")
        };
        let message = format!("`{written}` on `{whole}` is ambiguous");
        let help = format!("write the `{straight}` and the `{slant}` part with directions of their own");
        self.problems.ambiguous("betza-ambiguous-king", span_of(run), message, meaning, help);
    }

    fn misread(&mut self, letters: &[Letter], why: Misread) {
        let written = text_of(letters);
        let turned: String = written.chars().rev().collect();
        let (message, help) = match why {
            Misread::Reversed => (
                format!("`{written}` has no agreed meaning"),
                format!("write `{turned}` for the pair, or double a letter to keep it single"),
            ),
            Misread::Half => (
                format!("`{written}` is not a direction of this atom"),
                "`h` needs a partner on an oblique atom: `fh` is the forward half, `hr` and `hl` are the two spirals"
                    .to_string(),
            ),
            Misread::Nowhere => {
                (format!("`{written}` has no effect: this atom has no directions"), "remove it".to_string())
            }
        };
        self.problems.error("betza-bad-direction", span_of(letters), message, help);
    }

    fn gait(&mut self, leg: &mut Leg) {
        if !self.place.first {
            return;
        }
        let (crooked, circular) = (self.once('z'), self.once('q'));
        if crooked && circular {
            self.conflict('q', ['z', 'q'], "`z` turns to alternate sides, `q` always to the same: keep one");
        }
        let (gait, letter) = match (crooked, circular) {
            (true, _) => (Gait::Crooked, 'z'),
            (_, true) => (Gait::Circular, 'q'),
            _ => return,
        };
        if leg.range.slides() {
            leg.gait = gait;
        } else {
            self.idle(self.span(letter), letter, "there is only one step");
        }
    }

    fn lame(&mut self, leg: &mut Leg, virgin: Option<Virgin>) {
        let count = self.count('n');
        if count == 0 {
            return;
        }
        let span = self.span('n');
        leg.passed =
            virgin.is_some() || count > 1 || leg.atom.is_adjacent() && self.place.joint != Joint::End;
        let (which, help) = match leg.atom {
            Atom::King | Atom::Leap(1, _) => {
                if !leg.passed {
                    self.idle(span, 'n', "there is no square between the ends of a step");
                }
                return;
            }
            Atom::Universal => {
                return self.idle(span, 'n', "there is no square between the ends of the move");
            }
            Atom::Leap(3, 1 | 2) if self.dialect.halfway => {
                leg.lame = true;
                let message = "lame camels and zebras are ambiguous";
                let help = "read as in XBoard: only the square nearest to halfway must be empty";
                return self.problems.warn("betza-ambiguous-lame", span, message, help);
            }
            Atom::Leap(2, 1) => {
                leg.lame = true;
                return;
            }
            atom if atom.has_between() => {
                leg.lame = true;
                return;
            }
            Atom::Leap(3, 1) => (
                "a lame camel",
                "XBoard tests one square, (1,0), Fairy-Stockfish gives no moves: write the path, such as `[W-W-F]`",
            ),
            Atom::Leap(3, 2) => (
                "a lame zebra",
                "XBoard tests one square, (1,1), Fairy-Stockfish reads `[W-F-F]`: write the path it takes",
            ),
            Atom::Leap(..) => ("such a long lame leap", "write the path it takes in brackets, leg by leg"),
        };
        let message = format!("there is no agreed set of squares that {which} needs empty");
        self.problems.error("betza-ambiguous-lame", span, message, help);
    }

    fn jump(&mut self, leg: &mut Leg) {
        let count = self.count('j');
        if count == 0 {
            return;
        }
        let span = self.span('j');
        if leg.atom == Atom::Universal {
            self.idle(span, 'j', "there is no square between the ends of the move");
        } else if leg.atom.has_between() {
            leg.hops = true;
            if count > 1 {
                self.idle(span, 'j', "all squares between must be occupied anyway");
            }
            if leg.lame {
                let help = "`n` requires the squares between to be empty, `j` to be occupied: keep one";
                self.conflict('j', ['n', 'j'], help);
            }
        } else if leg.range.slides() || leg.atom.is_adjacent() {
            leg.skip = u8::try_from(count.min(16)).unwrap_or(16);
        } else {
            self.no_path('j', "an oblique leap");
        }
    }

    fn no_path(&mut self, letter: char, what: &str) {
        let help =
            "an oblique leap passes over no square; write a path such as `[pW-F]` to say what it jumps";
        let message = format!("`{letter}` has no meaning on {what}");
        self.problems.error("betza-no-path", self.span(letter), message, help);
    }

    fn hurdle(&mut self, leg: &mut Leg) {
        let letter = match (self.modes.any("p"), self.modes.any("g")) {
            (true, true) => {
                let help = "`p` goes on any distance behind the hurdle, `g` one step: keep one";
                self.conflict('g', ['p', 'g'], help);
                'p'
            }
            (true, false) => 'p',
            (false, true) => 'g',
            (false, false) => return,
        };
        let span = self.span(letter);
        match self.place.joint {
            Joint::Must => return,
            Joint::May => {
                let help = "write `-`: a leg that enters an occupied square cannot stop there";
                let message = format!("`{letter}` cannot stop before `?`");
                return self.problems.error("betza-stop-on-hurdle", span, message, help);
            }
            Joint::End => {}
        }
        leg.modes = leg.modes.without("pg");
        let room = leg.range.max.is_none_or(|max| max > 1);
        match leg.atom {
            atom if room && atom != Atom::Universal => {
                leg.hurdle = Some(if letter == 'p' { Hurdle::Cannon } else { Hurdle::Grasshopper });
            }
            atom if atom.has_between() => {
                leg.hops = true;
                if leg.lame {
                    let help = "`n` requires the squares between to be empty: keep one";
                    self.conflict(letter, ['n', letter], help);
                }
            }
            atom if atom.is_adjacent() => {
                let help = "the hurdle counts as a step: write a range of 2 or more, or `0` for any";
                let message = format!("`{letter}` needs more than one step");
                self.problems.error("betza-no-room", span, message, help);
            }
            _ => self.no_path(letter, "a single oblique leap"),
        }
    }

    fn leftovers(&mut self, leg: &mut Leg) {
        let last = self.place.joint == Joint::End;
        if self.place.bracket || last {
            if self.modes.any("y") {
                let why = if last { "no leg follows" } else { "each leg in brackets has its own range" };
                self.idle(self.span('y'), 'y', why);
            }
            leg.modes = leg.modes.without("y");
        }
        if self.place.joint != Joint::Must && self.modes.any("x") {
            self.idle(self.span('x'), 'x', "no leg follows for the friend to move by");
            leg.modes = leg.modes.without("x");
        }
        if !last && self.modes.any("t") && !self.modes.any("pg") {
            self.idle(
                self.span('t'),
                't',
                "before another leg it only protects enemies from being hopped over",
            );
            leg.modes = leg.modes.without("t");
        }
    }
}

/// What the number of `i`s says about who may make a move.
pub(super) fn virgin(count: usize) -> Option<Virgin> {
    match count {
        0 => None,
        1 => Some(Virgin::Home),
        _ => Some(Virgin::RankBeyond),
    }
}
