//! Bracket paths: legs, what joins them, and what is written before the bracket.

use super::{MAX_LEGS, Reader, plain};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::betza::atom::Class;
use crate::lang::betza::heading::{self, Frame};
use crate::lang::betza::letters::{Place, leg};
use crate::lang::betza::modes::Modes;
use crate::lang::betza::notation::{Body, Gait, Item, Joint, Leg, Range, Step};
use crate::lang::betza::raw::{self, Base, Core, Letter, Modifier};
use crate::rules::Virgin;

impl Reader<'_> {
    pub(super) fn bracket_move(
        &mut self,
        part: &raw::Part,
        bracket: &raw::Bracket,
    ) -> Option<(Body, Option<Virgin>)> {
        let mut letters = self.only_letters(part);
        let legacy = letters.last().is_some_and(|l| l.letter == 't');
        if legacy {
            letters.pop();
            self.problems.push(
                Diagnostic::warning("betza-legacy-bent", part.span, "`t[..]` is an old spelling")
                    .help("write `?` between the legs, as in `[F?R]`"),
            );
        }
        let mut outer = Modes::NONE;
        let mut virgins = 0;
        let mut cylinder = false;
        let mut directions: Vec<Vec<Letter>> = Vec::new();
        let mut adjacent = false;
        for letter in letters {
            let was = std::mem::replace(&mut adjacent, false);
            match letter.letter {
                'm' | 'c' | 'e' | 'd' | 'k' | 't' => outer = outer.with(Modes::letter(letter.letter)),
                'i' => virgins += 1,
                'o' => cylinder = true,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    adjacent = true;
                    match directions.last_mut().filter(|_| was) {
                        Some(run) => run.push(letter),
                        None => directions.push(vec![letter]),
                    }
                }
                other => self.error(
                    "betza-no-effect",
                    letter.span,
                    format!("`{other}` means nothing before a bracket"),
                    "put it before the leg it belongs to, inside the brackets",
                ),
            }
        }
        let virgin =
            [None, Some(Virgin::Home), Some(Virgin::RankBeyond)].get(virgins).copied().unwrap_or(None);
        let whole = Whole { outer, cylinder, legacy };
        let mut items = self.path(bracket, true, Joint::End, whole)?;
        if count(&items) > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the path shorter",
            );
            return None;
        }
        if !directions.is_empty() {
            self.outer_directions(&directions, &mut items);
        }
        let inner = first_virgin(bracket);
        Some((Body::Path(items), virgin.or(inner)))
    }

    fn outer_directions(&mut self, runs: &[Vec<Letter>], items: &mut [Item]) {
        let Some(leg) = last_leg(items) else { return };
        let class = leg.atom.class();
        let mut set = 0;
        for run in runs {
            let letters: Vec<char> = run.iter().map(|l| l.letter).collect();
            let span = run.iter().fold(run[0].span, |all, l| all.to(l.span));
            let written: String = letters.iter().collect();
            match heading::read(&letters, Frame::Absolute(class)) {
                Ok(bits) => set |= bits,
                Err(_) => self.error(
                    "betza-bad-direction",
                    span,
                    format!("`{written}` is no direction of the last leg"),
                    "put the directions before the leg they belong to, inside the brackets",
                ),
            }
            self.problems.push(
                Diagnostic::warning(
                    "betza-outer-direction",
                    span,
                    format!("`{written}` before a bracket is read in different ways"),
                )
                .here("read as where the last leg travels, seen from the owner's side")
                .help(format!(
                    "a Fairy-Stockfish proposal reads it so in one place and as the first leg's direction in another; for the latter write `[{written}..]`"
                )),
            );
        }
        leg.only = Some(u8::try_from(set & 0xff).unwrap_or(0)).filter(|_| class != Class::Universal);
    }

    fn path(&mut self, bracket: &raw::Bracket, first: bool, after: Joint, whole: Whole) -> Option<Vec<Item>> {
        let mut legs: Vec<(&raw::Part, Joint)> = Vec::new();
        let mut joint: Option<(char, Span)> = None;
        for item in &bracket.items {
            match item {
                raw::Item::Leg(leg) => {
                    if let Some((before, at)) = legs.last_mut() {
                        match joint.take() {
                            Some(('?', _)) => *at = Joint::May,
                            Some(_) => *at = Joint::Must,
                            None if whole.legacy => *at = Joint::May,
                            None => {
                                let (one, two) =
                                    (self.words(before.span).to_string(), self.words(leg.span).to_string());
                                self.error(
                                    "betza-missing-joint",
                                    before.span.to(leg.span),
                                    format!("`{one}` and `{two}` are not joined"),
                                    format!("write `{one}-{two}` if the move must go on, `{one}?{two}` if it may stop"),
                                );
                                *at = Joint::Must;
                            }
                        }
                    } else if let Some((sign, span)) = joint.take() {
                        self.joint(sign, span);
                    }
                    legs.push((leg, Joint::End));
                }
                raw::Item::Joint(sign, span) => {
                    if let Some((sign, span)) = joint.replace((*sign, *span)) {
                        self.joint(sign, span);
                    }
                }
                raw::Item::Stray(span) => self.stray(*span),
            }
        }
        if let Some((sign, span)) = joint {
            self.joint(sign, span);
        }
        if legs.is_empty() {
            self.error(
                "betza-empty",
                bracket.span,
                "there is no leg between these brackets",
                "write a path such as `[F-R]`",
            );
            return None;
        }
        let range = bracket.extent.map_or(Range::ONE, |(extent, span)| self.range(extent, span));
        let repeated = range != Range::ONE;
        let last = legs.len() - 1;
        let mut items = Vec::new();
        for (index, (leg, joint)) in legs.iter().enumerate() {
            let after = if index == last { after } else { *joint };
            items.extend(self.item(leg, first && index == 0, after, whole)?);
        }
        if !repeated {
            return Some(items);
        }
        self.repeatable(&items);
        if let Some(item) = items.last_mut() {
            item.joint = Joint::End;
        }
        Some(vec![Item { part: Step::Repeat(items, range), joint: after }])
    }

    /// A repeated path keeps its orientation, which legs that turn by themselves or count steps do not have.
    fn repeatable(&mut self, items: &[Item]) {
        for item in items {
            let Step::Leg(leg) = &item.part else { continue };
            if leg.equal || leg.gait != Gait::Straight && items.len() > 1 {
                let letter = if leg.equal { 'i' } else { 'z' };
                let letter = if leg.gait == Gait::Circular { 'q' } else { letter };
                self.error(
                    "betza-conflict",
                    leg.span,
                    format!("a path with `{letter}` in it cannot be repeated"),
                    "every repetition goes the same way, and such a leg has no one way to go",
                );
            }
        }
    }

    fn joint(&mut self, sign: char, span: Span) {
        let message = format!("`{sign}` joins nothing");
        self.error("betza-stray-joint", span, message, "one `-` or `?` stands between two legs");
    }

    fn item(&mut self, part: &raw::Part, first: bool, joint: Joint, whole: Whole) -> Option<Vec<Item>> {
        match &part.core {
            Core::Missing => {
                self.missing(part.span);
                None
            }
            Core::Bracket(inner) => {
                let mut whole = whole;
                for letter in self.only_letters(part) {
                    match letter.letter {
                        'm' | 'c' | 'e' | 'd' | 'k' | 't' if joint == Joint::End => {
                            whole.outer = whole.outer.with(Modes::letter(letter.letter));
                        }
                        other => self.error(
                            "betza-no-effect",
                            letter.span,
                            format!("`{other}` means nothing before an inner bracket"),
                            "put it before the leg it belongs to",
                        ),
                    }
                }
                self.path(inner, first, joint, whole)
            }
            Core::Atom(atom) => {
                if let Base::Letter(letter @ ('O' | 'I')) = atom.base {
                    let help = "castling and imitating are whole moves";
                    self.error("betza-bad-leg", atom.name, format!("`{letter}` is no leg of a path"), help);
                    return None;
                }
                let (kind, range) = self.atom(atom)?;
                for modifier in &part.modifiers {
                    match modifier {
                        Modifier::Letter(Letter { letter: 'a', span }) => {
                            let help = "inside brackets `-` parts the legs";
                            self.error(
                                "betza-mixed-forms",
                                *span,
                                "`a` chains do not go into brackets",
                                help,
                            );
                        }
                        Modifier::Group(_, span) => {
                            let help = "inside brackets repeat a bracket: `[W-F]3`";
                            self.error(
                                "betza-mixed-forms",
                                *span,
                                "groups of letters do not go into brackets",
                                help,
                            );
                        }
                        Modifier::Letter(_) => {}
                    }
                }
                let letters: Vec<Letter> =
                    plain(&part.modifiers).into_iter().filter(|l| l.letter != 'a').collect();
                let place = Place { atom: kind, range, first, joint, bracket: true, span: part.span };
                let (mut leg, _) = leg(&letters, place, self.dialect, &mut self.problems);
                leg.outer = whole.outer;
                leg.cylinder |= whole.cylinder;
                if let Some(span) = part.exempt {
                    self.error("betza-bad-leg", span, "`'` marks a whole move", "put it behind the bracket");
                }
                Some(vec![Item { part: Step::Leg(leg), joint }])
            }
        }
    }
}

/// What holds for all legs of a bracket path.
#[derive(Clone, Copy)]
struct Whole {
    outer: Modes,
    cylinder: bool,
    legacy: bool,
}

/// An `i` on the first leg holds for the whole path.
fn first_virgin(bracket: &raw::Bracket) -> Option<Virgin> {
    let leg = bracket.items.iter().find_map(|item| match item {
        raw::Item::Leg(leg) => Some(leg),
        _ => None,
    })?;
    if let Core::Bracket(inner) = &leg.core {
        return first_virgin(inner);
    }
    match plain(&leg.modifiers).iter().filter(|l| l.letter == 'i').count() {
        0 => None,
        1 => Some(Virgin::Home),
        _ => Some(Virgin::RankBeyond),
    }
}

fn last_leg(items: &mut [Item]) -> Option<&mut Leg> {
    match &mut items.last_mut()?.part {
        Step::Leg(leg) => Some(leg),
        Step::Repeat(inner, _) => last_leg(inner),
    }
}

fn count(items: &[Item]) -> usize {
    let one = |item: &Item| match &item.part {
        Step::Leg(_) => 1,
        Step::Repeat(inner, _) => count(inner),
    };
    items.iter().map(one).sum()
}
