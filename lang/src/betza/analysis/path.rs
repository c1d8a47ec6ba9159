//! Bracket paths: the analysis of legs, of the joints between them, and of the modifiers before the bracket.
//!
//! `Analysis::bracket_move` is the entry point. `joined` pairs legs with their joints, and nested brackets are
//! read recursively.

use super::leg::{FIRST_DIRECTIONS, LegContext, virgin};
use super::{Analysis, runs, span_of, text_of, ungrouped};
use crate::base::source::Span;
use crate::betza::atom::{DirectionClass, read_directions};
use crate::betza::notation::{
    Element, Gait, Joint, Modes, Path, PathItem, PathNotation, Range, Restriction, legs_mut,
};
use crate::betza::shape::{self, AtomText, BracketShape, Core, Letter, ShapePart};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;

/// The mode letters that can precede a bracket.
const OUTER_MODES: &str = "mcedkt";

/// The context of a bracket path or of one of its legs.
#[derive(Clone, Copy, Default)]
struct Context {
    first: bool,
    joint: Joint,
    outer: Modes,
    cylinder: bool,
    /// True if joints between legs may be omitted, as in the old form `t[..]`.
    legacy: bool,
}

impl Analysis<'_> {
    pub(super) fn bracket_move(&mut self, part: &ShapePart, bracket: &BracketShape) -> Option<Path> {
        let mut letters = self.only_letters(part);
        let mut whole = Context { first: true, ..Context::default() };
        // The old form marks a bent rider by a `t` directly before the bracket.
        if letters.pop_if(|l| l.letter == 't').is_some() {
            whole.legacy = true;
            let help = "write `?` between the legs, as in `[F?R]`";
            self.warn(Code::BetzaLegacyBent, part.span, "`t[..]` is an old form", help);
        }
        let written = text_of(&letters);
        whole.outer = Modes::of(&written).among(OUTER_MODES);
        whole.cylinder = written.contains('o');
        let known = [FIRST_DIRECTIONS, OUTER_MODES, "io"].concat();
        for letter in letters.iter().filter(|l| !known.contains(l.letter)) {
            let help = "put it before its leg, inside the brackets";
            self.no_meaning(*letter, "before a bracket", help);
        }
        let virgins = written.matches('i').count();
        self.virgin = if virgins > 2 { None } else { virgin(virgins) };
        let mut items = self.path(bracket, whole)?;
        self.limit_legs(legs_mut(&mut items).len(), part.span, "make the path shorter")?;
        self.outer_directions(&letters, &mut items);
        Some(Path { form: PathNotation::Bracket, items })
    }

    fn outer_directions(&mut self, letters: &[Letter], items: &mut [PathItem]) {
        let Some(leg) = legs_mut(items).pop() else { return };
        let class = leg.atom.class();
        for run in runs(letters, FIRST_DIRECTIONS) {
            let (written, span) = (text_of(run), span_of(run));
            let bits = read_directions(&written, class).unwrap_or_else(|_| {
                let help = "put the directions before their leg, inside the brackets";
                let message = format!("`{written}` is not a direction of the last leg");
                self.error(Code::BetzaBadDirection, span, message, help);
                0
            });
            if class != DirectionClass::Universal {
                let only = leg.only.get_or_insert(Restriction { leaps: 0, letters: String::new() });
                only.leaps |= bits & 0xff;
                only.letters += &written;
            }
            let message = format!("`{written}` before a bracket is ambiguous");
            let help = format!(
                "a proposal for Fairy-Stockfish reads it in both ways: as this, and as the direction of the first leg; for the latter, write `[{written}..]`"
            );
            let problem = Diagnostic::new(Code::BetzaOuterDirection, span, message).help(help);
            let reading = "read as the direction of the last leg, seen from the owner's side";
            self.problems.push(problem.here(reading));
        }
    }

    fn path(&mut self, bracket: &BracketShape, whole: Context) -> Option<Vec<PathItem>> {
        let legs = self.joined(bracket, whole.legacy);
        let Some(last) = legs.len().checked_sub(1) else {
            let message = "there is no leg between these brackets";
            self.error(Code::BetzaEmpty, bracket.span, message, "write a path such as `[F-R]`");
            return None;
        };
        let range = bracket.extent.map_or(Range::ONE, |span| self.range(span));
        let mut items = Vec::new();
        for (index, (leg, joint)) in legs.iter().enumerate() {
            let joint = if index == last { whole.joint } else { *joint };
            items.extend(self.item(leg, Context { first: whole.first && index == 0, joint, ..whole })?);
        }
        // A path that occurs once needs no group.
        if range == Range::ONE {
            return Some(items);
        }
        self.repeatable(&items);
        if let Some(item) = items.last_mut() {
            item.joint = Joint::End;
        }
        Some(vec![PathItem { part: Element::Repeat(items, range), joint: whole.joint }])
    }

    /// Returns the legs of a path, each with its joint to the next.
    fn joined<'r>(&mut self, bracket: &'r BracketShape, legacy: bool) -> Vec<(&'r ShapePart, Joint)> {
        let mut legs: Vec<(&ShapePart, Joint)> = Vec::new();
        let mut joint: Option<Letter> = None;
        for item in &bracket.items {
            match item {
                shape::ShapeItem::Part(leg) => {
                    let sign = joint.take();
                    match legs.last_mut() {
                        None => self.stray_joint(sign),
                        Some((before, at)) => {
                            let may = sign.map_or(legacy, |sign| sign.letter == '?');
                            *at = if may { Joint::May } else { Joint::Must };
                            if sign.is_none() && !legacy {
                                let (one, two) = (self.words(before.span), self.words(leg.span));
                                let message = format!("`{one}` and `{two}` are not joined");
                                let help = format!(
                                    "write `{one}-{two}` if the move must continue, or `{one}?{two}` if it may stop"
                                );
                                let gap = Span { end: leg.span.start, ..before.span.after() };
                                let place = before.span.to(leg.span);
                                let problem =
                                    Diagnostic::new(Code::BetzaMissingJoint, place, message).help(help);
                                let problem = problem.fix(Fix::guess(gap, "-")).fix(Fix::guess(gap, "?"));
                                self.problems.push(problem);
                            }
                        }
                    }
                    legs.push((leg, Joint::End));
                }
                shape::ShapeItem::Joint(sign) => {
                    let before = joint.replace(*sign);
                    self.stray_joint(before);
                }
                shape::ShapeItem::Stray(span) => self.stray(*span),
            }
        }
        self.stray_joint(joint);
        legs
    }

    fn stray_joint(&mut self, joint: Option<Letter>) {
        if let Some(Letter { letter, span }) = joint {
            let message = format!("`{letter}` joins no legs");
            self.error(Code::BetzaStrayJoint, span, message, "write one `-` or `?` between two legs");
        }
    }

    /// Reports legs that cannot be repeated. All repetitions have the same orientation, so a leg may not have
    /// several possible turns or step counts.
    fn repeatable(&mut self, items: &[PathItem]) {
        for item in items {
            let Element::Leg(leg) = &item.part else { continue };
            let letter = match leg.gait {
                Gait::Circular if leg.equal || items.len() > 1 => 'q',
                _ if leg.equal => 'i',
                Gait::Crooked if items.len() > 1 => 'z',
                _ => continue,
            };
            let message = format!("a path that contains `{letter}` cannot be repeated");
            let help = "all repetitions have the same direction, but this leg can have several";
            self.error(Code::BetzaConflict, leg.span, message, help);
        }
    }

    fn item(&mut self, part: &ShapePart, mut context: Context) -> Option<Vec<PathItem>> {
        match &part.core {
            Core::Missing => self.missing(part.span),
            Core::Bracket(inner) => {
                for letter in self.only_letters(part) {
                    if context.joint == Joint::End && OUTER_MODES.contains(letter.letter) {
                        context.outer = context.outer.with(Modes::of(&letter.letter.to_string()));
                    } else {
                        let help = "put it before the leg it belongs to";
                        self.no_meaning(letter, "before an inner bracket", help);
                    }
                }
                self.path(inner, context)
            }
            Core::Atom(atom) => self.path_leg(part, *atom, context).map(|item| vec![item]),
        }
    }

    fn path_leg(&mut self, part: &ShapePart, atom: AtomText, context: Context) -> Option<PathItem> {
        let Context { first, joint, outer, cylinder, .. } = context;
        // These letters look like atoms but stand for whole moves.
        if let letter @ ('O' | 'I') = self.capital(atom) {
            let message = format!("`{letter}` cannot be a leg of a path");
            self.error(
                Code::BetzaBadLeg,
                atom.name,
                message,
                "castling and imitation are whole moves, not legs",
            );
            return None;
        }
        let (atom, range) = self.atom(atom)?;
        let (mut letters, groups) = ungrouped(&part.letters);
        for Letter { span, .. } in letters.extract_if(.., |l| l.letter == 'a') {
            let help = "inside brackets `-` separates the legs";
            self.error(Code::BetzaMixedForms, span, "`a` chains cannot be used in brackets", help);
        }
        for span in groups {
            let help = "inside brackets, repeat legs in inner brackets, as in `[W-F]3`";
            self.error(Code::BetzaMixedForms, span, "groups of letters cannot be used in brackets", help);
        }
        let mut leg =
            self.leg(&letters, LegContext { atom, range, first, joint, bracket: true, span: part.span });
        leg.outer = outer;
        leg.cylinder |= cylinder;
        Some(PathItem { part: Element::Leg(leg), joint })
    }
}
