//! Modifier letters: what each means on this atom, in this place. Nothing is skipped in silence.

use super::atom::{self, Atom, Class};
use super::heading::{self, Frame, Heading, Misread, Rays};
use super::modes::Modes;
use super::notation::{Gait, Hurdle, Joint, Leg, Range};
use super::raw::Letter;
use super::{Dialect, atom::from_letter};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::Virgin;

/// What a leg hangs on and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
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

/// A leg, and whether only a virgin piece may make it.
pub type Understood = (Leg, Option<Virgin>);

/// Reads the letters of one leg.
pub fn leg(letters: &[Letter], place: Place, dialect: Dialect, problems: &mut Vec<Diagnostic>) -> Understood {
    let mut reader = Reader::new(place, dialect, problems);
    for letter in letters {
        reader.take(*letter);
    }
    reader.finish()
}

struct Reader<'a> {
    place: Place,
    dialect: Dialect,
    problems: &'a mut Vec<Diagnostic>,
    runs: Vec<Vec<Letter>>,
    adjacent: bool,
    modes: Modes,
    seen: Vec<Letter>,
}

impl<'a> Reader<'a> {
    fn new(place: Place, dialect: Dialect, problems: &'a mut Vec<Diagnostic>) -> Self {
        let (runs, seen) = (Vec::new(), Vec::new());
        Reader { place, dialect, problems, runs, adjacent: false, modes: Modes::NONE, seen }
    }

    fn take(&mut self, letter: Letter) {
        let first = self.place.first;
        let is_direction = match letter.letter {
            'f' | 'b' | 'l' | 'r' | 'v' | 's' => true,
            'h' => first,
            'z' | 'q' => !first,
            _ => false,
        };
        if is_direction {
            match self.runs.last_mut().filter(|_| self.adjacent) {
                Some(run) => run.push(letter),
                None => self.runs.push(vec![letter]),
            }
            self.adjacent = true;
            return;
        }
        self.adjacent = false;
        let mode = Modes::letter(letter.letter);
        if !mode.is_empty() {
            if self.modes.any(&letter.letter.to_string()) {
                self.idle(letter.span, letter.letter, "it is written twice");
            }
            self.modes = self.modes.with(mode);
            self.seen.push(letter);
        } else if "injouzq".contains(letter.letter) {
            self.seen.push(letter);
        } else {
            self.unknown(letter);
        }
    }

    fn finish(mut self) -> Understood {
        let virgin = self.virgin();
        let heading = self.heading();
        let Place { atom, range, span, .. } = self.place;
        let mut leg = Leg {
            span,
            atom,
            range,
            heading,
            only: None,
            modes: self.modes,
            outer: Modes::NONE,
            gait: Gait::Straight,
            cylinder: self.once('o'),
            lame: false,
            hops: false,
            skip: 0,
            hurdle: None,
            unload: self.once('u'),
            equal: !self.place.first && self.once('i'),
            passed: false,
        };
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

    /// Whether a letter that is written once at most is there.
    fn once(&mut self, letter: char) -> bool {
        if self.count(letter) > 1 {
            self.idle(self.span(letter), letter, "it is written twice");
        }
        self.count(letter) > 0
    }

    fn error(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        self.problems.push(Diagnostic::error(code, span, message).help(help));
    }

    fn idle(&mut self, span: Span, letter: char, why: &str) {
        let message = format!("`{letter}` has no effect here: {why}");
        self.problems.push(Diagnostic::warning("betza-no-effect", span, message).help("take it away"));
    }

    fn unknown(&mut self, letter: Letter) {
        let upper = letter.letter.to_ascii_uppercase();
        let problem = Diagnostic::error(
            "betza-unknown-letter",
            letter.span,
            format!("no modifier is written `{}`", letter.letter),
        );
        self.problems.push(match from_letter(upper) {
            Some(_) => problem.help(format!("atoms are capitals: did you mean `{upper}`?")),
            None => problem,
        });
    }

    fn virgin(&mut self) -> Option<Virgin> {
        if !self.place.first {
            return None;
        }
        match self.count('i') {
            0 => None,
            1 => Some(Virgin::Home),
            count => {
                if count > 2 {
                    self.idle(self.span('i'), 'i', "it is written more than twice");
                }
                Some(Virgin::RankBeyond)
            }
        }
    }

    fn heading(&mut self) -> Heading {
        let Place { atom, first, bracket, .. } = self.place;
        let class = atom.class();
        let frame = match (first, class) {
            (true, Class::Royal) if self.dialect.eight_rays => Frame::EightRays,
            (true, _) => Frame::Absolute(class),
            (false, Class::Universal) => Frame::Absolute(Class::Universal),
            (false, _) => Frame::Relative,
        };
        let mut set = 0;
        for run in std::mem::take(&mut self.runs) {
            let letters: Vec<char> = run.iter().map(|l| l.letter).collect();
            match heading::read(&letters, frame) {
                Ok(bits) => {
                    set |= bits;
                    if first && class == Class::Royal {
                        self.king_directions(&run);
                    }
                }
                Err((start, end, why)) => self.misread(&run[start..end], why),
            }
        }
        if first {
            let mask = u8::try_from(set & 0xff).unwrap_or(0);
            return Heading::Absolute(if mask == 0 { atom.everywhere() } else { mask });
        }
        match (bracket, set) {
            (true, 0) => Heading::Outward(Rays::FORWARD),
            (true, set) => Heading::Outward(Rays(set)),
            (false, 0) if matches!(class, Class::Royal | Class::Oblique) => Heading::Action(Rays::BUT_BACK_8),
            (false, 0) => Heading::Action(Rays::BUT_BACK_4),
            (false, set) => Heading::Action(Rays(set)),
        }
    }

    fn king_directions(&mut self, run: &[Letter]) {
        let written: String = run.iter().map(|l| l.letter).collect();
        let span = run.iter().fold(run[0].span, |all, l| all.to(l.span));
        let king = if self.place.range.slides() { "QRB" } else { "KWF" };
        let parts: Vec<char> = king.chars().collect();
        let (whole, straight, slant) = (parts[0], parts[1], parts[2]);
        let meaning = if self.dialect.eight_rays {
            format!("read as in XBoard: one letter is one ray, so `f{whole}` goes straight ahead only")
        } else {
            format!("read as `{written}{straight}{written}{slant}`; XBoard reads one letter as one ray")
        };
        self.problems.push(
            Diagnostic::warning(
                "betza-ambiguous-king",
                span,
                format!("`{written}` on `{whole}` is read in different ways"),
            )
            .here(meaning)
            .help(format!("write the `{straight}` and the `{slant}` part with directions of their own")),
        );
    }

    fn misread(&mut self, letters: &[Letter], why: Misread) {
        let written: String = letters.iter().map(|l| l.letter).collect();
        let turned: String = letters.iter().rev().map(|l| l.letter).collect();
        let span = letters.iter().fold(letters[0].span, |all, l| all.to(l.span));
        let (message, help) = match why {
            Misread::Reversed => (
                format!("`{written}` has no agreed meaning"),
                format!("write `{turned}` for the pair, or repeat a letter to keep it single"),
            ),
            Misread::Half => (
                format!("`{written}` is no direction of this atom"),
                "`h` only stands in a pair on an oblique atom: `fh` the forward half, `hr` and `hl` the two spirals"
                    .to_string(),
            ),
            Misread::Nowhere => {
                (format!("`{written}` has no effect: this atom has no directions"), "take it away".to_string())
            }
        };
        self.error("betza-bad-direction", span, message, &help);
    }

    fn gait(&mut self, leg: &mut Leg) {
        if !self.place.first {
            return;
        }
        let (crooked, circular) = (self.once('z'), self.once('q'));
        if crooked && circular {
            let help = "`z` turns to alternate sides, `q` always to the same: keep one";
            self.error("betza-conflict", self.span('q'), "`z` and `q` exclude each other".into(), help);
        }
        leg.gait = match (crooked, circular) {
            (true, _) => Gait::Crooked,
            (_, true) => Gait::Circular,
            _ => Gait::Straight,
        };
        let letter = if crooked { 'z' } else { 'q' };
        if leg.gait != Gait::Straight && !leg.range.slides() {
            self.idle(self.span(letter), letter, "there is only one step");
            leg.gait = Gait::Straight;
        }
    }

    fn lame(&mut self, leg: &mut Leg, virgin: Option<Virgin>) {
        let count = self.count('n');
        if count == 0 {
            return;
        }
        let span = self.span('n');
        let adjacent = matches!(leg.atom, Atom::King | Atom::Leap(1, _));
        leg.passed = virgin.is_some() || count > 1 || adjacent && self.place.joint != Joint::End;
        match leg.atom {
            Atom::King | Atom::Leap(1, _) => {
                if !leg.passed {
                    self.idle(span, 'n', "there is no square between the ends of a step");
                }
            }
            Atom::Leap(2, 1) => leg.lame = true,
            Atom::Leap(long, short) if atom::unit((signed(long), signed(short))).1 > 1 => leg.lame = true,
            Atom::Leap(3, 1 | 2) if self.dialect.halfway => {
                leg.lame = true;
                self.problems.push(
                    Diagnostic::warning(
                        "betza-ambiguous-lame",
                        span,
                        "lame camels and zebras are read in different ways",
                    )
                    .help("only the square nearest to halfway is looked at, as XBoard does"),
                );
            }
            Atom::Leap(..) => {
                let (which, help) = match leg.atom {
                    Atom::Leap(3, 1) => (
                        "a lame camel",
                        "XBoard looks at one square, (1,0), Fairy-Stockfish gives no moves: write the path, such as `[W-W-F]`",
                    ),
                    Atom::Leap(3, 2) => (
                        "a lame zebra",
                        "XBoard looks at one square, (1,1), Fairy-Stockfish reads `[W-F-F]`: write the path it takes",
                    ),
                    _ => ("so long a lame leap", "write the path it takes in brackets, leg by leg"),
                };
                self.error(
                    "betza-ambiguous-lame",
                    span,
                    format!("nobody agrees which squares {which} needs empty"),
                    help,
                );
            }
            Atom::Universal => self.idle(span, 'n', "there is no square between the ends of the move"),
        }
    }

    fn jump(&mut self, leg: &mut Leg) {
        let count = self.count('j');
        if count == 0 {
            return;
        }
        let span = self.span('j');
        let between = match leg.atom {
            Atom::Leap(long, short) => atom::unit((signed(long), signed(short))).1 > 1,
            _ => false,
        };
        if leg.atom == Atom::Universal {
            self.idle(span, 'j', "there is no square between the ends of the move");
        } else if between {
            leg.hops = true;
            if count > 1 {
                self.idle(span, 'j', "all squares between must be occupied anyway");
            }
            if leg.lame {
                let help = "`n` wants the squares between empty, `j` wants them occupied: keep one";
                self.error("betza-conflict", span, "`n` and `j` exclude each other".into(), help);
            }
        } else if leg.range.slides() || matches!(leg.atom, Atom::King | Atom::Leap(1, _)) {
            leg.skip = u8::try_from(count.min(16)).unwrap_or(16);
        } else {
            let help = "an oblique leap passes over no square; a path such as `[pW-F]` says what it jumps";
            self.error("betza-no-path", span, "`j` means nothing on an oblique leap".into(), help);
        }
    }

    fn hurdle(&mut self, leg: &mut Leg) {
        let letter = match (self.modes.any("p"), self.modes.any("g")) {
            (true, true) => {
                let help = "`p` goes on any distance behind the hurdle, `g` one step: keep one";
                self.error("betza-conflict", self.span('g'), "`p` and `g` exclude each other".into(), help);
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
                self.error("betza-stop-on-hurdle", span, format!("`{letter}` cannot stop before `?`"), help);
                return;
            }
            Joint::End => {}
        }
        leg.modes = leg.modes.without("pg");
        let room = leg.range.max.is_none_or(|max| max > 1);
        match leg.atom {
            _ if room && leg.atom != Atom::Universal => {
                leg.hurdle = Some(if letter == 'p' { Hurdle::Cannon } else { Hurdle::Grasshopper });
            }
            Atom::Leap(long, short) if atom::unit((signed(long), signed(short))).1 > 1 => {
                leg.hops = true;
                if leg.lame {
                    let help = "`n` wants the squares between empty: keep one";
                    self.error(
                        "betza-conflict",
                        span,
                        format!("`n` and `{letter}` exclude each other"),
                        help,
                    );
                }
            }
            Atom::King | Atom::Leap(1, _) => {
                let help = "the hurdle counts as a step: give it a range of 2 or more, or `0` for any";
                self.error("betza-no-room", span, format!("`{letter}` needs more than one step"), help);
            }
            _ => {
                let help =
                    "an oblique leap passes over no square; a path such as `[pW-F]` says what it jumps";
                self.error(
                    "betza-no-path",
                    span,
                    format!("`{letter}` means nothing on a single oblique leap"),
                    help,
                );
            }
        }
    }

    fn leftovers(&mut self, leg: &mut Leg) {
        let last = self.place.joint == Joint::End;
        if self.place.bracket || last {
            if self.modes.any("y") {
                let why =
                    if last { "no leg follows" } else { "every leg in brackets has a range of its own" };
                self.idle(self.span('y'), 'y', why);
            }
            leg.modes = leg.modes.without("y");
        }
        if self.place.joint != Joint::Must && self.modes.any("x") {
            self.idle(self.span('x'), 'x', "no leg follows for the friend to move by");
            leg.modes = leg.modes.without("x");
        }
        if !last && self.modes.any("t") && !self.modes.any("pg") {
            self.idle(self.span('t'), 't', "before another leg it only keeps enemies from being hopped");
            leg.modes = leg.modes.without("t");
        }
    }
}

fn signed(n: u8) -> i8 {
    i8::try_from(n).unwrap_or(i8::MAX)
}
