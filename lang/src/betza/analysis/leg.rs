//! Modifiers: the analysis of each letter in the context of its atom and its position.
//!
//! `Analysis::leg` is the entry point. Every letter either changes the [`Leg`] or is reported, so no letter is
//! ignored silently.

use super::{Analysis, runs, span_of, text_of};
use crate::base::source::Span;
use crate::betza::atom::{Atom, DirectionClass, Heading, but_back, from_letter, read_directions};
use crate::betza::notation::{Gait, Hurdle, Joint, Leg, MODES, Modes, Range};
use crate::betza::shape::Letter;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, TextChange};
use crate::messages::text::{Help, delete};
use crate::rules::Virgin;

/// The modifiers that are neither directions nor modes. On a later leg, `z` and `q` are directions instead.
const MANNERS: &str = "injouzq";

/// The direction letters of a first leg.
pub(super) const FIRST_DIRECTIONS: &str = "fblrvsh";
const LATER_DIRECTIONS: &str = "fblrvszq";

/// Returns true if a lowercase letter can be a modifier.
pub(super) fn is_modifier(letter: char) -> bool {
    letter == 'a' || [MODES, MANNERS, FIRST_DIRECTIONS].iter().any(|letters| letters.contains(letter))
}

/// Returns the requirement expressed by `count` letters `i`.
pub(super) fn virgin(count: usize) -> Option<Virgin> {
    match count {
        0 => None,
        1 => Some(Virgin::Home),
        _ => Some(Virgin::RankBeyond),
    }
}

/// The context of the letters of a leg.
#[derive(Clone, Copy)]
pub(super) struct LegContext {
    pub atom: Atom,
    pub range: Range,
    pub first: bool,
    pub joint: Joint,
    pub bracket: bool,
    /// The place of the whole leg, including its atom.
    pub span: Span,
}

impl Analysis<'_> {
    pub(super) fn leg(&mut self, letters: &[Letter], place: LegContext) -> Leg {
        let LegContext { atom, range, span, first, joint, .. } = place;
        let leg = Leg { span, atom, range, modes: Modes::of(&text_of(letters)), ..Leg::default() };
        let mut reader = LegReader { analysis: self, place, letters, leg };
        reader.known();
        reader.leg.heading = reader.heading();
        reader.analysis.upright = reader.is_upright();
        let count = |letter: char| letters.iter().filter(|l| l.letter == letter).count();
        let virgin = virgin(count('i')).filter(|_| first);
        // An `n` means en passant on a move of an unmoved piece, if it is doubled, or on steps that are too short
        // to be lame.
        let passed = virgin.is_some() || count('n') > 1 || atom.is_adjacent() && joint != Joint::End;
        let leg = &mut reader.leg;
        leg.passed = passed && count('n') > 0;
        leg.cylinder = count('o') > 0;
        leg.unload = count('u') > 0;
        leg.equal = !first && count('i') > 0;
        leg.gait = match (count('z'), count('q')) {
            (z, q) if !first || !range.slides() || z + q == 0 => Gait::Straight,
            (0, _) => Gait::Circular,
            _ => Gait::Crooked,
        };
        reader.idle();
        reader.sideless();
        reader.lame();
        reader.jump();
        reader.hurdle();
        if first && count('z') > 0 && count('q') > 0 {
            reader
                .conflict(['z', 'q'], "`z` turns to alternate sides, `q` always to the same side: keep one");
        }
        let turns = |letter: &Letter| "lrvszq".contains(letter.letter);
        let leg = reader.leg;
        self.turned = !first && (self.turned || letters.iter().any(turns)) || leg.gait != Gait::Straight;
        self.virgin = self.virgin.or(virgin);
        leg
    }
}

struct LegReader<'r, 'a> {
    analysis: &'r mut Analysis<'a>,
    place: LegContext,
    letters: &'r [Letter],
    leg: Leg,
}

impl LegReader<'_, '_> {
    fn directions(&self) -> &'static str {
        if self.place.first { FIRST_DIRECTIONS } else { LATER_DIRECTIONS }
    }

    /// Checks that all letters are known and that no mode occurs twice.
    fn known(&mut self) {
        for (index, Letter { letter, span }) in self.letters.iter().enumerate() {
            if MODES.contains(*letter) {
                if self.letters[..index].iter().any(|l| l.letter == *letter) {
                    self.no_effect(*span, *letter, "the letter occurs twice");
                }
            } else if !self.directions().contains(*letter) && !MANNERS.contains(*letter) {
                let capital = letter.to_ascii_uppercase();
                let message = format!("unknown modifier `{letter}`");
                let mut problem = Diagnostic::new(Code::BetzaUnknownLetter, *span, message);
                problem = problem.repeats(&letter.to_string());
                if from_letter(capital).is_some() {
                    problem = problem.help(format!("atoms are capital letters: did you mean `{capital}`?"));
                    problem = problem.guess(TextChange::Write(capital.to_string().into()));
                }
                self.analysis.problems.push(problem);
            }
        }
    }

    fn count(&self, letter: char) -> usize {
        self.letters.iter().filter(|l| l.letter == letter).count()
    }

    fn span(&self, letter: char) -> Span {
        self.letters.iter().find(|l| l.letter == letter).map_or(self.place.span, |l| l.span)
    }

    fn no_effect(&mut self, span: Span, letter: char, why: &str) {
        let message = format!("`{letter}` has no effect here: {why}");
        let help = match letter {
            'x' => "remove it; if it means an exchange with an own piece, write an `action` with `exchange`"
                .into(),
            'q' | 'z' => match self.analysis.words(self.place.span).chars().last() {
                Some(atom @ 'A'..='Z') => format!(
                    "remove it, or double the `{atom}`, as in `{letter}{atom}{atom}`, for a move that goes on"
                )
                .into(),
                _ => delete("remove it"),
            },
            _ => delete("remove it"),
        };
        self.analysis.warn(Code::BetzaNoEffect, span, message, help);
    }

    /// Reports letters that refer to the side of an earlier turn if there was none.
    fn sideless(&mut self) {
        let letter = self.letters.iter().find(|one| matches!(one.letter, 'q' | 'z'));
        let Some(Letter { letter, span }) = letter.filter(|_| !self.place.first && !self.analysis.turned)
        else {
            return;
        };
        let message = format!("nothing turned before this `{letter}`");
        let problem = Diagnostic::new(Code::BetzaAmbiguousLetter, *span, message);
        let problem = problem.here("read as a turn to either side, like `s`");
        self.analysis.problems.push(problem.help(
            "write `s` for a turn to either side; some diagrams mean a slide along the file, which is `v[F?R]`",
        ));
    }

    /// Reports two letters that exclude each other. The problem is at the second letter.
    fn conflict(&mut self, [one, other]: [char; 2], help: &str) {
        let message = format!("`{one}` and `{other}` exclude each other");
        self.analysis.error(Code::BetzaConflict, self.span(other), message, help);
    }

    /// Reports letters that have no effect in their position.
    fn idle(&mut self) {
        let LegContext { atom, range, first, joint, bracket, .. } = self.place;
        let (last, universal) = (joint == Joint::End, atom == Atom::Universal);
        let many = |letter, most| self.count(letter) > most;
        let (twice, nowhere) = ("the letter occurs twice", "there is no square between the ends of the move");
        let untamed = "before another leg, it only prevents hops over enemies";
        let no_toggle = if last { "no leg follows" } else { "each leg in brackets has its own range" };
        let idle = [
            (many('o', 1), 'o', twice),
            (self.analysis.upright, 'o', "the move goes straight up or down and meets no side edge"),
            (many('u', 1), 'u', twice),
            (!first && many('i', 1), 'i', twice),
            (first && many('i', 2), 'i', "the letter occurs more than twice"),
            (first && many('z', 1), 'z', twice),
            (first && many('q', 1), 'q', twice),
            (first && !range.slides(), if many('z', 0) { 'z' } else { 'q' }, "there is only one step"),
            (universal, 'n', nowhere),
            (universal, 'j', nowhere),
            (atom.is_adjacent() && !self.leg.passed, 'n', "there is no square between the ends of a step"),
            (atom.has_between() && many('j', 1), 'j', "all squares in between must be occupied anyway"),
            (bracket || last, 'y', no_toggle),
            (joint != Joint::Must, 'x', "no leg follows that the friendly piece could make"),
            (!last && !self.leg.modes.any("pg"), 't', untamed),
        ];
        for (applies, letter, why) in idle {
            if applies && self.count(letter) > 0 {
                self.no_effect(self.span(letter), letter, why);
                self.leg.modes = self.leg.modes.without(&letter.to_string());
            }
        }
    }

    /// Returns true if the legs of the move, up to this one, go straight up or down.
    fn is_upright(&self) -> bool {
        const SIDEWAYS: u16 = 0b1010;
        const ON_OR_BACK: u16 = 0b1_0001;
        let goes_on = match self.leg.heading {
            Heading::Absolute(directions) => directions & SIDEWAYS == 0,
            Heading::Turned(turns) | Heading::Outward(turns) => {
                self.analysis.upright && turns & !ON_OR_BACK == 0
            }
        };
        goes_on && self.place.atom.class() == DirectionClass::Orthogonal
    }

    fn heading(&mut self) -> Heading {
        let LegContext { atom, first, bracket, .. } = self.place;
        let class = atom.class();
        let single_rays = match class {
            DirectionClass::Universal => false,
            DirectionClass::Royal => !first || self.analysis.dialect.eight_rays,
            _ => !first,
        };
        let mut set = 0;
        for run in runs(self.letters, self.directions()) {
            match read_directions(&text_of(run), if single_rays { DirectionClass::Ray } else { class }) {
                Ok(bits) => {
                    set |= bits;
                    if first && class == DirectionClass::Royal {
                        self.king_directions(run);
                    }
                }
                Err(place) => self.misread(&run[place]),
            }
        }
        match (first, bracket) {
            // A first leg has no last turn, so the bits that refer to one are masked out.
            (true, _) => Heading::Absolute(if set & 0xff == 0 { atom.everywhere() } else { set & 0xff }),
            (false, true) => Heading::Outward(if set == 0 { 1 } else { set }),
            (false, false) => Heading::Turned(if set == 0 { but_back(class) } else { set }),
        }
    }

    fn king_directions(&mut self, run: &[Letter]) {
        let written = text_of(run);
        let (whole, straight, slant) =
            if self.place.range.slides() { ('Q', 'R', 'B') } else { ('K', 'W', 'F') };
        let meaning = if self.analysis.dialect.eight_rays {
            format!("read as in XBoard: one letter is one ray, so `f{whole}` goes only straight ahead")
        } else {
            format!("read as `{written}{straight}{written}{slant}`; XBoard reads one letter as one ray")
        };
        let message = format!("`{written}` on `{whole}` is ambiguous");
        let help =
            format!("write the `{straight}` and the `{slant}` part separately, each with its directions");
        let problem = Diagnostic::new(Code::BetzaAmbiguousKing, span_of(run), message).here(meaning);
        self.analysis.problems.push(problem.help(help));
    }

    fn misread(&mut self, letters: &[Letter]) {
        let written = text_of(letters);
        let (message, help) = match (letters.len(), self.place.atom) {
            (2, _) => {
                let turned: String = written.chars().rev().collect();
                let help = format!("write `{turned}` for the pair, or double a letter for a single direction");
                let change = TextChange::Write(turned.into());
                ("has no agreed meaning", Help::from(help).offer(Certainty::Guess, change))
            }
            (_, Atom::Universal) => ("has no effect: this atom has no directions", delete("remove it")),
            _ => (
                "is not a direction of this atom",
                "`h` needs a partner on an oblique atom: `fh` is the forward half, `hr` and `hl` are the two spirals"
                    .into(),
            ),
        };
        self.analysis.error(
            Code::BetzaBadDirection,
            span_of(letters),
            format!("`{written}` {message}"),
            help,
        );
    }

    fn lame(&mut self) {
        let (atom, span) = (self.place.atom, self.span('n'));
        if self.count('n') == 0 || atom.is_adjacent() || atom == Atom::Universal {
            return;
        }
        // XBoard tests a single square for these leaps, and other programs read them differently.
        let halfway = matches!(atom, Atom::Leap(3, 1 | 2)) && self.analysis.dialect.halfway;
        self.leg.lame = halfway || atom == Atom::Leap(2, 1) || atom.has_between();
        if halfway {
            let message = "lame camels and zebras are ambiguous";
            let help = "read as in XBoard: only the square nearest to halfway must be empty";
            self.analysis.warn(Code::BetzaAmbiguousLame, span, message, help);
        }
        if self.leg.lame {
            return;
        }
        let (which, help) = match atom {
            Atom::Leap(3, 1) => (
                "a lame camel",
                "XBoard tests one square, (1,0), and Fairy-Stockfish gives no moves: write the path, such as `[W-W-F]`",
            ),
            Atom::Leap(3, 2) => (
                "a lame zebra",
                "XBoard tests one square, (1,1), and Fairy-Stockfish reads `[W-F-F]`: write the path",
            ),
            _ => ("such a long lame leap", "write the path in brackets, leg by leg"),
        };
        let message = format!("authors disagree about the squares that {which} requires to be empty");
        self.analysis.error(Code::BetzaAmbiguousLame, span, message, help);
    }

    fn jump(&mut self) {
        let (atom, count) = (self.place.atom, self.count('j'));
        if count == 0 || atom == Atom::Universal {
            return;
        }
        if atom.has_between() {
            self.leg.hops = true;
            if self.leg.lame {
                let help = "`n` requires the squares in between to be empty, `j` to be occupied: keep one";
                self.conflict(['n', 'j'], help);
            }
        } else if self.place.range.slides() || atom.is_adjacent() {
            // A grid has at most 16 files and ranks, so a higher count would make no difference.
            self.leg.skip = u8::try_from(count.min(16)).unwrap_or(16);
        } else {
            self.no_path('j', "an oblique leap");
        }
    }

    fn no_path(&mut self, letter: char, what: &str) {
        let help = "an oblique leap passes over no square; write a path with the squares that it jumps, such as `[pW-F]`";
        let message = format!("`{letter}` has no meaning for {what}");
        self.analysis.error(Code::BetzaNoPath, self.span(letter), message, help);
    }

    fn hurdle(&mut self) {
        let modes = self.leg.modes;
        let (letter, hurdle) = match (modes.any("p"), modes.any("g")) {
            (true, _) => ('p', Hurdle::Cannon),
            (false, true) => ('g', Hurdle::Grasshopper),
            (false, false) => return,
        };
        if letter == 'p' && modes.any("g") {
            self.conflict(['p', 'g'], "`p` continues any distance behind the hurdle, `g` one step: keep one");
        }
        let (atom, span) = (self.place.atom, self.span(letter));
        match self.place.joint {
            Joint::Must => return,
            Joint::May => {
                let help = "write `-`: a leg that enters an occupied square cannot stop there";
                let message = format!("`{letter}` cannot stop before `?`");
                return self.analysis.error(Code::BetzaStopOnHurdle, span, message, help);
            }
            Joint::End => self.leg.modes = modes.without("pg"),
        }
        if self.place.range.slides() && atom != Atom::Universal {
            self.leg.hurdle = Some(hurdle);
        } else if atom.has_between() {
            self.leg.hops = true;
            if self.leg.lame {
                self.conflict(['n', letter], "`n` requires the squares between to be empty: keep one");
            }
        } else if atom.is_adjacent() {
            let help = "the hurdle counts as a step: write a range of at least 2, or `0` for any number";
            let message = format!("`{letter}` needs more than one step");
            self.analysis.error(Code::BetzaNoRoom, span, message, help);
        } else {
            self.no_path(letter, "a single oblique leap");
        }
    }
}
