//! Bracket paths: legs, what joins them, and what is written before the bracket.

use super::leg::{FIRST_DIRECTIONS, Place, leg, virgin};
use super::{Analysis, Found, MAX_LEGS, Runs, plain, span_of, text_of};
use crate::base::source::Span;
use crate::lang::betza::atom::Class;
use crate::lang::betza::heading::{self, Frame};
use crate::lang::betza::modes::Modes;
use crate::lang::betza::notation::{Body, Element, Gait, Item, Joint, Range, last_leg, legs};
use crate::lang::betza::raw::{self, Base, Core, Letter, Modifier};
use crate::rules::Virgin;

/// The mode letters that may stand before a bracket.
const OUTER_MODES: &str = "mcedkt";

/// What holds for all legs of a bracket path.
#[derive(Clone, Copy, Default)]
struct Whole {
    outer: Modes,
    cylinder: bool,
    legacy: bool,
}

impl Analysis<'_> {
    pub(super) fn bracket_move(&mut self, part: &raw::Part, bracket: &raw::Bracket) -> Found {
        let mut letters = self.only_letters(part);
        let mut whole = Whole::default();
        if letters.pop_if(|l| l.letter == 't').is_some() {
            whole.legacy = true;
            let help = "write `?` between the legs, as in `[F?R]`";
            self.problems.warn("betza-legacy-bent", part.span, "`t[..]` is an old spelling", help);
        }
        let mut virgins = 0;
        let mut directions = Runs::default();
        for letter in letters {
            if directions.take(letter, FIRST_DIRECTIONS) {
                continue;
            }
            match letter.letter {
                mode if OUTER_MODES.contains(mode) => whole.outer = whole.outer.with(Modes::letter(mode)),
                'i' => virgins += 1,
                'o' => whole.cylinder = true,
                other => self.error(
                    "betza-no-effect",
                    letter.span,
                    format!("`{other}` has no meaning before a bracket"),
                    "put it before the leg it belongs to, inside the brackets",
                ),
            }
        }
        let mut items = self.path(bracket, true, Joint::End, whole)?;
        if legs(&items).len() > MAX_LEGS {
            self.too_many_legs(part.span, "make the path shorter");
            return None;
        }
        let directions = directions.finish();
        if !directions.is_empty() {
            self.outer_directions(&directions, &mut items);
        }
        let outer = if virgins > 2 { None } else { virgin(virgins) };
        Some((Body::Path(items), outer.or_else(|| first_virgin(bracket))))
    }

    fn outer_directions(&mut self, runs: &[Vec<Letter>], items: &mut [Item]) {
        let Some(leg) = last_leg(items) else { return };
        let class = leg.atom.class();
        let mut set = 0;
        for run in runs {
            let (written, span) = (text_of(run), span_of(run));
            match heading::read(&written, Frame::Absolute(class)) {
                Ok(bits) => set |= bits,
                Err(_) => self.error(
                    "betza-bad-direction",
                    span,
                    format!("`{written}` is not a direction of the last leg"),
                    "put the directions before the leg they belong to, inside the brackets",
                ),
            }
            self.problems.ambiguous(
                "betza-outer-direction",
                span,
                format!("`{written}` before a bracket is ambiguous"),
                "read as where the last leg travels, seen from the owner's side",
                format!(
                    "a Fairy-Stockfish proposal reads it this way in one place and as the first leg's direction in another; for the latter write `[{written}..]`"
                ),
            );
        }
        leg.only = Some(u8::try_from(set & 0xff).unwrap_or(0)).filter(|_| class != Class::Universal);
    }

    fn path(&mut self, bracket: &raw::Bracket, first: bool, after: Joint, whole: Whole) -> Option<Vec<Item>> {
        let legs = self.joined(bracket, whole);
        if legs.is_empty() {
            let message = "there is no leg between these brackets";
            self.error("betza-empty", bracket.span, message, "write a path such as `[F-R]`");
            return None;
        }
        let range = bracket.extent.map_or(Range::ONE, |(extent, span)| self.range(extent, span));
        let last = legs.len() - 1;
        let mut items = Vec::new();
        for (index, (leg, joint)) in legs.iter().enumerate() {
            let after = if index == last { after } else { *joint };
            items.extend(self.item(leg, first && index == 0, after, whole)?);
        }
        if range == Range::ONE {
            return Some(items);
        }
        self.repeatable(&items);
        if let Some(item) = items.last_mut() {
            item.joint = Joint::End;
        }
        Some(vec![Item { part: Element::Repeat(items, range), joint: after }])
    }

    /// The legs of a path, and what joins each to the next.
    fn joined<'r>(&mut self, bracket: &'r raw::Bracket, whole: Whole) -> Vec<(&'r raw::Part, Joint)> {
        let mut legs: Vec<(&raw::Part, Joint)> = Vec::new();
        let mut joint: Option<(char, Span)> = None;
        for item in &bracket.items {
            match item {
                raw::Item::Leg(leg) => {
                    let sign = joint.take();
                    match (legs.last_mut(), sign) {
                        (Some((_, at)), Some(('?', _))) => *at = Joint::May,
                        (Some((_, at)), None) if whole.legacy => *at = Joint::May,
                        (Some((_, at)), Some(_)) => *at = Joint::Must,
                        (Some((before, at)), None) => {
                            *at = Joint::Must;
                            let (one, two) = (self.words(before.span), self.words(leg.span));
                            let message = format!("`{one}` and `{two}` are not joined");
                            let help = format!(
                                "write `{one}-{two}` if the move must go on, `{one}?{two}` if it may stop"
                            );
                            self.error("betza-missing-joint", before.span.to(leg.span), message, help);
                        }
                        (None, sign) => self.stray_joint(sign),
                    }
                    legs.push((leg, Joint::End));
                }
                raw::Item::Joint(sign, span) => {
                    let before = joint.replace((*sign, *span));
                    self.stray_joint(before);
                }
                raw::Item::Stray(span) => self.stray(*span),
            }
        }
        self.stray_joint(joint);
        legs
    }

    fn stray_joint(&mut self, joint: Option<(char, Span)>) {
        if let Some((sign, span)) = joint {
            let message = format!("`{sign}` joins nothing");
            self.error("betza-stray-joint", span, message, "write one `-` or `?` between two legs");
        }
    }

    /// A repeated path keeps its orientation; legs that turn by themselves or count steps have none.
    fn repeatable(&mut self, items: &[Item]) {
        for item in items {
            let Element::Leg(leg) = &item.part else { continue };
            let letter = match leg.gait {
                Gait::Circular if leg.equal || items.len() > 1 => 'q',
                _ if leg.equal => 'i',
                Gait::Crooked if items.len() > 1 => 'z',
                _ => continue,
            };
            let message = format!("a path that contains `{letter}` cannot be repeated");
            let help = "all repetitions go the same way, and such a leg can go different ways";
            self.error("betza-conflict", leg.span, message, help);
        }
    }

    fn item(&mut self, part: &raw::Part, first: bool, joint: Joint, whole: Whole) -> Option<Vec<Item>> {
        match &part.core {
            Core::Missing => self.missing(part.span),
            Core::Bracket(inner) => {
                let mut whole = whole;
                for letter in self.only_letters(part) {
                    if joint == Joint::End && OUTER_MODES.contains(letter.letter) {
                        whole.outer = whole.outer.with(Modes::letter(letter.letter));
                        continue;
                    }
                    let message = format!("`{}` has no meaning before an inner bracket", letter.letter);
                    let help = "put it before the leg it belongs to";
                    self.error("betza-no-effect", letter.span, message, help);
                }
                self.path(inner, first, joint, whole)
            }
            Core::Atom(atom) => self.path_leg(part, atom, first, joint, whole),
        }
    }

    fn path_leg(
        &mut self,
        part: &raw::Part,
        atom: &raw::Atom,
        first: bool,
        joint: Joint,
        whole: Whole,
    ) -> Option<Vec<Item>> {
        if let Base::Letter(letter @ ('O' | 'I')) = atom.base {
            let message = format!("`{letter}` cannot be a leg of a path");
            self.error("betza-bad-leg", atom.name, message, "castling and imitating are whole moves");
            return None;
        }
        let (atom, range) = self.atom(atom)?;
        for modifier in &part.modifiers {
            let (span, message, help) = match modifier {
                Modifier::Letter(Letter { letter: 'a', span }) => {
                    (span, "`a` chains cannot be used in brackets", "inside brackets `-` separates the legs")
                }
                Modifier::Letter(_) => continue,
                Modifier::Group(_, span) => {
                    let message = "groups of letters cannot be used in brackets";
                    (span, message, "inside brackets repeat a bracket: `[W-F]3`")
                }
            };
            self.error("betza-mixed-forms", *span, message, help);
        }
        let mut letters = plain(&part.modifiers);
        letters.retain(|l| l.letter != 'a');
        let place = Place { atom, range, first, joint, bracket: true, span: part.span };
        let (mut leg, _) = leg(&letters, place, self.dialect, &mut self.problems);
        leg.outer = whole.outer;
        leg.cylinder |= whole.cylinder;
        if let Some(span) = part.exempt {
            self.error("betza-bad-leg", span, "`'` marks a whole move", "put it after the bracket");
        }
        Some(vec![Item { part: Element::Leg(leg), joint }])
    }
}

/// An `i` on the first leg holds for the whole path.
fn first_virgin(bracket: &raw::Bracket) -> Option<Virgin> {
    let leg = bracket.items.iter().find_map(|item| match item {
        raw::Item::Leg(leg) => Some(leg),
        _ => None,
    })?;
    match &leg.core {
        Core::Bracket(inner) => first_virgin(inner),
        _ => virgin(plain(&leg.modifiers).iter().filter(|l| l.letter == 'i').count()),
    }
}
